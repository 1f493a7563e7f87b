package runner

import (
	"cmp"
	"slices"

	"openidea-plugin/diag"
	"openidea-plugin/mockhost/testfile"
)

// Shard is a part of the tests: every Of-th from the Part-th on, counted from 1, in the order of the plugins' ids, of their paths, of the files and of the
// tests in them. So the parts are of one size but for one, all of them together are all tests, and no order of arguments matters. The zero value is everything.
type Shard struct{ Part, Of int }

// Selection are the tests that run; nil is all of them.
type Selection map[*testfile.Test]bool

// Select gives the tests whose name match takes (nil takes all) and that are in a shard.
func Select(suites []*Suite, match func(name string) bool, shard Shard) Selection {
	if match == nil && shard.Of == 0 {
		return nil
	}
	order := slices.Clone(suites)
	slices.SortStableFunc(order, func(a, b *Suite) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.path, b.path))
	})
	chosen := Selection{}
	next := 0
	for _, s := range order {
		for _, f := range s.files {
			for _, t := range f.Tests {
				if match != nil && !match(t.Name) {
					continue
				}
				if shard.Of == 0 || next%shard.Of == shard.Part-1 {
					chosen[t] = true
				}
				next++
			}
		}
	}
	return chosen
}

func (s Selection) has(t *testfile.Test) bool { return s == nil || s[t] }

// Named is a test by its place.
type Named struct {
	Name string
	// Number is its place among all tests of the plugin, from 1.
	Number int
	Span   diag.Span
}

// List gives the tests of a selection, in order.
func (s *Suite) List(of Selection) []Named {
	var list []Named
	number := 0
	for _, f := range s.files {
		for _, t := range f.Tests {
			number++
			if of.has(t) {
				list = append(list, Named{t.Name, number, t.Span})
			}
		}
	}
	return list
}
