package types

import (
	"openidea-plugin/component/binary"
)

// component resolves a component definition.
func (r *resolver) component(b *binary.Component, parent *scope) *Component {
	s := newScope(componentScope, parent)
	c := s.c
	c.Binary = b
	c.Defs = make([]Def, 0, len(b.Defs))
	for i := range b.Defs {
		d := &b.Defs[i]
		r.at = d.Offset
		c.Defs = append(c.Defs, r.def(s, d))
	}
	r.at = b.Offset
	c.Type = r.finish(s)
	c.Imports, c.Exports = s.items[importSide], s.items[exportSide]
	return c
}

// def resolves one definition.
func (r *resolver) def(s *scope, d *binary.Def) Def {
	switch {
	case d.CoreModule != nil:
		return r.addModule(s, r.coreModule(d.CoreModule))
	case d.CoreInstance != nil:
		return r.addCoreInstance(s, r.coreInstance(s, d.CoreInstance))
	case d.CoreType != nil:
		return r.addCoreType(s, r.coreType(s, d.CoreType))
	case d.Component != nil:
		nested := r.component(d.Component, s)
		r.at = d.Offset
		return r.addComponent(s, nested.Type, nested)
	case d.Instance != nil:
		return r.addInstance(s, r.instance(s, d.Instance))
	case d.Alias != nil:
		return r.alias(s, d.Alias)
	case d.Type != nil:
		return r.addType(s, r.typeDef(s, d.Type))
	case d.Canon != nil:
		return r.canon(s, d.Canon)
	case d.Import != nil:
		return r.importItem(s, d.Import)
	default:
		return r.export(s, d.Export)
	}
}

// finish gives the type of what a scope has built and checks what can only be seen at its end.
func (r *resolver) finish(s *scope) *ComponentType {
	t := &ComponentType{Imports: s.items[importSide], Exports: s.items[exportSide], imported: s.imported, size: s.size}
	free := map[*Resource]bool{}
	for i := range t.Imports {
		r.free(&t.Imports[i].Extern, free)
	}
	for _, d := range s.defined {
		if free[d] {
			r.fail("an import refers to the resource %s, which is not imported", resourceName(d))
		}
	}
	clear(free)
	for i := range t.Exports {
		r.free(&t.Exports[i].Extern, free)
	}
	for _, d := range s.defined {
		if !free[d] {
			continue
		}
		if !s.explicit[d] {
			r.fail("an export refers to the resource %s, which is not exported itself", resourceName(d))
		}
		t.bound = append(t.bound, d)
	}
	return t
}

func resourceName(r *Resource) string {
	if r.Name == "" {
		return "of a definition without a name"
	}
	return `"` + r.Name + `"`
}

// instance resolves an instance: an instantiation or a bag of exports.
func (r *resolver) instance(s *scope, b *binary.Instance) *Instance {
	if !b.Inline {
		return r.instantiate(s, b)
	}
	in := &Instance{}
	bag := newScope(instanceTypeScope, nil)
	for i := range b.Exports {
		e := &b.Exports[i]
		item := r.item(s, e.SortIdx)
		r.name(bag, exportSide, e.Name, e.Attrs, &item)
		in.Exports = append(in.Exports, Named{Name: e.Name, Extern: item})
	}
	in.size = bag.size
	return in
}

// item looks an item up as it is given to an instantiation or put into a bag of exports.
func (r *resolver) item(s *scope, si binary.SortIdx) Extern {
	switch si.Sort {
	case binary.SortCore:
		return Extern{Sort: SortCoreModule, Module: pick(r, s.c.CoreModules, si.Index, "core module")}
	case binary.SortFunc:
		return Extern{Sort: SortFunc, Func: pick(r, s.c.Funcs, si.Index, "function")}
	case binary.SortType:
		return Extern{Sort: SortType, Type: pick(r, s.c.Types, si.Index, "type")}
	case binary.SortComponent:
		return Extern{Sort: SortComponent, Component: pick(r, s.c.Components, si.Index, "component")}
	default:
		return Extern{Sort: SortInstance, Instance: pick(r, s.c.Instances, si.Index, "instance")}
	}
}

// instantiate checks the arguments of an instantiation and gives the type of the new instance: that of the component's exports,
// with the resources of the arguments in place of those imported and fresh ones in place of those that it defines.
func (r *resolver) instantiate(s *scope, b *binary.Instance) *Instance {
	ct := pick(r, s.c.Components, b.Component, "component")
	args := make(map[string]Extern, len(b.Args))
	for i := range b.Args {
		a := &b.Args[i]
		if _, ok := args[a.Name]; ok {
			r.fail("the argument %q is given twice", a.Name)
		}
		args[a.Name] = r.item(s, a.SortIdx)
	}
	m := newMatcher(r)
	m.open(ct.imported)
	sub := newSubst(r, m.bound)
	for i := range ct.Imports {
		want := &ct.Imports[i]
		have, ok := args[want.Name]
		if !ok {
			r.fail("the component that is instantiated imports %q, but no argument of that name is given", want.Name)
		}
		if why := m.extern(&have, &want.Extern); why != "" {
			r.fail("the argument %q does not fit what the component imports: %s", want.Name, why)
		}
		sub.rename(&want.Extern, &have)
	}
	in := &Instance{Exports: make([]Named, 0, len(ct.Exports)), size: leaf}
	for _, old := range ct.bound {
		fresh := &Resource{Name: old.Name}
		m.bound[old] = fresh
		s.defined = append(s.defined, fresh)
	}
	for i := range ct.Exports {
		e := sub.extern(ct.Exports[i].Extern)
		in.size = r.checkSize(in.size.with(externSize(&e)))
		in.Exports = append(in.Exports, Named{Name: ct.Exports[i].Name, Extern: e})
	}
	return in
}

// alias resolves an alias.
func (r *resolver) alias(s *scope, a *binary.Alias) Def {
	if s.kind != componentScope && a.Sort != binary.SortType &&
		!(a.Kind == binary.AliasExport && a.Sort == binary.SortInstance) && !(a.Kind == binary.AliasOuter && a.Core == binary.CoreTypeSort) {
		r.fail("inside a component or instance type only types and instances can be aliased")
	}
	switch a.Kind {
	case binary.AliasExport:
		in := pick(r, s.c.Instances, a.Instance, "instance")
		e, ok := r.exportOf(in, a.Name)
		if !ok {
			r.fail("instance %d has no export %q", a.Instance, a.Name)
		}
		if want := externSorts[a.Sort]; e.Sort != want {
			r.fail("the export %q of instance %d is %s, not %s", a.Name, a.Instance, an(sortWords[e.Sort]), an(sortWords[want]))
		}
		return r.addExtern(s, e)
	case binary.AliasCoreExport:
		in := pick(r, s.c.CoreInstances, a.Instance, "core instance")
		e, ok := r.coreExportOf(in, a.Name)
		if !ok {
			r.fail("core instance %d has no export %q", a.Instance, a.Name)
		}
		if e.Kind != CoreExternKind(a.Core) {
			r.fail("the export %q of core instance %d is a %s, not a %s", a.Name, a.Instance,
				coreSortWords[binary.CoreSort(e.Kind)], coreSortWords[a.Core])
		}
		return r.addCoreExtern(s, e)
	default:
		return r.outerAlias(s, a)
	}
}

// externSorts are the sorts of externs by those of the file.
var externSorts = map[binary.Sort]Sort{binary.SortCore: SortCoreModule, binary.SortFunc: SortFunc, binary.SortType: SortType,
	binary.SortComponent: SortComponent, binary.SortInstance: SortInstance}

// outerAlias resolves an alias of an item of an enclosing scope.
func (r *resolver) outerAlias(s *scope, a *binary.Alias) Def {
	target, inner := s, (*scope)(nil)
	for n := a.Count; n > 0 && target != nil; n-- {
		target, inner = target.parent, target
	}
	if target == nil {
		r.fail("an alias leads %d components out, but there are not so many around it", a.Count)
	}
	switch {
	case a.Sort == binary.SortCore && a.Core == binary.CoreTypeSort:
		return r.addCoreType(s, pick(r, target.c.CoreTypes, a.Index, "core type"))
	case a.Sort == binary.SortCore:
		return r.addModule(s, pick(r, target.c.CoreModules, a.Index, "core module"))
	case a.Sort == binary.SortComponent:
		t := pick(r, target.c.Components, a.Index, "component")
		return r.addComponent(s, t, target.c.Nested[a.Index])
	}
	t := pick(r, target.c.Types, a.Index, "type")
	// Scopes of types stand innermost, so that whether the alias crosses the border of a component shows one step in.
	if inner != nil && inner.kind == componentScope {
		free := map[*Resource]bool{}
		r.free(&Extern{Sort: SortType, Type: t}, free)
		if len(free) > 0 {
			r.fail("type %d of the outer component refers to a resource: such a type cannot be aliased into a nested component", a.Index)
		}
	}
	return r.addType(s, t)
}

// exportOf finds an export of an instance by name.
func (r *resolver) exportOf(in *Instance, name string) (Extern, bool) {
	if len(in.Exports) <= 16 {
		return in.Export(name)
	}
	index, ok := r.exports[in]
	if !ok {
		index = make(map[string]int, len(in.Exports))
		for i := range in.Exports {
			index[in.Exports[i].Name] = i
		}
		if r.exports == nil {
			r.exports = map[*Instance]map[string]int{}
		}
		r.exports[in] = index
	}
	i, ok := index[name]
	if !ok {
		return Extern{}, false
	}
	return in.Exports[i].Extern, true
}
