package core

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"openidea-plugin/component/types"
)

func ptr[T any](v T) *T { return &v }

// sample has one of everything outside function bodies.
func sample() *build {
	return &build{
		types: []FuncType{sig("", ""), sig("il", "d"), sig("i", "")},
		imports: []Import{
			{Module: "", Name: "f", Kind: types.CoreFunc, Func: 1},
			{Module: "env", Name: "table", Kind: types.CoreTable, Table: Table{Elem: FuncRef, Min: 3, Max: ptr[uint64](9)}},
			{Module: "env", Name: "base", Kind: types.CoreGlobal, Global: Global{Type: I32}},
			{Module: "env", Name: "tag", Kind: types.CoreTag, Tag: Tag{Type: 2}},
		},
		funcs:    []fn{{typ: 0, code: "nop"}, {typ: 1, locals: []byte{I32, F64}, code: "f64.const 1.5"}},
		tables:   []Table{{Elem: ExternRef, Min: 1}, {Elem: FuncRef, Min: 2, Max: ptr[uint64](5000), Init: ptr(expr("ref.func 1"))}},
		memories: []Memory{{Min: 2, Max: ptr[uint64](100)}},
		tags:     []Tag{{Type: 2}},
		globals:  []Global{{Type: I64, Mutable: true, Init: expr("i64.const -5")}, {Type: I32, Init: expr("global.get 0; i32.const 4; i32.add")}},
		exports: []Export{
			exportFunc("run", 2), {Name: "mem", Kind: types.CoreMemory}, {Name: "counter", Kind: types.CoreGlobal, Index: 1},
			{Name: "t", Kind: types.CoreTable, Index: 2}, {Name: "imported", Kind: types.CoreTable}, {Name: "tag", Kind: types.CoreTag, Index: 1}, exportFunc("f", 0),
		},
		start: ptr[uint32](1),
		elems: [][]byte{activeElem("global.get 0; i32.const 2; i32.mul", 0, 1), {5, FuncRef, 1, 0xd2, 2, 0x0b}, {3, 0, 1, 2}},
		datas: [][]byte{activeData("i32.const 8", "hello"), passiveData("later")},
		dataN: true,
		names: []funcName{{0, "imported_f"}, {2, "run_it"}},
	}
}

func TestParse(t *testing.T) {
	m, err := Parse(sample().bytes())
	if err != nil {
		t.Fatal(err)
	}
	want := &types.ModuleType{
		Imports: []types.CoreImport{
			{Module: "", Name: "f", CoreExtern: types.CoreExtern{Kind: types.CoreFunc, Func: ptr(sig("il", "d"))}},
			{Module: "env", Name: "table", CoreExtern: types.CoreExtern{Kind: types.CoreTable, ValType: FuncRef, Min: 3, Max: ptr[uint64](9)}},
			{Module: "env", Name: "base", CoreExtern: types.CoreExtern{Kind: types.CoreGlobal, ValType: I32}},
			{Module: "env", Name: "tag", CoreExtern: types.CoreExtern{Kind: types.CoreTag, Func: ptr(sig("i", ""))}},
		},
		Exports: []types.CoreExport{
			{Name: "run", CoreExtern: types.CoreExtern{Kind: types.CoreFunc, Func: ptr(sig("il", "d"))}},
			{Name: "mem", CoreExtern: types.CoreExtern{Kind: types.CoreMemory, Min: 2, Max: ptr[uint64](100)}},
			{Name: "counter", CoreExtern: types.CoreExtern{Kind: types.CoreGlobal, ValType: I64, Mutable: true}},
			{Name: "t", CoreExtern: types.CoreExtern{Kind: types.CoreTable, ValType: FuncRef, Min: 2, Max: ptr[uint64](5000)}},
			{Name: "imported", CoreExtern: types.CoreExtern{Kind: types.CoreTable, ValType: FuncRef, Min: 3, Max: ptr[uint64](9)}},
			{Name: "tag", CoreExtern: types.CoreExtern{Kind: types.CoreTag, Func: ptr(sig("i", ""))}},
			{Name: "f", CoreExtern: types.CoreExtern{Kind: types.CoreFunc, Func: ptr(sig("il", "d"))}},
		},
	}
	if d := cmp.Diff(want, m.ModuleType(), cmpopts.EquateEmpty()); d != "" {
		t.Errorf("module type (-want +got):\n%s", d)
	}
	if got := []string{m.Names.Func(0), m.Names.Func(1), m.Names.Func(2), m.Names.Func(99)}; !slices.Equal(got, []string{"imported_f", "", "run_it", ""}) {
		t.Errorf("function names: %q", got)
	}
	if !m.UsesExceptions() {
		t.Error("the tags were not seen")
	}
	if *m.Start != 1 || m.NumFuncs() != 3 || m.NumImportedFuncs() != 1 {
		t.Errorf("start %d, %d functions of which %d imported", *m.Start, m.NumFuncs(), m.NumImportedFuncs())
	}
	if got := m.Bodies[1].Locals; !slices.Equal(got, []Locals{{1, I32}, {1, F64}}) {
		t.Errorf("locals: %v", got)
	}
}

func TestActiveElems(t *testing.T) {
	m, err := Parse(sample().bytes())
	if err != nil {
		t.Fatal(err)
	}
	active := m.ActiveElems()
	if len(active) != 1 || active[0].Table != 0 || active[0].Len != 2 {
		t.Fatalf("active segments: %+v", active)
	}
	base := func(uint32) uint64 { return 21 }
	if v, ok := m.EvalI32(active[0].Offset, base); !ok || v != 42 {
		t.Errorf("offset = %d, %v, want 42", v, ok)
	}
	for _, c := range []struct {
		code string
		want uint32
		ok   bool
	}{
		{"global.get 2", 25, true}, // defined as global 0 + 4
		{"global.get 2; global.get 2; i32.sub; i32.const 1; i32.sub", 0xffffffff, true},
		{"i32.const -1; i32.const 2; i32.mul", 0xfffffffe, true},
		{"i32.const 1; i32.const 2", 0, false},
		{"i32.add", 0, false},
		{"ref.null func", 0, false},
	} {
		if v, ok := m.EvalI32(expr(c.code), base); ok != c.ok || ok && v != c.want {
			t.Errorf("%s = %d, %v", c.code, v, ok)
		}
	}
}

// TestParseTruncated cuts a module after each byte: a cut that is no module must be an error of this package within the bytes.
func TestParseTruncated(t *testing.T) {
	b := sample().bytes()
	good := 0
	for n := range b {
		_, err := Parse(b[:n])
		var e *Error
		switch {
		case err == nil:
			good++
		case !errors.As(err, &e) || e.Offset > n:
			t.Errorf("cut after %d bytes: %v", n, err)
		}
	}
	// Between two sections a cut may leave a module: after the preamble and the types, before the imports and functions without code.
	if good < 2 || good > 8 {
		t.Errorf("%d cuts were accepted", good)
	}
}

func TestParseErrors(t *testing.T) {
	section := func(id byte, payload ...byte) []byte { return appendSection(slices.Clone(preamble), id, payload) }
	with := func(change func(b *build)) []byte {
		b := sample()
		change(b)
		return b.bytes()
	}
	manyLocals := append(slices.Clone(section(secType, 1, 0x60, 0, 0)), 3, 2, 1, 0, 10, 9, 1, 7, 1, 0xff, 0xff, 0xff, 0x7f, I32, opEnd)
	for _, c := range []struct {
		name string
		b    []byte
		want string
	}{
		{"empty", nil, "no core WebAssembly module"},
		{"component", []byte("\x00asm\x0d\x00\x01\x00"), "no core WebAssembly module"},
		{"unknown section", section(14), "section 14 is unknown"},
		{"section twice", append(section(1, 0), 1, 1, 0), "out of order or stands twice"},
		{"sections out of order", append(section(3, 0), 1, 1, 0), "out of order"},
		{"section too long", section(1, 0, 0), "longer than its content"},
		{"announces too many", section(1, 0x90, 0x4e), "are announced"},
		{"integer too long", section(1, 0x80, 0x80, 0x80, 0x80, 0x80, 0), "more than 32 bits"},
		{"integer too large", section(1, 0xff, 0xff, 0xff, 0xff, 0x1f), "more than 32 bits"},
		{"type form", section(1, 1, 0x61), "no form of a type"},
		{"struct type", section(1, 1, 0x5f, 0), "garbage-collected"},
		{"value type", section(1, 1, 0x60, 1, 0x01, 0), "no value type"},
		{"typed reference", section(1, 1, 0x60, 1, 0x63, 0, 0), "typed references are not supported"},
		{"shared type", section(1, 1, 0x65, 0x60, 0, 0), "types of shared-everything threads are not supported"},
		{"continuation", section(1, 1, 0x5d, 0), "continuations (stack switching) are not supported"},
		{"shared value type", section(1, 1, 0x60, 1, 0x65, 0x70, 0), "types of shared-everything threads are not supported"},
		{"shared heap type", section(1, 1, 0x60, 1, 0x63, 0x65, 0x70, 0), "types of shared-everything threads are not supported"},
		{"shared table", section(secTable, 1, FuncRef, 3, 1, 1), "shared tables are not supported"},
		{"64-bit memory", section(secMemory, 1, 4, 1), "64-bit memories"},
		{"two memories", section(secMemory, 2, 0, 1, 0, 1), "several memories"},
		{"shared without maximum", section(secMemory, 1, 2, 1), "must declare a maximum"},
		{"memory too large", section(secMemory, 1, 0, 0x81, 0x80, 0x04), "minimum size of a memory is 65537"},
		{"maximum below minimum", section(secMemory, 1, 1, 2, 1), "above its maximum"},
		{"table of numbers", section(secTable, 1, I32, 0, 1), "no reference type"},
		{"name not UTF-8", section(secImport, 1, 1, 0xff, 0, 0, 0), "not valid UTF-8"},
		{"function type missing", with(func(b *build) { b.funcs[0].typ = 3 }), "type 3 does not exist"},
		{"code missing", append(section(secType, 1, 0x60, 0, 0), 3, 2, 1, 0), "1 functions are declared, 0 have code"},
		{"too many locals", manyLocals, "too many locals"},
		{"export missing", with(func(b *build) { b.exports[0].Index = 3 }), `export "run" names item 3`},
		{"exports of one name", with(func(b *build) { b.exports[0].Name = "mem" }), `two exports are named "mem"`},
		{"start with parameters", with(func(b *build) { b.start = ptr[uint32](2) }), "has parameters or results"},
		{"element function missing", with(func(b *build) { b.elems = [][]byte{activeElem("i32.const 0", 3)} }), "function 3 does not exist"},
		{"element type", with(func(b *build) { b.elems = [][]byte{{6, 1, 0x41, 0, 0x0b, FuncRef, 0}} }), "elements of another type"},
		{"data without memory", with(func(b *build) { b.memories = nil; b.exports = nil }), "a data segment is for memory 0: there are 0"},
		{"later global", with(func(b *build) { b.globals[0].Init = expr("global.get 1") }), "global 1, which is not defined before it"},
		{"mutable global", with(func(b *build) { b.globals[1].Init = expr("global.get 1") }), "global 1, which is mutable"},
		{"function in an expression missing", with(func(b *build) { b.tables[1].Init = ptr(expr("ref.func 3")) }), "function 3 does not exist"},
		{"not constant", with(func(b *build) { b.globals[0].Init = expr("local.get 0") }), "may not stand in a constant expression"},
	} {
		_, err := Parse(c.b)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		} else if u := strings.Contains(e.Message, "not supported"); e.Unsupported != u {
			t.Errorf("%s: unsupported is %v: %v", c.name, e.Unsupported, e)
		}
	}
}

// What operators of later proposals belong to is told by name.
func TestProposalsAreNamed(t *testing.T) {
	for _, p := range proposals {
		op := opcode(p.first)
		code := []byte{byte(op)}
		if p.prefix != 0 {
			code = appendU32([]byte{p.prefix}, p.first)
		}
		b := build{types: []FuncType{{}}, funcs: []fn{{typ: 0}}}
		at := len(b.bytes()) - 1 // the end of the function
		raw := b.bytes()
		raw = append(append(raw[:at:at], code...), opEnd)
		for _, size := range []int{at - 2, at - 4} { // of the body, and of the section
			raw[size] += byte(len(code))
		}
		m, err := Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Rewrite(metering())
		var e *Error
		if want := p.feature + " are not supported"; !errors.As(err, &e) || !e.Unsupported || e.Message != want || e.Offset != at {
			t.Errorf("%#x %#x: %v, want %s", p.prefix, p.first, err, want)
		}
	}
}

func TestMalformedNamesAreDropped(t *testing.T) {
	for _, c := range []struct {
		name    string
		section []byte
		want    string
	}{
		{"announces a billion names", []byte("\x04name\x01\x05\x80\x94\xeb\xdc\x03"), ""},
		{"invalid UTF-8 after a good one", []byte("\x04name\x01\x08\x02\x00\x01a\x01\x01\xff\x00"), "a"},
		{"index beyond the functions", []byte("\x04name\x01\x05\x01\x10\x01a\x00"), ""},
		{"cut", []byte("\x04name\x01\x7f\x01"), ""},
	} {
		b := sample()
		b.names = nil
		b.custom = [][]byte{c.section}
		m, err := Parse(b.bytes())
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := m.Names.Func(0); got != c.want {
			t.Errorf("%s: function 0 is named %q, want %q", c.name, got, c.want)
		}
		out, err := m.Rewrite(Rewrite{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if strings.Contains(string(out), "name") != (c.want != "") {
			t.Errorf("%s: a name section was written wrongly", c.name)
		}
	}
}
