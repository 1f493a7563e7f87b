package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// TestEscapes: what each format does with what means something to its reader.
func TestEscapes(t *testing.T) {
	identity := func(s string) string { return s }
	for _, c := range []struct {
		name     string
		escape   func(string) string
		in, want string
	}{
		{"text that means nothing", Escape, "a b: 100% 汉字 😀 [x] # y", "a b: 100% 汉字 😀 [x] # y"},
		{"a terminal escape", Escape, "\x1b]0;t\x07", "<U+001B>]0;t<U+0007>"},
		{"a command of a runner", Escape, "::error::x", "<U+003A>:error::x"},
		{"behind blanks", Escape, " \t\u3000::add-mask::x", "    \u3000<U+003A>:add-mask::x"},
		{"three colons are no command", Escape, "::: other/plugin.toml:1:1", "::: other/plugin.toml:1:1"},
		{"two colons inside", Escape, "a ::error::x", "a ::error::x"},
		{"an older command, anywhere", Escape, "a ##[error]x", "a #<U+0023>[error]x"},
		{"a command of another runner", Escape, "##vso[task.complete]", "#<U+0023>vso[task.complete]"},
		{"a heading", Escape, "## Usage [x]", "## Usage [x]"},
		{"lines", Escape, "a\r\nb", "a<U+000D><U+000A>b"},

		{"data of an annotation", githubData.Replace, "50%: a,b\r\n::x", "50%25: a,b%0D%0A::x"},
		{"a property of an annotation", githubProperty.Replace, "50%: a,b\r\n::x", "50%25%3A a%2Cb%0D%0A%3A%3Ax"},
		{"a path of Windows in a property", githubProperty.Replace, `C:\a b`, `C%3A\a b`},

		{"a path in a URI", escapeURI, "a b/50%:汉/é~-_.toml", "a%20b/50%25%3A%E6%B1%89/%C3%A9~-_.toml"},
		{"what ends a path in a URI", escapeURI, `a?b#c\d[e]`, "a%3Fb%23c%5Cd%5Be%5D"},
		{"bytes that are no UTF-8 in a URI", escapeURI, "\xff", "%FF"},

		{"braces in a message", sarifMessage, `{"a": {}} {0} {12}`, `{"a": {}} {{0}} {{12}}`},
		{"a link in a message", sarifMessage, "see [here](http://x)", `see [here\](http://x)`},

		{"text of XML", xmlText, "a<b>&\"c\" ]]> \n\t\r", "a&lt;b&gt;&amp;\"c\" ]]&gt; \n\t&#xD;"},
		{"an attribute of XML", xmlAttribute, "a<b>&\"c\"\n\t\r", "a&lt;b&gt;&amp;&quot;c&quot;&#xA;&#x9;&#xD;"},
		{"what XML cannot hold", xmlText, "\x00\x1b\x7f\ufffe\uffff\xff😀\ufffd", "&lt;U+0000&gt;&lt;U+001B&gt;\x7f&lt;U+FFFE&gt;&lt;U+FFFF&gt;&lt;0xFF&gt;😀\ufffd"},
		{"nothing", identity, "", ""},
	} {
		if got := c.escape(c.in); got != c.want {
			t.Errorf("%s: %q becomes %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

// TestQuietJSON: what JSON prints is seen as it is, and read back it is what it was.
func TestQuietJSON(t *testing.T) {
	text := "a\x1b\x7f\u009b\u202e\u200b\ufeff\u2028\U000E0041 汉字 😀 ##[group]x ##vso[y] ## z \\##[q]"
	var b bytes.Buffer
	if err := encodeJSON(&b, text); err != nil {
		t.Fatal(err)
	}
	want := `"a\u001b\u007f\u009b\u202e\u200b\ufeff\u2028\udb40\udc41 汉字 😀 #\u0023[group]x #\u0023vso[y] ## z \\#\u0023[q]"` + "\n"
	if b.String() != want {
		t.Errorf("got  %swant %s", b.String(), want)
	}
	var back string
	if err := json.Unmarshal(b.Bytes(), &back); err != nil || back != text {
		t.Errorf("read back %q, %v", back, err)
	}
}

// TestAnnotations: one line each, with a column only where the place stays on one line.
func TestAnnotations(t *testing.T) {
	at := func(line, column, endLine, endColumn int) *Range {
		return &Range{Position{Line: line, Column: column}, Position{Line: endLine, Column: endColumn}}
	}
	for _, c := range []struct {
		level          string
		place          Place
		title, message string
		want           string
	}{
		{"error", Place{"a b/50%:汉,x.toml", at(3, 5, 3, 9)}, "tool-name", "a\nb 5%", "::error file=a b/50%25%3A汉%2Cx.toml,line=3,endLine=3,col=5,endColumn=9,title=tool-name::a%0Ab 5%25"},
		{"warning", Place{"a.toml", at(3, 5, 4, 1)}, "x", "m", "::warning file=a.toml,line=3,endLine=4,title=x::m"},
		{"notice", Place{"a.toml", nil}, "x", "m", "::notice file=a.toml,title=x::m"},
		{"error", Place{}, "a: b, c\n::error::d", "m", "::error title=a%3A b%2C c<U+000A>%3A%3Aerror%3A%3Ad::m"},
		{"error", Place{"\x1b[2J.toml", nil}, "x", "::set-output name=a::b", "::error file=<U+001B>[2J.toml,title=x::::set-output name=a::b"},
	} {
		var b strings.Builder
		out := bufio.NewWriter(&b)
		annotation(out, c.level, c.place, c.title, c.message)
		out.Flush()
		if got := b.String(); got != c.want+"\n" {
			t.Errorf("got  %swant %s", got, c.want)
		}
	}
}

// TestRoot: paths are relative to the repository's root, whatever the working directory is.
func TestRoot(t *testing.T) {
	for _, c := range []struct {
		root     Root
		in, want string
		out      bool
	}{
		{Root{}, "a/b", "a/b", false},
		{Root{"/repo", "/repo"}, "a/b", "a/b", false},
		{Root{"/repo", "/repo/sub"}, "a/b", "sub/a/b", false},
		{Root{"/repo", "/repo/sub"}, ".", "sub", false},
		{Root{"/repo", "/repo/sub"}, "../a", "a", false},
		{Root{"/repo", "/repo/sub"}, "../../a", "../a", true},
		{Root{"/repo", "/repo/sub"}, "/repo/x y/a", "x y/a", false},
		{Root{"/repo", "/repo/sub"}, "/else/a", "../else/a", true},
		{Root{"/repo", "/repo"}, "..a/b", "..a/b", false},
		{Root{"/repo", "/repo"}, "", "", false},
	} {
		volume := filepath.VolumeName(t.TempDir()) // without it no path is absolute on Windows
		if c.root.Dir != "" {
			c.root = Root{volume + filepath.FromSlash(c.root.Dir), volume + filepath.FromSlash(c.root.Cwd)}
		}
		if strings.HasPrefix(c.in, "/") {
			c.in = volume + c.in
		}
		got := c.root.path(c.in)
		if got != c.want || outside(got) != c.out {
			t.Errorf("%v %q: %q, outside %v; want %q, %v", c.root, c.in, got, outside(got), c.want, c.out)
		}
	}
}

// TestOwner: a file belongs to the innermost plugin whose folder it is in.
func TestOwner(t *testing.T) {
	r := &Report{Checked: []Plugin{{"root", "."}, {"a", "a"}, {"inner", "a/b"}, {"up", "../up"}}}
	for path, want := range map[string]string{
		"plugin.toml": "root", "a/plugin.toml": "a", "a": "a", "a/b/x.json": "inner", "ab/x": "root", "../up/x": "up", "../x": "",
	} {
		got := ""
		if i := r.owner(path); i >= 0 {
			got = r.Checked[i].ID
		}
		if got != want {
			t.Errorf("%s belongs to %q, want %q", path, got, want)
		}
	}
}
