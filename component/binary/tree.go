// Package binary reads the binary format of components into a tree, with limits, and errors that name the byte offset.
package binary

// A component as it stands in the file: nothing is resolved, every index is the file's own. Offsets are byte
// offsets from the start of the outermost file, so that any message can name the place.

// Component is one component (the outermost or a nested one).
type Component struct {
	Offset int
	// Defs are all definitions in the order of the file, whatever section they stand in: each appends one entry to the index
	// space of its sort (an Export appends one too).
	Defs []Def
	// Size in bytes of the whole component.
	Size int
}

// Def is one definition: exactly one field besides Offset is set.
type Def struct {
	Offset       int
	CoreModule   *CoreModule
	CoreInstance *CoreInstance
	CoreType     *CoreType
	Component    *Component
	Instance     *Instance
	Alias        *Alias
	Type         *Type
	Canon        *Canon
	Import       *Import
	Export       *Export
}

// CoreModule is an embedded core module, preamble included.
type CoreModule struct {
	Bytes []byte
}

// CoreSort is a core sort, in the encoding of the file.
type CoreSort byte

// Core sorts.
const (
	CoreFunc     CoreSort = 0x00
	CoreTable    CoreSort = 0x01
	CoreMemory   CoreSort = 0x02
	CoreGlobal   CoreSort = 0x03
	CoreTag      CoreSort = 0x04
	CoreTypeSort CoreSort = 0x10
	CoreModSort  CoreSort = 0x11
	CoreInstSort CoreSort = 0x12
)

// Sort is a component sort, in the encoding of the file. SortCore is refined by a CoreSort.
type Sort byte

// Component sorts.
const (
	SortCore      Sort = 0x00
	SortFunc      Sort = 0x01
	SortValue     Sort = 0x02
	SortType      Sort = 0x03
	SortComponent Sort = 0x04
	SortInstance  Sort = 0x05
)

// SortIdx is a reference into the index space of a sort.
type SortIdx struct {
	Sort  Sort
	Core  CoreSort // where Sort is SortCore
	Index uint32
}

// CoreInstance instantiates Module with Args, or (Inline) is made of Exports.
type CoreInstance struct {
	Inline  bool
	Module  uint32
	Args    []CoreArg
	Exports []CoreInlineExport
}

// CoreArg gives core instance Instance under Name.
type CoreArg struct {
	Name     string
	Instance uint32
}

// CoreInlineExport is an export of an inline core instance.
type CoreInlineExport struct {
	Name  string
	Sort  CoreSort
	Index uint32
}

// Instance instantiates Component with Args, or (Inline) is made of Exports.
type Instance struct {
	Inline    bool
	Component uint32
	Args      []Arg
	Exports   []InlineExport
}

// Arg gives an item under Name.
type Arg struct {
	Name string
	SortIdx
}

// InlineExport is an export of an inline instance.
type InlineExport struct {
	Name  string
	Attrs []Attr
	SortIdx
}

// AttrKind is the kind of an attribute of a name, by its byte in the file.
type AttrKind byte

// Attributes of names.
const (
	AttrImplements    AttrKind = 0x00
	AttrVersionSuffix AttrKind = 0x01
	AttrExternalID    AttrKind = 0x02
)

// Attr is an attribute of the name of an import or export. Attributes take no part in type checking.
type Attr struct {
	Kind  AttrKind
	Value string
}

// AliasKind says where an alias leads.
type AliasKind byte

// Kinds of aliases.
const (
	AliasExport     AliasKind = 0x00
	AliasCoreExport AliasKind = 0x01
	AliasOuter      AliasKind = 0x02
)

// Alias makes an item of elsewhere part of an index space here.
type Alias struct {
	Sort     Sort
	Core     CoreSort
	Kind     AliasKind
	Instance uint32 // AliasExport, AliasCoreExport
	Name     string // AliasExport, AliasCoreExport
	Count    uint32 // AliasOuter: how many components out; 0 is this one
	Index    uint32 // AliasOuter
}

// ValType is a value type in place: a primitive (its byte of the file, 0x64 error-context to 0x7f) or, where Prim is 0, a type index.
type ValType struct {
	Prim  byte
	Index uint32
}

// DefKind says what a Type defines, by its byte in the file.
type DefKind byte

// Kinds of defined types. PrimDef stands for any primitive (see Type.Elem).
const (
	PrimDef      DefKind = 0x01
	RecordDef    DefKind = 0x72
	VariantDef   DefKind = 0x71
	ListDef      DefKind = 0x70
	TupleDef     DefKind = 0x6f
	FlagsDef     DefKind = 0x6e
	EnumDef      DefKind = 0x6d
	OptionDef    DefKind = 0x6b
	ResultDef    DefKind = 0x6a
	OwnDef       DefKind = 0x69
	BorrowDef    DefKind = 0x68
	FuncDef      DefKind = 0x40
	ComponentDef DefKind = 0x41
	InstanceDef  DefKind = 0x42
	ResourceDef  DefKind = 0x3f
)

// Type is a defined type.
type Type struct {
	Kind DefKind
	// Fields: record fields, tuple elements (no names), variant cases (Type nil: no payload), function parameters.
	Fields []Field
	// Labels: flags and enum.
	Labels []string
	// Elem: list, option, and the primitive of PrimDef.
	Elem ValType
	// Ok, Err: result.
	Ok, Err *ValType
	// Index: own and borrow.
	Index uint32
	// Result: function.
	Result *ValType
	// Decls: component and instance types.
	Decls []Decl
	// Rep: resource, the core value type that represents it; only 0x7f, i32, is valid.
	Rep byte
	// Dtor: resource; nil: none.
	Dtor *uint32
}

// Field is a name with a type.
type Field struct {
	Offset int
	Name   string
	Type   *ValType
}

// Decl is a declarator of a component type or instance type; exactly one field besides Offset is set.
type Decl struct {
	Offset   int
	CoreType *CoreType
	Type     *Type
	Alias    *Alias
	Import   *Import // component types only
	Export   *ExportDecl
}

// ExternDesc is the type that an import asks for or an export declares.
type ExternDesc struct {
	Sort Sort // SortCore with Core CoreModSort: a core module
	Core CoreSort
	// Index is the type index (func, component, instance, core module; type with Eq).
	Index uint32
	// Eq: a type bound `eq Index`; otherwise, for SortType, the bound is `sub resource`. For SortValue: Eq is a value index, else Value is its type.
	Eq    bool
	Value ValType
}

// Import is an import.
type Import struct {
	Name  string
	Attrs []Attr
	Desc  ExternDesc
}

// ExportDecl is an export of a component or instance type.
type ExportDecl struct {
	Name  string
	Attrs []Attr
	Desc  ExternDesc
}

// Export is an export definition; Desc is nil where no type is ascribed.
type Export struct {
	Name  string
	Attrs []Attr
	SortIdx
	Desc *ExternDesc
}

// CanonKind is the kind of a canonical definition, by its byte in the file.
type CanonKind byte

// Canonical definitions of 0.2.
const (
	CanonLift         CanonKind = 0x00
	CanonLower        CanonKind = 0x01
	CanonResourceNew  CanonKind = 0x02
	CanonResourceDrop CanonKind = 0x03
	CanonResourceRep  CanonKind = 0x04
)

// Encoding is a string encoding of canonical options.
type Encoding byte

// String encodings.
const (
	UTF8        Encoding = 0
	UTF16       Encoding = 1
	Latin1UTF16 Encoding = 2
)

// Canon is a canonical definition. Lift appends to the functions, all others to the core functions.
type Canon struct {
	Kind CanonKind
	// Func: the core function to lift, or the function to lower.
	Func uint32
	// Type: of a lift the function type, of the resource built-ins the resource type.
	Type    uint32
	Options Options
}

// Options are canonical options; nil: not given.
type Options struct {
	Encoding                    Encoding
	EncodingGiven               bool
	Memory, Realloc, PostReturn *uint32
	// Repeated names an option that is given more than once, which is invalid ("" where none is).
	Repeated string
}

// CoreType is a core type definition: a function type or a module type.
type CoreType struct {
	Func     *FuncSig
	Module   []CoreDecl // IsModule
	IsModule bool
}

// FuncSig is a core function type.
type FuncSig struct {
	Params, Results []byte
}

// CoreDecl is a declarator of a core module type; exactly one field besides Offset is set.
type CoreDecl struct {
	Offset int
	Type   *CoreType
	// Outer is an outer core type alias: how many scopes out, and the index there.
	Outer  *[2]uint32
	Import *CoreImportDecl
	Export *CoreExportDecl
}

// CoreImportDecl is an import of a module type.
type CoreImportDecl struct {
	Module, Name string
	Desc         CoreDesc
}

// CoreExportDecl is an export of a module type.
type CoreExportDecl struct {
	Name string
	Desc CoreDesc
}

// CoreDesc is a core extern description as in core binaries.
type CoreDesc struct {
	Sort    CoreSort
	Index   uint32 // type index: func and tag
	ValType byte   // table element, global value
	Mutable bool
	Min     uint64
	Max     *uint64
	Shared  bool
	Is64    bool
}
