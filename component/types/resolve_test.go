package types_test

import (
	"errors"
	"strings"
	"testing"

	"openidea-plugin/component/binary"
	. "openidea-plugin/component/binary/asm"
	"openidea-plugin/component/types"
)

// The core modules of these tests are empty but for a custom section that names one of the types here.
var modules = map[string]*types.ModuleType{
	"empty": {},
	"libc": {Exports: []types.CoreExport{
		{Name: "mem", CoreExtern: types.CoreExtern{Kind: types.CoreMemory, Min: 1}},
		{Name: "shared", CoreExtern: types.CoreExtern{Kind: types.CoreMemory, Min: 1, Max: new(uint64), Shared: true}},
		{Name: "realloc", CoreExtern: coreFunc("iiii", "i")},
		{Name: "nothing", CoreExtern: coreFunc("", "")},
		{Name: "i-", CoreExtern: coreFunc("i", "")},
		{Name: "-i", CoreExtern: coreFunc("", "i")},
		{Name: "ii-i", CoreExtern: coreFunc("ii", "i")},
		{Name: "ii-", CoreExtern: coreFunc("ii", "")},
		{Name: "I-", CoreExtern: coreFunc("I", "")},
		{Name: "table", CoreExtern: types.CoreExtern{Kind: types.CoreTable, ValType: 0x70, Min: 1}},
		{Name: "global", CoreExtern: types.CoreExtern{Kind: types.CoreGlobal, ValType: 0x7f}},
		{Name: "tag", CoreExtern: types.CoreExtern{Kind: types.CoreTag, Func: &types.CoreFuncType{}}},
	}},
	"needs": {Imports: []types.CoreImport{
		{Module: "env", Name: "nothing", CoreExtern: coreFunc("", "")},
		{Module: "env", Name: "mem", CoreExtern: types.CoreExtern{Kind: types.CoreMemory, Min: 1}},
	}},
	"twice": {Imports: []types.CoreImport{
		{Module: "env", Name: "f", CoreExtern: coreFunc("", "")},
		{Module: "env", Name: "f", CoreExtern: coreFunc("", "")},
	}},
}

// coreFunc makes a core function of letters: i for i32, I for i64.
func coreFunc(params, results string) types.CoreExtern {
	code := strings.NewReplacer("i", "\x7f", "I", "\x7e")
	return types.CoreExtern{Func: &types.CoreFuncType{Params: []byte(code.Replace(params)), Results: []byte(code.Replace(results))}}
}

// module is a core module section with the module of a name.
func module(name string) Bytes { return Module(Cat(EmptyModule, Custom(name, nil))) }

func typer(b []byte) (*types.ModuleType, error) {
	name := string(b[min(len(b), 11):])
	if t, ok := modules[name]; ok {
		return t, nil
	}
	if name == "placed" {
		return nil, &types.Error{Offset: 8, Message: "a section is wrong"}
	}
	return nil, errors.New("no such module")
}

func resolve(data Bytes) (*types.Component, error) {
	c, err := binary.Decode(data)
	if err != nil {
		return nil, err
	}
	return types.Resolve(c, typer)
}

// check resolves data and compares the error: want "" stands for a valid component.
func check(t *testing.T, data Bytes, want string) {
	t.Helper()
	_, err := resolve(data)
	var e *types.Error
	switch {
	case err == nil && want != "":
		t.Errorf("the component is taken for valid, want %q", want)
	case err != nil && !errors.As(err, &e):
		t.Errorf("the test is wrong: %v", err)
	case err != nil && want == "":
		t.Errorf("got %v", err)
	case err != nil && !strings.Contains(e.Message, want):
		t.Errorf("got %q, want %q", e.Message, want)
	case err != nil && (e.Offset < 8 && e.Offset != 0 || e.Offset >= len(data)):
		t.Errorf("the offset %d of %q is not in the file", e.Offset, e.Message)
	}
}

type validity struct {
	name string
	data Bytes
	want string
}

func run(t *testing.T, cases []validity) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { check(t, c.data, c.want) })
	}
}

// withLibc starts a component with an instance of libc and with aliases of its exports: core functions 0 realloc, 1 nothing,
// 2 i-, 3 -i, 4 ii-i, 5 ii-, 6 I-; core memories 0 mem, 1 shared.
func withLibc(sections ...Bytes) Bytes {
	head := []Bytes{module("libc"), CoreInstances(Instantiate(0)), Aliases(
		AliasCore(CoreFunc, 0, "realloc"), AliasCore(CoreFunc, 0, "nothing"), AliasCore(CoreFunc, 0, "i-"), AliasCore(CoreFunc, 0, "-i"),
		AliasCore(CoreFunc, 0, "ii-i"), AliasCore(CoreFunc, 0, "ii-"), AliasCore(CoreFunc, 0, "I-"),
		AliasCore(CoreMemory, 0, "mem"), AliasCore(CoreMemory, 0, "shared"))}
	return File(append(head, sections...)...)
}

func TestValueTypes(t *testing.T) {
	var labels []string
	for i := range 33 {
		labels = append(labels, "f"+strings.Repeat("a", i))
	}
	chain := func(n int, first Bytes) []Bytes {
		ts := []Bytes{first}
		for i := 1; i < n; i++ {
			ts = append(ts, List(Idx(uint32(i-1))))
		}
		return ts
	}
	double := []Bytes{U8}
	for i := range 20 {
		double = append(double, Tuple(Idx(uint32(i)), Idx(uint32(i))))
	}
	run(t, []validity{
		{"all kinds", File(Types(Record(Field("a", U8)), Variant(Case("a", None), Case("b", Some(Idx(0)))), List(Idx(1)), Tuple(U8, Idx(2)),
			Flags("a"), Enum("a"), Option(Char), Result(None, None), Result(Some(U8), Some(String)), Bool)), ""},
		{"an empty record", File(Types(Record())), "a record must have at least one field"},
		{"an empty variant", File(Types(Variant())), "a variant must have at least one case"},
		{"an empty tuple", File(Types(Tuple())), "a tuple must have at least one type"},
		{"empty flags", File(Types(Flags())), "at least one flag"},
		{"an empty enum", File(Types(Enum())), "at least one case"},
		{"32 flags", File(Types(Flags(labels[:32]...))), ""},
		{"33 flags", File(Types(Flags(labels...))), "33 flags; at most 32"},
		{"a field in capitals", File(Types(Record(Field("URL-of-x1", U8)))), ""},
		{"a field in mixed case", File(Types(Record(Field("aB", U8)))), "kebab case"},
		{"a field with an empty word", File(Types(Record(Field("a--b", U8)))), "kebab case"},
		{"a field that starts with a digit", File(Types(Record(Field("1a", U8)))), "kebab case"},
		{"a field that ends in a hyphen", File(Types(Record(Field("a-", U8)))), "kebab case"},
		{"a later word of digits", File(Types(Record(Field("a-1", U8)))), ""},
		{"a field without a name", File(Types(Record(Field("", U8)))), "kebab case"},
		{"two fields of one name", File(Types(Record(Field("a-b", U8), Field("A-b", U8)))), `"A-b" of a field of a record conflicts with "a-b"`},
		{"two cases of one name", File(Types(Enum("a", "a"))), "conflicts"},
		{"a type that is not there", File(Types(List(Idx(0)))), "there is no type 0: none is defined before this point"},
		{"a type that comes later", File(Types(U8, List(Idx(2)), U8)), "there is no type 2: only 0 to 0 are defined"},
		{"a function as a value", File(Types(FuncType(nil), List(Idx(0)))), "type 0 is the type of a function, not of a value"},
		{"a resource as a value", File(Types(Resource(None), List(Idx(0)))), "type 0 is the type of a resource, not of a value"},
		{"handles", File(Types(Resource(None), Own(0), Borrow(0))), ""},
		{"a handle of a value", File(Types(U8, Own(0))), "type 0 is the type of a u8, not a resource"},
		{"a borrow in a result", File(Types(Resource(None), Borrow(0), Option(Idx(1)), FuncType(Idx(2)))), "cannot contain a borrow"},
		{"a borrow in a parameter", File(Types(Resource(None), Borrow(0), FuncType(nil, Field("p", Idx(1))))), ""},
		{"two parameters of one name", File(Types(FuncType(nil, Field("p", U8), Field("P", U8)))), "conflicts"},
		{"100 levels", File(Types(chain(100, U8)...)), ""},
		{"101 levels", File(Types(chain(101, U8)...)), "nested more than 100 levels deep"},
		{"a function around 100 levels", File(Types(append(chain(100, U8), FuncType(Idx(99)))...)), "nested more than 100 levels deep"},
		{"a type of a million parts", File(Types(double...)), "too large"},
		{"the destructor", withLibc(Types(Resource(Some(U(2))))), ""},
		{"a destructor of another type", withLibc(Types(Resource(Some(U(1))))), "must be a core function (func (param i32)), not (func)"},
		{"a destructor that is not there", File(Types(Resource(Some(U(0))))), "there is no core function 0"},
		{"a resource that is no i32", File(Types(Bytes{0x3f, 0x7d, 0x00})), "represented by an i32, not by f32"},
		{"a resource in an instance type", File(Types(InstanceType(DeclType(Resource(None))))), "can only be defined in a component"},
	})
}

func TestIndexSpaces(t *testing.T) {
	run(t, []validity{
		{"a function", File(Exports(Export("a", Func, 0))), "there is no function 0"},
		{"an instance", File(Exports(Export("a", Instance, 0))), "there is no instance 0"},
		{"a component", File(Instances(Instantiate(0))), "there is no component 0"},
		{"a core module", File(CoreInstances(Instantiate(0))), "there is no core module 0"},
		{"a core instance", File(Aliases(AliasCore(CoreFunc, 0, "f"))), "there is no core instance 0"},
		{"a core function", File(Types(FuncType(nil)), Canons(Lift(0, 0))), "there is no core function 0"},
		{"a core memory", withLibc(Types(FuncType(nil)), Canons(Lift(1, 0, Memory(2)))), "there is no core memory 2: only 0 to 1"},
		{"a core table", File(CoreInstances(Bag(CoreBagExport("a", CoreTable, 0)))), "there is no core table 0"},
		{"a core type", File(Imports(Import("a", OfModule(0)))), "there is no core type 0"},
		{"a function type", File(Types(U8), Imports(Import("a", OfFunc(0)))), "type 0 is not the type of a function but of a u8"},
		{"an instance type", File(Types(FuncType(nil)), Imports(Import("a", OfInstance(0)))), "type 0 is not the type of an instance"},
		{"a module type", File(CoreTypes(CoreFuncType(nil, nil)), Imports(Import("a", OfModule(0)))), "core type 0 is not a module type"},
		{"an export adds to its index space", File(Types(U8), Exports(Export("a", Type, 0)), Types(List(Idx(1)))), ""},
		{"an import adds to its index space", File(Imports(Import("r", SubResource)), Types(Own(0))), ""},
		{"an outer alias", File(Types(U8), Nested(Aliases(AliasOuter(Type, 1, 0)), Types(List(Idx(0))))), ""},
		{"an outer alias beyond the file", File(Aliases(AliasOuter(Type, 1, 0))), "an alias leads 1 components out"},
		{"an outer alias of what comes later", File(Nested(Aliases(AliasOuter(Type, 1, 0))), Types(U8)), "there is no type 0"},
		{"an outer alias of a resource", File(Types(Resource(None)), Nested(Aliases(AliasOuter(Type, 1, 0)))), "refers to a resource"},
		{"an outer alias of a handle", File(Types(Resource(None), Own(0)), Nested(Aliases(AliasOuter(Type, 1, 1)))), "refers to a resource"},
		{"an outer alias of a type that makes its own resource", File(Types(InstanceType(DeclExport("r", SubResource))), Nested(Aliases(AliasOuter(Type, 1, 0)))), ""},
		{"a resource in an instance type", File(Types(Resource(None), InstanceType(DeclAlias(AliasOuter(Type, 1, 0)), DeclExport("r", OfType(0))))), ""},
		{"an outer alias of a component", File(Nested(), Nested(Aliases(AliasOuter(Component, 1, 0)), Instances(Instantiate(0)))), ""},
		{"an outer alias of a module", File(module("empty"), Nested(Aliases(AliasOuter(CoreModule, 1, 0)), CoreInstances(Instantiate(0)))), ""},
		{"an alias of a function in a type", File(Types(InstanceType(DeclType(FuncType(nil)), DeclAlias(AliasOuter(Component, 0, 0))))), "only types and instances can be aliased"},
		{"an alias of an export", File(Types(InstanceType(DeclType(FuncType(nil)), DeclExport("f", OfFunc(0)))), Imports(Import("i", OfInstance(0))), Aliases(AliasExport(Func, 0, "f"))), ""},
		{"an alias of no export", File(Types(InstanceType()), Imports(Import("i", OfInstance(0))), Aliases(AliasExport(Func, 0, "f"))), `instance 0 has no export "f"`},
		{"an alias of another sort", File(Types(InstanceType(DeclExport("r", SubResource))), Imports(Import("i", OfInstance(0))), Aliases(AliasExport(Func, 0, "r"))),
			`the export "r" of instance 0 is a type, not a function`},
		{"a core alias of no export", withLibc(Aliases(AliasCore(CoreFunc, 0, "x"))), `core instance 0 has no export "x"`},
		{"a core alias of another sort", withLibc(Aliases(AliasCore(CoreTable, 0, "mem"))), `is a core memory, not a core table`},
		{"core aliases of all sorts", withLibc(Aliases(AliasCore(CoreTable, 0, "table"), AliasCore(CoreGlobal, 0, "global"), AliasCore(CoreTag, 0, "tag")),
			CoreInstances(Bag(CoreBagExport("a", CoreTable, 0), CoreBagExport("b", CoreGlobal, 0), CoreBagExport("c", CoreTag, 0), CoreBagExport("d", CoreMemory, 1), CoreBagExport("e", CoreFunc, 6)))), ""},
		{"1,001 components", File(Nested(), Aliases(manyTimes(1000, AliasOuter(Component, 0, 0))...)), "more than 1000 components"},
		{"1,001 core modules", File(module("empty"), Aliases(manyTimes(1000, AliasOuter(CoreModule, 0, 0))...)), "more than 1000 core modules"},
		{"4,096 instances, core instances included", File(Instances(manyTimes(4000, Bag())...), CoreInstances(manyTimes(96, Bag())...)), ""},
		{"4,097 instances", File(Instances(manyTimes(4000, Bag())...), CoreInstances(manyTimes(97, Bag())...)), "more than 4096 instances"},
	})
}

func manyTimes(n int, b Bytes) []Bytes {
	bs := make([]Bytes, n)
	for i := range bs {
		bs[i] = b
	}
	return bs
}

func TestCore(t *testing.T) {
	moduleType := func(decls ...Bytes) Bytes { return File(CoreTypes(CoreModuleType(decls...))) }
	fn := Cat(Bytes{0x01}, CoreFuncType(nil, nil))
	imp := func(name string) Bytes { return Cat(Bytes{0x00}, Str("m"), Str(name), Bytes{0x00, 0x00}) }
	exp := func(name string, desc ...byte) Bytes { return Cat(Bytes{0x03}, Str(name), desc) }
	run(t, []validity{
		{"a module that cannot be read", File(module("unknown")), "in a core module: no such module"},
		{"a module that imports twice", File(module("twice")), `imports "f" from "env" twice`},
		{"arguments", withLibc(module("needs"), CoreInstances(Instantiate(1, CoreArg("env", 0)))), ""},
		{"an argument too many", withLibc(CoreInstances(Instantiate(0, CoreArg("x", 0)))), ""},
		{"an argument that is missing", withLibc(module("needs"), CoreInstances(Instantiate(1))), `imports from "env", but no argument of that name`},
		{"an argument that is given twice", withLibc(module("needs"), CoreInstances(Instantiate(1, CoreArg("env", 0), CoreArg("env", 0)))), "given twice"},
		{"an export that is missing", withLibc(module("needs"), CoreInstances(Bag(CoreBagExport("nothing", CoreFunc, 1)), Instantiate(1, CoreArg("env", 1)))), `does not export "mem"`},
		{"an export of another type", withLibc(module("needs"), CoreInstances(Bag(CoreBagExport("nothing", CoreFunc, 2), CoreBagExport("mem", CoreMemory, 0)), Instantiate(1, CoreArg("env", 1)))),
			"expected (func), found (func (param i32))"},
		{"an export of another sort", withLibc(module("needs"), CoreInstances(Bag(CoreBagExport("nothing", CoreMemory, 0), CoreBagExport("mem", CoreMemory, 0)), Instantiate(1, CoreArg("env", 1)))),
			"expected a core function, found a core memory"},
		{"a shared memory", withLibc(module("needs"), CoreInstances(Bag(CoreBagExport("nothing", CoreFunc, 1), CoreBagExport("mem", CoreMemory, 1)), Instantiate(1, CoreArg("env", 1)))),
			"one is shared"},
		{"two exports of one name", withLibc(CoreInstances(Bag(CoreBagExport("a", CoreFunc, 0), CoreBagExport("a", CoreFunc, 1)))), `exports "a" twice`},
		{"a module type", moduleType(fn, imp("f"), exp("f", 0x00, 0x00), exp("m", 0x02, 0x00, 0x01)), ""},
		{"a module type that exports twice", moduleType(fn, exp("f", 0x00, 0x00), exp("f", 0x00, 0x00)), `exports "f" twice`},
		{"a module type that imports twice", moduleType(fn, imp("f"), imp("f")), "twice"},
		{"a module type with a type that is not there", moduleType(imp("f")), "there is no core type 0"},
		{"a module type in a module type", moduleType(Bytes{0x01, 0x50, 0x00}), "cannot be declared inside a module type"},
		{"an outer core type", File(CoreTypes(CoreFuncType(nil, nil), CoreModuleType(Bytes{0x02, 0x10, 0x01, 0x01, 0x00}, imp("f")))), ""},
		{"an outer module type", File(CoreTypes(CoreModuleType(), CoreModuleType(Bytes{0x02, 0x10, 0x01, 0x01, 0x00}))), "cannot be aliased into a module type"},
		{"a memory whose maximum is too small", moduleType(exp("m", 0x02, 0x01, 0x02, 0x01)), "the maximum 1 of a memory or table is less than its minimum 2"},
		{"a memory that is too large", moduleType(exp("m", 0x02, 0x00, 0x81, 0x80, 0x04)), "more than 65536 pages"},
		{"a shared memory without a maximum", moduleType(exp("m", 0x02, 0x02, 0x01)), "must have a maximum"},
		{"a tag with results", moduleType(Cat(Bytes{0x01}, CoreFuncType(nil, Bytes{0x7f})), exp("t", 0x04, 0x00, 0x00)), "no results"},
		{"a module for a module type", File(module("libc"), CoreTypes(CoreModuleType(fn, exp("nothing", 0x00, 0x00))), Exports(ExportAs("m", CoreModule, 0, OfModule(0)))), ""},
		{"a module that lacks an export", File(module("empty"), CoreTypes(CoreModuleType(fn, exp("nothing", 0x00, 0x00))), Exports(ExportAs("m", CoreModule, 0, OfModule(0)))), `the export "nothing" is missing`},
		{"a module that imports more", File(module("needs"), CoreTypes(CoreModuleType()), Exports(ExportAs("m", CoreModule, 0, OfModule(0)))), `imports "nothing" from "env", which is not expected`},
	})
}

func TestErrorInACoreModule(t *testing.T) {
	data := File(Types(U8), module("placed"))
	_, err := resolve(data)
	var e *types.Error
	if !errors.As(err, &e) || !e.Malformed || e.Offset != 8+4+2+8 || e.Message != "in a core module: a section is wrong" {
		t.Errorf("got %+v", err)
	}
}

func FuzzResolve(f *testing.F) {
	f.Add([]byte(withLibc(Types(FuncType(String, Field("a", String))), Canons(Lift(4, 0, Memory(0), Realloc(0), PostReturn(2))), Exports(Export("f", Func, 0)))))
	f.Add([]byte(File(Types(InstanceType(DeclExport("r", SubResource), DeclType(Own(0)), DeclType(FuncType(Idx(1))), DeclExport("f", OfFunc(2)))),
		Imports(Import("a:b/c@1.2.3", OfInstance(0))), Aliases(AliasExport(Type, 0, "r")), Canons(ResourceDrop(1)), Exports(Export("x", Instance, 0)))))
	f.Add([]byte(counter()))
	f.Add([]byte(File(Types(ComponentType(DeclImport("r", SubResource), DeclExport("s", OfType(0)))), Imports(Import("c", OfComponent(0))), Exports(Export("d", Component, 0)))))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := binary.Decode(data)
		if err != nil {
			return
		}
		r, err := types.Resolve(c, typer)
		var e *types.Error
		switch {
		case err != nil && !errors.As(err, &e):
			t.Fatalf("the error is not an *Error: %v", err)
		case err != nil && (e.Offset < 0 || e.Offset > len(data) || e.Message == ""):
			t.Fatalf("the error has no place: %+v", e)
		case err == nil && len(r.Defs) != len(c.Defs):
			t.Fatalf("%d definitions of %d", len(r.Defs), len(c.Defs))
		}
	})
}
