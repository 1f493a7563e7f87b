package abi

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"
	"testing"

	"openidea-plugin/component/types"
)

// Compound values without pointers: the core values and the bytes that the specification gives them. "cc" bytes are padding, which is not written.
func TestCompound(t *testing.T) {
	res := &types.Resource{Name: "r"}
	for _, c := range []struct {
		name  string
		t     *types.Type
		value Value
		flat  []uint64
		mem   string
	}{
		{"record", record(tU8, tU32, tU16), Record{uint8(1), uint32(2), uint16(3)},
			[]uint64{1, 2, 3}, "01cccccc 02000000 0300cccc"},
		{"tuple", tuple(tU8, tU64), Tuple{uint8(1), uint64(2)},
			[]uint64{1, 2}, "01cccccccccccccc 0200000000000000"},
		{"nested records", record(record(tU8, tU16), tU8), Record{Record{uint8(1), uint16(2)}, uint8(3)},
			[]uint64{1, 2, 3}, "01cc0200 03cc"},
		{"option none", option(tU32), Option{}, []uint64{0, 0}, "00cccccc cccccccc"},
		{"option some", option(tU32), Option{Some: true, Value: uint32(7)}, []uint64{1, 7}, "01cccccc 07000000"},
		{"option of option", option(option(tU8)), Option{Some: true, Value: Option{}}, []uint64{1, 0, 0}, "0100cc"},
		{"result ok", resultType(tU8, tU64), Result{Value: uint8(9)}, []uint64{0, 9}, "00cccccccccccccc 09cccccccccccccc"},
		{"result err", resultType(nil, tU64), Result{Err: true, Value: uint64(9)}, []uint64{1, 9}, "01cccccccccccccc 0900000000000000"},
		{"empty result", resultType(nil, nil), Result{Err: true}, []uint64{1}, "01"},
		{"variant without payload", variant(tU64, nil), Variant{Case: 1}, []uint64{1, 0}, "01cccccccccccccc cccccccccccccccc"},
		{"f32 in an i32 slot", variant(tF32, tU32), Variant{Case: 0, Value: float32(1)}, []uint64{0, 0x3f800000}, "00cccccc 0000803f"},
		{"f32 in an i64 slot", variant(tF32, tU64), Variant{Case: 0, Value: float32(-1)}, []uint64{0, 0xbf800000}, "00cccccccccccccc 000080bfcccccccc"},
		{"f64 in an i64 slot", variant(tF64, tU64), Variant{Case: 0, Value: 1.0}, []uint64{0, 0x3ff0000000000000}, "00cccccccccccccc 000000000000f03f"},
		{"negative s8 in an i64 slot", variant(tS8, tU64), Variant{Case: 0, Value: int8(-1)}, []uint64{0, 0xffffffff}, "00cccccccccccccc ffcccccccccccccc"},
		{"short payload, rest zero", variant(tuple(tU8, tF64, tU32), tU8), Variant{Case: 1, Value: uint8(5)}, []uint64{1, 5, 0, 0},
			"01cccccccccccccc 05cccccccccccccc cccccccccccccccc cccccccccccccccc"},
		{"own", types.NewOwn(res), Handle{Rep: 1}, []uint64{1}, "01000000"},
		{"borrow", types.NewBorrow(res), Handle{Rep: 2}, []uint64{1}, "01000000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			handles := c.t.Layout.HasHandles
			g := newGuest()
			s := g.side(UTF8)
			flat, err := s.LowerParams(ctx, params(c.t), []Value{c.value}, nil)
			if err != nil || !reflect.DeepEqual(flat, c.flat) {
				t.Errorf("lowered to the stack: %#x, %v; want %#x", flat, err, c.flat)
			}
			if back, err := s.LiftParams(params(c.t), flat); err != nil || !reflect.DeepEqual(back, []Value{c.value}) {
				t.Errorf("lifted from the stack: %#v, %v", back, err)
			}
			if handles {
				g = newGuest()
			}
			checkBytes(t, g, c.t, c.value, c.mem)
		})
	}
}

// checkBytes lowers a list of the value twice over and compares the bytes of both.
func checkBytes(t *testing.T, g *guest, typ *types.Type, v Value, want string) {
	t.Helper()
	for i := range g.mem {
		g.mem[i] = 0xcc
	}
	s := g.side(UTF8)
	n := 2
	if typ.Layout.HasHandles {
		n = 1
	}
	out, err := s.LowerParams(ctx, params(list(typ)), []Value{List{v, v}[:n]}, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := unhex(want)
	if len(b) != int(typ.Layout.Size) {
		t.Errorf("the size is %d, want %d", typ.Layout.Size, len(b))
	}
	for i := range n {
		at := int(out[0]) + i*len(b)
		if got := g.mem[at : at+len(b)]; !bytes.Equal(got, b) {
			t.Errorf("element %d in memory: % x; want % x", i, got, b)
		}
	}
	if back, err := s.LiftParams(params(list(typ)), out); err != nil || !reflect.DeepEqual(back, []Value{List{v, v}[:n]}) {
		t.Errorf("lifted from memory: %#v, %v", back, err)
	}
}

func unhex(s string) []byte {
	var b []byte
	for i := 0; i < len(s); {
		if s[i] == ' ' {
			i++
			continue
		}
		var c byte
		fmt.Sscanf(s[i:i+2], "%02x", &c)
		b = append(b, c)
		i += 2
	}
	return b
}

func TestListsAndPointers(t *testing.T) {
	g := newGuest()
	s := g.side(UTF8)
	typ := record(tString, list(tU8), list(list(tU16)))
	v := Record{"hé", []byte{1, 2, 3}, List{List{uint16(4)}, List{}}}
	out, err := s.LowerParams(ctx, params(typ), []Value{v}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := []uint64{0x1000, 3, 0x1003, 3, 0x1008, 2}; !reflect.DeepEqual(out, want) {
		t.Errorf("the stack is %#x, want %#x", out, want)
	}
	if got, want := g.calls(), "(0x0, 0, 1, 3) (0x0, 0, 1, 3) (0x0, 0, 4, 16) (0x0, 0, 2, 2) (0x0, 0, 2, 0)"; got != want {
		t.Errorf("realloc was called with %s, want %s", got, want)
	}
	if got, want := g.mem[0x1000:0x101a], unhex("68c3a9 010203 0000 18100000 01000000 1a100000 00000000 0400"); !bytes.Equal(got, want) {
		t.Errorf("in memory: % x; want % x", got, want)
	}
	if back, err := s.LiftParams(params(typ), out); err != nil || !reflect.DeepEqual(back, []Value{v}) {
		t.Errorf("lifted: %#v, %v", back, err)
	}
}

func TestSixteenAndSeventeenParameters(t *testing.T) {
	for _, n := range []int{16, 17} {
		ts, vals := make([]*types.Type, n), make([]Value, n)
		for i := range n {
			ts[i], vals[i] = tU8, Value(uint8(i))
		}
		ts[n-1], vals[n-1] = tU64, Value(uint64(99))
		g := newGuest()
		s := g.side(UTF8)
		stack := make([]uint64, 1, 18) // what was on the stack stays
		stack[0] = 77
		out, err := s.LowerParams(ctx, params(ts...), vals, stack)
		if err != nil || out[0] != 77 {
			t.Fatal(out, err)
		}
		out = out[1:]
		if n == 16 {
			if len(out) != 16 || out[15] != 99 || len(g.log) != 0 {
				t.Errorf("16 parameters: %v, realloc %s", out, g.calls())
			}
		} else {
			if len(out) != 1 || g.calls() != "(0x0, 0, 8, 24)" {
				t.Errorf("17 parameters: %v, realloc %s", out, g.calls())
			}
			if p := out[0]; g.mem[p+15] != 15 || binary.LittleEndian.Uint64(g.mem[p+16:]) != 99 {
				t.Errorf("17 parameters in memory: % x", g.mem[p:p+24])
			}
		}
		if back, err := s.LiftParams(params(ts...), out); err != nil || !reflect.DeepEqual(back, vals) {
			t.Errorf("%d parameters lifted: %v, %v", n, back, err)
		}
	}
}

func TestResults(t *testing.T) {
	many := make([]*types.Type, 20)
	for i := range many {
		many[i] = tU8
	}
	for _, c := range []struct {
		name    string
		params  []*types.Type
		t       *types.Type
		v       Value
		in, out []uint64
		mem     string // at 0x40
	}{
		{"none", nil, nil, nil, []uint64{5}, []uint64{5}, "cc"},
		{"one slot", nil, tS8, int8(-2), []uint64{5, 6}, []uint64{0xfffffffe, 6}, "cc"},
		{"pointer first", nil, tuple(tU8, tU16), Tuple{uint8(1), uint16(2)}, []uint64{0x40}, []uint64{0x40}, "01cc0200cc"},
		{"pointer behind the arguments", []*types.Type{tString, tU64}, tuple(tU8, tU16), Tuple{uint8(1), uint16(2)},
			[]uint64{1, 2, 3, 0x40}, []uint64{1, 2, 3, 0x40}, "01cc0200cc"},
		{"pointer behind the pointer", many, tuple(tU8, tU16), Tuple{uint8(1), uint16(2)}, []uint64{0, 0x40}, []uint64{0, 0x40}, "01cc0200cc"},
		{"a tuple of one", nil, tuple(tU32), Tuple{uint32(3)}, []uint64{9}, []uint64{3}, "cc"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGuest()
			for i := range g.mem {
				g.mem[i] = 0xcc
			}
			s := g.side(UTF8)
			f := &types.Func{Params: params(c.params...), Result: c.t}
			if err := s.LowerResult(ctx, f, c.v, c.in); err != nil || !reflect.DeepEqual(c.in, c.out) {
				t.Errorf("lowered: %v, %v; want %v", c.in, err, c.out)
			}
			want := unhex(c.mem)
			if got := g.mem[0x40 : 0x40+len(want)]; !bytes.Equal(got, want) {
				t.Errorf("in memory: % x; want % x", got, want)
			}
			ret := c.in[:1]
			if len(f.FlatResults()) > 1 {
				ret = []uint64{0x40}
			}
			if v, err := s.LiftResult(c.t, ret); err != nil || !reflect.DeepEqual(v, c.v) {
				t.Errorf("lifted: %#v, %v", v, err)
			}
		})
	}
}
