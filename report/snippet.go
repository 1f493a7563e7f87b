package report

import (
	"math"
	"strings"

	"openidea-plugin/diag"
)

// The window of a long line, in cells: a line that is wider is cut around the marked characters.
const (
	longLine = 120
	lead     = 40 // shown before the marked characters
)

// snippet is the marked part of one line.
type snippet struct {
	number int // 1-based
	text   string
	// from and cells are where the carets stand.
	from, cells int
}

// snippets are the lines that show a span: one, or the first and the last of several. skipped says that lines between them are left out.
func snippets(x *lineIndex, s diag.Span) (lines []snippet, skipped bool) {
	start, end := clamp(s)
	first := x.line(start)
	last := first
	if end > start {
		// A span that ends with a line end does not reach into the next line.
		last = x.line(end - 1)
	}
	if first == last {
		return []snippet{cut(x, first, start, end)}, false
	}
	_, firstEnd := x.text(first)
	lastStart, _ := x.text(last)
	for lastStart < end-1 && (x.data[lastStart] == ' ' || x.data[lastStart] == '\t') {
		lastStart++
	}
	return []snippet{cut(x, first, start, max(firstEnd, start)), cut(x, last, lastStart, end)}, last > first+1
}

// cut shows a line with the bytes [start, end) marked.
func cut(x *lineIndex, line, start, end int) snippet {
	lineStart, lineEnd := x.text(line)
	s := snippet{number: line + 1}
	// Only a part of the line is looked at, so that a file of one long line costs no more than another.
	const before = 8 * lead
	from := lineStart
	if start-from > before {
		from = boundary(x.data, start-before)
	}
	at := min(start, lineEnd)
	list := tokens(x.data[from:at], from, 0, math.MaxInt)
	markStart := cells(list)
	list = append(list, tokens(x.data[at:lineEnd], at, markStart, longLine+1)...)
	total := cells(list)
	// The window of cells [low, high) is shown.
	low, high := 0, total
	if total > longLine {
		if markStart > longLine-lead {
			low = markStart - lead
		}
		high = min(low+longLine, total)
	}
	var b strings.Builder
	if low > 0 || from > lineStart {
		b.WriteString("…")
	}
	cell, shown := 0, width.StringWidth(b.String())
	caretStart, caretEnd := -1, -1
	for _, t := range list {
		if cell >= low && cell+t.cells <= high {
			if caretStart < 0 && t.end > start {
				caretStart = shown
			}
			b.WriteString(t.shown)
			shown += t.cells
			if t.start < end && t.end > start {
				caretEnd = shown
			}
		}
		cell += t.cells
	}
	if high < total {
		b.WriteString("…")
	}
	if caretStart < 0 {
		caretStart = shown
	}
	s.text = defuse(b.String())
	s.from, s.cells = caretStart, max(caretEnd-caretStart, 1)
	return s
}

func cells(list []token) int {
	n := 0
	for _, t := range list {
		n += t.cells
	}
	return n
}

// boundary moves an offset back to where a character begins.
func boundary(data []byte, offset int) int {
	for i := 0; i < 3 && offset > 0 && offset < len(data) && data[offset]&0xC0 == 0x80; i++ {
		offset--
	}
	return offset
}
