//go:build linux || darwin

package component

import "golang.org/x/sys/unix"

// mappedRegion reserves the whole address space that a memory may ever take, and lets the system commit pages as they are
// touched: growth neither copies nor moves.
type mappedRegion struct{ space []byte }

// newRegion reserves max bytes, or falls back to the Go heap where the system refuses.
func newRegion(max uint64) region {
	if max == 0 {
		return &heapRegion{}
	}
	space, err := unix.Mmap(-1, 0, int(max), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return &heapRegion{}
	}
	return &mappedRegion{space: space}
}

func (r *mappedRegion) resize(n uint64) []byte {
	if n > uint64(len(r.space)) {
		return nil
	}
	return r.space[:n:n]
}

func (r *mappedRegion) free() {
	if r.space != nil {
		_ = unix.Munmap(r.space)
		r.space = nil
	}
}
