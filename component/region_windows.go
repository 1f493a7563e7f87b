package component

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// spaces would keep address space of closed instances; Windows reserves it fast enough.
type spaces struct{}

func (*spaces) close() {}

// mappedRegion reserves the whole address space that a memory may ever take, and commits what it grows to: growth neither copies nor moves.
type mappedRegion struct {
	space     []byte // only the first committed bytes may be touched
	committed uint64
}

// region reserves max bytes, or falls back to the Go heap where the system refuses.
func (*spaces) region(max uint64) region {
	if max == 0 || max > uint64(^uintptr(0)>>1) {
		return &heapRegion{}
	}
	base, err := windows.VirtualAlloc(0, uintptr(max), windows.MEM_RESERVE, windows.PAGE_NOACCESS)
	if err != nil {
		return &heapRegion{}
	}
	// The memory is the system's and not Go's, so the number is an address for good.
	return &mappedRegion{space: unsafe.Slice(*(**byte)(unsafe.Pointer(&base)), max)}
}

func (r *mappedRegion) resize(n uint64) []byte {
	if n > uint64(len(r.space)) {
		return nil
	}
	if n > r.committed {
		if _, err := windows.VirtualAlloc(r.base(), uintptr(n), windows.MEM_COMMIT, windows.PAGE_READWRITE); err != nil {
			return nil
		}
		r.committed = n
	}
	return r.space[:n:n]
}

func (r *mappedRegion) free(uint64, extent) {
	if r.space == nil {
		return
	}
	_ = windows.VirtualFree(r.base(), 0, windows.MEM_RELEASE)
	r.space, r.committed = nil, 0
}

func (r *mappedRegion) base() uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(r.space))) }
