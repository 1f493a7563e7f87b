package tomlpos

import "bytes"

// Statement is a header, or a key with its value, as it stands in the file.
type Statement struct {
	// Start and End are its bytes, without the comment behind it.
	Start, End int
	// Header says that it is the header of a table or of an array of tables.
	Header bool
}

// Comment is a comment from its # to the end of its line, without blanks and the line end.
type Comment struct {
	Start, End int
	// Own says that nothing else stands in its line, Inside that it stands in a value: between the brackets of an array.
	Own, Inside bool
}

// Layout is what stands where in a file: its statements and its comments, both in order.
func (d *Document) Layout() (statements []Statement, comments []Comment) {
	p := &parser{data: d.File.Data}
	i, line := 0, 0 // line is where the line begins, behind a byte order mark
	if d.BOM {
		i, line = len(bom), len(bom)
	}
	var open *Statement
	depth := 0
	for i < len(p.data) {
		c := p.data[i]
		switch {
		case c == '\n':
			if depth == 0 {
				open = nil
			}
			i++
			line = i
			continue
		case blank(c) || c == '\r':
			i++
			continue
		case c == '#':
			end := p.restOfLine(i)
			comments = append(comments, Comment{i, end, len(bytes.TrimLeft(p.data[line:i], " \t")) == 0, depth > 0})
			i = end
			continue
		}
		if open == nil {
			statements = append(statements, Statement{Start: i, Header: c == '['})
			open = &statements[len(statements)-1]
		}
		switch c {
		case '"', '\'':
			end := p.skipString(i)
			if nl := bytes.LastIndexByte(p.data[i:end], '\n'); nl >= 0 {
				line = i + nl + 1
			}
			i = end
		case '[', '{':
			depth++
			i++
		case ']', '}':
			depth--
			i++
		default:
			i++
		}
		open.End = i
	}
	return statements, comments
}

// skipString is the offset behind the string that begins at i.
func (p *parser) skipString(i int) int {
	quotes := p.data[i : i+1]
	if bytes.HasPrefix(p.data[i:], bytes.Repeat(quotes, 3)) {
		quotes = p.data[i : i+3]
	}
	if end := p.stringEnd(i+len(quotes), len(p.data), quotes); end >= 0 {
		return end
	}
	return len(p.data) // no string of a document is open
}
