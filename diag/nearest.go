package diag

import (
	"strings"
	"unicode/utf8"
)

// Nearest is the candidate that word was most likely meant to be, for "did you mean": the same but for case, hyphens and
// underscores, or a few typing mistakes away. "" if none is near. Ties go to the earlier candidate.
func Nearest(word string, candidates []string) string {
	// Longer words are no typing mistakes; the bound keeps the work small.
	const longest = 200
	if word == "" || len(word) > longest {
		return ""
	}
	best, bestDistance := "", 1+utf8.RuneCountInString(word)/3
	meant, runes := folded(word), foldedLength(word)
	for _, c := range candidates {
		// A word among tens of thousands of mistakes must not cost more than a look at each candidate's length.
		if n := foldedLength(c) - runes; c == word || len(c) > longest || n >= bestDistance || -n >= bestDistance {
			continue
		}
		d := distance(meant, folded(c), bestDistance)
		if d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

var folding = strings.NewReplacer("-", "", "_", "")

func folded(s string) []rune { return []rune(folding.Replace(strings.ToLower(s))) }

// foldedLength is the length of folded(s).
func foldedLength(s string) int {
	return utf8.RuneCountInString(s) - strings.Count(s, "-") - strings.Count(s, "_")
}

// distance counts insertions, deletions, replacements and swaps of neighbours; limit or more is answered as limit.
func distance(a, b []rune, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	rows := make([]int, 3*(len(b)+1))
	before, last, row := rows[:len(b)+1], rows[len(b)+1:2*(len(b)+1)], rows[2*(len(b)+1):]
	for j := range last {
		last[j] = j
	}
	leastBefore := 0
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least >= limit && leastBefore+1 >= limit { // a swap reaches back by two rows, and costs 1
			return limit
		}
		leastBefore = least
		before, last, row = last, row, before
	}
	return min(last[len(b)], limit)
}
