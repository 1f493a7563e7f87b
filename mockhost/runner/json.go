package runner

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/schema"
)

// compareJSON writes two values so that they are the same text where got is as wanted. Unless the whole value counts, members of objects that are not
// wanted are left out of what was got, at whatever depth; arrays have to be as long. problem says why got is no JSON.
func compareJSON(want, got string, whole bool) (expected, actual, problem string) {
	w, _ := schema.Parse([]byte(want))
	g, p := schema.Parse([]byte(got))
	if p != nil {
		return "", "", p.Message
	}
	var e, a strings.Builder
	writeCanonical(&e, w, 0, nil)
	if whole {
		w = nil
	}
	writeCanonical(&a, g, 0, w)
	return e.String(), a.String(), ""
}

// maxIndent bounds the indentation, so that deeply nested values do not become huge texts.
const maxIndent = 40

// writeCanonical writes JSON so that equal values have equal texts: keys sorted, of repeated ones the last, numbers by their value, a line for each value.
// Where only is not nil, members of objects that it does not have are left out.
func writeCanonical(b *strings.Builder, v *schema.Value, depth int, only *schema.Value) {
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
			var of *schema.Value
			if only != nil && only.Type == schema.Array && i < len(only.Items) {
				of = only.Items[i]
			}
			writeCanonical(b, item, depth+1, of)
		}
		if len(v.Items) > 0 {
			line(depth)
		}
		b.WriteByte(']')
	case schema.Object:
		members := slices.Clone(v.Effective())
		parts := map[string]*schema.Value{}
		if only != nil && only.Type == schema.Object {
			for _, m := range only.Effective() {
				parts[m.Name()] = m.Value
			}
			members = slices.DeleteFunc(members, func(m schema.Member) bool { return parts[m.Name()] == nil })
		}
		slices.SortFunc(members, func(a, b schema.Member) int { return strings.Compare(a.Name(), b.Name()) })
		b.WriteByte('{')
		for i, m := range members {
			if i > 0 {
				b.WriteByte(',')
			}
			line(depth + 1)
			b.WriteString(diag.Quote(m.Name()) + ": ")
			writeCanonical(b, m.Value, depth+1, parts[m.Name()])
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
