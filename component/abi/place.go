package abi

import (
	"encoding/binary"
	"math"
	"strconv"

	"openidea-plugin/component/types"
)

// MaxByteLength is how many bytes a string or a list may have in memory.
const MaxByteLength = 1<<28 - 1

// maxZeroSized bounds lists whose elements take no memory, which no memory bounds.
const maxZeroSized = 1 << 20

// The canonical NaNs.
const (
	nan32 = 0x7fc00000
	nan64 = 0x7ff8000000000000
)

// place is where a value lies: in linear memory at addr, or in core values, one slot each. All core values are raw bits, zero-extended to
// 64: joining (an f32 in an i64 slot, say) then needs no conversion when lowering and a cut to 32 bits when lifting.
// A place in memory has been checked for alignment and bounds before it is made.
type place struct {
	slots []uint64
	addr  uint32
	inMem bool
}

func memoryAt(addr uint32) place { return place{addr: addr, inMem: true} }

// part is the place of a field or payload: off bytes further in memory, or from slot on.
func (p place) part(off uint32, slot int) place {
	if p.inMem {
		p.addr += off
	} else {
		p.slots = p.slots[slot:]
	}
	return p
}

// bits reads size bytes, or one slot.
func (p place) bits(mem []byte, size uint32) uint64 {
	if !p.inMem {
		return p.slots[0]
	}
	b := mem[p.addr:]
	switch size {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

// setBits writes size bytes, never more, or one slot.
func (p place) setBits(mem []byte, size uint32, v uint64) {
	if !p.inMem {
		p.slots[0] = v
		return
	}
	b := mem[p.addr:]
	switch size {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	default:
		binary.LittleEndian.PutUint64(b, v)
	}
}

// pair reads the address and the length of a string or list.
func (p place) pair(mem []byte) (ptr, n uint32) {
	return uint32(p.bits(mem, 4)), uint32(p.part(4, 1).bits(mem, 4))
}

func (p place) setPair(mem []byte, ptr, n uint32) {
	p.setBits(mem, 4, uint64(ptr))
	p.part(4, 1).setBits(mem, 4, uint64(n))
}

// readScalar reads a value that is one number, checks it, and gives it as the core value that lowering it would give: small integers
// cut and extended, bools 0 or 1, NaNs canonical, flags without bits that have no label.
func readScalar(t *types.Type, p place, mem []byte) (uint64, error) {
	v := p.bits(mem, t.Layout.Size)
	switch t.Kind {
	case types.Bool:
		if uint32(v) != 0 {
			return 1, nil
		}
		return 0, nil
	case types.S8:
		return uint64(uint32(int8(v))), nil
	case types.U8:
		return uint64(uint8(v)), nil
	case types.S16:
		return uint64(uint32(int16(v))), nil
	case types.U16:
		return uint64(uint16(v)), nil
	case types.S32, types.U32:
		return uint64(uint32(v)), nil
	case types.F32:
		return uint64(canon32(uint32(v))), nil
	case types.F64:
		return canon64(v), nil
	case types.Char:
		c := uint32(v)
		if !isScalarValue(c) {
			return 0, violate(RuleCharRange, "the char %#x is no Unicode scalar value", c)
		}
		return uint64(c), nil
	case types.Enum:
		return uint64(uint32(v)), checkCase(uint32(v), len(t.Labels))
	case types.Flags:
		return uint64(uint32(v) & labelMask(len(t.Labels))), nil
	}
	return v, nil // S64, U64
}

// readCase reads and checks the discriminant of a variant, option or result.
func readCase(t *types.Type, p place, mem []byte) (uint32, error) {
	c := uint32(p.bits(mem, t.Layout.Disc))
	return c, checkCase(c, caseCount(t))
}

func caseCount(t *types.Type) int {
	if t.Kind == types.Variant {
		return len(t.Cases)
	}
	return 2
}

// payload gives the type of case c of a variant, option or result, nil where it has none. c is in range.
func payload(t *types.Type, c uint32) *types.Type {
	switch t.Kind {
	case types.Variant:
		return t.Cases[c].Type
	case types.Option:
		if c == 0 {
			return nil
		}
		return t.Elem
	}
	if c == 0 {
		return t.Ok
	}
	return t.Err
}

// caseSegment is the path of the payload of case c.
func caseSegment(t *types.Type, c uint32) string {
	switch t.Kind {
	case types.Variant:
		return "." + t.Cases[c].Name
	case types.Option:
		return ".some"
	}
	if c == 0 {
		return ".ok"
	}
	return ".err"
}

// fieldSegment is the path of field i of a record or tuple.
func fieldSegment(t *types.Type, i int) string {
	if name := t.Fields[i].Name; name != "" {
		return "." + name
	}
	return "." + strconv.Itoa(i)
}

func indexSegment(i int) string { return "[" + strconv.Itoa(i) + "]" }

// argument is the path of a parameter.
func argument(params []types.Field, i int) string {
	if name := params[i].Name; name != "" {
		return "argument " + name
	}
	return "argument " + strconv.Itoa(i+1)
}

func checkCase(c uint32, n int) error {
	if uint64(c) >= uint64(n) {
		return violate(RuleDiscriminant, "the case number is %d, but the type has %d cases, numbered from 0", c, n)
	}
	return nil
}

// checkRange checks a block of guest memory of size bytes at ptr: alignment first, then bounds, at any size.
func checkRange(mem []byte, ptr uint32, size uint64, align uint32, what, alignRule, boundsRule string) error {
	if ptr&(align-1) != 0 {
		return violate(alignRule, "%s %#x is not aligned to %d bytes", what, ptr, align)
	}
	if uint64(ptr)+size > uint64(len(mem)) {
		return violate(boundsRule, "%s %#x with %d bytes reaches beyond the memory of %d bytes", what, ptr, size, len(mem))
	}
	return nil
}

// checkList checks where a list of n elements lies.
func checkList(elem *types.Type, mem []byte, ptr, n uint32) error {
	size := uint64(n) * uint64(elem.Layout.Size)
	if size > MaxByteLength || elem.Layout.Size == 0 && n > maxZeroSized {
		return violate(RuleListLength, "the list has %d elements of %d bytes, which is more than a list may have", n, elem.Layout.Size)
	}
	return checkRange(mem, ptr, size, elem.Layout.Align, "the list at address", RuleListAlign, RuleListBounds)
}

// block is a part of a memory that was checked to be there.
func block(mem []byte, ptr uint32, size uint64) []byte { return mem[ptr : uint64(ptr)+size] }

// slotCount is how many core values the parameters take, more than types.MaxFlatParams where they go through memory.
func slotCount(params []types.Field) int {
	n := 0
	for i := range params {
		n += len(params[i].Type.Layout.Flat)
	}
	return n
}

// extent is the layout of the parameters as a tuple in memory.
func extent(params []types.Field) (size uint64, align uint32) {
	align = 1
	for i := range params {
		l := &params[i].Type.Layout
		size = alignUp(size, l.Align) + uint64(l.Size)
		align = max(align, l.Align)
	}
	return alignUp(size, align), align
}

func alignUp(n uint64, align uint32) uint64 { return (n + uint64(align) - 1) &^ (uint64(align) - 1) }

// walkParams calls f with the place of each parameter, in core values or in the tuple at start.
func walkParams(params []types.Field, start place, f func(i int, p place) error) error {
	off, slot := uint64(0), 0
	for i := range params {
		l := &params[i].Type.Layout
		off = alignUp(off, l.Align)
		if err := f(i, start.part(uint32(off), slot)); err != nil {
			return within(err, argument(params, i))
		}
		off, slot = off+uint64(l.Size), slot+len(l.Flat)
	}
	return nil
}

func labelMask(n int) uint32 {
	if n >= 32 {
		return math.MaxUint32
	}
	return 1<<n - 1
}

func isScalarValue(c uint32) bool { return c < 0xd800 || c >= 0xe000 && c < 0x110000 }

func canon32(b uint32) uint32 {
	if b&0x7fffffff > 0x7f800000 {
		return nan32
	}
	return b
}

func canon64(b uint64) uint64 {
	if b&math.MaxInt64 > 0x7ff0000000000000 {
		return nan64
	}
	return b
}
