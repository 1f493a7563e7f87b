package tomlpos

import (
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// walker follows go-toml's nodes through the text of one value, because their ranges leave out the brackets of arrays
// and inline tables.
type walker struct {
	*parser
	offset func(unstable.Range) (int, int)
	// at is where the walker stands in the file.
	at    int
	depth int
}

func (w *walker) blanks() {
	for w.at < len(w.data) && blank(w.data[w.at]) {
		w.at++
	}
}

// gap skips what may stand between two elements of an array.
func (w *walker) gap() {
	for w.at < len(w.data) {
		switch c := w.data[w.at]; c {
		case ' ', '\t', '\r', '\n', ',':
			w.at++
		case '#':
			for w.at < len(w.data) && w.data[w.at] != '\n' {
				w.at++
			}
		default:
			return
		}
	}
}

func (w *walker) valueAfterEquals(n *unstable.Node) (*Value, *Error) {
	w.blanks()
	w.at++ // =
	w.blanks()
	return w.value(n)
}

var scalars = map[unstable.Kind]Kind{
	unstable.String: String, unstable.Integer: Integer, unstable.Float: Float, unstable.Bool: Bool,
	unstable.DateTime: OffsetDateTime, unstable.LocalDateTime: LocalDateTime, unstable.LocalDate: LocalDate, unstable.LocalTime: LocalTime,
}

// value reads the value that begins at w.at and leaves w.at behind it.
func (w *walker) value(n *unstable.Node) (*Value, *Error) {
	switch n.Kind {
	case unstable.Array:
		return w.array(n)
	case unstable.InlineTable:
		return w.inline(n)
	}
	start, end := w.offset(n.Raw)
	v := &Value{Kind: scalars[n.Kind], Span: w.span(start, end), Inner: w.span(start, end)}
	w.at = end
	var err *Error
	switch v.Kind {
	case String:
		q := 1
		if end-start >= 6 && strings.Count(string(w.data[start:start+3]), string(w.data[start:start+1])) == 3 {
			q = 3
		}
		v.Inner = w.span(start+q, end-q)
		if err = w.escapes(start, end); err == nil {
			v.Text = text(w.data[start+q:end-q], string(n.Data), w.data[start] == '"')
		}
	case Bool:
		v.True = w.data[start] == 't'
		v.Text = string(w.data[start:end])
	case Integer:
		v.Text = string(w.data[start:end])
		if _, e := strconv.ParseInt(number(v.Text), 0, 64); e != nil {
			err = &Error{Span: v.Span, Message: "the integer does not fit 64 bits", Label: "-9223372036854775808 to 9223372036854775807"}
		}
	case Float:
		v.Text = string(w.data[start:end])
	default:
		v.Text = string(w.data[start:end])
		if label := checkDate(v.Kind, v.Text); label != "" {
			err = &Error{Span: v.Span, Message: quote(v.Text) + " is no date or time of TOML 1.0", Label: label}
		}
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

func (w *walker) enter() *Error {
	w.depth++
	if w.depth > MaxDepth {
		return &Error{Span: w.span(w.at, w.at+1), Message: "arrays and inline tables are nested too deeply", Label: "at most 100 levels"}
	}
	return nil
}

func (w *walker) array(n *unstable.Node) (*Value, *Error) {
	if err := w.enter(); err != nil {
		return nil, err
	}
	start := w.at
	v := &Value{Kind: Array}
	w.at++ // [
	for it := n.Children(); it.Next(); {
		w.gap()
		item, err := w.value(it.Node())
		if err != nil {
			return nil, err
		}
		v.Items = append(v.Items, item)
	}
	w.gap()
	w.at++ // ]
	w.depth--
	v.Span = w.span(start, w.at)
	v.Inner = v.Span
	return v, nil
}

// inline reads an inline table, which in TOML 1.0 stands on one line and has no comma before its closing brace.
func (w *walker) inline(n *unstable.Node) (*Value, *Error) {
	if err := w.enter(); err != nil {
		return nil, err
	}
	start := w.at
	v := newTable(w.span(start, start+1), byInline)
	w.at++ // {
	comma := -1
	for it := n.Children(); it.Next(); {
		if err := w.sameLine(start, &comma); err != nil {
			return nil, err
		}
		keys, err := w.key(it.Node().Key(), w.offset)
		if err != nil {
			return nil, err
		}
		w.at = keys[len(keys)-1].span.End
		value, err := w.valueAfterEquals(it.Node().Value())
		if err != nil {
			return nil, err
		}
		w.assign(v, "", keys, value)
		comma = -1
	}
	if err := w.sameLine(start, &comma); err != nil {
		return nil, err
	}
	if comma >= 0 && len(v.Entries) > 0 {
		return nil, &Error{
			Span: w.span(comma, comma+1), Message: "an inline table may not end in a comma (TOML 1.0)", Label: "remove it",
		}
	}
	w.at++ // }
	w.depth--
	v.Span = w.span(start, w.at)
	v.Inner = v.Span
	return v, nil
}

// sameLine skips to the next key or the brace of the inline table that began at start, noting a comma on the way.
func (w *walker) sameLine(start int, comma *int) *Error {
	for ; w.at < len(w.data); w.at++ {
		switch w.data[w.at] {
		case ' ', '\t':
		case ',':
			*comma = w.at
		case '\r', '\n', '#':
			return &Error{
				Span:    w.span(start, start+1),
				Message: "an inline table must stand on one line (TOML 1.0)",
				Label:   "its closing brace is on another line",
				Help:    []string{"give the table a [header] of its own, or write it on one line"},
			}
		default:
			return nil
		}
	}
	return nil
}

// escapes refuses the escapes that TOML 1.1 added to basic strings.
func (p *parser) escapes(start, end int) *Error {
	if p.data[start] != '"' {
		return nil
	}
	for i := start; i+1 < end; i++ {
		if p.data[i] != '\\' {
			continue
		}
		n := map[byte]int{'e': 2, 'x': 4}[p.data[i+1]]
		if n != 0 {
			return &Error{
				Span:    p.span(i, min(i+n, end)),
				Message: quoteEscape(p.data[i+1]) + " is no escape of TOML 1.0",
				Label:   "write it as \\uXXXX",
			}
		}
		i++
	}
	return nil
}

func quoteEscape(c byte) string { return `"\` + string(rune(c)) + `"` }
