package component

import (
	"slices"
	"strconv"
	"strings"

	"openidea-plugin/component/binary"
	"openidea-plugin/component/core"
	"openidea-plugin/component/types"
)

// plan is what all instances of one component definition share, whatever engine runs them: above all how core instances are wired, which
// never depends on what a component imports.
type plan struct {
	def    *binary.Component
	typ    *types.Component
	nested map[*binary.Component]*plan
	// modules are the core modules by index; nil for those that are imported.
	modules []*coreModule
	links   map[*binary.CoreInstance]*link
	// own are the component's own core functions, lowered functions and resource built-ins, by their core function indices.
	own []uint32
	// imported are the names of those that core instances import; nil where that is not known.
	imported map[string]bool

	coreFuncs, coreTables, coreMemories, coreGlobals, coreTags []coreItem
	coreInstances                                              []coreExports
	cores                                                      int // how many core modules are instantiated

	// imports and exports are where the imports and exports stand, in the order of the file, by their names.
	imports, exports map[string]int
	// inline are the same for the instances that are made out of things that are there, by the places of their definitions.
	inline map[*binary.Instance]map[string]int
	// binding says for each place of the instance index space whether its type has resources.
	binding []bool
}

// coreItem is a core function, table, memory or global: the export `name` of a core instance that instantiated a module, counted from 0 in the order
// of the file, or (ownCore) function `own` of the plan's own.
type coreItem struct {
	core int
	name string
	own  int
}

const ownCore = -1

// coreExports are the exports of a core instance.
type coreExports map[coreName]coreItem

type coreName struct {
	sort binary.CoreSort
	name string
}

// link is the instantiation of a core module.
type link struct {
	core   int
	module uint32
	args   map[string]coreExports
	// passing: it is left out.
	passing passing
	// wires is nil where the module is imported: how it is wired depends on what it imports.
	wires *wires
}

// wires are the names that the imports of a module are given, and where they lead: label i is the core instance sources[i].
type wires struct {
	names   []core.ImportName
	key     string
	sources []int
	// start is the name under which the start function is exported for the runtime to call it; "": there is none, or it is one of the component's own, which
	// wazero calls.
	start string
}

// newPlan plans a definition of c.
func newPlan(c *Component, def *binary.Component, typ *types.Component) *plan {
	p := &plan{
		def: def, typ: typ, nested: map[*binary.Component]*plan{}, links: map[*binary.CoreInstance]*link{},
		imports: places(typ.Imports), exports: places(typ.Exports), inline: map[*binary.Instance]map[string]int{},
	}
	for _, t := range typ.Instances {
		p.binding = append(p.binding, hasResources(t))
	}
	c.scopes = append(c.scopes, p)
	defer func() { c.scopes = c.scopes[:len(c.scopes)-1] }()
	for i := range def.Defs {
		d := &def.Defs[i]
		switch {
		case d.CoreModule != nil:
			p.modules = append(p.modules, newCoreModule(d.Offset, c.modules[&d.CoreModule.Bytes[0]]))
		case d.Component != nil:
			p.nested[d.Component] = newPlan(c, d.Component, typ.Nested[typ.Defs[i].Index])
		case d.CoreInstance != nil:
			p.planCore(d.CoreInstance)
		case d.Instance != nil && d.Instance.Inline:
			at := map[string]int{}
			for k, e := range d.Instance.Exports {
				at[e.Name] = k
			}
			p.inline[d.Instance] = at
		case d.Alias != nil:
			p.planAlias(c, d.Alias)
		case d.Canon != nil && d.Canon.Kind != binary.CanonLift:
			at := uint32(len(p.coreFuncs))
			p.coreFuncs = append(p.coreFuncs, coreItem{core: ownCore, name: strconv.FormatUint(uint64(at), 10), own: len(p.own)})
			p.own = append(p.own, at)
		case typ.Defs[i].Sort == binary.SortCore && typ.Defs[i].Core == binary.CoreModSort:
			p.modules = append(p.modules, nil) // an import, or an export of a module
			if d.Export != nil {
				p.modules[len(p.modules)-1] = p.modules[d.Export.Index]
			}
		}
	}
	p.bypassShim()
	p.findImported()
	return p
}

// findImported finds which of the component's own core functions core instances import.
func (p *plan) findImported() {
	imported := map[string]bool{}
	for _, l := range p.links {
		if l.wires == nil {
			return
		}
		if l.passing != passesNothing {
			continue
		}
		for _, imp := range p.modules[l.module].parsed.Imports {
			if it := l.args[imp.Module][coreName{binary.CoreSort(imp.Kind), imp.Name}]; it.core == ownCore {
				imported[it.name] = true
			}
		}
	}
	p.imported = imported
}

// places numbers what has a name.
func places(named []types.Named) map[string]int {
	at := make(map[string]int, len(named))
	for i, n := range named {
		at[n.Name] = i
	}
	return at
}

// hasResources says whether an instance has a resource type, or one in it has.
func hasResources(t *types.Instance) bool {
	return slices.ContainsFunc(t.Exports, func(e types.Named) bool {
		return e.Sort == types.SortType && e.Type.Resource != nil || e.Sort == types.SortInstance && hasResources(e.Instance)
	})
}

func (p *plan) planCore(ci *binary.CoreInstance) {
	exports := coreExports{}
	if ci.Inline {
		for _, e := range ci.Exports {
			exports[coreName{e.Sort, e.Name}] = (*p.space(e.Sort))[e.Index]
		}
	} else {
		l := &link{core: p.cores, module: ci.Module, args: make(map[string]coreExports, len(ci.Args))}
		p.cores++
		for _, a := range ci.Args {
			l.args[a.Name] = p.coreInstances[a.Instance]
		}
		if m := p.modules[ci.Module]; m != nil {
			l.wires = l.wire(m.parsed)
		}
		p.links[ci] = l
		for _, e := range p.typ.CoreModules[ci.Module].Exports {
			exports[coreName{binary.CoreSort(e.Kind), e.Name}] = coreItem{core: l.core, name: e.Name}
		}
	}
	p.coreInstances = append(p.coreInstances, exports)
}

func (p *plan) planAlias(c *Component, a *binary.Alias) {
	switch {
	case a.Kind == binary.AliasCoreExport:
		s := p.space(a.Core)
		*s = append(*s, p.coreInstances[a.Instance][coreName{a.Core, a.Name}])
	case a.Sort == binary.SortCore && a.Core == binary.CoreModSort && a.Kind == binary.AliasOuter:
		p.modules = append(p.modules, c.scopes[len(c.scopes)-1-int(a.Count)].modules[a.Index])
	case a.Sort == binary.SortCore && a.Core == binary.CoreModSort:
		p.modules = append(p.modules, nil) // it comes out of an instance
	}
}

// space is the core index space of a sort.
func (p *plan) space(s binary.CoreSort) *[]coreItem {
	switch s {
	case binary.CoreFunc:
		return &p.coreFuncs
	case binary.CoreTable:
		return &p.coreTables
	case binary.CoreMemory:
		return &p.coreMemories
	case binary.CoreGlobal:
		return &p.coreGlobals
	}
	return &p.coreTags
}

// wire gives each import of m the name of its true source: wazero resolves a module name to one instance, while a component may feed one import
// module from many.
func (l *link) wire(m *core.Module) *wires {
	w := &wires{names: make([]core.ImportName, len(m.Imports))}
	labels := map[int]string{}
	var key strings.Builder
	for i, imp := range m.Imports {
		it := l.args[imp.Module][coreName{binary.CoreSort(imp.Kind), imp.Name}]
		label, ok := labels[it.core]
		if !ok {
			label = strconv.Itoa(len(w.sources))
			labels[it.core] = label
			w.sources = append(w.sources, it.core)
		}
		w.names[i] = core.ImportName{Module: label, Name: it.name}
		key.WriteString(label + "\x00" + it.name + "\x00")
	}
	if m.Start != nil && !l.startsOwn(m) {
		w.start = m.FreeStartExport()
	}
	key.WriteString(w.start)
	w.key = key.String()
	return w
}

// startsOwn says whether the start function of m is one of the component's own.
func (l *link) startsOwn(m *core.Module) bool {
	at, imported := m.ImportOf(types.CoreFunc, *m.Start)
	if !imported {
		return false
	}
	imp := m.Imports[at]
	return l.args[imp.Module][coreName{binary.CoreSort(imp.Kind), imp.Name}].core == ownCore
}
