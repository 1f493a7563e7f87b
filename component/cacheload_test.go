package component

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"openidea-plugin/component/core"
)

// wazero reads code for an outline, or says that there is none: it never compiles the outline in its place.
func TestOutlineIsNeverCompiled(t *testing.T) {
	dir := t.TempDir()
	e, err := newEngine(t.Context(), Config{CacheDir: dir}, false, &Runtime{sources: sources{m: map[codeKey]*source{}}})
	if err != nil {
		t.Fatal(err)
	}
	defer e.close(context.Background())
	module := []byte("\x00asm\x01\x00\x00\x00" + "\x01\x05\x01\x60\x00\x01\x7f" + "\x03\x02\x01\x00" + "\x0a\x06\x01\x04\x00\x41\x01\x0b")
	outline, err := core.Outline(module, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.wasm.CompileModule(onlyLoad, outline); !errors.Is(err, context.Canceled) {
		t.Errorf("wazero says %v", err)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, codeFolders, "*")); len(files) > 0 {
		t.Errorf("wazero wrote %q", files)
	}
}
