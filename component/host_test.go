package component_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
)

const (
	hostAPI  = "acme:host/api@1.2.0"
	guestRun = "acme:guest/run@0.1.0"
)

// api supplies acme:host/api and remembers what happened.
type api struct {
	thing *component.ResourceType
	made  int
	log   []string
	call  func(context.Context) error
	// without is a function that it does not have.
	without string
}

func newAPI() *api {
	a := &api{}
	a.thing = &component.ResourceType{Name: "thing", Drop: func(_ context.Context, rep any) error {
		a.log = append(a.log, fmt.Sprintf("dropped %v", rep))
		return nil
	}}
	return a
}

func (a *api) Resource(instance, name string) (*component.ResourceType, bool) {
	return a.thing, instance == hostAPI && name == "thing"
}

func (a *api) Func(instance, name string, t *types.Func) (component.HostFunc, bool, error) {
	if instance != hostAPI || name == a.without {
		return nil, false, nil
	}
	switch name {
	case "make":
		return func(_ context.Context, args []component.Value) (component.Value, error) {
			a.made++
			return component.Handle{Rep: fmt.Sprintf("%s-%d", args[0], a.made)}, nil
		}, true, nil
	case "[method]thing.look":
		return func(_ context.Context, args []component.Value) (component.Value, error) {
			return uint32(len(args[0].(component.Handle).Rep.(string))), nil
		}, true, nil
	case "take":
		return func(_ context.Context, args []component.Value) (component.Value, error) {
			a.log = append(a.log, fmt.Sprintf("took %v", args[0].(component.Handle).Rep))
			return nil, nil
		}, true, nil
	case "add":
		return func(_ context.Context, args []component.Value) (component.Value, error) {
			x, y := args[0].(uint32), args[1].(uint32)
			if x+y < x {
				return component.Result{Err: true, Value: "too large for " + t.String()}, nil
			}
			return component.Result{Value: x + y}, nil
		}, true, nil
	case "call":
		return func(ctx context.Context, _ []component.Value) (component.Value, error) { return nil, a.call(ctx) }, true, nil
	}
	return nil, false, fmt.Errorf("%q is not known here", name)
}

func TestHostFunctions(t *testing.T) {
	for _, e := range engines {
		a := newAPI()
		in := instantiate(t, newRuntime(t, e.cfg), guest(t, "Client"), a, component.Limits{})
		for _, c := range []struct {
			x, y uint32
			want component.Value
		}{
			{2, 3, component.Result{Value: uint32(5)}},
			{1 << 31, 1 << 31, component.Result{Err: true, Value: "too large for func(a: u32, b: u32) -> result<u32, string>"}},
		} {
			if got := call(t, in, guestRun, "add", c.x, c.y); got != c.want {
				t.Errorf("%s: add(%d, %d) = %v, want %v", e.name, c.x, c.y, got, c.want)
			}
		}
	}
}

func TestHostResources(t *testing.T) {
	for _, e := range engines {
		a := newAPI()
		in, err := newRuntime(t, e.cfg).Instantiate(t.Context(), guest(t, "Client"), a, component.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var handles []component.Value
		for range 4 {
			handles = append(handles, call(t, in, guestRun, "hold"))
		}
		if !slices.Equal(handles, []component.Value{uint32(1), uint32(2), uint32(3), uint32(4)}) {
			t.Errorf("handles %v", handles)
		}
		if n := call(t, in, guestRun, "look", uint32(2)); n != uint32(5) {
			t.Errorf("look: %v", n)
		}
		call(t, in, guestRun, "drop", uint32(3))
		call(t, in, guestRun, "take", uint32(1))
		if want := []string{"dropped one-3", "took one-1"}; !slices.Equal(a.log, want) {
			t.Errorf("%s: %q, want %q", e.name, a.log, want)
		}
		// What the guest still holds is dropped when the instance is closed, once, the last handle first: a child goes before its parent. What it gave
		// away is the host's own.
		for range 2 {
			if err := in.Close(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if want := []string{"dropped one-3", "took one-1", "dropped one-4", "dropped one-2"}; !slices.Equal(a.log, want) {
			t.Errorf("%s: after Close %q, want %q", e.name, a.log, want)
		}
	}
}

func TestHandleLimit(t *testing.T) { // wasmtime#12652
	a := newAPI()
	in := instantiate(t, newRuntime(t, component.Config{}), guest(t, "Client"), a, component.Limits{Handles: 3})
	call(t, in, guestRun, "hold-many", uint32(3))
	call(t, in, guestRun, "drop", uint32(2))
	call(t, in, guestRun, "hold")
	_, err := in.Func(guestRun, "hold").Call(t.Context())
	if ce := aborted(t, err, component.AbortMemory); !strings.Contains(ce.Message, "3") {
		t.Errorf("%v", ce)
	}
}

func TestHostErrors(t *testing.T) {
	broken := errors.New("the disk is full")
	for _, e := range engines {
		rt := newRuntime(t, e.cfg)
		t.Run(e.name, func(t *testing.T) {
			a := newAPI()
			a.call = func(context.Context) error { return broken }
			in := instantiate(t, rt, guest(t, "Client"), a, component.Limits{})
			_, err := in.Func(guestRun, "call").Call(t.Context())
			ce := aborted(t, err, component.AbortHost)
			if ce.Message != hostAPI+"#call: the disk is full" || ce.Func != guestRun+"#call" || !errors.Is(err, broken) {
				t.Errorf("%+v", ce)
			}
			if !slices.Contains(ce.Frames, "m.asks") {
				t.Errorf("frames %q", ce.Frames)
			}
			_, err = in.Func(guestRun, "hold").Call(t.Context())
			aborted(t, err, component.AbortDead)
		})
		t.Run(e.name+", from Drop", func(t *testing.T) {
			a := newAPI()
			a.thing.Drop = func(context.Context, any) error { return broken }
			in := instantiate(t, rt, guest(t, "Client"), a, component.Limits{})
			call(t, in, guestRun, "hold")
			_, err := in.Func(guestRun, "drop").Call(t.Context(), uint32(1))
			if ce := aborted(t, err, component.AbortHost); !errors.Is(ce, broken) {
				t.Errorf("%v", ce)
			}
		})
		t.Run(e.name+", a call that is cancelled while the host waits", func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			a := newAPI()
			a.call = func(ctx context.Context) error {
				cancel()
				<-ctx.Done()
				return ctx.Err()
			}
			in := instantiate(t, rt, guest(t, "Client"), a, component.Limits{})
			_, err := in.Func(guestRun, "call").Call(ctx)
			aborted(t, err, component.AbortCancelled)
		})
		t.Run(e.name+", a panic", func(t *testing.T) {
			a := newAPI()
			a.call = func(context.Context) error {
				var m map[string]int
				m["x"] = 1
				return nil
			}
			in := instantiate(t, rt, guest(t, "Client"), a, component.Limits{})
			_, err := in.Func(guestRun, "call").Call(t.Context())
			ce := aborted(t, err, component.AbortHost)
			if ce.Message != hostAPI+"#call: the host function panicked: assignment to entry in nil map" || !slices.Contains(ce.Frames, "m.asks") {
				t.Errorf("%+v", ce)
			}
			var p *component.HostPanic
			if !errors.As(err, &p) || !strings.Contains(string(p.Stack), "host_test.go") {
				t.Errorf("the panic is gone: %v", p)
			}
		})
	}
}

// While a call is inside, nothing else enters or closes the instance.
func TestCallFromInsideACall(t *testing.T) {
	for _, e := range engines {
		a := newAPI()
		in := instantiate(t, newRuntime(t, e.cfg), guest(t, "Client"), a, component.Limits{})
		var again, closing error
		a.call = func(ctx context.Context) error {
			_, again = in.Func(guestRun, "hold").Call(ctx)
			closing = in.Close(ctx)
			return nil
		}
		call(t, in, guestRun, "call")
		if aborted(t, again, component.AbortABI); closing == nil {
			t.Errorf("%s: closed from inside a call", e.name)
		}
		// The refusal has not harmed the instance.
		call(t, in, guestRun, "hold")
	}
}

func TestResourcesOfTheGuest(t *testing.T) {
	for _, e := range engines {
		in := instantiate(t, newRuntime(t, e.cfg), guest(t, "Cells"), none{}, component.Limits{})
		var cells []component.Handle
		for _, rep := range []uint32{7, 8, 9} {
			cells = append(cells, call(t, in, "", "make", rep).(component.Handle))
		}
		drop := func(h component.Handle) error { return h.Rep.(*component.Resource).Drop(t.Context()) }
		if n := call(t, in, "", "look", cells[0]); n != uint32(7) {
			t.Errorf("look: %v", n)
		}
		if err := drop(cells[1]); err != nil {
			t.Fatal(err)
		}
		if n, last := call(t, in, "", "dropped"), call(t, in, "", "last"); n != uint32(1) || last != uint32(8) {
			t.Errorf("dropped %v, last %v", n, last)
		}
		if err := drop(cells[1]); err == nil {
			t.Error("dropped twice")
		}
		if n := call(t, in, "", "keep", cells[2]); n != uint32(9) {
			t.Errorf("keep: %v", n)
		}
		if err := drop(cells[2]); err == nil {
			t.Error("dropped what was given away")
		}
		// A mistake of the host ends the call, as one of a guest would.
		if _, err := in.Func("", "look").Call(t.Context(), cells[1]); err == nil {
			t.Errorf("%s: lent what was dropped", e.name)
		}
	}
}

func TestTrapInADestructorThatTheHostStarts(t *testing.T) {
	for _, e := range engines {
		in := instantiate(t, newRuntime(t, e.cfg), guest(t, "Cells"), none{}, component.Limits{})
		cell := call(t, in, "", "make", uint32(13)).(component.Handle)
		aborted(t, cell.Rep.(*component.Resource).Drop(t.Context()), component.AbortTrap)
		_, err := in.Func("", "dropped").Call(t.Context())
		aborted(t, err, component.AbortDead)
	}
}

func TestResourceOfAnotherInstance(t *testing.T) {
	rt, cells := newRuntime(t, component.Config{}), guest(t, "Cells")
	a, b := instantiate(t, rt, cells, none{}, component.Limits{}), instantiate(t, rt, cells, none{}, component.Limits{})
	cell := call(t, a, "", "make", uint32(1))
	if _, err := b.Func("", "look").Call(t.Context(), cell); err == nil {
		t.Error("an instance took the resource of another")
	}
	if n := call(t, a, "", "look", cell); n != uint32(1) {
		t.Errorf("look: %v", n)
	}
}

// One Component and one Runtime serve many goroutines, each with an instance of its own; an instance serves one call at a time.
func TestManyGoroutines(t *testing.T) {
	for _, e := range engines {
		rt, client := newRuntime(t, e.cfg), guest(t, "Client")
		errs := make(chan error, 8)
		for g := range 8 {
			go func() {
				errs <- func() error {
					a := newAPI()
					for range 5 {
						in, err := rt.Instantiate(t.Context(), client, a, component.Limits{})
						if err != nil {
							return err
						}
						for i := range uint32(20) {
							got, err := in.Func(guestRun, "add").Call(t.Context(), i, uint32(g))
							if err != nil {
								return err
							}
							if want := (component.Result{Value: i + uint32(g)}); got != want {
								return fmt.Errorf("got %v, want %v", got, want)
							}
							if _, err := in.Func(guestRun, "hold").Call(t.Context()); err != nil {
								return err
							}
						}
						if err := in.Close(t.Context()); err != nil {
							return err
						}
					}
					if len(a.log) != 100 {
						return fmt.Errorf("%d resources were dropped, want 100", len(a.log))
					}
					return nil
				}()
			}()
		}
		for range 8 {
			if err := <-errs; err != nil {
				t.Errorf("%s: %v", e.name, err)
			}
		}
	}
}

func TestAnInstanceServesOneCallAtATime(t *testing.T) {
	a := newAPI()
	in := instantiate(t, newRuntime(t, component.Config{}), guest(t, "Client"), a, component.Limits{})
	inside, leave := make(chan struct{}), make(chan struct{})
	a.call = func(context.Context) error {
		close(inside)
		<-leave
		return nil
	}
	done := make(chan error)
	go func() {
		_, err := in.Func(guestRun, "call").Call(t.Context())
		done <- err
	}()
	<-inside
	_, err := in.Func(guestRun, "hold").Call(t.Context())
	aborted(t, err, component.AbortABI)
	close(leave)
	if err := <-done; err != nil {
		t.Error(err)
	}
}
