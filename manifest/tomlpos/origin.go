package tomlpos

import (
	"strconv"
	"unicode/utf8"

	"openidea-plugin/diag"
)

// Origin is where the bytes [start, end) of a string's Text come from in the file: an escape is one piece, and what stands for nothing (the first line end of a
// string of several lines, a line end behind a backslash) belongs to nobody. v must be a String.
func (v *Value) Origin(start, end int) diag.Span {
	raw := v.Inner.File.Data[v.Inner.Start:v.Inner.End]
	basic := v.Inner.File.Data[v.Span.Start] == '"'
	out := diag.Span{File: v.Inner.File, Start: v.Inner.End, End: v.Inner.End}
	at := 0 // in Text
	i := 0  // in raw
	if v.Inner.Start-v.Span.Start == 3 {
		i = lineEnd(raw)
	}
	for i < len(raw) && at < end {
		from, text := i, 1
		switch {
		case basic && raw[i] == '\\' && i+1 < len(raw):
			i, text = escape(raw, i)
		default:
			_, n := utf8.DecodeRune(raw[i:])
			i, text = i+n, n
		}
		if text == 0 {
			continue
		}
		if at <= start {
			out.Start = v.Inner.Start + from
		}
		at += text
		out.End = v.Inner.Start + i
	}
	if start == end {
		out.End = out.Start
	}
	return out
}

// escape skips the escape at i and says how many bytes of text it stands for.
func escape(raw []byte, i int) (next, text int) {
	digits := map[byte]int{'u': 4, 'U': 8}[raw[i+1]]
	switch {
	case digits > 0 && i+2+digits <= len(raw):
		r, _ := strconv.ParseUint(string(raw[i+2:i+2+digits]), 16, 32)
		return i + 2 + digits, utf8.RuneLen(rune(r))
	case blank(raw[i+1]) || raw[i+1] == '\n' || raw[i+1] == '\r':
		for i++; i < len(raw) && (blank(raw[i]) || raw[i] == '\n' || raw[i] == '\r'); i++ {
		}
		return i, 0
	}
	return i + 2, 1
}

// lineEnd is the length of a line end at the start of raw, 0 if there is none.
func lineEnd(raw []byte) int {
	switch {
	case len(raw) > 0 && raw[0] == '\n':
		return 1
	case len(raw) > 1 && raw[0] == '\r' && raw[1] == '\n':
		return 2
	}
	return 0
}
