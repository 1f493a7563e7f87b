package schema

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

func isNameRune(r rune, first bool) bool {
	return r == '_' || r == '$' || unicode.IsLetter(r) || !first && (unicode.IsDigit(r) || unicode.In(r, unicode.Mn, unicode.Mc, unicode.Pc) || r == 0x200c || r == 0x200d)
}

// syntaxCharacters are those that "\" makes literal with the flag u.
const syntaxCharacters = `^$\.*+?()[]{}|/`

// escape reads an escape sequence outside of a class.
func (p *ecmaParser) escape() *regexNode {
	start := p.at
	if p.at+1 >= len(p.text) {
		p.fail(start, start+1, `the pattern ends in "\"`, `a literal one is written \\`)
	}
	switch c := p.text[p.at+1]; {
	case c >= '1' && c <= '9':
		p.at++
		number, _ := p.digits()
		if number <= p.total {
			p.use(featureBackref, start)
			return &regexNode{op: opBackref, groups: []int{number}}
		}
		if p.unicode {
			p.fail(start, p.at, fmt.Sprintf("%q refers to a group that does not exist", p.text[start:p.at]), fmt.Sprintf("the pattern has %d groups", p.total))
		}
		p.at = start + 1
		return single(p.legacyOctal())
	case c == 'k' && (p.unicode || len(p.names) > 0):
		p.at += 2
		if !p.take("<") {
			p.fail(start, p.at, `"\k" needs the name of a group`, `\k<name>`)
		}
		name := p.groupName(start)
		groups := p.names[name]
		if len(groups) == 0 {
			p.fail(start, p.at, fmt.Sprintf("no group is called %q", name), "")
		}
		p.use(featureBackref, start)
		return &regexNode{op: opBackref, groups: groups}
	}
	set, r := p.classEscape(false)
	if set != nil {
		return &regexNode{op: opSet, set: set}
	}
	return single(r)
}

// legacyOctal reads \1 to \377, or a digit that stands for itself, as Annex B does.
func (p *ecmaParser) legacyOctal() rune {
	value, n := rune(0), 0
	for n < 3 && p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '7' && value*8+rune(p.text[p.at]-'0') <= 0o377 {
		value = value*8 + rune(p.text[p.at]-'0')
		p.at++
		n++
	}
	if n == 0 {
		return p.rune()
	}
	return value
}

// classEscape reads an escape that stands for a set (returned) or for one character.
func (p *ecmaParser) classEscape(inClass bool) (runeSet, rune) {
	start := p.at
	p.at++
	if p.at >= len(p.text) {
		p.fail(start, start+1, `the pattern ends in "\"`, `a literal one is written \\`)
	}
	c := p.rune()
	switch c {
	case 'd':
		return digits, 0
	case 'D':
		return digits.negated(), 0
	case 'w':
		return wordChars, 0
	case 'W':
		return wordChars.negated(), 0
	case 's':
		return whiteSpace, 0
	case 'S':
		return whiteSpace.negated(), 0
	case 'p', 'P':
		if p.unicode || p.peek() == '{' {
			set := p.property(start)
			p.use(featureProperty, start)
			if c == 'P' && p.sets {
				set = set.negated()
			}
			return set, 0
		}
	case 'f':
		return nil, '\f'
	case 'n':
		return nil, '\n'
	case 'r':
		return nil, '\r'
	case 't':
		return nil, '\t'
	case 'v':
		return nil, '\v'
	case 'b':
		if inClass {
			return nil, '\b'
		}
	case '-':
		if inClass {
			return nil, '-'
		}
	case 'c':
		next := p.peek()
		if isLetter(next) || inClass && !p.unicode && (next >= '0' && next <= '9' || next == '_') {
			p.at++
			p.use(featureControl, start)
			return nil, rune(next % 32)
		}
		if p.unicode {
			p.fail(start, p.at, `"\c" needs a letter`, `\cA to \cZ are control characters`)
		}
		p.at = start + 1 // Annex B: the backslash stands for itself
		return nil, '\\'
	case '0':
		if next := p.peek(); next < '0' || next > '9' {
			return nil, 0
		}
		if p.unicode {
			p.fail(start, p.at+1, "an octal escape", `write \x and two hexadecimal digits`)
		}
		p.at--
		return nil, p.legacyOctal()
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if p.unicode {
			p.fail(start, p.at, fmt.Sprintf("%q inside a class", p.text[start:p.at]), "a class cannot refer to a group")
		}
		p.at--
		return nil, p.legacyOctal()
	case 'x':
		if r, ok := p.hex(2); ok {
			return nil, r
		}
		if p.unicode {
			p.fail(start, p.at, `"\x" needs two hexadecimal digits`, `such as \x41`)
		}
		return nil, 'x'
	case 'u':
		r := p.unicodeEscape(start)
		p.use(featureUnicode, start)
		return nil, r
	}
	if p.unicode && (c >= utf8.RuneSelf || strings.IndexByte(syntaxCharacters, byte(c)) < 0) {
		p.fail(start, p.at, fmt.Sprintf("%q is no escape of ECMA-262", p.text[start:p.at]), "write the character without the backslash")
	}
	return nil, c
}

func (p *ecmaParser) hex(n int) (rune, bool) {
	if p.at+n > len(p.text) {
		return 0, false
	}
	var r rune
	for i := range n {
		c := p.text[p.at+i]
		if !isHex(c) {
			return 0, false
		}
		r = r<<4 | rune(hexDigit(c))
	}
	p.at += n
	return r, true
}

func (p *ecmaParser) unicodeEscape(start int) rune {
	if p.unicode && p.take("{") {
		var r rune
		n := 0
		for p.at < len(p.text) && isHex(p.text[p.at]) && r <= unicode.MaxRune {
			r = r<<4 | rune(hexDigit(p.text[p.at]))
			p.at++
			n++
		}
		if n == 0 || r > unicode.MaxRune || !p.take("}") {
			p.fail(start, p.at, `"\u{" needs a code point`, `\u{0} to \u{10FFFF}`)
		}
		return r
	}
	r, ok := p.hex(4)
	if !ok {
		if p.unicode {
			p.fail(start, p.at, `"\u" needs four hexadecimal digits`, `such as \u0041, or \u{41}`)
		}
		return 'u'
	}
	if r >= 0xd800 && r <= 0xdbff {
		back := p.at
		if p.take(`\u`) {
			if low, ok := p.hex(4); ok && low >= 0xdc00 && low <= 0xdfff {
				return 0x10000 + (r-0xd800)<<10 + (low - 0xdc00)
			}
		}
		p.at = back
	}
	return r
}

// class reads […].
func (p *ecmaParser) class() *regexNode {
	start := p.at
	p.at++
	negate := p.take("^")
	var set runeSet
	for {
		if p.at >= len(p.text) {
			p.fail(start, start+1, `"[" is never closed`, `a literal one is written \[`)
		}
		if p.take("]") {
			if p.at == start+2 || negate && p.at == start+3 {
				p.use(featureEmptyClass, start)
			}
			break
		}
		from := p.at
		if p.peek() == '[' || strings.HasPrefix(p.text[p.at:], "&&") {
			p.at++
			p.use(featureNestedClass, from)
			p.at--
		}
		lowSet, low := p.classAtom()
		if p.peek() == '-' && p.at+1 < len(p.text) && p.text[p.at+1] != ']' {
			p.at++
			highSet, high := p.classAtom()
			switch {
			case (lowSet != nil || highSet != nil) && p.unicode:
				p.fail(from, p.at, fmt.Sprintf("%q is no range", p.text[from:p.at]), "a range goes from one character to another")
			case lowSet != nil || highSet != nil:
				set = p.join(p.join(p.join(set, or(lowSet, low)), runeSet{'-', '-'}), or(highSet, high))
			case low > high:
				p.fail(from, p.at, fmt.Sprintf("the range %q is out of order", p.text[from:p.at]), "the character that comes first in Unicode stands first")
			default:
				set = p.join(set, runeSet{low, high})
			}
			continue
		}
		set = p.join(set, or(lowSet, low))
	}
	if !p.sets {
		return &regexNode{op: opSet}
	}
	set = set.normal()
	if negate {
		set = set.negated()
	}
	return &regexNode{op: opSet, set: set}
}

// maxSetSize bounds the sets of one pattern together, in characters that begin or end a range.
const maxSetSize = 1 << 20

// join adds to the set of a class.
func (p *ecmaParser) join(set, more runeSet) runeSet {
	if !p.sets {
		return nil
	}
	if p.size += len(more); p.size > maxSetSize {
		panic(&patternError{start: 0, end: len(p.text), what: "the character classes of the pattern are too large", tooMuch: true})
	}
	return append(set, more...)
}

func or(set runeSet, r rune) runeSet {
	if set != nil {
		return set
	}
	return runeSet{r, r}
}

func (p *ecmaParser) classAtom() (runeSet, rune) {
	if p.peek() == '\\' {
		return p.classEscape(true)
	}
	return nil, p.rune()
}

// braceEnd is how far behind the parser's place the next "}" stands.
func (p *ecmaParser) braceEnd() int {
	return strings.IndexByte(p.text[p.at:min(p.at+longestName, len(p.text))], '}')
}

// property reads {Name} or {Name=Value} behind \p.
func (p *ecmaParser) property(start int) runeSet {
	end := p.braceEnd()
	if p.peek() != '{' || end < 0 {
		p.fail(start, p.at, `"\p" needs a Unicode property in braces`, `such as \p{L} or \p{Script=Greek}`)
	}
	name := p.text[p.at+1 : p.at+end]
	p.at += end + 1
	set, known := unicodeProperty(name)
	if !known {
		p.fail(start, p.at, fmt.Sprintf("%q is no Unicode property that ECMA-262 knows", name), `such as \p{L}, \p{Lu}, \p{Script=Greek} or \p{Alphabetic}`)
	}
	if set == nil {
		p.unmatched = name
	}
	if set == nil || !p.sets {
		return runeSet{}
	}
	if p.size += len(set); p.size > maxSetSize {
		panic(&patternError{start: 0, end: len(p.text), what: "the character classes of the pattern are too large", tooMuch: true})
	}
	return set
}
