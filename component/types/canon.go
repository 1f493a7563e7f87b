package types

import (
	"openidea-plugin/component/binary"
)

// canon resolves a canonical definition.
func (r *resolver) canon(s *scope, b *binary.Canon) Def {
	switch b.Kind {
	case binary.CanonLift:
		return r.lift(s, b)
	case binary.CanonLower:
		return r.lower(s, b)
	}
	t := pick(r, s.c.Types, b.Type, "type")
	if t.Resource == nil {
		r.fail("type %d is the type of %s, not a resource", b.Type, typeDefWord(t))
	}
	if b.Kind != binary.CanonResourceDrop && !s.local[t.Resource] {
		r.fail("type %d is not a resource of this component: only the component that defines a resource may make one or see its representation", b.Type)
	}
	params, results := []CoreType{I32}, []CoreType{I32}
	if b.Kind == binary.CanonResourceDrop {
		results = nil
	}
	d := r.addCoreFunc(s, coreFunc(params, results))
	d.Resource = t.Resource
	return d
}

// lift resolves a lift.
func (r *resolver) lift(s *scope, b *binary.Canon) Def {
	def := pick(r, s.c.Types, b.Type, "type")
	if def.Func == nil {
		r.fail("type %d is the type of %s, not of a function", b.Type, typeDefWord(def))
	}
	f := def.Func
	have := pick(r, s.c.CoreFuncs, b.Func, "core function")
	r.options(s, &b.Options)
	if b.Options.PostReturn != nil {
		post := pick(r, s.c.CoreFuncs, *b.Options.PostReturn, "core function")
		if string(post.Params) != string(have.Results) || len(post.Results) > 0 {
			r.fail("the post-return function must take what the lifted function returns and return nothing: expected %s, found %s",
				&CoreFuncType{Params: have.Results}, post)
		}
	}
	params, result := len(f.FlatParams()) > MaxFlatParams, len(f.FlatResults()) > MaxFlatResults
	r.needs(&b.Options, params || result, params || f.paramPointers())
	if want := f.FlattenLift(); !sameCoreFunc(have, want) {
		r.fail("the core function of a lift has the type %s, but the function %s needs %s", have, f, want)
	}
	return r.addFunc(s, f)
}

// lower resolves a lower.
func (r *resolver) lower(s *scope, b *binary.Canon) Def {
	f := pick(r, s.c.Funcs, b.Func, "function")
	r.options(s, &b.Options)
	if b.Options.PostReturn != nil {
		r.fail("the canonical option post-return cannot be given to a lower")
	}
	params, result := len(f.FlatParams()) > MaxFlatParams, len(f.FlatResults()) > MaxFlatResults
	r.needs(&b.Options, params || result || f.paramPointers(), f.Result != nil && f.Result.Layout.HasPointers)
	d := r.addCoreFunc(s, f.FlattenLower())
	d.Func = f
	return d
}

// paramPointers says whether a string or list stands in a parameter.
func (f *Func) paramPointers() bool {
	for i := range f.Params {
		if f.Params[i].Type.Layout.HasPointers {
			return true
		}
	}
	return false
}

// needs checks that the options that a call cannot do without are there.
func (r *resolver) needs(o *binary.Options, memory, realloc bool) {
	if (memory || realloc) && o.Memory == nil {
		r.fail("the canonical option memory is missing: the function passes values through memory")
	}
	if realloc && o.Realloc == nil {
		r.fail("the canonical option realloc is missing: the function needs memory to be allocated")
	}
}

// options checks options for themselves.
func (r *resolver) options(s *scope, o *binary.Options) {
	if o.Repeated != "" {
		r.fail("the canonical option %s is given more than once", o.Repeated)
	}
	if o.Memory != nil {
		m := pick(r, s.c.CoreMemories, *o.Memory, "core memory")
		if m.Shared || m.Is64 {
			r.fail("the canonical option memory must name a memory that is neither shared nor 64-bit")
		}
	}
	if o.Realloc != nil {
		if o.Memory == nil {
			r.fail("the canonical option realloc needs the option memory")
		}
		f := pick(r, s.c.CoreFuncs, *o.Realloc, "core function")
		if want := coreFunc([]CoreType{I32, I32, I32, I32}, []CoreType{I32}); !sameCoreFunc(f, want) {
			r.fail("the realloc function must be %s, not %s", want, f)
		}
	}
	if o.PostReturn != nil {
		pick(r, s.c.CoreFuncs, *o.PostReturn, "core function")
	}
}
