package report

import (
	"strings"
	"testing"

	"openidea-plugin/diag"
)

// TestFingerprints: a finding keeps its fingerprint when lines move or are indented, and no two findings of a report have the same.
func TestFingerprints(t *testing.T) {
	of := func(ds ...diag.Diagnostic) []fingerprint { return (&Report{Findings: ds}).fingerprints() }
	one := func(d diag.Diagnostic) fingerprint { return of(d)[0] }
	base := one(mark("a.toml", "x\nname = «\"a\"» # why\n", ""))
	for _, c := range []struct {
		name string
		d    diag.Diagnostic
		same bool
	}{
		{"the line has moved", mark("a.toml", "\n\nnew = 1\nx\nname = «\"a\"» # why\n", ""), true},
		{"the line is indented, with other line ends", mark("a.toml", "x\r\n\t  name  = «\"a\"»  # why\r\n", ""), true},
		{"another label", mark("a.toml", "x\nname = «\"a\"» # why\n", "label"), true},
		{"another file", mark("b.toml", "x\nname = «\"a\"» # why\n", ""), false},
		{"another value", mark("a.toml", "x\nname = «\"b\"» # why\n", ""), false},
		{"another key", mark("a.toml", "x\nid = «\"a\"» # why\n", ""), false},
	} {
		if got := one(c.d); (got == base) != c.same {
			t.Errorf("%s: %v and %v", c.name, got, base)
		}
	}

	// A minified file is one line: what stands far away does not count.
	near := strings.Repeat("x", 150) + "«true»" + strings.Repeat("y", 150)
	if one(mark("a.json", near, "")) != one(mark("a.json", "new"+near+"new", "")) {
		t.Error("text far away in the same line changes a fingerprint")
	}

	d := mark("a.toml", "a = «1»\na = 1\n", "")
	again := d
	again.Span.Start, again.Span.End = 10, 11
	missing := diag.Diagnostic{Rule: "b", Message: "m", Span: diag.Span{File: &diag.SourceFile{Path: "a"}}}
	list := of(d, again, missing, missing)
	if list[0].hash != list[1].hash || list[0].number != 1 || list[1].number != 2 {
		t.Errorf("the same text twice: %v", list[:2])
	}
	seen := map[string]bool{}
	for _, f := range list {
		if seen[f.unique()] {
			t.Errorf("%v is there twice", f)
		}
		seen[f.unique()] = true
	}
}
