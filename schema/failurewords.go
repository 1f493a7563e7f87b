package schema

import (
	"fmt"
	"strings"
)

func typeWords(s typeSet) string {
	words := map[string]string{"array": "an array", "boolean": "true or false", "integer": "a whole number", "null": "null",
		"number": "a number", "object": "an object", "string": "a string"}
	var out []string
	for i, name := range typeNames {
		if s&(1<<i) != 0 && !(name == "integer" && s&typeNumber != 0) {
			out = append(out, words[name])
		}
	}
	return alternatives(out)
}

// alternatives joins by "or".
func alternatives(words []string) string {
	switch len(words) {
	case 0:
		return "nothing"
	case 1:
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// typeText says which types are allowed, and what came.
func typeText(allowed typeSet, v *Value) string {
	got := gotText(v)
	if v.Type == Number && allowed&(typeInteger|typeNumber) == 0 {
		got = "the number " + got
	} else if v.Type == String {
		got = "the string " + got
	}
	return "must be " + typeWords(allowed) + ", got " + got
}

// gotText is a value of the arguments, short: arrays and objects by their type alone.
func gotText(v *Value) string {
	switch v.Type {
	case Number:
		return cut(v.Text, 30)
	case Boolean:
		return fmt.Sprint(v.True)
	case String:
		return quote(cut(v.Text, 30))
	}
	return withArticle(v.Type)
}

// valueText is a value of a schema, short.
func valueText(v *Value) string {
	switch v.Type {
	case Null:
		return "null"
	case Boolean:
		return fmt.Sprint(v.True)
	case Number:
		return cut(v.Text, 30)
	case String:
		return quote(v.Text)
	}
	var b strings.Builder
	if !writeShort(&b, v) {
		runes := []rune(b.String())
		return string(runes[:min(len(runes), longestValue-1)]) + "…"
	}
	return b.String()
}

// longestValue is how many characters of an array or object of a schema are shown.
const longestValue = 60

// writeShort writes a value as JSON until it is too long; then it answers false.
func writeShort(b *strings.Builder, v *Value) bool {
	if b.Len() > longestValue {
		return false
	}
	switch v.Type {
	case Array:
		b.WriteByte('[')
		for i, item := range v.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			if !writeShort(b, item) {
				return false
			}
		}
		b.WriteByte(']')
	case Object:
		b.WriteByte('{')
		for i, m := range v.Effective() {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(quote(m.Name()) + ":")
			if !writeShort(b, m.Value) {
				return false
			}
		}
		b.WriteByte('}')
	default:
		b.WriteString(valueText(v))
	}
	return b.Len() <= longestValue
}

func choiceText(values []*Value) string {
	const most = 8
	var words []string
	for i, v := range values {
		if i == most {
			words = append(words, fmt.Sprintf("one of %d more", len(values)-most))
			break
		}
		words = append(words, valueText(v))
	}
	return alternatives(words)
}

// misspelt suggests the text of an enum that was probably meant.
func misspelt(v *Value, values []*Value) string {
	if v.Type != String {
		return ""
	}
	var names []string
	for _, item := range values {
		if item.Type == String {
			names = append(names, item.Text)
		}
	}
	if near, ok := nearest(v.Text, names); ok && v.Text != "" {
		return "; did you mean " + quote(near) + "?"
	}
	return ""
}

func boundText(b bound) string {
	limit := cut(b.text, 30)
	switch {
	case b.upper && b.exclusive:
		return "must be less than " + limit
	case b.upper:
		return "must be at most " + limit
	case b.exclusive:
		return "must be greater than " + limit
	}
	return "must be at least " + limit
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// ordinal is the place of a schema in a list, counted from one.
func ordinal(i int) string { return fmt.Sprintf("number %d", i+1) }
