package schema

import (
	"slices"
	"strconv"
	"strings"
)

// canonical writes a value so that two values are equal in the sense of JSON Schema exactly if the texts are equal:
// numbers by their mathematical value, objects without regard to order.
func canonical(v *Value) string {
	if v.Type == String {
		return "s" + strconv.Itoa(len(v.Text)) + ":" + v.Text
	}
	var b strings.Builder
	appendCanonical(&b, v)
	return b.String()
}

func appendCanonical(b *strings.Builder, v *Value) {
	switch v.Type {
	case Null:
		b.WriteByte('0')
	case Boolean:
		if v.True {
			b.WriteByte('t')
		} else {
			b.WriteByte('f')
		}
	case Number:
		b.WriteByte('n')
		b.WriteString(parseDecimal(v.Text).key())
		b.WriteByte(';')
	case String:
		b.WriteByte('s')
		b.WriteString(strconv.Itoa(len(v.Text)))
		b.WriteByte(':')
		b.WriteString(v.Text)
	case Array:
		b.WriteByte('[')
		for _, item := range v.Items {
			appendCanonical(b, item)
		}
		b.WriteByte(']')
	case Object:
		members := slices.Clone(v.Effective())
		slices.SortFunc(members, func(a, b Member) int { return strings.Compare(a.Name(), b.Name()) })
		b.WriteByte('{')
		for _, m := range members {
			appendCanonical(b, m.Key)
			appendCanonical(b, m.Value)
		}
		b.WriteByte('}')
	}
}
