package types

import (
	"fmt"

	"openidea-plugin/component/binary"
)

// Error is a component that is not valid. Offset is in bytes from the start of the outermost file.
type Error struct {
	Offset  int
	Message string
	// Malformed is set where it is not a rule of components that is broken but a core module that cannot be read.
	Malformed bool
}

// Error is one line: the reason and the offset.
func (e *Error) Error() string { return fmt.Sprintf("%s (at byte offset %#x)", e.Message, e.Offset) }

// Component is a component definition, resolved: for each index space of the file the static type of each entry.
//
// What a resource is at run time is found by names alone, once for each instance of the component, by keeping a map from
// *Resource to run-time resource:
//
//   - an import: walk its type and what is supplied side by side; wherever the type has a TypeDef with a Resource that the
//     map does not have yet, the thing supplied under the same name is that resource. Nested instances are walked the same way.
//   - a resource definition: Defs[i].Resource is the static resource; each instance makes a run-time one of its own.
//   - an instantiation of a component: walk Instances[n] (the type as this component sees it) and the exports of the new
//     instance side by side, the same way: resources that the child imported are already known, those that it defined are new.
//
// Nothing that a component can name has a resource that this walk does not reach: a resource that an import or export uses
// must itself be imported or exported under a name before.
type Component struct {
	// Binary is what was resolved.
	Binary *binary.Component
	// Defs has one entry for each of Binary.Defs.
	Defs []Def

	Types      []*TypeDef
	Funcs      []*Func
	Instances  []*Instance
	Components []*ComponentType
	// Nested has, for each entry of Components, its definition where that is in this file (defined here, or reached by an outer
	// alias or an export of such); nil where the component is imported or comes out of an instance.
	Nested []*Component

	CoreTypes     []CoreTypeDef
	CoreModules   []*ModuleType
	CoreInstances []*CoreInstance
	CoreFuncs     []*CoreFuncType
	CoreTables    []*CoreExtern
	CoreMemories  []*CoreExtern
	CoreGlobals   []*CoreExtern
	CoreTags      []*CoreFuncType

	// Imports and Exports are in the order of the file.
	Imports, Exports []Named
	// Type is the type of the component as others see it.
	Type *ComponentType
}

// Def says what a definition of the file came to.
type Def struct {
	// Sort and, where Sort is SortCore, Core say which index space it was appended to, and Index where.
	Sort  binary.Sort
	Core  binary.CoreSort
	Index uint32
	// Func is the component function of a lift or lower.
	Func *Func
	// Resource is what a resource definition defines and what resource.new, resource.drop and resource.rep work on.
	Resource *Resource
}

// CoreTypeDef is an entry of the core type index space: exactly one field is set.
type CoreTypeDef struct {
	Func   *CoreFuncType
	Module *ModuleType
}

// CoreInstance is the type of a core instance.
type CoreInstance struct {
	Exports []CoreExport
}

// Export finds an export.
func (i *CoreInstance) Export(name string) (CoreExtern, bool) { return findCore(i.Exports, name) }

// Export finds an export.
func (m *ModuleType) Export(name string) (CoreExtern, bool) { return findCore(m.Exports, name) }

func findCore(exports []CoreExport, name string) (CoreExtern, bool) {
	for k := range exports {
		if exports[k].Name == name {
			return exports[k].CoreExtern, true
		}
	}
	return CoreExtern{}, false
}

// ModuleTyper gives the type of a core module, which it parses; an error says why the bytes are no module. The Offset of an
// *Error is taken to be within the module.
type ModuleTyper func(module []byte) (*ModuleType, error)

// Resolve resolves and validates a component as far as its own bytes go; the inside of its core modules is left to typer and to
// the engine. An error is an *Error.
func Resolve(c *binary.Component, typer ModuleTyper) (resolved *Component, err error) {
	r := &resolver{typer: typer}
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *Error:
			err = p
		default:
			panic(p)
		}
	}()
	return r.component(c, nil), nil
}
