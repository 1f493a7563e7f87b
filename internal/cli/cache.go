package cli

import (
	"path/filepath"
	"runtime"
)

// caches are the folders for files that can be made anew, by operating system: a variable of the environment and the way on from there. The first that is set counts.
var caches = map[string][]struct{ variable, below string }{
	"windows": {{"LocalAppData", ""}},
	"darwin":  {{"HOME", "Library/Caches"}},
	"":        {{"XDG_CACHE_HOME", ""}, {"HOME", ".cache"}}, // all others
}

// cacheDir is where compiled components are kept from one run to the next; "" where the environment names no place.
func (e *env) cacheDir() string {
	list, ok := caches[runtime.GOOS]
	if !ok {
		list = caches[""]
	}
	for _, c := range list {
		if dir := e.Getenv(c.variable); filepath.IsAbs(dir) {
			return filepath.Join(dir, filepath.FromSlash(c.below), "openidea-plugin")
		}
	}
	return ""
}
