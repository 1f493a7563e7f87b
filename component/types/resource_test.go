package types_test

import (
	"testing"

	. "openidea-plugin/component/binary/asm"
	"openidea-plugin/component/types"
)

// counter is a component that defines a resource "counter" with a constructor and exports both.
func counter() Bytes {
	return withLibc(
		Types(Resource(None)),               // 0
		Exports(Export("counter", Type, 0)), // 1
		Types(Own(1), FuncType(Idx(2)), Borrow(1), FuncType(nil, Field("self", Idx(4)))), // 2 3 4 5
		Canons(Lift(3, 3), Lift(2, 5), ResourceNew(0), ResourceDrop(1), ResourceRep(1)),
		Exports(Export("[constructor]counter", Func, 0), Export("[method]counter.up", Func, 1)))
}

// nestedCounter is the section of counter.
func nestedCounter() Bytes { return Raw(4, counter()) }

func TestResources(t *testing.T) {
	imported := Imports(Import("r", SubResource))
	run(t, []validity{
		{"a resource of its own", counter(), ""},
		{"new of an import", File(imported, Canons(ResourceNew(0))), "not a resource of this component"},
		{"rep of an import", File(imported, Canons(ResourceRep(0))), "not a resource of this component"},
		{"drop of an import", File(imported, Canons(ResourceDrop(0))), ""},
		{"new of a child's", File(nestedCounter(), Instances(Instantiate(0)), Aliases(AliasExport(Type, 0, "counter")), Canons(ResourceNew(0))), "not a resource of this component"},
		{"drop of a child's", File(nestedCounter(), Instances(Instantiate(0)), Aliases(AliasExport(Type, 0, "counter")), Canons(ResourceDrop(0))), ""},
		{"drop of a value", File(Types(U8), Canons(ResourceDrop(0))), "type 0 is the type of a u8, not a resource"},
		{"two instances have two resources", File(nestedCounter(), Instances(Instantiate(0), Instantiate(0)), Aliases(AliasExport(Type, 0, "counter"), AliasExport(Type, 1, "counter")),
			// The argument "r" is of the first instance, what "i" exports of the second.
			Nested(Imports(Import("r", SubResource)), Types(InstanceType(DeclAlias(AliasOuter(Type, 1, 0)), DeclExport("counter", OfType(0)))), Imports(Import("i", OfInstance(1)))),
			Instances(Instantiate(1, Arg("r", Type, 0), Arg("i", Instance, 1)))), `the resources "counter" and "r" are not the same`},
		{"one instance has one resource", File(nestedCounter(), Instances(Instantiate(0)), Aliases(AliasExport(Type, 0, "counter")),
			Nested(Imports(Import("r", SubResource)), Types(InstanceType(DeclAlias(AliasOuter(Type, 1, 0)), DeclExport("counter", OfType(0)))), Imports(Import("i", OfInstance(1)))),
			Instances(Instantiate(1, Arg("r", Type, 0), Arg("i", Instance, 0)))), ""},
		{"a value for a resource", File(Types(U8), Nested(imported), Instances(Instantiate(0, Arg("r", Type, 0)))), "expected the type of a resource, found the type of a u8"},
	})
}

// TestFreshResources: each import of an instance type and each instantiation of a component makes its own resource types,
// and what a component exports is seen through the resources of its importer.
func TestFreshResources(t *testing.T) {
	c, err := resolve(File(
		Types(InstanceType(DeclExport("r", SubResource), DeclType(Own(0)), DeclType(FuncType(Idx(1))), DeclExport("make", OfFunc(2)))),
		Imports(Import("a", OfInstance(0)), Import("b", OfInstance(0))),
		// The child exports a function over the resource that it imports, and a resource of its own.
		Nested(Types(InstanceType(DeclExport("r", SubResource))), Imports(Import("in", OfInstance(0))), Aliases(AliasExport(Type, 0, "r")),
			Types(Resource(None)), Exports(Export("own", Type, 2), Export("same", Type, 1))),
		Instances(Instantiate(0, Arg("in", Instance, 0)), Instantiate(0, Arg("in", Instance, 1)), Instantiate(0, Arg("in", Instance, 0)))))
	if err != nil {
		t.Fatal(err)
	}
	res := func(instance int, name string) *types.Resource {
		e, ok := c.Instances[instance].Export(name)
		if !ok || e.Type.Resource == nil {
			t.Fatalf("instance %d has no resource %q", instance, name)
		}
		return e.Type.Resource
	}
	a, b := res(0, "r"), res(1, "r")
	if a == b {
		t.Error("two imports of one instance type have one resource")
	}
	for i, r := range []*types.Resource{a, b} {
		if e, _ := c.Instances[i].Export("make"); e.Func.Result.Resource != r {
			t.Errorf("the function of import %d is about another resource than its own", i)
		}
	}
	if res(2, "same") != a || res(3, "same") != b || res(4, "same") != a {
		t.Error("a child that exports what it imports exports another resource")
	}
	if x, y, z := res(2, "own"), res(3, "own"), res(4, "own"); x == y || x == z || y == z || x == a {
		t.Error("instantiations of one component share the resource that it defines")
	}
	if n := c.Nested[0]; n == nil || n.Type != c.Components[0] || n.Imports[0].Name != "in" {
		t.Error("the nested component is not linked with its definition")
	}
	if a.Name != "r" || res(2, "own").Name != "own" {
		t.Errorf("resources are named %q and %q, want r and own", a.Name, res(2, "own").Name)
	}
	if e, _ := c.Instances[0].Export("r"); !e.Type.Sub {
		t.Error("an imported resource is not marked as abstract")
	}
}

// TestSharedResource: the type that one imported instance exports, aliased into the type of another import, is one resource.
func TestSharedResource(t *testing.T) {
	c, err := resolve(File(
		Types(InstanceType(DeclExport("r", SubResource))),
		Imports(Import("types", OfInstance(0))),
		Aliases(AliasExport(Type, 0, "r")),
		Types(InstanceType(DeclAlias(AliasOuter(Type, 1, 1)), DeclExport("r", OfType(0)), DeclType(Borrow(1)), DeclType(FuncType(nil, Field("x", Idx(2)))), DeclExport("use", OfFunc(3)))),
		Imports(Import("user", OfInstance(2)))))
	if err != nil {
		t.Fatal(err)
	}
	first, _ := c.Imports[0].Instance.Export("r")
	second, _ := c.Imports[1].Instance.Export("r")
	use, _ := c.Imports[1].Instance.Export("use")
	if r := first.Type.Resource; second.Type.Resource != r || use.Func.Params[0].Type.Resource != r || second.Type.Sub {
		t.Errorf("the resources differ: %p %p %p", r, second.Type.Resource, use.Func.Params[0].Type.Resource)
	}
}

// TestDefs: each definition of the file says where it went.
func TestDefs(t *testing.T) {
	c, err := resolve(counter())
	if err != nil {
		t.Fatal(err)
	}
	// After the module, the core instance and nine aliases: the type, its export, four types, five canonical definitions, two exports.
	d := c.Defs[11:]
	own := d[0].Resource
	if own == nil || own.Name != "counter" || d[1].Resource != own || d[1].Index != 1 {
		t.Errorf("the resource is %+v, its export %+v", d[0], d[1])
	}
	if f := d[6]; f.Func == nil || f.Func.String() != "func() -> own<counter>" || f.Index != 0 || c.Funcs[0] != f.Func {
		t.Errorf("the first lift is %+v", f)
	}
	for i, want := range []string{"(func (param i32) (result i32))", "(func (param i32))", "(func (param i32) (result i32))"} {
		x := d[8+i]
		if x.Resource != own || c.CoreFuncs[x.Index].String() != want {
			t.Errorf("built-in %d is %s of %p, want %s", i, c.CoreFuncs[x.Index], x.Resource, want)
		}
	}
}
