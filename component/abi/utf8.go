package abi

import "encoding/binary"

// Well-formed UTF-8 is what the automaton of RFC 3629 accepts. Walking it costs a look-up for each byte, whatever the text, and several parts of a text
// can be walked at once because the steps of one do not wait for those of another.
const (
	wellFormed = iota // between characters
	malformed
	oneMore // so many bytes of a character to come
	twoMore
	threeMore
	afterE0 // the first bytes that allow fewer second ones
	afterED
	afterF0
	afterF4
	allStates
)

// steps is where a state goes at a byte; both states are shifted left by eight bits, so that a byte fits below.
var steps = func() (t [16 << 8]uint16) {
	for state := range allStates {
		for b := range 256 {
			t[state<<8|b] = uint16(step(state, byte(b))) << 8
		}
	}
	return t
}()

func next(state uint, b byte) uint { return uint(steps[(state|uint(b))%uint(len(steps))]) }

func step(state int, b byte) int {
	in := func(lo, hi byte, next int) int {
		if lo <= b && b <= hi {
			return next
		}
		return malformed
	}
	switch state {
	case oneMore:
		return in(0x80, 0xbf, wellFormed)
	case twoMore:
		return in(0x80, 0xbf, oneMore)
	case threeMore:
		return in(0x80, 0xbf, twoMore)
	case afterE0:
		return in(0xa0, 0xbf, oneMore)
	case afterED:
		return in(0x80, 0x9f, oneMore)
	case afterF0:
		return in(0x90, 0xbf, twoMore)
	case afterF4:
		return in(0x80, 0x8f, twoMore)
	case malformed:
		return malformed
	}
	switch {
	case b < 0x80:
		return wellFormed
	case b == 0xe0:
		return afterE0
	case b == 0xed:
		return afterED
	case b == 0xf0:
		return afterF0
	case b == 0xf4:
		return afterF4
	case b >= 0xc2 && b <= 0xdf:
		return oneMore
	case b >= 0xe1 && b <= 0xef:
		return twoMore
	case b >= 0xf1 && b <= 0xf3:
		return threeMore
	}
	return malformed
}

// validUTF8 says whether b is well-formed UTF-8. It is utf8.Valid, only faster on text that is not ASCII.
func validUTF8(b []byte) bool {
	for len(b) >= 32 && ascii32(b) {
		b = b[32:]
	}
	var s0, s1, s2, s3 uint
	p0, p1, p2, p3 := quarters(b)
	n := min(len(p0), len(p1), len(p2), len(p3)) &^ 7
	for i := 0; i < n; i += 8 {
		w0, w1 := binary.LittleEndian.Uint64(p0[i:]), binary.LittleEndian.Uint64(p1[i:])
		w2, w3 := binary.LittleEndian.Uint64(p2[i:]), binary.LittleEndian.Uint64(p3[i:])
		if (w0|w1|w2|w3)&highBits == 0 && s0|s1|s2|s3 == wellFormed {
			continue
		}
		for range 8 {
			s0, s1, s2, s3 = next(s0, byte(w0)), next(s1, byte(w1)), next(s2, byte(w2)), next(s3, byte(w3))
			w0, w1, w2, w3 = w0>>8, w1>>8, w2>>8, w3>>8
		}
	}
	return walk(s0, p0[n:])|walk(s1, p1[n:])|walk(s2, p2[n:])|walk(s3, p3[n:]) == wellFormed
}

func ascii32(b []byte) bool {
	le := binary.LittleEndian
	return (le.Uint64(b)|le.Uint64(b[8:])|le.Uint64(b[16:])|le.Uint64(b[24:]))&highBits == 0
}

// walk walks the rest of a part and gives the state at its end.
func walk(state uint, b []byte) uint {
	for len(b) >= 8 {
		w := binary.LittleEndian.Uint64(b)
		if b = b[8:]; w&highBits == 0 && state == wellFormed {
			continue
		}
		for range 8 {
			state, w = next(state, byte(w)), w>>8
		}
	}
	for _, c := range b {
		state = next(state, c)
	}
	return state
}

// manyBytes is from where on several parts are worth it.
const manyBytes = 256

// quarters cuts b where characters begin; a short text stays whole, as the last part.
func quarters(b []byte) (p0, p1, p2, p3 []byte) {
	if len(b) < manyBytes {
		return nil, nil, nil, b
	}
	q := len(b) / 4
	i, j, k := begin(b, q), begin(b, 2*q), begin(b, 3*q)
	return b[:i], b[i:j], b[j:k], b[k:]
}

// begin goes back from i to the first byte of a character; where it is farther than a character is long b is malformed, and any cut will show it.
func begin(b []byte, i int) int {
	for range 3 {
		if b[i]&0xc0 != 0x80 {
			break
		}
		i--
	}
	return i
}
