package component

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"

	"openidea-plugin/component/core"
)

// DefaultCacheBytes bounds a cache folder where Config says nothing else.
const DefaultCacheBytes = 512 << 20

// codeCache keeps compiled code in a folder. wazero writes and reads the code, in folders named by its version and the processor; beside
// it, in "index", stands an entry for each module as it was found in its component (see cacheEntry). An entry vouches for a file of code, and holds the outline
// of the rewritten module: with it wazero reads the code without the module being rewritten, decoded and validated again. A file is checked
// before wazero may read it: one that was damaged is removed, and the module compiled anew. Everything is written under another name and renamed, so
// that any number of processes may share the folder.
type codeCache struct {
	dir   string
	limit int64
	inner wazero.CompilationCache
	// working has a lock for each module that was asked for. wazero 1.12.0 shows others a module that it reads before it has all of it: of two that ask for the same
	// module at once, the second might call what is not there yet.
	working sync.Map
}

// openCache gives nil where the folder cannot be used.
func openCache(dir string, limit int64) *codeCache {
	if limit <= 0 {
		limit = DefaultCacheBytes
	}
	if err := os.MkdirAll(filepath.Join(dir, indexFolder), 0o700); err != nil {
		return nil
	}
	inner, err := wazero.NewCompilationCacheWithDir(dir)
	if err != nil {
		return nil
	}
	return &codeCache{dir: dir, limit: limit, inner: inner}
}

// compile compiles the module that rewrite gives, by way of the cache, where its name is key.
func (c *codeCache) compile(ctx context.Context, engine wazero.Runtime, key string, rewrite func() (*rewritten, error)) (wazero.CompiledModule, error) {
	if c != nil {
		lock, _ := c.working.LoadOrStore(key, new(sync.Mutex))
		lock.(*sync.Mutex).Lock()
		defer lock.(*sync.Mutex).Unlock()
	}
	if m := c.load(engine, key); m != nil {
		return m, nil
	}
	toCompile(ctx)
	source, err := rewrite()
	if err != nil {
		return nil, err
	}
	defer runtime.KeepAlive(source) // for others that need it meanwhile
	ctx = withWorkers(ctx, len(source.module))
	if c == nil {
		return engine.CompileModule(ctx, source.module)
	}
	if added, err := c.add(ctx, key, source.module); err != nil {
		return nil, err
	} else if added {
		if m := c.load(engine, key); m != nil {
			return m, nil
		}
	}
	// The cache must never be why a component does not run: a file that nobody vouches for may be damaged, the disk may be full.
	// Without the files wazero compiles anew; what it then fails to write it still has in memory at the next try.
	m, err := engine.CompileModule(ctx, source.module)
	for range 2 {
		if !isCacheError(err) {
			break
		}
		c.clear()
		m, err = engine.CompileModule(ctx, source.module)
	}
	return m, err
}

// load reads the code of a module, nil: the cache does not have it.
func (c *codeCache) load(engine wazero.Runtime, key string) wazero.CompiledModule {
	if c == nil {
		return nil
	}
	outline := c.check(key)
	if outline == nil {
		return nil
	}
	m, err := engine.CompileModule(onlyLoad, outline)
	if err != nil { // the file is gone meanwhile, or another processor or version of wazero has written it
		return nil
	}
	return m
}

// onlyLoad keeps wazero from compiling the functions of an outline where it does not find their code: several workers see that it has ended before they
// begin, which is an error, while code that is found is read without asking it.
var onlyLoad = func() context.Context {
	ctx, cancel := context.WithCancel(experimental.WithCompilationWorkers(context.Background(), 2))
	cancel()
	return ctx
}()

// add compiles a module and puts its code and its entry into the folder. It says whether it could; an error is a module that is invalid.
func (c *codeCache) add(ctx context.Context, key string, module []byte) (bool, error) {
	_ = os.MkdirAll(filepath.Join(c.dir, indexFolder), 0o700)
	tmp, err := os.MkdirTemp(c.dir, newFolder+"*")
	if err != nil {
		return false, nil
	}
	defer os.RemoveAll(tmp)
	code, err := compileInto(ctx, filepath.Join(tmp, "code"), module)
	if err != nil || code == "" {
		return false, err
	}
	// wazero names a file after the module that it is for: it is asked how it names that of the outline.
	outline, err := core.Outline(module, key)
	if err != nil {
		return false, nil
	}
	named, err := compileInto(ctx, filepath.Join(tmp, "outline"), outline)
	if err != nil || named == "" {
		return false, nil
	}
	name := filepath.Join(filepath.Base(filepath.Dir(named)), filepath.Base(named))
	e, err := newCacheEntry(code, name, outline)
	if err != nil {
		return false, nil
	}
	place := filepath.Join(c.dir, name)
	_ = os.MkdirAll(filepath.Dir(place), 0o700)
	if !regular(place) {
		_ = os.RemoveAll(place)
	}
	if os.Rename(code, place) != nil {
		return false, nil
	}
	written := filepath.Join(tmp, "entry")
	if os.WriteFile(written, e.encode(), 0o600) != nil || os.Rename(written, c.entry(key)) != nil {
		return false, nil
	}
	c.prune(c.files())
	return true, nil
}

// compileInto compiles a module with an engine of its own and gives the file that was written, "" where none was. Errors are those of the module.
func compileInto(ctx context.Context, dir string, module []byte) (string, error) {
	inner, err := wazero.NewCompilationCacheWithDir(dir)
	if err != nil {
		return "", nil
	}
	defer inner.Close(ctx)
	engine := wazero.NewRuntimeWithConfig(ctx, engineConfig(wazero.NewRuntimeConfigCompiler()).WithCompilationCache(inner))
	defer engine.Close(ctx)
	if _, err := engine.CompileModule(ctx, module); isCacheError(err) {
		return "", nil
	} else if err != nil {
		return "", err
	}
	files, _ := filepath.Glob(filepath.Join(dir, codeFolders, "*"))
	if len(files) != 1 {
		return "", nil
	}
	return files[0], nil
}

// isCacheError tells wazero's troubles with the folder from what is wrong with a module. The text is all that marks a damaged file.
func isCacheError(err error) bool {
	var path *fs.PathError
	var link *os.LinkError
	return err != nil && (errors.As(err, &path) || errors.As(err, &link) || strings.Contains(err.Error(), "compilationcache:"))
}

// The folders in that of the cache: wazero's, that of the entries, and those in which something is being made.
const (
	codeFolders = "wazero-*"
	indexFolder = "index"
	newFolder   = "new-"
)

// clear removes all compiled code.
func (c *codeCache) clear() {
	paths, _ := filepath.Glob(filepath.Join(c.dir, codeFolders, "*"))
	for _, path := range paths {
		_ = os.RemoveAll(path)
	}
}

type toCompileKey struct{}

// withToCompile has f called when a module turns out not to be in the cache.
func withToCompile(ctx context.Context, f func()) context.Context {
	return context.WithValue(ctx, toCompileKey{}, f)
}

func toCompile(ctx context.Context) {
	if f, ok := ctx.Value(toCompileKey{}).(func()); ok {
		f()
	}
}

// cached is a file of compiled code, with its name relative to the cache's folder.
type cached struct {
	name string
	size int64
	used time.Time
}

// files lists the compiled code in the folder.
func (c *codeCache) files() []cached {
	var out []cached
	folders, _ := filepath.Glob(filepath.Join(c.dir, codeFolders))
	for _, folder := range folders {
		entries, _ := os.ReadDir(folder)
		for _, e := range entries {
			info, err := e.Info()
			if err != nil || !info.Mode().IsRegular() || strings.HasSuffix(e.Name(), ".tmp") {
				continue
			}
			out = append(out, cached{filepath.Join(filepath.Base(folder), e.Name()), info.Size(), info.ModTime()})
		}
	}
	return out
}

// prune removes what was not used for longest until a quarter of the bound is free again, and what processes that were killed have left. Entries without a
// file are of no harm: check removes them.
func (c *codeCache) prune(files []cached) {
	left, _ := filepath.Glob(filepath.Join(c.dir, newFolder+"*"))
	for _, path := range left {
		if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > 24*time.Hour {
			_ = os.RemoveAll(path)
		}
	}
	var total int64
	for _, f := range files {
		total += f.size
	}
	if total <= c.limit {
		return
	}
	slices.SortFunc(files, func(a, b cached) int { return cmp.Or(a.used.Compare(b.used), strings.Compare(a.name, b.name)) })
	for _, f := range files[:len(files)-1] {
		if total <= c.limit*3/4 {
			return
		}
		if err := os.Remove(filepath.Join(c.dir, f.name)); err == nil || errors.Is(err, fs.ErrNotExist) {
			total -= f.size
		}
	}
}

func (c *codeCache) close(ctx context.Context) error {
	if c == nil {
		return nil
	}
	return c.inner.Close(ctx)
}
