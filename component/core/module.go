// Package core reads core WebAssembly modules, describes their imports and exports, and rewrites them for a host that cannot
// express something itself: imports are renamed to where they really come from, memories and tables are clamped, growth is
// asked for, and the code is metered.
//
// It reads the sections of WebAssembly 3.0 that wazero runs (multi-value, bulk memory, reference types, SIMD, extended constant
// expressions, tail calls, exceptions, threads). What is valid WebAssembly but not among these (64-bit memories, several
// memories, garbage collection, typed function references, relaxed SIMD) is an *Error with Unsupported set.
//
// Parse checks the structure of a module and every index outside function bodies; function bodies are validated by whoever
// compiles the module.
package core

import (
	"fmt"

	"openidea-plugin/component/types"
)

// Error is a module that cannot be read.
type Error struct {
	// Offset is the byte offset within the module.
	Offset  int
	Message string
	// Unsupported is set where the module may well be valid but uses something that this package does not know.
	Unsupported bool
}

// Error is one line: the reason and the offset.
func (e *Error) Error() string {
	return fmt.Sprintf("%s (at byte offset %#x of the core module)", e.Message, e.Offset)
}

// FuncType is a function type; value types are bytes of the binary format.
type FuncType = types.CoreFuncType

// Value types, in the encoding of the binary format. ExnRef is the type of caught exceptions.
const (
	I32       byte = 0x7f
	I64       byte = 0x7e
	F32       byte = 0x7d
	F64       byte = 0x7c
	V128      byte = 0x7b
	FuncRef   byte = 0x70
	ExternRef byte = 0x6f
	ExnRef    byte = 0x69
)

// Table is a table type; Init is the value of all its entries, nil: null.
type Table struct {
	Elem byte
	Min  uint64
	Max  *uint64
	Init *ConstExpr
}

// Memory is a memory type; sizes are in pages of 64 KiB.
type Memory struct {
	Min    uint64
	Max    *uint64
	Shared bool
}

// Global is a global's type and, where the module defines it, its initial value.
type Global struct {
	Type    byte
	Mutable bool
	Init    ConstExpr
}

// Tag is an exception tag: an index into Module.Types.
type Tag struct {
	Type uint32
}

// Import is an import; the field that Kind names is set.
type Import struct {
	Module, Name string
	Kind         types.CoreExternKind
	// Func is the type index of a function.
	Func   uint32
	Table  Table
	Memory Memory
	Global Global
	Tag    Tag
}

// Export is an export: an index into the full index space (imports first) of its kind.
type Export struct {
	Name  string
	Kind  types.CoreExternKind
	Index uint32
}

// ElemMode says what becomes of an element segment.
type ElemMode uint8

// Modes of element segments.
const (
	ElemActive ElemMode = iota
	ElemPassive
	ElemDeclarative
)

// Elem is an element segment. Exactly one of Funcs and Exprs is used, as in the binary.
type Elem struct {
	Mode ElemMode
	// Type is the type of the elements.
	Type byte
	// Table and Offset: active segments.
	Table  uint32
	Offset ConstExpr
	Funcs  []uint32
	Exprs  []ConstExpr
	// flag is the form of the segment in the binary.
	flag uint32
}

// Len is the number of elements.
func (e *Elem) Len() uint32 { return uint32(len(e.Funcs) + len(e.Exprs)) }

// Data is a data segment.
type Data struct {
	Passive bool
	// Offset: active segments.
	Offset ConstExpr
	// Len is the number of bytes.
	Len uint32
}

// Body is the code of a defined function.
type Body struct {
	// Offset of the body (its local declarations) in the module, and its end.
	Offset, End int
	// Code is the offset of the first operator.
	Code int
	// Locals are the local declarations; parameters are not among them.
	Locals []Locals
}

// Locals are Count locals of one type.
type Locals struct {
	Count uint32
	Type  byte
}

// Module is a parsed module. It refers to the bytes it was parsed from, which must not change.
type Module struct {
	Types   []FuncType
	Imports []Import
	// Funcs are the type indices of the defined functions, Bodies their code.
	Funcs    []uint32
	Tables   []Table
	Memories []Memory
	Globals  []Global
	Tags     []Tag
	Exports  []Export
	// Start is the index of the start function, nil: none.
	Start  *uint32
	Elems  []Elem
	Datas  []Data
	Bodies []Body
	Names  Names

	raw      []byte
	sections []section
	// imported are the positions in Imports of each kind, in order: the first entries of the full index spaces.
	imported [types.CoreTag + 1][]int
}

// section is a section of the file: its payload is raw[start:end].
type section struct {
	id         byte
	start, end int
}

// NumFuncs is the number of functions, imports included.
func (m *Module) NumFuncs() uint32 { return uint32(len(m.imported[types.CoreFunc]) + len(m.Funcs)) }

// NumImportedFuncs is the number of imported functions: the index of the first defined one.
func (m *Module) NumImportedFuncs() uint32 { return uint32(len(m.imported[types.CoreFunc])) }

// NumTables is the number of tables, imports included.
func (m *Module) NumTables() uint32 { return uint32(len(m.imported[types.CoreTable]) + len(m.Tables)) }

// NumMemories is the number of memories, imports included.
func (m *Module) NumMemories() uint32 {
	return uint32(len(m.imported[types.CoreMemory]) + len(m.Memories))
}

// NumGlobals is the number of globals, imports included.
func (m *Module) NumGlobals() uint32 {
	return uint32(len(m.imported[types.CoreGlobal]) + len(m.Globals))
}

// NumImportedGlobals is the number of imported globals: the index of the first defined one.
func (m *Module) NumImportedGlobals() uint32 { return uint32(len(m.imported[types.CoreGlobal])) }

// ImportOf gives the place in Imports of item i of the full index space of a kind; ok is false where the module defines it.
func (m *Module) ImportOf(k types.CoreExternKind, i uint32) (at int, ok bool) {
	imported := m.imported[k]
	if uint64(i) >= uint64(len(imported)) {
		return 0, false
	}
	return imported[i], true
}

// FuncTypeIndex gives the type index of function i of the full index space.
func (m *Module) FuncTypeIndex(i uint32) uint32 {
	if n := uint32(len(m.imported[types.CoreFunc])); i >= n {
		return m.Funcs[i-n]
	}
	return m.Imports[m.imported[types.CoreFunc][i]].Func
}

// FuncType gives the type of function i of the full index space.
func (m *Module) FuncType(i uint32) FuncType { return m.Types[m.FuncTypeIndex(i)] }

// Table gives table i of the full index space.
func (m *Module) Table(i uint32) Table {
	if n := uint32(len(m.imported[types.CoreTable])); i >= n {
		return m.Tables[i-n]
	}
	return m.Imports[m.imported[types.CoreTable][i]].Table
}

// Memory gives memory i of the full index space.
func (m *Module) Memory(i uint32) Memory {
	if n := uint32(len(m.imported[types.CoreMemory])); i >= n {
		return m.Memories[i-n]
	}
	return m.Imports[m.imported[types.CoreMemory][i]].Memory
}

// Global gives global i of the full index space.
func (m *Module) Global(i uint32) Global {
	if n := uint32(len(m.imported[types.CoreGlobal])); i >= n {
		return m.Globals[i-n]
	}
	return m.Imports[m.imported[types.CoreGlobal][i]].Global
}

// Tag gives tag i of the full index space.
func (m *Module) Tag(i uint32) Tag {
	if n := uint32(len(m.imported[types.CoreTag])); i >= n {
		return m.Tags[i-n]
	}
	return m.Imports[m.imported[types.CoreTag][i]].Tag
}

// UsesExceptions says whether the module defines or imports an exception tag. (The compiler of wazero 1.12.0 runs such code wrongly:
// what a function has stored in a local within a try_table is lost when it catches. Its interpreter does not.)
func (m *Module) UsesExceptions() bool { return len(m.Tags)+len(m.imported[types.CoreTag]) > 0 }

// count is the size of the full index space of a kind.
func (m *Module) count(k types.CoreExternKind) uint32 {
	switch k {
	case types.CoreFunc:
		return m.NumFuncs()
	case types.CoreTable:
		return m.NumTables()
	case types.CoreMemory:
		return m.NumMemories()
	case types.CoreGlobal:
		return m.NumGlobals()
	case types.CoreTag:
		return uint32(len(m.imported[types.CoreTag]) + len(m.Tags))
	}
	return 0
}

// ModuleType gives the types of all imports and exports, in the order of the binary.
func (m *Module) ModuleType() *types.ModuleType {
	t := &types.ModuleType{}
	for i := range m.Imports {
		im := &m.Imports[i]
		t.Imports = append(t.Imports, types.CoreImport{Module: im.Module, Name: im.Name, CoreExtern: m.importType(im)})
	}
	for _, ex := range m.Exports {
		t.Exports = append(t.Exports, types.CoreExport{Name: ex.Name, CoreExtern: m.externType(ex.Kind, ex.Index)})
	}
	return t
}

// importType gives the type that an import asks for.
func (m *Module) importType(im *Import) types.CoreExtern {
	switch im.Kind {
	case types.CoreFunc:
		return types.CoreExtern{Kind: im.Kind, Func: &m.Types[im.Func]}
	case types.CoreTable:
		return im.Table.extern()
	case types.CoreMemory:
		return im.Memory.extern()
	case types.CoreGlobal:
		return im.Global.extern()
	default:
		return types.CoreExtern{Kind: im.Kind, Func: &m.Types[im.Tag.Type]}
	}
}

// externType gives the type of item i of the full index space of a kind.
func (m *Module) externType(k types.CoreExternKind, i uint32) types.CoreExtern {
	switch k {
	case types.CoreFunc:
		return types.CoreExtern{Kind: k, Func: &m.Types[m.FuncTypeIndex(i)]}
	case types.CoreTable:
		return m.Table(i).extern()
	case types.CoreMemory:
		return m.Memory(i).extern()
	case types.CoreGlobal:
		return m.Global(i).extern()
	default:
		return types.CoreExtern{Kind: k, Func: &m.Types[m.Tag(i).Type]}
	}
}

func (t Table) extern() types.CoreExtern {
	return types.CoreExtern{Kind: types.CoreTable, ValType: t.Elem, Min: t.Min, Max: t.Max}
}

func (t Memory) extern() types.CoreExtern {
	return types.CoreExtern{Kind: types.CoreMemory, Min: t.Min, Max: t.Max, Shared: t.Shared}
}

func (t Global) extern() types.CoreExtern {
	return types.CoreExtern{Kind: types.CoreGlobal, ValType: t.Type, Mutable: t.Mutable}
}

// ActiveElem is an active element segment: at instantiation its Len elements are written to Table from Offset on. The
// specification makes an instantiation trap where they do not fit; wazero silently skips such a segment, so the one who
// instantiates has to look.
type ActiveElem struct {
	Table  uint32
	Offset ConstExpr
	Len    uint32
}

// ActiveElems gives the active element segments in order.
func (m *Module) ActiveElems() []ActiveElem {
	var out []ActiveElem
	for i := range m.Elems {
		if e := &m.Elems[i]; e.Mode == ElemActive {
			out = append(out, ActiveElem{Table: e.Table, Offset: e.Offset, Len: e.Len()})
		}
	}
	return out
}
