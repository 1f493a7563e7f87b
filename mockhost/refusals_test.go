package mockhost

import (
	"strings"
	"testing"
)

// circumstances are what a call can meet.
type circumstances struct {
	unknown, disabled, collides, large, invalid bool
	options                                     Options
	answer                                      Answer
}

// reasonsToRefuse are all reasons of refusals in their order, and what brings each about.
var reasonsToRefuse = []struct {
	reason string
	bring  func(*circumstances)
}{
	{UnknownTool, func(c *circumstances) { c.unknown = true }},
	{Disabled, func(c *circumstances) { c.disabled = true }},
	{Withheld, func(c *circumstances) { c.collides = true }},
	{Restricted, func(c *circumstances) { c.options.Restricted = true }},
	{Remote, func(c *circumstances) { c.options.Remote = true }},
	{ArgumentsTooLarge, func(c *circumstances) { c.large = true }},
	{InvalidArguments, func(c *circumstances) { c.invalid = true }},
	{NoWindow, func(c *circumstances) { c.options.NoWindow = true }},
	{Rejected, func(c *circumstances) { c.answer = Reject }},
	{Cancelled, func(c *circumstances) { c.answer = Cancel }},
}

// call calls the destructive tool of data-tools.
func (c *circumstances) call(t *testing.T) Outcome {
	p := fixture(t, "data-tools")
	c.options.Project = notes
	ide := host(t, c.options, p)
	if c.collides {
		if err := ide.Install(copyOf(p, "openidea_data.tools")); err != nil {
			t.Fatal(err)
		}
	}
	if c.disabled { // where two collide, both
		ide.SetEnabled(p.ID, false)
		ide.SetEnabled("openidea_data.tools", false)
	}
	name, text, more := prefix+"purge_notes", `"buy milk"`, ""
	if c.unknown {
		name += "x"
	}
	if c.invalid {
		text = "7"
	}
	if c.large {
		more = strings.Repeat(" ", MaxArguments)
	}
	return ide.CallTool(t.Context(), name, `{"text":`+text+more+`}`, CallOptions{Confirm: c.answer})
}

// TestRefusalsInTheStatedOrder: of two reasons the earlier one is given, whichever two; and each alone is given.
func TestRefusalsInTheStatedOrder(t *testing.T) {
	if len(reasonsToRefuse) != len(Refusals) {
		t.Fatalf("%d reasons, %d are tested", len(Refusals), len(reasonsToRefuse))
	}
	pairs := 0
	for i, first := range reasonsToRefuse {
		if Refusals[i] != first.reason {
			t.Fatalf("reason %d is %s, not %s", i, Refusals[i], first.reason)
		}
		for _, second := range reasonsToRefuse[i:] {
			if first.reason == Rejected && second.reason == Cancelled {
				continue // one answer cannot be both
			}
			c := &circumstances{}
			first.bring(c)
			second.bring(c)
			o := c.call(t)
			if o.Kind != Refused || o.Reason != first.reason || o.Asked != (first.reason == Rejected || first.reason == Cancelled) {
				t.Errorf("%s and %s: %s, asked %v: %s", first.reason, second.reason, o, o.Asked, o.Message)
			}
			if len(o.Trace.Counts) > 0 || o.Effects.Changed() {
				t.Errorf("%s and %s: the plugin was reached: %+v", first.reason, second.reason, o.Trace)
			}
			pairs++
		}
	}
	if pairs != 54 {
		t.Errorf("%d pairs", pairs)
	}
	if o := (&circumstances{}).call(t); o.Kind != OK || o.Text != "deleted notes/a.md" {
		t.Errorf("without a reason: %s: %s", o, o.Message)
	}
}
