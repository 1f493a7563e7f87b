package component_test

import (
	"context"
	"strings"
	"testing"

	"openidea-plugin/component"
)

// Post-return may call out where wasmtime lets it: after a call from another component, not after one from the host.
func TestPostReturnCallsOut(t *testing.T) {
	ctx := context.Background()
	rt, err := component.NewRuntime(ctx, component.Config{Interpreter: true})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close(ctx)
	calls := 0
	in, err := rt.Instantiate(ctx, loadFixture(t, "testdata/free.wasm"), during(func(context.Context) error { calls++; return nil }), component.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close(ctx)
	got, err := in.Func("", "through").Call(ctx)
	if err != nil || got != uint32(42) || calls != 1 {
		t.Errorf("through another component: %v, %v, and %d calls of the host; want 42 and 1", got, err, calls)
	}
	_, err = in.Func("", "straight").Call(ctx)
	if want := "called host from post-return, where a component may not call out"; err == nil || !strings.Contains(err.Error(), want) || calls != 1 {
		t.Errorf("from the host: %v and %d calls of the host; want %q and 1", err, calls, want)
	}
}
