package wholefile

import (
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
)

func files(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	path := filepath.Join(dir, "a b ⛺%.txt")
	for i, write := range []func([]byte) error{
		func(data []byte) error { return Write(path, data) },
		func(data []byte) error { return WriteIn(root, "a b ⛺%.txt", data) },
	} {
		for _, text := range []string{"one", "two, which is longer", ""} {
			if err := write([]byte(text)); err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(path); err != nil || string(got) != text {
				t.Errorf("way %d: %q, %v", i, got, err)
			}
		}
	}
	if names := files(t, dir); len(names) != 1 {
		t.Errorf("files are left: %q", names)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o600 != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// TestFailedWrite: what could not be written leaves nothing behind, and what was there stays.
func TestFailedWrite(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := os.MkdirAll(filepath.Join(dir, "folder", "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	for i, err := range []error{
		Write(filepath.Join(dir, "folder"), []byte("text")), WriteIn(root, "folder", []byte("text")),
		Write(filepath.Join(dir, "nowhere", "a"), nil), WriteIn(root, "nowhere/a", nil), WriteIn(root, "../a", nil),
	} {
		if err == nil {
			t.Errorf("write %d went well", i)
		}
	}
	if names := files(t, dir); len(names) != 1 {
		t.Errorf("files are left: %q", names)
	}
}

// TestAbandon: what is being written when the process is about to end is removed, and nothing gets its name any more.
func TestAbandon(t *testing.T) {
	reader, writer, err := os.Pipe() // nobody reads, so that the write hangs
	if err != nil {
		t.Fatal(err)
	}
	created := make(chan bool)
	var removed, renamed atomic.Bool
	done := make(chan error)
	go func() {
		done <- write(make([]byte, 1<<20), func() (*os.File, string, error) { close(created); return writer, "half", nil },
			func(string) error { renamed.Store(true); return nil },
			func(string) error { removed.Store(true); return nil })
	}()
	<-created
	Abandon()
	if !removed.Load() {
		t.Error("the file is left")
	}
	reader.Close() // the write fails and goes on to its end
	select {
	case <-done:
		t.Error("a writer goes on after Abandon")
	default:
	}
	if renamed.Load() {
		t.Error("half of a file got its name")
	}
	mu.Unlock()
	<-done
}
