package wasi

import (
	"bytes"
	"sync"
)

// DefaultOutputLimit is how many bytes a Buffer keeps where no other limit is given: 1 MiB.
const DefaultOutputLimit = 1 << 20

// Buffer keeps what a guest writes, up to a limit. What comes after it is counted and thrown away while the guest's writes go on
// succeeding: how much of a log is kept must not change what a plugin does. It is safe for concurrent use.
type Buffer struct {
	mu      sync.Mutex
	limit   int
	kept    bytes.Buffer
	dropped int64
}

// NewBuffer makes a buffer that keeps at most limit bytes; 0 stands for DefaultOutputLimit.
func NewBuffer(limit int) *Buffer {
	if limit == 0 {
		limit = DefaultOutputLimit
	}
	return &Buffer{limit: limit}
}

// Write keeps what there is room for, and never fails.
func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := min(len(p), max(b.limit-b.kept.Len(), 0))
	b.kept.Write(p[:n])
	b.dropped += int64(len(p) - n)
	return len(p), nil
}

// Bytes is a copy of what was kept.
func (b *Buffer) Bytes() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	return bytes.Clone(b.kept.Bytes())
}

// String is what was kept.
func (b *Buffer) String() string { return string(b.Bytes()) }

// Dropped is how many bytes came after the limit.
func (b *Buffer) Dropped() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.dropped
}

// Reset empties the buffer, so that what one call of an instance writes can be told from the next.
func (b *Buffer) Reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.kept.Reset()
	b.dropped = 0
}
