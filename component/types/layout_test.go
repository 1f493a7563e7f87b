package types

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func fields(ts ...*Type) []Field {
	fs := make([]Field, len(ts))
	for i, t := range ts {
		fs[i] = Field{Name: fmt.Sprintf("f%d", i), Type: t}
	}
	return fs
}

func labels(n int) []string {
	ls := make([]string, n)
	for i := range ls {
		ls[i] = fmt.Sprintf("l%d", i)
	}
	return ls
}

func cases(ts ...*Type) []Case {
	cs := make([]Case, len(ts))
	for i, t := range ts {
		cs[i] = Case{Name: fmt.Sprintf("c%d", i), Type: t}
	}
	return cs
}

// flatText writes a flattening as "i32 f64".
func flatText(flat []CoreType) string {
	words := make([]string, len(flat))
	for i, f := range flat {
		words[i] = coreTypeWord(byte(f))
	}
	return strings.Join(words, " ")
}

func TestLayout(t *testing.T) {
	p := Prim
	for _, c := range []struct {
		name string
		t    *Type
		// want is "size align [disc payload] [offsets] : flat"
		want string
	}{
		{"bool", p(Bool), "1 1 : i32"},
		{"s8", p(S8), "1 1 : i32"},
		{"u8", p(U8), "1 1 : i32"},
		{"s16", p(S16), "2 2 : i32"},
		{"u16", p(U16), "2 2 : i32"},
		{"s32", p(S32), "4 4 : i32"},
		{"u32", p(U32), "4 4 : i32"},
		{"s64", p(S64), "8 8 : i64"},
		{"u64", p(U64), "8 8 : i64"},
		{"f32", p(F32), "4 4 : f32"},
		{"f64", p(F64), "8 8 : f64"},
		{"char", p(Char), "4 4 : i32"},
		{"string", p(String), "8 4 : i32 i32"},
		{"list", NewList(p(U64)), "8 4 : i32 i32"},
		{"own", NewOwn(&Resource{}), "4 4 : i32"},
		{"borrow", NewBorrow(&Resource{}), "4 4 : i32"},
		{"record with padding between and after", NewRecord(fields(p(U8), p(U64), p(U16))), "24 8 [0 8 16] : i32 i64 i32"},
		{"a field after a list in a record (jco#1585)", NewRecord(fields(NewList(p(U8)), p(U8), p(String))), "20 4 [0 8 12] : i32 i32 i32 i32 i32"},
		{"tuple", NewTuple(p(U16), p(U8), p(U8)), "4 2 [0 2 3] : i32 i32 i32"},
		{"size of variant{f64, tuple<f32,f32,f32>} (wasm-tools#948)",
			NewVariant(cases(p(F64), NewTuple(p(F32), p(F32), p(F32)))), "24 8 disc 1 payload 8 : i32 i64 f32 f32"},
		{"f32 inside a variant (jco#1624)", NewVariant(cases(p(F32), p(U32))), "8 4 disc 1 payload 4 : i32 i32"},
		{"f32 alone in a variant stays f32", NewVariant(cases(p(F32), nil)), "8 4 disc 1 payload 4 : i32 f32"},
		{"join of f32 and i64", NewVariant(cases(p(F32), p(S64))), "16 8 disc 1 payload 8 : i32 i64"},
		{"join of f32 and f64", NewVariant(cases(p(F32), p(F64))), "16 8 disc 1 payload 8 : i32 i64"},
		{"join of i32 and f64", NewVariant(cases(p(U8), p(F64))), "16 8 disc 1 payload 8 : i32 i64"},
		{"payload less aligned than the discriminant", NewVariant(append(cases(p(U8)), make([]Case, 256)...)), "4 2 disc 2 payload 2 : i32 i32"},
		{"nested discriminants (component-model#450)", NewOption(NewOption(NewOption(p(U8)))), "4 1 disc 1 payload 1 : i32 i32 i32 i32"},
		{"option of u64", NewOption(p(U64)), "16 8 disc 1 payload 8 : i32 i64"},
		{"result without payloads", NewResult(nil, nil), "1 1 disc 1 payload 1 : i32"},
		{"result of string and u8", NewResult(p(String), p(U8)), "12 4 disc 1 payload 4 : i32 i32 i32"},
		{"enum of exactly 256 cases (wasmtime#12066)", NewEnum(labels(256)), "1 1 disc 1 payload 1 : i32"},
		{"enum of 257 cases", NewEnum(labels(257)), "2 2 disc 2 payload 2 : i32"},
		{"enum of exactly 65,536 cases (wasmtime#12140)", NewEnum(labels(65536)), "2 2 disc 2 payload 2 : i32"},
		{"enum of 65,537 cases", NewEnum(labels(65537)), "4 4 disc 4 payload 4 : i32"},
		{"flags of 8 labels", NewFlags(labels(8)), "1 1 : i32"},
		{"flags of more than 8 labels (jco#1834)", NewFlags(labels(9)), "2 2 : i32"},
		{"flags of 16 labels", NewFlags(labels(16)), "2 2 : i32"},
		{"flags of 17 labels", NewFlags(labels(17)), "4 4 : i32"},
		{"flags of 32 labels", NewFlags(labels(32)), "4 4 : i32"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := c.t.Layout
			got := fmt.Sprint(l.Size, " ", l.Align)
			if l.Disc != 0 {
				got += fmt.Sprintf(" disc %d payload %d", l.Disc, l.Payload)
			}
			if l.Offsets != nil {
				got += fmt.Sprint(" ", l.Offsets)
			}
			got += " : " + flatText(l.Flat)
			if got != c.want {
				t.Errorf("%s\n got %s\nwant %s", c.t, got, c.want)
			}
		})
	}
}

func TestLayoutSaturatesAndCuts(t *testing.T) {
	deep := Prim(U64)
	for range 60 {
		deep = NewTuple(deep, deep)
	}
	if deep.Layout.Size != math.MaxUint32 || deep.Layout.Align != 8 {
		t.Errorf("size %d align %d, want the saturated size and 8", deep.Layout.Size, deep.Layout.Align)
	}
	if n := len(deep.Layout.Flat); n != 17 {
		t.Errorf("flat has %d entries, want 17", n)
	}
	if text := deep.String(); len(text) > 2100 || !strings.HasSuffix(text, "…") {
		t.Errorf("a huge type is written in %d bytes", len(text))
	}
}

func TestLayoutContents(t *testing.T) {
	for _, c := range []struct {
		t                 *Type
		handles, pointers bool
	}{
		{NewTuple(Prim(U8)), false, false},
		{NewList(NewOwn(&Resource{})), true, true},
		{NewOption(NewRecord(fields(Prim(U8), Prim(String)))), false, true},
		{NewResult(nil, NewBorrow(&Resource{})), true, false},
		{NewVariant(cases(nil, NewTuple(NewOwn(&Resource{}), Prim(String)))), true, true},
	} {
		if l := c.t.Layout; l.HasHandles != c.handles || l.HasPointers != c.pointers {
			t.Errorf("%s: handles %v pointers %v, want %v %v", c.t, l.HasHandles, l.HasPointers, c.handles, c.pointers)
		}
	}
}

func TestPrimIsASingleton(t *testing.T) {
	for k := Bool; k <= String; k++ {
		if Prim(k) != Prim(k) || Prim(k).Kind != k {
			t.Errorf("Prim(%s) is not one type", k)
		}
	}
}

func TestFlatten(t *testing.T) {
	p := Prim
	params := func(n int) []Field {
		fs := make([]Field, n)
		for i := range fs {
			fs[i] = Field{fmt.Sprintf("p%d", i), p(U64)}
		}
		return fs
	}
	rec := NewRecord(fields(p(U8), p(String)))
	for _, c := range []struct {
		name              string
		f                 *Func
		lift, lower, post string
	}{
		{"nothing", &Func{}, "(func)", "(func)", "(func)"},
		{"16 parameters", &Func{Params: params(16)},
			"(func (param" + strings.Repeat(" i64", 16) + "))", "(func (param" + strings.Repeat(" i64", 16) + "))", "(func)"},
		{"17 parameters go through memory", &Func{Params: params(17), Result: p(F32)},
			"(func (param i32) (result f32))", "(func (param i32) (result f32))", "(func (param f32))"},
		{"func(rec, rec, u8, rec) (wit-bindgen#1134)", &Func{Params: fields(rec, rec, p(U8), rec)},
			"(func (param" + strings.Repeat(" i32", 10) + "))", "(func (param" + strings.Repeat(" i32", 10) + "))", "(func)"},
		{"a string result is a pointer", &Func{Params: fields(p(U32)), Result: p(String)},
			"(func (param i32) (result i32))", "(func (param i32 i32))", "(func (param i32))"},
		{"tuple<u64,u64> result is not split in two (wippyai/runtime#368)", &Func{Result: NewTuple(p(U64), p(U64))},
			"(func (result i32))", "(func (param i32))", "(func (param i32))"},
		{"17 parameters and a long result", &Func{Params: params(17), Result: p(String)},
			"(func (param i32) (result i32))", "(func (param i32 i32))", "(func (param i32))"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, g := range []struct{ what, got, want string }{
				{"lift", c.f.FlattenLift().String(), c.lift},
				{"lower", c.f.FlattenLower().String(), c.lower},
				{"post-return", c.f.FlattenPostReturn().String(), c.post},
			} {
				if g.got != g.want {
					t.Errorf("%s: got %s, want %s", g.what, g.got, g.want)
				}
			}
		})
	}
}

func TestString(t *testing.T) {
	p := Prim
	for want, typ := range map[string]*Type{
		"record { f0: u8, f1: list<string> }":       NewRecord(fields(p(U8), NewList(p(String)))),
		"variant { c0, c1(option<char>) }":          NewVariant(cases(nil, NewOption(p(Char)))),
		"flags { l0, l1 }":                          NewFlags(labels(2)),
		"enum { l0 }":                               NewEnum(labels(1)),
		"result":                                    NewResult(nil, nil),
		"result<f64>":                               NewResult(p(F64), nil),
		"result<_, s8>":                             NewResult(nil, p(S8)),
		"result<tuple<bool, u16>, borrow<project>>": NewResult(NewTuple(p(Bool), p(U16)), NewBorrow(&Resource{Name: "project"})),
		"own<resource>":                             NewOwn(&Resource{}),
	} {
		if got := typ.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	f := &Func{Params: []Field{{"text", p(String)}, {"limit", p(U32)}}, Result: NewList(p(String))}
	if got, want := f.String(), "func(text: string, limit: u32) -> list<string>"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
