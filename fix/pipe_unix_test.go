//go:build unix

package fix

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipe: a pipe that took a file's place is not waited for.
func TestPipe(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "plugin.toml")
	if err := syscall.Mkfifo(path, 0o644); err != nil {
		t.Skip("no pipes here:", err)
	}
	err := (&File{Path: path, Printed: "plugin.toml", Before: []byte("old"), After: []byte("new")}).Write([]string{dir})
	if want := "plugin.toml: it was changed meanwhile; run again"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
