//go:build unix

package snapshot

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipe: a pipe in the place of a snapshot is told of instead of waited for.
func TestPipe(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "tests/snapshots/a"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "tests/snapshots/a/b.snap"), 0o644); err != nil {
		t.Skip("no pipes here:", err)
	}
	const want = `"tests/snapshots/a/b.snap" is no file`
	if _, err := Store(dir).Read("a", "b"); err == nil || Reason(err) != want {
		t.Errorf("%v, want %s", err, want)
	}
	if err := Store(dir).Write("a", "b", "text"); err == nil || Reason(err) != want {
		t.Errorf("it is written: %v, want %s", err, want)
	}
}
