package runner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// maxDiff is how many lines of a difference are kept.
const maxDiff = 60

// lineDiff compares two texts line by line. Of texts of one or two lines there is none: they stand one below the other anyway.
func lineDiff(want, got string) []string {
	if strings.Count(want, "\n") <= 1 && strings.Count(got, "\n") <= 1 {
		return nil
	}
	text := string(diff.Diff("expected", []byte(want), "got", []byte(got)))
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool { return strings.HasPrefix(line, `\ No newline`) })
	if len(lines) < 3 { // equal but for something that lines do not show
		return nil
	}
	lines = lines[3:] // the header
	if strings.HasSuffix(want, "\n") != strings.HasSuffix(got, "\n") {
		word := "got has a line end at its end, expected has none"
		if strings.HasSuffix(want, "\n") {
			word = "expected has a line end at its end, got has none"
		}
		lines = append(lines, "@@ "+word+" @@")
	}
	if len(lines) > maxDiff {
		more := len(lines) - maxDiff
		lines = append(lines[:maxDiff:maxDiff], fmt.Sprintf("@@ %d more lines @@", more))
	}
	return lines
}
