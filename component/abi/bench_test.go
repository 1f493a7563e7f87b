package abi

import (
	"context"
	"strings"
	"testing"

	"openidea-plugin/component/types"
)

// benchValues are a mebibyte of guest memory each.
var benchValues = []struct {
	name string
	t    *types.Type
	v    Value
}{
	{"string-ascii", tString, strings.Repeat("x", 1<<20)},
	{"string-mixed", tString, strings.Repeat("Grüße, 世界! ", 1<<20/20)},
	{"list-u8", list(tU8), make([]byte, 1<<20)},
	{"list-u32", list(tU32), repeat(1<<18, Value(uint32(0x12345678)))},
	{"list-f64", list(tF64), repeat(1<<17, Value(1.5))},
	{"list-record", list(record(tU32, tString, option(tU64))), repeat(1<<15, Value(Record{uint32(1000), "a name", Option{Some: true, Value: uint64(1 << 40)}}))},
}

func repeat(n int, v Value) List {
	l := make(List, n)
	for i := range l {
		l[i] = v
	}
	return l
}

// fixed is a guest whose memory never moves and whose allocator starts anew for each call.
func fixed() (*guest, *Side) {
	g := newGuest()
	g.mem = make([]byte, 16<<20)
	s := g.side(UTF8)
	s.Realloc = func(_ context.Context, old, oldSize, align, size uint32) (uint32, error) {
		if old != 0 && size <= oldSize {
			return old, nil
		}
		ptr := (g.next + align - 1) &^ (align - 1)
		g.next = ptr + size
		copy(g.mem[ptr:], g.mem[old:old+oldSize])
		return ptr, nil
	}
	return g, s
}

func BenchmarkLower(b *testing.B) {
	for _, enc := range encodings {
		for _, c := range benchValues {
			if enc != UTF8 && c.t != tString {
				continue
			}
			b.Run(encodingNames[enc]+"/"+c.name, func(b *testing.B) {
				g, s := fixed()
				s.Encoding = enc
				args, ps, stack := []Value{c.v}, params(c.t), make([]uint64, 0, 16)
				b.SetBytes(1 << 20)
				b.ReportAllocs()
				for b.Loop() {
					g.next = 0x1000
					if _, err := s.LowerParams(ctx, ps, args, stack); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkLift(b *testing.B) {
	for _, enc := range encodings {
		for _, c := range benchValues {
			if enc != UTF8 && c.t != tString {
				continue
			}
			b.Run(encodingNames[enc]+"/"+c.name, func(b *testing.B) {
				_, s := fixed()
				s.Encoding = enc
				ps := params(c.t)
				stack, err := s.LowerParams(ctx, ps, []Value{c.v}, nil)
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(1 << 20)
				b.ReportAllocs()
				for b.Loop() {
					if _, err := s.LiftParams(ps, stack); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkPass(b *testing.B) {
	for _, c := range benchValues {
		b.Run(c.name, func(b *testing.B) {
			_, from := fixed()
			g, to := fixed()
			ps := params(c.t)
			stack, err := from.LowerParams(ctx, ps, []Value{c.v}, nil)
			if err != nil {
				b.Fatal(err)
			}
			out := make([]uint64, 0, 16)
			b.SetBytes(1 << 20)
			b.ReportAllocs()
			for b.Loop() {
				g.next = 0x1000
				if _, err := PassParams(ctx, from, to, ps, ps, stack, out); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkCall is what a small call costs on this side of the runtime: two strings in, one out.
func BenchmarkCall(b *testing.B) {
	g, s := fixed()
	ps := params(tString, tString)
	args, stack := []Value{"find_notes", "milk and bread"}, make([]uint64, 0, 16)
	g.at(0x100, 0x20, 0, 0, 0, 5, 0, 0, 0)
	b.ReportAllocs()
	for b.Loop() {
		g.next = 0x1000
		if _, err := s.LowerParams(ctx, ps, args, stack); err != nil {
			b.Fatal(err)
		}
		if _, err := s.LiftResult(tString, []uint64{0x100}); err != nil {
			b.Fatal(err)
		}
	}
}
