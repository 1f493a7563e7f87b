package component

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"weak"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"openidea-plugin/component/core"
)

// engine is a way to run core code: wazero's compiler or its interpreter, with all that was compiled for it.
type engine struct {
	wasm      wazero.Runtime
	cache     *codeCache
	hook      api.Module // what rewritten code asks for fuel and growth
	unmetered bool
	// interpreter: not the compiler.
	interpreter bool
	sources     *sources
	working     *sync.WaitGroup

	mu    sync.Mutex
	code  map[codeKey]*code
	hosts map[*plan]api.Module
}

// codeKey is a module with the names that its imports are given.
type codeKey struct {
	module *coreModule
	wires  string
}

// code is compiled once; whoever needs it meanwhile waits until it is done or has no more time.
type code struct {
	once sync.Once
	done chan struct{}
	m    wazero.CompiledModule
	err  error
}

// coreFeatures are the core proposals that producers of components use.
const coreFeatures = api.CoreFeaturesV2 | experimental.CoreFeaturesTailCall | experimental.CoreFeaturesExtendedConst |
	experimental.CoreFeaturesThreads | experimental.CoreFeaturesExceptionHandling

// hostModuleName begins the names of everything that the runtime itself puts beside a guest, so that traces can leave it out.
const hostModuleName = "component-runtime"

func newEngine(ctx context.Context, cfg Config, interpreter bool, rt *Runtime) (*engine, error) {
	e := &engine{unmetered: cfg.Unmetered, interpreter: interpreter, sources: &rt.sources, working: &rt.working, code: map[codeKey]*code{}, hosts: map[*plan]api.Module{}}
	rc := wazero.NewRuntimeConfigCompiler()
	if interpreter {
		rc = wazero.NewRuntimeConfigInterpreter()
	} else if cfg.CacheDir != "" {
		if e.cache = openCache(cfg.CacheDir, cfg.CacheBytes); e.cache != nil {
			rc = rc.WithCompilationCache(e.cache.inner)
		}
	}
	e.wasm = wazero.NewRuntimeWithConfig(ctx, engineConfig(rc))
	var err error
	e.hook, err = e.hostModule(ctx, []hostFunction{hookFunction()})
	return e, err
}

// engineConfig is what all engines have in common.
func engineConfig(rc wazero.RuntimeConfig) wazero.RuntimeConfig {
	return rc.WithCoreFeatures(coreFeatures).WithDebugInfoEnabled(false)
}

// hostFunction is one function of a module of ours that core code may import.
type hostFunction struct {
	name            string
	params, results []api.ValueType
	call            api.GoModuleFunc
}

// instanceConfig is how every core instance is made: without a name, which would have to be unique, and without running anything of its own.
//
// Core code has neither random numbers nor clocks: those that are given here spare each core instance its own.
var instanceConfig = wazero.NewModuleConfig().WithName("").WithStartFunctions().WithRandSource(noRandom{}).
	WithWalltime(func() (int64, int32) { return 0, 0 }, 1).WithNanotime(func() int64 { return 0 }, 1)

type noRandom struct{}

func (noRandom) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// hostModule makes an instance of a module of host functions. It carries no state: its functions find the store in the context.
func (e *engine) hostModule(ctx context.Context, fns []hostFunction) (api.Module, error) {
	b := e.wasm.NewHostModuleBuilder(hostModuleName)
	for _, f := range fns {
		b.NewFunctionBuilder().WithGoModuleFunction(f.call, f.params, f.results).WithName(f.name).Export(f.name)
	}
	compiled, err := b.Compile(ctx)
	if err != nil {
		return nil, fmt.Errorf("the runtime's own functions could not be compiled: %w", err)
	}
	return e.wasm.InstantiateModule(ctx, compiled, instanceConfig)
}

// host gives the module that exports a component's own core functions for its core instances to import.
func (e *engine) host(ctx context.Context, p *plan) (api.Module, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if m, ok := e.hosts[p]; ok {
		return m, nil
	}
	var fns []hostFunction
	for k, at := range p.own {
		sig := p.typ.CoreFuncs[at]
		direct := hostFunction{
			name: p.coreFuncs[at].name, params: sig.Params, results: sig.Results,
			call: func(ctx context.Context, _ api.Module, stack []uint64) {
				if err := storeOf(ctx).running.in.trampolines[k].call(ctx, stack); err != nil {
					panic(err)
				}
			},
		}
		passed := hostFunction{
			name: passedName(at), params: sig.Params, results: sig.Results,
			call: func(ctx context.Context, _ api.Module, stack []uint64) {
				in := storeOf(ctx).running.in
				err := in.st.passCall(in, len(sig.Params))
				if err == nil {
					err = in.trampolines[k].call(ctx, stack)
				}
				if err != nil {
					panic(err)
				}
			},
		}
		for _, f := range []hostFunction{direct, passed} {
			if p.imported == nil || p.imported[f.name] {
				fns = append(fns, f)
			}
		}
	}
	m, err := e.hostModule(ctx, fns)
	if err == nil {
		e.hosts[p] = m
	}
	return m, err
}

// compile compiles m with its imports renamed. Errors are a *DecodeError, or a *CallError where ctx has ended meanwhile: then the work goes on, for others
// may wait for it.
func (e *engine) compile(ctx context.Context, m *coreModule, w *wires) (wazero.CompiledModule, error) {
	e.mu.Lock()
	c, ok := e.code[codeKey{m, w.key}]
	if !ok {
		c = &code{done: make(chan struct{})}
		e.code[codeKey{m, w.key}] = c
	}
	e.mu.Unlock()
	select {
	case <-c.done:
		return c.m, c.err
	default:
	}
	if err := ended(ctx); err != nil {
		return nil, err
	}
	c.once.Do(func() {
		work := context.WithoutCancel(ctx)
		e.working.Go(func() {
			defer close(c.done)
			c.m, c.err = e.compileNow(work, m, w)
		})
	})
	select {
	case <-c.done:
	case <-ctx.Done():
		select {
		case <-c.done: // where both are so, it is not left to chance which counts
		default:
			return nil, ended(ctx)
		}
	}
	return c.m, c.err
}

func (e *engine) compileNow(ctx context.Context, m *coreModule, w *wires) (wazero.CompiledModule, error) {
	key := ""
	if e.cache != nil {
		key = e.cacheKey(m, w)
	}
	compiled, err := e.cache.compile(ctx, e.wasm, key, func() (*rewritten, error) {
		return e.sources.get(codeKey{m, w.key}, func() ([]byte, error) { return m.parsed.Rewrite(e.rewrite(w)) })
	})
	if err != nil {
		return nil, m.invalid(err)
	}
	return compiled, nil
}

// sources are rewritten modules, for the compiler and the interpreter to share while one of them works on it.
type sources struct {
	mu sync.Mutex
	m  map[codeKey]*source
}

type source struct {
	mu        sync.Mutex
	rewritten weak.Pointer[rewritten]
}

type rewritten struct{ module []byte }

// get gives a rewritten module, made by rewrite where nobody has it at hand.
func (s *sources) get(key codeKey, rewrite func() ([]byte, error)) (*rewritten, error) {
	s.mu.Lock()
	src, ok := s.m[key]
	if !ok {
		src = &source{}
		s.m[key] = src
	}
	s.mu.Unlock()
	src.mu.Lock()
	defer src.mu.Unlock()
	if r := src.rewritten.Value(); r != nil {
		return r, nil
	}
	module, err := rewrite()
	if err != nil {
		return nil, err
	}
	r := &rewritten{module}
	src.rewritten = weak.Make(r)
	return r, nil
}

// withWorkers lets the compiler work on several functions at once, unless ctx says otherwise or the module is too small for it to matter.
func withWorkers(ctx context.Context, size int) context.Context {
	if size < largeCode || experimental.GetCompilationWorkers(ctx) > 0 {
		return ctx
	}
	return experimental.WithCompilationWorkers(ctx, runtime.GOMAXPROCS(0))
}

// rewrite says how every core module is rewritten.
func (e *engine) rewrite(w *wires) core.Rewrite {
	if e.unmetered {
		return core.Rewrite{Imports: w.names, StartExport: w.start, MaxTableEntries: DefaultTableEntries}
	}
	return core.Rewrite{Imports: w.names, StartExport: w.start, Meter: &core.Meter{}, Hook: core.ImportName{Module: labelHook, Name: hookName}}
}

// compileAll compiles all core modules of a definition and those in it: those that it instantiates as they are wired, the others as they are.
func (e *engine) compileAll(ctx context.Context, p *plan) error {
	wired := map[*coreModule]bool{}
	for _, d := range p.def.Defs {
		if l := p.links[d.CoreInstance]; l != nil && l.wires != nil {
			m := p.modules[l.module]
			wired[m] = true
			if l.passing != passesNothing {
				continue
			}
			if _, err := e.compile(ctx, m, l.wires); err != nil {
				return err
			}
		}
	}
	for _, m := range p.modules {
		if m == nil || wired[m] {
			continue
		}
		w := &wires{key: "-", names: make([]core.ImportName, len(m.parsed.Imports))}
		for i, imp := range m.parsed.Imports {
			w.names[i] = core.ImportName{Module: "-", Name: imp.Name}
		}
		if _, err := e.compile(ctx, m, w); err != nil {
			return err
		}
	}
	for _, d := range p.def.Defs {
		if d.Component != nil {
			if err := e.compileAll(ctx, p.nested[d.Component]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *engine) close(ctx context.Context) error {
	err := e.wasm.Close(ctx)
	if cacheErr := e.cache.close(ctx); err == nil {
		err = cacheErr
	}
	return err
}
