package tomlpos

import (
	"bytes"
	"errors"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"

	"openidea-plugin/diag"
)

var bom = []byte("\xef\xbb\xbf")

// Parse reads file. The document is nil when the syntax is wrong or the file is no UTF-8: then there is one error.
// Otherwise the errors are keys and tables that are defined twice, in the order of the file, and the document has what was
// defined first. Work and memory are linear in the size of the file; how large a file may be is the caller's to decide.
func Parse(file *diag.SourceFile) (*Document, []*Error) {
	p := &parser{file: file, data: file.Data}
	doc := &Document{File: file, BOM: bytes.HasPrefix(p.data, bom)}
	if err := p.encoding(); err != nil {
		return nil, []*Error{err}
	}
	start := 0
	if doc.BOM {
		start = len(bom)
	}
	doc.Root = newTable(p.span(start, start), byHeader)
	p.section = doc.Root
	p.root = doc.Root
	if err := p.expressions(start); err != nil {
		return nil, []*Error{err}
	}
	return doc, p.twice
}

// parser holds the state between two expressions of a file.
type parser struct {
	file *diag.SourceFile
	data []byte
	root *Value
	// section is the table of the last header.
	section *Value
	// path is the name of the section, "" for the root.
	path string
	// twice collects what is defined a second time.
	twice []*Error
	// last is where the previous expression ended.
	last int
}

func (p *parser) span(start, end int) diag.Span {
	return diag.Span{File: p.file, Start: start, End: end}
}

// encoding finds what no later message could explain: another encoding than UTF-8.
func (p *parser) encoding() *Error {
	d := p.data
	if bytes.HasPrefix(d, []byte("\xff\xfe")) || bytes.HasPrefix(d, []byte("\xfe\xff")) ||
		len(d) >= 2 && (d[0] == 0) != (d[1] == 0) {
		return &Error{Span: p.span(0, 2), Message: "the file is UTF-16, and TOML is always UTF-8", Label: "save it as UTF-8"}
	}
	for i := 0; i < len(d); {
		r, n := utf8.DecodeRune(d[i:])
		if r == utf8.RuneError && n == 1 {
			return &Error{
				Span:    p.span(i, i+1),
				Message: "the file is not UTF-8: the byte " + hexByte(d[i]) + " begins no character",
				Label:   "save the file as UTF-8",
			}
		}
		i += n
	}
	return nil
}

func (p *parser) expressions(start int) *Error {
	// A fresh slice, so that an offset is the difference of two capacities.
	text := p.data[start:len(p.data):len(p.data)]
	offset := func(r unstable.Range) (int, int) {
		return start + int(r.Offset), start + int(r.Offset+r.Length)
	}
	p.last = start
	var u unstable.Parser
	u.Reset(text)
	for u.NextExpression() {
		node := u.Expression()
		keys, err := p.key(node.Key(), offset)
		if err != nil {
			return err
		}
		switch node.Kind {
		case unstable.KeyValue:
			w := walker{parser: p, offset: offset, at: keys[len(keys)-1].span.End}
			value, err := w.valueAfterEquals(node.Value())
			if err != nil {
				return err
			}
			p.last = w.at
			p.assign(p.section, p.path, keys, value)
		case unstable.Table, unstable.ArrayTable:
			header := p.header(keys)
			p.last = header.End
			p.open(keys, header, node.Kind == unstable.ArrayTable)
		}
	}
	if err := u.Error(); err != nil {
		var syntax *unstable.ParserError
		if !errors.As(err, &syntax) {
			return &Error{Span: p.span(p.last, p.last), Message: "not TOML: " + err.Error()}
		}
		at := start + cap(text) - cap(syntax.Highlight)
		return p.explain(syntax.Message, at, at+len(syntax.Highlight))
	}
	return nil
}

// part is one part of a dotted key.
type part struct {
	name string
	span diag.Span
}

func (p *parser) key(it unstable.Iterator, offset func(unstable.Range) (int, int)) ([]part, *Error) {
	var keys []part
	for it.Next() {
		n := it.Node()
		start, end := offset(n.Raw)
		if err := p.escapes(start, end); err != nil {
			return nil, err
		}
		if len(keys) == MaxDepth {
			return nil, &Error{Span: p.span(start, end), Message: "the key has too many parts", Label: "at most 100"}
		}
		keys = append(keys, part{string(n.Data), p.span(start, end)})
	}
	return keys, nil
}

// header is the range of the whole header around its keys. Nothing but blanks can stand between a bracket and its key.
func (p *parser) header(keys []part) diag.Span {
	start, end := keys[0].span.Start, keys[len(keys)-1].span.End
	for start > 0 && (p.data[start-1] == '[' || blank(p.data[start-1])) {
		start--
	}
	for start < end && blank(p.data[start]) {
		start++
	}
	for end < len(p.data) && blank(p.data[end]) {
		end++
	}
	for end < len(p.data) && p.data[end] == ']' {
		end++
	}
	return p.span(start, end)
}

func blank(c byte) bool { return c == ' ' || c == '\t' }
