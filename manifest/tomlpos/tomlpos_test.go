package tomlpos

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"openidea-plugin/diag"
)

func parse(text string) (*Document, []*Error) {
	return Parse(&diag.SourceFile{Path: "x.toml", Data: []byte(text)})
}

// dump writes a tree with the text under each span, so that a wrong range is seen at once.
func dump(v *Value) string {
	var b strings.Builder
	var walk func(prefix string, v *Value)
	walk = func(prefix string, v *Value) {
		d := v.Span.File.Data
		at := string(d[v.Span.Start:v.Span.End])
		switch v.Kind {
		case Table:
			fmt.Fprintf(&b, "%s table `%s`\n", prefix, at)
			for _, e := range v.Entries {
				walk(prefix+"/"+e.Name+"`"+string(d[e.Key.Start:e.Key.End])+"`", e.Value)
			}
		case Array:
			fmt.Fprintf(&b, "%s array `%s`\n", prefix, at)
			for i, item := range v.Items {
				walk(fmt.Sprintf("%s/%d", prefix, i), item)
			}
		case String:
			fmt.Fprintf(&b, "%s string %q `%s` `%s`\n", prefix, v.Text, at, d[v.Inner.Start:v.Inner.End])
		default:
			fmt.Fprintf(&b, "%s %s %q `%s`\n", prefix, strings.Fields(v.Kind.String())[1], v.Text, at)
		}
	}
	walk("", v)
	return b.String()
}

func TestPositions(t *testing.T) {
	doc, errs := parse(`id = "acme.notes"
engines.openidea = "^1.4" # range
n = 1_000
f = -1.5e3
'q k' = """
two
lines"""
d = 1979-05-27 07:32:00Z
nested = [ [1, 2], # one
  { a = 'x', b.c = [] },
]
e = {}

[capabilities]
required = ["project.read", "net"]

  [[ contributes . mcpTools ]]
name = "café\n"
[[contributes.mcpTools]]
readOnly = false
`)
	if errs != nil {
		t.Fatal(errs[0].Message)
	}
	want := "" +
		" table ``\n" +
		"/id`id` string \"acme.notes\" `\"acme.notes\"` `acme.notes`\n" +
		"/engines`engines` table `engines`\n" +
		"/engines`engines`/openidea`openidea` string \"^1.4\" `\"^1.4\"` `^1.4`\n" +
		"/n`n` integer \"1_000\" `1_000`\n" +
		"/f`f` float \"-1.5e3\" `-1.5e3`\n" +
		"/q k`'q k'` string \"two\\nlines\" `\"\"\"\ntwo\nlines\"\"\"` `\ntwo\nlines`\n" +
		"/d`d` date-time \"1979-05-27 07:32:00Z\" `1979-05-27 07:32:00Z`\n" +
		"/nested`nested` array `[ [1, 2], # one\n  { a = 'x', b.c = [] },\n]`\n" +
		"/nested`nested`/0 array `[1, 2]`\n" +
		"/nested`nested`/0/0 integer \"1\" `1`\n" +
		"/nested`nested`/0/1 integer \"2\" `2`\n" +
		"/nested`nested`/1 table `{ a = 'x', b.c = [] }`\n" +
		"/nested`nested`/1/a`a` string \"x\" `'x'` `x`\n" +
		"/nested`nested`/1/b`b` table `b`\n" +
		"/nested`nested`/1/b`b`/c`c` array `[]`\n" +
		"/e`e` table `{}`\n" +
		"/capabilities`capabilities` table `[capabilities]`\n" +
		"/capabilities`capabilities`/required`required` array `[\"project.read\", \"net\"]`\n" +
		"/capabilities`capabilities`/required`required`/0 string \"project.read\" `\"project.read\"` `project.read`\n" +
		"/capabilities`capabilities`/required`required`/1 string \"net\" `\"net\"` `net`\n" +
		"/contributes`contributes` table `contributes`\n" +
		"/contributes`contributes`/mcpTools`mcpTools` array `[[ contributes . mcpTools ]]`\n" +
		"/contributes`contributes`/mcpTools`mcpTools`/0 table `[[ contributes . mcpTools ]]`\n" +
		"/contributes`contributes`/mcpTools`mcpTools`/0/name`name` string \"café\\n\" `\"café\\n\"` `café\\n`\n" +
		"/contributes`contributes`/mcpTools`mcpTools`/1 table `[[contributes.mcpTools]]`\n" +
		"/contributes`contributes`/mcpTools`mcpTools`/1/readOnly`readOnly` boolean \"false\" `false`\n"
	if got := dump(doc.Root); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestBOMAndCRLF(t *testing.T) {
	doc, errs := parse("\ufeffa = [\r\n 1,\r\n]\r\nb = \"x\"\r\n")
	if errs != nil || !doc.BOM {
		t.Fatal(errs, doc)
	}
	want := " table ``\n/a`a` array `[\r\n 1,\r\n]`\n/a`a`/0 integer \"1\" `1`\n/b`b` string \"x\" `\"x\"` `x`\n"
	if got := dump(doc.Root); got != want {
		t.Errorf("got %q", got)
	}
}

func TestNumbers(t *testing.T) {
	doc, _ := parse("a = 0xFF_FF\nb = -9223372036854775808\nc = +1_0\nd = 0b11\ne = 0o17\nf = 6.5_5\ng = -inf\nh = 1e999\n")
	ints := map[string]int64{"a": 65535, "b": -9223372036854775808, "c": 10, "d": 3, "e": 15}
	for k, want := range ints {
		if got, ok := doc.Root.Get(k).Int(); !ok || got != want {
			t.Errorf("%s = %d, %v", k, got, ok)
		}
	}
	if f, ok := doc.Root.Get("f").Float(); !ok || f != 6.55 {
		t.Errorf("f = %v, %v", f, ok)
	}
	for _, k := range []string{"g", "h"} {
		if f, ok := doc.Root.Get(k).Float(); !ok || f*f != f*f+1 {
			t.Errorf("%s = %v, %v", k, f, ok)
		}
	}
	if _, ok := doc.Root.Get("f").Int(); ok {
		t.Error("a float is no integer")
	}
}

// TestErrors: each line of the table is a file, the text that is marked, the message and the label.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ in, marked, message, label string }{
		{"\xff\xfea\x00", "\xff\xfe", "the file is UTF-16, and TOML is always UTF-8", "save it as UTF-8"},
		{"a\x00=\x00", "a\x00", "the file is UTF-16, and TOML is always UTF-8", "save it as UTF-8"},
		{"a = \"\xe9\"", "\xe9", "the file is not UTF-8: the byte 0xE9 begins no character", "save the file as UTF-8"},
		{"# \xe9\n", "\xe9", "the file is not UTF-8: the byte 0xE9 begins no character", "save the file as UTF-8"},
		{"a = True\n", "True", `"True" is no value of TOML`, "booleans are true and false, in lower case"},
		{"a = no # x\n", "no", `"no" is no value of TOML`, "booleans are true and false, in lower case"},
		{"a = null\n", "null", `"null" is no value of TOML`, "TOML has no null: leave the key out"},
		{"a = acme.notes\n", "acme.notes", `"acme.notes" is no value of TOML`, "strings stand in quotes"},
		{"a = ^1.4\n", "^1.4", `"^1.4" is no value of TOML`, "strings stand in quotes"},
		{"a = 20s\n", "20s", `"20s" is no value of TOML`, "strings stand in quotes"},
		{"a = .5\n", ".5", `".5" is no value of TOML`, "a float has digits on both sides of its point"},
		{"a = \nb = 1", "", "the value is missing", `a value should follow "=" on the same line`},
		{"a =", "", `the value is missing: the file ends behind "="`, ""},
		{"a\n", "", `"=" and a value are missing after the key`, "key = value"},
		{"a: 1\n", ":", `":" after a key`, `TOML writes "=" between key and value`},
		{"a b = 1\n", "b", `"=" is missing after the key`, "key = value"},
		{"né = 1\n", "é", `"é" may not stand in a key without quotes`, "A-Z, a-z, 0-9, - and _, or quotes around the key"},
		{"= 1\n", "=", `there is no key before "="`, `"" is the empty key, if you mean it`},
		{"// x\n", "//", `a key cannot begin with "/"`, "A-Z, a-z, 0-9, - and _, or quotes around the key"},
		{"a = 1,\n", ",", "a comma at the end of a line", "outside of arrays and inline tables lines end without one"},
		{"a = 1;\n", ";", "a semicolon at the end of a line", "lines end without one"},
		{"a = 1 b = 2\n", "b = 2", "the line should end here", "only a comment may follow"},
		{"[a] b\n", "b", "the line should end behind the header", "only a comment may follow"},
		{"[a\nb = 1\n", "\n", "the table header is not closed", `"]" should stand here`},
		{"[[a]\n", "]", "the header of the array of tables is not closed", `"]]" should stand here`},
		{"[]\n", "]", "the table header is empty", "a key should stand here"},
		{"a = \"x\nb = 1\n", "\"x", "the string is never closed", `the closing " is missing`},
		{"a = 'x\nb = 1\n", "'x", "the string is never closed", `the closing ' is missing`},
		{"a = \"\"\"x\nb = 1\n", "\"\"\"x", "the string is never closed", `the closing """ is missing`},
		{"a = \"x", "\"x", "the string is never closed", `the closing " is missing`},
		{"a = \"C:\\dir\"", `\d`, `the string has an escape that TOML does not know: "\d"`, `known are \b \t \n \f \r \" \\ \uXXXX \UXXXXXXXX`},
		{"a = \"\\u12\"", `\u12`, "the escape has too few hexadecimal digits", `\u needs 4, \U needs 8`},
		{"a = \"\\uD800\"", `\uD800`, "the escape names no Unicode character", "surrogates and numbers above 10FFFF are none"},
		{"a = \"\x1b[31m\"", "\x1b", "the control character U+001B may not stand in TOML", `in a string write it as \u001B`},
		{"# \x00\n", "\x00", "the control character U+0000 may not stand in TOML", `in a string write it as \u0000`},
		{"a = 1 # x\ry", "\r", "a carriage return without a line feed", "lines end in LF or CRLF"},
		{"a = 1\rb = 2\n", "\r", "a carriage return without a line feed", "lines end in LF or CRLF"},
		{"a = 01\n", "01", "a number may not begin with 0", "remove the zeros in front"},
		{"a = 1__0\n", "__", "an underscore in a number must stand between two digits", "remove it"},
		{"a = 1.\n", "\n", "a digit is missing after the decimal point", "a float has digits on both sides of its point"},
		{"a = 1e\n", "\n", "a digit is missing in the exponent", "for example 1e6"},
		{"a = 9223372036854775808\n", "9223372036854775808", "the integer does not fit 64 bits", "-9223372036854775808 to 9223372036854775807"},
		{"a = [1 2]\n", "2", "a comma is missing between two values of the array", `"," or "]" should stand here`},
		{"a = [,1]\n", ",", "a value is missing before this comma", "one comma between two values"},
		{"a = [1,\nb = 2\n", "b", `"b" is no value of TOML`, "strings stand in quotes"},
		{"a = [ [1],\n", "[", "the array is never closed", "there is no \"]\" to it"},
		{"a = { b = 1\n", "{", "the inline table is never closed", "there is no \"}\" to it"},
		{"a = { b = 1 c = 2 }\n", "c", "a comma is missing between two keys of the inline table", `"," or "}" should stand here`},
		// Forms of TOML 1.1, which go-toml takes.
		{"a = { b = 1, }\n", ",", "an inline table may not end in a comma (TOML 1.0)", "remove it"},
		{"a = { b = 1,\n c = 2 }\n", "{", "an inline table must stand on one line (TOML 1.0)", "its closing brace is on another line"},
		{"a = {\n}\n", "{", "an inline table must stand on one line (TOML 1.0)", "its closing brace is on another line"},
		{"a = \"\\e[0m\"\n", `\e`, `"\e" is no escape of TOML 1.0`, `write it as \uXXXX`},
		{"a = \"\\\\\\x41\"\n", `\x41`, `"\x" is no escape of TOML 1.0`, `write it as \uXXXX`},
		{"\"\\x41\" = 1\n", `\x41`, `"\x" is no escape of TOML 1.0`, `write it as \uXXXX`},
		{"a = 07:32\n", "07:32", `"07:32" is no date or time of TOML 1.0`, "a time is written like 07:32:00, with its seconds"},
		{"a = 1979-05-27T07:32Z\n", "1979-05-27T07:32Z", `"1979-05-27T07:32Z" is no date or time of TOML 1.0`, "a time is written like 07:32:00, with its seconds"},
		{"a = 2026-02-29\n", "2026-02-29", `"2026-02-29" is no date or time of TOML 1.0`, "the calendar has no such day"},
		{"a = 2026-01-01T00:00:00+1\n", "2026-01-01T00:00:00+1", `"2026-01-01T00:00:00+1" is no date or time of TOML 1.0`, "the offset is Z, or written like +02:00"},
		// Defined twice.
		{"a = 1\na = 2\n", "a", `key "a" is defined twice`, "already defined"},
		{"a.b = 1\na.b = 2\n", "b", `key "a.b" is defined twice`, "already defined"},
		{"a = 1\na.b = 2\n", "a", `key "a" is defined twice`, "already defined"},
		{"[a]\n[a]\n", "a", `table "a" is defined twice`, "already defined"},
		{"a.b = 1\n[a]\nc = 1\n", "a", `table "a" is defined twice`, "it was made by a dotted key, and such a table cannot be opened again"},
		{"a = {}\n[a.b]\n", "a", `table "a" is defined twice`, "it was written in braces, and such a table cannot be added to"},
		{"a = {}\na.b = 1\n", "a", `table "a" is defined twice`, "it was written in braces, and such a table cannot be added to"},
		{"[a.b]\n[a]\nb.c = 1\n", "b", `table "a.b" is defined twice`, "already defined"},
		{"a = []\n[[a]]\n", "a", `key "a" is defined twice`, "already defined"},
		{"[[a]]\n[a]\n", "a", `table "a" is defined twice`, "already defined"},
		{"[a]\n[[a]]\n", "a", `table "a" is defined twice`, "already defined"},
		{"a = { b = 1, b = 2 }\n", "b", `key "b" is defined twice`, "already defined"},
	} {
		_, errs := parse(c.in)
		if len(errs) != 1 {
			t.Errorf("%q: %d errors, want 1", c.in, len(errs))
			continue
		}
		e := errs[0]
		marked := c.in[e.Span.Start:e.Span.End]
		if marked != c.marked || e.Message != c.message || e.Label != c.label {
			t.Errorf("%q:\n got %q, %q, %q\nwant %q, %q, %q", c.in, marked, e.Message, e.Label, c.marked, c.message, c.label)
		}
	}
}

func TestSecondDefinitionPointsAtBoth(t *testing.T) {
	_, errs := parse("[x]\nk = 1\nother = 2\nk = 3\n")
	if len(errs) != 1 || errs[0].Span.Start != 20 || len(errs[0].Related) != 1 || errs[0].Related[0].Span.Start != 4 {
		t.Errorf("%+v", errs)
	}
}

func TestAllowedRedefinitions(t *testing.T) {
	for _, in := range []string{
		"a.b = 1\na.c = 2\n",
		"[a.b]\n[a]\nc = 1\n",
		"[a]\nb.c = 1\n[a.b.d]\n",
		"[[a]]\n[a.b]\n[[a]]\n[a.b]\n",
		"[[a.b]]\n[a]\n",
		"a = { b.c = 1, b.d = 2 }\n",
	} {
		if _, errs := parse(in); errs != nil {
			t.Errorf("%q: %s", in, errs[0].Message)
		}
	}
}

func TestDepthIsBounded(t *testing.T) {
	for _, in := range []string{
		"a = " + strings.Repeat("[", 101) + strings.Repeat("]", 101),
		"a = " + strings.Repeat("[", 200000),
		strings.Repeat("a.", 100) + "a = 1",
		"[" + strings.Repeat("a.", 50000) + "a]",
		"a = " + strings.Repeat("{a=", 101) + "1" + strings.Repeat("}", 101),
	} {
		_, errs := parse(in)
		if len(errs) != 1 || !strings.Contains(errs[0].Label, "at most 100") {
			t.Errorf("%.20q…: %v", in, errs)
		}
	}
	if _, errs := parse("a = " + strings.Repeat("[", 100) + strings.Repeat("]", 100)); errs != nil {
		t.Error("100 levels are allowed:", errs[0].Message)
	}
}

func TestLayout(t *testing.T) {
	const text = "\xef\xbb\xbf# own\nid = \"a # b\" # behind\r\n\n[x.\"]#\"] # header\ny = [ # inside\n  # own inside\n  1, ]\nz = '''\n# text\n''' # last\n  # end"
	doc, errs := Parse(&diag.SourceFile{Data: []byte(text)})
	if doc == nil || len(errs) > 0 {
		t.Fatal(errs)
	}
	statements, comments := doc.Layout()
	var got []string
	for _, s := range statements {
		got = append(got, fmt.Sprintf("%v %q", s.Header, text[s.Start:s.End]))
	}
	for _, c := range comments {
		got = append(got, fmt.Sprintf("own %v, inside %v %q", c.Own, c.Inside, text[c.Start:c.End]))
	}
	want := []string{
		`false "id = \"a # b\""`, `true "[x.\"]#\"]"`, `false "y = [ # inside\n  # own inside\n  1, ]"`, `false "z = '''\n# text\n'''"`,
		`own true, inside false "# own"`, `own false, inside false "# behind"`, `own false, inside false "# header"`, `own false, inside true "# inside"`,
		`own true, inside true "# own inside"`, `own false, inside false "# last"`, `own true, inside false "# end"`,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestKeysOfAnyNumber: each key is found, and a second one is told of, however many a table has.
func TestKeysOfAnyNumber(t *testing.T) {
	text := ""
	for n := range 2 * few {
		text += fmt.Sprintf("key%d = %d\n", n, n)
		doc, errs := Parse(&diag.SourceFile{Data: []byte(text)})
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for i := range n + 1 {
			if v, ok := doc.Root.Get(fmt.Sprintf("key%d", i)).Int(); !ok || v != int64(i) {
				t.Errorf("key %d of %d is %d, %v", i, n+1, v, ok)
			}
			if _, errs := Parse(&diag.SourceFile{Data: fmt.Appendf(nil, "%skey%d = 0\n", text, i)}); len(errs) != 1 {
				t.Errorf("key %d twice among %d: %v", i, n+1, errs)
			}
		}
		if doc.Root.Entry("key") != nil {
			t.Error("a key is found that is not there")
		}
	}
}
