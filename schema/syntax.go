package schema

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// diagnosis finds the words for a text that is no JSON. The parser stopped somewhere behind at, the first byte after
// the last good token that is no white space.
type diagnosis struct {
	data []byte
	at   int
	in   *Value // innermost open array or object
	key  *Value // a name whose value has not been read
}

func syntaxProblem(start, end int, message, label string, help ...string) *Problem {
	return &Problem{Kind: KindSyntax, Start: start, End: end, Message: message, Label: label, Help: help}
}

// trailing explains what follows a complete value.
func trailing(data []byte, at int) *Problem {
	d := diagnosis{data: data, at: at}
	if p := d.comment(at); p != nil {
		return p
	}
	switch data[at] {
	case '{', '[', '"':
		return syntaxProblem(at, at+1, "a second JSON value follows the first", "only one value is allowed")
	case '}', ']':
		return syntaxProblem(at, at+1, fmt.Sprintf("%q closes nothing", data[at:at+1]), "everything is closed already")
	case ',':
		return syntaxProblem(at, at+1, "a comma follows the JSON value", "only one value is allowed")
	}
	return syntaxProblem(at, d.wordEnd(at), fmt.Sprintf("%s follows the JSON value", d.shown(at)), "only one value is allowed")
}

// problem walks the grammar from the last good token to the byte that does not fit.
func (d diagnosis) problem() *Problem {
	at := d.at
	switch {
	case d.key != nil:
		if p := d.gap(at, "a colon"); p != nil {
			return p
		}
		if d.data[at] != ':' {
			return syntaxProblem(at, d.wordEnd(at), fmt.Sprintf("a colon is missing after %q", d.key.Text), `"name": value`)
		}
		return d.value(skipSpace(d.data, at+1))
	case d.in == nil:
		return d.value(at)
	}
	isObject, closer, empty := d.in.Type == Object, byte(']'), len(d.in.Items) == 0
	if isObject {
		closer, empty = '}', len(d.in.Members) == 0
	}
	if !empty {
		if p := d.gap(at, fmt.Sprintf(`"," or "%c"`, closer)); p != nil {
			return p
		}
		if d.data[at] != ',' {
			return d.missingComma(at, closer)
		}
		comma := at
		at = skipSpace(d.data, at+1)
		if at < len(d.data) && d.data[at] == closer {
			p := syntaxProblem(comma, comma+1, fmt.Sprintf("a comma stands before the closing %q", string(closer)), "JSON allows no trailing comma", "remove the comma")
			p.Fix = withoutTrailingCommas(d.data)
			return p
		}
	}
	if isObject {
		return d.name(at, empty)
	}
	return d.value(at)
}

// gap explains an end of file or a comment where something else has to stand.
func (d diagnosis) gap(at int, wanted string) *Problem {
	if at >= len(d.data) {
		return d.endOfFile(wanted)
	}
	return d.comment(at)
}

func (d diagnosis) endOfFile(wanted string) *Problem {
	end := len(d.data)
	if d.in == nil && d.key == nil {
		if len(d.data) == 0 {
			return syntaxProblem(0, 0, "the text is empty", "a JSON value has to stand here", `the smallest input schema is {"type": "object"}`)
		}
		return syntaxProblem(0, 0, "the text is white space only", "a JSON value has to stand here", `the smallest input schema is {"type": "object"}`)
	}
	p := syntaxProblem(end, end, "the text ends too early", wanted+" has to follow")
	if d.in != nil {
		p.Related = []Related{{d.in.Start, d.in.Start + 1, "this " + d.in.Type.String() + " is not closed"}}
	}
	return p
}

func (d diagnosis) comment(at int) *Problem {
	rest := d.data[at:]
	end := 0
	switch {
	case bytes.HasPrefix(rest, []byte("//")), rest[0] == '#':
		end = lineEnd(rest)
	case bytes.HasPrefix(rest, []byte("/*")):
		end = lineEnd(rest)
		if i := bytes.Index(rest[:end], []byte("*/")); i >= 0 {
			end = i + 2
		}
	default:
		return nil
	}
	p := syntaxProblem(at, at+end, "JSON has no comments", "not allowed here", `in a schema, "$comment": "…" or "description": "…" can hold the text`)
	if f := withoutComments(d.data); len(f.Edits) > 0 {
		p.Fix = f
	}
	return p
}

func lineEnd(b []byte) int {
	if i := bytes.IndexAny(b, "\r\n"); i >= 0 {
		return i
	}
	return len(b)
}

func (d diagnosis) missingComma(at int, closer byte) *Problem {
	switch c := d.data[at]; {
	case c == '}' || c == ']':
		return d.wrongCloser(at)
	case c == ':':
		return syntaxProblem(at, at+1, "a colon stands where a comma is needed", fmt.Sprintf(`"," or "%c"`, closer))
	case c == '"' || c == '{' || c == '[' || c == '-' || c == '_' || c >= '0' && c <= '9' || isLetter(c):
		last := d.last()
		if last.Type == Number && last.End == at {
			return d.number(last.Start) // 01 and 0x1 are a good number and something else to the tokenizer
		}
		p := syntaxProblem(at, d.tokenEnd(at), "a comma is missing before this", fmt.Sprintf(`"," or "%c"`, closer))
		p.Related = []Related{{last.End, last.End, "it belongs here"}}
		return p
	}
	return syntaxProblem(at, d.wordEnd(at), fmt.Sprintf("%s stands between two values", d.shown(at)), fmt.Sprintf(`"," or "%c"`, closer))
}

// last is the last value of the open array or object, which has one.
func (d diagnosis) last() *Value {
	if n := len(d.in.Items); n > 0 {
		return d.in.Items[n-1]
	}
	return d.in.Members[len(d.in.Members)-1].Value
}

func (d diagnosis) wrongCloser(at int) *Problem {
	p := syntaxProblem(at, at+1, fmt.Sprintf("%q does not close what is open", d.data[at:at+1]), "")
	if d.in != nil {
		closer := "]"
		if d.in.Type == Object {
			closer = "}"
		}
		p.Label = fmt.Sprintf("%q is open", string(d.data[d.in.Start]))
		p.Related = []Related{{d.in.Start, d.in.Start + 1, fmt.Sprintf("opened here, to be closed by %q", closer)}}
	}
	return p
}

func (d diagnosis) name(at int, empty bool) *Problem {
	wanted := "a name in double quotes"
	if empty {
		wanted += ` or "}"`
	}
	if p := d.gap(at, wanted); p != nil {
		return p
	}
	switch c := d.data[at]; {
	case c == '"':
		return d.text(at)
	case c == '\'':
		return syntaxProblem(at, d.quoteEnd(at), "a name in single quotes", "JSON uses double quotes")
	case c == ',':
		return syntaxProblem(at, at+1, "a comma without anything before it", wanted)
	case c == ']':
		return d.wrongCloser(at)
	case isLetter(c) || c == '_' || c == '$':
		word := d.data[at:d.wordEnd(at)]
		return syntaxProblem(at, d.wordEnd(at), fmt.Sprintf("the name %s has no quotes", word), fmt.Sprintf(`write "%s"`, word))
	}
	return syntaxProblem(at, d.wordEnd(at), fmt.Sprintf("%s stands where a name is needed", d.shown(at)), wanted)
}

// strayWords are what other languages write where JSON has something else.
var strayWords = map[string]string{
	"NaN": "JSON has no NaN", "Infinity": "JSON has no Infinity", "inf": "JSON has no infinity", "nan": "JSON has no NaN",
	"undefined": `write null, or leave the name out`, "None": "write null", "nil": "write null", "Null": "write null", "NULL": "write null",
	"True": "write true", "TRUE": "write true", "False": "write false", "FALSE": "write false",
}

func (d diagnosis) value(at int) *Problem {
	if p := d.gap(at, "a value"); p != nil {
		return p
	}
	c := d.data[at]
	end := d.wordEnd(at)
	word := string(d.data[at:end])
	switch {
	case c == '"':
		return d.text(at)
	case c == '\'':
		return syntaxProblem(at, d.quoteEnd(at), "a string in single quotes", "JSON uses double quotes")
	case c == '`':
		return syntaxProblem(at, at+1, "a string in backquotes", "JSON uses double quotes")
	case c == ',':
		return syntaxProblem(at, at+1, "a value is missing before this comma", "a value has to stand here")
	case (c == '}' || c == ']') && d.key != nil:
		return syntaxProblem(at, at+1, fmt.Sprintf("%q has no value", d.key.Text), "a value has to stand here")
	case c == '}' || c == ']':
		if d.in == nil {
			return syntaxProblem(at, at+1, fmt.Sprintf("%q closes nothing", d.data[at:at+1]), "a JSON value has to stand here")
		}
		return d.wrongCloser(at)
	case strings.HasPrefix(word, "-") && strayWords[word[1:]] != "":
		return syntaxProblem(at, end, word+" is not JSON", strayWords[word[1:]])
	case strayWords[word] != "":
		return syntaxProblem(at, end, word+" is not JSON", strayWords[word])
	case c == '-' || c == '+' || c == '.' || c >= '0' && c <= '9':
		return d.number(at)
	case isLetter(c) || c == '_' || c == '$':
		return syntaxProblem(at, end, word+" is not JSON", "a string needs double quotes")
	}
	return syntaxProblem(at, end, fmt.Sprintf("%s stands where a value is needed", d.shown(at)), "a JSON value has to stand here")
}

func (d diagnosis) number(at int) *Problem {
	end := at
	for end < len(d.data) && (isLetter(d.data[end]) || strings.IndexByte("+-._", d.data[end]) >= 0 || d.data[end] >= '0' && d.data[end] <= '9') {
		end++
	}
	word := string(d.data[at:end])
	digits := strings.TrimLeft(word, "+-")
	label := "a JSON number looks like -12, 0.5 or 1e9"
	switch {
	case word[0] == '+':
		label = "a JSON number begins without +"
	case len(digits) > 1 && (digits[1] == 'x' || digits[1] == 'X'):
		label = "JSON numbers are decimal"
	case len(digits) > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9':
		label = "a JSON number has no leading zero"
	case digits != "" && digits[0] == '.':
		label = "a digit has to stand before the point"
	case strings.HasSuffix(word, "."):
		label = "a digit has to follow the point"
	}
	return syntaxProblem(at, end, cut(word, 40)+" is no JSON number", label)
}

// text explains a string that breaks: at is its opening quote.
func (d diagnosis) text(at int) *Problem {
	for i := at + 1; i < len(d.data); i++ {
		switch c := d.data[i]; {
		case c == '"':
			// The string itself is whole, so the tokenizer objects to something that this does not know.
			return syntaxProblem(at, i+1, "this string is not JSON", "")
		case c == '\n' || c == '\r':
			return syntaxProblem(at, i, "the string is not closed on its line", `a line break inside a string is written \n`)
		case c < 0x20:
			return syntaxProblem(i, i+1, fmt.Sprintf("a control character (U+%04X) inside a string", c), fmt.Sprintf(`write %s`, escapeOf(c)))
		case c == '\\':
			n, label := checkEscape(d.data[i:])
			if label != "" {
				return syntaxProblem(i, min(i+n, len(d.data)), fmt.Sprintf("%s is no escape of JSON", cut(strings.ToValidUTF8(string(d.data[i:min(i+n, len(d.data))]), ""), 40)), label)
			}
			i += n - 1
		}
	}
	return syntaxProblem(at, len(d.data), "the string is not closed", "the text ends inside it")
}

func escapeOf(c byte) string {
	switch c {
	case '\t':
		return `\t`
	case '\b':
		return `\b`
	case '\f':
		return `\f`
	}
	return fmt.Sprintf(`\u%04x`, c)
}

// checkEscape reads the escape sequence at the start of b. The label is empty where it is a good one.
func checkEscape(b []byte) (n int, label string) {
	const allowed = `JSON knows \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits`
	if len(b) < 2 {
		return len(b), allowed
	}
	if b[1] != 'u' {
		if strings.IndexByte(`"\/bfnrt`, b[1]) >= 0 {
			return 2, ""
		}
		_, size := utf8.DecodeRune(b[1:])
		return 1 + size, allowed
	}
	unit, ok := hex4(b)
	if !ok {
		n = 2
		for n < len(b) && n < 6 && isHex(b[n]) {
			n++
		}
		return n, `four hexadecimal digits have to follow \u`
	}
	switch {
	case unit >= 0xdc00 && unit <= 0xdfff:
		return 6, "the second half of a surrogate pair, without the first"
	case unit >= 0xd800 && unit <= 0xdbff:
		if low, ok := hex4(b[6:]); ok && low >= 0xdc00 && low <= 0xdfff {
			return 12, ""
		}
		return 6, "the first half of a surrogate pair, without the second"
	}
	return 6, ""
}

func (d diagnosis) shown(at int) string {
	return quote(string(d.data[at:d.wordEnd(at)]))
}
