package abi

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func TestEveryCharacterInEveryEncoding(t *testing.T) {
	var sb strings.Builder
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if utf8.ValidRune(r) && (r < 0x900 || r%37 == 0 || r&0xff > 0xfd) {
			sb.WriteRune(r)
		}
	}
	s := sb.String()
	if i := invalidUTF8([]byte(s)); i >= 0 {
		t.Errorf("invalid at %d", i)
	}
	want := make([]byte, 0, 2*len(s))
	for _, u := range utf16.Encode([]rune(s)) {
		want = append(want, byte(u), byte(u>>8))
	}
	got := make([]byte, 2*len(s))
	got = got[:2*toUTF16(formUTF8, []byte(s), got)]
	if !bytes.Equal(got, want) {
		t.Error("UTF-16 is not what package utf16 makes")
	}
	if size, bad := sizeUTF16(want); size != uint64(len(s)) || bad >= 0 {
		t.Errorf("the size in UTF-8 is %d, want %d; %d", size, len(s), bad)
	}
	back := make([]byte, len(s))
	if read, n := toUTF8(formUTF16, want, back); read != len(want) || n != len(s) || string(back) != s {
		t.Errorf("read %d of %d, wrote %d of %d", read, len(want), n, len(s))
	}
}

// Each loop agrees with the plain form of itself at every length, which decides where the fast parts begin and end.
func TestLoopsAtEveryLength(t *testing.T) {
	for n := range 40 {
		for high := -1; high < n; high++ { // where the character stands that is not ASCII
			runes := []rune(strings.Repeat("x", n))
			if high >= 0 {
				runes[high] = 'é'
			}
			s := string(runes)
			latin, _ := encode(s, Latin1UTF16, true)
			wide, _ := encode(s, UTF16, false)
			ascii := n
			if high >= 0 {
				ascii = high
			}
			dst := make([]byte, 4*n+8)
			if read, m := asciiPrefix(formUTF16, wide, dst); read != 2*ascii || m != ascii {
				t.Fatalf("%q: ASCII of UTF-16: %d, %d", s, read, m)
			}
			if read, m := asciiPrefix(formLatin1, latin, dst); read != ascii || m != ascii {
				t.Fatalf("%q: ASCII of Latin-1: %d, %d", s, read, m)
			}
			if read, m := latin1Prefix(formUTF16, wide, dst); read != 2*n || !bytes.Equal(dst[:m], latin) {
				t.Fatalf("%q: Latin-1 of UTF-16: %d, %d", s, read, m)
			}
			if read, m := latin1Prefix(formUTF8, []byte(s), dst); read != len(s) || !bytes.Equal(dst[:m], latin) {
				t.Fatalf("%q: Latin-1 of UTF-8: %d, %d", s, read, m)
			}
			copy(dst, latin)
			widen(dst, dst[:n])
			if !bytes.Equal(dst[:2*n], wide) {
				t.Fatalf("%q: widened in place: % x", s, dst[:2*n])
			}
			for room := range len(s) + 1 { // stops at the last character that fits
				for _, f := range []struct {
					form form
					src  []byte
				}{{formLatin1, latin}, {formUTF16, wide}} {
					read, m := toUTF8(f.form, f.src, dst[:room])
					want := room
					for !utf8.ValidString(s[:want]) {
						want--
					}
					if m != want || string(dst[:m]) != s[:m] || m == len(s) && read != len(f.src) {
						t.Fatalf("%q to UTF-8 with room for %d: read %d, wrote %d", s, room, read, m)
					}
				}
			}
			if countHigh(latin) != len(s)-n {
				t.Fatalf("%q: %d bytes above ASCII", s, countHigh(latin))
			}
		}
	}
}
