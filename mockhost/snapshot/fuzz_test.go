package snapshot

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzSnapshot: whatever a tool returns, and whatever a snapshot's file holds, the text that was written is the text that is read.
func FuzzSnapshot(f *testing.F) {
	for _, seed := range []string{"", "a\r\nb\r", `{"a":[1,{"b":"\u001b"}]}`, "[[[[1", "\xff\x00", " \n\t{}\n\n", strings.Repeat("[", 60)} {
		f.Add(seed)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		want := Normal(text)
		if strings.Contains(want, "\r") || !strings.HasSuffix(want, "\n") || Normal(want) != want {
			t.Fatalf("%q: %q, then %q", text, want, Normal(want))
		}
		path := filepath.Join(dir, filepath.FromSlash(Path("set", "name")))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil { // as an editor may have left it
			t.Fatal(err)
		}
		if got, err := Store(dir).Read("set", "name"); err != nil || got != want {
			t.Fatalf("%q: %q, %v", text, got, err)
		}
	})
}
