package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// row is one line of the table: a figure of ours beside that of one other.
type row struct {
	what, ours, peer, theirs, ratio, note string
}

type table struct{ rows []row }

func (t *table) add(r row) { t.rows = append(t.rows, r) }

// markdown is the table, its columns aligned.
func (t *table) markdown() string {
	rows := [][]string{{"figure", "ours", "beside", "its figure", "ours : its", "remark"}}
	for i, r := range t.rows {
		what, ours := r.what, r.ours
		if i > 0 && what == t.rows[i-1].what {
			what = ""
			if ours == t.rows[i-1].ours {
				ours = ""
			}
		}
		rows = append(rows, []string{what, ours, r.peer, r.theirs, r.ratio, r.note})
	}
	widths := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var out strings.Builder
	for i, r := range rows {
		for j, cell := range r {
			out.WriteString("| " + cell + strings.Repeat(" ", widths[j]-utf8.RuneCountInString(cell)+1))
		}
		out.WriteString("|\n")
		if i == 0 {
			for _, w := range widths {
				out.WriteString("|" + strings.Repeat("-", w+2))
			}
			out.WriteString("|\n")
		}
	}
	return out.String()
}

// duration writes seconds in the unit that reads best.
func duration(s float64) string {
	for _, u := range []struct {
		of   float64
		name string
	}{{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}} {
		if s >= u.of {
			return three(s/u.of) + " " + u.name
		}
	}
	return three(s*1e9) + " ns"
}

// three writes a number with about three digits.
func three(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// mebibytes writes bytes.
func mebibytes(n float64) string { return three(n/(1<<20)) + " MiB" }
