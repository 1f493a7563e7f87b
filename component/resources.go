package component

import (
	"context"
	"fmt"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/types"
)

// Resource is a resource of a guest as the host holds it: what stands in Handle.Rep for resource types that a component defines. An
// own is held until it is given to a guest or dropped; a borrow is good until the host function that was given it returns.
type Resource struct {
	typ *resourceType
	rep uint32
	own bool
	// gone: dropped, given to a guest, or a borrow whose call has ended.
	gone bool
	// lent: an own that is an argument of the call under way, as a borrow.
	lent bool
}

// Drop ends an own: the destructor that its component defines runs. It may be called outside of any call, and inside a host function with the ctx of that,
// unless the call is inside the component instance that defines the destructor: that is refused, and changes nothing. A destructor that is
// ended, by a trap for example, ends the call too.
func (r *Resource) Drop(ctx context.Context) error {
	if r.gone || !r.own {
		return fmt.Errorf("the %s is not the host's to drop", r.typ.name)
	}
	if r.lent {
		return fmt.Errorf("the %s is lent to a call that has not ended", r.typ.name)
	}
	definer := r.typ.definer
	st := definer.st
	label := r.typ.name + " destructor"
	destroy := func(ctx context.Context) error {
		r.gone = true
		return r.typ.destroy(ctx, nil, r.rep)
	}
	if inside, ok := ctx.Value(storeKey{}).(*store); !ok || inside != st || st.ctx == nil {
		return st.run(ctx, label, destroy)
	}
	if definer.entered {
		return &CallError{Kind: AbortABI, Func: label, Message: "cannot enter the component: a call is inside it already"}
	}
	if err := destroy(ctx); err != nil {
		st.broken = st.classify(err)
		return st.broken
	}
	return nil
}

// resourceType is a resource type at run time: one for each definition in each instance, or the host's.
type resourceType struct {
	name string
	host *ResourceType
	// definer and dtor: a resource of a guest.
	definer *instance
	dtor    *callee
}

// resourceTypes are the resource types that an instance knows, by what they are in its own world. Most know a few, for which no map is worth its while.
type resourceTypes struct {
	few  []knownResource
	many map[*types.Resource]*resourceType // of all, once there are more than maxFew
}

type knownResource struct {
	static *types.Resource
	typ    *resourceType
}

const maxFew = 16

// of gives the resource type, nil: it is not known.
func (t *resourceTypes) of(r *types.Resource) *resourceType {
	if t.many != nil {
		return t.many[r]
	}
	for i := range t.few {
		if t.few[i].static == r {
			return t.few[i].typ
		}
	}
	return nil
}

func (t *resourceTypes) set(r *types.Resource, typ *resourceType) {
	if t.many != nil {
		t.many[r] = typ
		return
	}
	for i := range t.few {
		if t.few[i].static == r {
			t.few[i].typ = typ
			return
		}
	}
	if t.few = append(t.few, knownResource{r, typ}); len(t.few) > maxFew {
		t.many = make(map[*types.Resource]*resourceType, 4*maxFew)
		for _, k := range t.few {
			t.many[k.static] = k.typ
		}
	}
}

// String names the type in messages about handles.
func (t *resourceType) String() string { return t.name }

// destroy runs the destructor of a resource that has no owner any more, on behalf of caller.
func (t *resourceType) destroy(ctx context.Context, caller *instance, rep any) error {
	if t.host != nil {
		if t.host.Drop == nil {
			return nil
		}
		return guarded(func() error { return t.host.Drop(ctx, rep) })
	}
	if caller != t.definer {
		if err := t.definer.enter(nil, "the destructor of "+t.name); err != nil {
			return err
		}
		defer t.definer.leave()
	}
	if t.dtor == nil {
		return nil
	}
	stack := [1]uint64{uint64(rep.(uint32))}
	return t.dtor.call(ctx, stack[:])
}

// LiftOwn takes an own out of the instance's table.
func (in *instance) LiftOwn(r *types.Resource, idx uint32) (abi.Handle, error) {
	rt := in.resources.of(r)
	h, err := in.handles.LiftOwn(rt, idx)
	if err == nil && rt.host != nil {
		in.st.adrift = append(in.st.adrift, adrift{rt, h})
	}
	return in.outward(rt, h, true), err
}

// LiftBorrow lends a handle of the instance's table to the call that it makes.
func (in *instance) LiftBorrow(r *types.Resource, idx uint32) (abi.Handle, error) {
	rt := in.resources.of(r)
	if err := in.st.mayLend(); err != nil {
		return abi.Handle{}, err
	}
	h, err := in.handles.LiftBorrow(rt, idx, in.lending)
	return in.outward(rt, h, false), err
}

// LowerOwn puts an own into the instance's table.
func (in *instance) LowerOwn(r *types.Resource, h abi.Handle) (uint32, error) {
	rt := in.resources.of(r)
	inner, err := rt.inward(h, true)
	if err != nil {
		return 0, err
	}
	idx, err := in.handles.New(rt, inner)
	if err == nil && rt.host != nil && in.st.passing {
		in.st.adrift = in.st.adrift[:len(in.st.adrift)-1]
	}
	return idx, err
}

// adrift is an own of the host that has left a table and has not arrived yet, neither in another table nor at the host. Where the call ends meanwhile it
// is dropped with the instance.
type adrift struct {
	typ    *resourceType
	handle abi.Handle
}

// pass runs what passes values from one component to another, where each own that leaves a table enters another at once.
func (st *store) pass(run func() error) error {
	st.passing = true
	defer func() { st.passing = false }()
	return run()
}

// arrived ends what has been adrift since mark.
func (st *store) arrived(mark int) { st.adrift = st.adrift[:mark] }

// LowerBorrow puts a borrow into the instance's table for the call that enters it; the definer of a resource is given its representation.
func (in *instance) LowerBorrow(r *types.Resource, h abi.Handle) (uint32, error) {
	rt := in.resources.of(r)
	inner, err := rt.inward(h, false)
	if err != nil {
		return 0, err
	}
	if rt.definer == in {
		return inner.Rep.(uint32), nil
	}
	return in.handles.NewBorrow(rt, inner, in.task)
}

// outward makes what leaves the table into what the other side of a call sees: the host's own values stay as they are.
func (in *instance) outward(rt *resourceType, h abi.Handle, own bool) abi.Handle {
	rep, ok := h.Rep.(uint32)
	if rt.host != nil || !ok {
		return h
	}
	r := &Resource{typ: rt, rep: rep, own: own}
	if !own {
		in.st.lentOut = append(in.st.lentOut, r)
	}
	return abi.Handle{Rep: r}
}

// mayLend bounds what the calls under way have been lent: a list of borrows may name one handle millions of times, and nobody has to hold them.
func (st *store) mayLend() error {
	if len(st.lentOut) < st.limits.Handles {
		return nil
	}
	return &abi.Violation{Rule: abi.RuleHandleLimit, Detail: fmt.Sprintf("the component lends %d handles at once, which is as many as it may", st.limits.Handles)}
}

// misused is a handle that the host may not pass.
func misused(format string, args ...any) error {
	return &abi.ValueError{Detail: fmt.Sprintf(format, args...)}
}

// inward is the reverse of outward; an own is used up by it.
func (t *resourceType) inward(h abi.Handle, own bool) (abi.Handle, error) {
	if t.host != nil {
		return h, nil
	}
	r, ok := h.Rep.(*Resource)
	switch {
	case !ok || r.typ != t:
		return abi.Handle{}, misused("the value is no %s of this component instance", t.name)
	case r.gone:
		return abi.Handle{}, misused("the %s was dropped or given away before, or its call has ended", t.name)
	case own && !r.own:
		return abi.Handle{}, misused("a borrowed %s cannot be given away", t.name)
	case own && r.lent:
		return abi.Handle{}, misused("the %s is lent to the call that it is given to", t.name)
	}
	switch {
	case own:
		r.gone = true
	case r.own:
		r.lent = true
		t.definer.st.lentIn = append(t.definer.st.lentIn, r)
	}
	return abi.Handle{Rep: r.rep}, nil
}

// unlend ends what the host lent to its call.
func (st *store) unlend() {
	for _, r := range st.lentIn {
		r.lent = false
	}
	st.lentIn = st.lentIn[:0]
}

// expire ends the borrows that were lent out since mark: their call has ended.
func (st *store) expire(mark int) {
	for _, r := range st.lentOut[mark:] {
		r.gone = true
	}
	st.lentOut = st.lentOut[:mark]
}

// resourceNew is `resource.new`.
func (in *instance) resourceNew(r *types.Resource, stack []uint64) error {
	if err := in.checkLeave("resource.new"); err != nil {
		return err
	}
	idx, err := in.handles.New(in.resources.of(r), abi.Handle{Rep: uint32(stack[0])})
	stack[0] = uint64(idx)
	return err
}

// resourceRep is `resource.rep`.
func (in *instance) resourceRep(r *types.Resource, stack []uint64) error {
	h, err := in.handles.Rep(in.resources.of(r), uint32(stack[0]))
	if err != nil {
		return err
	}
	stack[0] = uint64(h.Rep.(uint32))
	return nil
}

// resourceDrop is `resource.drop`.
func (in *instance) resourceDrop(ctx context.Context, r *types.Resource, stack []uint64) error {
	rt := in.resources.of(r)
	if !in.mayLeave {
		return in.checkLeave("resource.drop of " + rt.name)
	}
	h, own, err := in.handles.Drop(rt, uint32(stack[0]))
	if err != nil || !own {
		return err
	}
	if err := rt.destroy(ctx, in, h.Rep); err != nil {
		if rt.host != nil {
			return in.st.hostError("resource.drop of "+rt.name, err)
		}
		return err
	}
	return nil
}

// releaseHostResources drops the resources of the host that the instance holds; those of guests die with it.
func (in *instance) releaseHostResources(ctx context.Context) {
	in.handles.Drain(func(typ any, h abi.Handle) {
		if rt := typ.(*resourceType); rt.host != nil {
			_ = rt.destroy(ctx, nil, h.Rep)
		}
	})
}
