package abi

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"testing"

	"openidea-plugin/component/types"
)

// Each scalar on the core stack and in memory: what the guest may give (in), what it means, and what lowering it gives back.
func TestScalars(t *testing.T) {
	f32 := func(f float32) uint64 { return uint64(math.Float32bits(f)) }
	for _, c := range []struct {
		t     *types.Type
		slot  uint64 // as the guest gives it
		value Value
		lower uint64 // as the host gives it
		mem   []byte
	}{
		{tBool, 0, false, 0, []byte{0}},
		{tBool, 1, true, 1, []byte{1}},
		{tBool, 2, true, 1, []byte{1}},
		{tBool, 0x100, true, 1, []byte{1}},
		{tBool, 0x1_0000_0000, false, 0, []byte{0}},
		{tS8, 0x7f, int8(127), 0x7f, []byte{0x7f}},
		{tS8, 0x80, int8(-128), 0xffffff80, []byte{0x80}},
		{tS8, 0xffffffff, int8(-1), 0xffffffff, []byte{0xff}},
		{tS8, 0x12345601, int8(1), 1, []byte{1}},
		{tU8, 0x1ff, uint8(255), 0xff, []byte{0xff}},
		{tS16, 0x8000, int16(-32768), 0xffff8000, []byte{0, 0x80}},
		{tS16, 0xdead7fff, int16(32767), 0x7fff, []byte{0xff, 0x7f}},
		{tU16, 0x1ffff, uint16(65535), 0xffff, []byte{0xff, 0xff}},
		{tS32, 0xffffffff, int32(-1), 0xffffffff, []byte{0xff, 0xff, 0xff, 0xff}},
		{tS32, 0xffffffff_80000000, int32(math.MinInt32), 0x80000000, []byte{0, 0, 0, 0x80}},
		{tU32, 0xffffffff_00000001, uint32(1), 1, []byte{1, 0, 0, 0}},
		{tU32, 0xffffffff, uint32(math.MaxUint32), 0xffffffff, []byte{0xff, 0xff, 0xff, 0xff}},
		{tS64, 1 << 63, int64(math.MinInt64), 1 << 63, []byte{0, 0, 0, 0, 0, 0, 0, 0x80}},
		{tU64, math.MaxUint64, uint64(math.MaxUint64), math.MaxUint64, bytes.Repeat([]byte{0xff}, 8)},
		{tF32, f32(1.5), float32(1.5), f32(1.5), []byte{0, 0, 0xc0, 0x3f}},
		{tF32, 0xdead_0000_0000 | f32(-2), float32(-2), f32(-2), []byte{0, 0, 0, 0xc0}},
		{tF32, f32(float32(math.Inf(-1))), float32(math.Inf(-1)), 0xff800000, []byte{0, 0, 0x80, 0xff}},
		{tF64, math.Float64bits(-0.5), -0.5, math.Float64bits(-0.5), []byte{0, 0, 0, 0, 0, 0, 0xe0, 0xbf}},
		{tChar, 'a', Char('a'), 'a', []byte{'a', 0, 0, 0}},
		{tChar, 0xd7ff, Char(0xd7ff), 0xd7ff, []byte{0xff, 0xd7, 0, 0}},
		{tChar, 0xe000, Char(0xe000), 0xe000, []byte{0, 0xe0, 0, 0}},
		{tChar, 0x10ffff, Char(0x10ffff), 0x10ffff, []byte{0xff, 0xff, 0x10, 0}},
		{types.NewEnum(labels(3)), 2, Enum(2), 2, []byte{2}},
		{types.NewEnum(labels(257)), 256, Enum(256), 256, []byte{0, 1}},
		{types.NewFlags(labels(3)), 0xfffffffd, Flags(5), 5, []byte{5}},
		{types.NewFlags(labels(9)), 0x1ff, Flags(0x1ff), 0x1ff, []byte{0xff, 1}},
		{types.NewFlags(labels(17)), 0x10000, Flags(0x10000), 0x10000, []byte{0, 0, 1, 0}},
		{types.NewFlags(labels(32)), 0xffffffff, Flags(0xffffffff), 0xffffffff, []byte{0xff, 0xff, 0xff, 0xff}},
	} {
		t.Run(fmt.Sprintf("%s %#x", c.t.Kind, c.slot), func(t *testing.T) {
			s := newGuest().side(UTF8)
			if v, err := s.LiftResult(c.t, []uint64{c.slot}); err != nil || v != c.value {
				t.Errorf("lifted from the stack: %#v, %v; want %#v", v, err, c.value)
			}
			if out, err := s.LowerParams(ctx, params(c.t), []Value{c.value}, nil); err != nil || !reflect.DeepEqual(out, []uint64{c.lower}) {
				t.Errorf("lowered to the stack: %#x, %v; want %#x", out, err, c.lower)
			}
			checkMemory(t, c.t, c.value, c.mem)
		})
	}
}

// checkMemory checks the bytes of a value in memory, as a one-element list has them, and that nothing beside them is written.
func checkMemory(t *testing.T, typ *types.Type, v Value, want []byte) {
	t.Helper()
	if typ.Kind == types.U8 {
		return // a list of these is a []byte, which has a test of its own
	}
	g := newGuest()
	for i := range g.mem {
		g.mem[i] = 0xcc
	}
	out, err := g.side(UTF8).LowerParams(ctx, params(list(typ)), []Value{List{v}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ptr := out[0]
	if got := g.mem[ptr : int(ptr)+len(want)]; !bytes.Equal(got, want) {
		t.Errorf("in memory: % x; want % x", got, want)
	}
	if g.mem[ptr-1] != 0xcc || g.mem[int(ptr)+int(typ.Layout.Size)] != 0xcc {
		t.Error("bytes beside the value were written")
	}
	back, err := g.side(UTF8).LiftParams(params(list(typ)), out)
	if err != nil || !reflect.DeepEqual(back, []Value{List{v}}) {
		t.Errorf("lifted from memory: %#v, %v", back, err)
	}
}

func TestNaNIsCanonical(t *testing.T) {
	g := newGuest()
	s := g.side(UTF8)
	for _, bits := range []uint64{0x7fc00000, 0xffc00000, 0x7f800001, 0xffffffff} {
		v, err := s.LiftResult(tF32, []uint64{bits})
		if err != nil || math.Float32bits(v.(float32)) != 0x7fc00000 {
			t.Errorf("f32 %#x: %#x, %v", bits, math.Float32bits(v.(float32)), err)
		}
		out, err := s.LowerParams(ctx, params(tF32), []Value{math.Float32frombits(uint32(bits))}, nil)
		if err != nil || out[0] != 0x7fc00000 {
			t.Errorf("f32 %#x lowered: %#x, %v", bits, out, err)
		}
	}
	for _, bits := range []uint64{0x7ff8000000000000, 0xfff0000000000001, 0x7ff0000000000001, math.MaxUint64} {
		v, err := s.LiftResult(tF64, []uint64{bits})
		if err != nil || math.Float64bits(v.(float64)) != 0x7ff8000000000000 {
			t.Errorf("f64 %#x: %v, %v", bits, v, err)
		}
		out, err := s.LowerParams(ctx, params(tF64), []Value{math.Float64frombits(bits)}, nil)
		if err != nil || out[0] != 0x7ff8000000000000 {
			t.Errorf("f64 %#x lowered: %#x, %v", bits, out, err)
		}
	}
}
