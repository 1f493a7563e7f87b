package component_test

import (
	"errors"
	"testing"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
	"openidea-plugin/component/wast"
)

// guest is the component that testdata/scripts/guests.wast defines as $name.
func guest(tb testing.TB, name string) *component.Component {
	tb.Helper()
	return defined(tb, "guests", name)
}

// defined is the component that a script defines as $name.
func defined(tb testing.TB, script, name string) *component.Component {
	tb.Helper()
	s, err := wast.Load(packedPath(script))
	if err != nil {
		tb.Fatal(err)
	}
	data, err := s.Definition(name)
	if err != nil {
		tb.Fatal(err)
	}
	c, err := component.Parse(data)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// none supplies nothing.
type none struct{}

func (none) Func(string, string, *types.Func) (component.HostFunc, bool, error) {
	return nil, false, nil
}
func (none) Resource(string, string) (*component.ResourceType, bool) { return nil, false }

// newRuntime is a runtime that ends with the test.
func newRuntime(tb testing.TB, cfg component.Config) *component.Runtime {
	tb.Helper()
	rt, err := component.NewRuntime(tb.Context(), cfg)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = rt.Close(tb.Context()) })
	return rt
}

// instantiate makes an instance that is closed with the test.
func instantiate(tb testing.TB, rt *component.Runtime, c *component.Component, r component.Resolver, l component.Limits) *component.Instance {
	tb.Helper()
	in, err := rt.Instantiate(tb.Context(), c, r, l)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = in.Close(tb.Context()) })
	return in
}

// call calls a function that must succeed.
func call(tb testing.TB, in *component.Instance, instance, name string, args ...component.Value) component.Value {
	tb.Helper()
	f := in.Func(instance, name)
	if f == nil {
		tb.Fatalf("no function %q in %q", name, instance)
	}
	v, err := f.Call(tb.Context(), args...)
	if err != nil {
		tb.Fatalf("%s: %v", name, err)
	}
	return v
}

// aborted is err as the error of an aborted call of the given kind.
func aborted(tb testing.TB, err error, kind component.AbortKind) *component.CallError {
	tb.Helper()
	var ce *component.CallError
	if !errors.As(err, &ce) {
		tb.Fatalf("%v (%T) is no CallError", err, err)
	}
	if ce.Kind != kind {
		tb.Fatalf("kind %d (%v), want %d", ce.Kind, ce, kind)
	}
	return ce
}

// engines are the configurations on which everything must be the same.
var engines = []struct {
	name string
	cfg  component.Config
}{{"compiler", component.Config{}}, {"interpreter", component.Config{Interpreter: true}}}
