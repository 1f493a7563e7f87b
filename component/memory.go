package component

import (
	"github.com/tetratelabs/wazero/experimental"
)

// ledger counts the bytes of all linear memories of one instance against its limit.
type ledger struct {
	limit, used uint64
	memories    []*linearMemory
	spaces      *spaces
	// hot is what the module that is being instantiated writes to its memory in any case.
	hot extent
}

// extent is a part of a memory, from the byte lo up to the byte hi.
type extent struct{ lo, hi uint64 }

// free gives all memories back: wazero forgets those of a module that ended while it was made.
func (l *ledger) free() {
	for _, m := range l.memories {
		m.Free()
	}
	l.memories = nil
}

// take grows the sum by n bytes, or refuses.
func (l *ledger) take(n uint64) bool {
	if n > l.limit-l.used {
		return false
	}
	l.used += n
	return true
}

// Allocate gives wazero a memory whose growth is counted. The memory never moves where the platform can reserve address space.
func (l *ledger) Allocate(_, max uint64) experimental.LinearMemory {
	m := &linearMemory{ledger: l, region: l.spaces.region(min(max, l.limit)), hot: l.hot}
	l.memories = append(l.memories, m)
	return m
}

// linearMemory is one linear memory. Its size never shrinks.
type linearMemory struct {
	ledger *ledger
	region region
	size   uint64
	hot    extent
}

// Reallocate gives size bytes, or nil where the limit refuses them.
func (m *linearMemory) Reallocate(size uint64) []byte {
	if size > m.size {
		if !m.ledger.take(size - m.size) {
			return nil
		}
		b := m.region.resize(size)
		if b == nil {
			m.ledger.used -= size - m.size
			return nil
		}
		m.size = size
		return b
	}
	return m.region.resize(size)
}

// Free gives the memory back to the system. No code of the instance may be running: the runtime closes an instance
// only when no call is on its stack.
func (m *linearMemory) Free() {
	m.region.free(m.size, m.hot)
	m.ledger.used -= m.size
	m.size = 0
}

// heapRegion keeps a memory on the Go heap: growth may copy.
type heapRegion struct{ buf []byte }

func (r *heapRegion) resize(n uint64) []byte {
	if n > uint64(cap(r.buf)) {
		grown := make([]byte, n, max(n, min(2*uint64(cap(r.buf)), n+1<<24)))
		copy(grown, r.buf)
		r.buf = grown
	}
	r.buf = r.buf[:n]
	return r.buf
}

func (r *heapRegion) free(uint64, extent) { r.buf = nil }

// region is the address space of one linear memory.
type region interface {
	// resize gives n bytes whose first bytes are those that it held before, new ones zero; nil where the system refuses.
	resize(n uint64) []byte
	// free gives it back. At most the first n bytes were used; hot is what is likely to be used again by the next instance. It may be called twice.
	free(n uint64, hot extent)
}
