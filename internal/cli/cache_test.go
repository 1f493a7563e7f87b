package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestCacheDir(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("the variables are those of other systems")
	}
	for _, c := range []struct {
		env  map[string]string
		want string
	}{
		{map[string]string{"XDG_CACHE_HOME": "/c", "HOME": "/h"}, "/c/openidea-plugin"},
		{map[string]string{"HOME": "/h"}, "/h/.cache/openidea-plugin"},
		{map[string]string{"XDG_CACHE_HOME": "relative", "HOME": "/h"}, "/h/.cache/openidea-plugin"},
		{nil, ""},
	} {
		e := &env{Streams: Streams{Getenv: func(name string) string { return c.env[name] }}}
		if got := e.cacheDir(); got != c.want {
			t.Errorf("%v: %q, want %q", c.env, got, c.want)
		}
	}
}

// TestCacheIsOnlyThere: what test compiles is kept in the cache folder, and nothing is written anywhere else.
func TestCacheIsOnlyThere(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "p"), os.DirFS("../../fixtures/reference-example")); err != nil {
		t.Fatal(err)
	}
	count := func(root string) (n int) {
		_ = filepath.WalkDir(root, func(string, os.DirEntry, error) error { n++; return nil })
		return n
	}
	before := count(dir)
	status := Main([]string{"test", "p", "--quiet"}, Streams{Dir: dir, Getenv: func(name string) string {
		switch name {
		case "XDG_CACHE_HOME", "LocalAppData", "HOME": // what the system's own variable is
			return cache
		}
		return ""
	}})
	if status != ExitOK {
		t.Fatalf("exit status %d", status)
	}
	if count(cache) < 2 {
		t.Error("the cache is empty")
	}
	if n := count(dir); n != before {
		t.Errorf("the plugin's folder has %d entries, it had %d", n, before)
	}
}
