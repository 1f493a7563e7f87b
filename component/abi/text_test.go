package abi

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"

	"openidea-plugin/component/types"
)

// encode gives a string as a guest of the encoding may hold it; latin1 chooses the shorter form of latin1+utf16.
func encode(s string, enc Encoding, latin1 bool) (b []byte, n uint32) {
	if enc == UTF8 {
		return []byte(s), uint32(len(s))
	}
	if latin1 {
		for _, r := range s {
			b = append(b, byte(r))
		}
		return b, uint32(len(b))
	}
	units := utf16.Encode([]rune(s))
	for _, u := range units {
		b = append(b, byte(u), byte(u>>8))
	}
	n = uint32(len(units))
	if enc == Latin1UTF16 {
		n |= utf16Tag
	}
	return b, n
}

func isLatin1(s string) bool {
	for _, r := range s {
		if r > 0xff {
			return false
		}
	}
	return true
}

// The realloc protocol, step by step, for a host's string: the arguments of each call, and what comes out.
func TestLowerString(t *testing.T) {
	for _, c := range []struct {
		enc   Encoding
		s     string
		calls string
		n     uint32
		bytes string
	}{
		{UTF8, "", "(0x0, 0, 1, 0)", 0, ""},
		{UTF8, "aé☃🍰", "(0x0, 0, 1, 10)", 10, "61 c3a9 e29883 f09f8db0"},
		{UTF16, "", "(0x0, 0, 2, 0)", 0, ""},
		{UTF16, "ab", "(0x0, 0, 2, 4)", 2, "6100 6200"},
		{UTF16, "é", "(0x0, 0, 2, 4) (0x1000, 4, 2, 2)", 1, "e900"},
		{UTF16, "aé☃🍰", "(0x0, 0, 2, 20) (0x1000, 20, 2, 10)", 5, "6100 e900 0326 3cd8 70df"},
		{Latin1UTF16, "", "(0x0, 0, 2, 0)", 0, ""},
		{Latin1UTF16, "ab", "(0x0, 0, 2, 2)", 2, "6162"},
		{Latin1UTF16, "aé", "(0x0, 0, 2, 3) (0x1000, 3, 2, 2)", 2, "61e9"},
		{Latin1UTF16, "\u0100", "(0x0, 0, 2, 2) (0x1000, 2, 2, 4) (0x1002, 4, 2, 2)", utf16Tag | 1, "0001"},
		{Latin1UTF16, "aé☃🍰", "(0x0, 0, 2, 10) (0x1000, 10, 2, 20) (0x100a, 20, 2, 10)", utf16Tag | 5, "6100 e900 0326 3cd8 70df"},
		{Latin1UTF16, "ÿÿ\U0001F370", "(0x0, 0, 2, 8) (0x1000, 8, 2, 16) (0x1008, 16, 2, 8)", utf16Tag | 4, "ff00 ff00 3cd8 70df"},
	} {
		t.Run(fmt.Sprintf("%s %q", encodingNames[c.enc], c.s), func(t *testing.T) {
			g := newGuest()
			s := g.side(c.enc)
			out, err := s.LowerParams(ctx, params(tString), []Value{c.s}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if g.calls() != c.calls {
				t.Errorf("realloc was called with %s, want %s", g.calls(), c.calls)
			}
			if uint32(out[1]) != c.n {
				t.Errorf("the length is %#x, want %#x", out[1], c.n)
			}
			want := unhex(c.bytes)
			if got := g.mem[out[0] : int(out[0])+len(want)]; !bytes.Equal(got, want) {
				t.Errorf("in memory: % x; want % x", got, want)
			}
			if back, err := s.LiftParams(params(tString), out); err != nil || back[0] != c.s {
				t.Errorf("lifted: %q, %v", back, err)
			}
		})
	}
}

// The same between components, for each pair of encodings. Latin-1 stands for an untagged string of a latin1+utf16 side.
func TestPassString(t *testing.T) {
	const (
		u8, u16, compact = UTF8, UTF16, Latin1UTF16
		ascii, latin     = "ab", "aé"
		wide             = "aé☃"
	)
	for _, c := range []struct {
		from   Encoding
		latin1 bool
		to     Encoding
		s      string
		calls  string
	}{
		{u8, false, u8, wide, "(0x0, 0, 1, 6)"},
		{u8, false, u16, ascii, "(0x0, 0, 2, 4)"},
		{u8, false, u16, wide, "(0x0, 0, 2, 12) (0x1000, 12, 2, 6)"},
		{u8, false, compact, latin, "(0x0, 0, 2, 3) (0x1000, 3, 2, 2)"},
		{u8, false, compact, wide, "(0x0, 0, 2, 6) (0x1000, 6, 2, 12) (0x1006, 12, 2, 6)"},
		{u16, false, u8, ascii, "(0x0, 0, 1, 2)"},
		{u16, false, u8, wide, "(0x0, 0, 1, 3) (0x1000, 3, 1, 9) (0x1003, 9, 1, 6)"},
		{u16, false, u8, "☃☃", "(0x0, 0, 1, 2) (0x1000, 2, 1, 6)"},
		{u16, false, u16, wide, "(0x0, 0, 2, 6)"},
		{u16, false, compact, latin, "(0x0, 0, 2, 2)"},
		{u16, false, compact, wide, "(0x0, 0, 2, 3) (0x1000, 3, 2, 6)"},
		{compact, true, u8, ascii, "(0x0, 0, 1, 2)"},
		{compact, true, u8, latin, "(0x0, 0, 1, 2) (0x1000, 2, 1, 4) (0x1002, 4, 1, 3)"},
		{compact, true, u16, latin, "(0x0, 0, 2, 4)"},
		{compact, true, compact, latin, "(0x0, 0, 2, 2)"},
		{compact, false, u8, wide, "(0x0, 0, 1, 3) (0x1000, 3, 1, 9) (0x1003, 9, 1, 6)"},
		{compact, false, u16, wide, "(0x0, 0, 2, 6)"},
		{compact, false, compact, latin, "(0x0, 0, 2, 4) (0x1000, 4, 2, 2)"},
		{compact, false, compact, wide, "(0x0, 0, 2, 6)"},
		{compact, false, compact, "", "(0x0, 0, 2, 0) (0x1000, 0, 2, 0)"},
		{compact, true, compact, "", "(0x0, 0, 2, 0)"},
	} {
		t.Run(fmt.Sprintf("%s to %s %q", encodingNames[c.from], encodingNames[c.to], c.s), func(t *testing.T) {
			src, dst := newGuest(), newGuest()
			b, n := encode(c.s, c.from, c.latin1)
			src.at(0x20, b...)
			f := &types.Func{Params: params(tString), Result: tString}
			out, err := PassParams(ctx, src.side(c.from), dst.side(c.to), f.Params, f.Params, []uint64{0x20, uint64(n)}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if dst.calls() != c.calls {
				t.Errorf("realloc was called with %s, want %s", dst.calls(), c.calls)
			}
			if back, err := dst.side(c.to).LiftParams(f.Params, out); err != nil || back[0] != c.s {
				t.Errorf("arrived: %q, %v", back, err)
			}
			wantBytes, wantN := encode(c.s, c.to, c.to == compact && isLatin1(c.s))
			if uint32(out[1]) != wantN || !bytes.Equal(dst.mem[out[0]:int(out[0])+len(wantBytes)], wantBytes) {
				t.Errorf("arrived with length %#x, want %#x; or with other bytes", out[1], wantN)
			}
		})
	}
}

// Long strings of every mixture arrive as they are, between all encodings and the host.
func TestLongStrings(t *testing.T) {
	for _, s := range []string{
		strings.Repeat("x", 100000), strings.Repeat("é", 50000), strings.Repeat("x", 5000) + strings.Repeat("☃", 30000),
		strings.Repeat("aé☃🍰", 9999), strings.Repeat("x", 70000) + "🍰",
	} {
		for _, from := range encodings {
			for _, to := range encodings {
				src, dst := newGuest(), newGuest()
				out, err := src.side(from).LowerParams(ctx, params(tString), []Value{s}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if out, err = PassParams(ctx, src.side(from), dst.side(to), params(tString), params(tString), out, nil); err != nil {
					t.Fatal(err)
				}
				if back, err := dst.side(to).LiftParams(params(tString), out); err != nil || back[0] != s {
					t.Errorf("%s to %s: %.20q did not arrive: %v", encodingNames[from], encodingNames[to], s, err)
				}
			}
		}
	}
}

// A result string too, with the return pointer of the caller.
func TestPassResult(t *testing.T) {
	src, dst := newGuest(), newGuest()
	typ := resultType(record(tString, list(tU8)), tU32)
	f := &types.Func{Params: params(tU64), Result: typ}
	v := Result{Value: Record{"né", []byte("xyz")}}
	src.next = 0x2000
	caller := &types.Func{Result: typ}
	if err := src.side(UTF16).LowerResult(ctx, caller, v, []uint64{0x80}); err != nil {
		t.Fatal(err)
	}
	if err := PassResult(ctx, src.side(UTF16), dst.side(UTF8), typ, f, []uint64{0x80}, []uint64{1, 0x100}); err != nil {
		t.Fatal(err)
	}
	if back, err := dst.side(UTF8).LiftResult(typ, []uint64{0x100}); err != nil || !reflect.DeepEqual(back, v) {
		t.Errorf("arrived: %#v, %v", back, err)
	}
}
