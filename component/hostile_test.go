package component_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
)

// hostile is the component that testdata/scripts/limits.wast defines as $name.
func hostile(tb testing.TB, name string) *component.Component {
	tb.Helper()
	return defined(tb, "limits", name)
}

// A destructor that drops what runs it again calls through the host each time: the host's stack is bounded as the guest's is.
func TestDestructorsInsideOneAnother(t *testing.T) {
	for _, e := range engines {
		rt := newRuntime(t, e.cfg)
		in := instantiate(t, rt, hostile(t, "Chain"), none{}, component.Limits{})
		if n := call(t, in, "", "run", uint32(900)); n != uint32(900) {
			t.Errorf("%s: %v destructors ran", e.name, n)
		}
		_, err := in.Func("", "run").Call(t.Context(), uint32(10_000_000))
		aborted(t, err, component.AbortStack)
	}
}

// wazero gives each of them a stack of its own, which may become large: what they take together is bounded.
func TestDeepDestructorsInsideOneAnother(t *testing.T) {
	for _, e := range engines {
		in := instantiate(t, newRuntime(t, e.cfg), hostile(t, "DeepChain"), none{}, component.Limits{})
		frames := uint32(500_000)
		if e.cfg.Interpreter {
			frames = 1500 // of 2000 that a stack of the interpreter may have
		}
		_, err := in.Func("", "run").Call(t.Context(), frames)
		if ce := aborted(t, err, component.AbortStack); ce.Message != "the call stack overflowed: calls inside one another take 400 MiB" {
			t.Errorf("%v", ce)
		}
	}
}

// Locals cost no fuel but, on the interpreter, memory: its 2,000 frames could hold 800 MB of them.
func TestManyLocals(t *testing.T) {
	c := hostile(t, "ManyLocals")
	in := instantiate(t, newRuntime(t, component.Config{}), c, none{}, component.Limits{})
	if n := call(t, in, "", "run", uint32(1500)); n != uint32(0) {
		t.Errorf("run: %v", n)
	}
	in = instantiate(t, newRuntime(t, component.Config{Interpreter: true}), c, none{}, component.Limits{})
	if n := call(t, in, "", "run", uint32(100)); n != uint32(0) {
		t.Errorf("run: %v", n)
	}
	_, err := in.Func("", "run").Call(t.Context(), uint32(1500))
	if ce := aborted(t, err, component.AbortStack); !ce.Interpreted {
		t.Errorf("%+v", ce)
	}
}

// things are the resources that $Giver is given.
type things struct {
	thing *component.ResourceType
	made  uint32
	log   []string
}

func (h *things) Resource(string, string) (*component.ResourceType, bool) { return h.thing, true }

func (h *things) Func(_, name string, _ *types.Func) (component.HostFunc, bool, error) {
	return func(_ context.Context, args []component.Value) (component.Value, error) {
		if name == "give" {
			h.log = append(h.log, fmt.Sprint("given ", args[0].(component.Handle).Rep))
			return nil, nil
		}
		h.made++
		return component.Handle{Rep: h.made}, nil
	}, true, nil
}

// What is on its way when a call ends belongs to nobody: it is dropped with the instance, once, as what the guest still holds is.
func TestResourcesOnTheirWay(t *testing.T) {
	for _, c := range []struct {
		bad  bool
		want []string
	}{
		{false, []string{"given 2", "dropped 1"}},
		{true, []string{"dropped 2", "dropped 1"}},
	} {
		h := &things{}
		h.thing = &component.ResourceType{Name: "thing", Drop: func(_ context.Context, rep any) error {
			h.log = append(h.log, fmt.Sprint("dropped ", rep))
			return nil
		}}
		in := instantiate(t, newRuntime(t, component.Config{}), hostile(t, "Giver"), h, component.Limits{})
		if _, err := in.Func("", "give").Call(t.Context(), c.bad); c.bad {
			aborted(t, err, component.AbortABI)
		} else if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := in.Close(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(h.log, c.want) {
			t.Errorf("%q, want %q", h.log, c.want)
		}
	}
}

// One handle can be lent often without being held.
func TestHandlesLentAtOnce(t *testing.T) {
	in := instantiate(t, newRuntime(t, component.Config{}), hostile(t, "Lender"), none{}, component.Limits{Handles: 1000})
	for range 3 {
		if n := call(t, in, "", "lend", uint32(1000)); n != uint32(1000) {
			t.Errorf("lent %v", n)
		}
	}
	_, err := in.Func("", "lend").Call(t.Context(), uint32(1001))
	aborted(t, err, component.AbortMemory)
}

// A component of 900 bytes may ask for a million instances.
func TestTooManyInstances(t *testing.T) {
	rt := newRuntime(t, component.Config{})
	_, err := rt.Instantiate(t.Context(), hostile(t, "Million"), none{}, component.Limits{})
	if ce := aborted(t, err, component.AbortMemory); ce.Message != "the component is made of more than 10000 instances" {
		t.Errorf("%v", ce)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = rt.Instantiate(ctx, hostile(t, "Million"), none{}, component.Limits{})
	aborted(t, err, component.AbortCancelled)
}

// The limit of handles is one for all instances together.
func TestHandlesOfAllInstances(t *testing.T) {
	in := instantiate(t, newRuntime(t, component.Config{}), hostile(t, "Hoarders"), none{}, component.Limits{Handles: 100})
	call(t, in, "", "a", uint32(60))
	call(t, in, "", "b", uint32(40))
	_, err := in.Func("", "b").Call(t.Context(), uint32(1))
	aborted(t, err, component.AbortMemory)
}

// asks supplies "ask" of $Caller, and 42 for everything else.
type asks func(ctx context.Context, n uint32) (component.Value, error)

func (a asks) Func(_, name string, _ *types.Func) (component.HostFunc, bool, error) {
	return func(ctx context.Context, args []component.Value) (component.Value, error) {
		if name != "ask" {
			return uint32(42), nil
		}
		return a(ctx, args[0].(uint32))
	}, true, nil
}

func (asks) Resource(string, string) (*component.ResourceType, bool) { return nil, false }

func TestTheHostsMistakesAreTheHosts(t *testing.T) {
	broken := errors.New("broken")
	other := &component.CallError{Kind: component.AbortTrap, Message: "trap: unreachable", Func: "f"}
	for _, c := range []struct {
		name    string
		ask     asks
		message string // of the error
		cause   error
	}{
		{"an error", func(context.Context, uint32) (component.Value, error) { return nil, broken }, "ask: broken", broken},
		{"a panic", func(context.Context, uint32) (component.Value, error) { panic("oh\nno") }, "ask: the host function panicked: oh", nil},
		{"a panic with an error", func(context.Context, uint32) (component.Value, error) { panic(broken) }, "ask: the host function panicked: broken", nil},
		// A trap of another instance that the host has called is none of this one.
		{"the trap of another", func(context.Context, uint32) (component.Value, error) { return nil, other }, "ask: trap: unreachable", other},
	} {
		for _, e := range engines {
			t.Run(c.name+"/"+e.name, func(t *testing.T) {
				// The guest calls the host, or only passes on what it imports.
				for _, f := range []string{"asks", "ask-again"} {
					in := instantiate(t, newRuntime(t, e.cfg), hostile(t, "Caller"), c.ask, component.Limits{})
					_, err := in.Func("", f).Call(t.Context(), uint32(1))
					ce := aborted(t, err, component.AbortHost)
					if ce.Message != c.message || ce.Func != f || c.cause != nil && !errors.Is(err, c.cause) {
						t.Errorf("%+v", ce)
					}
					for _, frame := range ce.Frames {
						if strings.Contains(frame, "/") {
							t.Errorf("a frame of the host: %q", frame)
						}
					}
					_, err = in.Func("", f).Call(t.Context(), uint32(1))
					aborted(t, err, component.AbortDead)
				}
				if other.Func != "f" || other.Frames != nil {
					t.Errorf("the error of the other instance was changed: %+v", other)
				}
			})
		}
	}
}

func TestValuesThatDoNotFit(t *testing.T) {
	for _, e := range engines {
		rt := newRuntime(t, e.cfg)
		fine := asks(func(context.Context, uint32) (component.Value, error) { return "x", nil })
		wrong := asks(func(context.Context, uint32) (component.Value, error) { return uint32(1), nil })
		for _, c := range []struct {
			ask     asks
			args    []component.Value
			message string
		}{
			{wrong, []component.Value{uint32(1)}, "ask: result: want string, have u32"},
			{fine, []component.Value{"one"}, "argument times: want u32, have string"},
			{fine, nil, "want 1 argument, have 0"},
		} {
			in := instantiate(t, rt, hostile(t, "Caller"), c.ask, component.Limits{})
			_, err := in.Func("", "asks").Call(t.Context(), c.args...)
			if ce := aborted(t, err, component.AbortHost); ce.Message != c.message {
				t.Errorf("%s: %q, want %q", e.name, ce.Message, c.message)
			}
		}
		in := instantiate(t, rt, hostile(t, "Caller"), fine, component.Limits{})
		_, err := in.Func("", "ask-again").Call(t.Context())
		aborted(t, err, component.AbortHost)
	}
}

// A guest that does little but calls the host again and again is stopped as one that computes is, even if the host does not watch the context.
func TestDeadlineBetweenHostCalls(t *testing.T) {
	for _, e := range engines {
		ctx, cancel := context.WithCancel(t.Context())
		var calls int
		in := instantiate(t, newRuntime(t, e.cfg), hostile(t, "Caller"), asks(func(context.Context, uint32) (component.Value, error) {
			if calls++; calls == 3 {
				cancel()
			}
			return "x", nil
		}), component.Limits{})
		_, err := in.Func("", "asks").Call(ctx, uint32(1000))
		if aborted(t, err, component.AbortCancelled); calls != 3 {
			t.Errorf("%s: %d calls after the call was cancelled", e.name, calls-3)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	in := instantiate(t, newRuntime(t, component.Config{}), hostile(t, "Caller"), asks(func(ctx context.Context, _ uint32) (component.Value, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}), component.Limits{})
	_, err := in.Func("", "asks").Call(ctx, uint32(1000))
	aborted(t, err, component.AbortDeadline)
}

func TestFuncOfANestedInstance(t *testing.T) {
	in := instantiate(t, newRuntime(t, component.Config{}), hostile(t, "Caller"), asks(nil), component.Limits{})
	if n := call(t, in, "outer#inner", "answer"); n != uint32(42) {
		t.Errorf("answer: %v", n)
	}
	if f := in.Func("outer#inner", "answer"); f.Name() != "outer#inner#answer" || f.Type().String() != "func() -> u32" {
		t.Errorf("%s: %s", f.Name(), f.Type())
	}
	for _, c := range [][2]string{{"outer", "answer"}, {"outer", "inner"}, {"inner", "answer"}, {"outer#inner#answer", ""}, {"outer#", "answer"}} {
		if in.Func(c[0], c[1]) != nil {
			t.Errorf("a function %q in %q", c[1], c[0])
		}
	}
}

// What the host drops while a call is inside another component instance.
func TestTheHostDropsMeanwhile(t *testing.T) {
	for _, e := range engines {
		rt := newRuntime(t, e.cfg)
		pair := func(meanwhile func(context.Context) error) (*component.Instance, func(rep uint32) *component.Resource) {
			in := instantiate(t, rt, hostile(t, "Pair"), during(meanwhile), component.Limits{})
			return in, func(rep uint32) *component.Resource {
				return call(t, in, "maker", "make", rep).(component.Handle).Rep.(*component.Resource)
			}
		}
		var r *component.Resource
		in, mk := pair(func(ctx context.Context) error { return r.Drop(ctx) })
		r = mk(7)
		call(t, in, "", "run")
		if n := call(t, in, "maker", "dropped"); n != uint32(1) {
			t.Errorf("%s: %v destructors ran", e.name, n)
		}
		if _, err := in.Func("", "run").Call(t.Context()); err == nil || !strings.Contains(err.Error(), "is not the host's to drop") {
			t.Errorf("%s: dropped twice: %v", e.name, err)
		}
		// A destructor that traps ends the call that is under way, whatever the host makes of it.
		in, mk = pair(func(ctx context.Context) error {
			if err := r.Drop(ctx); err == nil {
				t.Error("no error")
			}
			return nil
		})
		r = mk(13)
		_, err := in.Func("", "run").Call(t.Context())
		if ce := aborted(t, err, component.AbortTrap); ce.Message != "trap: unreachable" || ce.Func != "run" {
			t.Errorf("%s: %+v", e.name, ce)
		}
		// The ctx of a call that has ended is none of a call.
		var kept context.Context
		in, mk = pair(func(ctx context.Context) error { kept = ctx; return nil })
		call(t, in, "", "run")
		aborted(t, mk(13).Drop(kept), component.AbortTrap)
		_, err = in.Func("", "run").Call(t.Context())
		aborted(t, err, component.AbortDead)
	}
}

// While a call is inside the instance that defines a resource, its destructor cannot run: the host may drop the resource afterwards.
func TestTheHostDropsWhileTheDefinerIsBusy(t *testing.T) {
	rt := newRuntime(t, component.Config{})
	var lent, spare *component.Resource
	in := instantiate(t, rt, loadFixture(t, "testdata/lend.wasm"), during(func(ctx context.Context) error {
		aborted(t, spare.Drop(ctx), component.AbortABI)
		return nil
	}), component.Limits{})
	for _, r := range []**component.Resource{&lent, &spare} {
		*r = call(t, in, "", "make", uint32(1)).(component.Handle).Rep.(*component.Resource)
	}
	call(t, in, "", "use", component.Handle{Rep: lent})
	for _, r := range []*component.Resource{lent, spare} {
		if err := r.Drop(t.Context()); err != nil {
			t.Error(err)
		}
	}
	last := call(t, in, "", "make", uint32(1)).(component.Handle).Rep.(*component.Resource)
	if err := in.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	aborted(t, last.Drop(t.Context()), component.AbortDead)
}

func TestClosingTheRuntime(t *testing.T) {
	for _, e := range engines {
		rt, err := component.NewRuntime(t.Context(), e.cfg)
		if err != nil {
			t.Fatal(err)
		}
		a := newAPI()
		in := instantiate(t, rt, guest(t, "Client"), a, component.Limits{})
		a.call = func(ctx context.Context) error {
			if err := rt.Close(ctx); err == nil {
				t.Errorf("%s: closed from inside a call", e.name)
			}
			return nil
		}
		call(t, in, guestRun, "hold")
		call(t, in, guestRun, "call")
		// What is still open is closed, once, and nothing is left to run.
		for range 2 {
			if err := rt.Close(t.Context()); err != nil {
				t.Error(err)
			}
		}
		if len(a.log) != 1 {
			t.Errorf("%s: %q", e.name, a.log)
		}
		_, err = in.Func(guestRun, "hold").Call(t.Context())
		aborted(t, err, component.AbortDead)
		_, err = rt.Instantiate(t.Context(), guest(t, "Work"), none{}, component.Limits{})
		aborted(t, err, component.AbortDead)
		aborted(t, rt.Compile(t.Context(), guest(t, "Work")), component.AbortDead)
		if err := in.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// What the runtime closes by itself it closes in one order, so that the host's destructors run in one.
func TestTheRuntimeClosesTheNewestFirst(t *testing.T) {
	rt, err := component.NewRuntime(t.Context(), component.Config{})
	if err != nil {
		t.Fatal(err)
	}
	a := newAPI()
	for range 5 {
		call(t, instantiate(t, rt, guest(t, "Client"), a, component.Limits{}), guestRun, "hold")
	}
	if err := rt.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	held := func(dropped string) string { return dropped[strings.LastIndex(dropped, "-"):] }
	if len(a.log) != 5 || !slices.IsSortedFunc(a.log, func(x, y string) int { return strings.Compare(held(y), held(x)) }) {
		t.Errorf("%q", a.log)
	}
}

// A host function may end its goroutine, as testing.T.FailNow does: the instance is of no use afterwards, and says so.
func TestTheHostEndsItsGoroutine(t *testing.T) {
	in := instantiate(t, newRuntime(t, component.Config{}), hostile(t, "Caller"), asks(func(context.Context, uint32) (component.Value, error) {
		runtime.Goexit()
		return nil, nil
	}), component.Limits{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = in.Func("", "asks").Call(t.Context(), uint32(1))
	}()
	<-done
	_, err := in.Func("", "asks").Call(t.Context(), uint32(1))
	aborted(t, err, component.AbortDead)
}

func TestCoreModulesThatTheHostCannotSupply(t *testing.T) {
	const preamble = "\x00asm\x01\x00\x00\x00"
	for sections, want := range map[string]string{
		"\x05\x04\x01\x03\x01\x01":                                 "not supported: shared memories",
		"\x01\x04\x01\x60\x00\x00\x0d\x03\x01\x00\x00":             "not supported: exceptions in a core module of the host",
		"\x01\x04\x01\x60\x00\x00\x03\x02\x01\x00\x0a\x03\x01\x02": "",
	} {
		_, err := component.NewCoreModule([]byte(preamble + sections))
		var d *component.DecodeError
		if !errors.As(err, &d) || !strings.HasPrefix(d.Message, want) {
			t.Errorf("%q: %v, want %q", sections, err, want)
		}
	}
	if _, err := component.NewCoreModule([]byte(preamble)); err != nil {
		t.Error(err)
	}
}
