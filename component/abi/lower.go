package abi

import (
	"context"
	"math"
	"unsafe"

	"openidea-plugin/component/types"
)

// LowerParams lowers the arguments of a call that the host makes, appends the core arguments to stack and returns it extended: a slot for
// each flat value, or, where they take more than types.MaxFlatParams slots, the address of a tuple that Realloc gave. A stack with capacity
// for types.MaxFlatParams more is not reallocated. Errors are *ValueError (the values do not fit the types), *Violation (what
// Realloc returned), those of Side.Handles and those of Side.Realloc.
func (s *Side) LowerParams(ctx context.Context, params []types.Field, args []Value, stack []uint64) ([]uint64, error) {
	if len(args) != len(params) {
		return nil, WrongCount(len(params), len(args))
	}
	w := newLowerer(ctx, s)
	start, stack, err := w.paramsPlace(params, stack)
	if err != nil {
		return nil, err
	}
	err = walkParams(params, start, func(i int, p place) error { return w.lower(params[i].Type, args[i], p) })
	if err != nil {
		return nil, err
	}
	return stack, nil
}

// paramsPlace makes room for the arguments of a call into the guest.
func (w *lowerer) paramsPlace(params []types.Field, stack []uint64) (place, []uint64, error) {
	n := slotCount(params)
	if n > types.MaxFlatParams {
		size, align := extent(params)
		if size > math.MaxUint32 {
			return place{}, nil, badValue("the arguments take more memory than there is")
		}
		ptr, err := w.alloc(align, uint32(size))
		return memoryAt(ptr), append(stack, uint64(ptr)), err
	}
	have := len(stack)
	for range n {
		stack = append(stack, 0)
	}
	return place{slots: stack[have:]}, stack, nil
}

// LowerResult lowers the result of a call that a guest made. stack is the core stack of that call: the arguments, and behind them the address
// for the result where that takes more than types.MaxFlatResults slots; a smaller one is put into the first slot. The arguments are
// lifted before, so that it does not matter that they are overwritten. Errors are as those of LowerParams; the value is nil for a function without result.
func (s *Side) LowerResult(ctx context.Context, f *types.Func, v Value, stack []uint64) error {
	w := newLowerer(ctx, s)
	if f.Result == nil {
		if v != nil {
			return within(badValue("the function has no result, but there is a value"), "result")
		}
		return nil
	}
	p, err := w.resultPlace(f, stack)
	if err != nil {
		return err
	}
	if err := w.lower(f.Result, v, p); err != nil {
		return within(err, "result")
	}
	return nil
}

// resultPlace is where the result of a call that a guest made goes.
func (w *lowerer) resultPlace(f *types.Func, stack []uint64) (place, error) {
	flat := len(f.Result.Layout.Flat)
	if flat > types.MaxFlatResults {
		n := slotCount(f.Params)
		if n > types.MaxFlatParams {
			n = 1
		}
		return resultAt(f.Result, w.mem, uint32(stack[n]))
	}
	p := place{slots: stack[:flat]}
	clear(p.slots)
	return p, nil
}

// lowerer lowers the values of one call. Its view of the memory is renewed after each call of realloc, which may grow it.
type lowerer struct {
	ctx  context.Context
	side *Side
	mem  []byte
}

func newLowerer(ctx context.Context, s *Side) *lowerer {
	w := &lowerer{ctx: ctx, side: s}
	w.renew()
	return w
}

func (w *lowerer) renew() {
	if w.side.Memory != nil {
		w.mem = w.side.Memory.Bytes()
	}
}

func (w *lowerer) alloc(align, size uint32) (uint32, error) { return w.realloc(0, 0, align, size) }

// realloc asks the guest for memory and checks what it gives, even for no bytes.
func (w *lowerer) realloc(old, oldSize, align, size uint32) (uint32, error) {
	if w.side.Realloc == nil {
		return 0, violate(RuleReallocMissing, "the canonical options name no realloc, but memory is needed")
	}
	ptr, err := w.side.Realloc(w.ctx, old, oldSize, align, size)
	if err != nil {
		return 0, err
	}
	w.renew()
	return ptr, checkRange(w.mem, ptr, uint64(size), align, "realloc returned", RuleReallocAlign, RuleReallocBounds)
}

func (w *lowerer) lower(t *types.Type, v Value, p place) error {
	switch t.Kind {
	case types.String:
		s, ok := v.(string)
		if !ok {
			return mismatch(t, v)
		}
		return w.lowerString(s, p)
	case types.List:
		return w.lowerList(t, v, p)
	case types.Record:
		fields, ok := v.(Record)
		if !ok {
			return mismatch(t, v)
		}
		return w.lowerFields(t, fields, p)
	case types.Tuple:
		fields, ok := v.(Tuple)
		if !ok {
			return mismatch(t, v)
		}
		return w.lowerFields(t, fields, p)
	case types.Variant, types.Option, types.Result:
		return w.lowerCase(t, v, p)
	case types.Own, types.Borrow:
		return w.lowerHandle(t, v, p)
	}
	bits, err := unbox(t, v)
	if err != nil {
		return err
	}
	p.setBits(w.mem, t.Layout.Size, bits)
	return nil
}

// unbox gives the core value of a scalar.
func unbox(t *types.Type, v Value) (uint64, error) {
	switch t.Kind {
	case types.Bool:
		if v, ok := v.(bool); ok {
			if v {
				return 1, nil
			}
			return 0, nil
		}
	case types.S8:
		if v, ok := v.(int8); ok {
			return uint64(uint32(v)), nil
		}
	case types.U8:
		if v, ok := v.(uint8); ok {
			return uint64(v), nil
		}
	case types.S16:
		if v, ok := v.(int16); ok {
			return uint64(uint32(v)), nil
		}
	case types.U16:
		if v, ok := v.(uint16); ok {
			return uint64(v), nil
		}
	case types.S32:
		if v, ok := v.(int32); ok {
			return uint64(uint32(v)), nil
		}
	case types.U32:
		if v, ok := v.(uint32); ok {
			return uint64(v), nil
		}
	case types.S64:
		if v, ok := v.(int64); ok {
			return uint64(v), nil
		}
	case types.U64:
		if v, ok := v.(uint64); ok {
			return v, nil
		}
	case types.F32:
		if v, ok := v.(float32); ok {
			return uint64(canon32(math.Float32bits(v))), nil
		}
	case types.F64:
		if v, ok := v.(float64); ok {
			return canon64(math.Float64bits(v)), nil
		}
	case types.Char:
		if v, ok := v.(Char); ok {
			if !isScalarValue(uint32(v)) {
				return 0, badValue("%#x is no Unicode scalar value", uint32(v))
			}
			return uint64(v), nil
		}
	case types.Enum:
		if v, ok := v.(Enum); ok {
			if uint64(v) >= uint64(len(t.Labels)) {
				return 0, badValue("the case number is %d, but the enum has %d cases, numbered from 0", v, len(t.Labels))
			}
			return uint64(v), nil
		}
	case types.Flags:
		if v, ok := v.(Flags); ok {
			if extra := uint32(v) &^ labelMask(len(t.Labels)); extra != 0 {
				return 0, badValue("the bits %#x are set, but the flags have %d labels", extra, len(t.Labels))
			}
			return uint64(v), nil
		}
	}
	return 0, mismatch(t, v)
}

func (w *lowerer) lowerFields(t *types.Type, vals []Value, p place) error {
	if len(vals) != len(t.Fields) {
		return badValue("want %d fields, have %d", len(t.Fields), len(vals))
	}
	slot := 0
	for i := range t.Fields {
		ft := t.Fields[i].Type
		if err := w.lower(ft, vals[i], p.part(t.Layout.Offsets[i], slot)); err != nil {
			return within(err, fieldSegment(t, i))
		}
		slot += len(ft.Layout.Flat)
	}
	return nil
}

func (w *lowerer) lowerCase(t *types.Type, v Value, p place) error {
	c, inner, err := unpack(t, v)
	if err != nil {
		return err
	}
	p.setBits(w.mem, t.Layout.Disc, uint64(c))
	pt := payload(t, c)
	if pt == nil {
		if inner != nil {
			return within(badValue("the case has no value, but there is one"), caseSegment(t, c))
		}
		return nil
	}
	if err := w.lower(pt, inner, p.part(t.Layout.Payload, 1)); err != nil {
		return within(err, caseSegment(t, c))
	}
	return nil
}

// unpack takes the case and the payload out of the Go value of a variant, option or result.
func unpack(t *types.Type, v Value) (c uint32, inner Value, err error) {
	switch v := v.(type) {
	case Variant:
		if t.Kind != types.Variant {
			break
		}
		if uint64(v.Case) >= uint64(len(t.Cases)) {
			return 0, nil, badValue("the case number is %d, but the variant has %d cases, numbered from 0", v.Case, len(t.Cases))
		}
		return v.Case, v.Value, nil
	case Option:
		if t.Kind != types.Option {
			break
		}
		if !v.Some && v.Value != nil {
			return 0, nil, badValue("the option is none, but has a value")
		}
		return bit(v.Some), v.Value, nil
	case Result:
		if t.Kind != types.Result {
			break
		}
		return bit(v.Err), v.Value, nil
	}
	return 0, nil, mismatch(t, v)
}

func bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

func (w *lowerer) lowerHandle(t *types.Type, v Value, p place) error {
	h, ok := v.(Handle)
	if !ok {
		return mismatch(t, v)
	}
	lower := w.side.handles().LowerOwn
	if t.Kind == types.Borrow {
		lower = w.side.handles().LowerBorrow
	}
	idx, err := lower(t.Resource, h)
	if err != nil {
		return err
	}
	p.setBits(w.mem, 4, uint64(idx))
	return nil
}

func (w *lowerer) lowerString(s string, p place) error {
	if len(s) > MaxByteLength {
		return badValue("the string has %d bytes, but may have at most %d", len(s), MaxByteLength)
	}
	if i := invalidUTF8(unsafeBytes(s)); i >= 0 {
		return badValue("the string is not valid UTF-8 (at byte %d of %d)", i, len(s))
	}
	ptr, n, err := w.storeString(hostText(s))
	if err != nil {
		return err
	}
	p.setPair(w.mem, ptr, n)
	return nil
}

// unsafeBytes views a string as bytes that are only read: a copy of each long string would cost as much as passing it.
func unsafeBytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

func (w *lowerer) lowerList(t *types.Type, v Value, p place) error {
	if t.Elem.Kind == types.U8 {
		b, ok := v.([]byte)
		if !ok {
			return mismatch(t, v)
		}
		ptr, err := w.allocList(t.Elem, len(b))
		if err != nil {
			return err
		}
		copy(w.mem[ptr:], b)
		p.setPair(w.mem, ptr, uint32(len(b)))
		return nil
	}
	list, ok := v.(List)
	if !ok {
		return mismatch(t, v)
	}
	ptr, err := w.allocList(t.Elem, len(list))
	if err != nil {
		return err
	}
	at := ptr
	for i := range list {
		if err := w.side.nextElement(i, t.Elem); err != nil {
			return err
		}
		if err := w.lower(t.Elem, list[i], memoryAt(at)); err != nil {
			return within(err, indexSegment(i))
		}
		at += t.Elem.Layout.Size
	}
	p.setPair(w.mem, ptr, uint32(len(list)))
	return nil
}

// allocList makes room for n elements.
func (w *lowerer) allocList(elem *types.Type, n int) (uint32, error) {
	size := uint64(n) * uint64(elem.Layout.Size)
	if size > MaxByteLength || n > math.MaxInt32 {
		return 0, badValue("the list takes %d bytes, but may take at most %d", size, MaxByteLength)
	}
	return w.alloc(elem.Layout.Align, uint32(size))
}

// mismatch says that v is not the Go value that stands for t.
func mismatch(t *types.Type, v Value) error {
	return badValue("want %s, have %s", t, nameOf(v))
}

// nameOf names the component type that a Go value stands for.
func nameOf(v Value) string {
	switch v.(type) {
	case nil:
		return "no value"
	case bool:
		return "bool"
	case int8:
		return "s8"
	case uint8:
		return "u8"
	case int16:
		return "s16"
	case uint16:
		return "u16"
	case int32:
		return "s32"
	case uint32:
		return "u32"
	case int64:
		return "s64"
	case uint64:
		return "u64"
	case float32:
		return "f32"
	case float64:
		return "f64"
	case Char:
		return "char"
	case string:
		return "string"
	case []byte:
		return "list<u8>"
	case List:
		return "a list"
	case Record:
		return "a record"
	case Tuple:
		return "a tuple"
	case Variant:
		return "a variant"
	case Enum:
		return "an enum"
	case Flags:
		return "flags"
	case Option:
		return "an option"
	case Result:
		return "a result"
	case Handle:
		return "a handle"
	}
	return "a Go value that stands for no component type"
}
