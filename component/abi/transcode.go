package abi

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// The loops that transcode strings. Each takes a well-formed string for granted (see text.check) and works on eight bytes at once where
// that is possible; UTF-16 is little-endian.

// Masks over eight bytes.
const (
	highBits   = 0x8080808080808080 // not ASCII, in bytes
	aboveASCII = 0xff80ff80ff80ff80 // not ASCII, in units of UTF-16
	aboveByte  = 0xff00ff00ff00ff00 // not Latin-1, in units of UTF-16
)

func unitAt(b []byte, i int) uint16 { return binary.LittleEndian.Uint16(b[i:]) }

func putUnit(b []byte, i int, u uint32) { binary.LittleEndian.PutUint16(b[i:], uint16(u)) }

// narrow packs the low bytes of four units.
func narrow(x uint64) uint32 {
	x = (x | x>>8) & 0x0000ffff0000ffff
	return uint32(x | x>>16)
}

// spread makes four units of four bytes.
func spread(b uint32) uint64 {
	x := uint64(b)
	x = (x | x<<16) & 0x0000ffff0000ffff
	return (x | x<<8) & 0x00ff00ff00ff00ff
}

// toUTF8 encodes UTF-16 or Latin-1 as UTF-8 into dst as long as there is room for the next character, and says how many bytes it read and wrote.
func toUTF8(f form, src, dst []byte) (read, n int) {
	if f == formLatin1 {
		return latin1ToUTF8(src, dst)
	}
	for {
		for read+8 <= len(src) && n+4 <= len(dst) {
			x := binary.LittleEndian.Uint64(src[read:])
			if x&aboveASCII != 0 {
				break
			}
			binary.LittleEndian.PutUint32(dst[n:], narrow(x))
			read, n = read+8, n+4
		}
		if read == len(src) {
			return read, n
		}
		r, width := uint32(unitAt(src, read)), 2
		if r&0xf800 == 0xd800 {
			r, width = 0x10000+(r&0x3ff)<<10+uint32(unitAt(src, read+2))&0x3ff, 4
		}
		switch room := len(dst) - n; {
		case r < 0x80 && room >= 1:
			dst[n] = byte(r)
			n++
		case r < 0x80:
			return read, n
		case r < 0x800 && room >= 2:
			dst[n], dst[n+1] = byte(0xc0|r>>6), byte(0x80|r&0x3f)
			n += 2
		case r >= 0x800 && r < 0x10000 && room >= 3:
			dst[n], dst[n+1], dst[n+2] = byte(0xe0|r>>12), byte(0x80|r>>6&0x3f), byte(0x80|r&0x3f)
			n += 3
		case r >= 0x10000 && room >= 4:
			dst[n], dst[n+1], dst[n+2], dst[n+3] = byte(0xf0|r>>18), byte(0x80|r>>12&0x3f), byte(0x80|r>>6&0x3f), byte(0x80|r&0x3f)
			n += 4
		default:
			return read, n
		}
		read += width
	}
}

func latin1ToUTF8(src, dst []byte) (read, n int) {
	for {
		for read+8 <= len(src) && n+8 <= len(dst) {
			x := binary.LittleEndian.Uint64(src[read:])
			if x&highBits != 0 {
				break
			}
			binary.LittleEndian.PutUint64(dst[n:], x)
			read, n = read+8, n+8
		}
		if read == len(src) {
			return read, n
		}
		switch c := src[read]; {
		case c < 0x80 && n < len(dst):
			dst[n] = c
			n++
		case c >= 0x80 && n+2 <= len(dst):
			dst[n], dst[n+1] = 0xc0|c>>6, 0x80|c&0x3f
			n += 2
		default:
			return read, n
		}
		read++
	}
}

// toUTF16 encodes UTF-8 as UTF-16, or copies UTF-16, into dst, which has room for it, and says how many units that are.
func toUTF16(f form, src, dst []byte) (units int) {
	if f == formUTF16 {
		return copy(dst, src) / 2
	}
	n := 0
	for i := 0; i < len(src); {
		for i+8 <= len(src) {
			x := binary.LittleEndian.Uint64(src[i:])
			if x&highBits != 0 {
				break
			}
			binary.LittleEndian.PutUint64(dst[n:], spread(uint32(x)))
			binary.LittleEndian.PutUint64(dst[n+8:], spread(uint32(x>>32)))
			i, n = i+8, n+16
		}
		if i == len(src) {
			break
		}
		r, width := decodeValid(src[i:])
		i += width
		if r >= 0x10000 {
			r -= 0x10000
			putUnit(dst, n, 0xd800|r>>10)
			n += 2
			r = 0xdc00 | r&0x3ff
		}
		putUnit(dst, n, r)
		n += 2
	}
	return n / 2
}

// decodeValid decodes the character with which valid UTF-8 begins.
func decodeValid(b []byte) (r uint32, width int) {
	switch c := uint32(b[0]); {
	case c < 0x80:
		return c, 1
	case c < 0xe0:
		return c&0x1f<<6 | uint32(b[1]&0x3f), 2
	case c < 0xf0:
		return c&0xf<<12 | uint32(b[1]&0x3f)<<6 | uint32(b[2]&0x3f), 3
	default:
		return c&7<<18 | uint32(b[1]&0x3f)<<12 | uint32(b[2]&0x3f)<<6 | uint32(b[3]&0x3f), 4
	}
}

// asciiPrefix copies the ASCII characters with which UTF-16 or Latin-1 begins, one byte each, and says how many bytes it read and wrote.
func asciiPrefix(f form, src, dst []byte) (read, n int) {
	if f == formUTF16 {
		return narrowPrefix(src, dst, aboveASCII)
	}
	for n+8 <= len(src) {
		x := binary.LittleEndian.Uint64(src[n:])
		if x&highBits != 0 {
			break
		}
		binary.LittleEndian.PutUint64(dst[n:], x)
		n += 8
	}
	for n < len(src) && src[n] < 0x80 {
		dst[n] = src[n]
		n++
	}
	return n, n
}

// latin1Prefix copies the Latin-1 characters with which UTF-16 or UTF-8 begins, one byte each.
func latin1Prefix(f form, src, dst []byte) (read, n int) {
	if f == formUTF16 {
		return narrowPrefix(src, dst, aboveByte)
	}
	for {
		for read+8 <= len(src) {
			x := binary.LittleEndian.Uint64(src[read:])
			if x&highBits != 0 {
				break
			}
			binary.LittleEndian.PutUint64(dst[n:], x)
			read, n = read+8, n+8
		}
		if read == len(src) {
			return read, n
		}
		r, width := decodeValid(src[read:])
		if r > 0xff {
			return read, n
		}
		dst[n] = byte(r)
		read, n = read+width, n+1
	}
}

// narrowPrefix copies units of UTF-16 as bytes up to the first that has a bit of the mask.
func narrowPrefix(src, dst []byte, mask uint64) (read, n int) {
	for read+8 <= len(src) {
		x := binary.LittleEndian.Uint64(src[read:])
		if x&mask != 0 {
			break
		}
		binary.LittleEndian.PutUint32(dst[n:], narrow(x))
		read, n = read+8, n+4
	}
	for read < len(src) && unitAt(src, read)&uint16(mask) == 0 {
		dst[n] = src[read]
		read, n = read+2, n+1
	}
	return read, n
}

// widen writes each byte of src as a unit, from the end, so that src may be the beginning of dst.
func widen(dst, src []byte) {
	i := len(src)
	for ; i%8 != 0; i-- {
		dst[2*i-2], dst[2*i-1] = src[i-1], 0
	}
	for ; i > 0; i -= 8 {
		x := binary.LittleEndian.Uint64(src[i-8:])
		binary.LittleEndian.PutUint64(dst[2*i-8:], spread(uint32(x>>32)))
		binary.LittleEndian.PutUint64(dst[2*i-16:], spread(uint32(x)))
	}
}

// sizeUTF16 counts the bytes that UTF-16 takes in UTF-8; bad is the unit of the first lone surrogate, or -1.
func sizeUTF16(b []byte) (size uint64, bad int) {
	for i := 0; i < len(b); {
		for i+8 <= len(b) && binary.LittleEndian.Uint64(b[i:])&aboveASCII == 0 {
			i, size = i+8, size+4
		}
		if i == len(b) {
			break
		}
		switch u := unitAt(b, i); {
		case u < 0x80:
			size++
		case u < 0x800:
			size += 2
		case u < 0xd800 || u >= 0xe000:
			size += 3
		case u < 0xdc00 && i+4 <= len(b) && unitAt(b, i+2)&0xfc00 == 0xdc00:
			size += 4
			i += 2
		default:
			return 0, i / 2
		}
		i += 2
	}
	return size, -1
}

// countHigh counts the bytes above ASCII.
func countHigh(b []byte) (n int) {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		n += bits.OnesCount64(binary.LittleEndian.Uint64(b[i:]) & highBits)
	}
	for ; i < len(b); i++ {
		n += int(b[i] >> 7)
	}
	return n
}

// invalidUTF8 is the offset of the first byte that begins no valid character, or -1 where all are valid.
func invalidUTF8(b []byte) int {
	if validUTF8(b) {
		return -1
	}
	i := 0
	for {
		r, width := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && width <= 1 {
			return i
		}
		i += width
	}
}
