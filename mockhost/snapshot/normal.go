package snapshot

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// What JSON is written with a line for each value: not much of it, and not too deep, because indentation grows with both.
const (
	maxIndented = 1 << 20
	maxDepth    = 50
)

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// Normal is a text as a snapshot has it: its lines end with LF, and the last line with exactly one; a JSON object or array has a line for each value, with keys
// and numbers as they were.
func Normal(text string) string {
	text = strings.TrimRight(lineEnds.Replace(text), "\n")
	if indented, ok := indent(text); ok {
		text = indented
	}
	return text + "\n"
}

func indent(text string) (string, bool) {
	begin := strings.TrimLeft(text, " \t\n")
	if len(text) > maxIndented || begin == "" || begin[0] != '{' && begin[0] != '[' || depth(begin) > maxDepth {
		return "", false
	}
	v := jsontext.Value(text)
	if err := v.Indent(jsontext.WithIndent("  "), jsontext.AllowDuplicateNames(true)); err != nil {
		return "", false
	}
	return string(v), true
}

// depth is how deep brackets are nested at most; those in strings count too, which only makes it larger.
func depth(text string) int {
	now, most := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '{', '[':
			now++
			most = max(most, now)
		case '}', ']':
			now--
		}
	}
	return most
}
