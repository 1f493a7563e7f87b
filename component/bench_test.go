package component_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
	"openidea-plugin/component/wasi"
)

// deny supplies every function and resource type of openidea:plugin; the functions fail.
type deny struct {
	resources map[string]*component.ResourceType
}

func (d deny) Resource(instance, name string) (*component.ResourceType, bool) {
	if !strings.HasPrefix(instance, "openidea:plugin/") {
		return nil, false
	}
	if d.resources[name] == nil {
		d.resources[name] = &component.ResourceType{Name: name}
	}
	return d.resources[name], true
}

func (d deny) Func(instance, name string, _ *types.Func) (component.HostFunc, bool, error) {
	return func(context.Context, []component.Value) (component.Value, error) { return nil, os.ErrPermission }, strings.HasPrefix(instance, "openidea:plugin/"), nil
}

func loadFixture(tb testing.TB, path string) *component.Component {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	c, err := component.Parse(data)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

func newInstance(tb testing.TB, rt *component.Runtime, c *component.Component) *component.Instance {
	tb.Helper()
	in, err := rt.Instantiate(context.Background(), c, component.Resolvers{deny{map[string]*component.ResourceType{}}, wasi.New(wasi.Config{})}, component.Limits{})
	if err != nil {
		tb.Fatal(err)
	}
	return in
}

func BenchmarkInstantiate(b *testing.B) {
	ctx := context.Background()
	rt, err := component.NewRuntime(ctx, component.Config{})
	if err != nil {
		b.Fatal(err)
	}
	c := loadFixture(b, "../fixtures/data-tools/dist/plugin.wasm")
	newInstance(b, rt, c).Close(ctx)
	b.ReportAllocs()
	for b.Loop() {
		newInstance(b, rt, c).Close(ctx)
	}
}

func BenchmarkCall(b *testing.B) {
	ctx := context.Background()
	rt, err := component.NewRuntime(ctx, component.Config{})
	if err != nil {
		b.Fatal(err)
	}
	in := newInstance(b, rt, loadFixture(b, "../fixtures/data-tools/dist/plugin.wasm"))
	f := in.Func("openidea:plugin/mcp-provider@1.4.0", "call")
	for _, size := range []int{16, 1 << 20} {
		b.Run(map[int]string{16: "short", 1 << 20: "1MiB"}[size], func(b *testing.B) {
			arg := strings.Repeat("x", size)
			b.ReportAllocs()
			b.SetBytes(int64(size))
			for b.Loop() {
				if _, err := f.Call(ctx, "no-such-tool", arg, component.Handle{Rep: "ctx"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
