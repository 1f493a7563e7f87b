package wit

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The Rust SDK carries this package's WIT and worlds encoded from it; wit/worlds.sh writes both.
const sdk = "../scaffold/sdk"

func TestSDKHasThisWIT(t *testing.T) {
	want := texts(t, Files)
	got := texts(t, os.DirFS(filepath.Join(sdk, "wit")))
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s/wit/%s differs from wit/%s: run wit/worlds.sh", sdk, name, name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s/wit has %d files, wit has %d: run wit/worlds.sh", sdk, len(got), len(want))
	}
}

func TestSDKWorldsAreOfThisWIT(t *testing.T) {
	var want []string
	for name, text := range texts(t, Files) {
		want = append(want, fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte(text)), name))
	}
	slices.SortFunc(want, func(a, b string) int { return strings.Compare(a[66:], b[66:]) })
	got, err := os.ReadFile(filepath.Join(sdk, "src", "wasm", "worlds.sha256"))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != strings.Join(want, "") {
		t.Error("the worlds in the SDK were encoded from another WIT: run wit/worlds.sh")
	}
	for _, world := range []string{"plugin", "plugin-mcp"} {
		text, err := os.ReadFile(filepath.Join(sdk, "src", "wasm", world+".world"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(text), "\x00asm\x0d\x00\x01\x00") || !strings.Contains(string(text), world) {
			t.Errorf("%s.world is not the encoded world %s", world, world)
		}
	}
}

func texts(t *testing.T, files fs.FS) map[string]string {
	t.Helper()
	names, err := fs.Glob(files, "*.wit")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = string(text)
	}
	return out
}
