package cli

import (
	"time"

	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/runner"
	"openidea-plugin/report"
)

// reported are the results of a run in the form that is rendered. Lists are never nil, because JSON writes them as [].
func reported(results []*runner.Result) []*report.Result {
	var places report.Places
	out := []*report.Result{}
	for _, r := range results {
		x := &report.Result{Plugin: r.ID, Path: r.Path, Files: r.Files, Millis: millis(r.Duration), Tests: []*report.Test{}, Tools: []report.Use{}}
		for _, t := range r.Tests {
			test := &report.Test{
				Name: t.Name, Number: t.Number, Status: report.Status(t.Status), Reason: t.Reason, Place: places.Of(t.Span), Alone: t.Alone, Calls: []*report.Call{},
			}
			for _, c := range t.Calls {
				test.Calls = append(test.Calls, reportedCall(c))
			}
			x.Tests = append(x.Tests, test)
		}
		for _, u := range r.Tools {
			x.Tools = append(x.Tools, report.Use{Name: u.Name, Calls: u.Calls, Median: u.Median, Most: u.Most, Millis: millis(u.MedianTime)})
		}
		out = append(out, x)
	}
	return out
}

// listed are the tests of a selection as those of a run that runs none of them.
func listed(suites []*runner.Suite, selected runner.Selection) []*report.Result {
	var places report.Places
	out := []*report.Result{}
	for _, s := range suites {
		x := &report.Result{Plugin: s.ID(), Path: s.Path(), Files: s.Files(), Tests: []*report.Test{}, Tools: []report.Use{}}
		for _, test := range s.List(selected) {
			x.Tests = append(x.Tests, &report.Test{
				Name: test.Name, Number: test.Number, Status: report.NotRun, Reason: "only listed", Place: places.Of(test.Span), Calls: []*report.Call{},
			})
		}
		out = append(out, x)
	}
	return out
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func reportedCall(c *runner.Call) *report.Call {
	out := &report.Call{
		Tool: c.Tool, Command: c.Command, Arg: c.Arg, Settings: append([]string{}, c.Settings...), Outcome: reportedOutcome(c),
		Problems: []report.Problem{}, Hint: c.Hint, HostCalls: []report.HostCall{}, Dropped: c.Outcome.Trace.Dropped,
		Changes: append([]string{}, c.Changes...), Effects: reportedEffects(c.Outcome.Effects),
	}
	if c.Tool != "" {
		out.Arguments = c.Arguments
	}
	for _, p := range c.Problems {
		out.Problems = append(out.Problems, report.Problem(p))
	}
	for _, h := range c.Outcome.Trace.Calls {
		out.HostCalls = append(out.HostCalls, report.HostCall{
			Function: h.Name(), Arguments: h.Args, Result: h.Result, Error: h.Error, Capability: h.Capability, Granted: h.Granted, Reserved: h.Reserved, Scripted: h.Scripted,
		})
	}
	return out
}

func reportedOutcome(c *runner.Call) report.Outcome {
	o := &c.Outcome
	out := report.Outcome{
		Outcome: string(o.Kind), Reason: o.Reason, Message: o.Message, Frames: o.Frames, Stderr: o.Stderr, Asked: o.Asked, Shortened: o.Shortened,
		Fuel: o.Fuel, Millis: millis(o.Duration), Line: c.Got,
	}
	if o.Kind == mockhost.OK && !o.None {
		out.Text = &o.Text
	}
	return out
}

func reportedEffects(e mockhost.Effects) *report.Effects {
	if len(e.Notifications)+len(e.Status)+len(e.Dialogs)+len(e.Tabs)+len(e.Log)+e.Dropped == 0 {
		return nil
	}
	out := &report.Effects{StatusTexts: e.Status, Dropped: e.Dropped}
	for _, n := range e.Notifications {
		out.Notifications = append(out.Notifications, report.Notification(n))
	}
	for _, d := range e.Dialogs {
		out.Dialogs = append(out.Dialogs, report.Dialog(d))
	}
	for _, t := range e.Tabs {
		out.Tabs = append(out.Tabs, report.Tab(t))
	}
	for _, l := range e.Log {
		out.Log = append(out.Log, report.LogLine(l))
	}
	return out
}
