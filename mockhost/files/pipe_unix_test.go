//go:build unix

package files

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipes: nothing waits for whoever would write to a pipe, as the project or in it, and no device is read.
func TestPipes(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Skip("no pipes here:", err)
	}
	if _, err := Load(pipe); err == nil || !strings.HasSuffix(err.Error(), "it is no folder") {
		t.Errorf("a pipe is a project: %v", err)
	}
	if tree, err := Load(dir); err != nil || len(tree.Paths()) != 0 {
		t.Errorf("a pipe in a project: %v", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	tree := New(nil)
	if err := tree.load(root, dir, "pipe"); err != nil || len(tree.Paths()) != 0 {
		t.Errorf("a pipe that took the place of a file: %v, %v", tree.Paths(), err)
	}
}
