// Package wittext reads and writes WIT, the text format of component interfaces: packages, interfaces, worlds, and the gates @since, @unstable and
// @deprecated. Read takes one file apart without looking names up in others; Component writes what a component imports and exports.
//
// The grammar is that of the component model's WIT.md: nested packages, `include … with`, `use` at the top of a file, static and async functions,
// constructors with a result, fixed-length lists, streams, futures and maps are read too.
package wittext

// File is one file.
type File struct {
	// Package is the package that the file belongs to; its Name is "" where the file does not say.
	Package Package
	// Nested are the packages that are written in braces.
	Nested []*Package
	// Uses are the names that `use … as …` at the top of the file gives to interfaces.
	Uses []TopUse
}

// Package is a package as one file sees it.
type Package struct {
	// Name is without version: "openidea:plugin". Version is "" where there is none.
	Name, Version string
	Docs          string
	Interfaces    []*Interface
	Worlds        []*World
}

// TopUse is a `use` outside of interfaces and worlds.
type TopUse struct {
	Path string
	As   string
}

// Gate says since when something is there. Versions are as written.
type Gate struct {
	// Since and Deprecated are versions of the package, Feature is the name behind @unstable; "" where there is none.
	Since, Deprecated, Feature string
}

// Pos is a place in the file: line and column, both from 1, the column in code points.
type Pos struct{ Line, Column int }

// Interface is an interface.
type Interface struct {
	Name string
	Docs string
	Gate Gate
	Pos  Pos
	Uses []Use
	// Types are type definitions, Funcs free functions, in the order written.
	Types []*TypeDef
	Funcs []*Func
}

// Use takes types from another interface. Path is "types", "wasi:io/error@0.2.0" and so on.
type Use struct {
	Path  string
	Gate  Gate
	Names []UseName
}

// UseName is a type that is taken, As the name that it has here (the same where nothing else is said).
type UseName struct{ Name, As string }

// TypeDef is a type with a name. Kind is "resource", "record", "variant", "enum", "flags" or "type".
type TypeDef struct {
	Kind, Name string
	Docs       string
	Gate       Gate
	Pos        Pos
	// Fields are the fields of a record and the cases of a variant (without a type where a case has none), enum or flags.
	Fields []Field
	// Type is what an alias stands for.
	Type *Type
	// Funcs are the functions of a resource.
	Funcs []*Func
}

// Field is a field, a parameter or a case; Type may be nil for a case.
type Field struct {
	Name string
	Docs string
	Type *Type
}

// Func is a function. Kind is "" for a free function, "method", "static" or "constructor" for one of a resource.
type Func struct {
	Kind, Name string
	Docs       string
	Gate       Gate
	Pos        Pos
	Async      bool
	// Accessor is "get" or "set" for one of a property, else "".
	Accessor string
	Params   []Field
	// Result is nil where there is none.
	Result *Type
}

// Type is a type as it is written: a primitive, a name, or a constructor such as "list" with its arguments. An argument is nil where `_` stands.
type Type struct {
	Name string
	Args []*Type
	// Length is that of a list of fixed length, "" for others.
	Length string
}

// World is a world.
type World struct {
	Name             string
	Docs             string
	Gate             Gate
	Pos              Pos
	Imports, Exports []WorldItem
	Includes         []Include
	Uses             []Use
	Types            []*TypeDef
}

// WorldItem is an import or export: Path names an interface that stands elsewhere (Name is set where it goes by another name here), otherwise one of Func and
// Interface is set, under Name.
type WorldItem struct {
	Name      string
	Path      string
	Docs      string
	Gate      Gate
	Func      *Func
	Interface *Interface
}

// Include takes what another world imports and exports; Names are those that are renamed.
type Include struct {
	Path  string
	Gate  Gate
	Names []UseName
}
