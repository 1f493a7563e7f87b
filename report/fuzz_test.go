package report

import (
	"bytes"
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
