package mockhost

import (
	"context"
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
	ide := host(t, Options{Net: wait, Limits: Limits{Deadline: 50 * time.Millisecond}}, p)
	if o := ide.CallTool(t.Context(), "openidea_api_tour__net", `{}`, CallOptions{}); o.String() != "aborted deadline" {
		t.Errorf("a deadline inside a host function: %s: %s", o, o.Message)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ide = host(t, Options{Net: func(c context.Context, r Request) (Response, error) { cancel(); return wait(c, r) }}, p)
	if o := ide.CallTool(ctx, "openidea_api_tour__net", `{}`, CallOptions{}); o.String() != "aborted cancelled" {
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
