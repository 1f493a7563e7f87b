package check

import (
	"slices"
	"strings"
)

// SourceWords says where a rule comes from, with the sentences of the published reference in full, for readers who do not have docs/rules.md at hand.
func SourceWords(r *Rule) string {
	words := r.Source
	for _, s := range sources {
		if slices.Contains(strings.FieldsFunc(r.Source, func(c rune) bool { return strings.ContainsRune(",; ", c) }), s.id) {
			words += "; " + s.id + " in the published reference: " + s.text
		}
	}
	return words
}
