package component_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"openidea-plugin/component"
)

// runCached calls a tool in a runtime of its own that keeps its code in dir.
func runCached(t *testing.T, dir string, limit int64) {
	t.Helper()
	ctx := context.Background()
	rt, err := component.NewRuntime(ctx, component.Config{CacheDir: dir, CacheBytes: limit})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close(ctx)
	in := newInstance(t, rt, loadFixture(t, "../fixtures/data-tools/dist/plugin.wasm"))
	defer in.Close(ctx)
	got, err := in.Func("openidea:plugin/mcp-provider@1.4.0", "call").Call(ctx, "no-such-tool", "{}", component.Handle{})
	if err != nil {
		t.Fatal(err)
	}
	if r, ok := got.(component.Result); !ok || !r.Err {
		t.Fatalf("got %#v, want an error result", got)
	}
}

func cacheFiles(t *testing.T, dir, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestCacheKeepsCode(t *testing.T) {
	dir := t.TempDir()
	runCached(t, dir, 0)
	code, index := cacheFiles(t, dir, "wazero-*/*"), cacheFiles(t, dir, "index/*")
	if len(code) == 0 || len(code) != len(index) {
		t.Fatalf("%d files of code, %d entries", len(code), len(index))
	}
	before, err := os.Stat(code[0])
	if err != nil {
		t.Fatal(err)
	}
	runCached(t, dir, 0)
	after, err := os.Stat(code[0])
	if err != nil {
		t.Fatal(err)
	}
	if !os.SameFile(before, after) {
		t.Error("the second run wrote the code again")
	}
}

func TestCacheReplacesDamagedCode(t *testing.T) {
	dir := t.TempDir()
	runCached(t, dir, 0)
	for _, damage := range []struct {
		name string
		do   func(path string, data []byte) error
	}{
		{"cut short", func(p string, d []byte) error { return os.WriteFile(p, d[:len(d)/2], 0o600) }},
		{"empty", func(p string, d []byte) error { return os.WriteFile(p, nil, 0o600) }},
		{"another count of functions", func(p string, d []byte) error {
			for i := range min(64, len(d)) {
				d[i] = 0xff
			}
			return os.WriteFile(p, d, 0o600)
		}},
		{"one bit in the code", func(p string, d []byte) error { d[len(d)/2] ^= 1; return os.WriteFile(p, d, 0o600) }},
		{"gone", func(p string, _ []byte) error { return os.Remove(p) }},
	} {
		t.Run(damage.name, func(t *testing.T) {
			for _, f := range cacheFiles(t, dir, "wazero-*/*") {
				data, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				if err := damage.do(f, data); err != nil {
					t.Fatal(err)
				}
			}
			runCached(t, dir, 0)
		})
	}
}

// TestCacheIsNeverAtFault: whatever has become of the folder, the component runs.
func TestCacheIsNeverAtFault(t *testing.T) {
	every := func(t *testing.T, dir, pattern string, do func(path string) error) {
		t.Helper()
		for _, f := range cacheFiles(t, dir, pattern) {
			if err := do(f); err != nil {
				t.Fatal(err)
			}
		}
	}
	write := func(text string) func(string) error {
		return func(p string) error { return os.WriteFile(p, []byte(text), 0o600) }
	}
	instead := func(then func(string) error) func(string) error {
		return func(p string) error { return errors.Join(os.Remove(p), then(p)) }
	}
	folder := func(p string) error { return os.Mkdir(p, 0o700) }
	for name, damage := range map[string]func(t *testing.T, dir string){
		"everything is garbage": func(t *testing.T, dir string) {
			every(t, dir, "*/*", write("garbage"))
		},
		"everything is empty":      func(t *testing.T, dir string) { every(t, dir, "*/*", write("")) },
		"folders instead of files": func(t *testing.T, dir string) { every(t, dir, "*/*", instead(folder)) },
		"folders instead of code":  func(t *testing.T, dir string) { every(t, dir, "wazero-*/*", instead(folder)) },
		"no entries, damaged code": func(t *testing.T, dir string) {
			every(t, dir, "index/*", os.Remove)
			every(t, dir, "wazero-*/*", write("x"))
		},
		"the folder of code is gone": func(t *testing.T, dir string) { every(t, dir, "wazero-*", os.RemoveAll) },
		"files without end": func(t *testing.T, dir string) {
			every(t, dir, "*/*", func(p string) error { return os.Truncate(p, 1<<40) })
		},
		"entries without end": func(t *testing.T, dir string) {
			every(t, dir, "index/*", func(p string) error { return os.Truncate(p, 1<<40) })
		},
		"code without end": func(t *testing.T, dir string) {
			every(t, dir, "wazero-*/*", func(p string) error { return os.Truncate(p, 1<<40) })
		},
		"links to a device": func(t *testing.T, dir string) {
			every(t, dir, "*/*", instead(func(p string) error { return os.Symlink("/dev/zero", p) }))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			runCached(t, dir, 0)
			damage(t, dir)
			runCached(t, dir, 0)
			if code, index := cacheFiles(t, dir, "wazero-*/*"), cacheFiles(t, dir, "index/*"); len(code) == 0 || len(code) != len(index) {
				t.Errorf("afterwards there are %d files of code and %d entries", len(code), len(index))
			}
		})
	}
}

// TestCacheThatCannotBeWritten: compiled code that finds no room is used all the same.
func TestCacheThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	ctx := context.Background()
	rt, err := component.NewRuntime(ctx, component.Config{CacheDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer rt.Close(ctx)
	// The first engine is made with the first instance; then the folder goes away under its feet.
	newInstance(t, rt, loadFixture(t, "../fixtures/data-tools/dist/plugin.wasm")).Close(ctx)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	newInstance(t, rt, loadFixture(t, "../fixtures/misbehaving/dist/plugin.wasm")).Close(ctx)
}

func TestCacheEntryThatLeavesTheFolderIsIgnored(t *testing.T) {
	dir := t.TempDir()
	runCached(t, dir, 0)
	precious := filepath.Join(t.TempDir(), "precious")
	if err := os.WriteFile(precious, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, f := range cacheFiles(t, dir, "index/*") {
		if err := os.WriteFile(f, []byte("00 ../"+filepath.Base(filepath.Dir(precious))+"/precious\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	runCached(t, dir, 0)
	if _, err := os.Stat(precious); err != nil {
		t.Errorf("a file outside the cache was touched: %v", err)
	}
}

func TestCacheIsBounded(t *testing.T) {
	dir := t.TempDir()
	runCached(t, dir, 1)
	if n := len(cacheFiles(t, dir, "wazero-*/*")); n > 1 {
		t.Errorf("%d files remain; only what was compiled last may", n)
	}
}

func TestCacheIsSharedByConcurrentRuntimes(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() { runCached(t, dir, 0) })
	}
	wg.Wait()
	runCached(t, dir, 0)
}

// Components that were parsed apart are made of the same code, which all of them want at once.
func TestCacheIsReadByManyAtOnce(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		rt := newRuntime(t, component.Config{CacheDir: dir})
		for n := range byte(20) {
			var wg sync.WaitGroup
			for range 4 {
				c := constant(t, n)
				wg.Go(func() {
					in, err := rt.Instantiate(t.Context(), c, none{}, component.Limits{})
					if err != nil {
						t.Error(err)
						return
					}
					if got, err := in.Func("", "f").Call(t.Context()); err != nil || got != uint32(n) {
						t.Errorf("f of component %d gives %v, %v", n, got, err)
					}
				})
			}
			wg.Wait()
		}
	}
}

func TestCacheFolderThatCannotBeMade(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	runCached(t, filepath.Join(file, "cache"), 0)
}

// constant is a component whose function f gives n, below 64.
func constant(t *testing.T, n byte) *component.Component {
	t.Helper()
	module := "\x00asm\x01\x00\x00\x00" + "\x01\x05\x01\x60\x00\x01\x7f" + "\x03\x02\x01\x00" + "\x07\x05\x01\x01f\x00\x00" + "\x0a\x06\x01\x04\x00\x41" + string(n) + "\x0b"
	data := "\x00asm\x0d\x00\x01\x00" + "\x01" + string(rune(len(module))) + module +
		"\x02\x04\x01\x00\x00\x00" + // core instance of module 0
		"\x07\x05\x01\x40\x00\x00\x79" + // type 0: func() -> u32
		"\x06\x07\x01\x00\x00\x01\x00\x01f" + // core func 0: "f" of core instance 0
		"\x08\x06\x01\x00\x00\x00\x00\x00" + // func 0: lifted
		"\x0b\x07\x01\x00\x01f\x01\x00\x00"
	c, err := component.Parse([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Modules that differ in nothing but code do not take each other's.
func TestCacheTellsModulesApart(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		rt := newRuntime(t, component.Config{CacheDir: dir})
		for n := range byte(3) {
			in := instantiate(t, rt, constant(t, n), none{}, component.Limits{})
			if got := call(t, in, "", "f"); got != uint32(n) {
				t.Errorf("f of component %d gives %v", n, got)
			}
		}
		if code, index := cacheFiles(t, dir, "wazero-*/*"), cacheFiles(t, dir, "index/*"); len(code) != 3 || len(index) != 3 {
			t.Errorf("%d files of code and %d entries for 3 modules", len(code), len(index))
		}
	}
}

// Metered code and code as it is are not taken for each other.
func TestCacheTellsMeteredCodeApart(t *testing.T) {
	dir := t.TempDir()
	for _, unmetered := range []bool{false, true, false, true} {
		in := instantiate(t, newRuntime(t, component.Config{CacheDir: dir, Unmetered: unmetered}), constant(t, 1), none{}, component.Limits{})
		call(t, in, "", "f")
		if used := in.FuelUsed(); (used == 0) != unmetered {
			t.Errorf("unmetered: %t, fuel used: %d", unmetered, used)
		}
	}
}

// Code that is gone when it is read is compiled anew, and so is code beside a damaged entry: what stands for it until then never runs.
func TestCacheNeverRunsAnOutline(t *testing.T) {
	for name, damage := range map[string]func(dir string) error{
		"no code": func(dir string) error { return os.RemoveAll(cacheFiles(t, dir, "wazero-*")[0]) },
		"code of another module": func(dir string) error {
			files := cacheFiles(t, dir, "wazero-*/*")
			other, err := os.ReadFile(files[1])
			if err != nil {
				return err
			}
			return os.WriteFile(files[0], other, 0o600)
		},
		"an entry with one bit changed": func(dir string) error {
			entry := cacheFiles(t, dir, "index/*")[0]
			data, err := os.ReadFile(entry)
			if err != nil {
				return err
			}
			data[len(data)/2] ^= 1
			return os.WriteFile(entry, data, 0o600)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for round := range 3 {
				rt := newRuntime(t, component.Config{CacheDir: dir})
				for n := range byte(2) {
					if got := call(t, instantiate(t, rt, constant(t, n), none{}, component.Limits{}), "", "f"); got != uint32(n) {
						t.Errorf("f of component %d gives %v", n, got)
					}
				}
				if round == 0 {
					if err := damage(dir); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}
