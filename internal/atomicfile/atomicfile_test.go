package atomicfile

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	mode := os.FileMode(0o640)
	if runtime.GOOS == "windows" {
		mode = 0o666 // a file there can be written or not, and that is all
	}
	for _, text := range []string{"first", "second"} {
		if err := Replace(path, []byte(text), 0o640, nil); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		info, _ := os.Stat(path)
		if err != nil || string(got) != text || info.Mode().Perm() != mode {
			t.Errorf("%q, %v, %v", got, info.Mode(), err)
		}
	}
	if err := Replace(filepath.Join(dir, "no", "f"), nil, 0o644, nil); err == nil {
		t.Error("a file is written into a folder that is not there")
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Replace(filepath.Join(dir, "folder"), nil, 0o644, nil); err == nil {
		t.Error("a folder is replaced")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 || len(pending) != 0 {
		t.Errorf("left behind: %v, %v", entries, pending)
	}
}

func TestAbandon(t *testing.T) {
	dir := t.TempDir()
	f, _, err := begin(os.Remove, func() (*os.File, string, error) {
		f, err := os.CreateTemp(dir, prefix+"*")
		return f, f.Name(), err
	})
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	Abandon()
	clear(pending)
	mu.Unlock()
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v", entries)
	}
}

// TestReplaceIn: a file below a folder is replaced as a whole, and nothing outside of the folder is.
func TestReplaceIn(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	const name = "a b ⛺%.txt"
	for _, text := range []string{"first, which is longer", "second", ""} {
		if err := ReplaceIn(root, name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != text {
			t.Errorf("%q, %v", got, err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "folder", "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "link")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	for _, name := range []string{"folder", "nowhere/a", "../a", "link/a"} {
		if ReplaceIn(root, name, []byte("text"), 0o644) == nil {
			t.Errorf("%s is written", name)
		}
	}
	for folder, want := range map[string]int{dir: 3, outside: 0} {
		if entries, err := os.ReadDir(folder); err != nil || len(entries) != want || len(pending) != 0 {
			t.Errorf("left behind: %v, %v", entries, pending)
		}
	}
}
