package abi

import (
	"math"

	"openidea-plugin/component/types"
)

// Host memory that lifted values take, for Side.Budget: an interface, and what an interface points to.
const (
	valueSize  = 16
	boxSize    = 8
	structSize = 32
	// chargeStep is how much is taken before Budget is asked again for what is small.
	chargeStep = 1 << 14
)

// LiftParams lifts the arguments with which a guest calls out, from the core stack of the call: the parameters in slots, or, where they
// take more than types.MaxFlatParams slots, the address of a tuple in the first. Errors are *Violation, those of Side.Handles and those of Side.Budget.
func (s *Side) LiftParams(params []types.Field, stack []uint64) ([]Value, error) {
	l := newLifter(s)
	start := place{slots: stack}
	if slotCount(params) > types.MaxFlatParams {
		ptr := uint32(stack[0])
		size, align := extent(params)
		if err := checkRange(l.mem, ptr, size, align, "the address of the arguments", RulePointerAlign, RulePointerBounds); err != nil {
			return nil, err
		}
		start = memoryAt(ptr)
	}
	vals := make([]Value, len(params))
	err := walkParams(params, start, func(i int, p place) (err error) {
		vals[i], err = l.lift(params[i].Type, p)
		return err
	})
	if err == nil {
		err = l.settle()
	}
	if err != nil {
		return nil, err
	}
	return vals, nil
}

// LiftResult lifts what the core function of a lift returned: one slot, which is the address of the value where it takes more than
// types.MaxFlatResults slots. t is nil, and so is the value, for a function without result. Post-return is the caller's business, after this.
func (s *Side) LiftResult(t *types.Type, stack []uint64) (Value, error) {
	if t == nil {
		return nil, nil
	}
	l := newLifter(s)
	p := place{slots: stack}
	if len(t.Layout.Flat) > types.MaxFlatResults {
		var err error
		if p, err = resultAt(t, l.mem, uint32(stack[0])); err != nil {
			return nil, err
		}
	}
	v, err := l.lift(t, p)
	if err == nil {
		err = l.settle()
	}
	if err != nil {
		return nil, within(err, "result")
	}
	return v, nil
}

// resultAt checks the address that a guest gave for a result.
func resultAt(t *types.Type, mem []byte, ptr uint32) (place, error) {
	err := checkRange(mem, ptr, uint64(t.Layout.Size), t.Layout.Align, "the address of the result", RulePointerAlign, RulePointerBounds)
	return memoryAt(ptr), err
}

// lifter lifts the values of one call. Nothing runs in the guest meanwhile, so that one view of the memory serves.
type lifter struct {
	side *Side
	mem  []byte
	owed uint64
	// spare is what is left of a block of fields.
	spare []Value
	block int
}

func newLifter(s *Side) *lifter {
	l := &lifter{side: s}
	if s.Memory != nil {
		l.mem = s.Memory.Bytes()
	}
	return l
}

// charge takes n bytes from the budget before they are allocated; small takings are put together.
func (l *lifter) charge(n uint64) error {
	l.owed += n
	if l.owed < chargeStep {
		return nil
	}
	return l.settle()
}

func (l *lifter) settle() error {
	n := l.owed
	l.owed = 0
	if n == 0 || l.side.Budget == nil {
		return nil
	}
	return l.side.Budget(n)
}

// maxBlock is how many fields one block may have: a record that a host keeps also keeps its block.
const maxBlock = 256

// take makes the fields of a record. Those of several records share a block, which is twice as large each time.
func (l *lifter) take(n int) []Value {
	if len(l.spare) < n {
		l.block = max(n, min(2*l.block, maxBlock))
		l.spare = make([]Value, l.block)
	}
	vals := l.spare[:n:n]
	l.spare = l.spare[n:]
	return vals
}

func (l *lifter) lift(t *types.Type, p place) (Value, error) {
	switch t.Kind {
	case types.String:
		return l.liftString(p)
	case types.List:
		return l.liftList(t.Elem, p)
	case types.Record:
		fields, err := l.liftFields(t, p)
		return Record(fields), err
	case types.Tuple:
		fields, err := l.liftFields(t, p)
		return Tuple(fields), err
	case types.Variant, types.Option, types.Result:
		return l.liftCase(t, p)
	case types.Own:
		return l.side.handles().LiftOwn(t.Resource, uint32(p.bits(l.mem, 4)))
	case types.Borrow:
		return l.side.handles().LiftBorrow(t.Resource, uint32(p.bits(l.mem, 4)))
	}
	v, err := readScalar(t, p, l.mem)
	if err != nil {
		return nil, err
	}
	return Scalar(t.Kind, v), nil
}

// Scalar makes the value of a scalar type of kind k from its core value: integers are cut to their width, floats are given by their bits.
func Scalar(k types.Kind, v uint64) Value {
	switch k {
	case types.Bool:
		return v != 0
	case types.S8:
		return int8(v)
	case types.U8:
		return uint8(v)
	case types.S16:
		return int16(v)
	case types.U16:
		return uint16(v)
	case types.S32:
		return int32(v)
	case types.U32:
		return uint32(v)
	case types.S64:
		return int64(v)
	case types.F32:
		return math.Float32frombits(uint32(v))
	case types.F64:
		return math.Float64frombits(v)
	case types.Char:
		return Char(v)
	case types.Enum:
		return Enum(v)
	case types.Flags:
		return Flags(v)
	}
	return v // U64
}

func (l *lifter) liftFields(t *types.Type, p place) ([]Value, error) {
	if err := l.charge(structSize + uint64(len(t.Fields))*(valueSize+boxSize)); err != nil {
		return nil, err
	}
	vals := l.take(len(t.Fields))
	slot := 0
	for i := range t.Fields {
		ft := t.Fields[i].Type
		v, err := l.lift(ft, p.part(t.Layout.Offsets[i], slot))
		if err != nil {
			return nil, within(err, fieldSegment(t, i))
		}
		vals[i] = v
		slot += len(ft.Layout.Flat)
	}
	return vals, nil
}

func (l *lifter) liftCase(t *types.Type, p place) (Value, error) {
	c, err := readCase(t, p, l.mem)
	if err != nil {
		return nil, err
	}
	if err := l.charge(structSize + boxSize); err != nil {
		return nil, err
	}
	var v Value
	if pt := payload(t, c); pt != nil {
		if v, err = l.lift(pt, p.part(t.Layout.Payload, 1)); err != nil {
			return nil, within(err, caseSegment(t, c))
		}
	}
	switch t.Kind {
	case types.Option:
		return Option{Some: c == 1, Value: v}, nil
	case types.Result:
		return Result{Err: c == 1, Value: v}, nil
	}
	return Variant{Case: c, Value: v}, nil
}

func (l *lifter) liftString(p place) (Value, error) {
	ptr, n := p.pair(l.mem)
	src, err := l.side.locate(l.mem, ptr, n)
	if err != nil {
		return nil, err
	}
	size, err := src.check()
	if err != nil {
		return nil, err
	}
	if err := l.charge(valueSize + size); err != nil {
		return nil, err
	}
	return src.decode(size), nil
}

// copyBytes copies a list<u8>: one that is long in pieces.
func (l *lifter) copyBytes(src []byte) (Value, error) {
	if len(src) <= bytesAtOnce {
		return append([]byte{}, src...), nil
	}
	out := make([]byte, 0, len(src))
	for len(out) < len(src) {
		piece := src[len(out):min(len(out)+bytesAtOnce, len(src))]
		if err := l.side.moves(uint64(len(piece))); err != nil {
			return nil, err
		}
		out = append(out, piece...)
	}
	return out, nil
}

func (l *lifter) liftList(elem *types.Type, p place) (Value, error) {
	ptr, n := p.pair(l.mem)
	if err := checkList(elem, l.mem, ptr, n); err != nil {
		return nil, err
	}
	if elem.Kind == types.U8 {
		if err := l.charge(structSize + uint64(n)); err != nil {
			return nil, err
		}
		return l.copyBytes(block(l.mem, ptr, uint64(n)))
	}
	if err := l.charge(structSize + uint64(n)*(valueSize+boxSize)); err != nil {
		return nil, err
	}
	list := make(List, n)
	for i := range list {
		if err := l.side.nextElement(i, elem); err != nil {
			return nil, err
		}
		v, err := l.lift(elem, memoryAt(ptr))
		if err != nil {
			return nil, within(err, indexSegment(i))
		}
		list[i] = v
		ptr += elem.Layout.Size
	}
	return list, nil
}
