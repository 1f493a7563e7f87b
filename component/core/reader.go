package core

import (
	"fmt"
	"unicode/utf8"
)

// reader reads b from pos on; the first failure stays in err and makes every later read return zero, so that callers look at
// err once per item and not after each read.
type reader struct {
	b   []byte
	pos int
	end int
	err *Error
}

func (r *reader) fail(at int, format string, args ...any) {
	if r.err == nil {
		r.err = &Error{Offset: at, Message: fmt.Sprintf(format, args...)}
	}
	r.pos = r.end
}

func (r *reader) unsupported(at int, format string, args ...any) {
	if r.err == nil {
		r.fail(at, format, args...)
		r.err.Unsupported = true
	}
}

func (r *reader) more() bool { return r.err == nil && r.pos < r.end }

func (r *reader) u8() byte {
	if r.pos >= r.end {
		r.fail(r.pos, "unexpected end")
		return 0
	}
	b := r.b[r.pos]
	r.pos++
	return b
}

// bytes gives the next n bytes in place.
func (r *reader) bytes(n uint32) []byte {
	if uint64(n) > uint64(r.end-r.pos) {
		r.fail(r.pos, "unexpected end: %d bytes are announced, %d are left", n, r.end-r.pos)
		return nil
	}
	b := r.b[r.pos : r.pos+int(n) : r.pos+int(n)]
	r.pos += int(n)
	return b
}

// leb reads an integer of the given number of bits, sign-extended to 64 if signed.
func (r *reader) leb(bits uint, signed bool) uint64 {
	start := r.pos
	var v uint64
	for shift := uint(0); ; shift += 7 {
		b := r.u8()
		if r.err != nil {
			return 0
		}
		v |= uint64(b&0x7f) << shift
		if left := bits - shift; left < 7 {
			// The last byte that may come: what goes beyond the integer's bits must be zero or repeat its sign.
			rest := b & 0x7f >> left
			if signed && b>>(left-1)&1 == 1 {
				rest ^= 1<<(7-left) - 1
			}
			if b&0x80 != 0 || rest != 0 {
				r.fail(start, "an integer has more than %d bits", bits)
				return 0
			}
		}
		if b&0x80 == 0 {
			if signed && shift+7 < 64 && b&0x40 != 0 {
				v |= ^uint64(0) << (shift + 7)
			}
			return v
		}
	}
}

func (r *reader) u32() uint32 {
	// Nearly all integers are one byte long.
	if r.pos < r.end && r.b[r.pos] < 0x80 {
		r.pos++
		return uint32(r.b[r.pos-1])
	}
	return uint32(r.leb(32, false))
}

func (r *reader) s32() int32 { return int32(r.leb(32, true)) }
func (r *reader) s33() int64 { return int64(r.leb(33, true)) }
func (r *reader) s64() int64 { return int64(r.leb(64, true)) }

// count reads the length of a vector whose items take at least one byte each, so that it can never announce more than follows.
func (r *reader) count(what string, limit uint32) uint32 {
	at := r.pos
	n := r.u32()
	if n > limit {
		r.fail(at, "%d %s are too many: at most %d are allowed", n, what, limit)
		return 0
	}
	if uint64(n) > uint64(r.end-r.pos) {
		r.fail(at, "unexpected end: %d %s are announced, %d bytes are left", n, what, r.end-r.pos)
		return 0
	}
	return n
}

// name reads a string.
func (r *reader) name() string {
	at := r.pos
	n := r.u32()
	if n > maxString {
		r.fail(at, "a name of %d bytes is too long: at most %d are allowed", n, maxString)
		return ""
	}
	b := r.bytes(n)
	if !utf8.Valid(b) {
		r.fail(at, "a name is not valid UTF-8")
		return ""
	}
	return string(b)
}

// Encoding.

func appendU32(b []byte, v uint32) []byte { return appendU64(b, uint64(v)) }

func appendU64(b []byte, v uint64) []byte {
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}

func appendS64(b []byte, v int64) []byte {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

func appendName(b []byte, s string) []byte {
	return append(appendU32(b, uint32(len(s))), s...)
}

// appendSection appends a section with its header.
func appendSection(b []byte, id byte, payload []byte) []byte {
	return append(appendU32(append(b, id), uint32(len(payload))), payload...)
}
