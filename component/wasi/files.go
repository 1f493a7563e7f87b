package wasi

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"time"
)

// descriptor is a file or directory that a guest has open.
type descriptor struct {
	resource
	dir  *Directory
	node *node
	// volume tells the directories of a host apart.
	volume                int
	reads, writes, mutate bool
}

// open makes the descriptor that a guest is handed.
func (p Preopen) open(volume int) *descriptor {
	return &descriptor{dir: p.Directory, node: p.Directory.root, volume: volume, reads: true, mutate: p.Directory.writable}
}

// hold keeps the node of d alive while r is held.
func (d *descriptor) hold(r *resource) {
	n, dir := d.node, d.dir
	n.open++
	r.dropped = func() {
		n.open--
		dir.free(n)
	}
}

// readable and writable are the error codes that stand against reading from, or changing, an open file; "" where none does.
func (d *descriptor) readable() string {
	if d.node.kind != fileNode || !d.reads {
		return "bad-descriptor"
	}
	return ""
}

func (d *descriptor) writable() string {
	switch {
	case d.node.kind != fileNode:
		return "bad-descriptor"
	case !d.dir.writable:
		return "not-permitted"
	case !d.writes:
		return "bad-descriptor"
	}
	return ""
}

// readAt gives up to MaxRead bytes, none at the end of the file.
func (d *descriptor) readAt(length, offset uint64) ([]byte, string) {
	if code := d.dir.load(d.node); code != "" {
		return nil, code
	}
	size := uint64(len(d.node.data))
	offset = min(offset, size)
	end := offset + min(length, size-offset, MaxRead)
	return append([]byte{}, d.node.data[offset:end]...), ""
}

// writeAt writes all of b, or nothing.
func (d *descriptor) writeAt(b []byte, offset uint64, now time.Time) string {
	if code := d.dir.load(d.node); code != "" {
		return code
	}
	if len(b) == 0 {
		return ""
	}
	if offset > math.MaxInt64-uint64(len(b)) {
		return "file-too-large"
	}
	if end := offset + uint64(len(b)); end > uint64(len(d.node.data)) {
		if code := d.dir.resize(d.node, end); code != "" {
			return code
		}
	}
	copy(d.node.data[offset:], b)
	d.node.mtime, d.node.ctime = now, now
	return ""
}

func (d *descriptor) setSize(size uint64, now time.Time) string {
	if code := d.dir.load(d.node); code != "" {
		return code
	}
	code := d.dir.resize(d.node, size)
	if code == "" {
		d.node.mtime, d.node.ctime = now, now
	}
	return code
}

// metadataHash tells objects apart, as device and inode numbers do; it does not change while the object lives.
func (d *descriptor) metadataHash(n *node) (lower, upper uint64) {
	h := fnv.New128a()
	fmt.Fprintf(h, "%d/%d", d.volume, n.id)
	sum := h.Sum(nil)
	return binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:])
}

// fileReader reads a file from a place on.
type fileReader struct {
	d      *descriptor
	offset uint64
}

func (r *fileReader) Read(p []byte) (int, error) {
	b, code := r.d.readAt(uint64(len(p)), r.offset)
	switch {
	case code != "":
		return 0, fileError(code)
	case len(b) == 0:
		return 0, io.EOF
	}
	r.offset += uint64(len(b))
	return copy(p, b), nil
}

// fileWriter writes to a file from a place on, or at its end.
type fileWriter struct {
	d      *descriptor
	offset uint64
	append bool
	now    func() time.Time
}

func (w *fileWriter) Write(p []byte) (int, error) {
	if w.append {
		w.offset = w.d.node.length()
	}
	if code := w.d.writeAt(p, w.offset, w.now()); code != "" {
		return 0, fileError(code)
	}
	w.offset += uint64(len(p))
	return len(p), nil
}

func fileError(code string) error {
	return &ioError{text: "the file system refused: " + code, code: code}
}
