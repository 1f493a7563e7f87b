package component

import (
	"context"

	"github.com/tetratelabs/wazero/api"

	"openidea-plugin/component/binary"
	"openidea-plugin/component/types"
)

// Instantiate makes an instance of c. Everything that can be found wrong with the imports is found here, as a *LinkError; guest code
// that runs while it is made (start functions) may end it with a *CallError.
func (rt *Runtime) Instantiate(ctx context.Context, c *Component, r Resolver, limits Limits) (*Instance, error) {
	imports, err := c.imports.resolve(r)
	if err != nil {
		return nil, err
	}
	if err := rt.begin(); err != nil {
		return nil, err
	}
	defer rt.end()
	e, err := rt.pick(ctx, c)
	if err != nil {
		return nil, err
	}
	st := newStore(rt, e, limits)
	rt.opened(st)
	var out *Instance
	err = st.run(ctx, "", func(ctx context.Context) error {
		root, err := newInstance(st, nil, nil, c.plan)
		if err != nil {
			return err
		}
		if err := root.build(ctx, imports); err != nil {
			return err
		}
		out = &Instance{st: st, exports: root.exports, typ: c.typ, compiled: !e.interpreter}
		return nil
	})
	if err != nil {
		_ = st.close(ctx)
		return nil, err
	}
	return out, nil
}

func newInstance(st *store, scope, maker *instance, p *plan) (*instance, error) {
	if len(st.instances) >= maxInstances {
		return nil, tooManyInstances()
	}
	t := p.typ
	in := &instance{
		st: st, scope: scope, maker: maker, plan: p, typ: t, mayLeave: true,
		cores: make([]api.Module, p.cores), trampolines: make([]trampoline, 0, len(p.own)),
		coreModules: make([]*coreModule, 0, len(t.CoreModules)), components: make([]*closure, 0, len(t.Components)),
		instances: make([]exports, 0, len(t.Instances)), funcs: make([]*fn, 0, len(t.Funcs)),
		exports: exports{p.exports, make([]item, len(t.Exports))},
		handles: st.handles.NewTable(),
	}
	st.instances = append(st.instances, in)
	return in, nil
}

// build walks the definitions in order; each fills one place of an index space.
func (in *instance) build(ctx context.Context, imports []item) error {
	exported := 0
	for i := range in.plan.def.Defs {
		if ended := in.st.interrupted(); ended != nil {
			return ended
		}
		d := &in.plan.def.Defs[i]
		var err error
		switch {
		case d.CoreModule != nil:
			in.coreModules = append(in.coreModules, in.plan.modules[len(in.coreModules)])
		case d.CoreInstance != nil:
			err = in.instantiateCore(ctx, d.CoreInstance)
		case d.Component != nil:
			in.components = append(in.components, &closure{plan: in.plan.nested[d.Component], scope: in})
		case d.Instance != nil:
			err = in.instantiate(ctx, d.Instance)
		case d.Alias != nil:
			in.alias(d.Alias)
		case d.Type != nil:
			in.defineType(d.Type)
		case d.Canon != nil:
			in.canon(d.Canon)
		case d.Import != nil:
			it := &imports[in.plan.imports[d.Import.Name]]
			in.add(it)
			in.bindLast(it)
		case d.Export != nil:
			in.export(d.Export, &in.exports.items[exported])
			exported++
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// add appends it to the index space of its sort.
func (in *instance) add(it *item) {
	switch it.sort {
	case types.SortFunc:
		in.funcs = append(in.funcs, it.fn)
	case types.SortType:
		in.numTypes++
	case types.SortInstance:
		in.instances = append(in.instances, it.exports)
	case types.SortComponent:
		in.components = append(in.components, it.comp)
	case types.SortCoreModule:
		in.coreModules = append(in.coreModules, it.module)
	}
}

// at is the entity that s refers to.
func (in *instance) at(s binary.SortIdx) item {
	switch s.Sort {
	case binary.SortFunc:
		return item{sort: types.SortFunc, fn: in.funcs[s.Index]}
	case binary.SortType:
		it := item{sort: types.SortType}
		if r := in.typ.Types[s.Index].Resource; r != nil {
			it.res = in.resources.of(r)
		}
		return it
	case binary.SortInstance:
		return item{sort: types.SortInstance, exports: in.instances[s.Index]}
	case binary.SortComponent:
		return item{sort: types.SortComponent, comp: in.components[s.Index]}
	}
	return item{sort: types.SortCoreModule, module: in.coreModules[s.Index]}
}

// export names an entity, at its place among the exports; the name makes a new place in its index space, whose type may hide what it is.
func (in *instance) export(e *binary.Export, it *item) {
	*it = in.at(e.SortIdx)
	if it.sort == types.SortFunc && it.fn.name == "" {
		it.fn.name = e.Name
	}
	in.add(it)
	in.bindLast(it)
}

// bindLast binds the resource types of the place that it was just added to.
func (in *instance) bindLast(it *item) {
	switch it.sort {
	case types.SortType:
		in.bindType(in.typ.Types[in.numTypes-1], it)
	case types.SortInstance:
		if at := len(in.instances) - 1; in.plan.binding[at] {
			in.bind(in.typ.Instances[at], it.exports)
		}
	}
}

// bind gives every resource type that t leaves open, in the world of this instance, the identity that it has in it.
func (in *instance) bind(t *types.Instance, from exports) {
	for _, e := range t.Exports {
		switch {
		case e.Sort == types.SortType && e.Type.Resource != nil:
			in.bindType(e.Type, from.at(e.Name))
		case e.Sort == types.SortInstance:
			in.bind(e.Instance, from.at(e.Name).exports)
		}
	}
}

func (in *instance) bindType(t *types.TypeDef, it *item) {
	if t.Resource == nil || it.res == nil {
		return
	}
	if in.resources.of(t.Resource) == nil {
		in.resources.set(t.Resource, it.res)
	}
}

// instantiate makes a component instance, or one out of things that are here already.
func (in *instance) instantiate(ctx context.Context, def *binary.Instance) error {
	it := item{sort: types.SortInstance}
	if def.Inline {
		it.exports = exports{in.plan.inline[def], make([]item, len(def.Exports))}
		for k, e := range def.Exports {
			it.exports.items[k] = in.at(e.SortIdx)
		}
	} else {
		c := in.components[def.Component]
		args := make([]item, len(c.plan.imports))
		for _, a := range def.Args {
			if k, asked := c.plan.imports[a.Name]; asked {
				args[k] = in.at(a.SortIdx)
			}
		}
		child, err := newInstance(in.st, c.scope, in, c.plan)
		if err != nil {
			return err
		}
		if err := child.build(ctx, args); err != nil {
			return err
		}
		it.exports = child.exports
	}
	in.add(&it)
	in.bindLast(&it)
	return nil
}

// alias makes an entity of elsewhere one of this instance.
func (in *instance) alias(a *binary.Alias) {
	switch a.Kind {
	case binary.AliasExport:
		if a.Sort == binary.SortType && in.typ.Types[in.numTypes].Resource == nil {
			in.numTypes++
			return
		}
		it := in.instances[a.Instance].at(a.Name)
		in.add(it)
		in.bindLast(it)
	case binary.AliasOuter:
		from := in
		for range a.Count {
			from = from.scope
		}
		switch {
		case a.Sort == binary.SortType:
			in.numTypes++
			if r := in.typ.Types[in.numTypes-1].Resource; r != nil && from == in {
				in.resources.set(r, in.resources.of(from.typ.Types[a.Index].Resource))
			}
		case a.Sort == binary.SortComponent:
			in.components = append(in.components, from.components[a.Index])
		case a.Sort == binary.SortCore && a.Core == binary.CoreModSort:
			in.coreModules = append(in.coreModules, from.coreModules[a.Index])
		}
	}
}

// defineType fills a place of the type index space; a resource type becomes a new one.
func (in *instance) defineType(t *binary.Type) {
	i := in.numTypes
	in.numTypes++
	if t.Kind != binary.ResourceDef {
		return
	}
	r := &resourceType{name: in.typ.Types[i].Resource.Name, definer: in}
	if t.Dtor != nil {
		r.dtor = in.callee(*t.Dtor)
	}
	in.resources.set(in.typ.Types[i].Resource, r)
}

// canon makes a canonical function.
func (in *instance) canon(c *binary.Canon) {
	t := trampoline{in: in, canon: c}
	switch c.Kind {
	case binary.CanonLift:
		in.funcs = append(in.funcs, &fn{typ: in.typ.Types[c.Type].Func, in: in, canon: c})
		return
	case binary.CanonLower:
		t.fn, t.typ = in.funcs[c.Func], in.typ.Funcs[c.Func]
	default:
		t.resource = in.typ.Types[c.Type].Resource
	}
	in.trampolines = append(in.trampolines, t)
}
