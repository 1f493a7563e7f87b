package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"openidea-plugin/diag"
)

// FuzzText: whatever a file holds and whatever a finding marks in it, the output is UTF-8 that a terminal shows and does not obey,
// and something is marked.
func FuzzText(f *testing.F) {
	f.Add([]byte("name = \"find-notes\"\n"), 8, 18, "label")
	f.Add([]byte("\xef\xbb\xbfa\r\n\t\x1b[2J\xe2\x80\xae\xff"), 3, 9, "\x1b]0;x\x07")
	f.Add([]byte("👩‍🔬e\u0301\u0301\u0301汉\u3000"), 0, 12, "\n")
	f.Fuzz(func(t *testing.T, data []byte, start, end int, label string) {
		file := &diag.SourceFile{Path: label, Data: data}
		d := diag.Diagnostic{
			Rule: "a-rule", Severity: diag.Error, Message: label, Label: label, Help: []string{label},
			Span:    diag.Span{File: file, Start: start, End: end},
			Related: []diag.Related{{Span: diag.Span{File: file, Start: end, End: start}, Message: label}},
		}
		var b bytes.Buffer
		if err := Text(&b, &Report{Findings: []diag.Diagnostic{d}}, TextOptions{}); err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(b.Bytes()) {
			t.Fatalf("not UTF-8: %q", b.Bytes())
		}
		for _, r := range b.String() {
			if r != '\n' && r != '\u200d' && r != '\u3000' && !unicode.IsPrint(r) {
				t.Fatalf("U+%04X reaches the terminal: %q", r, b.Bytes())
			}
		}
		if data != nil && bytes.Count(b.Bytes(), []byte("^")) < 2 {
			t.Fatalf("nothing is marked: %q", b.Bytes())
		}
		if err := JSON(&b, &Report{Findings: []diag.Diagnostic{d}}); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzFormats: whatever a plugin says, the formats for machines are what their readers read, and no line of a log is a command but the annotations.
func FuzzFormats(f *testing.F) {
	f.Add("notes/plugin.toml", []byte("name = \"find-notes\"\n"), 8, 18, evil)
	f.Add("a b/50%:汉,x", []byte("\xef\xbb\xbfa\r\n##[error]\t\x1b[2J\xe2\x80\xae\xff"), 3, 9, "\n::error::x\r##vso[a]")
	f.Add("::add-mask::x", []byte("::stop-commands::x"), 0, 2, "\u3000::debug::\u2028")
	f.Fuzz(func(t *testing.T, path string, data []byte, start, end int, label string) {
		file := &diag.SourceFile{Path: path, Data: data}
		d := diag.Diagnostic{
			Rule: "a-rule", Severity: diag.Error, Message: label, Label: label, Help: []string{label}, Span: diag.Span{File: file, Start: start, End: end},
			Fix: &diag.Fix{Title: label, Edits: []diag.Edit{{Span: diag.Span{File: file, Start: start, End: end}, New: label}}},
		}
		r := &Report{Plugins: 1, Findings: []diag.Diagnostic{d, d}, Errors: []Error{{path, label}}, Checked: []Plugin{{label, path}}, Root: Root{"/r", "/r/s"}}
		call := &Call{Tool: label, Outcome: Outcome{Outcome: "aborted", Stderr: label}, Problems: []Problem{{label, label, label, []string{" " + label}}}, Hint: label}
		run := &TestRun{Report: *r, Results: []*Result{{Plugin: label, Path: path, Files: 1, Tests: []*Test{
			{Name: label, Status: Failed, Reason: label, Place: Place{File: path}, Calls: []*Call{call}}, {Name: label + "2", Status: Skipped, Reason: label},
		}}}}
		for name, print := range map[string]func(io.Writer) error{
			"sarif": func(w io.Writer) error { return SARIF(w, r) }, "gitlab": func(w io.Writer) error { return GitLab(w, r) },
			"github": func(w io.Writer) error { return GitHub(w, r, TextOptions{}) }, "junit": func(w io.Writer) error { return JUnit(w, r) },
			"test github": func(w io.Writer) error { return TestGitHub(w, run, TestTextOptions{}) },
			"test junit":  func(w io.Writer) error { return TestJUnit(w, run, true) },
		} {
			var b bytes.Buffer
			if err := print(&b); err != nil {
				t.Fatal(err)
			}
			if !utf8.Valid(b.Bytes()) {
				t.Fatalf("%s is not UTF-8: %q", name, b.Bytes())
			}
			switch name {
			case "sarif", "gitlab":
				if !json.Valid(b.Bytes()) {
					t.Fatalf("%s is no JSON", name)
				}
				for _, r := range b.String() {
					if r != '\n' && !unicode.IsPrint(r) {
						t.Fatalf("%s has U+%04X: %q", name, r, b.Bytes())
					}
				}
			case "junit", "test junit":
				if err := xml.Unmarshal(b.Bytes(), new(xmlReport)); err != nil {
					t.Fatalf("%s: %v\n%s", name, err, b.Bytes())
				}
			default:
				annotations := 0
				for line := range strings.SplitSeq(strings.TrimSuffix(b.String(), "\n"), "\n") {
					if rest := strings.TrimLeftFunc(line, unicode.IsSpace); strings.HasPrefix(rest, "::") && !strings.HasPrefix(rest, ":::") {
						annotations++
					} else if workflowCommand().MatchString(line) {
						t.Fatalf("%s has a command: %q", name, line)
					}
				}
				if want := 3 + strings.Count(name, "test"); annotations != want {
					t.Fatalf("%s has %d annotations, want %d:\n%s", name, annotations, want, b.String())
				}
			}
		}
		if report, err := ReadTestReport("x", []byte(written(t, "junit", run))); err == nil {
			if _, err := MergeTests([]*TestReport{report}); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// FuzzReadTestReport: whatever a file holds, it is refused or can be joined and printed in every form.
func FuzzReadTestReport(f *testing.F) {
	for _, form := range slices.Sorted(maps.Keys(printers)) {
		var b bytes.Buffer
		if err := printers[form](&b, sharedRun()); err != nil {
			f.Fatal(form, err)
		}
		f.Add(b.Bytes())
	}
	f.Add([]byte(`{"version": 1, "tool": {"name": "openidea-plugin"}, "command": "test", "results": [{"tests": [{"status": "failed", "calls": [{}]}]}], "tests": {"failed": 1}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ReadTestReport("x", data)
		if err != nil {
			if !utf8.ValidString(err.Error()) || strings.Contains(err.Error(), "report.") {
				t.Fatalf("%q", err)
			}
			return
		}
		run, err := MergeTests([]*TestReport{r})
		if err != nil {
			t.Fatal(err)
		}
		for form, print := range printers {
			var b bytes.Buffer
			if err := print(&b, run); err != nil {
				t.Fatal(err)
			}
			if _, err := ReadTestReport("y", b.Bytes()); err != nil && form == "json" {
				t.Fatalf("%s is not read back: %v\n%s", form, err, b.Bytes())
			}
		}
		if err := TestGitHub(io.Discard, run, TestTextOptions{Trace: true}); err != nil {
			t.Fatal(err)
		}
	})
}
