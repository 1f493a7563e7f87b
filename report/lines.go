package report

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"openidea-plugin/diag"
)

// lineIndex knows where the lines of a file begin. Lines end in LF; a CR before it belongs to the line end.
type lineIndex struct {
	data   []byte
	starts []int
	// marks are places in long lines, so that many findings in one line do not each count from its start.
	marks map[int][]waymark
}

// waymark is a place every so often in a line.
type waymark struct {
	offset int
	position
}

// markEvery is how far marks are apart, in bytes.
const markEvery = 1024

func indexLines(data []byte) *lineIndex {
	x := &lineIndex{data: data, starts: []int{0}}
	for i := 0; ; {
		n := bytes.IndexByte(data[i:], '\n')
		if n < 0 {
			return x
		}
		i += n + 1
		x.starts = append(x.starts, i)
	}
}

// line is the 0-based line of an offset.
func (x *lineIndex) line(offset int) int {
	return sort.SearchInts(x.starts, offset+1) - 1
}

// text is the range of a line without its line end.
func (x *lineIndex) text(line int) (start, end int) {
	start, end = x.starts[line], len(x.data)
	if line+1 < len(x.starts) {
		end = x.starts[line+1] - 1
		if end > start && x.data[end-1] == '\r' {
			end--
		}
	}
	return start, end
}

var bom = []byte("\xef\xbb\xbf")

// position is a place in a file: 1-based line, and 1-based columns in code points and in UTF-16 units. A byte that is no UTF-8 counts as one.
type position struct{ line, column, utf16 int }

func (x *lineIndex) position(offset int) position {
	line := x.line(offset)
	marks := x.lineMarks(line)
	i := sort.Search(len(marks), func(i int) bool { return marks[i].offset > offset }) - 1
	if i < 0 {
		return position{line + 1, 1, 1} // inside a byte order mark
	}
	return advance(marks[i].position, x.data[marks[i].offset:offset])
}

// lineMarks are the marks of a line; the first is its start.
func (x *lineIndex) lineMarks(line int) []waymark {
	if marks := x.marks[line]; marks != nil {
		return marks
	}
	start, end := x.text(line)
	if start == 0 && bytes.HasPrefix(x.data, bom) {
		start = len(bom) // editors do not count a byte order mark
	}
	m := waymark{start, position{line + 1, 1, 1}}
	marks := []waymark{m}
	for m.offset+markEvery < end {
		next := boundary(x.data, m.offset+markEvery)
		m = waymark{next, advance(m.position, x.data[m.offset:next])}
		marks = append(marks, m)
	}
	if x.marks == nil {
		x.marks = map[int][]waymark{}
	}
	x.marks[line] = marks
	return marks
}

// advance counts the characters of text.
func advance(p position, text []byte) position {
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		text = text[n:]
		p.column++
		p.utf16++
		if r > 0xFFFF {
			p.utf16++
		}
	}
	return p
}

// files keeps the line index of each file of a report. It is for one goroutine.
type files struct {
	indexes map[*diag.SourceFile]*lineIndex
	// known are places that were counted before, in files that are not here.
	known map[diag.Span]Range
}

// index is nil for a file that cannot be shown.
func (f *files) index(file *diag.SourceFile) *lineIndex {
	if file == nil || file.Data == nil {
		return nil
	}
	if f.indexes == nil {
		f.indexes = map[*diag.SourceFile]*lineIndex{}
	}
	x := f.indexes[file]
	if x == nil {
		x = indexLines(file.Data)
		f.indexes[file] = x
	}
	return x
}

// clamp keeps a span inside its file, whoever made it.
func clamp(s diag.Span) (start, end int) {
	n := len(s.File.Data)
	start = min(max(s.Start, 0), n)
	end = min(max(s.End, start), n)
	return start, end
}
