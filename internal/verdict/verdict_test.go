package verdict

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache", "verdicts")
	s := Open(dir)
	a, b := []byte("component a"), []byte("component b")
	if s.Valid(a) {
		t.Error("something is valid that nobody has looked at")
	}
	s.Remember(a)
	if !s.Valid(a) || s.Valid(b) || !Open(dir).Valid(a) {
		t.Error("what was remembered is not what is known")
	}
	path, _ := s.entry(a)
	for _, damage := range []string{"", "x", string(make([]byte, 64))} {
		if err := os.WriteFile(path, []byte(damage), 0o600); err != nil {
			t.Fatal(err)
		}
		if s.Valid(a) {
			t.Errorf("a damaged entry (%q) is a verdict", damage)
		}
	}
	s.Remember(a)
	if !s.Valid(a) {
		t.Error("a damaged entry is never mended")
	}
	other := Open(dir)
	other.program = "another build"
	if other.Valid(a) {
		t.Error("what another build has found is trusted")
	}
}

func TestNoStore(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Store{nil, {}, Open(""), Open(filepath.Join(file, "below"))} {
		s.Remember([]byte("x"))
		if s.Valid([]byte("x")) {
			t.Error("a store without a folder remembers")
		}
	}
}

func TestStoreIsBounded(t *testing.T) {
	dir := t.TempDir()
	s := Open(dir)
	for i := range most + most/2 {
		s.Remember(fmt.Append(nil, i))
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > most || len(entries) < most/4 {
		t.Errorf("%d entries, %v", len(entries), err)
	}
}
