package abi

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// agrees compares validUTF8 with the standard library.
func agrees(t *testing.T, b []byte) {
	t.Helper()
	if got, want := validUTF8(b), utf8.Valid(b); got != want {
		t.Fatalf("% x: %v, want %v", b, got, want)
	}
}

// TestValidUTF8Short: all sequences of up to two bytes, and those of three and four with bytes at the edges of what is allowed.
func TestValidUTF8Short(t *testing.T) {
	edges := []byte{0, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff}
	agrees(t, nil)
	for a := range 256 {
		agrees(t, []byte{byte(a)})
		for b := range 256 {
			agrees(t, []byte{byte(a), byte(b)})
		}
		for _, b := range edges {
			for _, c := range edges {
				agrees(t, []byte{byte(a), b, c})
				for _, d := range edges {
					agrees(t, []byte{byte(a), b, c, d})
				}
			}
		}
	}
}

// TestValidUTF8Long: well-formed texts of all kinds with one byte changed, cut or put in anywhere, at lengths where the text is taken in parts.
func TestValidUTF8Long(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, part := range []string{"x", "ü", "世", "😀", "Grüße, 世界! 😀", strings.Repeat("x", 70) + "é", "\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff"} {
		for size := 2*blockSize - 40; size < 2*blockSize+40; size++ {
			text := bytes.Repeat([]byte(part), size/len(part)+1)
			agrees(t, text)
			agrees(t, text[:size])
			for range 20 {
				wrong := bytes.Clone(text)
				wrong[rnd.IntN(len(wrong))] = byte(rnd.Uint32())
				agrees(t, wrong)
			}
		}
	}
	agrees(t, bytes.Repeat([]byte{0x80}, 1000))
}

// FuzzValidUTF8 compares validUTF8 with the standard library on bytes that are repeated until the text is taken in parts.
func FuzzValidUTF8(f *testing.F) {
	for _, seed := range []string{"", "x", "Grüße, 世界! 😀", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf0\x80"} {
		f.Add([]byte(seed), uint8(20))
	}
	f.Fuzz(func(t *testing.T, b []byte, times uint8) {
		agrees(t, b)
		agrees(t, bytes.Repeat(b, int(times)))
		agrees(t, append(bytes.Repeat([]byte("世x"), int(times)), b...))
	})
}

func BenchmarkValidUTF8(b *testing.B) {
	for _, c := range benchValues {
		text, ok := c.v.(string)
		if !ok {
			continue
		}
		for _, f := range []struct {
			name  string
			valid func([]byte) bool
		}{{"ours", validUTF8}, {"standard", utf8.Valid}} {
			b.Run(c.name+"/"+f.name, func(b *testing.B) {
				data := []byte(text)
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					f.valid(data)
				}
			})
		}
	}
}
