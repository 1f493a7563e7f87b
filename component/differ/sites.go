package main

import (
	"encoding/binary"

	"openidea-plugin/component/types"
)

// site is a place in a guest's memory whose type is known, so that a mistake can be made that is just one.
type site struct {
	at   int // the first byte
	size int // how many bytes there are: 8 for a core argument
	typ  *types.Type
	part siteKind
}

type siteKind uint8

const (
	whole   siteKind = iota // a scalar
	disc                    // the discriminant of typ
	address                 // of the string or list typ
	length                  // of the string or list typ
)

// survey finds the sites of a value that lies in memory or in core arguments.
type survey struct {
	m     *rawGuest
	sites []site
}

// flat surveys a value in core arguments, 8 bytes each, from at on.
func (s *survey) flat(t *types.Type, at int) {
	switch t.Kind {
	case types.String, types.List:
		s.pointer(t, at, at+8, 8)
	case types.Record, types.Tuple:
		for _, f := range t.Fields {
			s.flat(f.Type, at)
			at += 8 * len(f.Type.Layout.Flat)
		}
	case types.Variant, types.Option, types.Result:
		s.add(site{at, 8, t, disc})
		if p := caseAt(t, s.m.word(at)); p != nil {
			s.flat(p, at+8)
		}
	default:
		s.add(site{at, 8, t, whole})
	}
}

// memory surveys a value in memory.
func (s *survey) memory(t *types.Type, at int) {
	switch t.Kind {
	case types.String, types.List:
		s.pointer(t, at, at+4, 4)
	case types.Record, types.Tuple:
		for i, f := range t.Fields {
			s.memory(f.Type, at+int(t.Layout.Offsets[i]))
		}
	case types.Variant, types.Option, types.Result:
		s.add(site{at, int(t.Layout.Disc), t, disc})
		if p := caseAt(t, s.m.word(at)&uint32(1<<(8*t.Layout.Disc)-1)); p != nil {
			s.memory(p, at+int(t.Layout.Payload))
		}
	default:
		s.add(site{at, int(t.Layout.Size), t, whole})
	}
}

func (s *survey) add(x site) { s.sites = append(s.sites, x) }

func (s *survey) pointer(t *types.Type, at, lengthAt, size int) {
	s.add(site{at, size, t, address})
	s.add(site{lengthAt, size, t, length})
	if t.Kind != types.List || len(s.sites) > 200 {
		return
	}
	ptr, n := int(s.m.word(at)), int(s.m.word(lengthAt))
	for i := range min(n, 20) {
		if next := ptr + i*int(t.Elem.Layout.Size); next+int(t.Elem.Layout.Size) <= len(s.m.buf) {
			s.memory(t.Elem, next)
		}
	}
}

// caseAt is the payload of a case, nil where there is none.
func caseAt(t *types.Type, c uint32) *types.Type {
	switch {
	case t.Kind == types.Variant && int(c) < len(t.Cases):
		return t.Cases[c].Type
	case t.Kind == types.Option && c == 1:
		return t.Elem
	case t.Kind == types.Result && c == 0:
		return t.Ok
	case t.Kind == types.Result && c == 1:
		return t.Err
	}
	return nil
}

func (m *rawGuest) word(at int) uint32 {
	var b [4]byte
	copy(b[:], m.buf[at:])
	return binary.LittleEndian.Uint32(b[:])
}

var badChars = []uint32{0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0x10ffff, 0x110000, 0x80000041, 0xffffffff}

// mistake writes something into the site that is wrong, or only just right.
func (m *rawGuest) mistake(g *values, s site) {
	old := m.word(s.at)
	v := old
	count := map[types.Kind]int{types.Variant: len(s.typ.Cases), types.Enum: len(s.typ.Labels), types.Option: 2, types.Result: 2}[s.typ.Kind]
	switch {
	case s.part == address:
		size := m.word(s.at + s.size)
		if s.typ.Kind == types.List {
			size *= s.typ.Elem.Layout.Size
		}
		v = []uint32{old + 1, old + 2, old - 1, 0x20000 - size, 0x20000 - size + 1, 0x20000 - size - 1, 0x20000, 0, uint32(g.bits())}[g.r.IntN(9)]
	case s.part == length:
		v = []uint32{old + 1, old - 1, old ^ 1<<31, 0, 1, old * 2, uint32(0x20000) - m.word(s.at-s.size), uint32(g.bits())}[g.r.IntN(8)]
	case s.part == disc || s.typ.Kind == types.Enum:
		v = []uint32{uint32(count), uint32(count - 1), uint32(count + 1), uint32(count) + 256, uint32(g.bits())}[g.r.IntN(5)]
	case s.typ.Kind == types.Char:
		v = badChars[g.r.IntN(len(badChars))]
	default:
		v = uint32(g.bits())
	}
	var b [8]byte
	binary.LittleEndian.PutUint32(b[:], v)
	if s.size == 8 {
		binary.LittleEndian.PutUint32(b[4:], []uint32{0, 1, 0xffffffff}[g.r.IntN(3)])
	}
	copy(m.buf[s.at:min(s.at+s.size, len(m.buf))], b[:])
}
