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
		var parts [][2]int
		for i, r := range v.Text {
			parts = append(parts, [2]int{i, i + len(string(r))})
		}
		var got []string
		for _, part := range v.Origins(source, parts) {
			got = append(got, string(source[part[0]:part[1]]))
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%s: %q, want %q", written, got, want)
		}
	}
}
