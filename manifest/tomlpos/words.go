package tomlpos

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

func hexByte(b byte) string { return fmt.Sprintf("0x%02X", b) }

// explain turns go-toml's message about the bytes [start, end) into words for an author, with the range that they speak of.
func (p *parser) explain(message string, start, end int) *Error {
	if end > len(p.data) || end < start {
		end = len(p.data)
	}
	if start == end && start < len(p.data) {
		end++
	}
	// A string that is never closed is marked from its opening quote, not where the reader gave up.
	if contains(message, "cannot have new lines", "unterminated", "not terminated") {
		at := start
		if contains(message, "terminated") {
			at = len(p.data)
		}
		if open := p.openString(at); open != nil {
			return open
		}
	}
	for _, w := range syntaxWords {
		if strings.Contains(message, w.when) {
			return w.say(p, start, end)
		}
	}
	return &Error{Span: p.span(start, end), Message: "not TOML: " + message}
}

func contains(s string, any ...string) bool {
	for _, a := range any {
		if strings.Contains(s, a) {
			return true
		}
	}
	return false
}

// syntaxWords are tried in order against go-toml's message.
var syntaxWords = []struct {
	when string
	say  func(p *parser, start, end int) *Error
}{
	{"carriage return", plain("a carriage return without a line feed", "lines end in LF or CRLF")},
	{"control character", controlCharacter},
	{"expected newline but got", afterValue},
	{"expected '=' after key", afterKey},
	{"start of key", startOfKey},
	{"at start of value", startOfValue},
	{"expected keyword", startOfValue},
	{"expected value, not end", atEnd("the value is missing: the file ends behind \"=\"")},
	{"expected key but reached end", atEnd("the file ends where a key should stand")},
	{"expected value but got", plain("a value is missing before this comma", "one comma between two values")},
	{"unexpected comma", plain("a key is missing before this comma", "one comma between two keys")},
	{"close table name", plain("the table header is not closed", `"]" should stand here`)},
	{"close array table name", plain("the header of the array of tables is not closed", `"]]" should stand here`)},
	{"array is incomplete", unclosed('[', ']', "array")},
	{"inline table is incomplete", unclosed('{', '}', "inline table")},
	{"after array value", plain("a comma is missing between two values of the array", `"," or "]" should stand here`)},
	{"after inline table", plain("a comma is missing between two keys of the inline table", `"," or "}" should stand here`)},
	{"nested more than", plain("arrays and inline tables are nested too deeply", "at most 100 levels")},
	{"between underscores", plain("an underscore in a number must stand between two digits", "remove it")},
	{"leading zero", plain("a number may not begin with 0", "remove the zeros in front")},
	{"radix prefix must", plain("a digit is missing after the base of the number", "0x, 0o and 0b need digits behind them")},
	{"sign is not allowed", plain("a number in another base may not have a sign", "remove the sign")},
	{"decimal point", plain("a digit is missing after the decimal point", "a float has digits on both sides of its point")},
	{"exponent", plain("a digit is missing in the exponent", "for example 1e6")},
	{"number after sign", plain("a number is missing after the sign", "digits should follow")},
	{"expected digit", plain("a number is missing after the sign", "digits should follow")},
	{"expected \"", plain("neither a number nor inf nor nan", "")},
	{"strings must be quoted", unquoted},
	{"too many quotes", plain("too many quotes at the end of the string", "three close it")},
	{"need a character after", plain("a backslash at the end of the string escapes nothing", `write "\\" for a backslash`)},
	{"invalid escape character", badEscape},
	{"escape sequence is too short", fewDigits},
	{"hexadecimal digit", fewDigits},
	{"valid unicode code point", plain("the escape names no Unicode character", "surrogates and numbers above 10FFFF are none")},
}

func plain(message, label string) func(*parser, int, int) *Error {
	return func(p *parser, start, end int) *Error {
		return &Error{Span: p.span(start, end), Message: message, Label: label}
	}
}

func atEnd(message string) func(*parser, int, int) *Error {
	return func(p *parser, start, end int) *Error {
		n := len(p.data)
		return &Error{Span: p.span(n, n), Message: message}
	}
}

func controlCharacter(p *parser, start, end int) *Error {
	c := p.data[start]
	e := &Error{
		Span:    p.span(start, start+1),
		Message: fmt.Sprintf("the control character U+%04X may not stand in TOML", c),
		Label:   fmt.Sprintf("in a string write it as \\u%04X", c),
	}
	return e
}

// word is the run of characters at start that an author would have meant as one value.
func (p *parser) word(start int) int {
	end := start
	for end < len(p.data) && !bytes.ContainsRune([]byte(" \t\r\n,]}#="), rune(p.data[end])) {
		end++
	}
	if end == start && start < len(p.data) {
		_, n := utf8.DecodeRune(p.data[start:])
		end += n
	}
	return end
}

func (p *parser) restOfLine(start int) int {
	end := start
	for end < len(p.data) && p.data[end] != '\n' {
		end++
	}
	return len(bytes.TrimRight(p.data[:end], " \t\r"))
}

func startOfValue(p *parser, start, _ int) *Error {
	if start >= len(p.data) || p.data[start] == '\n' || p.data[start] == '\r' || p.data[start] == '#' {
		return &Error{Span: p.span(start, start), Message: "the value is missing", Label: `a value should follow "=" on the same line`}
	}
	end := p.word(start)
	word := string(p.data[start:end])
	e := &Error{Span: p.span(start, end), Message: quote(word) + " is no value of TOML"}
	switch strings.ToLower(word) {
	case "true", "yes", "on", "t", "y":
		e.Label = "booleans are true and false, in lower case"
	case "false", "no", "off", "f", "n":
		e.Label = "booleans are true and false, in lower case"
	case "null", "none", "nil", "undefined":
		e.Label = "TOML has no null: leave the key out"
	default:
		if c := word[0]; c == ',' || c == ']' || c == '}' || c == '=' {
			e.Message, e.Label = "the value is missing", "a value should stand here"
			break
		}
		if c := word[0]; c == '.' && len(word) > 1 && word[1] >= '0' && word[1] <= '9' {
			e.Label = "a float has digits on both sides of its point"
			break
		}
		e.Label = "strings stand in quotes"
	}
	return e
}

func unquoted(p *parser, start, _ int) *Error {
	for start > 0 && !bytes.ContainsRune([]byte(" \t\n=[,"), rune(p.data[start-1])) {
		start--
	}
	end := p.word(start)
	return &Error{Span: p.span(start, end), Message: quote(string(p.data[start:end])) + " is no value of TOML", Label: "strings stand in quotes"}
}

func startOfKey(p *parser, start, end int) *Error {
	c := p.data[start]
	switch {
	case c == '=':
		return &Error{Span: p.span(start, start+1), Message: `there is no key before "="`, Label: `"" is the empty key, if you mean it`}
	case c == ']':
		return &Error{Span: p.span(start, start+1), Message: "the table header is empty", Label: "a key should stand here"}
	case c == '\n' || c == '\r':
		return &Error{Span: p.span(start, start), Message: "a key is missing at the end of the line", Label: "a key should stand here"}
	case c < 0x20 || c == 0x7f:
		return controlCharacter(p, start, end)
	}
	r, n := utf8.DecodeRune(p.data[start:])
	e := &Error{
		Span:    p.span(start, start+n),
		Message: "a key cannot begin with " + quote(string(r)),
		Label:   "A-Z, a-z, 0-9, - and _, or quotes around the key",
	}
	if bytes.HasPrefix(p.data[start:], []byte("//")) || bytes.HasPrefix(p.data[start:], []byte("/*")) {
		e.Span.End = start + 2
		e.Help = []string{"comments of TOML begin with #"}
	}
	return e
}

func afterKey(p *parser, start, end int) *Error {
	if start >= len(p.data) || p.data[start] == '\n' || p.data[start] == '\r' || p.data[start] == '#' {
		return &Error{Span: p.span(start, start), Message: `"=" and a value are missing after the key`, Label: "key = value"}
	}
	r, n := utf8.DecodeRune(p.data[start:])
	e := &Error{Span: p.span(start, start+n), Message: `"=" is missing after the key`, Label: "key = value"}
	switch {
	case r == ':':
		e.Message, e.Label = `":" after a key`, `TOML writes "=" between key and value`
	case r < 0x20 && r != '\t' || r == 0x7f:
		return controlCharacter(p, start, end)
	case r >= 0x80:
		e.Message = fmt.Sprintf("%s may not stand in a key without quotes", quote(string(r)))
		e.Label = "A-Z, a-z, 0-9, - and _, or quotes around the key"
	}
	return e
}

func afterValue(p *parser, start, end int) *Error {
	if p.data[start] == '\r' {
		return plain("a carriage return without a line feed", "lines end in LF or CRLF")(p, start, start+1)
	}
	e := &Error{
		Span:    p.span(start, p.restOfLine(start)),
		Message: "the line should end here",
		Label:   "only a comment may follow",
	}
	line := p.data[bytes.LastIndexByte(p.data[:start], '\n')+1 : start]
	switch {
	case p.data[start] == ',':
		e.Span.End = start + 1
		e.Message, e.Label = "a comma at the end of a line", "outside of arrays and inline tables lines end without one"
	case p.data[start] == ';':
		e.Span.End = start + 1
		e.Message, e.Label = "a semicolon at the end of a line", "lines end without one"
	case bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("[")):
		e.Message = "the line should end behind the header"
	case contains(string(bytes.TrimSpace(line)), "= true", "= false"):
		e.Message = "the line should end behind the value"
	}
	if e.Span.End <= e.Span.Start {
		e.Span.End = start + 1
	}
	return e
}

// fewDigits marks the escape from its backslash to the last digit that it has.
func fewDigits(p *parser, start, _ int) *Error {
	for start > 0 && p.data[start] != '\\' {
		start--
	}
	end := start + 2
	for end < len(p.data) && bytes.IndexByte([]byte("0123456789abcdefABCDEF"), p.data[end]) >= 0 {
		end++
	}
	return plain("the escape has too few hexadecimal digits", `\u needs 4, \U needs 8`)(p, start, min(end, len(p.data)))
}

func badEscape(p *parser, start, end int) *Error {
	e := &Error{
		Span:    p.span(start, min(start+2, len(p.data))),
		Message: "the string has an escape that TOML does not know: " + quoteText(p.data[start:min(start+2, len(p.data))]),
		Label:   `known are \b \t \n \f \r \" \\ \uXXXX \UXXXXXXXX`,
		Help:    []string{`for a backslash write \\, or put the string in single quotes`},
	}
	return e
}

// quoteText puts text in quotes as it is: what is spoken of is the source, not its value.
func quoteText(b []byte) string { return `"` + string(b) + `"` }

func unclosed(open, shut byte, what string) func(*parser, int, int) *Error {
	return func(p *parser, start, end int) *Error {
		at := p.openBracket(open, shut)
		return &Error{
			Span:    p.span(at, at+1),
			Message: "the " + what + " is never closed",
			Label:   fmt.Sprintf("there is no %q to it", string(rune(shut))),
		}
	}
}
