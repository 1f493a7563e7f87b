package tomlpos

import (
	"strings"
	"testing"

	"openidea-plugin/diag"
)

// TestOrigin: every character of a string leads to the bytes that it was written with.
func TestOrigin(t *testing.T) {
	for written, want := range map[string][]string{
		`"ab"`:                             {"a", "b"},
		`"é\tx"`:                           {"é", `\t`, "x"},
		`"\u00e9\U0001F600\\\""`:           {`\u00e9`, `\U0001F600`, `\\`, `\"`},
		`'a\tb'`:                           {"a", `\`, "t", "b"},
		"\"\"\"\na\n\\\n  b\"\"\"":         {"a", "\n", "b"},
		"\"\"\"\r\na\r\nb\\  \r\n c\"\"\"": {"a", "\r", "\n", "b", "c"},
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
