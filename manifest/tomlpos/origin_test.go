package tomlpos

import (
	"strings"
	"testing"

	"openidea-plugin/diag"
)

// TestLineEnds: a string of several lines is the same whatever line ends the file was checked out with; an escape stays what it says.
func TestLineEnds(t *testing.T) {
	for written, want := range map[string]string{
		"\"\"\"\na\nb\n\"\"\"":                 "a\nb\n",
		"'''\n\na\nb'''":                       "\na\nb",
		"\"\"\"a\n\\r\\n\\u000D\n\\\\\n\"\"\"": "a\n\r\n\r\n\\\n",
		"\"\"\"a\\\n\n  b\n\"\"\"":             "ab\n",
		"\"\"\"ä\n\\U0001F600 \"\"ö\n\n\"\"\"": "ä\n😀 \"\"ö\n\n",
		"'''a\\\nb\\r\n'''":                    "a\\\nb\\r\n",
		"\"\"\"\n\"\"\"":                       "",
	} {
		for _, end := range []string{"\n", "\r\n"} {
			text := strings.ReplaceAll("k = "+written+"\n", "\n", end)
			doc, errs := Parse(&diag.SourceFile{Path: "a.toml", Data: []byte(text)})
			if doc == nil {
				t.Errorf("%q: %v", text, errs)
			} else if got := doc.Root.Get("k").Text; got != want {
				t.Errorf("%q: %q, want %q", text, got, want)
			}
		}
	}
}

// TestOrigin: every character of a string leads to the bytes that it was written with.
func TestOrigin(t *testing.T) {
	for written, want := range map[string][]string{
		`"ab"`:                             {"a", "b"},
		`"é\tx"`:                           {"é", `\t`, "x"},
		`"\u00e9\U0001F600\\\""`:           {`\u00e9`, `\U0001F600`, `\\`, `\"`},
		`'a\tb'`:                           {"a", `\`, "t", "b"},
		"\"\"\"\na\n\\\n  b\"\"\"":         {"a", "\n", "b"},
		"\"\"\"\r\na\r\nb\\  \r\n c\"\"\"": {"a", "\r\n", "b", "c"},
		"'''\na\\\n b'''":                  {"a", `\`, "\n", " ", "b"},
		`"""a""b"""`:                       {"a", `"`, `"`, "b"},
	} {
		file := &diag.SourceFile{Path: "a.toml", Data: []byte("k = " + written + "\n")}
		doc, errs := Parse(file)
		if doc == nil {
			t.Errorf("%s: %v", written, errs)
			continue
		}
		v := doc.Root.Get("k")
		var parts [][2]int
		for i, r := range v.Text {
			parts = append(parts, [2]int{i, i + len(string(r))})
		}
		var got []string
		for _, s := range v.Origins(parts) {
			got = append(got, string(file.Data[s.Start:s.End]))
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%s: %q, want %q", written, got, want)
		}
		whole := v.Origins([][2]int{{0, len(v.Text)}})[0]
		if text := string(file.Data[whole.Start:whole.End]); !strings.HasPrefix(text, got[0]) || !strings.HasSuffix(text, got[len(got)-1]) || !strings.Contains(written, text) {
			t.Errorf("%s: the whole text comes from %q", written, text)
		}
	}
}
