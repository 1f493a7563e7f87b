package abi

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"openidea-plugin/component/types"
)

// Mistakes that others made in lifting and lowering, each by the name under which it was reported.

// A discriminant is as wide as the number of cases needs and no wider: 256 cases still fit a byte, 65,536 two.
func TestMistakeEnumsOfExactly256And65536Cases(t *testing.T) { // wasmtime#12066, wasmtime#12140
	for _, c := range []struct {
		cases int
		mem   string
	}{
		{256, "ff"}, {257, "0001"}, {65536, "ffff"}, {65537, "00000100"},
	} {
		enum := types.NewEnum(labels(c.cases))
		v := make([]*types.Type, c.cases)
		for i := range v {
			if i == c.cases-1 {
				v[i] = tU8
			}
		}
		checkMemory(t, enum, Enum(c.cases-1), unhex(c.mem))
		checkMemory(t, variant(v...), Variant{Case: uint32(c.cases - 1), Value: uint8(9)}, append(unhex(c.mem), 9))
	}
}

func TestMistakeDiscriminantEqualToTheCaseCount(t *testing.T) { // wasmtime#12354
	for _, c := range []struct {
		t *types.Type
		n uint64
	}{{types.NewEnum(labels(256)), 256}, {types.NewEnum(labels(65536)), 65536}, {option(tU8), 2}, {variant(nil), 1}} {
		if _, err := newGuest().side(UTF8).LiftParams(params(c.t), []uint64{c.n, 0}[:len(c.t.Layout.Flat)]); rule(t, err) != RuleDiscriminant {
			t.Error(err)
		}
	}
	g := newGuest()
	g.at(0x20, 3)
	if _, err := g.side(UTF8).LiftParams(params(list(types.NewEnum(labels(3)))), []uint64{0x20, 1}); rule(t, err) != RuleDiscriminant {
		t.Error(err)
	}
}

// A 32-bit payload in a 64-bit slot: whatever the guest leaves in the upper half means nothing, and we leave zeros.
func TestMistakePaddingOfA64BitSlot(t *testing.T) { // wasmtime#4723
	typ := variant(tU64, tU32, tF32, types.NewFlags(labels(4)), tBool, tChar)
	s := newGuest().side(UTF8)
	for _, c := range []struct {
		slot uint64
		v    Variant
		low  uint64
	}{
		{0xffffffff_00000007, Variant{1, uint32(7)}, 7},
		{0xffffffff_3f800000, Variant{2, float32(1)}, 0x3f800000},
		{0xffffffff_fffffff1, Variant{3, Flags(1)}, 1},
		{0xffffffff_00000000, Variant{4, false}, 0},
		{0xffffffff_00000061, Variant{5, Char('a')}, 'a'},
	} {
		if got, err := s.LiftParams(params(typ), []uint64{uint64(c.v.Case), c.slot}); err != nil || got[0] != c.v {
			t.Errorf("lifted %v, %v; want %v", got, err, c.v)
		}
		if out, err := s.LowerParams(ctx, params(typ), []Value{c.v}, nil); err != nil || out[1] != c.low {
			t.Errorf("lowered %#x, %v; want %#x", out, err, c.low)
		}
	}
}

func TestMistakeSizeOfAVariantIsRoundedUp(t *testing.T) { // wasm-tools#948
	typ := variant(tF64, tuple(tF32, tF32, tF32))
	if typ.Layout.Size != 24 {
		t.Errorf("the size is %d, want 24", typ.Layout.Size)
	}
	checkBytes(t, newGuest(), typ, Variant{Case: 1, Value: Tuple{float32(1), float32(2), float32(-1)}},
		"01cccccccccccccc 0000803f00000040 000080bfcccccccc")
}

func TestMistakeRecordsBeforeAByteAndARecord(t *testing.T) { // wit-bindgen#1134
	rec := record(tString, tU8, tU64)
	v := func(s string) Record { return Record{s, uint8(len(s)), uint64(1) << 40} }
	ps := params(rec, rec, tU8, rec)
	args := []Value{v("a"), v("bb"), uint8(9), v("ccc")}
	g := newGuest()
	out, err := g.side(UTF8).LowerParams(ctx, ps, args, nil)
	if err != nil || len(out) != 13 || out[8] != 9 {
		t.Fatalf("%#x, %v", out, err)
	}
	if back, err := g.side(UTF8).LiftParams(ps, out); err != nil || !reflect.DeepEqual(back, args) {
		t.Errorf("lifted %v, %v", back, err)
	}
}

func TestMistakeF32InsideAVariant(t *testing.T) { // jco#1624
	s := newGuest().side(UTF8)
	for _, c := range []struct {
		t    *types.Type
		v    Value
		flat []uint64
	}{
		{variant(tF32, tF64), Variant{0, float32(2)}, []uint64{0, 0x40000000}},
		{variant(tF32, tS32), Variant{0, float32(-2)}, []uint64{0, 0xc0000000}},
		{option(tF32), Option{true, float32(2)}, []uint64{1, 0x40000000}},
		{variant(tuple(tF32, tF64), tuple(tU64, tF32)), Variant{1, Tuple{uint64(1) << 63, float32(2)}}, []uint64{1, 1 << 63, 0x40000000}},
	} {
		out, err := s.LowerParams(ctx, params(c.t), []Value{c.v}, nil)
		if err != nil || !reflect.DeepEqual(out, c.flat) {
			t.Errorf("%s: %#x, %v; want %#x", c.t, out, err, c.flat)
		}
		if back, err := s.LiftParams(params(c.t), out); err != nil || !reflect.DeepEqual(back[0], c.v) {
			t.Errorf("%s: lifted %v, %v", c.t, back, err)
		}
	}
}

// An inner discriminant shares its slot with other payloads, and may be cut out of 64 bits.
func TestMistakeNestedDiscriminants(t *testing.T) { // component-model#450
	typ := variant(tU64, resultType(tU8, option(tF32)), nil)
	g := newGuest()
	for _, c := range []struct {
		v    Variant
		flat []uint64
	}{
		{Variant{0, uint64(1) << 63}, []uint64{0, 1 << 63, 0, 0}},
		{Variant{1, Result{false, uint8(7)}}, []uint64{1, 0, 7, 0}},
		{Variant{1, Result{true, Option{true, float32(1)}}}, []uint64{1, 1, 1, 0x3f800000}},
		{Variant{2, nil}, []uint64{2, 0, 0, 0}},
	} {
		out, err := g.side(UTF8).LowerParams(ctx, params(typ), []Value{c.v}, nil)
		if err != nil || !reflect.DeepEqual(out, c.flat) {
			t.Errorf("%#x, %v; want %#x", out, err, c.flat)
		}
		out[1] |= 0xdead << 48 // beyond 32 bits
		if c.v.Case == 1 {
			if back, err := g.side(UTF8).LiftParams(params(typ), out); err != nil || !reflect.DeepEqual(back[0], c.v) {
				t.Errorf("lifted %v, %v", back, err)
			}
		}
	}
}

func TestMistakeFlagsWithMoreThanEightLabels(t *testing.T) { // jco#1834
	for _, c := range []struct {
		n   int
		v   Flags
		mem string
	}{
		{8, 0x81, "81"}, {9, 0x101, "0101"}, {16, 0x8001, "0180"}, {17, 0x10001, "01000100"}, {32, 0x80000001, "01000080"},
	} {
		checkMemory(t, types.NewFlags(labels(c.n)), c.v, unhex(c.mem))
	}
}

func TestMistakeExtraFlagBits(t *testing.T) { // wasmtime#13015
	flags := types.NewFlags(labels(9))
	g, to := newGuest(), newGuest()
	g.at(0x20, 0xff, 0xff)
	if v, err := g.side(UTF8).LiftParams(params(list(flags)), []uint64{0x20, 1}); err != nil || !reflect.DeepEqual(v[0], List{Flags(0x1ff)}) {
		t.Error(v, err)
	}
	out, err := PassParams(ctx, g.side(UTF8), to.side(UTF8), params(list(flags)), params(list(flags)), []uint64{0x20, 1}, nil)
	if err != nil || !bytes.Equal(to.mem[out[0]:out[0]+2], []byte{0xff, 1}) {
		t.Error(out, err)
	}
	if out, err := PassParams(ctx, g.side(UTF8), to.side(UTF8), params(flags), params(flags), []uint64{0xffffffff}, nil); err != nil || out[0] != 0x1ff {
		t.Error(out, err)
	}
}

// A small integer in memory takes its own size; what lies behind it stays.
func TestMistake8BitStoresThatWrite32Bits(t *testing.T) { // jco d096a5a0
	checkBytes(t, newGuest(), tuple(tS8, tS8), Tuple{int8(-1), int8(-2)}, "fffe")
	checkBytes(t, newGuest(), tuple(tBool, tU16), Tuple{true, uint16(1)}, "01cc0100")
	checkBytes(t, newGuest(), option(tS8), Option{true, int8(-1)}, "01ff")
	g := newGuest()
	for i := range g.mem {
		g.mem[i] = 0xcc
	}
	if err := g.side(UTF8).LowerResult(ctx, &types.Func{Result: tuple(tU8, tU8)}, Tuple{uint8(1), uint8(2)}, []uint64{0x40}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(g.mem[0x3f:0x43], unhex("cc0102cc")) {
		t.Errorf("% x", g.mem[0x3f:0x43])
	}
}

func TestMistakeAFieldAfterAListInARecord(t *testing.T) { // jco#1585
	typ := record(list(tU8), tU8, tString, tU64)
	v := Record{[]byte{1, 2, 3}, uint8(4), "five", uint64(6)}
	g := newGuest()
	out, err := g.side(UTF8).LowerParams(ctx, params(list(typ)), []Value{List{v, v}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := g.side(UTF8).LiftParams(params(list(typ)), out); err != nil || !reflect.DeepEqual(back[0], List{v, v}) {
		t.Errorf("lifted %v, %v", back, err)
	}
}

// A length counts bytes in UTF-8 and code units in UTF-16, never characters, and never twice.
func TestMistakeLengthsOfStrings(t *testing.T) { // jco#1838, jco#1840
	for _, c := range []struct {
		enc Encoding
		n   uint64
	}{{UTF8, 10}, {UTF16, 5}, {Latin1UTF16, utf16Tag | 5}} {
		if out, err := newGuest().side(c.enc).LowerParams(ctx, params(tString), []Value{"aé☃🍰"}, nil); err != nil || out[1] != c.n {
			t.Errorf("%s: the length is %#x, %v; want %#x", encodingNames[c.enc], out, err, c.n)
		}
	}
}

// The longest string is allowed, one byte more is not.
func TestMistakeMaximalStringLengthOffByOne(t *testing.T) { // wasmtime#12886
	g := newGuest()
	g.mem = make([]byte, MaxByteLength+2)
	for _, c := range []struct {
		enc  Encoding
		n    uint64
		fits bool
	}{
		{UTF8, MaxByteLength, true}, {UTF8, MaxByteLength + 1, false},
		{UTF16, MaxByteLength / 2, true}, {UTF16, MaxByteLength/2 + 1, false},
		{Latin1UTF16, MaxByteLength, true}, {Latin1UTF16, MaxByteLength + 1, false},
		{Latin1UTF16, utf16Tag | MaxByteLength/2, true}, {Latin1UTF16, utf16Tag | (MaxByteLength/2 + 1), false},
	} {
		_, err := g.side(c.enc).locate(g.mem, 0, uint32(c.n))
		if fits := err == nil; fits != c.fits {
			t.Errorf("%s, length %#x: %v", encodingNames[c.enc], c.n, err)
		}
	}
}

// Widening to UTF-16 takes its bounds from the new block, not from the one before.
func TestMistakeBoundsOfUTF16ToCompact(t *testing.T) { // wasmtime#13016
	g, to := newGuest(), newGuest()
	b, n := encode(strings.Repeat("a", 99)+"☃", UTF16, false)
	g.at(0x100, b...)
	to.answer = func(_, _ uint32) uint32 { return 1<<16 - 100 } // room for the 100 bytes of Latin-1, not for the 200 of UTF-16
	_, err := PassParams(ctx, g.side(UTF16), to.side(Latin1UTF16), params(tString), params(tString), []uint64{0x100, uint64(n)}, nil)
	if rule(t, err) != RuleReallocBounds {
		t.Error(err)
	}
}

// An own handle goes out only from an own, and the borrow stays where it is.
func TestMistakeOwnLiftedFromABorrow(t *testing.T) { // component-model#214
	r := &types.Resource{}
	g := newGuest()
	idx, _ := g.Table.NewBorrow(r, Handle{}, &g.scope)
	if _, err := g.side(UTF8).LiftParams(params(types.NewOwn(r)), []uint64{uint64(idx)}); rule(t, err) != RuleHandleNotOwn || g.Table.Len() != 1 {
		t.Error(err)
	}
}

func TestMistakeStaleHandleAccepted(t *testing.T) { // jco#1867, jco#1871
	r := &types.Resource{}
	g := newGuest()
	idx, _ := g.Table.New(r, Handle{})
	stack := []uint64{uint64(idx)}
	if _, err := g.side(UTF8).LiftParams(params(types.NewOwn(r)), stack); err != nil {
		t.Fatal(err)
	}
	for _, typ := range []*types.Type{types.NewOwn(r), types.NewBorrow(r)} {
		if _, err := g.side(UTF8).LiftParams(params(typ), stack); rule(t, err) != RuleHandleUnknown {
			t.Error(err)
		}
	}
}

func TestMistakeTupleOfTwo64BitResultsSplit(t *testing.T) { // wippyai/runtime#368
	typ := tuple(tU64, tU64)
	g := newGuest()
	f := &types.Func{Result: typ}
	stack := []uint64{0x40}
	if err := g.side(UTF8).LowerResult(ctx, f, Tuple{uint64(1), uint64(2)}, stack); err != nil {
		t.Fatal(err)
	}
	if v, err := g.side(UTF8).LiftResult(typ, stack); err != nil || !reflect.DeepEqual(v, Tuple{uint64(1), uint64(2)}) {
		t.Error(v, err)
	}
}

// A guest cannot make the host take much memory with little of its own.
func TestMistakeGuestExhaustsHostMemory(t *testing.T) { // wasmtime#12652
	typ := list(list(tuple(tU8)))
	g := newGuest()
	for i := 0; i < 8000; i++ { // each of the 8,000 inner lists is the same 60,000 bytes
		g.at(uint32(i*8), 0, 0, 0, 0, 0x60, 0xea, 0, 0)
	}
	s := g.side(UTF8)
	var asked uint64
	tooMuch := badValue("too much")
	s.Budget = func(n uint64) error {
		if asked += n; asked > 16<<20 {
			return tooMuch
		}
		return nil
	}
	if _, err := s.LiftParams(params(typ), []uint64{0, 8000}); err != error(tooMuch) {
		t.Errorf("asked for %d: %v", asked, err)
	}
	if asked > 64<<20 {
		t.Errorf("asked for %d bytes before it stopped", asked)
	}
	tab := NewTable(100000)
	for range 100000 {
		if _, err := tab.New("r", Handle{}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := tab.New("r", Handle{}); rule(t, err) != RuleHandleLimit {
		t.Error(err)
	}
}
