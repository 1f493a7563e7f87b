package wast

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Counts are how often something passed, failed and was skipped.
type Counts struct{ Pass, Fail, Skip int }

// Tally counts commands by kind, and the skipped ones by the feature that they need.
type Tally struct {
	kinds    map[string]Counts
	features map[string]int
}

// NewTally makes an empty tally.
func NewTally() *Tally { return &Tally{kinds: map[string]Counts{}, features: map[string]int{}} }

func (t *Tally) count(kind string, ok bool) {
	c := t.kinds[kind]
	if ok {
		c.Pass++
	} else {
		c.Fail++
	}
	t.kinds[kind] = c
}

func (t *Tally) skip(kind, feature string) {
	c := t.kinds[kind]
	c.Skip++
	t.kinds[kind] = c
	t.features[feature]++
}

// Add adds the counts of another.
func (t *Tally) Add(o *Tally) {
	for k, c := range o.kinds {
		mine := t.kinds[k]
		t.kinds[k] = Counts{mine.Pass + c.Pass, mine.Fail + c.Fail, mine.Skip + c.Skip}
	}
	for f, n := range o.features {
		t.features[f] += n
	}
}

// Total is the sum over all kinds.
func (t *Tally) Total() (sum Counts) {
	for _, c := range t.kinds {
		sum = Counts{sum.Pass + c.Pass, sum.Fail + c.Fail, sum.Skip + c.Skip}
	}
	return sum
}

// String is a line for each kind, one for each missing feature, and the sum.
func (t *Tally) String() string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(t.kinds)) {
		c := t.kinds[k]
		fmt.Fprintf(&b, "%-18s %5d passed %5d failed %5d skipped\n", k, c.Pass, c.Fail, c.Skip)
	}
	for _, f := range slices.Sorted(maps.Keys(t.features)) {
		fmt.Fprintf(&b, "  skipped for want of %s: %d\n", f, t.features[f])
	}
	sum := t.Total()
	fmt.Fprintf(&b, "%d passed, %d failed, %d skipped\n", sum.Pass, sum.Fail, sum.Skip)
	return b.String()
}
