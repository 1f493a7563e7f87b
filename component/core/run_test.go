package core

import (
	"context"
	"math"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// features are what the runtime switches on.
const features = api.CoreFeaturesV2 | experimental.CoreFeaturesThreads | experimental.CoreFeaturesTailCall |
	experimental.CoreFeaturesExtendedConst | experimental.CoreFeaturesExceptionHandling

var engines = []struct {
	name   string
	config wazero.RuntimeConfig
}{
	{"interpreter", wazero.NewRuntimeConfigInterpreter()},
	{"compiler", wazero.NewRuntimeConfigCompiler()},
}

// metering is the rewrite that most tests use.
func metering() Rewrite {
	return Rewrite{Meter: &Meter{}, Hook: ImportName{"host", "hook"}}
}

// host runs modules that import the hook, and "env" "nop", which does nothing.
type host struct {
	ctx     context.Context
	rt      wazero.Runtime
	tank    Tank
	modules map[string]api.Module
	// pages and entries are how many pages and table entries may be grown; failed counts the growths that failed though allowed.
	pages, entries  uint64
	refused, failed int
	refills, pauses int
	pause           func() // nil: nothing
}

func newHost(t testing.TB, config wazero.RuntimeConfig) *host {
	h := &host{modules: map[string]api.Module{}, pages: math.MaxUint32, entries: math.MaxUint32}
	h.ctx = experimental.WithImportResolver(context.Background(), func(name string) api.Module { return h.modules[name] })
	h.rt = wazero.NewRuntimeWithConfig(h.ctx, config.WithCoreFeatures(features))
	t.Cleanup(func() { h.rt.Close(h.ctx) })
	c, err := h.rt.NewHostModuleBuilder("host").NewFunctionBuilder().
		WithGoModuleFunction(api.GoModuleFunc(h.hook), []api.ValueType{api.ValueTypeI32, api.ValueTypeI64}, []api.ValueType{api.ValueTypeI64}).
		Export("hook").NewFunctionBuilder().WithFunc(func() {}).Export("nop").Compile(h.ctx)
	if err != nil {
		t.Fatal(err)
	}
	host, err := h.rt.InstantiateModule(h.ctx, c, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		t.Fatal(err)
	}
	h.modules["host"], h.modules["env"] = host, host
	h.tank.Slice = 1000
	h.tank.Fill(0)
	return h
}

func (h *host) hook(_ context.Context, _ api.Module, stack []uint64) {
	op, arg := uint32(stack[0]), stack[1]
	stack[0] = 0
	take := func(from *uint64) {
		if arg > *from {
			h.refused++
			return
		}
		*from -= arg
		stack[0] = 1
	}
	switch op {
	case HookFuel:
		h.refills++
		given, err := h.tank.Refill(int64(arg))
		if err != nil {
			panic(err)
		}
		stack[0] = uint64(given)
	case HookPause:
		if h.pauses++; h.pause != nil {
			h.pause()
		}
	case HookMemoryGrow:
		take(&h.pages)
	case HookTableGrow:
		take(&h.entries)
	case HookMemoryFailed:
		h.failed++
		h.pages += arg
	case HookTableFailed:
		h.failed++
		h.entries += arg
	}
}

func (h *host) compile(t testing.TB, b []byte) wazero.CompiledModule {
	t.Helper()
	c, err := h.rt.CompileModule(h.ctx, b)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (h *host) instantiate(t testing.TB, b []byte) api.Module {
	t.Helper()
	m, err := h.rt.InstantiateModule(h.ctx, h.compile(t, b), wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err != nil {
		t.Fatal(err)
	}
	if g := m.ExportedGlobal("(fuel)"); g != nil {
		h.tank.Add(g.(api.MutableGlobal))
	}
	return m
}
