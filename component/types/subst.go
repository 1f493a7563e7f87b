package types

// subst puts resources in place of others, and types under one name in place of types under another. Each part is rebuilt once,
// so that what is one type before is one type after.
type subst struct {
	r         *resolver
	resources map[*Resource]*Resource
	values    map[*Type]*Type
	defs      map[*TypeDef]*TypeDef
	funcs     map[*Func]*Func
	instances map[*Instance]*Instance
	comps     map[*ComponentType]*ComponentType
}

func newSubst(r *resolver, resources map[*Resource]*Resource) *subst {
	return &subst{r: r, resources: resources, values: map[*Type]*Type{}, defs: map[*TypeDef]*TypeDef{}, funcs: map[*Func]*Func{},
		instances: map[*Instance]*Instance{}, comps: map[*ComponentType]*ComponentType{}}
}

// rename has the types that have, an argument, goes by take the place of those of want, the import.
func (s *subst) rename(want, have *Extern) {
	s.r.step()
	switch want.Sort {
	case SortType:
		s.defs[want.Type] = have.Type
		if want.Type.Value != nil && want.Type.Value.Kind > String {
			s.values[want.Type.Value] = have.Type.Value
		}
	case SortInstance:
		for i := range want.Instance.Exports {
			w := &want.Instance.Exports[i]
			if h, ok := s.r.exportOf(have.Instance, w.Name); ok {
				s.rename(&w.Extern, &h)
			}
		}
	}
}

func (s *subst) extern(e Extern) Extern {
	switch e.Sort {
	case SortFunc:
		e.Func = s.fn(e.Func)
	case SortType:
		e.Type = s.def(e.Type)
	case SortInstance:
		e.Instance = s.instance(e.Instance)
	case SortComponent:
		e.Component = s.component(e.Component)
	}
	return e
}

func (s *subst) named(items []Named) (out []Named, changed bool) {
	out = items
	for i := range items {
		e := s.extern(items[i].Extern)
		if e == items[i].Extern {
			continue
		}
		if !changed {
			out, changed = append([]Named(nil), items...), true
		}
		out[i].Extern = e
	}
	return out, changed
}

func (s *subst) def(t *TypeDef) *TypeDef {
	if done, ok := s.defs[t]; ok {
		return done
	}
	s.r.step()
	c := *t
	switch {
	case t.Value != nil:
		c.Value = s.value(t.Value)
	case t.Resource != nil:
		if to, ok := s.resources[t.Resource]; ok {
			c.Resource = to
		}
	case t.Func != nil:
		c.Func = s.fn(t.Func)
	case t.Instance != nil:
		c.Instance = s.instance(t.Instance)
	case t.Component != nil:
		c.Component = s.component(t.Component)
	}
	done := t
	if c != *t {
		done = &c
	}
	s.defs[t] = done
	return done
}

func (s *subst) fn(f *Func) *Func {
	if done, ok := s.funcs[f]; ok {
		return done
	}
	c := *f
	var changed, resultChanged bool
	c.Params, changed = s.fields(f.Params)
	c.Result, resultChanged = s.part(f.Result)
	done := f
	if changed || resultChanged {
		done = &c
	}
	s.funcs[f] = done
	return done
}

func (s *subst) instance(in *Instance) *Instance {
	if done, ok := s.instances[in]; ok {
		return done
	}
	done := in
	if items, changed := s.named(in.Exports); changed {
		done = &Instance{Exports: items, bound: in.bound, size: in.size}
	}
	s.instances[in] = done
	return done
}

func (s *subst) component(ct *ComponentType) *ComponentType {
	if done, ok := s.comps[ct]; ok {
		return done
	}
	done := ct
	imports, a := s.named(ct.Imports)
	exports, b := s.named(ct.Exports)
	if a || b {
		c := *ct
		c.Imports, c.Exports = imports, exports
		done = &c
	}
	s.comps[ct] = done
	return done
}

// part is value for what may be absent.
func (s *subst) part(t *Type) (*Type, bool) {
	if t == nil {
		return nil, false
	}
	done := s.value(t)
	return done, done != t
}

func (s *subst) fields(fs []Field) (out []Field, changed bool) {
	out = fs
	for i := range fs {
		t, c := s.part(fs[i].Type)
		if !c {
			continue
		}
		if !changed {
			out, changed = append([]Field(nil), fs...), true
		}
		out[i].Type = t
	}
	return out, changed
}

// value rebuilds a value type; its layout stays, as what takes the place of a part has the same layout.
func (s *subst) value(t *Type) *Type {
	if t.Kind <= String {
		return t
	}
	if done, ok := s.values[t]; ok {
		return done
	}
	s.r.step()
	c := *t
	var changed bool
	c.Fields, changed = s.fields(t.Fields)
	caseCopied := false
	for i := range t.Cases {
		p, ch := s.part(t.Cases[i].Type)
		if !ch {
			continue
		}
		if !caseCopied {
			c.Cases, caseCopied = append([]Case(nil), t.Cases...), true
		}
		c.Cases[i].Type = p
	}
	for _, p := range []**Type{&c.Elem, &c.Ok, &c.Err} {
		var ch bool
		*p, ch = s.part(*p)
		changed = changed || ch
	}
	if t.Resource != nil {
		if to, ok := s.resources[t.Resource]; ok {
			c.Resource, changed = to, true
		}
		if t.def != nil {
			if to := s.def(t.def); to != t.def {
				c.def, changed = to, true
			}
		}
	}
	done := t
	if changed || caseCopied {
		done = &c
	}
	s.values[t] = done
	return done
}

// free collects the resources that e refers to and does not bind itself.
func (r *resolver) free(e *Extern, into map[*Resource]bool) {
	f := freeResources{r: r, into: into, seen: map[any]bool{}}
	f.extern(e)
}

// freeResources walks types and collects resources; what was seen is not walked again.
type freeResources struct {
	r    *resolver
	into map[*Resource]bool
	seen map[any]bool
}

func (f *freeResources) extern(e *Extern) {
	switch e.Sort {
	case SortFunc:
		f.fn(e.Func)
	case SortType:
		f.def(e.Type)
	case SortInstance:
		f.instance(e.Instance)
	case SortComponent:
		f.component(e.Component)
	}
}

func (f *freeResources) def(t *TypeDef) {
	switch {
	case t.Value != nil:
		f.value(t.Value)
	case t.Resource != nil:
		f.into[t.Resource] = true
	case t.Func != nil:
		f.fn(t.Func)
	case t.Instance != nil:
		f.instance(t.Instance)
	case t.Component != nil:
		f.component(t.Component)
	}
}

func (f *freeResources) fn(t *Func) {
	for i := range t.Params {
		f.value(t.Params[i].Type)
	}
	if t.Result != nil {
		f.value(t.Result)
	}
}

func (f *freeResources) value(t *Type) {
	if !t.Layout.HasHandles || f.seen[t] {
		return
	}
	f.r.step()
	f.seen[t] = true
	if t.Resource != nil {
		f.into[t.Resource] = true
	}
	for i := range t.Fields {
		f.value(t.Fields[i].Type)
	}
	for i := range t.Cases {
		if p := t.Cases[i].Type; p != nil {
			f.value(p)
		}
	}
	for _, p := range []*Type{t.Elem, t.Ok, t.Err} {
		if p != nil {
			f.value(p)
		}
	}
}

func (f *freeResources) instance(in *Instance) {
	f.closed(in, in.bound, nil, in.Exports)
}

func (f *freeResources) component(ct *ComponentType) {
	bound := append(append([]*Resource(nil), ct.imported...), ct.bound...)
	f.closed(ct, bound, ct.Imports, ct.Exports)
}

// closed walks what binds resources itself.
func (f *freeResources) closed(key any, bound []*Resource, lists ...[]Named) {
	if f.seen[key] {
		return
	}
	f.r.step()
	f.seen[key] = true
	inner := f
	if len(bound) > 0 {
		inner = &freeResources{r: f.r, into: map[*Resource]bool{}, seen: map[any]bool{}}
	}
	for _, items := range lists {
		for i := range items {
			inner.extern(&items[i].Extern)
		}
	}
	if inner == f {
		return
	}
	for _, b := range bound {
		delete(inner.into, b)
	}
	for res := range inner.into {
		f.into[res] = true
	}
}
