package schema

import "unicode/utf8"

// The smallest parts of a text: hexadecimal digits, and where words and strings of what is no JSON end.

func hex4(b []byte) (unit rune, ok bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	for _, c := range b[2:6] {
		if !isHex(c) {
			return 0, false
		}
		unit = unit<<4 | rune(hexDigit(c))
	}
	return unit, true
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func hexDigit(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c >= 'a':
		return c - 'a' + 10
	}
	return c - 'A' + 10
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// wordEnd is where the word or the one character at at ends.
func (d diagnosis) wordEnd(at int) int {
	end := at
	for end < len(d.data) {
		c := d.data[end]
		if !isLetter(c) && !(c >= '0' && c <= '9') && c != '_' && c != '$' && !(c == '-' && end == at) {
			break
		}
		end++
	}
	if end > at {
		return end
	}
	_, n := utf8.DecodeRune(d.data[at:])
	return at + n
}

// tokenEnd is wordEnd, or where the string at at ends that is whole.
func (d diagnosis) tokenEnd(at int) int {
	if d.data[at] != '"' {
		return d.wordEnd(at)
	}
	for end := at + 1; end < len(d.data) && d.data[end] >= ' '; end++ {
		switch d.data[end] {
		case '\\':
			end++
		case '"':
			return end + 1
		}
	}
	return at + 1
}

// quoteEnd is where a string in single quotes ends, or its line.
func (d diagnosis) quoteEnd(at int) int {
	end := at + 1
	for end < len(d.data) && d.data[end] != '\n' {
		if d.data[end] == '\'' {
			return end + 1
		}
		end++
	}
	return end
}
