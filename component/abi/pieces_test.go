package abi

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"openidea-plugin/component/types"
)

// Long strings and lists are moved in pieces. Where the pieces end makes no difference, whatever the encodings and wherever a character stands.
func TestLongStringsInPieces(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("x", bytesAtOnce-2) + "é€🦀" + strings.Repeat("y", bytesAtOnce),
		strings.Repeat("x", bytesAtOnce-1) + strings.Repeat("🦀", 300_000),
		strings.Repeat("x", bytesAtOnce/2-1) + "🦀" + strings.Repeat("é", bytesAtOnce/2),
		strings.Repeat("é", bytesAtOnce) + "€",
		strings.Repeat("x", 3*bytesAtOnce),
		"x" + strings.Repeat("€", bytesAtOnce),
	} {
		for _, from := range []Encoding{UTF8, UTF16, Latin1UTF16} {
			for _, to := range []Encoding{UTF8, UTF16, Latin1UTF16} {
				a, b := newGuest(), newGuest()
				src, dst := a.side(from), b.side(to)
				var most, all uint64
				dst.Moves = func(n uint64) error { most, all = max(most, n), all+n; return nil }
				stack, err := src.LowerParams(ctx, params(types.Prim(types.String)), []Value{text}, nil)
				if err != nil {
					t.Fatal(err)
				}
				out, err := PassParams(ctx, src, dst, params(types.Prim(types.String)), params(types.Prim(types.String)), stack, nil)
				if err != nil {
					t.Fatal(err)
				}
				got, err := dst.LiftParams(params(types.Prim(types.String)), out)
				if err != nil || got[0] != text {
					t.Errorf("%d bytes from encoding %d to %d: another text (%v)", len(text), from, to, err)
				}
				if most > bytesAtOnce || all < uint64(utf8.RuneCountInString(text)) {
					t.Errorf("%d bytes from encoding %d to %d: %d bytes in pieces of up to %d", len(text), from, to, all, most)
				}
			}
		}
	}
}

// What is wrong with a long string is told by its place in the whole, and a piece that may not be moved ends it.
func TestPiecesThatEnd(t *testing.T) {
	over := errors.New("time is over")
	for _, c := range []struct {
		name string
		enc  Encoding
		data string
		at   int // the piece that is refused, 0: none
		want string
	}{
		{"wrong in the second piece", UTF8, strings.Repeat("x", bytesAtOnce+5) + "\xff", 0, "the string is not valid UTF-8 (at byte 1048581 of 1048582) (in argument a)"},
		{"many bytes that go on", UTF8, "x" + strings.Repeat("\x80", 2*bytesAtOnce), 0, "the string is not valid UTF-8 (at byte 1 of 2097153) (in argument a)"},
		{"half a character at the end of a piece", UTF8, strings.Repeat("x", bytesAtOnce-1) + "\xe2\x82xx", 0, "the string is not valid UTF-8 (at byte 1048575 of 1048579) (in argument a)"},
		{"a lone surrogate at the end of a piece", UTF16, strings.Repeat("x\x00", bytesAtOnce/2-1) + "\x00\xd8x\x00", 0, "the string has a lone surrogate (unit 524287 of 524289) (in argument a)"},
		{"refused", UTF8, strings.Repeat("x", 3*bytesAtOnce), 2, "time is over"},
		{"refused while it is copied", UTF8, strings.Repeat("x", 3*bytesAtOnce), 5, "time is over"},
	} {
		a, b := newGuest(), newGuest()
		a.mem = append(make([]byte, 16), c.data...)
		src, dst := a.side(c.enc), b.side(UTF8)
		pieces := 0
		dst.Moves = func(uint64) error {
			if pieces++; pieces == c.at {
				return over
			}
			return nil
		}
		units := len(c.data)
		if c.enc == UTF16 {
			units /= 2
		}
		_, err := PassParams(ctx, src, dst, params(types.Prim(types.String)), params(types.Prim(types.String)), []uint64{16, uint64(units)}, nil)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// A list ends at the piece that may not be moved, of whatever it is a list.
func TestListsInPieces(t *testing.T) {
	over := errors.New("time is over")
	for _, elem := range []*types.Type{types.Prim(types.U8), types.Prim(types.F64), types.Prim(types.Bool), types.NewTuple(types.Prim(types.U8), types.Prim(types.Bool))} {
		list := types.NewList(elem)
		a, b := newGuest(), newGuest()
		a.mem = make([]byte, 8<<20)
		n := (4 << 20) / uint64(elem.Layout.Size)
		dst := b.side(UTF8)
		var asked uint64
		dst.Moves = func(n uint64) error {
			if n > 4*bytesAtOnce {
				t.Errorf("%s: %d bytes at once", list, n)
			}
			if asked += n; asked > 3<<20 {
				return over
			}
			return nil
		}
		if _, err := PassParams(ctx, a.side(UTF8), dst, params(list), params(list), []uint64{0, n}, nil); !errors.Is(err, over) {
			t.Errorf("%s: %v", list, err)
		}
	}
}

// So does one that is lifted or lowered element by element.
func TestValuesInPieces(t *testing.T) {
	over := errors.New("time is over")
	list := types.NewList(types.Prim(types.U32))
	for _, most := range []int{1, 3} {
		g := newGuest()
		g.mem = make([]byte, 1<<20)
		side := g.side(UTF8)
		asked := 0
		side.Moves = func(uint64) error {
			if asked++; asked > most {
				return over
			}
			return nil
		}
		if _, err := side.LiftParams(params(list), []uint64{0, 100_000}); !errors.Is(err, over) || asked != most+1 {
			t.Errorf("lifted: %v after %d", err, asked)
		}
		g.mem = make([]byte, 8<<20)
		bytes := types.NewList(types.Prim(types.U8))
		asked = 0
		if _, err := side.LiftParams(params(bytes), []uint64{0, 8 << 20}); !errors.Is(err, over) || asked != most+1 {
			t.Errorf("lifted bytes: %v after %d", err, asked)
		}
		values := make(List, 100_000)
		for i := range values {
			values[i] = uint32(i)
		}
		asked = 0
		if _, err := side.LowerParams(ctx, params(list), []Value{values}, nil); !errors.Is(err, over) || asked != most+1 {
			t.Errorf("lowered: %v after %d", err, asked)
		}
	}
}
