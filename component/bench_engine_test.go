package component_test

import (
	"context"
	"testing"

	"openidea-plugin/component"
	"openidea-plugin/component/wasi"
)

// BenchmarkFirstInstance is what a process does up to the first instance when the cache is warm: read the component, make a runtime, find the
// compiled code, instantiate.
func BenchmarkFirstInstance(b *testing.B) {
	ctx := context.Background()
	dir := b.TempDir()
	b.ReportAllocs()
	for b.Loop() {
		rt, err := component.NewRuntime(ctx, component.Config{CacheDir: dir})
		if err != nil {
			b.Fatal(err)
		}
		newInstance(b, rt, loadFixture(b, "../fixtures/data-tools/dist/plugin.wasm")).Close(ctx)
		if err := rt.Close(ctx); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkParse is reading a component, without its code.
func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		loadFixture(b, "../fixtures/data-tools/dist/plugin.wasm")
	}
}

func guestInstance(b *testing.B, cfg component.Config, limits component.Limits) *component.Instance {
	ctx := context.Background()
	rt, err := component.NewRuntime(ctx, cfg)
	if err != nil {
		b.Fatal(err)
	}
	in, err := rt.Instantiate(ctx, loadFixture(b, "../bench/guest/guest.wasm"), wasi.New(wasi.Config{}), limits)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = in.Close(ctx)
		_ = rt.Close(ctx)
	})
	return in
}
