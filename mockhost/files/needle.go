package files

import (
	"bytes"
	"regexp/syntax"
	"slices"
)

// needle is a text that every line with a match has in it. Looking for it costs a fraction of what the regular expression does, which then sees only
// those lines: of a hundred megabytes that is the difference between a tenth of a second and the whole time of a call.
type needle struct {
	// text is "" where there is no such text. Without fold it stands in the line as it is, with fold in capital or small letters, and is ASCII in small letters.
	text []byte
	fold bool
}

// Letters outside of ASCII that fold to ASCII ones: the Kelvin sign and the long s.
var folding = map[byte][]byte{'k': []byte("\u212a"), 's': []byte("\u017f")}

// needle finds the longest text that a match has to have.
func (q Query) needle() needle {
	if !q.Regex {
		if q.CaseSensitive {
			return needle{text: []byte(q.Pattern)}
		}
		return needle{text: longestASCII([]rune(q.Pattern)), fold: true}
	}
	re, err := syntax.Parse(q.Pattern, syntax.Perl)
	if err != nil {
		return needle{}
	}
	return needle{text: required(re.Simplify()), fold: true}
}

// required is the longest ASCII text that every match of an expression has in it, in small letters.
func required(re *syntax.Regexp) []byte {
	switch re.Op {
	case syntax.OpLiteral:
		return longestASCII(re.Rune)
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		var longest []byte
		for _, sub := range re.Sub {
			if text := required(sub); len(text) > len(longest) {
				longest = text
			}
		}
		return longest
	}
	return nil
}

// longestASCII is the longest run of ASCII in a text, in small letters.
func longestASCII(text []rune) []byte {
	var longest, run []byte
	for _, r := range text {
		if r >= 0x80 {
			run = nil
			continue
		}
		if run = append(run, small[r]); len(run) > len(longest) {
			longest = run
		}
	}
	return longest
}

// small are the bytes with ASCII letters made small ones.
var small = func() (table [256]byte) {
	for i := range table {
		table[i] = byte(i)
		if 'A' <= i && i <= 'Z' {
			table[i] += 'a' - 'A'
		}
	}
	return table
}()

// haystack makes of the text of a file what the needle is looked for in, of the same length, in buffer where that is large enough. ok is false where every
// line may have a match.
func (n needle) haystack(text, buffer []byte) (made []byte, ok bool) {
	if len(n.text) == 0 {
		return buffer, false
	}
	if !n.fold {
		return text, true
	}
	for letter, other := range folding {
		if bytes.IndexByte(n.text, letter) >= 0 && bytes.Contains(text, other) {
			return buffer, false
		}
	}
	made = slices.Grow(buffer[:0], len(text))[:len(text)]
	for i, c := range text {
		made[i] = small[c]
	}
	return made, true
}
