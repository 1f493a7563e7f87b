package component

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/tetratelabs/wazero/experimental"
)

// Config chooses how a Runtime works; the zero value is the usual choice.
type Config struct {
	// Interpreter runs core code on wazero's interpreter: it starts at once and runs slower. Results and fuel are the same.
	Interpreter bool
	// Background lets the instances of a large component start on the interpreter while the compiler works; those that are made when it is done use the
	// compiled code (see Instance.Compiled). Results and fuel are the same, but the interpreter's stack is smaller: what overflows it, or takes too
	// long on it, may succeed once Compile has returned.
	Background bool
	// CacheDir is a folder that keeps compiled code from one process to the next, "": none. It is made where it is missing; where it cannot be used,
	// everything is compiled anew.
	CacheDir string
	// CacheBytes bounds the size of that folder; what was not used for longest is removed first. 0: DefaultCacheBytes.
	CacheBytes int64
	// Unmetered leaves core code as it is: it runs at full speed, without fuel, and neither the deadline nor the cancellation of a context interrupts
	// it but where it calls the host. Memories stay bounded; tables are, each for itself.
	Unmetered bool
}

// largeCode is the size in bytes of core modules from which Background makes a difference: less is compiled while one waits, in a tenth of a second.
const largeCode = 256 << 10

// Runtime compiles and runs components. It is safe for concurrent use; what it compiled is kept until Close.
type Runtime struct {
	cfg Config

	mu       sync.Mutex
	compiler *engine // nil until it is needed
	interp   *engine
	ahead    map[*Component]*ahead
	sources  sources
	open     map[*store]uint64 // the instances that have not been closed, by their number
	opens    uint64            // how many were ever opened
	spaces   spaces
	closed   bool
	closing  sync.Mutex
	working  sync.WaitGroup // whoever compiles or makes an instance
}

// ahead is compilation in the background.
type ahead struct {
	// slow is closed when it turns out that the cache does not have all: the interpreter is worth its while.
	slow chan struct{}
	done chan struct{}
	err  error
}

func (a *ahead) isDone() bool {
	select {
	case <-a.done:
		return true
	default:
		return false
	}
}

// NewRuntime makes a Runtime.
func NewRuntime(ctx context.Context, cfg Config) (*Runtime, error) {
	rt := &Runtime{cfg: cfg, ahead: map[*Component]*ahead{}, sources: sources{m: map[codeKey]*source{}}, open: map[*store]uint64{}}
	_, err := rt.engine(ctx, cfg.Interpreter)
	return rt, err
}

// engine gives the interpreter or the compiler, made when it is first asked for.
func (rt *Runtime) engine(ctx context.Context, interpreter bool) (*engine, error) {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	slot := &rt.compiler
	if interpreter {
		slot = &rt.interp
	}
	if *slot == nil {
		e, err := newEngine(ctx, rt.cfg, interpreter, rt)
		if err != nil {
			return nil, err
		}
		*slot = e
	}
	return *slot, nil
}

// begin keeps the runtime open until end.
func (rt *Runtime) begin() error {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	if rt.closed {
		return &CallError{Kind: AbortDead, Message: "the runtime was closed"}
	}
	rt.working.Add(1)
	return nil
}

func (rt *Runtime) end() { rt.working.Done() }

// opened and gone keep count of the instances.
func (rt *Runtime) opened(st *store) {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	rt.opens++
	rt.open[st] = rt.opens
}

func (rt *Runtime) gone(st *store) {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	delete(rt.open, st)
}

// Compile compiles all core code of c, which validates it too. Instantiate does so by itself for what it needs; use Compile to do
// the work ahead, to know that it succeeds, or to wait for the compiler that works in the background. The end of ctx ends the wait, not the work that was begun. Errors
// are a *DecodeError, or a *CallError where ctx has ended or the runtime was closed.
func (rt *Runtime) Compile(ctx context.Context, c *Component) error {
	if err := rt.begin(); err != nil {
		return err
	}
	defer rt.end()
	if rt.inBackground(c) {
		work := rt.compileAhead(c)
		select {
		case <-work.done:
		case <-ctx.Done():
		}
		if work.isDone() { // where ctx has ended too, it is not left to chance which counts
			return work.err
		}
		return ended(ctx)
	}
	e, err := rt.engine(ctx, rt.interprets(c))
	if err != nil {
		return err
	}
	return e.compileAll(ctx, c.plan)
}

// Ready returns when an instance of c can be made without waiting for a compiler: as Compile, or, in the background, as soon as the interpreter is
// ready. Errors are as those of Compile.
func (rt *Runtime) Ready(ctx context.Context, c *Component) error {
	if err := rt.begin(); err != nil {
		return err
	}
	defer rt.end()
	e, err := rt.pick(ctx, c)
	if err != nil {
		return err
	}
	return e.compileAll(ctx, c.plan)
}

// interprets says whether c runs on the interpreter only: the compiler of wazero 1.12.0 loses what a function has stored in locals when it catches
// an exception.
func (rt *Runtime) interprets(c *Component) bool { return rt.cfg.Interpreter || c.exceptions }

func (rt *Runtime) inBackground(c *Component) bool {
	return rt.cfg.Background && !rt.interprets(c) && c.codeSize >= largeCode
}

// pick chooses the engine for a new instance of c: the compiler where its work is done, else whichever is ready first.
func (rt *Runtime) pick(ctx context.Context, c *Component) (*engine, error) {
	if !rt.inBackground(c) {
		return rt.engine(ctx, rt.interprets(c))
	}
	work := rt.compileAhead(c)
	select {
	case <-work.done:
	case <-work.slow:
	case <-ctx.Done():
		return nil, ended(ctx)
	}
	if work.isDone() { // which the select passes over half the time, as the work was slow too
		return rt.compiled(ctx, work)
	}
	ready := make(chan error, 1)
	rt.working.Go(func() {
		ctx := context.WithoutCancel(ctx)
		e, err := rt.engine(ctx, true)
		if err == nil {
			err = e.compileAll(ctx, c.plan)
		}
		ready <- err
	})
	var err error
	select {
	case <-ctx.Done():
		return nil, ended(ctx)
	case <-work.done:
	case err = <-ready:
	}
	if work.isDone() {
		return rt.compiled(ctx, work)
	}
	if err != nil {
		return nil, err
	}
	return rt.engine(ctx, true)
}

// compiled gives the compiler, whose work is done.
func (rt *Runtime) compiled(ctx context.Context, work *ahead) (*engine, error) {
	if work.err != nil {
		return nil, work.err
	}
	return rt.engine(ctx, false)
}

// compileAhead starts the compiler for c, or gives the work that is under way or done.
func (rt *Runtime) compileAhead(c *Component) *ahead {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	work, ok := rt.ahead[c]
	if !ok {
		work = &ahead{slow: make(chan struct{}), done: make(chan struct{})}
		rt.ahead[c] = work
		rt.working.Go(func() {
			defer close(work.done)
			// One processor is left to what need not wait for the compiler.
			ctx := experimental.WithCompilationWorkers(context.Background(), max(1, runtime.GOMAXPROCS(0)-1))
			ctx = withToCompile(ctx, sync.OnceFunc(func() { close(work.slow) }))
			var e *engine
			if e, work.err = rt.engine(ctx, false); work.err == nil {
				work.err = e.compileAll(ctx, c.plan)
			}
		})
	}
	return work
}

// Close closes the instances that are still open, the newest first, and frees all compiled code, after what compiles or makes an instance has ended. Where a
// call is inside an instance it frees nothing and says so: code that runs cannot be taken away. It may be called again, but not from a function of the host.
func (rt *Runtime) Close(ctx context.Context) error {
	rt.closing.Lock()
	defer rt.closing.Unlock()
	rt.mu.Lock()
	rt.closed = true
	rt.mu.Unlock()
	rt.working.Wait()
	var errs []error
	for _, st := range rt.stillOpen() {
		errs = append(errs, st.close(ctx))
	}
	if len(rt.stillOpen()) > 0 {
		return errors.Join(errs...)
	}
	rt.spaces.close()
	for _, e := range []**engine{&rt.compiler, &rt.interp} {
		if *e != nil {
			errs = append(errs, (*e).close(ctx))
			*e = nil
		}
	}
	return errors.Join(errs...)
}

// stillOpen are the instances that have not been closed, the newest first.
func (rt *Runtime) stillOpen() []*store {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	return slices.SortedFunc(maps.Keys(rt.open), func(a, b *store) int { return cmp.Compare(rt.open[b], rt.open[a]) })
}
