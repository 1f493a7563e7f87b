package abi

import (
	"encoding/binary"
	"sync"
)

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

// steps has, for each byte, where it leads from each state: a state is the place of six bits in the word, which are the place of the next state. So the
// step from a state needs no look-up that waits for the step before, only a shift. It is made for the first text that is not ASCII.
var (
	steps     [256]uint64
	makeSteps sync.Once
)

func fillSteps() {
	for state := range allStates {
		for b := range steps {
			steps[b] |= uint64(step(state, byte(b))*placeBits) << (state * placeBits)
		}
	}
}

const placeBits = 6

func next(state uint64, b byte) uint64 { return steps[b] >> (state & 63) }

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
	makeSteps.Do(fillSteps)
	var s0, s1, s2 uint64
	p0, p1, p2 := thirds(b)
	n := min(len(p0), len(p1), len(p2)) &^ 7
	for i := 0; i < n; i += 8 {
		w0, w1, w2 := binary.LittleEndian.Uint64(p0[i:]), binary.LittleEndian.Uint64(p1[i:]), binary.LittleEndian.Uint64(p2[i:])
		if (w0|w1|w2)&highBits == 0 && (s0|s1|s2)&63 == wellFormed {
			continue
		}
		s0, s1, s2 = next(s0, byte(w0)), next(s1, byte(w1)), next(s2, byte(w2))
		s0, s1, s2 = next(s0, byte(w0>>8)), next(s1, byte(w1>>8)), next(s2, byte(w2>>8))
		s0, s1, s2 = next(s0, byte(w0>>16)), next(s1, byte(w1>>16)), next(s2, byte(w2>>16))
		s0, s1, s2 = next(s0, byte(w0>>24)), next(s1, byte(w1>>24)), next(s2, byte(w2>>24))
		s0, s1, s2 = next(s0, byte(w0>>32)), next(s1, byte(w1>>32)), next(s2, byte(w2>>32))
		s0, s1, s2 = next(s0, byte(w0>>40)), next(s1, byte(w1>>40)), next(s2, byte(w2>>40))
		s0, s1, s2 = next(s0, byte(w0>>48)), next(s1, byte(w1>>48)), next(s2, byte(w2>>48))
		s0, s1, s2 = next(s0, byte(w0>>56)), next(s1, byte(w1>>56)), next(s2, byte(w2>>56))
	}
	return (walk(s0, p0[n:])|walk(s1, p1[n:])|walk(s2, p2[n:]))&63 == wellFormed
}

func ascii32(b []byte) bool {
	le := binary.LittleEndian
	return (le.Uint64(b)|le.Uint64(b[8:])|le.Uint64(b[16:])|le.Uint64(b[24:]))&highBits == 0
}

// walk walks the rest of a part and gives the state at its end.
func walk(state uint64, b []byte) uint64 {
	for len(b) >= 8 {
		w := binary.LittleEndian.Uint64(b)
		if b = b[8:]; w&highBits == 0 && state&63 == wellFormed {
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

// manyBytes is from where on two parts are worth it.
const manyBytes = 128

// thirds cuts b where characters begin; a short text stays whole, as the last part.
func thirds(b []byte) (p0, p1, p2 []byte) {
	if len(b) < manyBytes {
		return nil, nil, b
	}
	i, j := begin(b, len(b)/3), begin(b, 2*(len(b)/3))
	return b[:i], b[i:j], b[j:]
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
