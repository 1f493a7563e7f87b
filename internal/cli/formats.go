package cli

import (
	"io"
	"os"
	"path/filepath"
	"slices"

	"openidea-plugin/check"
	"openidea-plugin/report"
)

// checkFormats are the formats of check, in the order in which they are listed.
var checkFormats = []string{"text", "json", "sarif", "github", "gitlab", "junit"}

// checkReport completes a report of check with what the formats for machines say besides; o says which rules were applied.
func (e *env) checkReport(r *report.Report, o check.Options) *report.Report {
	r.Root = e.root()
	for _, x := range check.Rules() {
		if x.Wasm && o.NoWasm || len(o.Select) > 0 && !slices.Contains(o.Select, x.ID) || slices.Contains(o.Ignore, x.ID) {
			continue
		}
		r.Rules = append(r.Rules, report.RuleInfo{
			ID: x.ID, Title: x.Title, Text: x.Text, Severity: x.Severity, Source: check.SourceWords(x), Fixable: x.Fix != check.NotFixable,
		})
	}
	return r
}

// printCheck are the formats of check at work.
func (e *env) printCheck(r *report.Report, notes bool) []format {
	onlyErrors := func() bool { return len(r.Errors) > 0 && len(r.Findings)+r.Plugins == 0 }
	text := func(w io.Writer, color bool) error {
		if onlyErrors() {
			return nil // they are printed by themselves
		}
		return report.Text(w, r, report.TextOptions{Color: color, Notes: notes, Quiet: e.quiet})
	}
	return []format{
		{"text", text},
		{"json", func(w io.Writer, _ bool) error { return report.JSON(w, r) }},
		{"sarif", func(w io.Writer, _ bool) error { return report.SARIF(w, r) }},
		{"github", func(w io.Writer, color bool) error {
			return report.GitHub(w, r, report.TextOptions{Color: color, Quiet: e.quiet || onlyErrors()})
		}},
		{"gitlab", func(w io.Writer, _ bool) error { return report.GitLab(w, r) }},
		{"junit", func(w io.Writer, _ bool) error { return report.JUnit(w, r) }},
	}
}

// testFormats are the formats of test, in the order in which they are listed.
var testFormats = []string{"text", "json", "github", "junit"}

// printTests are the formats of test at work.
func (e *env) printTests(r *report.TestRun, f *testFlags) []format {
	r.Root = e.root()
	options := func(w io.Writer, color bool) report.TestTextOptions {
		return report.TestTextOptions{Color: color, Quiet: e.quiet, Times: f.times || e.OutTerminal && w == e.Out, Trace: f.trace}
	}
	return []format{
		{"text", func(w io.Writer, color bool) error { return report.TestText(w, r, options(w, color)) }},
		{"json", func(w io.Writer, _ bool) error { return report.TestJSON(w, r) }},
		{"github", func(w io.Writer, color bool) error { return report.TestGitHub(w, r, options(w, color)) }},
		{"junit", func(w io.Writer, _ bool) error { return report.TestJUnit(w, r, f.times) }},
	}
}

// root is the repository's root, the nearest folder at or above the working directory with a .git in it, or the working directory itself.
func (e *env) root() report.Root {
	for dir := e.Dir; dir != ""; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return report.Root{Dir: dir, Cwd: e.Dir}
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return report.Root{Dir: e.Dir, Cwd: e.Dir}
}
