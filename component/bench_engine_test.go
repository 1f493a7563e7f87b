package component_test

import (
	"context"
	"errors"
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

// guestRuntime compiles the component of package bench/guest.
func guestRuntime(b *testing.B, cfg component.Config) func(component.Limits) *component.Instance {
	ctx := context.Background()
	rt, err := component.NewRuntime(ctx, cfg)
	if err != nil {
		b.Fatal(err)
	}
	c := loadFixture(b, "../bench/guest/guest.wasm")
	b.Cleanup(func() { _ = rt.Close(ctx) })
	return func(limits component.Limits) *component.Instance {
		in, err := rt.Instantiate(ctx, c, wasi.New(wasi.Config{}), limits)
		if err != nil {
			b.Fatal(err)
		}
		return in
	}
}

// BenchmarkEcho moves a mebibyte in and out.
func BenchmarkEcho(b *testing.B) {
	ctx := context.Background()
	in := guestRuntime(b, component.Config{})(component.Limits{})
	defer in.Close(ctx)
	const size = 1 << 20
	for _, c := range []struct {
		name, export string
		v            component.Value
	}{
		{"ascii", "echo-string", string(make([]byte, size))},
		{"bytes", "echo-bytes", make([]byte, size)},
	} {
		b.Run(c.name, func(b *testing.B) {
			f := in.Func("", c.export)
			b.SetBytes(2 * size)
			for b.Loop() {
				if _, err := f.Call(ctx, c.v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkJoin is a call with two short texts in and one out.
func BenchmarkJoin(b *testing.B) {
	ctx := context.Background()
	in := guestRuntime(b, component.Config{})(component.Limits{})
	defer in.Close(ctx)
	f := in.Func("", "join")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := f.Call(ctx, "find_notes", `{"text":"milk"}`); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMetered runs the tightest loop and fib, metered and as they are.
func BenchmarkMetered(b *testing.B) {
	ctx := context.Background()
	for _, cfg := range []struct {
		name string
		component.Config
	}{{"metered", component.Config{}}, {"plain", component.Config{Unmetered: true}}} {
		in := guestRuntime(b, cfg.Config)(component.Limits{})
		defer in.Close(ctx)
		for _, p := range []struct {
			export string
			n      uint32
		}{{"spin", 10_000_000}, {"fib", 30}} {
			b.Run(p.export+"/"+cfg.name, func(b *testing.B) {
				f := in.Func("", p.export)
				for b.Loop() {
					if _, err := f.Call(ctx, p.n); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkFill fills 512 MiB of memory in a new instance.
func BenchmarkFill(b *testing.B) {
	ctx := context.Background()
	instance := guestRuntime(b, component.Config{})
	const mib = 512
	b.SetBytes(mib << 20)
	for b.Loop() {
		in := instance(component.Limits{Memory: 600 << 20})
		if got, err := in.Func("", "fill").Call(ctx, uint32(mib)); err != nil || got != uint32(mib) {
			b.Fatal(got, err)
		}
		_ = in.Close(ctx)
	}
}

// BenchmarkKilled makes an instance that is killed with 8 MiB in use, and closes it.
func BenchmarkKilled(b *testing.B) {
	ctx := context.Background()
	instance := guestRuntime(b, component.Config{})
	for b.Loop() {
		in := instance(component.Limits{Fuel: 10_000_000})
		if got, err := in.Func("", "fill").Call(ctx, uint32(8)); err != nil || got != uint32(8) {
			b.Fatal(got, err)
		}
		var ended *component.CallError
		if _, err := in.Func("", "spin").Call(ctx, uint32(0)); !errors.As(err, &ended) || ended.Kind != component.AbortFuel {
			b.Fatal(err)
		}
		_ = in.Close(ctx)
	}
}
