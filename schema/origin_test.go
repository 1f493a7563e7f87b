package schema

import (
	"strings"
	"testing"
)

// TestOrigin: every character of a string leads to the bytes that it was written with.
func TestOrigin(t *testing.T) {
	for written, want := range map[string][]string{
		`"ab"`:                   {"a", "b"},
		`"é\tx\/"`:               {"é", `\t`, "x", `\/`},
		`"\u00e9\ud83d\ude00\\"`: {`\u00e9`, `\ud83d\ude00`, `\\`},
		`"😀\"z"`:                 {"😀", `\"`, "z"},
	} {
		source := []byte("  " + written)
		v, problem := Parse(source)
		if problem != nil {
			t.Errorf("%s: %s", written, problem.Message)
			continue
		}
		var got []string
		for i, r := range v.Text {
			from, to := v.Origin(source, i, i+len(string(r)))
			got = append(got, string(source[from:to]))
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%s: %q, want %q", written, got, want)
		}
	}
}
