package component

import (
	"context"
	"strings"
	"sync/atomic"

	"github.com/tetratelabs/wazero/api"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/types"
)

// Instance is an instance of a component. It serves one call at a time; calls from several goroutines at once are refused.
// After an abort it is dead and should be closed.
type Instance struct {
	st      *store
	exports exports
	typ     *types.Component

	compiled bool
}

// Compiled says whether the instance runs compiled code; otherwise the interpreter runs it.
func (i *Instance) Compiled() bool { return i.compiled }

// Func finds an exported function: `name` of the exported interface instance `instance`, or, where instance is "", a function that
// the component exports directly. An instance inside another is named "outer#inner", as for a Resolver. It is nil where there is none.
func (i *Instance) Func(instance, name string) *Func {
	it, ext := i.find(instance, name, types.SortFunc)
	if it == nil {
		return nil
	}
	return &Func{st: i.st, fn: it.fn, typ: ext.Func, label: qualified(instance, name)}
}

// find gives the export of that sort with its type, nil where there is none.
func (i *Instance) find(instance, name string, sort types.Sort) (*item, types.Extern) {
	exports, externs := i.exports, i.typ.Exports
	if instance != "" {
		for part := range strings.SplitSeq(instance, "#") {
			it, ext := lookup(exports, externs, part, types.SortInstance)
			if it == nil {
				return nil, ext
			}
			exports, externs = it.exports, ext.Instance.Exports
		}
	}
	return lookup(exports, externs, name, sort)
}

func lookup(exports exports, externs []types.Named, name string, sort types.Sort) (*item, types.Extern) {
	for _, e := range externs {
		if e.Name == name && e.Sort == sort {
			return exports.at(name), e.Extern
		}
	}
	return nil, types.Extern{}
}

// FuelUsed is the fuel that the last call used, whatever its outcome, or, before the first, the making of the instance. It counts core operators as
// wasmtime does (see core.Meter); what the runtime itself does costs none.
func (i *Instance) FuelUsed() uint64 { return i.st.fuelSpent }

// store is all that one top-level instance and the component instances in it share.
type store struct {
	rt     *Runtime
	engine *engine
	limits Limits
	mem    ledger
	// handles bounds the tables of all instances together.
	handles *abi.Quota
	budget

	running running
	// modules are all core instances, in the order in which they were made.
	modules   []api.Module
	instances []*instance
	// lentOut are the borrows of guests' resources that calls under way have handed out.
	lentOut []*Resource
	// lentIn are the host's resources of guests that the call of the host under way was lent.
	lentIn []*Resource

	// broken is what ended a destructor that the host has started from inside the call: it ends the call too.
	broken *CallError

	// adrift are the owns of the host that are on their way; passing: from one component to another.
	adrift  []adrift
	passing bool

	busy   atomic.Bool
	closed bool
	dead   *CallError
}

// running is the core code that runs, the innermost where calls run inside one another.
type running struct {
	// in is the component instance that it belongs to: so do the functions that it calls.
	in *instance
	// fn is the core function that was called, nil where a module is being instantiated.
	fn api.Function
	// depth is how many calls into guests run inside one another; stacks is what those take in bytes that wait for this one.
	depth, stacks int
}

type storeKey struct{}

func (st *store) context(ctx context.Context) context.Context {
	return context.WithValue(ctx, storeKey{}, st)
}

func storeOf(ctx context.Context) *store {
	return ctx.Value(storeKey{}).(*store)
}

// instance is one component instance.
type instance struct {
	st    *store
	scope *instance // the instance in whose definition this one's is written: where outer aliases lead
	maker *instance // the instance that instantiated this one
	plan  *plan
	typ   *types.Component

	// cores are the core instances of modules, in the order of the file; nil for those that are left out.
	cores []api.Module
	// fixed: the fixup of a shim that is left out has had its turn.
	fixed bool
	// The index spaces as far as they have been filled; those of core items stand in the plan.
	coreModules []*coreModule
	components  []*closure
	instances   []exports
	funcs       []*fn
	numTypes    int

	// trampolines are the component's own core functions, as far as they have been made.
	trampolines []trampoline
	resources   resourceTypes
	exports     exports
	handles     *abi.Table
	// task is the scope of the call that is inside, lending that of the call that is being made.
	task, lending *abi.Scope

	// mayLeave is off while realloc or post-return run: then no import may be called.
	mayLeave bool
	// leaving says why mayLeave is off, for messages: "cabi_realloc" or "post-return".
	leaving string
	// entered is on while a call is inside; such an instance may not be entered again.
	entered bool
}

// item is a component-level entity at run time; the field that sort names is set.
type item struct {
	sort    types.Sort
	fn      *fn
	res     *resourceType // SortType: the resource, nil for any other type
	exports exports
	comp    *closure
	module  *coreModule
}

// exports are what an instance exports, with their places by their names, which stand in the plan.
type exports struct {
	places map[string]int
	items  []item
}

// at is the export of a name that it has.
func (e exports) at(name string) *item { return &e.items[e.places[name]] }

// closure is a component with the instance that it was defined in.
type closure struct {
	plan  *plan
	scope *instance
}

// Close drops the resources of the host that the guest still holds and frees the instance's memory. While a call is inside it is refused with an error, and
// must be called again. It may be called twice.
func (i *Instance) Close(ctx context.Context) error {
	return i.st.close(ctx)
}
