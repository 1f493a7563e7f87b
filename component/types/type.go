// Package types is the type model of components: value types with their layout, functions, instances,
// components, core modules and resources. All types are static: resolved once for each component
// definition, shared by all its instances, and safe for concurrent reading. A resource type is known by
// the identity of its *Resource; what it is at run time is decided for each instance.
package types

// Kind says which value type a Type is.
type Kind uint8

// The value types of WASI 0.2.
const (
	Bool Kind = iota + 1
	S8
	U8
	S16
	U16
	S32
	U32
	S64
	U64
	F32
	F64
	Char
	String
	Record
	Variant
	List
	Tuple
	Flags
	Enum
	Option
	Result
	Own
	Borrow
)

// Type is a value type. Which fields are set follows from Kind; a Type is never changed once made.
type Type struct {
	Kind Kind
	// Fields: Record (with names) and Tuple (names empty).
	Fields []Field
	// Cases: Variant.
	Cases []Case
	// Labels: Flags (1 to 32) and Enum.
	Labels []string
	// Elem: List and Option.
	Elem *Type
	// Ok and Err: Result; nil where the case has no payload.
	Ok, Err *Type
	// Resource: Own and Borrow.
	Resource *Resource

	// Layout is filled in when the type is made (see New… and Prim).
	Layout Layout

	// def is, for Own and Borrow, the type index space entry that the resource was named through: visibility is decided by
	// the name a resource goes by, not by its identity.
	def  *TypeDef
	size measure
	// borrows says whether a borrow stands inside.
	borrows bool
}

// Field is a field of a record or, without a name, of a tuple.
type Field struct {
	Name string
	Type *Type
}

// Case is a case of a variant; Type is nil where it has no payload.
type Case struct {
	Name string
	Type *Type
}

// Resource is one resource type as a component definition sees it; two are the same type exactly when
// they are the same pointer.
type Resource struct {
	// Name is the name that it was imported, exported or defined under; for messages only.
	Name string
}

// CoreType is a core value type of a flattened signature.
type CoreType uint8

// Core value types, in the encoding of core binaries.
const (
	I32     CoreType = 0x7f
	I64     CoreType = 0x7e
	F32Core CoreType = 0x7d
	F64Core CoreType = 0x7c
)

// Layout is how a value lies in linear memory and on the core stack.
type Layout struct {
	// Size and Align are in bytes; Size is a multiple of Align. Align is 1, 2, 4 or 8. Sizes saturate at 2^32-1.
	Size, Align uint32
	// Flat is the flattened core signature, cut after 17 entries (one more than any flattening may use).
	Flat []CoreType
	// Offsets: of the fields of a Record or Tuple.
	Offsets []uint32
	// Payload is the offset of the payload of a Variant, Option or Result, and Disc the size in bytes (1, 2, 4) of the
	// discriminant of those and of an Enum.
	Payload, Disc uint32
	// HasHandles and HasPointers say whether an own or borrow, or a string or list, stands anywhere inside.
	HasHandles, HasPointers bool
}

// Func is the type of a component function. Result is nil where there is none.
type Func struct {
	Params []Field
	Result *Type

	size measure
}

// Sort says what an extern is.
type Sort uint8

// The sorts of externs.
const (
	SortFunc Sort = iota + 1
	SortType
	SortInstance
	SortComponent
	SortCoreModule
	SortValue
)

// String is the word of the text format: "func", "type", "instance", "component", "core module", "value".
func (s Sort) String() string {
	return [...]string{"?", "func", "type", "instance", "component", "core module", "value"}[s]
}

// Extern is what an import asks for or an export offers; the field that Sort names is set.
type Extern struct {
	Sort      Sort
	Func      *Func
	Type      *TypeDef
	Instance  *Instance
	Component *ComponentType
	Module    *ModuleType
}

// TypeDef is an entry of a type index space: exactly one field is set.
//
// A value type that is imported or exported under a name has a *Type of its own, and everything after it that refers to it by that
// name has that very pointer: so the name of a record in the parameters of a function is found by comparing pointers with the types
// that the same instance exports. Whether two types are the same is not seen from pointers but from what they are made of.
//
// An Instance or Component here is a pattern: every import or instantiation of it has resources of its own.
type TypeDef struct {
	Value     *Type
	Resource  *Resource
	Func      *Func
	Instance  *Instance
	Component *ComponentType
	// Sub: a Resource that came in by a `sub resource` bound (an abstract import or export) and not by definition or `eq`.
	Sub bool
}

// Named is an extern under its name, in the order of the binary.
type Named struct {
	Name string
	Extern
}

// Instance is the type of a component instance.
type Instance struct {
	Exports []Named

	// bound are the resources that an instance type introduces: each import of it gets fresh ones in their place. The type of
	// an instance that is there (imported, instantiated or inline) binds none.
	bound []*Resource
	size  measure
}

// Export finds an export by its exact name.
func (i *Instance) Export(name string) (Extern, bool) {
	for k := range i.Exports {
		if i.Exports[k].Name == name {
			return i.Exports[k].Extern, true
		}
	}
	return Extern{}, false
}

// ComponentType is the type of a component.
type ComponentType struct {
	Imports, Exports []Named

	// imported are the resources that the imports introduce: an instantiation puts those of its arguments in their place.
	// bound are those that the exports introduce: an instantiation puts fresh ones in their place.
	imported, bound []*Resource
	size            measure
}

// CoreExternKind is a sort of core externs, in the encoding of core binaries.
type CoreExternKind uint8

// Sorts of core externs.
const (
	CoreFunc CoreExternKind = iota
	CoreTable
	CoreMemory
	CoreGlobal
	CoreTag
)

// CoreExtern is the type of a core import or export. Func is set for functions and tags; Limits for tables and memories.
type CoreExtern struct {
	Kind    CoreExternKind
	Func    *CoreFuncType
	ValType byte // element type of a table, value type of a global
	Mutable bool // globals
	Min     uint64
	Max     *uint64
	Shared  bool
	Is64    bool
}

// CoreFuncType is a core function type, in bytes of the core value types.
type CoreFuncType struct {
	Params, Results []byte
}

// ModuleType is the type of a core module.
type ModuleType struct {
	Imports []CoreImport
	Exports []CoreExport
}

// CoreImport is an import of a core module.
type CoreImport struct {
	Module, Name string
	CoreExtern
}

// CoreExport is an export of a core module or core instance.
type CoreExport struct {
	Name string
	CoreExtern
}
