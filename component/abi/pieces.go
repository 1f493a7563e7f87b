package abi

import "openidea-plugin/component/types"

// What is moved before Side.Moves is asked again: bytes, and elements that are no plain numbers, of which each takes as long as elementWork bytes.
const (
	bytesAtOnce    = 1 << 20
	elementsAtOnce = 1 << 10
	elementWork    = 64
)

func (s *Side) moves(n uint64) error {
	if s.Moves == nil {
		return nil
	}
	return s.Moves(n)
}

// nextElement comes before each element of a list that is moved one by one.
func (s *Side) nextElement(i int, elem *types.Type) error {
	if i%elementsAtOnce != 0 {
		return nil
	}
	return s.moves(elementsAtOnce * (elementWork + uint64(elem.Layout.Size)))
}

// pieces gives a string, from its byte `from` on, to do, which says how much of a piece it has read: less than all of it ends it. No piece ends within a
// character.
func (w *lowerer) pieces(t *text, from int, do func(piece []byte) (read int)) (read int, err error) {
	read = from
	for read < len(t.host) {
		piece := t.host[read:]
		piece = piece[:t.form.cut(piece)]
		if err := w.side.moves(uint64(len(piece))); err != nil {
			return read, err
		}
		n := do(piece)
		read += n
		if n < len(piece) {
			break
		}
	}
	return read, nil
}

// cut is how many bytes of a string make the next piece.
func (f form) cut(b []byte) int {
	n := bytesAtOnce
	if len(b) <= n {
		return len(b)
	}
	switch f {
	case formUTF8:
		for range 3 {
			if b[n]&0xc0 == 0x80 {
				n--
			}
		}
	case formUTF16:
		if unitAt(b, n-2)&0xfc00 == 0xd800 {
			n -= 2
		}
	}
	return n
}

// check checks that a string is well-formed.
func (w *lowerer) check(t *text) error {
	read, err := w.pieces(t, 0, func(piece []byte) int {
		part := *t
		part.host = piece
		if _, err := part.check(); err != nil {
			return 0
		}
		return len(piece)
	})
	if err == nil && read < len(t.host) {
		_, err = t.check() // which says where in the whole
	}
	return err
}
