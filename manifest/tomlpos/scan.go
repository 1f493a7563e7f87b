package tomlpos

import "bytes"

// openString finds the string that is open at offset end, looking from the last whole expression on; nil if there is none.
func (p *parser) openString(end int) *Error {
	for i := p.last; i < end && i < len(p.data); {
		switch c := p.data[i]; c {
		case '#':
			i = p.restOfLine(i) + 1
		case '"', '\'':
			quotes := p.data[i : i+1]
			if bytes.HasPrefix(p.data[i:], bytes.Repeat(quotes, 3)) {
				quotes = p.data[i : i+3]
			}
			shut := p.stringEnd(i+len(quotes), end, quotes)
			if shut < 0 {
				marked := p.restOfLine(i)
				return &Error{
					Span:    p.span(i, max(marked, i+len(quotes))),
					Message: "the string is never closed",
					Label:   "the closing " + string(quotes) + " is missing",
					Help:    helpForLines(quotes, end < len(p.data)),
				}
			}
			i = shut
		default:
			i++
		}
	}
	return nil
}

func helpForLines(quotes []byte, more bool) []string {
	if len(quotes) == 1 && more {
		return []string{`a string of several lines stands between """ and """`}
	}
	return nil
}

// stringEnd is the offset behind the closing quotes of a string whose content begins at i; -1 if it is open at end.
func (p *parser) stringEnd(i, end int, quotes []byte) int {
	for i < end {
		switch {
		case p.data[i] == '\\' && quotes[0] == '"':
			i += 2
		case bytes.HasPrefix(p.data[i:], quotes):
			i += len(quotes)
			// Up to two quotes may stand before the three that close.
			for len(quotes) == 3 && i < len(p.data) && p.data[i] == quotes[0] {
				i++
			}
			return i
		default:
			i++
		}
	}
	return -1
}

// openBracket finds the innermost bracket that is still open at the end of the file, looking from the last whole expression on.
func (p *parser) openBracket(open, shut byte) int {
	var stack []int
	for i := p.last; i < len(p.data); {
		switch c := p.data[i]; c {
		case '#':
			i = p.restOfLine(i) + 1
			continue
		case '"', '\'':
			quotes := p.data[i : i+1]
			if bytes.HasPrefix(p.data[i:], bytes.Repeat(quotes, 3)) {
				quotes = p.data[i : i+3]
			}
			if end := p.stringEnd(i+len(quotes), len(p.data), quotes); end > 0 {
				i = end
				continue
			}
		case open:
			stack = append(stack, i)
		case shut:
			if len(stack) > 0 {
				stack = stack[:len(stack)-1]
			}
		}
		i++
	}
	if len(stack) == 0 {
		return max(len(p.data)-1, 0)
	}
	return stack[len(stack)-1]
}
