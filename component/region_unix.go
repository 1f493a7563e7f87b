//go:build linux || darwin

package component

import (
	"os"
	"runtime"
	"sync"

	"golang.org/x/sys/unix"
)

// mappedRegion reserves the whole address space that a memory may ever take, and lets the system commit pages as they are
// touched: growth neither copies nor moves.
type mappedRegion struct {
	space  []byte
	spaces *spaces
}

// spaces keeps some address space of closed instances for the next ones. What they have written is gone: the system takes the pages back, and the few
// that the next instance writes to again first are cleared, which is faster than getting new ones.
type spaces struct {
	mu     sync.Mutex
	free   [][]byte
	closed bool
}

// Bounds of what is kept: so many pieces of address space, with so many bytes of memory each.
const (
	maxSpaces = 8
	maxHot    = 64 << 10
)

// clears says whether pages that the system was given back are zero when they are touched again.
const clears = runtime.GOOS == "linux"

// region reserves max bytes, or falls back to the Go heap where the system refuses.
func (s *spaces) region(max uint64) region {
	if max == 0 {
		return &heapRegion{}
	}
	if space := s.take(max); space != nil {
		return &mappedRegion{space, s}
	}
	space, err := unix.Mmap(-1, 0, int(max), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return &heapRegion{}
	}
	return &mappedRegion{space, s}
}

// take gives a piece of that size, nil: there is none.
func (s *spaces) take(size uint64) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := len(s.free) - 1; i >= 0; i-- {
		if space := s.free[i]; uint64(len(space)) == size {
			s.free = append(s.free[:i], s.free[i+1:]...)
			return space
		}
	}
	return nil
}

// put keeps a piece that is all zero. It says whether there is room for it.
func (s *spaces) put(space []byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.free) >= maxSpaces {
		return false
	}
	s.free = append(s.free, space)
	return true
}

// close gives all of it back.
func (s *spaces) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for _, space := range s.free {
		_ = unix.Munmap(space)
	}
	s.free = nil
}

func (r *mappedRegion) resize(n uint64) []byte {
	if n > uint64(len(r.space)) {
		return nil
	}
	return r.space[:n:n]
}

func (r *mappedRegion) free(n uint64, hot extent) {
	space := r.space
	if r.space = nil; space == nil {
		return
	}
	if !clears || !empty(space[:n], hot) || !r.spaces.put(space) {
		_ = unix.Munmap(space)
	}
}

// empty makes all of a piece zero, and keeps the memory of hot, whole pages of it. It says whether it could.
func empty(space []byte, hot extent) bool {
	page := uint64(os.Getpagesize())
	lo, hi := hot.lo/page*page, min((hot.hi+page-1)/page*page, uint64(len(space))) // a memory has whole pages
	if lo >= hi || hi-lo > maxHot {
		lo, hi = 0, 0
	}
	clear(space[lo:hi])
	for _, cold := range [][]byte{space[:lo], space[hi:]} {
		if len(cold) > 0 && unix.Madvise(cold, unix.MADV_DONTNEED) != nil {
			return false
		}
	}
	return true
}
