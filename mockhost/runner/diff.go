package runner

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"openidea-plugin/diag"
	"openidea-plugin/schema"
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

// canonical writes JSON so that equal values have equal texts: keys sorted, of repeated ones the last, numbers by their value, a line for each value. problem
// says why the text is no JSON.
func canonical(text string) (out, problem string) {
	v, p := schema.Parse([]byte(text))
	if p != nil {
		return "", p.Message
	}
	var b strings.Builder
	writeCanonical(&b, v, 0)
	return b.String(), ""
}

// maxIndent bounds the indentation, so that deeply nested values do not become huge texts.
const maxIndent = 40

func writeCanonical(b *strings.Builder, v *schema.Value, depth int) {
	line := func(depth int) { b.WriteString("\n" + strings.Repeat("  ", min(depth, maxIndent))) }
	switch v.Type {
	case schema.Null:
		b.WriteString("null")
	case schema.Boolean:
		b.WriteString(strconv.FormatBool(v.True))
	case schema.Number:
		b.WriteString(number(v.Text))
	case schema.String:
		b.WriteString(diag.Quote(v.Text))
	case schema.Array:
		b.WriteByte('[')
		for i, item := range v.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			line(depth + 1)
			writeCanonical(b, item, depth+1)
		}
		if len(v.Items) > 0 {
			line(depth)
		}
		b.WriteByte(']')
	case schema.Object:
		members := slices.Clone(v.Effective())
		slices.SortFunc(members, func(a, b schema.Member) int { return strings.Compare(a.Name(), b.Name()) })
		b.WriteByte('{')
		for i, m := range members {
			if i > 0 {
				b.WriteByte(',')
			}
			line(depth + 1)
			b.WriteString(diag.Quote(m.Name()) + ": ")
			writeCanonical(b, m.Value, depth+1)
		}
		if len(members) > 0 {
			line(depth)
		}
		b.WriteByte('}')
	}
}

// number is a JSON number in the one spelling of its value: an integer as such where it is short, else its digits and a power of ten.
func number(text string) string {
	sign := ""
	if rest, negative := strings.CutPrefix(text, "-"); negative {
		sign, text = "-", rest
	}
	mantissa, power, _ := strings.Cut(strings.ToLower(text), "e")
	exp, err := strconv.ParseInt("0"+strings.TrimLeft(power, "+"), 10, 64)
	if strings.HasPrefix(power, "-") {
		exp, err = strconv.ParseInt(power, 10, 64)
	}
	if err != nil {
		return sign + text
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	exp -= int64(len(fraction))
	trimmed := strings.TrimRight(digits, "0")
	exp += int64(len(digits) - len(trimmed))
	switch {
	case trimmed == "":
		return "0"
	case exp >= 0 && exp+int64(len(trimmed)) <= 21:
		return sign + trimmed + strings.Repeat("0", int(exp))
	case exp < 0 && -exp < int64(len(trimmed)):
		at := len(trimmed) + int(exp)
		return sign + trimmed[:at] + "." + trimmed[at:]
	case exp < 0 && -exp <= 21:
		return sign + "0." + strings.Repeat("0", int(-exp)-len(trimmed)) + trimmed
	}
	return fmt.Sprintf("%s%se%d", sign, trimmed, exp)
}
