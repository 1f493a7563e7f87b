package types_test

import (
	"testing"

	. "openidea-plugin/component/binary/asm"
)

func TestNames(t *testing.T) {
	fn := Types(FuncType(nil))
	imports := func(names ...string) Bytes {
		items := make([]Bytes, len(names))
		for i, n := range names {
			items[i] = Import(n, OfFunc(0))
		}
		return File(fn, Imports(items...))
	}
	exports := func(names ...string) Bytes {
		items := make([]Bytes, len(names))
		for i, n := range names {
			items[i] = Export(n, Func, 0)
		}
		return File(fn, Imports(Import("f", OfFunc(0))), Exports(items...))
	}
	const kebab, path, version = "kebab case", "joined by a colon", "is not a semantic version"
	run(t, []validity{
		{"plain names", imports("a", "b-c", "D-e1-2"), ""},
		{"capitals and small letters in one word", imports("aB"), kebab},
		{"an empty name", imports(""), kebab},
		{"letters that are not ASCII", imports("é"), kebab},
		{"an underscore", imports("a_b"), kebab},
		{"interface names", imports("a:b/c", "a:b/d@1.0.0", "a-b:c-d/e-F@0.1.2-rc.1+build.7"), ""},
		{"capitals in a namespace", imports("A:b/c"), path},
		{"capitals in a package", imports("a:B/c"), path},
		{"a package without an interface", imports("a:b"), "the name of an interface"},
		{"an empty interface", imports("a:b/"), kebab},
		{"nested packages", imports("a:b:c/d"), "not supported: names of nested packages"},
		{"nested interfaces", imports("a:b/c/d@1.0.0"), "not supported: names of nested packages"},
		{"a dependency in nested packages", imports("unlocked-dep=<a:b:c/d@{>=1.0.0}>"), "not supported: names of nested packages"},
		{"nested packages with capitals", imports("a:B:c/d"), path},
		{"a version of two parts", imports("a:b/c@1.0"), version},
		{"a version with a leading zero", imports("a:b/c@1.02.0"), version},
		{"a pre-release with a leading zero", imports("a:b/c@1.0.0-01"), version},
		{"an empty version", imports("a:b/c@"), version},
		{"a version with a number too large", imports("a:b/c@1.0.18446744073709551616"), version},
		{"an unknown annotation", imports("[async]a"), kebab},
		{"the same name twice", imports("a", "a"), `"a" of an import conflicts with "a"`},
		{"the same name in another case", imports("a-b", "A-b"), `"A-b" of an import conflicts with "a-b"`},
		{"interfaces in another case", imports("a:b/c", "a:b/C"), "conflicts"},
		{"two versions of one interface", imports("a:b/c@1.0.0", "a:b/c@1.0.1"), ""},
		{"hyphens count", imports("a1", "a-1"), ""},
		{"an import and an export of one name", exports("f"), ""},
		{"the same export twice", exports("a", "A"), `"A" of an export conflicts with "a"`},
		{"older names of imports", imports("url=<https://x.y/z>", "integrity=<sha256-AAAA>", "locked-dep=<a:b@1.2.3>,integrity=<sha512-B==>",
			"unlocked-dep=<a:b/c@{>=1.0.0 <2.0.0}>", "unlocked-dep=<a:b@*>"), ""},
		{"an older name of an export", exports("url=<a>"), "only imports"},
		{"a hash of an unknown kind", imports("integrity=<md5-AAAA>"), "sha256-, sha384- or sha512-"},
		{"a hash that is not base64", imports("url=<a>,integrity=<sha256-!>"), "in base64"},
		{"a dependency with a wrong range", imports("unlocked-dep=<a:b@{1.0.0}>"), "a range between"},
		{"two exports of a bag", File(fn, Imports(Import("f", OfFunc(0))), Instances(Bag(BagExport("a", Func, 0), BagExport("A", Func, 0)))), "conflicts"},
		{"names in a component type", File(Types(ComponentType(DeclType(FuncType(nil)), DeclImport("a", OfFunc(0)), DeclImport("a", OfFunc(0))))), "conflicts"},
		{"names in an instance type", File(Types(InstanceType(DeclType(FuncType(nil)), DeclExport("a", OfFunc(0)), DeclExport("a", OfFunc(0))))), "conflicts"},
	})
}

func TestAnnotatedNames(t *testing.T) {
	// with imports a resource "r" (type 0) and another "s" (1), and has the types 2 own r, 3 borrow r, 4 own s.
	with := func(name string, types ...Bytes) Bytes {
		types = append([]Bytes{Own(0), Borrow(0), Own(1)}, types...)
		last := uint32(2 + len(types) - 1)
		return File(Imports(Import("r", SubResource), Import("s", SubResource)), Types(types...), Imports(Import(name, OfFunc(last))))
	}
	self := Field("self", Idx(3))
	run(t, []validity{
		{"a constructor", with("[constructor]r", FuncType(Idx(2), Field("a", U8))), ""},
		{"a constructor that may fail", with("[constructor]r", Result(Some(Idx(2)), Some(String)), FuncType(Idx(5))), ""},
		{"a constructor of nothing", with("[constructor]r", FuncType(nil)), "a constructor must return own<r> or a result of that"},
		{"a constructor of a number", with("[constructor]r", FuncType(U8)), "a constructor must return own<r>"},
		{"a constructor of another resource", with("[constructor]r", FuncType(Idx(4))), `the resource that it belongs to is "s", not "r"`},
		{"a constructor of an unknown resource", with("[constructor]x", FuncType(Idx(2))), `is "r", not "x"`},
		{"a method", with("[method]r.m", FuncType(nil, self)), ""},
		{"a method without parameters", with("[method]r.m", FuncType(nil)), "the first parameter of a method must be self: borrow<r>"},
		{"a method whose self has another name", with("[method]r.m", FuncType(nil, Field("this", Idx(3)))), "must be self"},
		{"a method that takes its own", with("[method]r.m", FuncType(nil, Field("self", Idx(2)))), "must be self: borrow<r>"},
		{"a method of another resource", with("[method]s.m", FuncType(nil, self)), `is "r", not "s"`},
		{"a method without a dot", with("[method]r", FuncType(nil, self)), "joined by a dot"},
		{"a method with an empty name", with("[method]r.", FuncType(nil, self)), "kebab case"},
		{"a static function", with("[static]r.m", FuncType(nil)), ""},
		{"a static function of an unknown resource", with("[static]x.m", FuncType(nil)), `there is no resource "x"`},
		{"a method that is no function", File(Imports(Import("r", SubResource), Import("[method]r.m", SubResource))), "only a function can have such a name, not a type"},
		{"a method named like its resource", with("[static]r.r", FuncType(nil)), `"[static]r.r" of an import conflicts with "r"`},
		{"a method and a static function of one name", File(Imports(Import("r", SubResource)), Types(FuncType(nil)),
			Imports(Import("[static]r.m", OfFunc(1)), Import("[static]r.M", OfFunc(1)))), "conflicts"},
		{"a constructor does not conflict with its resource", with("[constructor]r", FuncType(Idx(2))), ""},
		{"an export of a method of an import", File(Imports(Import("r", SubResource)), Types(FuncType(nil)), Imports(Import("f", OfFunc(1))), Exports(Export("[static]r.m", Func, 0))),
			`there is no resource "r"`},
	})
}

func TestAttributes(t *testing.T) {
	attr := func(kind byte, value string) Bytes { return Cat(Bytes{kind}, Str(value)) }
	imp := func(name string, desc Bytes, attrs ...Bytes) Bytes {
		return File(Types(InstanceType(), FuncType(nil)), Imports(Cat(Bytes{0x02}, Str(name), Vec(attrs...), desc)))
	}
	run(t, []validity{
		{"implements", imp("a", OfInstance(0), attr(0, "x:y/z")), ""},
		{"implements on a function", imp("a", OfFunc(1), attr(0, "x:y/z")), "which only instances can have"},
		{"implements on an interface name", imp("a:b/c", OfInstance(0), attr(0, "x:y/z")), "which only plain names can have"},
		{"implements a plain name", imp("a", OfInstance(0), attr(0, "x")), "which is no interface name"},
		{"implements twice", imp("a", OfInstance(0), attr(0, "x:y/z"), attr(0, "x:y/z")), "has the attribute implements twice"},
		{"any external id", imp("a", OfFunc(1), attr(2, "☃")), ""},
		{"a version suffix", imp("a:b/c@1", OfInstance(0), attr(1, ".2.3")), ""},
		{"a version suffix of 0.x", imp("a:b/c@0.2", OfInstance(0), attr(1, ".6")), ""},
		{"a version suffix without a version", imp("a:b/c", OfInstance(0), attr(1, ".6")), "which only interface names with a version"},
		{"a version suffix after a whole version", imp("a:b/c@1.0", OfInstance(0), attr(1, ".6")), "which only interface names with a version"},
		{"a version suffix that gives no version", imp("a:b/c@1", OfInstance(0), attr(1, ".2")), `the version "1.2"`},
		{"attributes do not make names differ", File(Types(InstanceType()), Imports(Import("a", OfInstance(0)), Cat(Bytes{0x02}, Str("a"), Vec(attr(2, "x")), OfInstance(0)))), "conflicts"},
	})
}
