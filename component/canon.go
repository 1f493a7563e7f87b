package component

import (
	"context"
	"fmt"

	"github.com/tetratelabs/wazero/api"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/binary"
	"openidea-plugin/component/types"
)

// trampoline is one of a component's own core functions: a lowered function, or a resource built-in.
type trampoline struct {
	in    *instance
	canon *binary.Canon
	// fn, with its type in the world of in, and opts, made at the first call: of a lowered function.
	fn   *fn
	typ  *types.Func
	opts *canonOptions
	// resource of a built-in.
	resource *types.Resource
}

// call calls it: stack holds the core arguments and takes the core results.
func (t *trampoline) call(ctx context.Context, stack []uint64) error {
	switch t.canon.Kind {
	case binary.CanonResourceNew:
		return t.in.resourceNew(t.resource, stack)
	case binary.CanonResourceDrop:
		return t.in.resourceDrop(ctx, t.resource, stack)
	case binary.CanonResourceRep:
		return t.in.resourceRep(t.resource, stack)
	}
	if err := t.in.checkLeave(t.fn.name); err != nil {
		return err
	}
	if t.opts == nil {
		t.opts = t.in.options(&t.canon.Options)
	}
	if t.fn.host != nil {
		return t.in.callHost(ctx, t.fn, t.typ, t.opts, stack)
	}
	return t.in.callComponent(ctx, t.fn, t.typ, t.opts, stack)
}

// fn is a component function at run time: one of the host, or a core function of an instance under canonical options.
type fn struct {
	name string
	typ  *types.Func // in the world of the instance that defines it, or of the component that imports it from the host
	host HostFunc

	in    *instance
	canon *binary.Canon
	// What calls of a lifted function need, made at the first one. Its instance is busy while one is under way, so that one stack and one scope of the
	// host's calls serve all of them.
	core  *callee
	opts  *canonOptions
	stack *[types.MaxFlatParams + 1]uint64
	scope abi.Scope
}

// prepare makes what calls of a lifted function need.
func (f *fn) prepare() {
	if f.core == nil {
		f.core, f.opts, f.stack = f.in.callee(f.canon.Func), f.in.options(&f.canon.Options), new([types.MaxFlatParams + 1]uint64)
	}
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
	outer := st.running
	running := outer
	running.depth++
	running.in = c.in
	if outer.fn != nil {
		running.stacks += stackSize(outer.fn)
	}
	switch {
	case running.depth > maxDepth:
		return &CallError{Kind: AbortStack, Message: fmt.Sprintf("the call stack overflowed: %d calls into the component run inside one another", maxDepth)}
	case running.stacks > maxStacks:
		return stacksOverflowed(maxStacks)
	}
	defer func() { st.running = outer }()
	if c.item.core == ownCore {
		running.fn = nil
		st.running = running
		return c.in.trampolines[c.item.own].call(ctx, stack)
	}
	module := c.in.cores[c.item.core]
	if c.busy {
		running.fn = module.ExportedFunction(c.item.name)
		st.running = running
		return running.fn.CallWithStack(ctx, stack)
	}
	if c.fn == nil {
		c.fn = module.ExportedFunction(c.item.name)
	}
	running.fn = c.fn
	st.running = running
	c.busy = true
	defer func() {
		if c.busy = false; stackSize(c.fn) > keptStack {
			c.fn = nil
		}
	}()
	return c.fn.CallWithStack(ctx, stack)
}

// canonOptions are the canonical options of one lift or lower in one instance.
type canonOptions struct {
	side       abi.Side
	postReturn *callee
}

func (in *instance) callee(index uint32) *callee {
	return &callee{item: in.plan.coreFuncs[index], in: in}
}

// options resolves canonical options to the instance's memory and functions.
func (in *instance) options(o *binary.Options) *canonOptions {
	c := &canonOptions{side: abi.Side{Encoding: abi.Encoding(o.Encoding), Handles: in, Budget: in.st.takeHostBytes, Moves: in.st.moves}}
	if o.Memory != nil {
		it := in.plan.coreMemories[*o.Memory]
		c.side.Memory = memoryView{in.cores[it.core].ExportedMemory(it.name)}
	}
	if o.Realloc != nil {
		realloc := in.callee(*o.Realloc)
		var stack [4]uint64 // realloc never runs inside itself: it may not call out
		c.side.Realloc = func(ctx context.Context, oldPtr, oldSize, align, newSize uint32) (uint32, error) {
			stack = [4]uint64{uint64(oldPtr), uint64(oldSize), uint64(align), uint64(newSize)}
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

// invoke calls a lifted function on behalf of caller (nil: the host). lower makes its core arguments, appended to a stack that is
// large enough, and lift takes what it returned, before post-return frees the memory that this lies in. scope is what the call borrows and lends.
func (f *fn) invoke(ctx context.Context, caller *instance, scope *abi.Scope, lower func(out []uint64) ([]uint64, error), lift func(returned []uint64) error) error {
	in := f.in
	if err := in.enter(caller, f.name); err != nil {
		return err
	}
	prev := in.task
	in.task = scope
	stack, err := lower(f.stack[:0])
	if err != nil {
		return err
	}
	if len(stack) == 0 {
		f.stack[0] = 0
	}
	stack = f.stack[:max(len(stack), 1)]
	if err := f.core.call(ctx, stack); err != nil {
		return err
	}
	returned := stack[0]
	if err := scope.Exit(); err != nil {
		return err
	}
	if err := lift(stack[:1]); err != nil {
		return err
	}
	in.task = prev
	if f.opts.postReturn != nil {
		stack[0] = returned
		free := func() error { return f.opts.postReturn.call(ctx, stack) }
		// As in wasmtime, post-return may call out after a call from another component, though by the specification it may not.
		if caller == nil {
			err = in.confined("post-return", free)
		} else {
			err = free()
		}
		if err != nil {
			return err
		}
	}
	in.leave()
	return nil
}

// callFromHost calls f, which st exports, with values of the host.
func (f *fn) callFromHost(ctx context.Context, st *store, args []Value) (result Value, err error) {
	if f.host != nil { // the component passes on what it imports
		if len(args) != len(f.typ.Params) {
			return nil, abi.WrongCount(len(f.typ.Params), len(args))
		}
		return st.askHost(ctx, f, args)
	}
	defer st.unlend()
	f.prepare()
	if !f.in.entered {
		f.scope = abi.Scope{}
	}
	afloat := len(st.adrift)
	err = f.invoke(ctx, nil, &f.scope,
		func(out []uint64) ([]uint64, error) {
			return f.opts.side.LowerParams(ctx, f.typ.Params, args, out)
		},
		func(returned []uint64) (err error) {
			if result, err = f.opts.side.LiftResult(f.typ.Result, returned); err == nil {
				st.arrived(afloat)
			}
			return err
		})
	return result, err
}

// callHost is a call of this instance's core code that the host answers.
func (in *instance) callHost(ctx context.Context, f *fn, t *types.Func, opts *canonOptions, stack []uint64) error {
	var scope abi.Scope
	mark, afloat := len(in.st.lentOut), len(in.st.adrift)
	args, err := lending(in, &scope, func() ([]Value, error) { return opts.side.LiftParams(t.Params, stack) })
	if err != nil {
		return err
	}
	in.st.arrived(afloat)
	result, err := in.st.askHost(ctx, f, args)
	if err != nil {
		return err
	}
	if err := scope.Exit(); err != nil {
		return err
	}
	in.st.expire(mark)
	return in.st.misfit(f, opts.side.LowerResult(ctx, t, result, stack))
}

// callComponent is a call of this instance's core code that another component answers: values go from memory to memory.
func (in *instance) callComponent(ctx context.Context, f *fn, t *types.Func, opts *canonOptions, stack []uint64) error {
	f.prepare()
	var scope abi.Scope
	mark := len(in.st.lentOut)
	err := f.invoke(ctx, in, &scope,
		func(out []uint64) (args []uint64, err error) {
			err = in.st.pass(func() error {
				args, err = lending(in, &scope, func() ([]uint64, error) {
					return abi.PassParams(ctx, &opts.side, &f.opts.side, t.Params, f.typ.Params, stack, out)
				})
				return err
			})
			return args, err
		},
		func(returned []uint64) error {
			return in.st.pass(func() error {
				return abi.PassResult(ctx, &f.opts.side, &opts.side, f.typ.Result, t, returned, stack)
			})
		})
	if err != nil {
		return err
	}
	in.st.expire(mark)
	return nil
}

// lending runs a lift whose borrows are lent to the call of scope.
func lending[T any](in *instance, scope *abi.Scope, lift func() (T, error)) (T, error) {
	prev := in.lending
	in.lending = scope
	defer func() { in.lending = prev }()
	return lift()
}

// checkLeave refuses a call out of realloc or post-return.
func (in *instance) checkLeave(name string) error {
	if in.mayLeave {
		return nil
	}
	return &abi.Violation{Rule: abi.RuleMayLeave, Detail: fmt.Sprintf("called %s from %s, where a component may not call out", name, in.leaving)}
}
