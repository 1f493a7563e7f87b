package cli

import (
	"path/filepath"

	"openidea-plugin/diag"
	"openidea-plugin/mockhost/testfile"
	"openidea-plugin/report"
)

// obsolete warns of snapshots that no test uses. With --update they are removed, unless not all tests run: who runs a few of them looks at those.
func (t *testRun) obsolete(f *testFlags) {
	for _, s := range t.suites {
		if f.update && f.whole() {
			removed, err := s.RemoveObsolete()
			t.removed += len(removed)
			if err != nil {
				t.failed = append(t.failed, err.Error())
			}
			continue
		}
		for _, path := range s.Obsolete() {
			t.report.Findings = append(t.report.Findings, diag.Diagnostic{
				Rule: testfile.RuleInvalid, Severity: diag.Warning, Message: "no test uses this snapshot",
				Span:  diag.Span{File: &diag.SourceFile{Path: filepath.ToSlash(filepath.Join(s.Path(), filepath.FromSlash(path)))}},
				Label: "openidea-plugin test --update removes it",
			})
		}
	}
}

// snapshotWords say what became of snapshots: "wrote 2 snapshots, removed 1 snapshot", or "".
func (t *testRun) snapshotWords() string {
	written := 0
	for _, r := range t.results {
		written += len(r.Written)
	}
	words := ""
	if written > 0 {
		words = "wrote " + report.Plural(written, "snapshot")
	}
	if t.removed > 0 {
		if words != "" {
			words += ", "
		}
		words += "removed " + report.Plural(t.removed, "snapshot")
	}
	return words
}
