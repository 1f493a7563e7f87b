package component

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/core"
)

// Defaults of Limits.
const (
	DefaultMemory       = 256 << 20
	DefaultTableEntries = 1_000_000
	DefaultHandles      = 100_000
	DefaultHostBytes    = 64 << 20
)

func (l Limits) withDefaults() Limits {
	orDefault(&l.Memory, DefaultMemory)
	orDefault(&l.TableEntries, DefaultTableEntries)
	orDefault(&l.Handles, DefaultHandles)
	orDefault(&l.HostBytes, DefaultHostBytes)
	return l
}

func orDefault[T int | uint32 | uint64](v *T, d T) {
	if *v == 0 {
		*v = d
	}
}

func newStore(rt *Runtime, e *engine, limits Limits) *store {
	limits = limits.withDefaults()
	st := &store{rt: rt, engine: e, limits: limits, handles: abi.NewQuota(limits.Handles)}
	st.mem.limit, st.mem.spaces = limits.Memory, &rt.spaces
	return st
}

// neverEnded ends an instance that a call has left by runtime.Goexit, or by a panic, which would be a mistake of this package: nobody can trust it.
var neverEnded = &CallError{Kind: AbortDead, Message: "the call never returned"}

// run enters the guest on behalf of the host: one call at a time, never after an abort, with whatever ends it told as a *CallError.
func (st *store) run(ctx context.Context, label string, body func(ctx context.Context) error) error {
	if !st.busy.CompareAndSwap(false, true) {
		return &CallError{Kind: AbortABI, Func: label, Message: "cannot enter the component: a call is inside it already"}
	}
	defer st.busy.Store(false)
	if st.closed {
		return &CallError{Kind: AbortDead, Func: label, Message: "the instance was closed"}
	}
	if st.dead != nil {
		return &CallError{Kind: AbortDead, Func: label, Message: "the instance was ended by an earlier call: " + st.dead.Message, Cause: st.dead}
	}
	if err := ended(ctx); err != nil { // nothing has run
		err.Func = label
		return err
	}
	st.dead = neverEnded
	st.begin(ctx)
	defer func() { st.ctx = nil }()
	err := body(st.context(ctx))
	st.end()
	st.dead = nil
	if err == nil {
		return nil
	}
	var link *LinkError
	var decode *DecodeError
	if errors.As(err, &link) || errors.As(err, &decode) {
		st.dead = &CallError{Kind: AbortDead, Message: err.Error()}
		return err
	}
	st.dead = st.classify(err)
	st.dead.Func, st.dead.Interpreted = label, st.engine.interpreter
	return st.dead
}

// admit refuses a core module whose memories and tables are larger from the start than what is left.
func (st *store) admit(m *core.Module) error {
	var bytes uint64
	for _, mem := range m.Memories {
		bytes += mem.Min << 16
	}
	if bytes > st.mem.limit-st.mem.used {
		return &CallError{Kind: AbortMemory, Message: fmt.Sprintf("the component's memories begin with more than the limit of %s", inMiB(st.mem.limit))}
	}
	if len(st.modules) >= maxInstances {
		return tooManyInstances()
	}
	for _, t := range m.Tables {
		if t.Min > uint64(st.limits.TableEntries-st.tables) {
			return &CallError{Kind: AbortMemory, Message: fmt.Sprintf("the component's tables begin with more than the limit of %d entries", st.limits.TableEntries)}
		}
		st.tables += uint32(t.Min)
	}
	st.held += len(m.Globals)
	for i := range m.Elems {
		if e := &m.Elems[i]; e.Mode == core.ElemPassive {
			st.held += int(e.Len())
		}
	}
	if st.held > maxHeld {
		return &CallError{Kind: AbortMemory, Message: fmt.Sprintf("the component's core instances have more than %d globals and entries of passive element segments", maxHeld)}
	}
	return nil
}

// maxInstances bounds the component instances and the core instances of one instance, each: a component of a few kilobytes may ask for millions.
const maxInstances = 10_000

// maxHeld bounds what all core instances hold besides memories and tables: each instance of a module has globals and passive element segments of its own.
const maxHeld = 1_000_000

func tooManyInstances() error {
	return &CallError{Kind: AbortMemory, Message: fmt.Sprintf("the component is made of more than %d instances", maxInstances)}
}

// close drops what the guest holds of the host and frees the memory. It is refused while a call is inside.
func (st *store) close(ctx context.Context) error {
	if !st.busy.CompareAndSwap(false, true) {
		return fmt.Errorf("the instance cannot be closed from inside a call")
	}
	defer st.busy.Store(false)
	if st.closed {
		return nil
	}
	st.closed = true
	defer st.rt.gone(st)
	for _, a := range slices.Backward(st.adrift) {
		_ = a.typ.destroy(ctx, nil, a.handle.Rep)
	}
	for _, in := range slices.Backward(st.instances) {
		in.releaseHostResources(ctx)
	}
	var first error
	for _, m := range slices.Backward(st.modules) {
		if err := m.Close(ctx); err != nil && first == nil {
			first = err
		}
	}
	st.mem.free()
	return first
}
