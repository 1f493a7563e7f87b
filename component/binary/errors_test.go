package binary_test

import (
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"

	"openidea-plugin/component/binary"
	. "openidea-plugin/component/binary/asm"
)

func TestHeader(t *testing.T) {
	for _, c := range []struct {
		data string
		want binary.FileKind
	}{
		{"", binary.NotWasm},
		{"\x00asm\x0d\x00\x01", binary.TooShort},
		{"\x00ASM\x0d\x00\x01\x00", binary.NotWasm},
		{"\x00asm\x0d\x00\x01\x00", binary.ComponentFile},
		{"\x00asm\x0d\x00\x01\x00more", binary.ComponentFile},
		{"\x00asm\x01\x00\x00\x00", binary.CoreModuleFile},
		{"\x00asm\x0c\x00\x01\x00", binary.UnknownVersion},
		{"\x00asm\x0d\x00\x00\x00", binary.UnknownVersion},
		{"\x00asm\x0d\x00\x02\x00", binary.UnknownVersion},
	} {
		if got := binary.Header([]byte(c.data)); got != c.want {
			t.Errorf("%q: got %d, want %d", c.data, got, c.want)
		}
	}
}

// TestDecodeMalformed has files that are wrong, with the offset that the message names (-1: any).
func TestDecodeMalformed(t *testing.T) {
	deepType := U8
	for range 101 {
		deepType = InstanceType(DeclType(deepType))
	}
	deepComponent := File()
	for range 101 {
		deepComponent = File(Raw(4, deepComponent))
	}
	many := make([]Bytes, 10_001)
	for i := range many {
		many[i] = U8
	}
	for _, c := range []struct {
		name    string
		data    Bytes
		offset  int
		message string
	}{
		{"an empty file", nil, 0, "this is not WebAssembly"},
		{"a core module", EmptyModule, 0, "this is a core WebAssembly module, not a component"},
		{"another version", Bytes("\x00asm\x0e\x00\x01\x00"), 0, "version that is not supported"},
		{"an unknown section", File(Raw(13, nil)), 8, "no section with number 13"},
		{"a section longer than the file", File(Bytes{7, 3, 0}), 8, "the type section should have 3 bytes, but the file has only 1 more"},
		{"a section without a size", File(Bytes{7}), 9, "the component ends too early"},
		{"a size of more than 32 bits", File(Bytes{7, 0x81, 0x80, 0x80, 0x80, 0x70, 0}), 9, "does not fit into 32 bits"},
		{"a number of six bytes", File(Raw(7, Bytes{0x80, 0x80, 0x80, 0x80, 0x80, 0x00})), 10, "does not fit into 32 bits"},
		{"bytes after the last type", File(Raw(7, Cat(Vec(U8), Bytes{1, 2}))), 12, "the type section has 2 bytes too many"},
		{"fewer types than counted", File(Raw(7, Cat(U(2), U8))), 12, "the type section ends too early"},
		{"a custom section without a name", File(Raw(0, Bytes{5, 'a', 'b'})), -1, "the custom section ends too early"},
		{"a custom section whose name is not UTF-8", File(Raw(0, Bytes{2, 0xff, 0xfe})), 10, "not valid UTF-8"},
		{"a name that is too long", File(Custom(strings.Repeat("n", 100_001), nil)), -1, "a name of 100001 bytes is too long"},
		{"a core module section with a component", File(Module(File())), 10, "holds no core module"},
		{"a nested component that is a core module", File(Raw(4, EmptyModule)), 10, "this is a core WebAssembly module"},
		{"an unknown type", File(Types(Bytes{0x5f})), 11, "byte 0x5f is no type"},
		{"a type where a value type must stand", File(Types(List(Bytes{0x72}))), 12, "byte 0x72 is no value type"},
		{"a type index of more than 33 bits", File(Types(List(Bytes{0x80, 0x80, 0x80, 0x80, 0x10}))), 12, "33 bits"},
		{"a case that does not end in 0", File(Types(Variant(Cat(Str("a"), None, Bytes{1})))), -1, "no end of a case"},
		{"a mark that is neither 0 nor 1", File(Types(Result(Bytes{2}, None))), 12, "no mark of an optional type"},
		{"named results", File(Types(Bytes{0x40, 0x00, 0x01, 0x01})), 14, "no number of results"},
		{"a resource of no core type", File(Types(Bytes{0x3f, 0x10, 0x00})), 12, "no core value type"},
		{"an import in an instance type", File(Types(InstanceType(DeclImport("a", OfFunc(0))))), -1, "no declarator"},
		{"too many fields", File(Types(Tuple(many...))), 13, "10001 types of a tuple are too many; at most 10000 are allowed"},
		{"too many parameters", File(Types(Cat(Bytes{0x40}, U(1001)))), 12, "1001 parameters are too many"},
		{"deep types overflow the stack (wasmtime#4825)", File(Types(deepType)), -1, "nested more than 100 levels deep"},
		{"deep components", deepComponent, -1, "nested more than 100 levels deep"},
		{"1,001 components and core modules", File(Cat(manyTimes(500, Nested())...), Cat(manyTimes(500, Module(EmptyModule))...)), 8 + 999*10 + 2, "more than 1000 components and core modules"},
		{"an unknown start of a name", File(Imports(Cat(Bytes{0x03}, Str("a"), OfFunc(0)))), 11, "no start of a name"},
		{"an unknown attribute", File(Imports(Cat(Bytes{0x02}, Str("a"), Vec(Cat(Bytes{0x03}, Str("b"))), OfFunc(0)))), -1, "no attribute"},
		{"an unknown sort", File(Imports(Cat(Name("a"), Bytes{0x06, 0x00}))), -1, "byte 0x06 is no sort"},
		{"a core function as import", File(Imports(Cat(Name("a"), CoreFunc, U(0)))), -1, "no core sort that an import or export can have"},
		{"an unknown bound", File(Imports(Cat(Name("a"), Bytes{0x03, 0x02}))), -1, "no bound of a type"},
		{"an unknown mark of an ascribed type", File(Exports(Cat(Name("a"), Func, U(0), Bytes{2}))), -1, "no mark of an ascribed type"},
		{"an unknown core instance", File(CoreInstances(Bytes{0x02})), 11, "no core instance"},
		{"a core argument that is no instance", File(CoreInstances(Cat(Bytes{0x00}, U(0), Vec(Cat(Str("a"), Bytes{0x11}, U(0)))))), -1, "no sort of a core argument"},
		{"a core export of an instance", File(CoreInstances(Bag(CoreBagExport("a", CoreInstance, 0)))), -1, "no sort of a core export"},
		{"an unknown instance", File(Instances(Bytes{0x02})), 11, "no instance"},
		{"an unknown alias", File(Aliases(Cat(Func, Bytes{0x03}))), 12, "no kind of alias"},
		{"an outer alias of a function", File(Aliases(AliasOuter(Func, 0, 0))), 11, "cannot have this sort"},
		{"a core export alias of a function", File(Aliases(AliasCore(Func, 0, "f"))), 11, "cannot have this sort"},
		{"an export alias of a core function", File(Aliases(AliasExport(CoreFunc, 0, "f"))), 11, "cannot have this sort"},
		{"an unknown canonical definition", File(Canons(Bytes{0x07})), 11, "no canonical definition"},
		{"a lift of another sort", File(Canons(Bytes{0x00, 0x01})), 12, "no sort of a lift"},
		{"an unknown canonical option", File(Canons(Lower(0, Bytes{0x0a}))), -1, "no canonical option"},
		{"an unknown core type", File(CoreTypes(Bytes{0x61})), 11, "no core type"},
		{"unknown limits", File(CoreTypes(CoreModuleType(Cat(Bytes{0x03}, Str("m"), Bytes{0x02, 0x10})))), -1, "no set of limits"},
		{"a core alias of another sort", File(CoreTypes(CoreModuleType(Bytes{0x02, 0x00, 0x01, 0x00, 0x00}))), -1, "no sort of a core alias"},
		{"an error far inside names its own place", File(Nested(Nested(Types(U8), Types(Bytes{0x01})))), 8 + 2 + 8 + 2 + 8 + 4 + 3, "no type"},
	} {
		t.Run(c.name, func(t *testing.T) { mustFail(t, c.data, c.offset, c.message) })
	}
}

func manyTimes(n int, b Bytes) []Bytes {
	bs := make([]Bytes, n)
	for i := range bs {
		bs[i] = b
	}
	return bs
}

func TestThousandUnits(t *testing.T) {
	c, err := binary.Decode(File(Cat(manyTimes(500, Nested())...), Cat(manyTimes(499, Module(EmptyModule))...)))
	if err != nil || len(c.Defs) != 999 {
		t.Errorf("got %v", err)
	}
}

// TestDecodeUnsupported has what later versions of the component model added: refused by name.
func TestDecodeUnsupported(t *testing.T) {
	for _, c := range []struct {
		data Bytes
		what string
	}{
		{File(Types(Bytes{0x43, 0x00, 0x01, 0x00})), "async functions"},
		{File(Types(Bytes{0x66, 0x00})), "the type stream (async)"},
		{File(Types(Bytes{0x65, 0x00})), "the type future (async)"},
		{File(Types(Cat(Bytes{0x63}, String, U8))), "the type map"},
		{File(Types(Cat(Bytes{0x67}, U8, U(3)))), "lists of fixed length"},
		{File(Types(Bytes{0x64})), "the type error-context"},
		{File(Types(List(Bytes{0x64}))), "the type error-context"},
		{File(Types(Bytes{0x3f, 0x7e, 0x00})), "resources that are represented by an i64 (64-bit components)"},
		{File(Raw(9, Bytes{0, 0, 0})), "start definitions"},
		{File(Raw(12, Bytes{0})), "value definitions"},
		{File(Imports(Cat(Name("a"), Value, Bytes{0x01}, U8))), "values"},
		{File(Aliases(AliasExport(Value, 0, "a"))), "values"},
		{File(Canons(Lower(0, Bytes{0x06}))), "the canonical option async"},
		{File(Canons(Lift(0, 0, Bytes{0x07, 0x00}))), "the canonical option callback (async)"},
		{File(Canons(Bytes{0x05})), "task.cancel (async)"},
		{File(Canons(Bytes{0x1f})), "waitable-set.new (async)"},
		{File(Canons(Bytes{0x26})), "thread.index (threads)"},
		{File(Canons(Bytes{0x1e})), "error-context.drop (error contexts)"},
		{File(CoreTypes(Bytes{0x5f, 0x00})), "core types of garbage collection"},
		{File(CoreTypes(CoreFuncType(Bytes{0x6e}, nil))), "core reference types of garbage collection"},
		{File(CoreTypes(CoreModuleType(Cat(Bytes{0x01, 0x50, 0x00}, CoreFuncType(nil, nil))))), "core types of garbage collection"},
		{File(CoreTypes(CoreModuleType(Cat(Bytes{0x03}, Str("m"), Bytes{0x02, 0x08, 0x00, 0x00})))), "custom page sizes"},
	} {
		t.Run(c.what, func(t *testing.T) {
			_, err := binary.Decode(c.data)
			var e *binary.Error
			if !errors.As(err, &e) || e.Message != "not supported: "+c.what {
				t.Errorf("got %v, want not supported: %s", err, c.what)
			}
		})
	}
}

// TestTruncatedSections (wasmtime#8323): a component cut anywhere but between two sections is an error, never a crash.
func TestTruncatedSections(t *testing.T) {
	data := everything()
	whole := map[int]bool{8: true}
	for at := 8; at < len(data); {
		size, n := 0, 1
		for shift := 0; ; shift += 7 {
			b := data[at+n]
			size |= int(b&0x7f) << shift
			n++
			if b < 0x80 {
				break
			}
		}
		at += n + size
		whole[at] = true
	}
	for n := range data {
		_, err := binary.Decode(data[:n:n])
		if (err == nil) != whole[n] {
			t.Errorf("the first %d bytes: got error %v; they are whole sections: %v", n, err, whole[n])
		}
	}
}

// TestLyingLengths: counts and sizes that the file does not hold allocate nothing.
func TestLyingLengths(t *testing.T) {
	huge := Bytes{0xff, 0xff, 0xff, 0xff, 0x0f}
	million := Bytes{0x80, 0x89, 0x7a} // 2,000,000
	for name, data := range map[string]Bytes{
		"types":      File(Raw(7, million)),
		"everything": File(Raw(7, huge)),
		"fields":     File(Types(Cat(Bytes{0x72}, U(10_000)))),
		"a name":     File(Raw(0, huge)),
		"a section":  File(Cat(Bytes{7}, huge)),
		"decls":      File(Types(Cat(Bytes{0x42}, million))),
		"args":       File(Instances(Cat(Bytes{0x00, 0x00}, million))),
	} {
		least := uint64(math.MaxUint64) // of several times: others in the process allocate too
		for range 5 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := binary.Decode(data)
			runtime.ReadMemStats(&after)
			if err == nil {
				t.Errorf("%s: no error", name)
			}
			least = min(least, after.TotalAlloc-before.TotalAlloc)
		}
		if least > 100_000 {
			t.Errorf("%s: %d bytes were allocated for a file of %d", name, least, len(data))
		}
	}
}

func TestErrorTellsThePlace(t *testing.T) {
	_, err := binary.Decode(File(Types(Bytes{0x5f})))
	if want := "byte 0x5f is no type (at byte offset 0xb)"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(everything())
	f.Add(File(Types(InstanceType(DeclType(InstanceType())))))
	f.Add(File(Nested(Nested(Module(EmptyModule)))))
	f.Add(Cat(File(), Bytes{7, 0x80, 0x80, 0x80, 0x80, 0x08}))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := binary.Decode(data)
		var e *binary.Error
		switch {
		case err != nil && !errors.As(err, &e):
			t.Fatalf("the error is not an *Error: %v", err)
		case err != nil && (e.Offset < 0 || e.Offset > len(data) || e.Message == ""):
			t.Fatalf("the error has no place: %+v", e)
		case err == nil && c.Size != len(data):
			t.Fatalf("read %d bytes of %d", c.Size, len(data))
		}
	})
}
