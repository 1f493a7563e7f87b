package component_test

import (
	"context"
	"strings"
	"testing"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
)

// during runs in the host function "host".
type during func(ctx context.Context) error

func (d during) Func(_, name string, _ *types.Func) (component.HostFunc, bool, error) {
	return func(ctx context.Context, _ []component.Value) (component.Value, error) { return nil, d(ctx) }, name == "host", nil
}

func (d during) Resource(string, string) (*component.ResourceType, bool) { return nil, false }

// What the host lends to a call it can neither drop nor give away before that call has ended.
func TestLentByTheHost(t *testing.T) {
	drop := func(ctx context.Context, r *component.Resource) error { return r.Drop(ctx) }
	nothing := func(context.Context, *component.Resource) error { return nil }
	for _, c := range []struct {
		name, call string
		args       int
		during     func(context.Context, *component.Resource) error
		want       string // part of the error, "" for none
	}{
		{"lend", "use", 1, nothing, ""},
		{"lend twice", "lend-twice", 2, nothing, ""},
		{"drop while lent", "use", 1, drop, "the s is lent to a call that has not ended"},
		{"lend and give", "lend-give", 2, nothing, "the s is lent to the call that it is given to"},
		{"give and lend", "give-lend", 2, nothing, "the s was dropped or given away before"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := context.Background()
			rt, err := component.NewRuntime(ctx, component.Config{Interpreter: true})
			if err != nil {
				t.Fatal(err)
			}
			defer rt.Close(ctx)
			var held component.Value
			in, err := rt.Instantiate(ctx, loadFixture(t, "testdata/lend.wasm"), during(func(ctx context.Context) error {
				return c.during(ctx, held.(component.Handle).Rep.(*component.Resource))
			}), component.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close(ctx)
			if held, err = in.Func("", "make").Call(ctx, uint32(7)); err != nil {
				t.Fatal(err)
			}
			_, err = in.Func("", c.call).Call(ctx, []component.Value{held, held}[:c.args]...)
			switch {
			case c.want == "" && err != nil:
				t.Fatal(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Fatalf("got %v, want %q", err, c.want)
			}
			if c.want == "" {
				if err := held.(component.Handle).Rep.(*component.Resource).Drop(ctx); err != nil {
					t.Errorf("dropped after the call: %v", err)
				}
			}
		})
	}
}
