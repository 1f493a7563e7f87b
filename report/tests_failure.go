package report

import (
	"bufio"
	"fmt"
	"strings"
)

// failed prints a test that failed.
func (p *testPrinter) failed(r *Result, t *Test) {
	p.head(p.style.red("FAIL"), r, t)
	if t.Reason != "" {
		p.line("  %s", Escape(t.Reason))
	}
	t.failing(func(i int, c *Call) {
		p.call(c, i, len(t.Calls))
		for _, problem := range c.Problems {
			p.problem(problem)
		}
		p.trace(c)
		p.hint(c)
	})
	p.lines(t.Text)
	p.lines(t.Output)
	p.line("")
}

// lines prints text that was rendered before.
func (p *testPrinter) lines(text string) {
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(text, "\n") {
		p.line("  %s", Escape(line))
	}
}

// trace prints what a call did on the way.
func (p *testPrinter) trace(c *Call) {
	p.hostCalls(c)
	if stderr := c.Outcome.Stderr; stderr != "" {
		p.block("  stderr", stderr)
	}
}

func (p *testPrinter) hint(c *Call) {
	if c.Hint != "" {
		p.line("  %s", Escape(c.Hint))
	}
}

// failure is what was expected and what came in a test that failed, and trace what the plugin did on the way: the lines of the text form, for formats that
// keep them apart.
func (t *Test) failure() (failure, trace string) {
	failure = printed(func(p *testPrinter) {
		if t.Alone {
			p.line("  %s", aloneWords)
		}
		if t.Reason != "" {
			p.line("  %s", Escape(t.Reason))
		}
		t.failing(func(i int, c *Call) {
			p.call(c, i, len(t.Calls))
			for _, problem := range c.Problems {
				p.problem(problem)
			}
			p.hint(c)
		})
		p.lines(t.Text)
	})
	trace = printed(func(p *testPrinter) {
		t.failing(func(i int, c *Call) {
			if len(t.Calls) > 1 && len(c.HostCalls)+len(c.Outcome.Stderr) > 0 {
				p.line("  call %d", i+1)
			}
			p.trace(c)
		})
		p.lines(t.Output)
	})
	return failure, trace
}

// failing goes through the calls with expectations that did not hold.
func (t *Test) failing(each func(i int, c *Call)) {
	for i, c := range t.Calls {
		if len(c.Problems) > 0 {
			each(i, c)
		}
	}
}

// printed is what is printed of a test, without its indentation.
func printed(print func(*testPrinter)) string {
	var b strings.Builder
	p := &testPrinter{textPrinter: textPrinter{out: bufio.NewWriter(&b), style: newStyles(false), files: &files{}}}
	print(p)
	p.out.Flush()
	return strings.TrimSuffix(strings.TrimPrefix(strings.ReplaceAll("\n"+b.String(), "\n  ", "\n"), "\n"), "\n")
}

// traced prints a test that did not fail, with its host calls.
func (p *testPrinter) traced(r *Result, t *Test) {
	p.head(string(t.Status), r, t)
	if t.Reason != "" {
		p.line("  %s", Escape(t.Reason))
	}
	for i, c := range t.Calls {
		p.call(c, i, len(t.Calls))
		p.line("  got       %s", Escape(c.Outcome.Line))
		p.hostCalls(c)
	}
	p.line("")
}

const aloneWords = "run again alone, because the deadline passed while other tests ran"

// head is the line that names a test and its place.
func (p *testPrinter) head(word string, r *Result, t *Test) {
	p.line("%s %s › %s          %s", word, Escape(r.Plugin), Escape(t.Name), where(t.Place))
	if t.Alone {
		p.line("  %s", aloneWords)
	}
}

// call is the line that says what was called and how.
func (p *testPrinter) call(c *Call, index, of int) {
	parts := []string{"tool " + c.Tool, "arguments " + shorten(c.Arguments)}
	if c.Command != "" {
		parts = []string{"command " + c.Command}
		if c.Arg != nil {
			parts = append(parts, "arg "+shorten(*c.Arg))
		}
	}
	if of > 1 {
		parts[0] = fmt.Sprintf("call %d: %s", index+1, parts[0])
	}
	p.line("  %s", Escape(strings.Join(append(parts, c.Settings...), "  ")))
}

// mostShown is how much of the arguments of a call is shown, in bytes.
const mostShown = 500

func shorten(text string) string {
	if len(text) <= mostShown {
		return text
	}
	return fmt.Sprintf("%s… (%d bytes)", strings.ToValidUTF8(text[:mostShown], ""), len(text))
}

func (p *testPrinter) problem(x Problem) {
	if x.What == "outcome" || x.What == "text" {
		p.line("  expected  %s", Escape(x.Expected))
		p.line("  got       %s", Escape(x.Got))
	} else {
		p.line("  %s", p.style.bold(Escape(x.What)))
		p.line("    expected  %s", Escape(x.Expected))
		p.line("    got       %s", Escape(x.Got))
	}
	for _, line := range x.Diff {
		mark := func(s string) string { return s }
		switch line[:min(1, len(line))] {
		case "-":
			mark = p.style.red
		case "+":
			mark = p.style.green
		case "@":
			mark = p.style.cyan
		}
		p.line("    %s", mark(Escape(line)))
	}
}

// hostCalls prints a trace in columns; calls that are the same and follow each other are one line.
func (p *testPrinter) hostCalls(c *Call) {
	if len(c.HostCalls) == 0 {
		return
	}
	type row struct {
		call, result string
		times        int
	}
	var rows []row
	for _, h := range c.HostCalls {
		r := row{Escape(h.Function + h.Arguments), Escape(h.Result), 1}
		if last := len(rows) - 1; last >= 0 && rows[last].call == r.call && rows[last].result == r.result {
			rows[last].times++
			continue
		}
		rows = append(rows, r)
	}
	const widestCall, mostRows = 80, 50
	p.line("  host calls")
	if hidden := len(rows) - mostRows; hidden > 0 { // the last ones tell more than the first
		p.line("    … %d more before", hidden)
		rows = rows[hidden:]
	}
	widest := 0
	for _, r := range rows {
		if n := width.StringWidth(r.call); n <= widestCall {
			widest = max(widest, n)
		}
	}
	for _, r := range rows {
		pad := strings.Repeat(" ", max(0, widest-width.StringWidth(r.call)))
		line := "    " + r.call + pad + "  -> " + r.result
		if r.times > 1 {
			line += fmt.Sprintf("  (%d times)", r.times)
		}
		p.line("%s", line)
	}
	if c.Dropped > 0 {
		p.line("    … %d more behind", c.Dropped)
	}
}

// block prints lines that came from a plugin.
func (p *testPrinter) block(title, text string) {
	const mostLines = 20
	p.line("%s", title)
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		if i == mostLines {
			p.line("    … %d more lines", len(lines)-mostLines)
			break
		}
		p.line("    %s", Escape(line))
	}
}
