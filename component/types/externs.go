package types

import (
	"openidea-plugin/component/binary"
)

// importItem resolves an import, of a component or a component type.
func (r *resolver) importItem(s *scope, b *binary.Import) Def {
	e := r.externType(s, &b.Desc, b.Name)
	return r.addNamed(s, importSide, b.Name, b.Attrs, e, nil)
}

// exportDecl resolves an export of a component type or instance type.
func (r *resolver) exportDecl(s *scope, b *binary.ExportDecl) {
	e := r.externType(s, &b.Desc, b.Name)
	r.addNamed(s, exportSide, b.Name, b.Attrs, e, nil)
}

// export resolves an export definition: it makes a new entry of the index space, of the ascribed type where there is one.
func (r *resolver) export(s *scope, b *binary.Export) Def {
	e := r.item(s, b.SortIdx)
	var nested *Component
	if e.Sort == SortComponent {
		nested = s.c.Nested[b.Index]
	}
	if e.Sort == SortType {
		e.Type = rename(e.Type)
		if res := e.Type.Resource; res != nil && res.Name == "" {
			res.Name = b.Name
		}
	}
	if b.Desc != nil {
		want := r.externType(s, b.Desc, b.Name)
		if why := newMatcher(r).extern(&e, &want); why != "" {
			r.fail("the type ascribed to the export %q does not fit what is exported: %s", b.Name, why)
		}
		e = want
	}
	return r.addNamed(s, exportSide, b.Name, b.Attrs, e, nested)
}

// rename makes a type that is the same but for the name that it goes by: visibility is decided by names.
func rename(t *TypeDef) *TypeDef {
	c := *t
	c.Sub = false
	if t.Value != nil && t.Value.Kind > String {
		v := *t.Value
		c.Value = &v
	}
	return &c
}

// externType resolves the type that an import asks for or an export declares.
func (r *resolver) externType(s *scope, d *binary.ExternDesc, name string) Extern {
	if d.Sort == binary.SortCore {
		t := pick(r, s.c.CoreTypes, d.Index, "core type")
		if t.Module == nil {
			r.fail("core type %d is not a module type", d.Index)
		}
		return Extern{Sort: SortCoreModule, Module: t.Module}
	}
	if d.Sort == binary.SortType {
		if d.Eq {
			return Extern{Sort: SortType, Type: rename(pick(r, s.c.Types, d.Index, "type"))}
		}
		return Extern{Sort: SortType, Type: &TypeDef{Resource: &Resource{Name: name}, Sub: true}}
	}
	t := pick(r, s.c.Types, d.Index, "type")
	e := Extern{Sort: externSorts[d.Sort], Func: t.Func, Instance: t.Instance, Component: t.Component}
	if e.Sort == SortFunc && t.Func == nil || e.Sort == SortInstance && t.Instance == nil || e.Sort == SortComponent && t.Component == nil {
		r.fail("type %d is not the type of %s but of %s", d.Index, an(sortWords[e.Sort]), typeDefWord(t))
	}
	return e
}

// typeDefWord says what a type is the type of.
func typeDefWord(t *TypeDef) string {
	switch {
	case t.Value != nil:
		return an(t.Value.Kind.String())
	case t.Resource != nil:
		return "a resource"
	case t.Func != nil:
		return "a function"
	case t.Instance != nil:
		return "an instance"
	default:
		return "a component"
	}
}

// addNamed adds an import or export to a scope, with every check that concerns it.
func (r *resolver) addNamed(s *scope, sd side, name string, attrs []binary.Attr, e Extern, nested *Component) Def {
	switch e.Sort {
	case SortInstance:
		var fresh []*Resource
		e.Instance, fresh = r.open(e.Instance)
		r.introduce(s, sd, fresh)
		if sd == exportSide {
			explicitIn(e.Instance, s.explicit)
		}
	case SortType:
		if res := e.Type.Resource; res != nil {
			if e.Type.Sub {
				r.introduce(s, sd, []*Resource{res})
			}
			if sd == exportSide {
				s.explicit[res] = true
			}
			s.resources[sd][e.Type] = name
			s.resourceNames[sd][name] = true
		}
	}
	d := r.addExternNested(s, e, nested)
	if !r.register(s, sd, &e) {
		r.fail("the %s %q uses the type %s, which has no name outside the component: %s it under a name first", sd, name, r.unnamed, sd)
	}
	r.name(s, sd, name, attrs, &e)
	s.items[sd] = append(s.items[sd], Named{Name: name, Extern: e})
	return d
}

// introduce takes resources into a scope.
func (r *resolver) introduce(s *scope, sd side, fresh []*Resource) {
	if sd == importSide {
		s.imported = append(s.imported, fresh...)
	} else {
		s.defined = append(s.defined, fresh...)
	}
}

// open makes an instance of an instance type: the resources that the type introduces become fresh ones.
func (r *resolver) open(t *Instance) (*Instance, []*Resource) {
	if len(t.bound) == 0 {
		return t, nil
	}
	m := make(map[*Resource]*Resource, len(t.bound))
	fresh := make([]*Resource, len(t.bound))
	for i, old := range t.bound {
		fresh[i] = &Resource{Name: old.Name}
		m[old] = fresh[i]
	}
	in := &Instance{Exports: make([]Named, len(t.Exports)), size: t.size}
	sub := newSubst(r, m)
	for i, e := range t.Exports {
		in.Exports[i] = Named{Name: e.Name, Extern: sub.extern(e.Extern)}
	}
	return in, fresh
}

// explicitIn collects the resources that an instance exports under a name.
func explicitIn(in *Instance, into map[*Resource]bool) {
	for i := range in.Exports {
		switch e := &in.Exports[i]; e.Sort {
		case SortType:
			if e.Type.Resource != nil {
				into[e.Type.Resource] = true
			}
		case SortInstance:
			explicitIn(e.Instance, into)
		}
	}
}

// addExtern appends an extern to the index space of its sort.
func (r *resolver) addExtern(s *scope, e Extern) Def { return r.addExternNested(s, e, nil) }

func (r *resolver) addExternNested(s *scope, e Extern, nested *Component) Def {
	switch e.Sort {
	case SortFunc:
		return r.addFunc(s, e.Func)
	case SortType:
		return r.addType(s, e.Type)
	case SortInstance:
		return r.addInstance(s, e.Instance)
	case SortComponent:
		return r.addComponent(s, e.Component, nested)
	default:
		return r.addModule(s, e.Module)
	}
}

// register checks that everything an import or export uses has a name outside, and gives the types that it brings their names.
func (r *resolver) register(s *scope, sd side, e *Extern) bool {
	if s.kind == instanceTypeScope {
		return true
	}
	r.step()
	named := s.named[sd]
	switch e.Sort {
	case SortType:
		if !r.partsNamed(e.Type, named) {
			return false
		}
		key := typeKey(e.Type)
		named[key] = true
		if sd == importSide {
			s.named[exportSide][key] = true
		}
	case SortInstance:
		for i := range e.Instance.Exports {
			if !r.register(s, sd, &e.Instance.Exports[i].Extern) {
				return false
			}
		}
	case SortFunc:
		return r.funcNamed(e.Func, named)
	}
	return true
}

// typeKey is what a type is known by in the sets of named types.
func typeKey(t *TypeDef) any {
	if t.Value != nil {
		return t.Value
	}
	return t
}

// partsNamed checks what a type refers to.
func (r *resolver) partsNamed(t *TypeDef, named map[any]bool) bool {
	switch {
	case t.Value != nil:
		return r.allNamed(t.Value, named)
	case t.Func != nil:
		return r.funcNamed(t.Func, named)
	case t.Instance != nil:
		return r.instanceNamed(t.Instance, named)
	}
	return true
}

func (r *resolver) instanceNamed(in *Instance, named map[any]bool) bool {
	for i := range in.Exports {
		r.step()
		ok := true
		switch e := &in.Exports[i]; e.Sort {
		case SortFunc:
			ok = r.funcNamed(e.Func, named)
		case SortType:
			ok = r.partsNamed(e.Type, named)
		case SortInstance:
			ok = r.instanceNamed(e.Instance, named)
		}
		if !ok {
			return false
		}
	}
	return true
}

func (r *resolver) funcNamed(f *Func, named map[any]bool) bool {
	for i := range f.Params {
		if !r.isNamed(f.Params[i].Type, named) {
			return false
		}
	}
	return f.Result == nil || r.isNamed(f.Result, named)
}

// isNamed checks a type where it is used: records, variants, enums, flags and resources must have a name; others may stand as
// they are where their parts are named.
func (r *resolver) isNamed(t *Type, named map[any]bool) bool {
	r.step()
	switch t.Kind {
	case Record, Variant, Enum, Flags:
		if !named[t] {
			r.unnamed = t
		}
		return named[t]
	}
	return r.allNamed(t, named)
}

// allNamed checks the parts of a type.
func (r *resolver) allNamed(t *Type, named map[any]bool) bool {
	for i := range t.Fields {
		if !r.isNamed(t.Fields[i].Type, named) {
			return false
		}
	}
	for i := range t.Cases {
		if c := t.Cases[i].Type; c != nil && !r.isNamed(c, named) {
			return false
		}
	}
	for _, part := range []*Type{t.Elem, t.Ok, t.Err} {
		if part != nil && !r.isNamed(part, named) {
			return false
		}
	}
	if t.Resource != nil && !named[t.def] {
		r.unnamed = t
		return false
	}
	return true
}
