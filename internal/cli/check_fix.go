package cli

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"

	"openidea-plugin/check"
	"openidea-plugin/diag"
	"openidea-plugin/fix"
	"openidea-plugin/report"
)

// fixed applies the fixes of a result in memory, checks again, and so on until nothing is left to fix. It gives the last result; with --diff, which writes nothing, the first.
func (e *env) fixed(o check.Options, paths []string, result *check.Result, f *checkFlags) (*fix.Session, *check.Result) {
	s := &fix.Session{Dir: e.Dir, Unsafe: f.unsafe}
	last := result
	for range fix.MaxRounds {
		if !s.Round(f.shown(last.Findings), e.folders(last)) {
			break
		}
		o.Overlay = s.Overlay()
		last = check.Run(e.Dir, paths, o)
	}
	if f.diff {
		return s, result
	}
	return s, last
}

// shown are the findings that are shown: nobody's files are changed for what was only counted.
func (f *checkFlags) shown(findings []diag.Diagnostic) []diag.Diagnostic {
	if f.notes {
		return findings
	}
	return slices.DeleteFunc(slices.Clone(findings), func(d diag.Diagnostic) bool {
		return d.Severity == diag.Note && !slices.Contains(f.selected, d.Rule)
	})
}

// folders are those of the plugins that were checked, absolute.
func (e *env) folders(r *check.Result) []string {
	var list []string
	for _, p := range r.Checked {
		list = append(list, e.path(filepath.FromSlash(p.Path)))
	}
	return list
}

// writeFixes writes the files with fixes. It gives what was fixed, and why some files could not be written.
func (e *env) writeFixes(s *fix.Session, r *check.Result) (done []report.Fixed, failed []error) {
	folders := e.folders(r)
	for _, f := range s.Files() {
		if err := f.Write(folders); err != nil {
			failed = append(failed, err)
			continue
		}
		for _, d := range f.Fixed {
			done = append(done, report.Fixed{Path: f.Printed, Rule: d.Rule, Message: d.Message, Title: d.Fix.Title, Unsafe: d.Fix.Unsafe})
		}
	}
	return done, failed
}

// printDiff prints what --fix would write, and on the error stream how much of the findings that is.
func (e *env) printDiff(s *fix.Session, r *check.Result) error {
	var diff bytes.Buffer
	if err := s.Diff(&diff); err != nil {
		return err
	}
	text := diff.String()
	if e.OutTerminal { // for people; what goes elsewhere is for git apply, to the byte
		text = escapeLines(text)
	}
	if _, err := fmt.Fprint(e.Out, text); err != nil {
		return writeError("", err)
	}
	fixes := 0
	for _, f := range s.Files() {
		fixes += len(f.Fixed)
	}
	now := report.Plural(r.Count(diag.Error), "error") + " and " + report.Plural(r.Count(diag.Warning), "warning")
	switch {
	case e.quiet:
	case fixes == 0:
		e.complain("--fix would change nothing; there are %s", now)
	default:
		e.complain("--fix would mend %s in %s; there are %s", report.Plural(fixes, "finding"), report.Plural(len(s.Files()), "file"), now)
	}
	return nil
}
