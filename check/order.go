package check

import (
	"cmp"
	"slices"
	"strings"
)

// ordered sorts rules by severity, errors first, then by id.
func ordered(rules ...*Rule) []*Rule {
	slices.SortFunc(rules, func(a, b *Rule) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), strings.Compare(a.ID, b.ID))
	})
	return rules
}
