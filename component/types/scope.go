package types

import (
	"fmt"

	"openidea-plugin/component/binary"
)

// Limits of one component, those of the tools that produce components.
const (
	maxTypeDepth  = 100
	maxTypeParts  = 1_000_000 // parts of a type written out in full, and of all imports and exports together
	maxModules    = 1_000
	maxComponents = 1_000
	maxInstances  = 4_096 // core instances included
	maxIndexSpace = 1_000_000
	// maxWork bounds the steps of comparing and substituting types in one file. Shared parts make types that are small in the
	// file but huge written out; no real component comes near.
	maxWork = 20_000_000
)

// scopeKind says what a scope belongs to.
type scopeKind uint8

const (
	componentScope scopeKind = iota
	componentTypeScope
	instanceTypeScope
)

// side tells imports from exports.
type side uint8

const (
	importSide side = iota
	exportSide
)

func (s side) String() string { return [...]string{"import", "export"}[s] }

// scope is what is being built of a component, a component type or an instance type.
type scope struct {
	kind   scopeKind
	parent *scope
	// c has the index spaces.
	c *Component
	// local are the resources that this component defines itself, on which resource.new and resource.rep are allowed.
	local map[*Resource]bool
	// imported are the resources that imports introduce; defined those that appear here otherwise.
	imported, defined []*Resource
	// explicit are the resources that some export names.
	explicit map[*Resource]bool
	// named are the types (a *Type or, of resources, a *TypeDef) that an import may refer to, and those that an export may.
	named [2]map[any]bool
	// names are the names of imports and of exports, canonicalized as uniqueness asks for, with the names as written.
	names [2]map[string]string
	// resources are the names of resource imports and exports, for the names of methods; resourceNames are those names alone.
	resources     [2]map[*TypeDef]string
	resourceNames [2]map[string]bool
	// items are the imports and the exports.
	items [2][]Named
	size  measure
}

func newScope(kind scopeKind, parent *scope) *scope {
	s := &scope{size: leaf, kind: kind, parent: parent, c: &Component{}, local: map[*Resource]bool{}, explicit: map[*Resource]bool{}}
	for i := range s.named {
		s.named[i], s.names[i], s.resources[i], s.resourceNames[i] = map[any]bool{}, map[string]string{}, map[*TypeDef]string{}, map[string]bool{}
	}
	return s
}

// resolver resolves one file.
type resolver struct {
	typer ModuleTyper
	// at is the offset of the definition that is being resolved.
	at   int
	work int
	// unnamed is the type that register found to have no name.
	unnamed *Type
	// coreExports and exports find exports of large instances by name.
	coreExports map[*CoreInstance]map[string]int
	exports     map[*Instance]map[string]int
}

// fail ends Resolve.
func (r *resolver) fail(format string, args ...any) {
	panic(&Error{Offset: r.at, Message: fmt.Sprintf(format, args...)})
}

// step counts one step of work, steps more.
func (r *resolver) step() { r.steps(1) }

func (r *resolver) steps(n int) {
	if r.work += n; r.work > maxWork {
		r.fail("the types of the component are too large to be compared")
	}
}

// count checks an index space before it grows.
func (r *resolver) count(n, limit int, what string) uint32 {
	if n >= limit {
		r.fail("the component has more than %d %s", limit, what)
	}
	return uint32(n)
}

// pick gives an entry of an index space.
func pick[T any](r *resolver, space []T, index uint32, what string) T {
	if uint64(index) >= uint64(len(space)) {
		if len(space) == 0 {
			r.fail("there is no %s %d: none is defined before this point", what, index)
		}
		r.fail("there is no %s %d: only 0 to %d are defined before this point", what, index, len(space)-1)
	}
	return space[index]
}

// coreSortWords and sortWords name sorts as the text format does.
var (
	coreSortWords = map[binary.CoreSort]string{binary.CoreFunc: "core function", binary.CoreTable: "core table", binary.CoreMemory: "core memory",
		binary.CoreGlobal: "core global", binary.CoreTag: "core tag", binary.CoreTypeSort: "core type", binary.CoreModSort: "core module",
		binary.CoreInstSort: "core instance"}
	sortWords = map[Sort]string{SortFunc: "function", SortType: "type", SortInstance: "instance", SortComponent: "component", SortCoreModule: "core module"}
)

func (r *resolver) addType(s *scope, t *TypeDef) Def {
	d := Def{Sort: binary.SortType, Index: r.count(len(s.c.Types), maxIndexSpace, "types"), Resource: t.Resource}
	s.c.Types = append(s.c.Types, t)
	return d
}

func (r *resolver) addFunc(s *scope, f *Func) Def {
	d := Def{Sort: binary.SortFunc, Index: r.count(len(s.c.Funcs), maxIndexSpace, "functions"), Func: f}
	s.c.Funcs = append(s.c.Funcs, f)
	return d
}

func (r *resolver) addInstance(s *scope, i *Instance) Def {
	r.count(len(s.c.Instances)+len(s.c.CoreInstances), maxInstances, "instances")
	s.c.Instances = append(s.c.Instances, i)
	return Def{Sort: binary.SortInstance, Index: uint32(len(s.c.Instances) - 1)}
}

func (r *resolver) addComponent(s *scope, t *ComponentType, nested *Component) Def {
	d := Def{Sort: binary.SortComponent, Index: r.count(len(s.c.Components), maxComponents, "components")}
	s.c.Components = append(s.c.Components, t)
	s.c.Nested = append(s.c.Nested, nested)
	return d
}

func (r *resolver) addModule(s *scope, m *ModuleType) Def {
	d := Def{Sort: binary.SortCore, Core: binary.CoreModSort, Index: r.count(len(s.c.CoreModules), maxModules, "core modules")}
	s.c.CoreModules = append(s.c.CoreModules, m)
	return d
}

func (r *resolver) addCoreType(s *scope, t CoreTypeDef) Def {
	d := Def{Sort: binary.SortCore, Core: binary.CoreTypeSort, Index: r.count(len(s.c.CoreTypes), maxIndexSpace, "core types")}
	s.c.CoreTypes = append(s.c.CoreTypes, t)
	return d
}

func (r *resolver) addCoreInstance(s *scope, i *CoreInstance) Def {
	r.count(len(s.c.Instances)+len(s.c.CoreInstances), maxInstances, "instances")
	s.c.CoreInstances = append(s.c.CoreInstances, i)
	return Def{Sort: binary.SortCore, Core: binary.CoreInstSort, Index: uint32(len(s.c.CoreInstances) - 1)}
}

func (r *resolver) addCoreFunc(s *scope, f *CoreFuncType) Def {
	d := Def{Sort: binary.SortCore, Core: binary.CoreFunc, Index: r.count(len(s.c.CoreFuncs), maxIndexSpace, "core functions")}
	s.c.CoreFuncs = append(s.c.CoreFuncs, f)
	return d
}

// addCoreExtern appends an item of a core instance to the index space of its sort.
func (r *resolver) addCoreExtern(s *scope, e CoreExtern) Def {
	if e.Kind == CoreFunc {
		return r.addCoreFunc(s, e.Func)
	}
	d := Def{Sort: binary.SortCore, Core: binary.CoreSort(e.Kind)}
	switch e.Kind {
	case CoreTable:
		d.Index = r.count(len(s.c.CoreTables), maxIndexSpace, "core tables")
		s.c.CoreTables = append(s.c.CoreTables, &e)
	case CoreMemory:
		d.Index = r.count(len(s.c.CoreMemories), maxIndexSpace, "core memories")
		s.c.CoreMemories = append(s.c.CoreMemories, &e)
	case CoreGlobal:
		d.Index = r.count(len(s.c.CoreGlobals), maxIndexSpace, "core globals")
		s.c.CoreGlobals = append(s.c.CoreGlobals, &e)
	case CoreTag:
		d.Index = r.count(len(s.c.CoreTags), maxIndexSpace, "core tags")
		s.c.CoreTags = append(s.c.CoreTags, e.Func)
	}
	return d
}
