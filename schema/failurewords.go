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

// valueWords describes what was found: numbers and booleans as they are, the rest by type.
func valueWords(v *Value) string {
	switch v.Type {
	case Number:
		return "the number " + cut(v.Text, 30)
	case Boolean:
		return fmt.Sprint(v.True)
	case String:
		return "the string " + quote(cut(v.Text, 30))
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
	case Array:
		return fmt.Sprintf("the array of %s that the schema gives", plural(len(v.Items), "item"))
	}
	return "the object that the schema gives"
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

func propertiesText(n int) string {
	if n == 1 {
		return "1 property"
	}
	return fmt.Sprintf("%d properties", n)
}

// ordinal is the place of a schema in a list, counted from one.
func ordinal(i int) string { return fmt.Sprintf("number %d", i+1) }
