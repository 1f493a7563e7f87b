package report

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"openidea-plugin/diag"
)

// golden compares an output with a file of testdata; UPDATE_GOLDEN=1 writes the file.
func golden(t *testing.T, name string, print func(io.Writer) error) {
	t.Helper()
	var b bytes.Buffer
	if err := print(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")); diff != "" {
		t.Errorf("%s (-file +output), UPDATE_GOLDEN=1 writes it:\n%s", path, diff)
	}
}

// evil is text that a terminal, a runner or an XML reader would obey or refuse.
const evil = "\x1b[31mred\u202e \x00\ufffe 100% ::set-output name=a::b ##[group]x ##vso[task.setvariable]y ]]> <b> \"&\" {0} [a](b) bad\xff"

// sharedReport is one set of findings for every format.
func sharedReport() *Report {
	at := func(path, text string, d diag.Diagnostic) diag.Diagnostic {
		d.Span = mark(path, text, "").Span
		return d
	}
	related := mark("old plugins/1,5% 查找:x/plugin.toml", "\n\nname = \"«find»\"\n", "").Span
	several := at("notes/plugin.toml", "id = \"a\"\r\n[[contributes.mcpTools]]\r\n«name = \"find\"\r\ndescription = \"\"»\r\n", diag.Diagnostic{
		Rule: "tool-keys", Severity: diag.Error, Message: "keys are missing", Label: "readOnly and destructive", Help: []string{"add readOnly = true", "add destructive = false"},
	})
	unsafe := at("notes/plugin.toml", "\ufeff\tname = «\"find-notes\"» # 😀\n", diag.Diagnostic{
		Rule: "tool-name", Severity: diag.Error, Message: `tool name "find-notes" has a character that is not allowed: "-"`, Label: "1 to 40 of a-z, 0-9 and _",
		Related: []diag.Related{{Span: related, Message: "the other"}},
	})
	unsafe.Fix = &diag.Fix{Title: `"find_notes"`, Unsafe: true, Edits: []diag.Edit{{Span: unsafe.Span, New: `"find_notes"`}}}
	safe := at("notes/查找.json", "{\n\t\"😀汉字\": «true»,\n\t\"b\": 1\n}\n", diag.Diagnostic{Rule: "boolean-subschema", Severity: diag.Note, Message: "a schema is a boolean"})
	safe.Fix = &diag.Fix{Title: "{}", Edits: []diag.Edit{{Span: safe.Span, New: "{}"}, {Span: related, New: "x"}}}
	same := safe
	same.Span.Start, same.Span.End = same.Span.Start+11, same.Span.Start+12
	return &Report{
		Command: "check", Version: "1.2.3", Plugins: 3, Tools: 7, Configs: []string{"openidea-plugin.toml"},
		Checked: []Plugin{{"acme.notes", "notes"}, {"acme.old", "old plugins/1,5% 查找:x"}, {"", "broken"}},
		Root:    Root{Dir: "/home/me/repo", Cwd: "/home/me/repo/a b"},
		Rules: []RuleInfo{
			{"tool-name", "a tool's `name` is not valid", "A `name` matches `[a-z0-9_]{1,40}`.\n\nMore about it.", diag.Error, "S1", true},
			{"boolean-subschema", "a schema is `true` or `false`", "Some clients refuse it.", diag.Note, "decision", true},
		},
		Findings: []diag.Diagnostic{
			{Rule: "of-nothing", Severity: diag.Warning, Message: "said of the run as a whole"},
			{Rule: "schema-missing", Severity: diag.Error, Message: "there is no such file", Span: diag.Span{File: &diag.SourceFile{Path: "../outside.json"}}, Label: "named by the manifest"},
			{Rule: "schema-missing", Severity: diag.Error, Message: "there is no such file", Span: diag.Span{File: &diag.SourceFile{Path: "../../elsewhere/é.json"}}},
			at("broken/plugin.toml", "a = 1\x00«\xff\xfe»\x00", diag.Diagnostic{Rule: "manifest-encoding", Severity: diag.Error, Message: "the file is no UTF-8"}),
			unsafe, several, safe, same,
			at("old plugins/1,5% 查找:x/plugin.toml", "name = «'"+evil+"'»", diag.Diagnostic{
				Rule: "description", Severity: diag.Warning, Message: evil, Label: evil, Help: []string{evil + "\n::error::x"},
				Fix: &diag.Fix{Title: evil},
			}),
		},
		Fixed:  []Fixed{{Path: "notes/plugin.toml", Rule: "unknown-key", Message: "an unknown key", Title: "readOnly"}, {Path: evil, Rule: "tool-name", Message: evil, Title: evil, Unsafe: true}},
		Errors: []Error{{"sub/" + evil, "permission denied"}, {"", "no memory is left"}},
	}
}

func TestGoldens(t *testing.T) {
	r := sharedReport()
	golden(t, "check.txt", func(w io.Writer) error { return Text(w, r, TextOptions{Notes: true}) })
	golden(t, "check.json", func(w io.Writer) error { return JSON(w, r) })
	golden(t, "check.sarif", func(w io.Writer) error { return SARIF(w, r) })
	golden(t, "check.github.txt", func(w io.Writer) error { return GitHub(w, r, TextOptions{}) })
	golden(t, "check.gitlab.json", func(w io.Writer) error { return GitLab(w, r) })
	golden(t, "check.junit.xml", func(w io.Writer) error { return JUnit(w, r) })
	r.Strict = true
	golden(t, "check-strict.junit.xml", func(w io.Writer) error { return JUnit(w, r) })
}

// TestClean: what the formats say when there is nothing to say.
func TestClean(t *testing.T) {
	r := &Report{Command: "check", Version: "1.2.3", Plugins: 1, Tools: 1, Checked: []Plugin{{"acme.notes", "."}}}
	for name, print := range map[string]func(io.Writer) error{
		"clean.sarif":       func(w io.Writer) error { return SARIF(w, r) },
		"clean.github.txt":  func(w io.Writer) error { return GitHub(w, r, TextOptions{}) },
		"clean.gitlab.json": func(w io.Writer) error { return GitLab(w, r) },
		"clean.junit.xml":   func(w io.Writer) error { return JUnit(w, r) },
	} {
		golden(t, name, print)
	}
}
