package component

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
)

// DefaultCacheBytes bounds a cache folder where Config says nothing else.
const DefaultCacheBytes = 512 << 20

// codeCache keeps compiled code in a folder. wazero writes and reads the code, in folders named by its version and the processor; beside
// it, in "index", stands for each module (by the hash of its rewritten bytes) which file wazero made for it and that file's hash. A
// file is checked against it before wazero may read it: one that was damaged is removed, and the module compiled anew. Entries are
// written under another name and renamed, so that any number of processes may share the folder.
type codeCache struct {
	dir   string
	limit int64
	inner wazero.CompilationCache

	mu sync.Mutex
}

// openCache gives nil where the folder cannot be used.
func openCache(dir string, limit int64) *codeCache {
	if limit <= 0 {
		limit = DefaultCacheBytes
	}
	if err := os.MkdirAll(filepath.Join(dir, "index"), 0o700); err != nil {
		return nil
	}
	inner, err := wazero.NewCompilationCacheWithDir(dir)
	if err != nil {
		return nil
	}
	return &codeCache{dir: dir, limit: limit, inner: inner}
}

// compile compiles a module, by way of the cache.
func (c *codeCache) compile(ctx context.Context, engine wazero.Runtime, module []byte) (wazero.CompiledModule, error) {
	if c == nil {
		toCompile(ctx)
		return engine.CompileModule(ctx, module)
	}
	sum := sha256.Sum256(module)
	entry := filepath.Join(c.dir, "index", hex.EncodeToString(sum[:]))
	if c.check(entry) {
		if m, err := engine.CompileModule(ctx, module); !isCacheError(err) {
			return m, err
		}
	}
	toCompile(ctx)
	// One at a time, so that the file that appears is known to be this module's.
	c.mu.Lock()
	defer c.mu.Unlock()
	before := c.files()
	m, err := engine.CompileModule(ctx, module)
	// The cache must never be why a component does not run: a file that nobody vouches for may be damaged, the disk may be full.
	// Without the files wazero compiles anew; what it then fails to write it still has in memory at the next try.
	for range 2 {
		if !isCacheError(err) {
			break
		}
		c.clear()
		before = c.files()
		m, err = engine.CompileModule(ctx, module)
	}
	if err == nil {
		c.record(entry, before)
	}
	return m, err
}

// isCacheError tells wazero's troubles with the folder from what is wrong with a module. The text is all that marks a damaged file.
func isCacheError(err error) bool {
	var path *fs.PathError
	var link *os.LinkError
	return err != nil && (errors.As(err, &path) || errors.As(err, &link) || strings.Contains(err.Error(), "compilationcache:"))
}

// clear removes all compiled code.
func (c *codeCache) clear() {
	paths, _ := filepath.Glob(filepath.Join(c.dir, "wazero-*", "*"))
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

// check says whether the file of an entry is there and whole. One that is not is removed.
func (c *codeCache) check(entry string) bool {
	if !regular(entry) {
		_ = os.RemoveAll(entry)
		return false
	}
	text, err := os.ReadFile(entry)
	if err != nil {
		return false
	}
	want, name, ok := strings.Cut(strings.TrimSpace(string(text)), " ")
	if ok && filepath.IsLocal(name) {
		path := filepath.Join(c.dir, name)
		if got, err := hashFile(path); err == nil && got == want {
			now := time.Now()
			_ = os.Chtimes(path, now, now) // the age of an entry is the time since it was last used
			return true
		}
		_ = os.RemoveAll(path)
	}
	_ = os.Remove(entry)
	return false
}

// record writes the entry of the one file that has appeared. Where another process wrote at the same time none is written: the next one will.
func (c *codeCache) record(entry string, before []cached) {
	var added []cached
	after := c.files()
	for _, f := range after {
		if !slices.ContainsFunc(before, func(b cached) bool { return b.name == f.name }) {
			added = append(added, f)
		}
	}
	if len(added) != 1 {
		return
	}
	sum, err := hashFile(filepath.Join(c.dir, added[0].name))
	if err != nil {
		return
	}
	tmp, err := os.CreateTemp(filepath.Dir(entry), "*.tmp")
	if err != nil {
		return
	}
	_, err = tmp.WriteString(sum + " " + added[0].name + "\n")
	err = errors.Join(err, tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), entry)
	}
	if err != nil {
		_ = os.Remove(tmp.Name())
		return
	}
	c.prune(after)
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
	folders, _ := filepath.Glob(filepath.Join(c.dir, "wazero-*"))
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

// prune removes what was not used for longest until a quarter of the bound is free again. Entries without a file are of no harm: check removes them.
func (c *codeCache) prune(files []cached) {
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

// regular says whether path is a file, not a link to one: a pipe would be waited for, a device has no end.
func regular(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular()
}

func hashFile(path string) (string, error) {
	if !regular(path) {
		return "", fs.ErrInvalid
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
