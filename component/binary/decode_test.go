package binary_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"openidea-plugin/component/binary"
	. "openidea-plugin/component/binary/asm"
)

// everything has each kind of definition and each section, some twice and out of the usual order.
func everything() []byte {
	return File(
		Exports(),
		Custom("note", Bytes{1, 2, 3}),
		Module(EmptyModule),
		CoreTypes(CoreFuncType(Bytes{0x7f, 0x7e}, Bytes{0x7d}), CoreModuleType(
			Cat(Bytes{0x01}, CoreFuncType(nil, nil)),
			Cat(Bytes{0x02, 0x10, 0x01}, U(1), U(0)),
			Cat(Bytes{0x00}, Str("m"), Str("f"), Bytes{0x00}, U(1)),
			Cat(Bytes{0x00}, Str("m"), Str("t"), Bytes{0x01, 0x70, 0x01}, U(1), U(200)),
			Cat(Bytes{0x03}, Str("mem"), Bytes{0x02, 0x00}, U(2)),
			Cat(Bytes{0x03}, Str("g"), Bytes{0x03, 0x7e, 0x01}),
			Cat(Bytes{0x03}, Str("tag"), Bytes{0x04, 0x00}, U(0)),
		)),
		CoreInstances(Instantiate(0, CoreArg("env", 0)), Bag(CoreBagExport("f", CoreFunc, 3), CoreBagExport("m", CoreMemory, 1))),
		Types(String, Record(Field("a", U8), Field("b-c", Idx(100))), Variant(Case("x", None), Case("y", Some(U8))), List(Char),
			Tuple(F32, F64), Flags("one", "two"), Enum("only"), Option(S64), Result(Some(Bool), None), Own(7), Borrow(8),
			Resource(None), Resource(Some(U(4))), FuncType(nil), FuncType(Idx(0), Field("p", S16))),
		Types(InstanceType(DeclCoreType(CoreFuncType(nil, nil)), DeclType(U32), DeclAlias(AliasOuter(Type, 1, 2)), DeclExport("r", SubResource)),
			ComponentType(DeclImport("i", OfInstance(3)), DeclExport("f", OfFunc(0)))),
		Imports(Import("f", OfFunc(1)), Import("a:b/c@1.0.0", OfInstance(2)), Import("t", OfType(3)), Import("m", OfModule(1)), Import("c", OfComponent(4)),
			Cat(Bytes{0x01}, Str("old"), OfFunc(1)),
			Cat(Bytes{0x02}, Str("new"), Vec(Cat(Bytes{0x00}, Str("x:y/z")), Cat(Bytes{0x02}, Str("anything"))), OfInstance(2))),
		Nested(Types(U8)),
		Instances(Instantiate(0, Arg("a", Func, 1)), Bag(BagExport("b", Type, 2))),
		Aliases(AliasExport(Func, 1, "f"), AliasCore(CoreTable, 0, "t"), AliasOuter(Component, 1, 0), AliasOuter(CoreType, 0, 1), AliasOuter(CoreModule, 2, 0)),
		Canons(Lift(1, 2, Bytes{0x01}, Memory(0), Realloc(3), PostReturn(4)), Lower(5), ResourceNew(1), ResourceDrop(2), ResourceRep(3)),
		Exports(Export("f", Func, 0), ExportAs("g", Func, 0, OfFunc(1)), Export("m", CoreModule, 0)),
	)
}

func u32p(n uint32) *uint32 { return &n }
func u64p(n uint64) *uint64 { return &n }

func TestDecodeEverything(t *testing.T) {
	data := everything()
	c, err := binary.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if c.Size != len(data) || c.Offset != 0 {
		t.Errorf("component at %d of %d bytes", c.Offset, c.Size)
	}
	prim := func(b Bytes) *binary.ValType { return &binary.ValType{Prim: b[0]} }
	// Each definition without its offset, in the order of the file.
	want := []binary.Def{
		{CoreModule: &binary.CoreModule{Bytes: EmptyModule}},
		{CoreType: &binary.CoreType{Func: &binary.FuncSig{Params: []byte{0x7f, 0x7e}, Results: []byte{0x7d}}}},
		{CoreType: &binary.CoreType{IsModule: true, Module: []binary.CoreDecl{
			{Type: &binary.CoreType{Func: &binary.FuncSig{}}},
			{Outer: &[2]uint32{1, 0}},
			{Import: &binary.CoreImportDecl{Module: "m", Name: "f", Desc: binary.CoreDesc{Sort: binary.CoreFunc, Index: 1}}},
			{Import: &binary.CoreImportDecl{Module: "m", Name: "t", Desc: binary.CoreDesc{Sort: 0x01, ValType: 0x70, Min: 1, Max: u64p(200)}}},
			{Export: &binary.CoreExportDecl{Name: "mem", Desc: binary.CoreDesc{Sort: 0x02, Min: 2}}},
			{Export: &binary.CoreExportDecl{Name: "g", Desc: binary.CoreDesc{Sort: 0x03, ValType: 0x7e, Mutable: true}}},
			{Export: &binary.CoreExportDecl{Name: "tag", Desc: binary.CoreDesc{Sort: 0x04}}},
		}}},
		{CoreInstance: &binary.CoreInstance{Args: []binary.CoreArg{{"env", 0}}}},
		{CoreInstance: &binary.CoreInstance{Inline: true, Exports: []binary.CoreInlineExport{{"f", 0x00, 3}, {"m", 0x02, 1}}}},
		{Type: &binary.Type{Kind: binary.PrimDef, Elem: *prim(String)}},
		{Type: &binary.Type{Kind: binary.RecordDef, Fields: []binary.Field{{Name: "a", Type: prim(U8)}, {Name: "b-c", Type: &binary.ValType{Index: 100}}}}},
		{Type: &binary.Type{Kind: binary.VariantDef, Fields: []binary.Field{{Name: "x"}, {Name: "y", Type: prim(U8)}}}},
		{Type: &binary.Type{Kind: binary.ListDef, Elem: *prim(Char)}},
		{Type: &binary.Type{Kind: binary.TupleDef, Fields: []binary.Field{{Type: prim(F32)}, {Type: prim(F64)}}}},
		{Type: &binary.Type{Kind: binary.FlagsDef, Labels: []string{"one", "two"}}},
		{Type: &binary.Type{Kind: binary.EnumDef, Labels: []string{"only"}}},
		{Type: &binary.Type{Kind: binary.OptionDef, Elem: *prim(S64)}},
		{Type: &binary.Type{Kind: binary.ResultDef, Ok: prim(Bool)}},
		{Type: &binary.Type{Kind: binary.OwnDef, Index: 7}},
		{Type: &binary.Type{Kind: binary.BorrowDef, Index: 8}},
		{Type: &binary.Type{Kind: binary.ResourceDef, Rep: 0x7f}},
		{Type: &binary.Type{Kind: binary.ResourceDef, Rep: 0x7f, Dtor: u32p(4)}},
		{Type: &binary.Type{Kind: binary.FuncDef}},
		{Type: &binary.Type{Kind: binary.FuncDef, Fields: []binary.Field{{Name: "p", Type: prim(S16)}}, Result: &binary.ValType{}}},
		{Type: &binary.Type{Kind: binary.InstanceDef, Decls: []binary.Decl{
			{CoreType: &binary.CoreType{Func: &binary.FuncSig{}}},
			{Type: &binary.Type{Kind: binary.PrimDef, Elem: *prim(U32)}},
			{Alias: &binary.Alias{Sort: binary.SortType, Kind: binary.AliasOuter, Count: 1, Index: 2}},
			{Export: &binary.ExportDecl{Name: "r", Desc: binary.ExternDesc{Sort: binary.SortType}}},
		}}},
		{Type: &binary.Type{Kind: binary.ComponentDef, Decls: []binary.Decl{
			{Import: &binary.Import{Name: "i", Desc: binary.ExternDesc{Sort: binary.SortInstance, Index: 3}}},
			{Export: &binary.ExportDecl{Name: "f", Desc: binary.ExternDesc{Sort: binary.SortFunc}}},
		}}},
		{Import: &binary.Import{Name: "f", Desc: binary.ExternDesc{Sort: binary.SortFunc, Index: 1}}},
		{Import: &binary.Import{Name: "a:b/c@1.0.0", Desc: binary.ExternDesc{Sort: binary.SortInstance, Index: 2}}},
		{Import: &binary.Import{Name: "t", Desc: binary.ExternDesc{Sort: binary.SortType, Eq: true, Index: 3}}},
		{Import: &binary.Import{Name: "m", Desc: binary.ExternDesc{Sort: binary.SortCore, Core: binary.CoreModSort, Index: 1}}},
		{Import: &binary.Import{Name: "c", Desc: binary.ExternDesc{Sort: binary.SortComponent, Index: 4}}},
		{Import: &binary.Import{Name: "old", Desc: binary.ExternDesc{Sort: binary.SortFunc, Index: 1}}},
		{Import: &binary.Import{Name: "new", Attrs: []binary.Attr{{binary.AttrImplements, "x:y/z"}, {binary.AttrExternalID, "anything"}}, Desc: binary.ExternDesc{Sort: binary.SortInstance, Index: 2}}},
		{}, // The nested component, compared below.
		{Instance: &binary.Instance{Args: []binary.Arg{{"a", binary.SortIdx{Sort: binary.SortFunc, Index: 1}}}}},
		{Instance: &binary.Instance{Inline: true, Exports: []binary.InlineExport{{Name: "b", SortIdx: binary.SortIdx{Sort: binary.SortType, Index: 2}}}}},
		{Alias: &binary.Alias{Sort: binary.SortFunc, Kind: binary.AliasExport, Instance: 1, Name: "f"}},
		{Alias: &binary.Alias{Kind: binary.AliasCoreExport, Core: 0x01, Name: "t"}},
		{Alias: &binary.Alias{Sort: binary.SortComponent, Kind: binary.AliasOuter, Count: 1}},
		{Alias: &binary.Alias{Core: binary.CoreTypeSort, Kind: binary.AliasOuter, Index: 1}},
		{Alias: &binary.Alias{Core: binary.CoreModSort, Kind: binary.AliasOuter, Count: 2}},
		{Canon: &binary.Canon{Kind: binary.CanonLift, Func: 1, Type: 2, Options: binary.Options{Encoding: binary.UTF16, EncodingGiven: true, Memory: u32p(0), Realloc: u32p(3), PostReturn: u32p(4)}}},
		{Canon: &binary.Canon{Kind: binary.CanonLower, Func: 5}},
		{Canon: &binary.Canon{Kind: binary.CanonResourceNew, Type: 1}},
		{Canon: &binary.Canon{Kind: binary.CanonResourceDrop, Type: 2}},
		{Canon: &binary.Canon{Kind: binary.CanonResourceRep, Type: 3}},
		{Export: &binary.Export{Name: "f", SortIdx: binary.SortIdx{Sort: binary.SortFunc}}},
		{Export: &binary.Export{Name: "g", SortIdx: binary.SortIdx{Sort: binary.SortFunc}, Desc: &binary.ExternDesc{Sort: binary.SortFunc, Index: 1}}},
		{Export: &binary.Export{Name: "m", SortIdx: binary.SortIdx{Core: binary.CoreModSort}}},
	}
	if len(c.Defs) != len(want) {
		t.Fatalf("%d definitions, want %d", len(c.Defs), len(want))
	}
	last := 0
	for i, d := range c.Defs {
		if d.Offset < last {
			t.Errorf("definition %d is at %d, before %d", i, d.Offset, last)
		}
		last = d.Offset
		if n := d.Component; n != nil {
			if n.Offset != d.Offset || len(n.Defs) != 1 || n.Defs[0].Type.Elem.Prim != U8[0] || !bytes.Equal(data[n.Offset:n.Offset+n.Size], File(Types(U8))) {
				t.Errorf("the nested component is at %d, %d bytes, with %d definitions", n.Offset, n.Size, len(n.Defs))
			}
			continue
		}
		clearOffsets(&d)
		if !reflect.DeepEqual(d, want[i]) {
			t.Errorf("definition %d:\n got %s\nwant %s", i, show(d), show(want[i]))
		}
	}
}

func clearOffsets(d *binary.Def) {
	d.Offset = 0
	if d.Type != nil {
		for i := range d.Type.Fields {
			d.Type.Fields[i].Offset = 0
		}
		for i := range d.Type.Decls {
			d.Type.Decls[i].Offset = 0
		}
	}
	if d.CoreType != nil {
		for i := range d.CoreType.Module {
			d.CoreType.Module[i].Offset = 0
		}
	}
}

func show(d binary.Def) string {
	v := reflect.ValueOf(d)
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Pointer && !f.IsNil() {
			return fmt.Sprintf("%+v", f.Elem())
		}
	}
	return "nothing"
}

func mustFail(t *testing.T, data []byte, offset int, message string) {
	t.Helper()
	_, err := binary.Decode(data)
	var e *binary.Error
	if !errors.As(err, &e) {
		t.Errorf("got %v, want an error about %q", err, message)
		return
	}
	if !strings.Contains(e.Message, message) || offset >= 0 && e.Offset != offset {
		t.Errorf("got %q at %d, want %q at %d", e.Message, e.Offset, message, offset)
	}
}
