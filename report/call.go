package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// CallRun is what the command call has to say.
type CallRun struct {
	// Plugin is its id, Path its folder as printed, Version that of the program.
	Plugin, Path, Version string
	// Configs are the configurations in use, as printed paths.
	Configs []string
	*Call
}

// CallJSON prints a call as one JSON object. The field duration_ms varies from run to run.
func CallJSON(w io.Writer, c *CallRun) error {
	return encodeJSON(w, struct {
		Version int      `json:"version"`
		Tool    jsonTool `json:"tool"`
		Command string   `json:"command"`
		Plugin  string   `json:"plugin"`
		Path    string   `json:"path"`
		Configs []string `json:"configurations"`
		Call    *Call    `json:"call"`
	}{JSONVersion, jsonTool{"openidea-plugin", c.Version}, "call", c.Plugin, c.Path, append([]string{}, c.Configs...), c.Call})
}

// CallTextOptions say what CallSummary prints.
type CallTextOptions struct {
	Color bool
	// Trace: the host calls too. They are shown in any case where the plugin was reached and did not succeed.
	Trace bool
	// Times: the time that the call took, which varies.
	Times bool
	// Quiet: nothing where the call succeeded and no trace is asked for.
	Quiet bool
}

// CallSummary prints all of a call but its text: the host calls, what changed, and one line that sums up.
func CallSummary(w io.Writer, c *CallRun, o CallTextOptions) error {
	p := &testPrinter{textPrinter: textPrinter{out: bufio.NewWriter(w), style: newStyles(o.Color)}}
	ok := c.Outcome.Outcome == "ok"
	if o.Trace || !ok {
		for _, h := range c.HostCalls {
			p.line("%s", hostCallLine(h))
		}
		if c.Dropped > 0 {
			p.line("… %d more host calls", c.Dropped)
		}
		if c.Effects != nil && o.Trace {
			p.effects(c.Effects)
		}
	}
	if o.Quiet && ok {
		return p.out.Flush()
	}
	for _, change := range c.Changes {
		p.line("in memory: %s", Escape(change))
	}
	if !ok && c.Outcome.Stderr != "" {
		p.block("the plugin's standard error", c.Outcome.Stderr)
	}
	p.line("%s", p.sum(c, ok, o.Times))
	if !ok && c.Hint != "" {
		p.line("%s", Escape(c.Hint))
	}
	return p.out.Flush()
}

// hostCallLine is a host call with what it needs: project.read-file("a.md") -> "…"   needs project.read: granted.
func hostCallLine(h HostCall) string {
	line := Escape(h.Function+h.Arguments) + " -> " + Escape(h.Result)
	if h.Scripted {
		line += "   scripted"
	}
	if h.Capability != "" {
		line += "   needs " + Escape(h.Capability) + ": " + map[bool]string{true: "granted", false: "not granted"}[h.Granted]
	}
	return line
}

// effects are what the plugin showed.
func (p *testPrinter) effects(e *Effects) {
	for _, d := range e.Dialogs {
		p.line("dialog %s %s: %s", d.Kind, Escape(d.Text), Escape(d.Answer))
	}
	for _, n := range e.Notifications {
		p.line("notification, %s: %s", Escape(n.Kind), Escape(n.Text))
	}
	for _, l := range e.Log {
		p.line("log, %s: %s", Escape(l.Level), Escape(l.Text))
	}
	if e.Dropped > 0 {
		p.line("… %d more of these", e.Dropped)
	}
}

// sum is the last line: ok  19 bytes  fuel 41,204  0.31 ms.
func (p *testPrinter) sum(c *CallRun, ok bool, times bool) string {
	parts := []string{p.style.bold("ok")}
	switch {
	case !ok:
		parts[0] = p.style.red(c.Outcome.Outcome) + Escape(strings.TrimPrefix(c.Outcome.Line, c.Outcome.Outcome))
	case c.Outcome.Text == nil:
		parts = append(parts, "no result")
	default:
		parts = append(parts, Plural(len(*c.Outcome.Text), "byte"))
	}
	if c.Outcome.Asked && ok {
		parts = append(parts, "confirmed")
	}
	if c.Outcome.Outcome != "refused" {
		parts = append(parts, "fuel "+thousands(c.Outcome.Fuel))
		if times {
			parts = append(parts, fmt.Sprintf("%.2f ms", c.Outcome.Millis))
		}
	}
	return strings.Join(parts, "  ")
}

// thousands is a number with a comma behind each thousand.
func thousands(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

// CallText is the text of a call for a terminal: what a terminal would obey is made visible, lines stay lines.
func CallText(w io.Writer, text string) error {
	b := bufio.NewWriter(w)
	for line := range strings.Lines(text) {
		fmt.Fprintln(b, Escape(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")))
	}
	return b.Flush()
}
