package schema

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// quote puts text between double quotes as a reader would, on one line; what cannot be seen is spelt out.
func quote(s string) string {
	s = cut(s, 60)
	if !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return `"` + s + `"`
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// cut shortens to at most max code points, an ellipsis included.
func cut(s string, max int) string {
	if utf8.RuneCountInString(s) <= max {
		return s
	}
	n := 0
	for i := range s {
		if n == max-1 {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// listed writes names as a person does: "a", "b" and "c"; of many only the first.
func listed(names []string) string { return listedOf(names[:min(len(names), mostListed)], len(names)) }

// mostListed is the number of names that are shown at most, or one less and the number of the others.
const mostListed = 6

// listedOf lists the first of all names, at most mostListed.
func listedOf(names []string, all int) string { return joinShown(names, all, quote) }

// joinShown does it in a spelling of one's own.
func joinShown(names []string, all int, spell func(string) string) string {
	if all > len(names) {
		names = names[:mostListed-1]
	}
	quoted := make([]string, len(names), len(names)+1)
	for i, n := range names {
		quoted[i] = spell(n)
	}
	if all > len(names) {
		quoted = append(quoted, fmt.Sprintf("%d more", all-len(names)))
	}
	switch len(quoted) {
	case 0:
		return "nothing"
	case 1:
		return quoted[0]
	}
	return strings.Join(quoted[:len(quoted)-1], ", ") + " and " + quoted[len(quoted)-1]
}

// withArticle is "a string", "an object", "null".
func withArticle(t Type) string {
	switch t {
	case Null:
		return "null"
	case Array, Object:
		return "an " + t.String()
	}
	return "a " + t.String()
}

// nearest finds the name that was probably meant: equal but for case, "-", "_" and spaces, or few edits away.
func nearest(name string, names []string) (string, bool) {
	const longest = 200 // edit distance is quadratic
	folded := fold(name)
	for _, n := range names {
		if fold(n) == folded {
			return n, true
		}
	}
	if len(name) > longest {
		return "", false
	}
	allowed := utf8.RuneCountInString(name) / 3
	if allowed == 0 {
		return "", false // of two characters everything is near
	}
	best, bestDistance := "", allowed+1
	for i, n := range names {
		if i == 2000 {
			break
		}
		if len(n) > longest {
			continue
		}
		other := fold(n)
		if apart := utf8.RuneCountInString(other) - utf8.RuneCountInString(folded); max(apart, -apart) >= bestDistance {
			continue
		}
		if d := distance([]rune(other), []rune(folded)); d < bestDistance {
			best, bestDistance = n, d
		}
	}
	return best, best != ""
}

var separators = strings.NewReplacer("-", "", "_", "", " ", "")

func fold(s string) string { return separators.Replace(strings.ToLower(s)) }

// distance is the number of insertions, deletions, replacements and swaps of neighbours between two texts.
func distance(a, b []rune) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, now := rows[(i+2)%3], rows[i%3], rows[(i+1)%3]
		now[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
	}
	return rows[(len(a)+1)%3][len(b)]
}
