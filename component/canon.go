package component

import (
	"context"
	"fmt"

	"github.com/tetratelabs/wazero/api"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/binary"
	"openidea-plugin/component/types"
)

// trampoline is a function that core code of a component calls: stack holds the core arguments and takes the core results.
type trampoline func(ctx context.Context, stack []uint64) error

// fn is a component function at run time: one of the host, or a core function of an instance under canonical options.
type fn struct {
	name string
	typ  *types.Func // in the world of the instance that defines it, or of the component that imports it from the host
	host HostFunc

	in   *instance
	core *callee
	opts *canonOptions
}

// callee is a core function that the runtime calls. wazero's functions must not be re-entered: a second call while one is
// under way takes a function of its own.
type callee struct {
	item coreItem
	in   *instance
	fn   api.Function
	busy bool
}

// call enters the core function with stack as arguments and results.
func (c *callee) call(ctx context.Context, stack []uint64) error {
	st := c.in.st
	prev := st.cur
	st.cur = c.in
	defer func() { st.cur = prev }()
	if c.item.module == nil {
		return c.in.trampolines[c.item.own](ctx, stack)
	}
	if c.busy {
		return c.item.module.ExportedFunction(c.item.name).CallWithStack(ctx, stack)
	}
	if c.fn == nil {
		c.fn = c.item.module.ExportedFunction(c.item.name)
	}
	c.busy = true
	defer func() { c.busy = false }()
	return c.fn.CallWithStack(ctx, stack)
}

// canonOptions are the canonical options of one lift or lower in one instance.
type canonOptions struct {
	side       abi.Side
	postReturn *callee
}

func (in *instance) callee(index uint32) *callee {
	return &callee{item: in.coreFuncs[index], in: in}
}

// options resolves canonical options to the instance's memory and functions.
func (in *instance) options(o *binary.Options) *canonOptions {
	c := &canonOptions{side: abi.Side{Encoding: abi.Encoding(o.Encoding), Handles: in, Budget: in.st.takeHostBytes}}
	if o.Memory != nil {
		it := in.coreMemories[*o.Memory]
		c.side.Memory = memoryView{it.module.ExportedMemory(it.name)}
	}
	if o.Realloc != nil {
		realloc := in.callee(*o.Realloc)
		c.side.Realloc = func(ctx context.Context, oldPtr, oldSize, align, newSize uint32) (uint32, error) {
			stack := [4]uint64{uint64(oldPtr), uint64(oldSize), uint64(align), uint64(newSize)}
			err := in.confined("cabi_realloc", func() error { return realloc.call(ctx, stack[:]) })
			return uint32(stack[0]), err
		}
	}
	if o.PostReturn != nil {
		c.postReturn = in.callee(*o.PostReturn)
	}
	return c
}

// confined runs a core function that may not call out.
func (in *instance) confined(where string, run func() error) error {
	may, why := in.mayLeave, in.leaving
	in.mayLeave, in.leaving = false, where
	defer func() { in.mayLeave, in.leaving = may, why }()
	return run()
}

// memoryView is a linear memory for package abi.
type memoryView struct{ m api.Memory }

// Bytes is the memory as it is now.
func (v memoryView) Bytes() []byte {
	b, _ := v.m.Read(0, v.m.Size())
	return b
}

// within says whether i is in or an instance that in was made by, directly or not.
func (in *instance) within(i *instance) bool {
	for ; in != nil; in = in.maker {
		if in == i {
			return true
		}
	}
	return false
}

// enter begins a call from caller (nil: the host) into an instance; leave ends it where nothing went wrong, since an instance that something
// went wrong in is never entered again. As in wasmtime a component never calls itself, nor those that it was made by or has
// made, through lifted functions: such a call might come back into an instance that waits for it.
func (in *instance) enter(caller *instance, name string) error {
	if in.entered || caller != nil && (in.within(caller) || caller.within(in)) {
		return &abi.Violation{Rule: abi.RuleMayEnter, Detail: fmt.Sprintf("cannot enter the component instance of %s: a call is inside it already", name)}
	}
	in.entered = true
	return nil
}

func (in *instance) leave() { in.entered = false }

// invoke calls a lifted function with values, on behalf of caller (nil: the host). The result is lifted before post-return frees the memory it lies
// in. scope is what the call borrows and lends.
func (f *fn) invoke(ctx context.Context, caller *instance, args []Value, scope *abi.Scope) (Value, error) {
	in := f.in
	if err := in.enter(caller, f.name); err != nil {
		return nil, err
	}
	prev := in.task
	in.task = scope
	var space [types.MaxFlatParams + 1]uint64
	stack, err := f.opts.side.LowerParams(ctx, f.typ.Params, args, space[:0])
	if err != nil {
		return nil, err
	}
	stack = space[:max(len(stack), 1)]
	if err := f.core.call(ctx, stack); err != nil {
		return nil, err
	}
	returned := stack[0]
	result, err := f.opts.side.LiftResult(f.typ.Result, stack[:1])
	if err != nil {
		return nil, err
	}
	if err := scope.Exit(); err != nil {
		return nil, err
	}
	in.task = prev
	if f.opts.postReturn != nil {
		stack[0] = returned
		if err := in.confined("post-return", func() error { return f.opts.postReturn.call(ctx, stack) }); err != nil {
			return nil, err
		}
	}
	in.leave()
	return result, nil
}

// lower makes the trampoline of a lowered function; t is its type in this instance's world.
func (in *instance) lower(f *fn, t *types.Func, opts *canonOptions) trampoline {
	return func(ctx context.Context, stack []uint64) error {
		if err := in.checkLeave(f.name); err != nil {
			return err
		}
		var scope abi.Scope
		mark, prev := len(in.st.lentOut), in.lending
		in.lending = &scope
		args, err := opts.side.LiftParams(t.Params, stack)
		in.lending = prev
		if err != nil {
			return err
		}
		var result Value
		if f.host == nil {
			result, err = f.invoke(ctx, in, args, &scope)
		} else if result, err = f.host(ctx, args); err != nil {
			err = in.st.hostError(f.name, err)
		} else {
			err = scope.Exit()
		}
		if err != nil {
			return err
		}
		in.st.expire(mark)
		return opts.side.LowerResult(ctx, t, result, stack)
	}
}

// checkLeave refuses a call out of realloc or post-return.
func (in *instance) checkLeave(name string) error {
	if in.mayLeave {
		return nil
	}
	return &abi.Violation{Rule: abi.RuleMayLeave, Detail: fmt.Sprintf("called %s from %s, where a component may not call out", name, in.leaving)}
}
