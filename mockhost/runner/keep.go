package runner

import (
	"fmt"
	"strings"

	"openidea-plugin/mockhost"
)

// How much a run keeps of what plugins said, in bytes: in all, and of one call at most and at least. The share of a call is the same however the tests run
// beside each other, so that the results are.
const (
	keptInAll   = 128 << 20
	keptAtMost  = 1 << 20
	keptAtLeast = 512
)

// share gives each call of a run the same room.
func share(jobs []*job) {
	calls := 0
	for _, j := range jobs {
		calls += len(j.test.Calls)
	}
	for _, j := range jobs {
		j.room = min(max(keptInAll/max(calls, 1), keptAtLeast), keptAtMost)
	}
}

// shorten leaves of a call what fits into room bytes.
func (c *Call) shorten(room int) {
	c.Outcome.Shorten(room)
	c.Got = cut(c.Got, max(room/4, keptAtLeast))
	left := room
	for i, change := range c.Changes {
		if left -= len(change); left < 0 {
			c.Changes = append(c.Changes[:i:i], fmt.Sprintf("and %d more", len(c.Changes)-i))
			break
		}
	}
	left = room
	for i := range c.Problems {
		p := &c.Problems[i]
		for _, line := range p.Diff {
			left -= len(line)
		}
		if left < 0 {
			p.Diff = nil
		}
	}
}

// forget leaves of a call only what sums are made of.
func (c *Call) forget() {
	o := c.Outcome
	c.Outcome = mockhost.Outcome{Kind: o.Kind, Reason: o.Reason, None: o.None, Interpreted: o.Interpreted, Asked: o.Asked, Fuel: o.Fuel, Duration: o.Duration}
	c.Got, c.Changes, c.Problems = "", nil, nil
}

// cut is a text of at most limit bytes and what it takes to say that it was longer.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return fmt.Sprintf("%s… (%d bytes)", strings.ToValidUTF8(text[:limit], ""), len(text))
}
