package diag

import (
	"strings"
	"testing"
)

func TestSortAndCompact(t *testing.T) {
	a, b := &SourceFile{Path: "a"}, &SourceFile{Path: "b"}
	d := func(f *SourceFile, at int, s Severity, rule string) Diagnostic {
		return Diagnostic{Rule: rule, Severity: s, Span: Span{f, at, at}}
	}
	got := Sort([]Diagnostic{
		d(b, 0, Error, "x"), d(a, 5, Note, "x"), d(a, 5, Error, "y"), d(a, 5, Error, "x"), d(a, 1, Warning, "z"), d(a, 5, Error, "x"),
	})
	want := []Diagnostic{
		d(a, 1, Warning, "z"), d(a, 5, Error, "x"), d(a, 5, Error, "y"), d(a, 5, Note, "x"), d(b, 0, Error, "x"),
	}
	if len(got) != len(want) {
		t.Fatalf("got %d findings, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i].Rule != want[i].Rule || got[i].Span != want[i].Span || got[i].Severity != want[i].Severity {
			t.Errorf("%d: got %+v, want %+v", i, got[i], want[i])
		}
	}
}

func TestNearest(t *testing.T) {
	keys := []string{"name", "description", "inputSchema", "readOnly", "destructive"}
	for word, want := range map[string]string{
		"readonly":     "readOnly",
		"read_only":    "readOnly",
		"input-schema": "inputSchema",
		"inputShcema":  "inputSchema",
		"desc":         "",
		"descripton":   "description",
		"distructive":  "destructive",
		"nmae":         "name",
		"title":        "",
		"name":         "",
		"":             "",
	} {
		if got := Nearest(word, keys); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"find_notes": `"find_notes"`,
		`a"b\c`:      `"a\"b\\c"`,
		"a\nb\t\r":   `"a\nb\t\r"`,
		"\x1b[31m":   `"\u001B[31m"`,
		"\u202e汉😀":   `"\u202E汉😀"`,
		"\U000E0061": `"\U000E0061"`,
	} {
		if got := Quote(in); got != want {
			t.Errorf("Quote(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestLongTexts(t *testing.T) {
	sixty, hundred := strings.Repeat("é", 60), strings.Repeat("é", 100)
	for _, c := range []struct{ got, want string }{
		{ShortQuote(sixty), `"` + sixty + `"`},
		{ShortQuote(sixty + "a\n"), `"` + sixty + `"…`},
		{Sprintf("%q", hundred), `"` + hundred + `"`},
		{Sprintf("%q", hundred+"\n"), `"` + hundred + `"…`},
		{Shorten("añb", 3), "añb"},
		{Shorten("añbc", 3), "añ…"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}
