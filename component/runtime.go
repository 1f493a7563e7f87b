package component

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"openidea-plugin/component/core"
)

// Config chooses how a Runtime works; the zero value is the usual choice.
type Config struct {
	// Interpreter runs core code on wazero's interpreter: it starts at once and runs slower. Results are the same.
	Interpreter bool
	// CacheDir is a folder that keeps compiled code from one process to the next, "": none. It is made where it is missing; where it cannot be used,
	// everything is compiled anew.
	CacheDir string
	// CacheBytes bounds the size of that folder; what was not used for longest is removed first. 0: DefaultCacheBytes.
	CacheBytes int64
	// Unmetered leaves core code as it is: it runs at full speed, without fuel, and neither the deadline nor the cancellation of a context interrupts
	// it. Memories stay bounded; tables are, each for itself.
	Unmetered bool
}

// Runtime compiles and runs components. It is safe for concurrent use; what it compiled is kept until Close.
type Runtime struct {
	engine wazero.Runtime
	cache  *codeCache
	hook   api.Module // what rewritten code asks for fuel and growth

	unmetered bool

	mu       sync.Mutex
	prepared map[*Component]*preparedComponent
}

// NewRuntime makes a Runtime.
func NewRuntime(ctx context.Context, cfg Config) (*Runtime, error) {
	rc := wazero.NewRuntimeConfig()
	if cfg.Interpreter {
		rc = wazero.NewRuntimeConfigInterpreter()
	}
	rc = rc.WithCoreFeatures(coreFeatures).WithDebugInfoEnabled(false)
	rt := &Runtime{unmetered: cfg.Unmetered, prepared: map[*Component]*preparedComponent{}}
	if cfg.CacheDir != "" && !cfg.Interpreter {
		if rt.cache = openCache(cfg.CacheDir, cfg.CacheBytes); rt.cache != nil {
			rc = rc.WithCompilationCache(rt.cache.inner)
		}
	}
	rt.engine = wazero.NewRuntimeWithConfig(ctx, rc)
	var err error
	if rt.hook, err = rt.hostModule(ctx, hostModuleName, []hostFunction{hookFunction()}); err != nil {
		return nil, err
	}
	return rt, nil
}

// coreFeatures are the core proposals that producers of components use.
const coreFeatures = api.CoreFeaturesV2 | experimental.CoreFeaturesTailCall | experimental.CoreFeaturesExtendedConst |
	experimental.CoreFeaturesThreads | experimental.CoreFeaturesExceptionHandling

// Close frees all compiled code. Instances must have been closed.
func (rt *Runtime) Close(ctx context.Context) error {
	return errors.Join(rt.engine.Close(ctx), rt.cache.close(ctx))
}

// hostFunction is one function of a module of ours that core code may import.
type hostFunction struct {
	name            string
	params, results []api.ValueType
	call            api.GoModuleFunc
}

// hostModule makes an instance of a module of host functions. It carries no state: its functions find the store in the context.
func (rt *Runtime) hostModule(ctx context.Context, name string, fns []hostFunction) (api.Module, error) {
	b := rt.engine.NewHostModuleBuilder(name)
	for _, f := range fns {
		b.NewFunctionBuilder().WithGoModuleFunction(f.call, f.params, f.results).WithName(f.name).Export(f.name)
	}
	compiled, err := b.Compile(ctx)
	if err != nil {
		return nil, fmt.Errorf("the runtime's own functions could not be compiled: %w", err)
	}
	return rt.engine.InstantiateModule(ctx, compiled, wazero.NewModuleConfig().WithName("").WithStartFunctions())
}

// Compile compiles all core code of c, which validates it too. Instantiate does so by itself for what it needs; use Compile to do
// the work ahead or to know that it succeeds. Errors are a *DecodeError.
func (rt *Runtime) Compile(ctx context.Context, c *Component) error {
	p, err := rt.prepare(ctx, c)
	if err != nil {
		return err
	}
	return rt.compileAll(ctx, p)
}

func (rt *Runtime) compileAll(ctx context.Context, p *preparedComponent) error {
	for i := range p.def.Defs {
		d := &p.def.Defs[i]
		switch {
		case d.CoreModule != nil:
			m := p.modules[d.CoreModule]
			names := make([]core.ImportName, len(m.parsed.Imports))
			for i, imp := range m.parsed.Imports {
				names[i] = core.ImportName{Module: "-", Name: imp.Name}
			}
			if _, err := rt.compile(ctx, m, names); err != nil {
				return err
			}
		case d.Component != nil:
			if err := rt.compileAll(ctx, p.nested[d.Component]); err != nil {
				return err
			}
		}
	}
	return nil
}
