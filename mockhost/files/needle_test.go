package files

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestNeedle(t *testing.T) {
	for _, c := range []struct {
		query Query
		want  string
	}{
		{Query{Pattern: "Milk.", CaseSensitive: true}, "Milk."},
		{Query{Pattern: "Milk."}, "milk."},
		{Query{Pattern: "añejo Über"}, "ejo "},
		{Query{Pattern: "ñ"}, ""},
		{Query{Pattern: "Milk", Regex: true}, "milk"},
		{Query{Pattern: "(?i)fetch(All|One)Notes", Regex: true, CaseSensitive: true}, "fetch"},
		{Query{Pattern: "a{2,}(bcd)+e?", Regex: true}, "bcd"},
		{Query{Pattern: "(?:todo){3}", Regex: true}, "todo"},
		{Query{Pattern: "milk|bread", Regex: true}, ""},
		{Query{Pattern: "(milk)?[0-9]*", Regex: true}, ""},
		{Query{Pattern: "(", Regex: true}, ""},
	} {
		if got := string(c.query.needle().text); got != c.want {
			t.Errorf("%+v: %q, want %q", c.query, got, c.want)
		}
	}
}

// everyLine is a search that gives every line to the expression.
func everyLine(t *Tree, q Query, limit int) (matches []Match, truncated bool) {
	re, err := q.compile()
	if err != nil {
		return nil, false
	}
	matches = []Match{}
	for _, path := range t.Paths() {
		number := 0
		for line := range Lines(string(t.files[path])) {
			if at := q.find(re, line); at != nil {
				if len(matches) == limit {
					return matches, true
				}
				start := UTF16Len(line[:at[0]])
				matches = append(matches, Match{path, number, start, start + UTF16Len(line[at[0]:at[1]]), line})
			}
			number++
		}
	}
	return matches, false
}

// FuzzSearch: passing lines over that cannot have a match changes nothing of what is found.
func FuzzSearch(f *testing.F) {
	for _, seed := range []struct{ text, pattern string }{
		{"no\nMilk and milk\r\n𝒜 milk", "milk"}, {"\u212aelvin\nlo\u017fs\n", "k"}, {"a\r\n\r\nb", "^$"}, {"", ""}, {"x\ny", "x\ny"}, {"aa\raa\n", "a\r"},
		{"k\n\u212a\n", "(?i)\u212a"}, {"SS ß ss\n", "ß"}, {"fooBAR\nfoobar", "o{2}(?i:b)A+"},
	} {
		for flags := range byte(8) {
			f.Add(seed.text, "the last line", seed.pattern, flags)
		}
	}
	f.Fuzz(func(t *testing.T, first, second, pattern string, flags byte) {
		if !utf8.ValidString(first) || !utf8.ValidString(second) || len(first)+len(second) > 1<<16 {
			return
		}
		q := Query{Pattern: pattern, Regex: flags&1 != 0, CaseSensitive: flags&2 != 0, WholeWord: flags&4 != 0}
		tree := New(map[string][]byte{"a": []byte(first), "b": []byte(second)})
		for _, limit := range []int{0, 2, 1 << 20} {
			got, truncated, err := tree.Search(t.Context(), q, limit)
			if err != nil {
				if kindOf(err) != Invalid {
					t.Fatalf("%q: %v", pattern, err)
				}
				return
			}
			want, cut := everyLine(tree, q, limit)
			if diff := cmp.Diff(want, got); diff != "" || truncated != cut {
				t.Fatalf("%q, limit %d: truncated %v, want %v (-want +got):\n%s", pattern, limit, truncated, cut, diff)
			}
		}
	})
}

// BenchmarkSearch goes through 16 MiB in which nothing matches.
func BenchmarkSearch(b *testing.B) {
	line := "lorem ipsum dolor sit amet, consectetur adipiscing elit\n"
	tree := New(map[string][]byte{"a.txt": []byte(strings.Repeat(line, 16<<20/len(line)))})
	for name, q := range map[string]Query{
		"text": {Pattern: "needle"}, "case": {Pattern: "needle", CaseSensitive: true}, "expression": {Pattern: "nee.*dle", Regex: true},
		"expression without a text": {Pattern: "[0-9]{4}", Regex: true},
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(16 << 20)
			for b.Loop() {
				if found, _, err := tree.Search(b.Context(), q, 1); err != nil || len(found) > 0 {
					b.Fatal(found, err)
				}
			}
		})
	}
}
