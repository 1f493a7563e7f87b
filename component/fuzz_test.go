package component_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
	"openidea-plugin/component/wast"
)

// stubs supply whatever is asked for; every function refuses.
type stubs struct{ t component.ResourceType }

func (s *stubs) Resource(string, string) (*component.ResourceType, bool) { return &s.t, true }

func (s *stubs) Func(string, string, *types.Func) (component.HostFunc, bool, error) {
	return func(context.Context, []component.Value) (component.Value, error) { return nil, errors.New("refused") }, true, nil
}

// FuzzInstantiate makes instances of damaged components and calls what they export without parameters. Whatever the bytes are, the outcome is a value
// or one of the package's errors, within the limits, and soon.
func FuzzInstantiate(f *testing.F) {
	packed, err := filepath.Glob(packedPath("*"))
	if err != nil {
		f.Fatal(err)
	}
	for _, p := range packed {
		s, err := wast.Load(p)
		if err != nil {
			f.Fatal(err)
		}
		for _, data := range s.Binaries() {
			if len(data) < 6000 {
				f.Add(data)
			}
		}
	}
	limits := component.Limits{Memory: 8 << 20, TableEntries: 10_000, Handles: 100, HostBytes: 1 << 20, Fuel: 200_000}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := component.Parse(data)
		if err != nil {
			known(t, err)
			return
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		rt, err := component.NewRuntime(ctx, component.Config{Interpreter: true})
		if err != nil {
			t.Fatal(err)
		}
		defer rt.Close(ctx)
		in, err := rt.Instantiate(ctx, c, &stubs{}, limits)
		if err != nil {
			known(t, err)
			return
		}
		defer in.Close(ctx)
		for _, e := range c.Exports() {
			if e.Sort == types.SortFunc && len(e.Func.Params) == 0 {
				if _, err := in.Func("", e.Name).Call(ctx); err != nil {
					known(t, err)
				}
				if in.FuelUsed() > limits.Fuel+1000 {
					t.Errorf("%d units of fuel were used", in.FuelUsed())
				}
			}
		}
	})
}

// known fails for errors that are none of the package's, or that show what no author should see.
func known(t *testing.T, err error) {
	t.Helper()
	var d *component.DecodeError
	var l *component.LinkError
	var c *component.CallError
	switch {
	case !errors.As(err, &d) && !errors.As(err, &l) && !errors.As(err, &c):
		t.Errorf("%v (%T) is none of the package's errors", err, err)
	case strings.Contains(err.Error(), "runtime error"), strings.Contains(err.Error(), "goroutine"), strings.Contains(err.Error(), "\n"):
		t.Errorf("the error shows the insides: %v", err)
	}
}
