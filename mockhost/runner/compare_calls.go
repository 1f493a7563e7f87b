package runner

import (
	"fmt"
	"slices"
	"strings"

	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/testfile"
)

// watched are the host calls that the calls of a test look out for: those with arguments, and those in an order.
func watched(t *testfile.Test) (list []mockhost.Watch, index map[*testfile.Count]int) {
	index = map[*testfile.Count]int{}
	for _, call := range t.Calls {
		x := &call.Expect
		for _, counts := range [][]testfile.Count{x.Calls, x.NeverCalls, x.CallsInOrder} {
			for i := range counts {
				c := &counts[i]
				if c.Args != nil || len(x.CallsInOrder) > 0 && c == &x.CallsInOrder[min(i, len(x.CallsInOrder)-1)] {
					index[c] = len(list)
					list = append(list, mockhost.Watch{Function: c.Function, Args: c.Args})
				}
			}
		}
	}
	return list, index
}

func (ps *problems) calls(x *testfile.Expect, a after) {
	t := a.outcome.Trace
	times := func(n int) string {
		if n == 1 {
			return "1 call"
		}
		return fmt.Sprintf("%d calls", n)
	}
	seen := func(c *testfile.Count) int {
		if i, ok := a.watch[c]; ok {
			return t.Seen[i]
		}
		return t.Counts[c.Function]
	}
	for i := range x.Calls {
		c := &x.Calls[i]
		switch got := seen(c); {
		case c.Times == nil && got == 0:
			ps.add("calls", "a call of "+spelt(c), noCall(t, c))
		case c.Times != nil && got != *c.Times:
			ps.add("calls", times(*c.Times)+" of "+spelt(c), times(got))
		}
	}
	ps.order(x.CallsInOrder, a)
	for i := range x.NeverCalls {
		c := &x.NeverCalls[i]
		if got := seen(c); got > 0 {
			ps.add("never-calls", "no call of "+spelt(c), times(got))
		}
	}
}

// spelt is a host call as it is expected.
func spelt(c *testfile.Count) string {
	if c.Args == nil {
		return c.Function
	}
	return c.Function + " with " + c.Shown()
}

// noCall says that there was no such call, and how many there were with other arguments.
func noCall(t mockhost.Trace, c *testfile.Count) string {
	if n := t.Counts[c.Function]; c.Args != nil && n > 0 {
		return fmt.Sprintf("no such call, but %d with other arguments", n)
	}
	return "no call"
}

// order compares with calls that must have come one after another; others may be between them.
func (ps *problems) order(want []testfile.Count, a after) {
	next := 0
	for _, hits := range a.outcome.Trace.Order {
		if next < len(want) && slices.Contains(hits, a.watch[&want[next]]) {
			next++
		}
	}
	if next == len(want) {
		return
	}
	names := make([]string, len(want))
	for i := range want {
		names[i] = spelt(&want[i])
	}
	got := "no call of " + spelt(&want[next])
	switch {
	case a.outcome.Trace.Seen[a.watch[&want[next]]] > 0 && next > 0:
		got = fmt.Sprintf("no call of %s after that of %s", spelt(&want[next]), spelt(&want[next-1]))
	case next > 0:
		got = fmt.Sprintf("the first %d of them, but %s", next, got)
	}
	ps.add("calls-in-order", strings.Join(names, ", then "), got)
}

// unmet are mocks that were not called as often as the test says.
func unmet(ide *mockhost.IDE, mocks []mockhost.Mock) []Problem {
	var ps problems
	for _, u := range ide.Unmet() {
		times := func(n int) string {
			if n == 1 {
				return "once"
			}
			return fmt.Sprintf("%d times", n)
		}
		m := mocks[u.Mock]
		what := "the answer for " + m.Function
		if m.Args != nil {
			what += " with " + testfile.Shown(m.Args)
		}
		ps.add("mock "+m.Function, what+" is used "+times(u.Times), times(u.Calls))
	}
	return ps.list
}
