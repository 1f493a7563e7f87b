// Package verdict remembers which components were found valid, so that a file that has not changed is validated once: validating the code inside a component is most of
// the work of checking a plugin. Only what is valid is remembered; whatever is wrong is found anew each time, with its words.
package verdict

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// Limits of what is kept: when there are more than most entries, the oldest go until there are half as many.
const most = 2048

// Store is a folder with an entry for each component. The zero value and nil remember nothing. It may be used from several goroutines and processes.
type Store struct {
	dir, program string

	mu   sync.Mutex
	room int // how many entries may be written before they are counted again
}

// Open is the store in the folder dir, which need not exist; "" is none. A program that was built anew does not trust what another has found.
func Open(dir string) *Store {
	s := &Store{dir: dir}
	if path, err := os.Executable(); err == nil && dir != "" {
		if info, err := os.Stat(path); err == nil {
			s.program = fmt.Sprintf("1 %d %d", info.Size(), info.ModTime().UnixNano())
		}
	}
	if s.program == "" {
		s.dir = ""
	}
	return s
}

// entry is the file of a component and what stands in it. Whatever else is found there, by damage or by accident, is no verdict.
func (s *Store) entry(component []byte) (path, content string) {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%d\n", s.program, len(component))
	h.Write(component)
	sum := h.Sum(nil)
	again := sha256.Sum256(append(sum, "valid"...))
	return filepath.Join(s.dir, hex.EncodeToString(sum)), hex.EncodeToString(again[:])
}

// Valid says that the component is known to be valid.
func (s *Store) Valid(component []byte) bool {
	if s == nil || s.dir == "" {
		return false
	}
	path, content := s.entry(component)
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(content)) {
		return false
	}
	got, err := os.ReadFile(path)
	return err == nil && string(got) == content
}

// Remember notes that the component is valid. Where nothing can be written, nothing is remembered.
func (s *Store) Remember(component []byte) {
	if s == nil || s.dir == "" {
		return
	}
	path, content := s.entry(component)
	if os.MkdirAll(s.dir, 0o700) != nil {
		return
	}
	s.makeRoom()
	_ = os.WriteFile(path, []byte(content), 0o600)
}

// makeRoom removes the oldest entries where there are too many.
func (s *Store) makeRoom() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.room--; s.room >= 0 {
		return
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return
	}
	if s.room = min(most/16, most-len(entries)); s.room > 0 {
		return
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return age(a).Compare(age(b)) })
	for _, e := range entries[:len(entries)-most/2] {
		_ = os.Remove(filepath.Join(s.dir, e.Name()))
	}
	s.room = most / 16
}

// age is when an entry was written; one that is gone is the oldest.
func age(e os.DirEntry) time.Time {
	if info, err := e.Info(); err == nil {
		return info.ModTime()
	}
	return time.Time{}
}
