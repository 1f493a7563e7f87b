package types_test

import (
	"testing"

	. "openidea-plugin/component/binary/asm"
)

// TestInstantiate gives arguments to components.
func TestInstantiate(t *testing.T) {
	// funcs imports one function "f" of a type and gives it to a component that imports one of another.
	funcs := func(want, have Bytes) Bytes {
		return File(Nested(Types(want), Imports(Import("a", OfFunc(0)))), Types(have), Imports(Import("f", OfFunc(0))), Instances(Instantiate(0, Arg("a", Func, 0))))
	}
	// values does the same for a type.
	values := func(want, have Bytes) Bytes {
		return File(Nested(Types(want), Imports(Import("a", OfType(0)))), Types(have), Instances(Instantiate(0, Arg("a", Type, 0))))
	}
	f := FuncType(String, Field("x", U8))
	empty := Types(InstanceType())
	run(t, []validity{
		{"no arguments", File(Nested(), Instances(Instantiate(0))), ""},
		{"an argument too many", File(Nested(), Nested(), Instances(Instantiate(0, Arg("x", Component, 1)))), ""},
		{"an argument that is missing", File(Nested(Types(f), Imports(Import("a", OfFunc(0)))), Instances(Instantiate(0))), `imports "a", but no argument of that name is given`},
		{"an argument that is given twice", File(Nested(), Instances(Instantiate(0, Arg("x", Component, 0), Arg("x", Component, 0)))), `the argument "x" is given twice`},
		{"an argument of another sort", File(Nested(Types(f), Imports(Import("a", OfFunc(0)))), Instances(Instantiate(0, Arg("a", Component, 0)))), "expected a function, found a component"},
		{"the same function", funcs(f, f), ""},
		{"another name of a parameter", funcs(f, FuncType(String, Field("y", U8))), `expected the parameter "x", found "y"`},
		{"more parameters", funcs(f, FuncType(String, Field("x", U8), Field("y", U8))), "expected a function with 1 parameters, found one with 2"},
		{"another parameter", funcs(f, FuncType(String, Field("x", U16))), `in the parameter "x": expected u8, found u16`},
		{"another result", funcs(f, FuncType(Char, Field("x", U8))), "in the result: expected string, found char"},
		{"no result", funcs(f, FuncType(nil, Field("x", U8))), "expected the result of type string, found none"},
		{"a result too many", funcs(FuncType(nil), FuncType(U8)), "expected the result to be absent, found type u8"},
		{"the same record", values(Record(Field("a", U8)), Record(Field("a", U8))), ""},
		{"another field", values(Record(Field("a", U8)), Record(Field("b", U8))), `expected the field "a", found "b"`},
		{"another type of a field", values(Record(Field("a", U8)), Record(Field("a", S8))), "in field 0: expected u8, found s8"},
		{"more fields", values(Record(Field("a", U8)), Record(Field("a", U8), Field("b", U8))), "expected record { a: u8 }, found record { a: u8, b: u8 }"},
		{"another case", values(Variant(Case("a", None)), Variant(Case("b", None))), `expected the case "a", found "b"`},
		{"a case with a payload", values(Variant(Case("a", None)), Variant(Case("a", Some(U8)))), "expected the payload of the case a to be absent"},
		{"another flag", values(Flags("a", "b"), Flags("a", "c")), `expected "b", found "c" in flags`},
		{"flags for an enum", values(Enum("a"), Flags("a")), "expected enum { a }, found flags { a }"},
		{"another element", values(List(U8), List(U16)), "expected u8, found u16"},
		{"another error", values(Result(None, Some(U8)), Result(None, None)), "expected the error type of type u8, found none"},
		{"an instance that exports more", File(Nested(empty, Imports(Import("a", OfInstance(0)))), Nested(), Instances(Bag(BagExport("x", Component, 1)), Instantiate(0, Arg("a", Instance, 0)))), ""},
		{"an instance that lacks an export", File(Nested(Types(InstanceType(DeclType(f), DeclExport("x", OfFunc(0)))), Imports(Import("a", OfInstance(0)))), Instances(Bag(), Instantiate(0, Arg("a", Instance, 0)))),
			`the export "x" is missing`},
		{"a type that a later import refers to", File(Nested(Types(U8), Imports(Import("t", OfType(0))), Types(FuncType(Idx(1))), Imports(Import("f", OfFunc(2)))),
			Types(U8, FuncType(U8)), Imports(Import("g", OfFunc(1))), Instances(Instantiate(0, Arg("t", Type, 0), Arg("f", Func, 0)))), ""},
	})
}

// TestComponentArguments: components are contravariant in what they import.
func TestComponentArguments(t *testing.T) {
	// given instantiates a component that imports a component of type want with one that has these sections.
	given := func(want Bytes, sections ...Bytes) Bytes {
		return File(Nested(Types(want), Imports(Import("c", OfComponent(0)))), Nested(sections...), Instances(Instantiate(0, Arg("c", Component, 1))))
	}
	nothing := ComponentType()
	imports := ComponentType(DeclType(FuncType(nil)), DeclImport("f", OfFunc(0)))
	exports := ComponentType(DeclExport("r", SubResource), DeclType(Own(0)), DeclType(FuncType(Idx(1))), DeclExport("make", OfFunc(2)))
	over := ComponentType(DeclImport("r", SubResource), DeclType(Own(0)), DeclType(FuncType(Idx(1))), DeclExport("make", OfFunc(2)))
	run(t, []validity{
		{"nothing for nothing", given(nothing), ""},
		{"one that imports less", given(imports), ""},
		{"one that imports more", given(nothing, Types(FuncType(nil)), Imports(Import("f", OfFunc(0)))), `the import "f" is missing`},
		{"one that exports more", given(nothing, Types(U8), Exports(Export("t", Type, 0))), ""},
		{"one that exports less", given(exports), `the export "r" is missing`},
		{"one that exports its own resource", given(exports, Raw(4, counter()), Types(Resource(None)), Exports(Export("r", Type, 0)), Types(Own(1), FuncType(Idx(2))),
			module("libc"), CoreInstances(Instantiate(0)), Aliases(AliasCore(CoreFunc, 0, "-i")), Canons(Lift(0, 3)), Exports(Export("make", Func, 0))), ""},
		{"one over the resource that it imports", given(over, Imports(Import("r", SubResource)), Types(Own(0), FuncType(Idx(1))),
			module("libc"), CoreInstances(Instantiate(0)), Aliases(AliasCore(CoreFunc, 0, "-i")), Canons(Lift(0, 2)), Exports(Export("make", Func, 0))), ""},
		{"one over another resource", given(over, Imports(Import("r", SubResource)), Types(Resource(None)), Exports(Export("own", Type, 1)), Types(Own(2), FuncType(Idx(3))),
			module("libc"), CoreInstances(Instantiate(0)), Aliases(AliasCore(CoreFunc, 0, "-i")), Canons(Lift(0, 4)), Exports(Export("make", Func, 0))), `are not the same`},
	})
}

// TestExternalVisibility: what an import or export uses must have a name outside.
func TestExternalVisibility(t *testing.T) {
	rec := Record(Field("a", U8))
	lifted := func(sections ...Bytes) Bytes {
		return File(append([]Bytes{module("libc"), CoreInstances(Instantiate(0)), Aliases(AliasCore(CoreFunc, 0, "i-"))}, sections...)...)
	}
	run(t, []validity{
		{"a record without a name", File(Types(rec, FuncType(Idx(0))), Imports(Import("f", OfFunc(1)))), `the import "f" uses the type record { a: u8 }, which has no name outside`},
		{"a record with a name", File(Types(rec), Imports(Import("rec", OfType(0))), Types(FuncType(Idx(1))), Imports(Import("f", OfFunc(2)))), ""},
		{"a record by the name it had before", File(Types(rec), Imports(Import("rec", OfType(0))), Types(FuncType(Idx(0))), Imports(Import("f", OfFunc(2)))), "has no name outside"},
		{"a tuple needs no name", File(Types(Tuple(U8, String), List(Idx(0)), FuncType(Idx(1))), Imports(Import("f", OfFunc(2)))), ""},
		{"an enum in a tuple", File(Types(Enum("a"), Tuple(Idx(0)), FuncType(Idx(1))), Imports(Import("f", OfFunc(2)))), "enum { a }, which has no name"},
		{"a type of an export in an import", File(Types(rec), Exports(Export("rec", Type, 0)), Types(FuncType(Idx(1))), Imports(Import("f", OfFunc(2)))), "has no name outside"},
		{"an imported type in an export", lifted(Types(rec), Imports(Import("rec", OfType(0))), Types(FuncType(nil, Field("p", Idx(1)))), Canons(Lift(0, 2)), Exports(Export("f", Func, 0))), ""},
		{"an exported function over a type without a name", lifted(Types(rec, FuncType(nil, Field("p", Idx(0)))), Canons(Lift(0, 1)), Exports(Export("f", Func, 0))), "has no name outside"},
		{"an exported function with a type ascribed", lifted(Types(rec, FuncType(nil, Field("p", Idx(0)))), Canons(Lift(0, 1)), Exports(Export("rec", Type, 0)),
			Types(FuncType(nil, Field("p", Idx(2)))), Exports(ExportAs("f", Func, 0, OfFunc(3)))), ""},
		{"a type ascribed that does not fit", lifted(Types(FuncType(nil, Field("p", U8)), FuncType(nil, Field("p", U16))), Canons(Lift(0, 0)), Exports(ExportAs("f", Func, 0, OfFunc(1)))),
			"the type ascribed to the export \"f\" does not fit"},
		{"a resource without a name", lifted(Types(Resource(None), Own(0), FuncType(nil, Field("p", Idx(1)))), Canons(Lift(0, 2)), Exports(Export("f", Func, 0))), "own<resource>, which has no name"},
		{"a resource by the index it had before its export", lifted(Types(Resource(None), Own(0), FuncType(nil, Field("p", Idx(1)))), Exports(Export("r", Type, 0)), Canons(Lift(0, 2)), Exports(Export("f", Func, 0))),
			"has no name"},
		{"a resource by its exported index", lifted(Types(Resource(None)), Exports(Export("r", Type, 0)), Types(Own(1), FuncType(nil, Field("p", Idx(2)))), Canons(Lift(0, 3)), Exports(Export("f", Func, 0))), ""},
		{"a type that refers to one without a name", File(Types(rec, Option(Idx(0))), Exports(Export("o", Type, 1))), "has no name outside"},
		{"instance types are not bound to names", File(Types(InstanceType(DeclType(rec), DeclType(FuncType(Idx(0))), DeclExport("f", OfFunc(1))))), ""},
		{"but an import of such a one is", File(Types(InstanceType(DeclType(rec), DeclType(FuncType(Idx(0))), DeclExport("f", OfFunc(1)))), Imports(Import("i", OfInstance(0)))), "has no name outside"},
		{"a child's types by the parent's names", File(
			Nested(Types(rec), Imports(Import("rec", OfType(0))), Types(FuncType(nil, Field("p", Idx(1)))), Imports(Import("g", OfFunc(2))), Exports(Export("f", Func, 0))),
			Types(rec), Imports(Import("rec", OfType(0))), Types(FuncType(nil, Field("p", Idx(1)))), Imports(Import("g", OfFunc(2))),
			Instances(Instantiate(0, Arg("rec", Type, 1), Arg("g", Func, 0))), Exports(Export("i", Instance, 0))), ""},
		{"a child's types by no name", File(
			Nested(Types(rec), Imports(Import("rec", OfType(0))), Types(FuncType(nil, Field("p", Idx(1)))), Imports(Import("g", OfFunc(2))), Exports(Export("f", Func, 0))),
			Types(rec), Imports(Import("rec", OfType(0))), Types(FuncType(nil, Field("p", Idx(1)))), Imports(Import("g", OfFunc(2))),
			Instances(Instantiate(0, Arg("rec", Type, 0), Arg("g", Func, 0))), Exports(Export("i", Instance, 0))), "has no name outside"},
	})
}

// TestWorkIsBounded: types that share their parts are small in the file and huge written out; comparing them again and again ends in
// an error instead of going on for hours.
func TestWorkIsBounded(t *testing.T) {
	decls := []Bytes{Types(InstanceType())}
	for i := range uint32(17) {
		decls = append(decls, Types(InstanceType(DeclAlias(AliasOuter(Type, 1, i)), DeclExport("a", OfInstance(0)), DeclExport("b", OfInstance(0)))))
	}
	child := File(append(decls, Imports(Import("i", OfInstance(17))))...)
	parent := append(decls, Raw(4, child), Imports(Import("i", OfInstance(17))), Instances(manyTimes(4000, Instantiate(0, Arg("i", Instance, 0)))...))
	check(t, File(parent...), "too large to be compared")
}
