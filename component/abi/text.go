package abi

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// utf16Tag marks the length of a latin1+utf16 string whose units are UTF-16.
const utf16Tag = 1 << 31

// form is how the bytes of a string are to be read, known only for each string in latin1+utf16.
type form uint8

const (
	formUTF8 form = iota
	formUTF16
	formLatin1
)

// text is a string before it is copied: its form, the number of its code units, and its bytes. The bytes of a guest's string are looked up
// when they are needed, for a call into a guest may make a view of its memory stale.
type text struct {
	form  form
	units uint32
	// compact: the string comes from a latin1+utf16 side. A UTF-16 string of such a side is likely to need UTF-16 again.
	compact bool
	// Where it is: in the memory of side at ptr, or in host where side is nil.
	side *Side
	ptr  uint32
	host []byte
}

func hostText(s string) text {
	return text{form: formUTF8, units: uint32(len(s)), host: unsafeBytes(s)}
}

// locate checks where a guest's string lies; n is its length in code units, tagged for latin1+utf16. What it says is checked by check.
func (s *Side) locate(mem []byte, ptr, n uint32) (text, error) {
	t := text{form: formUTF8, units: n, side: s, ptr: ptr}
	align := uint32(1)
	switch s.Encoding {
	case UTF16:
		t.form, align = formUTF16, 2
	case Latin1UTF16:
		t.form, align, t.compact = formLatin1, 2, true
		if n&utf16Tag != 0 {
			t.form, t.units = formUTF16, n&^utf16Tag
		}
	}
	size := t.size()
	if size > MaxByteLength {
		return t, violate(RuleStringLength, "the string has %d bytes, but may have at most %d", size, MaxByteLength)
	}
	t.host = mem
	err := checkRange(mem, ptr, size, align, "the string at address", RuleStringAlign, RuleStringBounds)
	if err == nil {
		t.host = block(mem, ptr, size)
	}
	return t, err
}

// size is the number of bytes.
func (t *text) size() uint64 {
	if t.form == formUTF16 {
		return 2 * uint64(t.units)
	}
	return uint64(t.units)
}

// renew looks the bytes up again after a guest ran.
func (t *text) renew() {
	if t.side != nil {
		t.host = block(t.side.Memory.Bytes(), t.ptr, t.size())
	}
}

// check checks that the string is well-formed and gives the number of bytes that it has in UTF-8.
func (t *text) check() (size uint64, err error) {
	b := t.host
	switch t.form {
	case formUTF8:
		if !utf8.Valid(b) {
			return 0, violate(RuleStringUTF8, "the string is not valid UTF-8 (at byte %d of %d)", invalidUTF8(b), len(b))
		}
		return uint64(len(b)), nil
	case formLatin1:
		return uint64(len(b)) + uint64(countHigh(b)), nil
	}
	size, bad := sizeUTF16(b)
	if bad >= 0 {
		return 0, violate(RuleStringUTF16, "the string has a lone surrogate (unit %d of %d)", bad, t.units)
	}
	return size, nil
}

// decode makes a Go string of size bytes, as check counted them.
func (t *text) decode(size uint64) string {
	if t.form == formUTF8 || t.form == formLatin1 && size == uint64(t.units) {
		return string(t.host)
	}
	var sb strings.Builder
	sb.Grow(int(size))
	var chunk [512]byte
	for src := t.host; len(src) > 0; {
		read, n := toUTF8(t.form, src, chunk[:])
		sb.Write(chunk[:n])
		src = src[read:]
	}
	return sb.String()
}

// storeString copies a well-formed string into the guest, calling realloc in exactly the steps that the specification prescribes for the
// two encodings, and gives its address and tagged length. Where the specification leaves a choice, wasmtime's is taken.
func (w *lowerer) storeString(t text) (ptr, n uint32, err error) {
	switch {
	case w.side.Encoding == UTF8 && t.form == formUTF8, w.side.Encoding == UTF16 && t.form == formUTF16:
		return w.storeCopy(t)
	case w.side.Encoding == UTF8:
		return w.storeUTF8(t)
	case w.side.Encoding == UTF16 && t.form == formLatin1:
		ptr, err = w.alloc(2, 2*t.units)
		if err == nil {
			t.renew()
			widen(w.mem[ptr:], t.host)
		}
		return ptr, t.units, err
	case w.side.Encoding == UTF16:
		return w.storeUTF16(t)
	case t.form == formLatin1:
		return w.storeCopy(t)
	case t.compact:
		return w.storeProbablyUTF16(t)
	}
	return w.storeCompact(t)
}

// storeCopy copies bytes as they are.
func (w *lowerer) storeCopy(t text) (ptr, n uint32, err error) {
	align := uint32(2)
	if t.form == formUTF8 {
		align = 1
	}
	if ptr, err = w.alloc(align, uint32(t.size())); err != nil {
		return 0, 0, err
	}
	t.renew()
	copy(w.mem[ptr:], t.host)
	return ptr, t.units, nil
}

// storeUTF8 hopes that all is ASCII, then takes the most that it can need, then gives back the rest.
func (w *lowerer) storeUTF8(t text) (ptr, n uint32, err error) {
	units := t.units
	if ptr, err = w.alloc(1, units); err != nil {
		return 0, 0, err
	}
	t.renew()
	read, done := asciiPrefix(t.form, t.host, block(w.mem, ptr, uint64(units)))
	if read == len(t.host) {
		return ptr, units, nil
	}
	most := units * 2
	if t.form == formUTF16 {
		most = units * 3
	}
	if ptr, err = w.realloc(ptr, units, 1, most); err != nil {
		return 0, 0, err
	}
	t.renew()
	_, more := toUTF8(t.form, t.host[read:], block(w.mem, ptr, uint64(most))[done:])
	n = uint32(done + more)
	return w.shrink(ptr, most, 1, n, n)
}

// storeUTF16 takes two bytes for each byte of UTF-8 and gives back the rest.
func (w *lowerer) storeUTF16(t text) (ptr, n uint32, err error) {
	most := 2 * t.units
	if ptr, err = w.alloc(2, most); err != nil {
		return 0, 0, err
	}
	t.renew()
	n = uint32(toUTF16(t.form, t.host, block(w.mem, ptr, uint64(most))))
	return w.shrink(ptr, most, 2, 2*n, n)
}

// storeCompact hopes that all is Latin-1, and widens what it has at the first character that is not.
func (w *lowerer) storeCompact(t text) (ptr, n uint32, err error) {
	units := t.units
	if ptr, err = w.alloc(2, units); err != nil {
		return 0, 0, err
	}
	t.renew()
	read, done := latin1Prefix(t.form, t.host, block(w.mem, ptr, uint64(units)))
	if read == len(t.host) {
		return w.shrink(ptr, units, 2, uint32(done), uint32(done))
	}
	most := 2 * units
	if ptr, err = w.realloc(ptr, units, 2, most); err != nil {
		return 0, 0, err
	}
	t.renew()
	dst := block(w.mem, ptr, uint64(most))
	widen(dst, dst[:done])
	n = uint32(done + toUTF16(t.form, t.host[read:], dst[2*done:]))
	return w.shrink(ptr, most, 2, 2*n, n|utf16Tag)
}

// storeProbablyUTF16 keeps UTF-16 of a latin1+utf16 side, unless all of it is Latin-1 after all.
func (w *lowerer) storeProbablyUTF16(t text) (ptr, n uint32, err error) {
	size := 2 * t.units
	if ptr, err = w.alloc(2, size); err != nil {
		return 0, 0, err
	}
	t.renew()
	dst := block(w.mem, ptr, uint64(size))
	copy(dst, t.host)
	for i := 1; i < len(dst); i += 2 {
		if dst[i] != 0 {
			return ptr, t.units | utf16Tag, nil
		}
	}
	for i := range int(t.units) {
		dst[i] = dst[2*i]
	}
	ptr, err = w.realloc(ptr, size, 2, t.units)
	return ptr, t.units, err
}

// shrink gives back what a string does not use of a block.
func (w *lowerer) shrink(ptr, have, align, need, n uint32) (uint32, uint32, error) {
	var err error
	if need < have {
		ptr, err = w.realloc(ptr, have, align, need)
	}
	return ptr, n, err
}

func unitAt(b []byte, i int) uint16 { return binary.LittleEndian.Uint16(b[i:]) }

// next reads the character at i: a well-formed string is taken for granted.
func next(f form, b []byte, i int) (r rune, width int) {
	switch f {
	case formLatin1:
		return rune(b[i]), 1
	case formUTF8:
		return utf8.DecodeRune(b[i:])
	}
	u := rune(unitAt(b, i))
	if utf16.IsSurrogate(u) && i+4 <= len(b) {
		return utf16.DecodeRune(u, rune(unitAt(b, i+2))), 4
	}
	return u, 2
}

// toUTF8 encodes characters of src as UTF-8 into dst while there is room for any, and says how many bytes it read and wrote.
func toUTF8(f form, src, dst []byte) (read, n int) {
	for read < len(src) {
		r, width := next(f, src, read)
		if r < utf8.RuneSelf {
			if n == len(dst) {
				break
			}
			dst[n] = byte(r)
			n++
		} else {
			if n+utf8.RuneLen(r) > len(dst) {
				break
			}
			n += utf8.EncodeRune(dst[n:], r)
		}
		read += width
	}
	return read, n
}

// toUTF16 encodes src as UTF-16 into dst, which has room for it, and says how many units that are.
func toUTF16(f form, src, dst []byte) (units int) {
	if f == formUTF16 {
		return copy(dst, src) / 2
	}
	for i := 0; i < len(src); {
		r, width := next(f, src, i)
		i += width
		if r < 0x10000 {
			binary.LittleEndian.PutUint16(dst[2*units:], uint16(r))
			units++
			continue
		}
		hi, lo := utf16.EncodeRune(r)
		binary.LittleEndian.PutUint16(dst[2*units:], uint16(hi))
		binary.LittleEndian.PutUint16(dst[2*units+2:], uint16(lo))
		units += 2
	}
	return units
}

// asciiPrefix copies the ASCII characters with which src begins, one byte each.
func asciiPrefix(f form, src, dst []byte) (read, n int) { return prefix(f, src, dst, utf8.RuneSelf) }

// latin1Prefix copies the Latin-1 characters with which src begins, one byte each.
func latin1Prefix(f form, src, dst []byte) (read, n int) { return prefix(f, src, dst, 0x100) }

func prefix(f form, src, dst []byte, limit rune) (read, n int) {
	for read < len(src) {
		r, width := next(f, src, read)
		if r >= limit {
			break
		}
		dst[n] = byte(r)
		n++
		read += width
	}
	return read, n
}

// widen writes each byte of src as a unit of two; src may be the beginning of dst.
func widen(dst, src []byte) {
	for i := len(src) - 1; i >= 0; i-- {
		dst[2*i], dst[2*i+1] = src[i], 0
	}
}

// sizeUTF16 counts the bytes that UTF-16 takes in UTF-8; bad is the unit of the first lone surrogate, or -1.
func sizeUTF16(b []byte) (size uint64, bad int) {
	for i := 0; i < len(b); i += 2 {
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
	}
	return size, -1
}

// countHigh counts the bytes above ASCII.
func countHigh(b []byte) (n int) {
	for _, c := range b {
		n += int(c >> 7)
	}
	return n
}

// invalidUTF8 is the offset of the first byte that begins no valid character.
func invalidUTF8(b []byte) int {
	for i := 0; i < len(b); {
		r, width := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && width == 1 {
			return i
		}
		i += width
	}
	return len(b)
}
