package abi

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"reflect"
	"testing"
	"unicode/utf8"

	"openidea-plugin/component/types"
)

// source turns the bytes of a fuzzer into types and values; at their end it gives zeros.
type source struct{ b []byte }

func (s *source) byte() byte {
	if len(s.b) == 0 {
		return 0
	}
	c := s.b[0]
	s.b = s.b[1:]
	return c
}

func (s *source) n(limit int) int { return int(s.byte()) % limit }

func (s *source) u64() uint64 {
	var b [8]byte
	s.b = s.b[copy(b[:], s.b):]
	return binary.LittleEndian.Uint64(b[:])
}

// typ makes a type of at most depth levels.
func (s *source) typ(depth int) *types.Type {
	k := types.Kind(1 + s.n(int(types.Borrow)))
	if depth == 0 && !isScalar(k) {
		return types.Prim(types.Kind(1 + s.n(int(types.String))))
	}
	switch k {
	case types.Record, types.Tuple:
		ts := make([]*types.Type, 1+s.n(6))
		for i := range ts {
			ts[i] = s.typ(depth - 1)
		}
		if k == types.Record {
			return record(ts...)
		}
		return tuple(ts...)
	case types.Variant:
		ts := make([]*types.Type, 1+s.n(5))
		for i := range ts {
			ts[i] = s.optional(depth - 1)
		}
		return variant(ts...)
	case types.List:
		return list(s.typ(depth - 1))
	case types.Option:
		return option(s.typ(depth - 1))
	case types.Result:
		return resultType(s.optional(depth-1), s.optional(depth-1))
	case types.Enum:
		return types.NewEnum(labels(1 + 3*s.n(200)))
	case types.Flags:
		return types.NewFlags(labels(1 + s.n(32)))
	case types.Own:
		return types.NewOwn(fuzzResource)
	case types.Borrow:
		return types.NewBorrow(fuzzResource)
	}
	return types.Prim(k)
}

var fuzzResource = &types.Resource{Name: "r"}

func (s *source) optional(depth int) *types.Type {
	if s.n(3) == 0 {
		return nil
	}
	return s.typ(depth)
}

// text makes a string that mixes ASCII, Latin-1 and all else.
func (s *source) text() string {
	var b []byte
	limit := []rune{0x80, 0x100, 0x800, 0x10000, 0x110000}[s.n(5)]
	for range s.n(20) {
		r := rune(s.u64()&0xffffff) % limit
		if !utf8.ValidRune(r) {
			r = 'x'
		}
		b = utf8.AppendRune(b, r)
	}
	return string(b)
}

// value makes a value of the type.
func (s *source) value(t *types.Type) Value {
	switch t.Kind {
	case types.Bool:
		return s.n(2) == 1
	case types.F32:
		return math.Float32frombits(canon32(uint32(s.u64())))
	case types.F64:
		return math.Float64frombits(canon64(s.u64()))
	case types.Char:
		if r := uint32(s.u64()) % 0x110000; isScalarValue(r) {
			return Char(r)
		}
		return Char('x')
	case types.Enum:
		return Enum(uint32(s.u64()) % uint32(len(t.Labels)))
	case types.Flags:
		return Flags(uint32(s.u64()) & labelMask(len(t.Labels)))
	case types.String:
		return s.text()
	case types.List:
		n := s.n(6)
		if t.Elem.Kind == types.U8 {
			b := make([]byte, n)
			for i := range b {
				b[i] = s.byte()
			}
			return b
		}
		l := make(List, n)
		for i := range l {
			l[i] = s.value(t.Elem)
		}
		return l
	case types.Record:
		return Record(s.fields(t))
	case types.Tuple:
		return Tuple(s.fields(t))
	case types.Variant, types.Option, types.Result:
		c := uint32(s.n(caseCount(t)))
		var v Value
		if pt := payload(t, c); pt != nil {
			v = s.value(pt)
		}
		switch t.Kind {
		case types.Option:
			return Option{Some: c == 1, Value: v}
		case types.Result:
			return Result{Err: c == 1, Value: v}
		}
		return Variant{Case: c, Value: v}
	case types.Own, types.Borrow:
		return Handle{Rep: s.u64()}
	}
	return Scalar(t.Kind, s.u64())
}

func (s *source) fields(t *types.Type) []Value {
	vals := make([]Value, len(t.Fields))
	for i, f := range t.Fields {
		vals[i] = s.value(f.Type)
	}
	return vals
}

// same compares values with NaNs equal.
func same(a, b Value) bool {
	va, vb := reflect.ValueOf(a), reflect.ValueOf(b)
	if !va.IsValid() || !vb.IsValid() {
		return va.IsValid() == vb.IsValid()
	}
	if va.Type() != vb.Type() {
		return false
	}
	switch va.Kind() {
	case reflect.Float32:
		return math.Float32bits(a.(float32)) == math.Float32bits(b.(float32))
	case reflect.Float64:
		return math.Float64bits(a.(float64)) == math.Float64bits(b.(float64))
	case reflect.Slice:
		if va.Len() != vb.Len() {
			return false
		}
		for i := range va.Len() {
			if !same(va.Index(i).Interface(), vb.Index(i).Interface()) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range va.NumField() {
			if !same(va.Field(i).Interface(), vb.Field(i).Interface()) {
				return false
			}
		}
		return true
	}
	return a == b
}

// Values of any types arrive as they were: from the host to a guest, from there to another with any encoding, from there to the host, as
// parameters and as results.
func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte("\x00\x01\x0c\x0dabcdefghijklmnopqrstuvwxyz"))
	f.Add([]byte{4, 3, 14, 2, 15, 1, 16, 9, 20, 200, 21, 100, 13, 5, 9, 9, 9, 9, 9, 17, 3, 18, 7, 22, 1, 23, 1})
	f.Add([]byte{16, 16, 13, 200, 4, 19, 255, 254, 253, 18, 10, 11, 12, 20, 5, 5, 5})
	f.Fuzz(func(t *testing.T, b []byte) { roundTrip(t, &source{b}) })
}

func roundTrip(t *testing.T, s *source) {
	from, to := encodings[s.n(3)], encodings[s.n(3)]
	ts := make([]*types.Type, s.n(8))
	for i := range ts {
		ts[i] = s.typ(3)
	}
	result := s.typ(3)
	f := &types.Func{Params: params(ts...), Result: result}
	vals := make([]Value, len(ts))
	for i := range ts {
		vals[i] = s.value(ts[i])
	}
	a, b := newGuest(), newGuest()
	sa, sb := a.side(from), b.side(to)
	stack, err := sa.LowerParams(ctx, f.Params, vals, nil)
	if err != nil {
		t.Fatalf("lowering %v: %v", vals, err)
	}
	if want := len(f.FlattenLift().Params); len(stack) != want {
		t.Fatalf("%d core arguments, want %d", len(stack), want)
	}
	out, err := PassParams(ctx, sa, sb, f.Params, f.Params, stack, nil)
	if err != nil {
		t.Fatalf("passing %v: %v", vals, err)
	}
	back, err := sb.LiftParams(f.Params, out)
	if err != nil {
		t.Fatalf("lifting %v: %v", vals, err)
	}
	for i := range vals {
		if !same(vals[i], back[i]) {
			t.Errorf("argument %d, %s from %s to %s: %#v became %#v", i, ts[i], encodingNames[from], encodingNames[to], vals[i], back[i])
		}
	}

	// As a result: a lowers it as what it called out for, and it is then taken for what a returned.
	v := s.value(result)
	at, returned := uint64(0x100), make([]uint64, 1)
	if len(f.FlatResults()) > 1 {
		returned[0] = at
	}
	if err := sa.LowerResult(ctx, &types.Func{Result: result}, v, returned); err != nil {
		t.Fatalf("lowering %v: %v", v, err)
	}
	caller := make([]uint64, len(f.FlattenLower().Params)+1)
	if len(f.FlatResults()) > 1 {
		caller[len(f.FlattenLower().Params)-1] = at
	}
	if err := PassResult(ctx, sa, sb, result, f, returned, caller); err != nil {
		t.Fatalf("passing %v: %v", v, err)
	}
	ret := caller[:1]
	if len(f.FlatResults()) > 1 {
		ret = []uint64{at}
	}
	got, err := sb.LiftResult(result, ret)
	if err != nil || !same(v, got) {
		t.Errorf("the result, %s from %s to %s: %#v became %#v, %v", result, encodingNames[from], encodingNames[to], v, got, err)
	}
}

// Nothing that a guest leaves in its memory or on the stack makes lifting panic, or take more of the host than its budget.
func FuzzLift(f *testing.F) {
	f.Add([]byte{0, 14, 1, 13, 3, 3}, []byte("\x10\x00\x00\x00\x08\x00\x00\x00some text here and there"), uint64(0), uint64(8))
	f.Add([]byte{1, 15, 14, 2, 19, 16}, []byte{0, 0, 0, 0, 4, 0, 0, 0, 255, 255, 255, 255}, uint64(0), uint64(1))
	f.Add([]byte{2, 15, 15, 15, 13}, make([]byte, 256), uint64(0), uint64(1<<28))
	f.Fuzz(func(t *testing.T, typeBytes, mem []byte, x, y uint64) {
		const budget = 1 << 20
		s := &source{typeBytes}
		enc := encodings[s.n(3)]
		typ := s.typ(4)
		g, to := newGuest(), newGuest()
		g.mem = mem
		spent := errors.New("spent")
		left := uint64(budget)
		side := g.side(enc)
		side.Budget = func(n uint64) error {
			if n > left {
				return spent
			}
			left -= n
			return nil
		}
		_, _ = g.Table.New(fuzzResource, Handle{})
		stack := []uint64{x, y, x ^ y, y >> 1}
		for len(stack) < 20 {
			stack = append(stack, x+uint64(len(stack)))
		}
		v, err := side.LiftResult(typ, stack)
		if err != nil {
			if _, ok := err.(*Violation); !ok && err != spent {
				t.Errorf("an error of another kind: %v", err)
			}
		} else if out, err := to.side(enc).LowerParams(ctx, params(typ), []Value{v}, nil); err != nil {
			t.Errorf("%s: what was lifted cannot be lowered: %v", typ, err)
		} else if again, err := to.side(enc).LiftParams(params(typ), out); err != nil || !same(v, again[0]) {
			t.Errorf("%s: %#v became %#v, %v", typ, v, again, err)
		}

		// Passing sees the same rules, and ends the same way.
		g.Table = NewTable(0)
		_, _ = g.Table.New(fuzzResource, Handle{})
		passed := PassResult(ctx, &Side{Encoding: enc, Memory: g, Handles: g}, limited(newGuest()), typ, &types.Func{Result: typ}, stack, []uint64{0x100})
		var lifted *Violation
		if errors.As(err, &lifted) && lifted.Rule != RuleListLength {
			if passed == nil {
				t.Errorf("%s: lifting broke %q, but passing worked", typ, lifted.Rule)
			}
		}
	})
}

// limited is the side of a guest that refuses to grow beyond four mebibytes.
func limited(g *guest) *Side {
	s := g.side(UTF16)
	s.Realloc = func(c context.Context, old, oldSize, align, size uint32) (uint32, error) {
		if uint64(g.next)+uint64(size) > 4<<20 {
			return 0xffffffff &^ (align - 1), nil
		}
		return g.realloc(c, old, oldSize, align, size)
	}
	return s
}

// The round trip over many random types, without a fuzzer.
func TestRoundTrips(t *testing.T) {
	seed := uint64(1)
	b := make([]byte, 600)
	for range 3000 {
		for i := range b {
			seed = seed*6364136223846793005 + 1442695040888963407
			b[i] = byte(seed >> 56)
		}
		roundTrip(t, &source{b})
		if t.Failed() {
			return
		}
	}
}

// isScalar says whether a value of the kind is one number, handles left out.
func isScalar(k types.Kind) bool {
	return k >= types.Bool && k <= types.Char || k == types.Enum || k == types.Flags
}
