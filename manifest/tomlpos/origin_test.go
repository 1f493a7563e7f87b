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
		var got []string
		for i, r := range v.Text {
			s := v.Origin(i, i+len(string(r)))
			got = append(got, string(file.Data[s.Start:s.End]))
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%s: %q, want %q", written, got, want)
		}
		if s := v.Origin(0, len(v.Text)); string(file.Data[s.Start:s.Start+1]) != got[0][:1] || s.End > v.Inner.End {
			t.Errorf("%s: the whole text comes from %d-%d", written, s.Start, s.End)
		}
	}
}
