package component

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tetratelabs/wazero/api"

	"openidea-plugin/component/core"
)

// budget is what the calls of one store may use, and what they have used.
type budget struct {
	ctx       context.Context
	deadline  time.Time // of ctx; zero: none
	tank      core.Tank
	fuelSpent uint64 // by the call that ended last
	made      bool   // the instance has been made
	called    bool   // and a call was begun: the first one shares its fuel with the making
	hostBytes uint64
	moved     uint64 // bytes moved between components or to the host, since the time was looked at
	tables    uint32 // entries of all tables
	held      int    // globals, and entries of passive element segments
	refused   string // what was refused when the guest wanted to grow, "" for nothing
}

// begin starts the budget of a call.
func (st *store) begin(ctx context.Context) {
	st.ctx, st.hostBytes, st.refused = ctx, 0, ""
	st.deadline, _ = ctx.Deadline()
	fuel := st.limits.Fuel
	if fuel != 0 && !st.called {
		fuel = max(1, fuel-min(fuel, st.fuelSpent)) // 0 would be no limit
	}
	st.called = st.made
	st.tank.Fill(fuel)
}

// end closes the books of a call.
func (st *store) end() {
	st.fuelSpent = st.tank.Spent()
	st.made = true
}

// refuel is asked when the counter of a core instance is below zero: it gives the next slice or ends the call. Since it is asked for every
// slice, it is also what sees that a deadline has passed or that the call was cancelled.
func (st *store) refuel(counter int64) int64 {
	st.pause()
	// The interpreter bounds the number of frames, but not what they hold.
	if st.engine.interpreter && st.running.fn != nil && stackSize(st.running.fn) > maxInterpreted {
		panic(stacksOverflowed(maxInterpreted))
	}
	next, err := st.tank.Refill(counter)
	if err != nil {
		panic(st.outOfFuel(err))
	}
	return next
}

// pause ends the call where its time is over.
func (st *store) pause() {
	if err := st.overtime(); err != nil {
		panic(err)
	}
}

// overtime says that the time of the call is over. Where all processors run guests the context's timer may be late.
func (st *store) overtime() *CallError {
	if err := st.interrupted(); err != nil {
		return err
	}
	if !st.deadline.IsZero() && !time.Now().Before(st.deadline) {
		return deadlinePassed()
	}
	return nil
}

// moves counts bytes that pass from one component to another or are made values of for the host, which costs time but no fuel, and looks at the time after each MiB.
func (st *store) moves(n uint64) error {
	if st.moved += n; st.moved < 1<<20 {
		return nil
	}
	st.moved = 0
	if err := st.overtime(); err != nil {
		return err
	}
	return nil
}

func (st *store) outOfFuel(err error) *CallError {
	return &CallError{Kind: AbortFuel, Message: fmt.Sprintf("the call used up its %d units of fuel", st.limits.Fuel), Cause: err}
}

// mayGrow answers whether a memory or table may grow; a refusal is remembered, since a trap soon follows it.
func (st *store) mayGrow(op uint32, n uint64) bool {
	st.pause() // a loop of growths takes more time than its fuel tells
	switch op {
	case core.HookMemoryGrow:
		if n<<16 > st.mem.limit-st.mem.used {
			st.refused = fmt.Sprintf("a memory wanted to grow beyond the limit of %s for all memories", inMiB(st.mem.limit))
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
		case op == core.HookPause:
			st.pause()
		case st.mayGrow(op, stack[1]):
			stack[0] = 1
		default:
			stack[0] = 0
		}
	}}
}

// labelHook is the label of the hook, which every rewritten module imports besides its own imports.
const labelHook = "limits"

// addCounter takes the fuel counter of a core instance into the books.
func (st *store) addCounter(name string, mod api.Module) {
	if c, ok := mod.ExportedGlobal(name).(api.MutableGlobal); ok {
		st.tank.Add(c)
	}
}

// inMiB writes a limit in MiB where it is some of them, else in bytes.
func inMiB(n uint64) string {
	if n%(1<<20) != 0 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}

// takeHostBytes counts bytes that a guest makes the host hold.
func (st *store) takeHostBytes(n uint64) error {
	if n > st.limits.HostBytes-st.hostBytes {
		return &CallError{Kind: AbortMemory, Message: fmt.Sprintf("more than %s passed through host calls in one call", inMiB(st.limits.HostBytes))}
	}
	st.hostBytes += n
	return st.moves(n)
}

// interrupted says that the context of the call has ended.
func (st *store) interrupted() *CallError { return ended(st.ctx) }

func deadlinePassed() *CallError {
	return &CallError{Kind: AbortDeadline, Message: "the call took longer than its time budget"}
}

func ended(ctx context.Context) *CallError {
	switch err := ctx.Err(); {
	case errors.Is(err, context.DeadlineExceeded):
		return deadlinePassed()
	case err != nil:
		return &CallError{Kind: AbortCancelled, Message: "the call was cancelled"}
	}
	return nil
}
