package component_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"openidea-plugin/component"
	"openidea-plugin/component/abi"
	"openidea-plugin/component/core"
)

func TestAborts(t *testing.T) {
	cancelled := func(ctx context.Context, after time.Duration) (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancel(ctx)
		time.AfterFunc(after, cancel)
		return ctx, cancel
	}
	cases := []struct {
		name, call string
		args       []component.Value
		limits     component.Limits
		ctx        func(context.Context, time.Duration) (context.Context, context.CancelFunc)
		kind       component.AbortKind
		message    string
	}{
		{name: "unreachable", call: "trap", kind: component.AbortTrap, message: "trap: unreachable"},
		{name: "fuel", call: "spin", limits: component.Limits{Fuel: 1000}, kind: component.AbortFuel, message: "the call used up its 1000 units of fuel"},
		{name: "fuel of several slices", call: "spin", limits: component.Limits{Fuel: 1_500_000}, kind: component.AbortFuel, message: "the call used up its 1500000 units of fuel"},
		{name: "deadline", call: "spin", ctx: context.WithTimeout, kind: component.AbortDeadline, message: "the call took longer than its time budget"},
		{name: "cancellation", call: "spin", ctx: cancelled, kind: component.AbortCancelled, message: "the call was cancelled"},
		{name: "memory", call: "grow-and-use", args: []component.Value{uint32(32)}, limits: component.Limits{Memory: 2 << 20}, kind: component.AbortMemory,
			message: "trap: out of bounds memory access, after a memory wanted to grow beyond the limit of 2 MiB for all memories"},
		{name: "table", call: "grow-table-and-use", args: []component.Value{uint32(100)}, limits: component.Limits{TableEntries: 100}, kind: component.AbortMemory,
			message: "after a table wanted to grow beyond the limit of 100 entries for all tables"},
		// wasmtime#12652
		{name: "bytes for the host", call: "echo", args: []component.Value{strings.Repeat("x", 3<<20)}, limits: component.Limits{HostBytes: 2 << 20}, kind: component.AbortMemory,
			message: "more than 2 MiB passed through host calls in one call"},
		{name: "stack", call: "forever", args: []component.Value{uint32(0)}, kind: component.AbortStack, message: "the call stack overflowed"},
		{name: "ABI", call: "bad-text", kind: component.AbortABI, message: "UTF-8"},
	}
	for _, e := range engines {
		rt := newRuntime(t, e.cfg)
		work := guest(t, "Work")
		for _, c := range cases {
			t.Run(e.name+"/"+c.name, func(t *testing.T) {
				in := instantiate(t, rt, work, none{}, c.limits)
				_, err := in.Func("", "count").Call(t.Context(), uint32(0))
				begun := in.FuelUsed()
				// A call whose time is over before it begins leaves the instance alone, which may happen on a slow machine.
				for after := 50 * time.Millisecond; ; after *= 4 {
					ctx := t.Context()
					if c.ctx != nil {
						var cancel context.CancelFunc
						ctx, cancel = c.ctx(ctx, after)
						defer cancel()
					}
					if _, err = in.Func("", c.call).Call(ctx, c.args...); c.ctx == nil || in.FuelUsed() != begun || after > time.Hour {
						break
					}
				}
				ce := aborted(t, err, c.kind)
				if !strings.Contains(ce.Message, c.message) {
					t.Errorf("message %q, want %q", ce.Message, c.message)
				}
				if ce.Func != c.call {
					t.Errorf("the call is named %q, want %q", ce.Func, c.call)
				}
				// Nothing runs in the instance afterwards, and the error says why.
				_, err = in.Func("", "count").Call(t.Context(), uint32(1))
				if dead := aborted(t, err, component.AbortDead); !strings.Contains(dead.Message, ce.Message) || !errors.Is(dead, ce) {
					t.Errorf("after the abort: %v", dead)
				}
			})
		}
	}
}

func TestTrapNamesTheFunctionsOnTheStack(t *testing.T) {
	for _, e := range engines {
		in := instantiate(t, newRuntime(t, e.cfg), guest(t, "Work"), none{}, component.Limits{})
		_, err := in.Func("", "trap").Call(t.Context())
		if ce := aborted(t, err, component.AbortTrap); !slices.Equal(ce.Frames, []string{"inner", "inner", "outer"}) {
			t.Errorf("%s: %q", e.name, ce.Frames)
		}
	}
}

func TestABIViolationNamesRuleAndCause(t *testing.T) {
	in := instantiate(t, newRuntime(t, component.Config{}), guest(t, "Work"), none{}, component.Limits{})
	_, err := in.Func("", "bad-text").Call(t.Context())
	ce := aborted(t, err, component.AbortABI)
	var v *abi.Violation
	if !errors.As(err, &v) || v.Rule != "string-utf8" || v.Path != "result" || ce.Help == "" {
		t.Errorf("%#v, help %q", v, ce.Help)
	}
}

func TestRefusedGrowthIsNoTrap(t *testing.T) {
	in := instantiate(t, newRuntime(t, component.Config{}), guest(t, "Work"), none{}, component.Limits{Memory: 4 << 20, TableEntries: 10})
	for _, c := range []struct {
		name string
		n    uint32
		want int32
	}{{"grow", 3, 1}, {"grow", 61, -1}, {"grow", 60, 4}, {"grow", 1, -1}, {"grow", 0, 64}, {"grow-table", 9, 1}, {"grow-table", 1, -1}, {"grow-table", 0, 10}} {
		if got := call(t, in, "", c.name, c.n); got != c.want {
			t.Errorf("%s by %d: %v, want %d", c.name, c.n, got, c.want)
		}
	}
}

func TestStartsBeyondTheLimits(t *testing.T) {
	rt, work := newRuntime(t, component.Config{}), guest(t, "Work")
	for _, l := range []component.Limits{{Memory: 1000}, {Memory: 65535}} {
		_, err := rt.Instantiate(t.Context(), work, none{}, l)
		want := fmt.Sprintf("the component's memories begin with more than the limit of %d bytes", l.Memory)
		if ce := aborted(t, err, component.AbortMemory); ce.Func != "" || ce.Message != want {
			t.Errorf("%+v: %#v", l, ce)
		}
	}
}

// Fuel is the same on both engines, in every instance and in every call: what fuelOf gives is committed, so that a change is seen.
func TestFuel(t *testing.T) {
	for _, e := range engines {
		rt, work := newRuntime(t, e.cfg), guest(t, "Work")
		for range 2 {
			in := instantiate(t, rt, work, none{}, component.Limits{})
			if in.FuelUsed() != 0 {
				t.Errorf("%s: making the instance cost %d", e.name, in.FuelUsed())
			}
			for _, c := range []struct {
				n    uint32
				fuel uint64
			}{{1, 10}, {2, 18}, {1000, 8002}, {1, 10}, {1_000_000, 8_000_002}} {
				if got := call(t, in, "", "count", c.n); got != c.n {
					t.Errorf("count(%d) = %v", c.n, got)
				}
				if in.FuelUsed() != c.fuel {
					t.Errorf("%s: count(%d) used %d units of fuel, want %d", e.name, c.n, in.FuelUsed(), c.fuel)
				}
			}
		}
		// Exactly enough is enough, for each call anew.
		in := instantiate(t, rt, work, none{}, component.Limits{Fuel: 8002})
		call(t, in, "", "count", uint32(1000))
		call(t, in, "", "count", uint32(1000))
		_, err := in.Func("", "count").Call(t.Context(), uint32(1100))
		aborted(t, err, component.AbortFuel)
	}
}

// What a trap has used is told up to what was taken from the last slice of fuel, and is the same on both engines.
func TestFuelOfTraps(t *testing.T) {
	for _, n := range []uint32{1, 1000, 100_000, 1_000_000} {
		var used []uint64
		for _, e := range engines {
			in := instantiate(t, newRuntime(t, e.cfg), guest(t, "Work"), none{}, component.Limits{})
			_, err := in.Func("", "count-and-overrun").Call(t.Context(), n)
			aborted(t, err, component.AbortTrap)
			used = append(used, in.FuelUsed())
		}
		all := 8 * uint64(n)
		if used[0] != used[1] || used[0] > all || used[0]+core.DefaultSlice+8 < all {
			t.Errorf("%d rounds, %d units of fuel: %d told", n, all, used)
		}
	}
}

// A call whose time is over before it begins does nothing, and the instance is as it was; nor is anything compiled or made then.
func TestCallsAfterTheirTime(t *testing.T) {
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, e := range engines {
		rt, work := newRuntime(t, e.cfg), guest(t, "Work")
		aborted(t, rt.Compile(over, work), component.AbortCancelled)
		_, err := rt.Instantiate(over, work, none{}, component.Limits{})
		aborted(t, err, component.AbortCancelled)
		in := instantiate(t, rt, work, none{}, component.Limits{})
		_, err = in.Func("", "trap").Call(over)
		if ce := aborted(t, err, component.AbortCancelled); ce.Func != "trap" {
			t.Errorf("%s: %#v", e.name, ce)
		}
		if got := call(t, in, "", "count", uint32(3)); got != uint32(3) {
			t.Errorf("%s: %v", e.name, got)
		}
		if err := rt.Compile(over, work); err != nil {
			t.Errorf("%s: what is compiled already takes no time: %v", e.name, err)
		}
	}
}

// What passes from one component to another takes time and no fuel: the deadline counts all the same.
func TestPassingEndsInTime(t *testing.T) {
	for _, e := range engines {
		rt := newRuntime(t, e.cfg)
		for _, name := range []string{"numbers", "pairs", "text"} {
			in := instantiate(t, rt, guest(t, "Passing"), none{}, component.Limits{Memory: 32 << 20})
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			_, err := in.Func("", name).Call(ctx)
			cancel()
			aborted(t, err, component.AbortDeadline)
		}
	}
}

func TestClosing(t *testing.T) {
	rt := newRuntime(t, component.Config{})
	in, err := rt.Instantiate(t.Context(), guest(t, "Work"), none{}, component.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	f := in.Func("", "count")
	for range 2 {
		if err := in.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	_, err = f.Call(t.Context(), uint32(1))
	if ce := aborted(t, err, component.AbortDead); ce.Message != "the instance was closed" {
		t.Errorf("%v", ce)
	}
}

func TestFunc(t *testing.T) {
	in := instantiate(t, newRuntime(t, component.Config{}), guest(t, "Work"), none{}, component.Limits{})
	for _, c := range [][2]string{{"", "none"}, {"count", ""}, {"acme:guest/run@0.1.0", "count"}} {
		if in.Func(c[0], c[1]) != nil {
			t.Errorf("a function %q in %q", c[1], c[0])
		}
	}
	if f := in.Func("", "count"); f.Name() != "count" || f.Type().String() != "func(n: u32) -> u32" {
		t.Errorf("%s: %s", f.Name(), f.Type())
	}
}
