package atomicfile

import (
	"os"
	"path/filepath"
	"testing"
)

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	for _, text := range []string{"first", "second"} {
		if err := Replace(path, []byte(text), 0o640, nil); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		info, _ := os.Stat(path)
		if err != nil || string(got) != text || info.Mode().Perm() != 0o640 {
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
	f, err := create(dir)
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
