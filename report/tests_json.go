package report

import (
	"io"

	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/runner"
)

// TestJSON prints everything that a run of tests has to say as one JSON object: what JSON prints of the findings, and under "results" each
// plugin with its tests. The fields fuel_… are the same from run to run, those that end in _ms vary.
func TestJSON(w io.Writer, r *TestRun) error {
	report := r.Report
	report.Command = "test"
	out := jsonTestRun{jsonReport: report.json(), Seed: r.Seed, Results: []jsonResult{}}
	var files files
	for _, result := range r.Results {
		out.Tests.Passed += result.Count(runner.Passed)
		out.Tests.Failed += result.Count(runner.Failed)
		out.Tests.KnownFailing += result.Count(runner.KnownFailing)
		out.Tests.Skipped += result.Count(runner.Skipped)
		out.Tests.NotRun += result.Count(runner.NotRun)
	}
	for _, result := range r.Results {
		out.Results = append(out.Results, files.result(result))
	}
	return encodeJSON(w, out)
}

type jsonTestRun struct {
	jsonReport
	Seed    uint64       `json:"seed"`
	Tests   jsonCounts   `json:"tests"`
	Results []jsonResult `json:"results"`
}

type jsonCounts struct {
	Passed       int `json:"passed"`
	Failed       int `json:"failed"`
	KnownFailing int `json:"known_failing"`
	Skipped      int `json:"skipped"`
	NotRun       int `json:"not_run"`
}

type jsonResult struct {
	Plugin string     `json:"plugin"`
	Path   string     `json:"path"`
	Files  int        `json:"files"`
	Millis float64    `json:"duration_ms"`
	Tests  []jsonTest `json:"tests"`
	Tools  []jsonUse  `json:"tools"`
}

type jsonTest struct {
	Name   string        `json:"name"`
	Status runner.Status `json:"status"`
	Reason string        `json:"reason,omitempty"`
	jsonPlace
	Alone bool       `json:"alone,omitempty"`
	Calls []jsonCall `json:"calls"`
}

type jsonCall struct {
	Tool      string         `json:"tool,omitempty"`
	Command   string         `json:"command,omitempty"`
	Arguments string         `json:"arguments,omitempty"`
	Arg       *string        `json:"arg,omitempty"`
	Settings  []string       `json:"settings"`
	Outcome   jsonOutcome    `json:"outcome"`
	Problems  []jsonProblem  `json:"problems"`
	Hint      string         `json:"hint,omitempty"`
	HostCalls []jsonHostCall `json:"host_calls"`
	Dropped   int            `json:"host_calls_dropped,omitempty"`
	Changes   []string       `json:"changes"`
	Effects   *jsonEffects   `json:"effects,omitempty"`
}

// jsonEffects are what a call showed, logged and started. Lines and characters of tabs are zero-based, as plugins give them.
type jsonEffects struct {
	Notifications []jsonNotification `json:"notifications,omitempty"`
	Status        []string           `json:"status_texts,omitempty"`
	Dialogs       []jsonDialog       `json:"dialogs,omitempty"`
	Tabs          []jsonTab          `json:"tabs,omitempty"`
	Log           []jsonLogLine      `json:"log,omitempty"`
	Dropped       int                `json:"effects_dropped,omitempty"`
}

type jsonNotification struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

type jsonDialog struct {
	Kind   string `json:"kind"`
	Text   string `json:"text"`
	Answer string `json:"answer"`
}

type jsonTab struct {
	Path      string `json:"path"`
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

type jsonLogLine struct {
	Level string `json:"level"`
	Text  string `json:"text"`
}

func effectsJSON(e mockhost.Effects) *jsonEffects {
	if len(e.Notifications)+len(e.Status)+len(e.Dialogs)+len(e.Tabs)+len(e.Log)+e.Dropped == 0 {
		return nil
	}
	out := &jsonEffects{Status: e.Status, Dropped: e.Dropped}
	for _, n := range e.Notifications {
		out.Notifications = append(out.Notifications, jsonNotification(n))
	}
	for _, d := range e.Dialogs {
		out.Dialogs = append(out.Dialogs, jsonDialog(d))
	}
	for _, t := range e.Tabs {
		out.Tabs = append(out.Tabs, jsonTab(t))
	}
	for _, l := range e.Log {
		out.Log = append(out.Log, jsonLogLine(l))
	}
	return out
}

type jsonOutcome struct {
	Outcome mockhost.Kind `json:"outcome"`
	Reason  string        `json:"reason,omitempty"`
	Text    *string       `json:"text,omitempty"`
	Message string        `json:"message,omitempty"`
	Frames  []string      `json:"frames,omitempty"`
	Stderr  string        `json:"stderr,omitempty"`
	Asked   bool          `json:"asked,omitempty"`
	Short   bool          `json:"shortened,omitempty"`
	Fuel    uint64        `json:"fuel"`
	Millis  float64       `json:"duration_ms"`
}

type jsonProblem struct {
	What     string   `json:"what"`
	Expected string   `json:"expected"`
	Got      string   `json:"got"`
	Diff     []string `json:"diff,omitempty"`
}

type jsonHostCall struct {
	Function   string `json:"function"`
	Arguments  string `json:"arguments"`
	Result     string `json:"result"`
	Error      string `json:"error,omitempty"`
	Capability string `json:"capability,omitempty"`
	Granted    bool   `json:"granted"`
	Reserved   bool   `json:"reserved,omitempty"`
}

type jsonUse struct {
	Name   string  `json:"name"`
	Calls  int     `json:"calls"`
	Median uint64  `json:"fuel_median"`
	Most   uint64  `json:"fuel_most"`
	Millis float64 `json:"median_ms"`
}

func (f *files) result(r *runner.Result) jsonResult {
	out := jsonResult{Plugin: r.ID, Path: r.Path, Files: r.Files, Millis: float64(r.Duration.Microseconds()) / 1000, Tests: []jsonTest{}, Tools: []jsonUse{}}
	for _, t := range r.Tests {
		x := jsonTest{Name: t.Name, Status: t.Status, Reason: t.Reason, jsonPlace: f.place(t.Span), Alone: t.Alone, Calls: []jsonCall{}}
		for _, c := range t.Calls {
			x.Calls = append(x.Calls, callJSON(c))
		}
		out.Tests = append(out.Tests, x)
	}
	for _, u := range r.Tools {
		out.Tools = append(out.Tools, jsonUse{u.Name, u.Calls, u.Median, u.Most, float64(u.MedianTime.Microseconds()) / 1000})
	}
	return out
}

func callJSON(c *runner.Call) jsonCall {
	out := jsonCall{
		Tool: c.Tool, Command: c.Command, Arg: c.Arg, Settings: append([]string{}, c.Settings...), Outcome: outcomeJSON(c.Outcome),
		Problems: []jsonProblem{}, Hint: c.Hint, HostCalls: []jsonHostCall{}, Dropped: c.Outcome.Trace.Dropped,
		Changes: append([]string{}, c.Changes...), Effects: effectsJSON(c.Outcome.Effects),
	}
	if c.Tool != "" {
		out.Arguments = c.Arguments
	}
	for _, p := range c.Problems {
		out.Problems = append(out.Problems, jsonProblem(p))
	}
	for _, h := range c.Outcome.Trace.Calls {
		out.HostCalls = append(out.HostCalls, jsonHostCall{h.Name(), h.Args, h.Result, h.Error, h.Capability, h.Granted, h.Reserved})
	}
	return out
}

func outcomeJSON(o mockhost.Outcome) jsonOutcome {
	out := jsonOutcome{
		Outcome: o.Kind, Reason: o.Reason, Message: o.Message, Frames: o.Frames, Stderr: o.Stderr, Asked: o.Asked, Short: o.Shortened,
		Fuel: o.Fuel, Millis: float64(o.Duration.Microseconds()) / 1000,
	}
	if o.Kind == mockhost.OK && !o.None {
		out.Text = &o.Text
	}
	return out
}
