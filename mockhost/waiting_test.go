package mockhost

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestWaitingHostFunction: a host function that waits is ended with the call, and its time is the call's.
func TestWaitingHostFunction(t *testing.T) {
	wait := func(ctx context.Context, _ Request) (Response, error) {
		<-ctx.Done()
		return Response{}, ctx.Err()
	}
	p := fixture(t, "api-tour")
	var ide *IDE
	var o Outcome
	for deadline := 50 * time.Millisecond; len(o.Trace.Calls) == 0 && deadline < time.Hour; deadline *= 4 { // a slow machine takes longer to come to the function
		ide = host(t, Options{Net: wait, Limits: Limits{Deadline: deadline}}, p)
		o = ide.CallTool(t.Context(), "openidea_api_tour__net", `{}`, CallOptions{})
	}
	const ranOut = "the call's time ran out inside a host function"
	if o.String() != "aborted deadline" || len(o.Trace.Calls) != 1 || o.Trace.Calls[0].Result != ranOut {
		t.Errorf("a deadline inside a host function: %s: %s, %v", o, o.Message, o.Trace.Calls)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ide = host(t, Options{Net: func(c context.Context, r Request) (Response, error) { cancel(); return wait(c, r) }}, p)
	if o := ide.CallTool(ctx, "openidea_api_tour__net", `{}`, CallOptions{}); o.String() != "aborted cancelled" || o.Trace.Calls[0].Result != "the caller cancelled the call" {
		t.Errorf("a cancellation inside a host function: %s: %s", o, o.Message)
	}
	if o := ide.CallTool(t.Context(), "openidea_api_tour__mcp", `{}`, CallOptions{}); o.Kind != OK {
		t.Errorf("the call after it: %s: %s", o, o.Message)
	}
}

// TestTraceIsBounded: a plugin that calls the host without end fills no memory; all calls are counted.
func TestTraceIsBounded(t *testing.T) {
	o := host(t, Options{Limits: Limits{Handles: 5000}}, fixture(t, "misbehaving")).CallTool(t.Context(), "openidea_misbehaving__handle_growth", `{}`, CallOptions{})
	n := o.Trace.Counts["invocation.project"]
	if len(o.Trace.Calls) != maxTraced || n < 4000 || o.Trace.Dropped != n-maxTraced {
		t.Errorf("%d calls kept, %d dropped, %d counted", len(o.Trace.Calls), o.Trace.Dropped, n)
	}
}

// TestNoted: what a call says is bounded too.
func TestNoted(t *testing.T) {
	var e Effects
	for range maxNoted + 3 {
		if e.note() {
			e.Log = append(e.Log, LogLine{})
		}
	}
	if len(e.Log) != maxNoted || e.Dropped != 3 {
		t.Errorf("%d lines kept, %d dropped", len(e.Log), e.Dropped)
	}
}

// TestGuestsWaitOnTheirClock: what a guest waits for takes no time, and more than its call may take ends the call.
func TestGuestsWaitOnTheirClock(t *testing.T) {
	ide := host(t, Options{})
	in := &instance{current: &call{ide: ide}}
	clock := guestClock{ide.clock, in}
	start := clock.Monotonic()
	if err := clock.Wait(t.Context(), start+uint64(4*time.Second)); err != nil {
		t.Errorf("4 s: %v", err)
	}
	if err := clock.Wait(t.Context(), start); err != nil || clock.Monotonic() != start+uint64(4*time.Second) {
		t.Errorf("what is over already: %v", err)
	}
	err := clock.Wait(t.Context(), start+uint64(9*time.Second))
	if !errors.As(err, new(*overslept)) || clock.Monotonic() != start+uint64(5*time.Second) {
		t.Errorf("9 s: %v after %d ns", err, clock.Monotonic()-start)
	}
	in.current = &call{ide: ide} // the next call has its own time
	if err := clock.Wait(t.Context(), start+uint64(9*time.Second)); err != nil {
		t.Errorf("the next call: %v", err)
	}
}
