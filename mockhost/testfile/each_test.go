package testfile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lines are the tests of a file, each with its place and what it calls.
func lines(f *File) []string {
	var list []string
	for _, t := range f.Tests {
		line := 1 + strings.Count(string(f.Source.Data[:t.Span.Start]), "\n")
		s := fmt.Sprintf("%d %s:", line, t.Name)
		for _, c := range t.Calls {
			s += " " + c.Tool + " " + c.Arguments
		}
		list = append(list, s)
	}
	return list
}

// TestEach: a test for each row, in the order of the file, with values that keep their types.
func TestEach(t *testing.T) {
	file, _ := read(t, `
[[group]]
name = "in a group"
grants = []
[[group.test]]
name = "last but one"
tool = "z"

[[test]]
name = "finds {text} ({n})"
tool = "find"
arguments = { text = "{text}", limit = "{n}", path = "notes/{text}-{n}-{on}.md", list = ["{n}", "{other}"], "{text}" = 1 }
expect = "{expect}"
[[test.each]]
text = "milk"
n = 1_000
on = true
expect.ok.contains = "milk"
[[test.each]]
text = "{n}"
n = 1.50
on = false
expect = { error = "denied" }

[[test]]
name = "{{a}} is no number"
tool = "find"
arguments = { "a{2}" = '\p{L}' }
each = [{ a = 1 }]

[[group]]
name = "in another"
[[group.test]]
name = "{n}"
tool = "t"
each = [{ n = 1 }, { n = 2 }]
`)
	for _, d := range file.Findings {
		t.Error(shown(d))
	}
	want := []string{
		`6 in a group › last but one: z {}`,
		`14 finds milk (1000): find {"text":"milk","limit":1000,"path":"notes/milk-1000-true.md","list":[1000,"{other}"],"milk":1}`,
		`19 finds {n} (1.50): find {"text":"{n}","limit":1.50,"path":"notes/{n}-1.50-false.md","list":[1.50,"{other}"],"{n}":1}`,
		`29 {1} is no number: find {"a{2}":"\\p{L}"}`,
		`36 in another › 1: t {}`,
		`36 in another › 2: t {}`,
	}
	if diff := cmp.Diff(want, lines(file)); diff != "" {
		t.Error(diff)
	}
	if x := file.Tests[1].Calls[0].Expect; x.OK == nil || x.OK.Contains[0] != "milk" {
		t.Errorf("%+v", x)
	}
	if x := file.Tests[2].Calls[0].Expect; x.Error == nil || x.Error.Kind != "denied" {
		t.Errorf("%+v", x)
	}
	if g := file.Tests[0].Settings.Grants; g == nil || len(*g) != 0 {
		t.Error("the settings of a group do not reach its tests")
	}
}

// TestMistakesInRows: each mistake is one finding, at the value in the row; what is wrong in the test is said once.
func TestMistakesInRows(t *testing.T) {
	test := func(lines, rows string) string {
		return "[[test]]\nname = \"t {n}\"\ntool = \"x\"\n" + lines + "\neach = [" + rows + "]\n"
	}
	for _, c := range []struct{ text, want string }{
		{test("", ""), `test-invalid [[]] there are no rows`},
		{test("", "1"), `test-type [1] "each" has an integer in it, it must be an array of tables`},
		{test("", "{ n = 1 }, {}"), `test-invalid [{}] this row has no "n", which the test needs`},
		{test("arguments = { a = \"{tezt}\" }", "{ n = 1, text = 2 }"), `test-invalid [text] nothing in the test uses the value "text" (did you mean "tezt", as in {tezt}?)`},
		{test("arguments = { a = \"{tezt}\", b = \"{text}\" }", "{ n = 1, text = 2 }"), `test-invalid [{tezt}] no row has a value "tezt" (did you mean {text}?)`},
		{test("", "{ n = [1] }"), `test-type [[1]] "n" is an array, which cannot be part of a text`},
		{test("expect.error = \"{e}\"", "{ n = 1, e = \"denied\" }, { n = 2, e = 7 }"), `test-type [7] "error" is an integer, it must be a kind, or a table with kind and message`},
		{test("expect.refused = \"{e}\"", "{ n = 1, e = \"remote\" }, { n = 2, e = \"remot\" }"), `test-invalid [remot] "refused" cannot be "remot" (did you mean "remote"?)`},
		{test("expect.files = { \"{f}\" = \"\" }", "{ n = 1, f = \"../a\" }"), `test-invalid [../a] "../a" has "..": paths stay inside the project`},
		{test("expect.files = { \"{f}\" = \"\", b = \"\" }", "{ n = 1, f = \"b\" }"), `test-invalid [b] two keys become "b" in this row`},
		{test("refused = \"{n}\"", "{ n = 1 }, { n = 2 }"), `test-unknown-key [refused] [[test]] has no key "refused"`},
		{test("", "{ n = 1 }, { n = \"1\" }"), `test-invalid [{ n = "1" }] two tests of this file are called "t 1"`},
		{"[[group]]\nname = \"g\"\n", `test-invalid [[[group]]] the group has no tests`},
		{"[[group]]\n[[group.test]]\nname = \"t\"\ntool = \"t\"\n", `test-invalid [[[group]]] a group needs a name`},
		{"[[group]]\nname = \"g\"\n[[group.test]]\nname = \"t\"\ntool = \"t\"\nbefore.disable = \"acme.note\"\n", `test-invalid [acme.note] there is no plugin "acme.note" in the IDE (did you mean "acme.notes"?)`},
		{"[[test]]\nname = \"t\"\ntool = \"t\"\nbefore.confirm = \"reject\"\n", `test-unknown-key [confirm] before has no key "confirm"`},
	} {
		file, _ := read(t, c.text)
		if len(file.Findings) != 1 {
			t.Errorf("%s: %d findings, want one", c.text, len(file.Findings))
			for _, d := range file.Findings {
				t.Logf("  %s", shown(d))
			}
			continue
		}
		if got := shown(file.Findings[0]); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestRowsAreBounded: what a file makes of its rows does not grow without end, and one finding says so.
func TestRowsAreBounded(t *testing.T) {
	rows := strings.Repeat("{ n = 1 }, ", 50_000)
	for what, text := range map[string]string{
		"a long text in every row": "[[test]]\nname = \"{n}\"\ntool = \"x\"\narguments-json = '{n}" + strings.Repeat("x", 1<<20) + "'\neach = [" + rows + "]\n",
		"a long value many times":  "[[test]]\nname = \"t\"\ntool = \"x\"\narguments-json = '" + strings.Repeat("{n}", 300_000) + "'\neach = [{ n = \"" + strings.Repeat("x", 1<<20) + "\" }]\n",
		"a table many times":       "[[test]]\nname = \"t\"\ntool = \"x\"\narguments = { a = [" + strings.Repeat("\"{n}\",", 300_000) + "] }\neach = [{ n = [" + strings.Repeat("1,", 100_000) + "] }]\n",
		"many keys in every row":   "[[test]]\nname = \"{n}\"\ntool = \"x\"\narguments = { a = [" + strings.Repeat("1,", 200_000) + "] }\neach = [" + rows + "]\n",
	} {
		file, _ := read(t, text)
		if n := len(file.Findings); n == 0 || !strings.Contains(file.Findings[0].Message, "make more than 256 MiB") {
			t.Errorf("%s: %d findings", what, n)
		}
	}
}
