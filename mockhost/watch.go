package mockhost

import (
	"openidea-plugin/component"
	"openidea-plugin/component/types"
	"openidea-plugin/mockhost/bind"
	"openidea-plugin/mockhost/literal"
)

// Watch is a kind of host call that somebody wants to know of: a function, and arguments where they count. Trace says which were seen.
type Watch struct {
	// Function is named as in Mock.
	Function string
	// Args restricts it to calls whose arguments match, see bind.ScriptedArgs; nil is any. One that does not fit the component's types, see CheckMocks, is
	// never seen.
	Args *literal.Value
}

// maxSightings is how many host calls in which something was seen are kept in order. All are counted.
const maxSightings = 100_000

// boundWatch is a watch bound to the types of one component.
type boundWatch struct {
	index   int
	matches func([]component.Value) bool // nil: any
}

// watches are those that a function of the host is seen by.
func watches(list []Watch, f target, t *types.Func) []boundWatch {
	var bound []boundWatch
	for i, w := range list {
		if !parseTarget(w.Function).matches(f) {
			continue
		}
		b := boundWatch{index: i}
		if w.Args != nil {
			var mistakes []*bind.Mistake
			if b.matches, mistakes = bind.ScriptedArgs(t, w.Args); len(mistakes) > 0 {
				continue
			}
		}
		bound = append(bound, b)
	}
	return bound
}

// see notes which watches a call of a function matches.
func (t *Trace) see(list []boundWatch, args []component.Value) {
	var seen []int
	for _, w := range list {
		if w.matches != nil && !w.matches(args) {
			continue
		}
		if t.Seen == nil {
			t.Seen = map[int]int{}
		}
		t.Seen[w.index]++
		seen = append(seen, w.index)
	}
	if seen != nil && len(t.Order) < maxSightings {
		t.Order = append(t.Order, seen)
	}
}
