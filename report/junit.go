package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"openidea-plugin/diag"
)

// JUnit prints the findings as a JUnit report: a suite for each plugin, in it a case for each rule and file that has findings, or one case that passes.
// A case fails where its findings fail the run: errors, and with Strict warnings. What else was found stands in the output of a case that passes. What
// belongs to no plugin, and what could not be read, is a suite of its own.
func JUnit(w io.Writer, r *Report) error {
	x := junitReport{Name: "openidea-plugin check", Suites: r.junitSuites()}
	return x.write(w)
}

func (r *Report) junitSuites() []*junitSuite {
	rest := &junitSuite{Name: "openidea-plugin"}
	suites := make([]*junitSuite, len(r.Checked))
	for i, p := range r.Checked {
		suites[i] = &junitSuite{Name: Escape(cmp.Or(p.ID, p.Path))}
	}
	files := r.files()
	cases := map[string]*findingCase{}
	for _, d := range r.Findings {
		suite, path := rest, ""
		if d.Span.File != nil {
			path = d.Span.File.Path
			if i := r.owner(path); i >= 0 {
				suite = suites[i]
			}
		}
		key := d.Rule + "\x00" + path
		c := cases[key]
		if c == nil {
			c = &findingCase{junitCase: &junitCase{Name: strings.TrimSuffix(d.Rule+" in "+Escape(path), " in "), Class: suite.Name, File: Escape(path)}}
			cases[key] = c
			suite.Cases = append(suite.Cases, c.junitCase)
		}
		if place := files.place(d.Span); place.Range != nil && c.Line == 0 {
			c.Line = place.Range.Start.Line
		}
		if d.Severity == diag.Error || r.Strict && d.Severity == diag.Warning {
			c.failing = append(c.failing, d)
		} else {
			c.passing = append(c.passing, d)
		}
	}
	for _, c := range cases {
		c.finish(files)
	}
	for _, e := range r.Errors {
		rest.Cases = append(rest.Cases, &junitCase{
			Name: strings.TrimSuffix("can read "+Escape(e.Path), " "), Class: rest.Name, File: Escape(e.Path),
			Error: &junitFailure{Type: "error", Message: Escape(e.Message), Text: strings.TrimPrefix(Escape(e.Path)+": "+Escape(e.Message), ": ")},
		})
	}
	for _, s := range suites {
		if len(s.Cases) == 0 {
			s.Cases = append(s.Cases, &junitCase{Name: "no findings", Class: s.Name})
		}
	}
	if len(rest.Cases) > 0 {
		suites = append(suites, rest)
	}
	return suites
}

// owner is the index of the plugin that a file belongs to, the innermost, or -1.
func (r *Report) owner(path string) int {
	best := -1
	for i, p := range r.Checked {
		inside := p.Path == "." && !strings.HasPrefix(path, "../") || path == p.Path || strings.HasPrefix(path, strings.TrimSuffix(p.Path, "/")+"/")
		if inside && (best < 0 || len(p.Path) > len(r.Checked[best].Path) || r.Checked[best].Path == ".") {
			best = i
		}
	}
	return best
}

// findingCase collects the findings of one rule in one file.
type findingCase struct {
	*junitCase
	failing, passing []diag.Diagnostic
}

func (c *findingCase) finish(f *files) {
	texts := func(ds []diag.Diagnostic) string {
		var list []string
		for _, d := range ds {
			head := f.shown(d.Span)
			if head != "" {
				head += ": "
			}
			list = append(list, head+d.Severity.String()+"["+d.Rule+"]: "+f.paragraphs(d))
		}
		return strings.Join(list, "\n")
	}
	if len(c.failing) > 0 {
		worst := slices.MaxFunc(c.failing, func(a, b diag.Diagnostic) int { return cmp.Compare(a.Severity, b.Severity) })
		message := sentence(worst)
		if more := len(c.failing) - 1; more > 0 {
			message += fmt.Sprintf(", and %d more", more)
		}
		c.Failure = &junitFailure{Type: worst.Severity.String(), Message: message, Text: texts(c.failing)}
	}
	c.Out = texts(c.passing)
}
