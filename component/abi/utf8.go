package abi

import (
	"encoding/binary"
	"sync"
)

// Well-formed UTF-8 is what the automaton of RFC 3629 accepts. States above twoMore are those in which not every byte that goes on with a character will do, or in
// which three of them are due.
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

// blockSize is how many bytes are looked at together.
const blockSize = 32

// validUTF8 says whether b is well-formed UTF-8. It is utf8.Valid, only faster on text that is not ASCII: most of it takes no step for each byte.
//
// Of eight bytes in a word the top bit of each says something about that byte; what stands below it is rubbish. Bytes that begin a character say where bytes that
// go on with it are due, and those must be exactly where bytes that go on are. What that does not tell, characters of four bytes and first bytes
// that are never allowed or that allow fewer second bytes, makes a block picky: it is walked.
func validUTF8(b []byte) bool {
	var wrong, due uint64
	i := 0
	for len(b)-i >= blockSize {
		block := b[i : i+blockSize : i+blockSize]
		if due&highBits == 0 && ascii32(block) {
			i += blockSize
			continue
		}
		before, picky, misplaced := due, uint64(0), uint64(0)
		for k := 0; k < blockSize; k += 8 {
			w := binary.LittleEndian.Uint64(block[k:])
			two := w & (w << 1) // begins a character of two bytes or more
			three := two & (w << 2)
			misplaced |= (two<<8 | three<<16 | due) ^ (w &^ (w << 1))
			due = two>>56 | three>>48
			// C0, C1, CC, CD, E0, E1, EC, ED; F0 and above
			fourth := w << 3
			picky |= two&^(fourth|(w<<4^w<<5)|w<<6) | three&fourth
		}
		if picky&highBits == 0 {
			wrong |= misplaced
			i += blockSize
			continue
		}
		var state uint64
		if i, state = walk(b, i, i+blockSize, stateOf(before)); state == malformed*placeBits || state > twoMore*placeBits {
			return false // the latter at the end of b only
		}
		due = dueAfter[state/placeBits]
	}
	if wrong&highBits != 0 {
		return false
	}
	_, state := walk(b, i, len(b), stateOf(due))
	return state == wellFormed
}

// stateOf is the state in which so much is due.
func stateOf(due uint64) uint64 {
	switch {
	case due&0x8000 != 0:
		return twoMore * placeBits
	case due&0x80 != 0:
		return oneMore * placeBits
	}
	return wellFormed
}

// dueAfter is what is due in the states in which a walk may end.
var dueAfter = [allStates]uint64{oneMore: 0x80, twoMore: 0x8080}

// walk walks from i at least to end and on to where no more than generic bytes are due, and gives the state and where that is.
func walk(b []byte, i, end int, state uint64) (int, uint64) {
	makeSteps.Do(fillSteps)
	for i < end || i < len(b) && state > twoMore*placeBits {
		state = next(state, b[i]) & 63
		i++
	}
	return i, state
}

func ascii32(b []byte) bool {
	le := binary.LittleEndian
	return (le.Uint64(b)|le.Uint64(b[8:])|le.Uint64(b[16:])|le.Uint64(b[24:]))&highBits == 0
}
