package report

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"openidea-plugin/diag"
)

// mark makes a finding about the text between « and », which are not part of the file.
func mark(path, text, label string) diag.Diagnostic {
	start := strings.Index(text, "«")
	text = strings.Replace(text, "«", "", 1)
	end := strings.Index(text, "»")
	text = strings.Replace(text, "»", "", 1)
	f := &diag.SourceFile{Path: path, Data: []byte(text)}
	return diag.Diagnostic{Rule: "a-rule", Severity: diag.Error, Message: "something is wrong", Span: diag.Span{File: f, Start: start, End: end}, Label: label}
}

func text(t *testing.T, o TextOptions, ds ...diag.Diagnostic) string {
	t.Helper()
	var b bytes.Buffer
	if err := Text(&b, &Report{Findings: ds, Plugins: 1, Tools: 1}, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestCarets: carets stand under the cells that the marked characters take on a terminal.
func TestCarets(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"ascii", "name = \"«find-notes»\"\n", "" +
			" --> f.toml:1:9\n   |\n" +
			" 1 | name = \"find-notes\"\n" +
			"   |         ^^^^^^^^^^ here\n"},
		{"the last line has no line end", "a\nb = «c»", "" +
			" --> f.toml:2:5\n   |\n" +
			" 2 | b = c\n" +
			"   |     ^ here\n"},
		{"chinese is two cells wide, counted as one column", "汉字 = «查找»!\n", "" +
			" --> f.toml:1:6\n   |\n" +
			" 1 | 汉字 = 查找!\n" +
			"   |        ^^^^ here\n"},
		{"combining marks take no cell", "cafe\u0301 «e\u0301te\u0301» x\n", "" +
			" --> f.toml:1:7\n   |\n" +
			" 1 | cafe\u0301 e\u0301te\u0301 x\n" +
			"   |      ^^^ here\n"},
		{"emoji", "«😀» 👍🏽 «", "" +
			" --> f.toml:1:1\n   |\n" +
			" 1 | 😀 👍🏽 «\n" +
			"   | ^^ here\n"},
		{"a joined emoji is one", "👩‍🔬«x»\n", "" +
			" --> f.toml:1:4\n   |\n" +
			" 1 | 👩‍🔬x\n" +
			"   |   ^ here\n"},
		{"tabs are expanded", "\ta\t«b»\n", "" +
			" --> f.toml:1:4\n   |\n" +
			" 1 |     a   b\n" +
			"   |         ^ here\n"},
		{"a marked tab", "a«\t»b\n", "" +
			" --> f.toml:1:2\n   |\n" +
			" 1 | a   b\n" +
			"   |  ^^^ here\n"},
		{"control characters, overrides and hidden characters are spelt out", "a\x1b[31m«\u202e»\u200b\U000E0041\x7f\u00a0b\n", "" +
			" --> f.toml:1:7\n   |\n" +
			" 1 | a<U+001B>[31m<U+202E><U+200B><U+E0041><U+007F><U+00A0>b\n" +
			"   |              ^^^^^^^^ here\n"},
		{"bytes that are no UTF-8", "a\xff«\xfe»b\n", "" +
			" --> f.toml:1:3\n   |\n" +
			" 1 | a<0xFF><0xFE>b\n" +
			"   |        ^^^^^^ here\n"},
		{"a carriage return inside a line", "a\r«b»\r\n", "" +
			" --> f.toml:1:3\n   |\n" +
			" 1 | a<U+000D>b\n" +
			"   |          ^ here\n"},
		{"a joiner that joins nothing that is read", "a\u200d«b»\n", "" +
			" --> f.toml:1:3\n   |\n" +
			" 1 | a<U+200D>b\n" +
			"   |          ^ here\n"},
		{"a byte order mark is shown, and no column", "\ufeff«a»\n", "" +
			" --> f.toml:1:1\n   |\n" +
			" 1 | <U+FEFF>a\n" +
			"   |         ^ here\n"},
		{"a place between two characters", "a «»b\n", "" +
			" --> f.toml:1:3\n   |\n" +
			" 1 | a b\n" +
			"   |   ^ here\n"},
		{"a place at the end of a line", "a =«»\nb\n", "" +
			" --> f.toml:1:4\n   |\n" +
			" 1 | a =\n" +
			"   |    ^ here\n"},
		{"a marked line end", "[a«\n»b\n", "" +
			" --> f.toml:1:3\n   |\n" +
			" 1 | [a\n" +
			"   |   ^ here\n"},
		{"an empty file", "«»", "" +
			" --> f.toml:1:1\n   |\n" +
			" 1 |\n" +
			"   | ^ here\n"},
		{"two lines", "a = «[\n  1]»\n", "" +
			" --> f.toml:1:5\n   |\n" +
			" 1 | a = [\n" +
			"   |     ^\n" +
			" 2 |   1]\n" +
			"   |   ^^ here\n"},
		{"many lines", "a = «[\n1,\n2,\n\t3 ]» # x\n", "" +
			" --> f.toml:1:5\n   |\n" +
			" 1 | a = [\n" +
			"   |     ^\n" +
			"...\n" +
			" 4 |     3 ] # x\n" +
			"   |     ^^^ here\n"},
		{"a line number of three digits", strings.Repeat("\n", 122) + "«a»", "" +
			"  --> f.toml:123:1\n    |\n" +
			"123 | a\n" +
			"    | ^ here\n"},
	} {
		got := text(t, TextOptions{Quiet: true}, mark("f.toml", c.in, "here"))
		want := "error[a-rule]: something is wrong\n " + c.want + "\n"
		if got != want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, want)
		}
	}
}

// TestLongLines: a line that is wider than 120 cells is cut around the marked characters, and carets still stand under them.
func TestLongLines(t *testing.T) {
	for _, c := range []struct{ name, in, line, carets string }{
		{"marked at the front", "«ab»" + strings.Repeat("x", 300), "ab" + strings.Repeat("x", 118) + "…", "^^"},
		{"marked in the middle", strings.Repeat("x", 200) + "«ab»" + strings.Repeat("y", 300), "…" + strings.Repeat("x", 40) + "ab" + strings.Repeat("y", 78) + "…", strings.Repeat(" ", 41) + "^^"},
		{"marked at the end", strings.Repeat("x", 200) + "«ab»", "…" + strings.Repeat("x", 40) + "ab", strings.Repeat(" ", 41) + "^^"},
		{"marked as a whole", "«" + strings.Repeat("x", 5000) + "»", strings.Repeat("x", 120) + "…", strings.Repeat("^", 120)},
		{"a megabyte", strings.Repeat("x", 1<<20) + "«ab»" + strings.Repeat("y", 1<<20), "…" + strings.Repeat("x", 40) + "ab" + strings.Repeat("y", 78) + "…", strings.Repeat(" ", 41) + "^^"},
		{"wide characters", strings.Repeat("汉", 200) + "«字»" + strings.Repeat("汉", 200), "…" + strings.Repeat("汉", 20) + "字" + strings.Repeat("汉", 39) + "…", strings.Repeat(" ", 41) + "^^"},
	} {
		got := strings.Split(text(t, TextOptions{Quiet: true}, mark("f", c.in, "")), "\n")
		if got[3] != " 1 | "+c.line || got[4] != "   | "+c.carets {
			t.Errorf("%s:\n%s\n%s\nwant\n 1 | %s\n   | %s", c.name, got[3], got[4], c.line, c.carets)
		}
	}
}

func TestParts(t *testing.T) {
	d := mark("notes/plugin.toml", "name = \"«find-notes»\"", "1 to 40 of a-z, 0-9 and _")
	d.Related = []diag.Related{{Span: mark("old/plugin.toml", strings.Repeat("\n", 99)+"name = \"«x»\"", "").Span, Message: "the other"}}
	d.Help = []string{"do this", "or that\x1b"}
	d.Fix = &diag.Fix{Title: `"find_notes"`}
	missing := diag.Diagnostic{Rule: "b-rule", Severity: diag.Warning, Message: "no file", Span: diag.Span{File: &diag.SourceFile{Path: "a\nb"}}, Label: "said of all of it"}
	nowhere := diag.Diagnostic{Rule: "c-rule", Severity: diag.Note, Message: "of nothing in particular"}
	want := `error[a-rule]: something is wrong
   --> notes/plugin.toml:1:9
    |
  1 | name = "find-notes"
    |         ^^^^^^^^^^ 1 to 40 of a-z, 0-9 and _
   ::: old/plugin.toml:100:9
    |
100 | name = "x"
    |         ^ the other
    = do this
    = or that<U+001B>
    = fix: "find_notes"

warning[b-rule]: no file
  --> a<U+000A>b
   | said of all of it

note[c-rule]: of nothing in particular

1 error, 1 warning, 1 note in 1 plugin. openidea-plugin explain RULE says more.
`
	if got := text(t, TextOptions{Notes: true}, d, missing, nowhere); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestSummary(t *testing.T) {
	of := func(ss ...diag.Severity) (ds []diag.Diagnostic) {
		for _, s := range ss {
			ds = append(ds, diag.Diagnostic{Severity: s})
		}
		return ds
	}
	for _, c := range []struct {
		r    Report
		o    TextOptions
		want string
	}{
		{Report{Plugins: 2, Tools: 7}, TextOptions{}, "2 plugins, 7 tools: no findings"},
		{Report{Plugins: 1, Tools: 1}, TextOptions{}, "1 plugin, 1 tool: no findings"},
		{Report{Plugins: 1, Findings: of(diag.Note, diag.Note)}, TextOptions{}, "1 plugin, 0 tools: no findings, 2 notes (--notes shows the notes)"},
		{Report{Plugins: 1, Findings: of(diag.Note)}, TextOptions{Notes: true}, "1 note in 1 plugin. openidea-plugin explain RULE says more."},
		{Report{Plugins: 2, Findings: of(diag.Error, diag.Error, diag.Note)}, TextOptions{}, "2 errors, 1 note in 2 plugins (--notes shows the note). openidea-plugin explain RULE says more."},
		{Report{Findings: of(diag.Error)}, TextOptions{}, "1 error. openidea-plugin explain RULE says more."},
		{Report{Plugins: 1, Errors: []Error{{}}}, TextOptions{}, "1 plugin, 0 tools: no findings in what could be read"},
	} {
		if got := summary(&c.r, c.o); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestFailedWritesAreReported(t *testing.T) {
	r := &Report{Findings: []diag.Diagnostic{mark("f", "«a»", "")}}
	if err := Text(failing{}, r, TextOptions{}); err == nil {
		t.Error("Text hides that nothing could be written")
	}
	if err := JSON(failing{}, r); err == nil {
		t.Error("JSON hides that nothing could be written")
	}
}
