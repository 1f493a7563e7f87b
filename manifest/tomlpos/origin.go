package tomlpos

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"openidea-plugin/diag"
)

// Origins are where parts of a string's Text come from in the file: bytes [start, end) each, ascending, whole characters. An escape is one piece, and what stands
// for nothing (the first line end of a string of several lines, a line end behind a backslash) belongs to nobody. v must be a String.
func (v *Value) Origins(parts [][2]int) []diag.Span {
	raw := v.Inner.File.Data[v.Inner.Start:v.Inner.End]
	basic := v.Inner.File.Data[v.Span.Start] == '"'
	out := make([]diag.Span, len(parts))
	at, i, k := 0, 0, 0 // in Text, in raw, in parts
	if v.Inner.Start-v.Span.Start == 3 {
		i = lineEnd(raw)
	}
	for i < len(raw) && k < len(parts) {
		from, text := i, 1
		if basic && raw[i] == '\\' && i+1 < len(raw) {
			i, text = escape(raw, i)
		} else if n := lineEnd(raw[i:]); n > 0 {
			i += n
		} else {
			_, text = utf8.DecodeRune(raw[i:])
			i += text
		}
		if text == 0 || at < parts[k][0] {
			at += text
			continue
		}
		if at == parts[k][0] {
			out[k] = diag.Span{File: v.Inner.File, Start: v.Inner.Start + from}
		}
		out[k].End = v.Inner.Start + i
		if at += text; at >= parts[k][1] {
			k++
		}
	}
	return out
}

// text is what a string stands for whose inner part is raw and which was decoded: a line end is a line feed, however the file was checked out. TOML allows it and the
// readers of Rust do it; without it an expectation over several lines would fail on Windows.
func text(raw []byte, decoded string, basic bool) string {
	if !bytes.Contains(raw, []byte("\r\n")) {
		return decoded
	}
	var b strings.Builder
	at, i := 0, lineEnd(raw) // in decoded, in raw
	for i < len(raw) && at < len(decoded) {
		switch n := lineEnd(raw[i:]); {
		case basic && raw[i] == '\\' && i+1 < len(raw):
			next, length := escape(raw, i)
			b.WriteString(decoded[at : at+length])
			at, i = at+length, next
		case n > 0:
			b.WriteByte('\n')
			at, i = at+n, i+n
		default:
			b.WriteByte(decoded[at])
			at, i = at+1, i+1
		}
	}
	return b.String()
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
