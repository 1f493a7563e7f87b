package component_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"openidea-plugin/component"
	"openidea-plugin/component/bylabel"
	"openidea-plugin/component/types"
	"openidea-plugin/component/wasi"
)

// zeroHost supplies openidea:plugin with functions that return zero values, and fails those that cannot.
type zeroHost struct{ deny }

func (h zeroHost) Func(instance, _ string, t *types.Func) (component.HostFunc, bool, error) {
	return func(context.Context, []component.Value) (component.Value, error) { return bylabel.Zero(t.Result) }, strings.HasPrefix(instance, "openidea:plugin/"), nil
}

// TestShimsMakeNoDifference: a component whose shim is left out and the same one with a shim under another name, which stays, come to the same ends with
// the same fuel, at any limit.
func TestShimsMakeNoDifference(t *testing.T) {
	for _, plugin := range []struct{ name, tool string }{{"data-tools", "recent_searches"}, {"misbehaving", "unknown_host_function"}} {
		data, err := os.ReadFile("../fixtures/" + plugin.name + "/dist/plugin.wasm")
		if err != nil {
			t.Fatal(err)
		}
		renamed := bytes.Replace(data, []byte("wit-component:shim"), []byte("wit-component.shim"), 1)
		if bytes.Equal(renamed, data) {
			t.Fatalf("%s has no shim", plugin.name)
		}
		type end struct {
			value component.Value
			kind  component.AbortKind
			text  string
			fuel  uint64
		}
		for _, e := range engines {
			rt := newRuntime(t, e.cfg)
			ends := func(data []byte) func(fuel uint64) end {
				c, err := component.Parse(data)
				if err != nil {
					t.Fatal(err)
				}
				return func(fuel uint64) end {
					in := instantiate(t, rt, c, component.Resolvers{zeroHost{deny{map[string]*component.ResourceType{}}}, wasi.New(wasi.Config{})}, component.Limits{Fuel: fuel, Handles: 50})
					v, err := in.Func("openidea:plugin/mcp-provider@1.4.0", "call").Call(t.Context(), plugin.tool, "{}", component.Handle{Rep: "ctx"})
					got := end{value: v, fuel: in.FuelUsed()}
					if ce := new(component.CallError); errors.As(err, &ce) {
						got.kind, got.text = ce.Kind, ce.Message
					}
					return got
				}
			}
			without, with := ends(data), ends(renamed)
			all := with(50_000_000)
			for _, fuel := range []uint64{all.fuel, all.fuel - 1, all.fuel / 2, all.fuel / 3, 100} {
				want, got := with(fuel), without(fuel)
				if fuel != 0 && want.kind == component.AbortFuel {
					want.fuel, got.fuel = 0, 0 // code is stopped at the next check: there are more of them in a shim
				}
				if d := cmp.Diff(want, got, cmp.AllowUnexported(end{})); d != "" {
					t.Errorf("%s, %s, %d units of fuel (-with its shim +without):\n%s", plugin.name, e.name, fuel, d)
				}
			}
		}
	}
}
