package abi

import (
	"testing"
	"unsafe"

	"openidea-plugin/component/types"
)

// A host function's wrong value gets a clear error, never a panic.
func TestValueErrors(t *testing.T) {
	res := types.NewOwn(&types.Resource{Name: "file"})
	for _, c := range []struct {
		t    *types.Type
		v    Value
		want string
	}{
		{tString, nil, "result: want string, have no value"},
		{tString, []byte("x"), "result: want string, have list<u8>"},
		{tString, "a\xff", "result: the string is not valid UTF-8 (at byte 1 of 2)"},
		{tBool, 1, "result: want bool, have a Go value that stands for no component type"},
		{tS8, uint8(1), "result: want s8, have u8"},
		{tU8, int8(1), "result: want u8, have s8"},
		{tS16, uint16(1), "result: want s16, have u16"},
		{tU16, int16(1), "result: want u16, have s16"},
		{tS32, Char(1), "result: want s32, have char"},
		{tU32, int32(1), "result: want u32, have s32"},
		{tS64, uint64(1), "result: want s64, have u64"},
		{tU64, int64(1), "result: want u64, have s64"},
		{tF32, 1.0, "result: want f32, have f64"},
		{tF64, float32(1), "result: want f64, have f32"},
		{tChar, uint32('a'), "result: want char, have u32"},
		{tChar, Char(0xd800), "result: 0xd800 is no Unicode scalar value"},
		{tChar, Char(-1), "result: 0xffffffff is no Unicode scalar value"},
		{tChar, Char(0x110000), "result: 0x110000 is no Unicode scalar value"},
		{list(tU8), List{uint8(1)}, "result: want list<u8>, have a list"},
		{list(tU32), []byte{1}, "result: want list<u32>, have list<u8>"},
		{list(tU32), List{uint32(1), "x"}, "result[1]: want u32, have string"},
		{list(tU32), List{nil}, "result[0]: want u32, have no value"},
		{tuple(tU8, tU8), Record{uint8(1), uint8(2)}, "result: want tuple<u8, u8>, have a record"},
		{tuple(tU8, tU8), Tuple{uint8(1)}, "result: want 2 fields, have 1"},
		{tuple(tU8, tU8), Tuple{uint8(1), true}, "result.1: want u8, have bool"},
		{record(tU8), Tuple{uint8(1)}, "result: want record { a: u8 }, have a tuple"},
		{record(tU8, tU16), Record{uint8(1), uint16(1), nil}, "result: want 2 fields, have 3"},
		{variant(nil, tU8), Variant{Case: 2}, "result: the case number is 2, but the variant has 2 cases, numbered from 0"},
		{variant(nil, tU8), Variant{Case: 0, Value: uint8(1)}, "result.a: the case has no value, but there is one"},
		{variant(nil, tU8), Variant{Case: 1}, "result.b: want u8, have no value"},
		{variant(nil, tU8), Enum(1), "result: want variant { a, b(u8) }, have an enum"},
		{types.NewEnum(labels(2)), Enum(2), "result: the case number is 2, but the enum has 2 cases, numbered from 0"},
		{types.NewEnum(labels(2)), Flags(1), "result: want enum { l0, l1 }, have flags"},
		{types.NewFlags(labels(2)), Flags(6), "result: the bits 0x4 are set, but the flags have 2 labels"},
		{types.NewFlags(labels(2)), Handle{}, "result: want flags { l0, l1 }, have a handle"},
		{option(tU8), uint8(1), "result: want option<u8>, have u8"},
		{option(tU8), Result{}, "result: want option<u8>, have a result"},
		{option(tU8), Option{Value: uint8(1)}, "result: the option is none, but has a value"},
		{option(tU8), Option{Some: true}, "result.some: want u8, have no value"},
		{resultType(tU8, nil), Result{Err: true, Value: uint8(1)}, "result.err: the case has no value, but there is one"},
		{resultType(tU8, nil), Option{}, "result: want result<u8>, have an option"},
		{resultType(tU8, nil), Variant{}, "result: want result<u8>, have a variant"},
		{res, uint32(1), "result: want own<file>, have u32"},
		{resultType(types.NewRecord([]types.Field{{Name: "matches", Type: list(types.NewRecord([]types.Field{{Name: "path", Type: tString}}))}}), nil),
			Result{Value: Record{List{Record{""}, Record{""}, Record{""}, Record{uint32(1)}}}},
			"result.ok.matches[3].path: want string, have u32"},
	} {
		g := newGuest()
		f := &types.Func{Result: c.t}
		err := g.side(UTF8).LowerResult(ctx, f, c.v, []uint64{0x40})
		if _, ok := err.(*ValueError); !ok || err.Error() != c.want {
			t.Errorf("%s from %#v: %v, want %s", c.t, c.v, err, c.want)
		}
	}
}

func TestArgumentErrors(t *testing.T) {
	s := newGuest().side(UTF8)
	ps := []types.Field{{Name: "query", Type: tString}, {Type: tU8}}
	for _, c := range []struct {
		args []Value
		want string
	}{
		{[]Value{"x"}, "want 2 arguments, have 1"},
		{[]Value{1, uint8(1)}, "argument query: want string, have a Go value that stands for no component type"},
		{[]Value{"x", "y"}, "argument 2: want u8, have string"},
	} {
		if _, err := s.LowerParams(ctx, ps, c.args, nil); err == nil || err.Error() != c.want {
			t.Errorf("%v: %v, want %s", c.args, err, c.want)
		}
	}
	if err := s.LowerResult(ctx, &types.Func{}, "x", nil); err == nil || err.Error() != "result: the function has no result, but there is a value" {
		t.Error(err)
	}
}

func TestTooLongValues(t *testing.T) {
	s := newGuest().side(UTF8)
	zeros := make([]byte, MaxByteLength+1)
	long := unsafe.String(&zeros[0], len(zeros))
	if _, err := s.LowerParams(ctx, params(tString), []Value{long}, nil); err == nil || err.Error() != "argument a: the string has 268435456 bytes, but may have at most 268435455" {
		t.Error(err)
	}
	if _, err := s.LowerParams(ctx, params(list(tU8)), []Value{zeros}, nil); err == nil || err.Error() != "argument a: the list takes 268435456 bytes, but may take at most 268435455" {
		t.Error(err)
	}
}
