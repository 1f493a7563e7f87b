package abi

import (
	"context"
	"encoding/binary"

	"openidea-plugin/component/types"
)

// PassParams lifts the arguments of a call from the component that calls and lowers them to the one that is called, from memory to memory:
// no Go values are made, and the calls of realloc and the checks are those that the specification prescribes for the two encodings.
// src are the parameters as the caller sees them and stack is its core stack, as for LiftParams; dst are the same parameters as the callee
// sees them (they differ in nothing but the identity of resources), and the core arguments are appended to out, as for LowerParams.
func PassParams(ctx context.Context, from, to *Side, src, dst []types.Field, stack, out []uint64) ([]uint64, error) {
	c := newPassage(ctx, from, to)
	start := place{slots: stack}
	if slotCount(src) > types.MaxFlatParams {
		ptr := uint32(stack[0])
		size, align := extent(src)
		if err := checkRange(c.src, ptr, size, align, "the address of the arguments", RulePointerAlign, RulePointerBounds); err != nil {
			return nil, err
		}
		start = memoryAt(ptr)
	}
	target, out, err := c.paramsPlace(dst, out)
	if err != nil {
		return nil, err
	}
	c.look()
	places := make([]place, 0, types.MaxFlatParams)
	err = walkParams(dst, target, func(_ int, p place) error {
		places = append(places, p)
		return nil
	})
	if err == nil {
		err = walkParams(src, start, func(i int, p place) error { return c.pass(src[i].Type, dst[i].Type, p, places[i]) })
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

// PassResult does the same for a result, from the component that was called to the one that called. src is the result's type as the callee
// sees it and returned what its core function returned, as for LiftResult; f is the function as the caller sees it and stack its core stack,
// as for LowerResult.
func PassResult(ctx context.Context, from, to *Side, src *types.Type, f *types.Func, returned, stack []uint64) error {
	if src == nil {
		return nil
	}
	c := newPassage(ctx, from, to)
	p := place{slots: returned}
	var err error
	if len(src.Layout.Flat) > types.MaxFlatResults {
		if p, err = resultAt(src, c.src, uint32(returned[0])); err != nil {
			return within(err, "result")
		}
	}
	target, err := c.resultPlace(f, stack)
	if err == nil {
		err = c.pass(src, f.Result, p, target)
	}
	return within(err, "result")
}

// passage copies values from one component to another.
type passage struct {
	*lowerer
	from *Side
	src  []byte
}

func newPassage(ctx context.Context, from, to *Side) *passage {
	c := &passage{lowerer: newLowerer(ctx, to), from: from}
	c.look()
	return c
}

// look renews the view of the memory that is read, after a guest ran.
func (c *passage) look() {
	if c.from.Memory != nil {
		c.src = c.from.Memory.Bytes()
	}
}

// pass copies a value of type s at p to one of type d at q. The types differ at most in their resources.
func (c *passage) pass(s, d *types.Type, p, q place) error {
	switch s.Kind {
	case types.String:
		return c.passString(p, q)
	case types.List:
		return c.passList(s.Elem, d.Elem, p, q)
	case types.Record, types.Tuple:
		slot := 0
		for i := range s.Fields {
			off, ft := s.Layout.Offsets[i], s.Fields[i].Type
			if err := c.pass(ft, d.Fields[i].Type, p.part(off, slot), q.part(off, slot)); err != nil {
				return within(err, fieldSegment(s, i))
			}
			slot += len(ft.Layout.Flat)
		}
		return nil
	case types.Variant, types.Option, types.Result:
		n, err := readCase(s, p, c.src)
		if err != nil {
			return err
		}
		q.setBits(c.mem, d.Layout.Disc, uint64(n))
		if pt := payload(s, n); pt != nil {
			if err := c.pass(pt, payload(d, n), p.part(s.Layout.Payload, 1), q.part(d.Layout.Payload, 1)); err != nil {
				return within(err, caseSegment(s, n))
			}
		}
		return nil
	case types.Own, types.Borrow:
		return c.passHandle(s, d, p, q)
	}
	v, err := readScalar(s, p, c.src)
	if err != nil {
		return err
	}
	q.setBits(c.mem, d.Layout.Size, v)
	return nil
}

func (c *passage) passHandle(s, d *types.Type, p, q place) error {
	lift, lower := c.from.handles().LiftOwn, c.side.handles().LowerOwn
	if s.Kind == types.Borrow {
		lift, lower = c.from.handles().LiftBorrow, c.side.handles().LowerBorrow
	}
	h, err := lift(s.Resource, uint32(p.bits(c.src, 4)))
	if err != nil {
		return err
	}
	idx, err := lower(d.Resource, h)
	if err != nil {
		return err
	}
	q.setBits(c.mem, 4, uint64(idx))
	return nil
}

func (c *passage) passString(p, q place) error {
	ptr, n := p.pair(c.src)
	t, err := c.from.locate(c.src, ptr, n)
	if err != nil {
		return err
	}
	if err := c.check(&t); err != nil {
		return err
	}
	if ptr, n, err = c.storeString(t); err != nil {
		return err
	}
	c.look()
	q.setPair(c.mem, ptr, n)
	return nil
}

func (c *passage) passList(s, d *types.Type, p, q place) error {
	ptr, n := p.pair(c.src)
	if err := checkList(s, c.src, ptr, n); err != nil {
		return err
	}
	size := s.Layout.Size
	to, err := c.alloc(d.Layout.Align, n*size)
	if err != nil {
		return err
	}
	c.look()
	start := to
	if isBare(s.Kind) {
		if err := c.passBare(s.Kind, to, ptr, uint64(n)*uint64(size)); err != nil {
			return err
		}
	} else {
		for i := range int(n) {
			if err := c.side.nextElement(i, d); err != nil {
				return err
			}
			if err := c.pass(s, d, memoryAt(ptr), memoryAt(to)); err != nil {
				return within(err, indexSegment(i))
			}
			ptr, to = ptr+size, to+size
		}
	}
	q.setPair(c.mem, start, n)
	return nil
}

// isBare says whether any bits make a value of the kind, so that many can be copied at once.
func isBare(k types.Kind) bool { return k >= types.S8 && k <= types.F64 }

func (c *passage) passBare(k types.Kind, to, ptr uint32, size uint64) error {
	dst, src := block(c.mem, to, size), block(c.src, ptr, size)
	for len(dst) > 0 {
		n := min(bytesAtOnce, len(dst))
		if err := c.side.moves(uint64(n)); err != nil {
			return err
		}
		copy(dst[:n], src)
		canonicalise(k, dst[:n])
		dst, src = dst[n:], src[n:]
	}
	return nil
}

// canonicalise makes every NaN among the numbers of kind k the canonical one.
func canonicalise(k types.Kind, b []byte) {
	switch k {
	case types.F32:
		for i := 0; i < len(b); i += 4 {
			if v := binary.LittleEndian.Uint32(b[i:]); canon32(v) != v {
				binary.LittleEndian.PutUint32(b[i:], nan32)
			}
		}
	case types.F64:
		for i := 0; i < len(b); i += 8 {
			if v := binary.LittleEndian.Uint64(b[i:]); canon64(v) != v {
				binary.LittleEndian.PutUint64(b[i:], nan64)
			}
		}
	}
}
