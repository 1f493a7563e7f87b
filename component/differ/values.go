package main

import (
	"math"
	"math/rand/v2"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
)

// values makes random values; left bounds how many parts the next one may still have. Where it is large, so are strings and lists: guests' memories
// grow while the values are passed.
type values struct {
	r    *rand.Rand
	left int
}

// many is from where on left is large.
const many = 1000

// make makes a value of type t.
func (g *values) make(t *types.Type) component.Value {
	g.left--
	switch t.Kind {
	case types.Bool:
		return g.r.IntN(2) == 1
	case types.S8:
		return int8(g.bits())
	case types.U8:
		return uint8(g.bits())
	case types.S16:
		return int16(g.bits())
	case types.U16:
		return uint16(g.bits())
	case types.S32:
		return int32(g.bits())
	case types.U32:
		return uint32(g.bits())
	case types.S64:
		return int64(g.bits())
	case types.U64:
		return g.bits()
	case types.F32:
		return canonical32(math.Float32frombits(uint32(g.floatBits(23, 8))))
	case types.F64:
		return canonical64(math.Float64frombits(g.floatBits(52, 11)))
	case types.Char:
		return component.Char(g.char())
	case types.String:
		return g.text()
	case types.Own, types.Borrow:
		return hostValue(t.Resource.Name, uint32(g.r.IntN(1000)))
	case types.List:
		return g.list(t.Elem)
	case types.Record:
		return component.Record(g.fields(t))
	case types.Tuple:
		return component.Tuple(g.fields(t))
	case types.Variant:
		c := g.pick(len(t.Cases))
		return component.Variant{Case: uint32(c), Value: g.optional(t.Cases[c].Type)}
	case types.Enum:
		return component.Enum(g.pick(len(t.Labels)))
	case types.Flags:
		return component.Flags(uint32(g.bits()) & uint32(1<<len(t.Labels)-1))
	case types.Option:
		if g.r.IntN(3) == 0 {
			return component.Option{}
		}
		return component.Option{Some: true, Value: g.make(t.Elem)}
	}
	if g.r.IntN(2) == 0 {
		return component.Result{Value: g.optional(t.Ok)}
	}
	return component.Result{Err: true, Value: g.optional(t.Err)}
}

func (g *values) optional(t *types.Type) component.Value {
	if t == nil {
		return nil
	}
	return g.make(t)
}

func (g *values) fields(t *types.Type) []component.Value {
	vals := make([]component.Value, len(t.Fields))
	for i, f := range t.Fields {
		vals[i] = g.make(f.Type)
	}
	return vals
}

// args makes the arguments of f.
func (g *values) args(f *types.Func) []component.Value {
	vals := make([]component.Value, len(f.Params))
	for i, p := range f.Params {
		vals[i] = g.make(p.Type)
	}
	return vals
}

// pick chooses one of n cases, of many of them often one of the last or of the first, which have payloads.
func (g *values) pick(n int) int {
	switch {
	case n > 8 && g.r.IntN(3) == 0:
		return n - 1 - g.r.IntN(3)
	case n > 8 && g.r.IntN(2) == 0:
		return g.r.IntN(8)
	}
	return g.r.IntN(n)
}

var edges = []uint64{0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 127, 128, 255, 256, 257, 0x7fff, 0x8000, 0xd800, 0xdfff, 0xffff, 0x10000, 0x10ffff, 0x110000,
	0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 1 << 32, 1<<63 - 1, 1 << 63, math.MaxUint64}

func (g *values) bits() uint64 {
	if g.r.IntN(2) == 0 {
		return edges[g.r.IntN(len(edges))]
	}
	return g.r.Uint64()
}

// floatBits makes zeros, infinities, NaNs and subnormal numbers as often as others.
func (g *values) floatBits(mantissa, exponent int) uint64 {
	bits := g.r.Uint64()
	e := uint64(1<<exponent-1) << mantissa
	switch g.r.IntN(6) {
	case 0:
		bits &^= e
	case 1:
		bits |= e
	case 2:
		bits &^= 1<<mantissa - 1
	}
	return bits
}

func canonical32(f float32) float32 {
	if f != f {
		return math.Float32frombits(0x7fc00000)
	}
	return f
}

func canonical64(f float64) float64 {
	if f != f {
		return math.Float64frombits(0x7ff8000000000000)
	}
	return f
}

var charRanges = [][2]rune{{0, 0x7f}, {0x20, 0x7e}, {0x80, 0xff}, {0x100, 0x7ff}, {0x800, 0xd7ff}, {0xe000, 0xffff}, {0x10000, 0x10ffff}}

func (g *values) char() rune { return g.charOf(charRanges[g.r.IntN(len(charRanges))]) }

func (g *values) charOf(c [2]rune) rune { return c[0] + rune(g.r.IntN(int(c[1]-c[0]+1))) }

// text makes a string whose characters come mostly from one range, so that each way of transcoding is taken to its end and left on the way.
func (g *values) text() string {
	n := g.r.IntN(12)
	switch {
	case g.left < 0:
		n = 0
	case g.left > many && g.r.IntN(2) == 0:
		n = g.r.IntN(3 * g.left)
	case g.r.IntN(8) == 0:
		n = g.r.IntN(120)
	}
	g.left -= n / 8
	main, other := charRanges[g.r.IntN(len(charRanges))], charRanges[g.r.IntN(len(charRanges))]
	odd := 2 + g.r.IntN(40)
	out := make([]rune, n)
	for i := range out {
		c := main
		if g.r.IntN(odd) == 0 {
			c = other
		}
		out[i] = g.charOf(c)
	}
	return string(out)
}

func (g *values) list(elem *types.Type) component.Value {
	n := g.r.IntN(5)
	switch {
	case g.left < 0:
		n = 0
	case g.left > many && g.r.IntN(2) == 0:
		n = g.r.IntN(g.left)
	case g.left > 50 && g.r.IntN(10) == 0:
		n = g.r.IntN(40)
	}
	if elem.Kind == types.U8 {
		g.left -= n / 8
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(g.bits())
		}
		return b
	}
	list := make(component.List, n)
	for i := range list {
		list[i] = g.make(elem)
	}
	return list
}
