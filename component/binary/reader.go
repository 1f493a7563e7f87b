package binary

import (
	"fmt"
	"unicode/utf8"
)

// Error is a file that is malformed or that uses what is not supported ("not supported: …"). Offset is in bytes from the
// start of the data.
type Error struct {
	Offset  int
	Message string
}

// Error is one line: the reason and the offset.
func (e *Error) Error() string { return fmt.Sprintf("%s (at byte offset %#x)", e.Message, e.Offset) }

// Limits of what is read. They are those of the tools that produce components, and they bound the memory that a hostile
// file can claim.
const (
	maxString      = 100_000   // bytes of a name
	maxFields      = 10_000    // fields of a record or tuple, cases of a variant or enum
	maxFlagLabels  = 1_000     // read; more than 32 are then found to be invalid
	maxParams      = 1_000     // parameters of a function, and of a core function
	maxDepth       = 100       // nested components, and nested component and instance types
	maxUnits       = 1_000     // components and core modules in the whole file
	maxItems       = 2_000_000 // definitions, declarations, fields, labels, arguments in the whole file
	maxCanonOpts   = 10        // options of one canonical definition
	unlimitedItems = maxItems
)

// reader reads data[pos:end]. The first error is kept and makes everything that follows read as nothing, so that callers
// check it once.
type reader struct {
	data     []byte
	pos, end int
	// where says what is being read, for "the … ends in the middle".
	where string
	st    *state
}

// state is what all readers of one file share.
type state struct {
	err   *Error
	items int
	units int
}

// fail keeps the first error.
func (r *reader) fail(offset int, format string, args ...any) {
	if r.st.err == nil {
		r.st.err = &Error{Offset: offset, Message: fmt.Sprintf(format, args...)}
	}
	r.pos = r.end
}

// unsupported refuses a feature by its name.
func (r *reader) unsupported(offset int, feature string) {
	r.fail(offset, "not supported: %s", feature)
}

func (r *reader) ok() bool { return r.st.err == nil }

func (r *reader) short() { r.fail(r.end, "the %s ends too early", r.where) }

func (r *reader) peek() byte {
	if r.pos >= r.end {
		r.short()
		return 0
	}
	return r.data[r.pos]
}

func (r *reader) byte() byte {
	b := r.peek()
	if r.ok() {
		r.pos++
	}
	return b
}

// uleb reads an unsigned LEB128 number of at most bits bits (32 or 64).
func (r *reader) uleb(bits uint) uint64 {
	start := r.pos
	var n uint64
	for shift := uint(0); ; shift += 7 {
		b := r.byte()
		if !r.ok() {
			return 0
		}
		left := bits - shift
		if left < 7 && b>>left != 0 {
			r.fail(start, "a number does not fit into %d bits", bits)
			return 0
		}
		n |= uint64(b&0x7f) << shift
		if b&0x80 == 0 {
			return n
		}
	}
}

func (r *reader) u32() uint32 { return uint32(r.uleb(32)) }

// typeIndex reads a type index where a value type stands: a number of 33 bits with sign, of which the negative ones are
// the primitive types that the caller has ruled out.
func (r *reader) typeIndex() uint32 {
	start := r.pos
	var n int64
	for shift := uint(0); ; shift += 7 {
		b := r.byte()
		if !r.ok() {
			return 0
		}
		n |= int64(b&0x7f) << shift
		// The fifth byte has 5 bits left; the two above must repeat the sign.
		if shift == 28 && (b&0x80 != 0 || (b&0x70 != 0 && b&0x70 != 0x70)) {
			r.fail(start, "a type index does not fit into 33 bits")
			return 0
		}
		if b&0x80 != 0 {
			continue
		}
		if b&0x40 != 0 {
			r.fail(start, "byte %#02x is no value type", r.data[start])
			return 0
		}
		return uint32(n)
	}
}

// bytes takes the next n bytes.
func (r *reader) bytes(n uint32) []byte {
	if uint64(n) > uint64(r.end-r.pos) {
		r.short()
		return nil
	}
	b := r.data[r.pos : r.pos+int(n) : r.pos+int(n)]
	r.pos += int(n)
	return b
}

// name reads a string in UTF-8.
func (r *reader) name() string {
	start := r.pos
	n := r.u32()
	if n > maxString && r.ok() {
		r.fail(start, "a name of %d bytes is too long; at most %d are allowed", n, maxString)
	}
	b := r.bytes(n)
	if !utf8.Valid(b) {
		r.fail(start, "a name is not valid UTF-8")
		return ""
	}
	return string(b)
}

// vec reads a count and then calls item that often. The memory of what is read grows with the bytes that are there, never
// with the count.
func (r *reader) vec(limit uint32, what string, item func()) {
	start := r.pos
	n := r.u32()
	if n > limit && r.ok() {
		r.fail(start, "%d %s are too many; at most %d are allowed", n, what, limit)
	}
	for ; n > 0 && r.ok(); n-- {
		if r.st.items++; r.st.items > maxItems {
			r.fail(r.pos, "the component has more than %d definitions and fields", maxItems)
			return
		}
		item()
	}
}

// unit counts a component or core module.
func (r *reader) unit(at int) {
	if r.st.units++; r.st.units > maxUnits {
		r.fail(at, "the file has more than %d components and core modules", maxUnits)
	}
}

// flag reads the byte before something optional.
func (r *reader) flag(what string) bool {
	at := r.pos
	switch b := r.byte(); b {
	case 0x00:
		return false
	case 0x01:
		return r.ok()
	default:
		r.bad(at, b, what)
		return false
	}
}

// zero reads a byte that must be 0.
func (r *reader) zero(what string) {
	at := r.pos
	if b := r.byte(); b != 0 {
		r.bad(at, b, what)
	}
}

// bad refuses a byte.
func (r *reader) bad(at int, b byte, what string) { r.fail(at, "byte %#02x is no %s", b, what) }
