package component

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"openidea-plugin/component/core"
)

// fuelSlice is how much fuel code may use before it asks again. It bounds how late a deadline or a cancellation is seen: a few milliseconds of
// compiled code.
const fuelSlice = 2_000_000

// budget is what the calls of one store may use, and what they have used.
type budget struct {
	ctx       context.Context
	counter   api.MutableGlobal // goes down; what it holds may still be used before the hook is asked
	fuelLimit uint64            // of the call under way
	handed    uint64            // of that, what the counter was given
	fuelSpent uint64            // by the call that ended last
	fresh     bool              // no call has been made since the instance was: the first one shares its fuel
	hostBytes uint64
	tables    uint32 // entries of all tables
	refused   string // what was refused when the guest wanted to grow, "" for nothing
}

// begin starts the budget of a call.
func (st *store) begin(ctx context.Context) {
	st.ctx, st.hostBytes, st.refused = ctx, 0, ""
	limit := st.limits.Fuel
	if limit == 0 {
		limit = math.MaxInt64
	}
	if st.fresh {
		st.fresh = false
		limit -= min(limit, st.fuelSpent)
	}
	st.fuelLimit = limit
	st.handed = min(fuelSlice, limit)
	st.counter.Set(st.handed)
}

// end closes the books of a call.
func (st *store) end() {
	st.fuelSpent = st.spent()
	st.ctx = nil
}

// spent is the fuel that the call under way has used.
func (st *store) spent() uint64 {
	return uint64(max(0, int64(st.handed)-int64(st.counter.Get())))
}

// refuel is asked when the counter is below zero: it gives the next slice or ends the call.
func (st *store) refuel(counter int64) int64 {
	if err := interrupted(st.ctx); err != nil {
		panic(err)
	}
	more := min(st.fuelLimit-st.handed, uint64(fuelSlice-counter))
	if counter+int64(more) < 0 {
		panic(&CallError{Kind: AbortFuel, Message: fmt.Sprintf("the call used up its %d units of fuel", st.limits.Fuel)})
	}
	st.handed += more
	return counter + int64(more)
}

// mayGrow answers whether a memory or table may grow; a refusal is remembered, since a trap soon follows it.
func (st *store) mayGrow(op uint32, n uint64) bool {
	switch op {
	case core.HookMemoryGrow:
		if n<<16 > st.mem.limit-st.mem.used {
			st.refused = fmt.Sprintf("a memory wanted to grow beyond the limit of %d MiB for all memories", st.mem.limit>>20)
			return false
		}
	case core.HookTableGrow:
		if n > uint64(st.limits.TableEntries-st.tables) {
			st.refused = fmt.Sprintf("a table wanted to grow beyond the limit of %d entries for all tables", st.limits.TableEntries)
			return false
		}
		st.tables += uint32(n)
	case core.HookMemoryFailed:
		st.refused = "a memory wanted to grow beyond the maximum that the component gives it"
	case core.HookTableFailed:
		st.tables -= uint32(n)
		st.refused = "a table wanted to grow beyond the maximum that the component gives it"
	}
	return true
}

// hookName is the function that rewritten code asks; it is the same for all stores and finds the one at hand in the context.
const hookName = "hook"

func hookFunction() hostFunction {
	t := core.HookType()
	return hostFunction{name: hookName, params: t.Params, results: t.Results, call: func(ctx context.Context, _ api.Module, stack []uint64) {
		st, op := storeOf(ctx), uint32(stack[0])
		switch {
		case op == core.HookFuel:
			stack[0] = uint64(st.refuel(int64(stack[1])))
		case st.mayGrow(op, stack[1]):
			stack[0] = 1
		default:
			stack[0] = 0
		}
	}}
}

// The labels of what every rewritten module imports besides its own imports.
const (
	labelCounter = "fuel"
	labelHook    = "limits"
)

// rewrite says how every core module is rewritten.
func rewrite(names []core.ImportName) core.Rewrite {
	return core.Rewrite{
		Imports: names,
		Meter:   &core.Meter{Counter: core.ImportName{Module: labelCounter, Name: core.CounterExport}},
		Hook:    core.ImportName{Module: labelHook, Name: hookName},
	}
}

// addCounter makes the store's fuel counter.
func (st *store) addCounter(ctx context.Context) error {
	m, err := st.rt.engine.InstantiateModule(ctx, st.rt.counter, wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err != nil {
		return fmt.Errorf("the fuel counter could not be made: %w", err)
	}
	st.modules = append(st.modules, m)
	st.counter = m.ExportedGlobal(core.CounterExport).(api.MutableGlobal)
	st.fresh = true
	return nil
}

// takeHostBytes counts bytes that a guest makes the host hold.
func (st *store) takeHostBytes(n uint64) error {
	if n > st.limits.HostBytes-st.hostBytes {
		return &CallError{Kind: AbortMemory, Message: fmt.Sprintf("more than %d MiB passed through host calls in one call", st.limits.HostBytes>>20)}
	}
	st.hostBytes += n
	return nil
}

// interrupted says, as an error, that the context of the call has ended.
func interrupted(ctx context.Context) error {
	switch err := ctx.Err(); {
	case errors.Is(err, context.DeadlineExceeded):
		return &CallError{Kind: AbortDeadline, Message: "the call took longer than its time budget"}
	case err != nil:
		return &CallError{Kind: AbortCancelled, Message: "the call was cancelled"}
	}
	return nil
}

// hostError is an error of a host function: it ends the call.
func (st *store) hostError(name string, err error) error {
	var ce *CallError
	if errors.As(err, &ce) {
		return ce
	}
	if ended := interrupted(st.ctx); ended != nil && errors.Is(err, st.ctx.Err()) {
		return ended
	}
	return &CallError{Kind: AbortHost, Message: name + ": " + err.Error(), Cause: err}
}
