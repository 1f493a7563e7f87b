package report

import (
	"strings"

	"openidea-plugin/diag"
)

// sentence is what a finding says on one line, for formats that show no source: the message, and in parentheses what stands at the marked characters.
func sentence(d diag.Diagnostic) string {
	s := Escape(d.Message)
	if d.Label != "" {
		s += " (" + Escape(d.Label) + ")"
	}
	return s
}

// paragraphs is all that a finding says, in lines: what is wrong, further places, what to do.
func (f *files) paragraphs(d diag.Diagnostic) string {
	lines := []string{sentence(d)}
	for _, r := range d.Related {
		line := f.shown(r.Span)
		if r.Message != "" {
			line = strings.TrimPrefix(line+": "+Escape(r.Message), ": ")
		}
		lines = append(lines, line)
	}
	for _, h := range d.Help {
		lines = append(lines, Escape(h))
	}
	if d.Fix != nil {
		lines = append(lines, "fix: "+Escape(d.Fix.Title))
	}
	return strings.Join(lines, "\n")
}
