package report

import (
	"fmt"

	"openidea-plugin/diag"
)

// Place is a span in a file as machines read it.
type Place struct {
	// File is a path as printed, "" for no file.
	File string `json:"file"`
	// Range is nil where the file has nothing to count in.
	Range *Range `json:"range"`
}

// Range is half open: End is behind the last character.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Position is a place in a file: 1-based line; 1-based column in UTF-16 units, where a byte that is no UTF-8 counts as one and a byte order mark as none;
// and bytes from the start of the file.
type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

// Places counts lines and columns. The zero value is ready; it is for one goroutine.
type Places struct{ files files }

// Of is the place of a span.
func (p *Places) Of(s diag.Span) Place { return p.files.place(s) }

func (f *files) place(s diag.Span) Place {
	if s.File == nil {
		return Place{}
	}
	p := Place{File: s.File.Path}
	if r, ok := f.known[s]; ok {
		p.Range = &r
	} else if x := f.index(s.File); x != nil {
		start, end := clamp(s)
		a, b := x.position(start), x.position(end)
		p.Range = &Range{Position{a.line, a.utf16, start}, Position{b.line, b.utf16, end}}
	}
	return p
}

// shown is "file:line:column" for readers, in code points, or the file alone where there is nothing to count in.
func (f *files) shown(s diag.Span) string {
	if s.File == nil {
		return ""
	}
	path := Escape(s.File.Path)
	if r, ok := f.known[s]; ok { // without the file there are only UTF-16 units
		return fmt.Sprintf("%s:%d:%d", path, r.Start.Line, r.Start.Column)
	}
	x := f.index(s.File)
	if x == nil {
		return path
	}
	start, _ := clamp(s)
	p := x.position(start)
	return fmt.Sprintf("%s:%d:%d", path, p.line, p.column)
}
