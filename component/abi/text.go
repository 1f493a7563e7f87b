package abi

import "strings"

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
		if i := invalidUTF8(b); i >= 0 {
			return 0, violate(RuleStringUTF8, "the string is not valid UTF-8 (at byte %d of %d)", i, len(b))
		}
		return uint64(len(b)), nil
	case formLatin1:
		return uint64(len(b) + countHigh(b)), nil
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
	dst := w.mem[ptr:]
	_, err = w.pieces(&t, 0, func(piece []byte) int {
		n := copy(dst, piece)
		dst = dst[n:]
		return n
	})
	return ptr, t.units, err
}

// storeUTF8 hopes that all is ASCII, then takes the most that it can need, then gives back the rest.
func (w *lowerer) storeUTF8(t text) (ptr, n uint32, err error) {
	units := t.units
	if ptr, err = w.alloc(1, units); err != nil {
		return 0, 0, err
	}
	t.renew()
	done := 0
	dst := block(w.mem, ptr, uint64(units))
	read, err := w.pieces(&t, 0, func(piece []byte) int {
		read, n := asciiPrefix(t.form, piece, dst[done:])
		done += n
		return read
	})
	if err != nil || read == len(t.host) {
		return ptr, units, err
	}
	most := units * 2
	if t.form == formUTF16 {
		most = units * 3
	}
	if ptr, err = w.realloc(ptr, units, 1, most); err != nil {
		return 0, 0, err
	}
	t.renew()
	dst = block(w.mem, ptr, uint64(most))
	if _, err = w.pieces(&t, read, func(piece []byte) int {
		read, n := toUTF8(t.form, piece, dst[done:])
		done += n
		return read
	}); err != nil {
		return 0, 0, err
	}
	return w.shrink(ptr, most, 1, uint32(done), uint32(done))
}

// storeUTF16 takes two bytes for each byte of UTF-8 and gives back the rest.
func (w *lowerer) storeUTF16(t text) (ptr, n uint32, err error) {
	most := 2 * t.units
	if ptr, err = w.alloc(2, most); err != nil {
		return 0, 0, err
	}
	t.renew()
	if n, err = w.encodeUTF16(&t, 0, block(w.mem, ptr, uint64(most))); err != nil {
		return 0, 0, err
	}
	return w.shrink(ptr, most, 2, 2*n, n)
}

// encodeUTF16 writes a string as UTF-16 from its byte `from` on, and says how many units that are.
func (w *lowerer) encodeUTF16(t *text, from int, dst []byte) (units uint32, err error) {
	_, err = w.pieces(t, from, func(piece []byte) int {
		units += uint32(toUTF16(t.form, piece, dst[2*units:]))
		return len(piece)
	})
	return units, err
}

// narrowPrefix writes the Latin-1 characters with which a string begins, one byte each, and says how many bytes it read and wrote.
func (w *lowerer) narrowPrefix(t *text, dst []byte) (read, done int, err error) {
	read, err = w.pieces(t, 0, func(piece []byte) int {
		read, n := latin1Prefix(t.form, piece, dst[done:])
		done += n
		return read
	})
	return read, done, err
}

// storeCompact hopes that all is Latin-1, and widens what it has at the first character that is not.
func (w *lowerer) storeCompact(t text) (ptr, n uint32, err error) {
	units := t.units
	if ptr, err = w.alloc(2, units); err != nil {
		return 0, 0, err
	}
	t.renew()
	read, done, err := w.narrowPrefix(&t, block(w.mem, ptr, uint64(units)))
	if err != nil {
		return 0, 0, err
	}
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
	if n, err = w.encodeUTF16(&t, read, dst[2*done:]); err != nil {
		return 0, 0, err
	}
	n += uint32(done)
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
	read, _, err := w.narrowPrefix(&t, dst)
	if err != nil {
		return 0, 0, err
	}
	if read < len(t.host) {
		copy(dst, t.host)
		return ptr, t.units | utf16Tag, nil
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
