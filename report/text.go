package report

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/fatih/color"

	"openidea-plugin/diag"
)

// TextOptions say how Text prints.
type TextOptions struct {
	Color bool
	// Notes shows findings of severity note; otherwise they are only counted.
	Notes bool
	// Quiet leaves out the last line.
	Quiet bool
}

// Text prints findings for people: where each stands, the source with the characters marked, what to do; then one line that sums up.
func Text(w io.Writer, r *Report, o TextOptions) error {
	p := &textPrinter{out: bufio.NewWriter(w), style: newStyles(o.Color), files: r.files()}
	for _, d := range r.Findings {
		if d.Severity == diag.Note && !o.Notes {
			continue
		}
		p.finding(d)
	}
	if !o.Quiet {
		p.fixed(r.Fixed)
		p.line("%s", summary(r, o))
	}
	return p.out.Flush()
}

// explained ends a line that counts findings.
const explained = ". openidea-plugin explain RULE says more."

// summary is the last line.
func summary(r *Report, o TextOptions) string {
	errors, warnings, notes := r.counts()
	var counts []string
	for _, c := range []struct {
		n    int
		noun string
	}{{errors, "error"}, {warnings, "warning"}, {notes, "note"}} {
		if c.n > 0 {
			counts = append(counts, Plural(c.n, c.noun))
		}
	}
	hidden := ""
	if notes > 0 && !o.Notes {
		hidden = " (--notes shows the notes)"
		if notes == 1 {
			hidden = " (--notes shows the note)"
		}
	}
	if errors+warnings == 0 && (notes == 0 || !o.Notes) {
		s := Plural(r.Plugins, "plugin") + ", " + Plural(r.Tools, "tool") + ": no findings"
		if notes > 0 {
			s += ", " + Plural(notes, "note") + hidden
		}
		if len(r.Errors) > 0 {
			s += " in what could be read"
		}
		return s
	}
	s := strings.Join(counts, ", ")
	if r.Plugins > 0 {
		s += " in " + Plural(r.Plugins, "plugin")
	}
	return s + hidden + explained
}

type textPrinter struct {
	out   *bufio.Writer
	style styles
	files *files
}

func (p *textPrinter) line(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	p.out.WriteString(strings.TrimRight(s, " "))
	p.out.WriteByte('\n')
}

// finding prints one finding and an empty line.
func (p *textPrinter) finding(d diag.Diagnostic) {
	mark := p.style.of(d.Severity)
	p.line("%s %s", mark(d.Severity.String()+"["+d.Rule+"]:"), p.style.bold(Escape(d.Message)))

	gutter := p.gutter(d)
	p.source(" -->", d.Span, d.Label, gutter, mark)
	for _, r := range d.Related {
		p.source(" :::", r.Span, r.Message, gutter, p.style.blue)
	}
	for _, h := range d.Help {
		p.line("%s %s %s", strings.Repeat(" ", gutter), p.style.blue("="), Escape(h))
	}
	if d.Fix != nil {
		how := ""
		if d.Fix.Unsafe {
			how = "  (run with --fix --unsafe)"
		}
		p.line("%s %s fix: %s%s", strings.Repeat(" ", gutter), p.style.blue("="), Escape(d.Fix.Title), how)
	}
	p.line("")
}

// fixed says what was mended, a line a file: "fixed plugin.toml: tool-name, 2 of unknown-key".
func (p *textPrinter) fixed(list []Fixed) {
	byFile := map[string]map[string]int{}
	for _, f := range list {
		if byFile[f.Path] == nil {
			byFile[f.Path] = map[string]int{}
		}
		byFile[f.Path][f.Rule]++
	}
	for _, path := range slices.Sorted(maps.Keys(byFile)) {
		var rules []string
		for _, rule := range slices.Sorted(maps.Keys(byFile[path])) {
			if n := byFile[path][rule]; n > 1 {
				rule = fmt.Sprintf("%d of %s", n, rule)
			}
			rules = append(rules, rule)
		}
		p.line("%s %s: %s", p.style.bold("fixed"), Escape(path), strings.Join(rules, ", "))
	}
}

// gutter is the width of the widest line number of a finding, at least 2.
func (p *textPrinter) gutter(d diag.Diagnostic) int {
	spans := []diag.Span{d.Span}
	for _, r := range d.Related {
		spans = append(spans, r.Span)
	}
	widest := 2
	for _, s := range spans {
		if x := p.files.index(s.File); x != nil {
			start, end := clamp(s)
			widest = max(widest, len(fmt.Sprint(x.line(max(start, end-1))+1)))
		}
	}
	return widest
}

// source prints a place and, where the file can be shown, its lines with the marked characters.
func (p *textPrinter) source(arrow string, s diag.Span, label string, gutter int, mark func(string) string) {
	if s.File == nil {
		return
	}
	x := p.files.index(s.File)
	indent := strings.Repeat(" ", gutter-1)
	p.line("%s%s %s", indent, p.style.blue(arrow), p.files.shown(s))
	bar := p.style.blue("|")
	empty := strings.Repeat(" ", gutter) + " " + bar
	if x == nil {
		if label != "" {
			p.line("%s %s", empty, Escape(label))
		}
		return
	}
	p.line("%s", empty)
	lines, skipped := snippets(x, s)
	for i, l := range lines {
		p.line("%s %s %s", p.style.blue(fmt.Sprintf("%*d", gutter, l.number)), bar, l.text)
		carets := strings.Repeat("^", l.cells)
		if i == len(lines)-1 && label != "" {
			carets += " " + Escape(label)
		}
		p.line("%s %s%s", empty, strings.Repeat(" ", l.from), mark(carets))
		if i == 0 && skipped {
			p.line("%s", p.style.blue("..."))
		}
	}
}

// styles are the colours of the text form; without colour each leaves its text alone.
type styles struct {
	bold, red, green, yellow, cyan, blue func(string) string
}

func newStyles(on bool) styles {
	style := func(attributes ...color.Attribute) func(string) string {
		c := color.New(attributes...)
		if on {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return func(s string) string { return c.Sprint(s) }
	}
	return styles{
		bold: style(color.Bold), red: style(color.FgRed, color.Bold), green: style(color.FgGreen, color.Bold), yellow: style(color.FgYellow, color.Bold),
		cyan: style(color.FgCyan, color.Bold), blue: style(color.FgBlue, color.Bold),
	}
}

func (s styles) of(severity diag.Severity) func(string) string {
	switch severity {
	case diag.Error:
		return s.red
	case diag.Warning:
		return s.yellow
	}
	return s.cyan
}
