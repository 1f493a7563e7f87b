package component

import (
	"bytes"
	"runtime"
	"testing"
	"unsafe"
)

// TestRegion: a memory keeps its bytes when it grows, what is new is zero also after others have been given back, and where address space is reserved nothing moves.
func TestRegion(t *testing.T) {
	const page, most = 64 << 10, 64 << 20
	var all spaces
	defer all.close()
	for range 3 {
		r := all.region(most)
		first := r.resize(page)
		for n := uint64(page); n <= most; n *= 2 {
			b := r.resize(n)
			if uint64(len(b)) != n {
				t.Fatalf("%d bytes instead of %d", len(b), n)
			}
			if n > page && (len(bytes.Trim(b[:n/2], "x")) > 0 || len(bytes.Trim(b[n/2:], "\x00")) > 0) {
				t.Fatalf("growth to %d bytes has lost what was there, or what is new is not zero", n)
			}
			switch runtime.GOOS {
			case "linux", "darwin", "windows":
				if unsafe.SliceData(b) != unsafe.SliceData(first) {
					t.Fatalf("growth to %d bytes moves the memory", n)
				}
			}
			copy(b, bytes.Repeat([]byte("x"), int(n)))
		}
		if _, heap := r.(*heapRegion); !heap && r.resize(most+page) != nil {
			t.Error("a memory grows beyond what it may ever take")
		}
		r.free(most, extent{})
		r.free(most, extent{})
	}
	if r := all.region(0); len(r.resize(page)) != page {
		t.Error("a memory without a maximum gets nothing")
	}
}
