package schema

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Origins are where parts of a string's Text come from in source, the text that v was read from: bytes [start, end) each, ascending, whole characters. An
// escape, or a pair of them that is one character, is one piece.
func (v *Value) Origins(source []byte, parts [][2]int) [][2]int {
	raw := source[v.Start+1 : v.End-1]
	out := make([][2]int, len(parts))
	at, k := 0, 0 // in Text, in parts
	for i := 0; i < len(raw) && k < len(parts); {
		from, text := i, 1
		if raw[i] == '\\' {
			i, text = escaped(raw, i)
		} else {
			_, text = utf8.DecodeRune(raw[i:])
			i += text
		}
		if at < parts[k][0] {
			at += text
			continue
		}
		if at == parts[k][0] {
			out[k][0] = v.Start + 1 + from
		}
		out[k][1] = v.Start + 1 + i
		if at += text; at >= parts[k][1] {
			k++
		}
	}
	return out
}

// escaped skips the escape at i and says how many bytes of text it stands for.
func escaped(raw []byte, i int) (next, text int) {
	if i+1 >= len(raw) || raw[i+1] != 'u' {
		return i + 2, 1
	}
	r := unit(raw, i)
	if utf16.IsSurrogate(r) {
		if pair := utf16.DecodeRune(r, unit(raw, i+6)); pair != utf8.RuneError {
			return i + 12, utf8.RuneLen(pair)
		}
		return i + 6, utf8.RuneLen(utf8.RuneError)
	}
	return i + 6, utf8.RuneLen(r)
}

// unit is the code unit of the \uXXXX at i; 0 where there is none.
func unit(raw []byte, i int) rune {
	if i+6 > len(raw) || raw[i] != '\\' || raw[i+1] != 'u' {
		return 0
	}
	n, _ := strconv.ParseUint(string(raw[i+2:i+6]), 16, 32)
	return rune(n)
}
