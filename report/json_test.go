package report

import (
	"bytes"
	"testing"

	"openidea-plugin/diag"
)

// TestFindingsJSON is a golden of the whole form: columns count UTF-16 units, a file without content has no range, lists are never null.
func TestFindingsJSON(t *testing.T) {
	d := mark("notes/plugin.toml", "\ufeff# 😀\n# 😀 «<x>\n😀y» z\n", "here")
	d.Help = []string{"do this"}
	d.Related = []diag.Related{{Span: diag.Span{File: &diag.SourceFile{Path: "other"}}, Message: "and this"}}
	d.Fix = &diag.Fix{Title: "mend it", Unsafe: true, Edits: []diag.Edit{{Span: d.Span, New: "\x1b"}}}
	nowhere := diag.Diagnostic{Rule: "c-rule", Severity: diag.Note, Message: "of nothing"}
	var b bytes.Buffer
	err := JSON(&b, &Report{Command: "check", Version: "1.2.3", Plugins: 2, Tools: 7, Findings: []diag.Diagnostic{d, nowhere}, Errors: []Error{{"x", "no permission"}}})
	if err != nil {
		t.Fatal(err)
	}
	const span = `"range": {
        "start": {
          "line": 2,
          "column": 6,
          "offset": 17
        },
        "end": {
          "line": 3,
          "column": 4,
          "offset": 26
        }
      }`
	want := `{
  "version": 1,
  "tool": {
    "name": "openidea-plugin",
    "version": "1.2.3"
  },
  "command": "check",
  "summary": {
    "plugins": 2,
    "tools": 7,
    "errors": 1,
    "warnings": 0,
    "notes": 1
  },
  "configurations": [],
  "findings": [
    {
      "rule": "a-rule",
      "severity": "error",
      "message": "something is wrong",
      "label": "here",
      "file": "notes/plugin.toml",
      ` + span + `,
      "related": [
        {
          "file": "other",
          "range": null,
          "message": "and this"
        }
      ],
      "help": [
        "do this"
      ],
      "fix": {
        "title": "mend it",
        "unsafe": true,
        "edits": [
          {
            "file": "notes/plugin.toml",
            "range": {
              "start": {
                "line": 2,
                "column": 6,
                "offset": 17
              },
              "end": {
                "line": 3,
                "column": 4,
                "offset": 26
              }
            },
            "text": "\u001b"
          }
        ]
      }
    },
    {
      "rule": "c-rule",
      "severity": "note",
      "message": "of nothing",
      "label": "",
      "file": "",
      "range": null,
      "related": [],
      "help": [],
      "fix": null
    }
  ],
  "fixed": [],
  "errors": [
    {
      "path": "x",
      "message": "no permission"
    }
  ]
}
`
	if got := b.String(); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
