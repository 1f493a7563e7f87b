package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// TestTextOptions say how TestText prints.
type TestTextOptions struct {
	Color bool
	// Quiet prints only what went wrong.
	Quiet bool
	// Times shows how long plugins and tools took; they vary from run to run.
	Times bool
	// Trace shows the host calls of every test, not only of those that failed.
	Trace bool
}

// TestText prints the results of tests for people: of each plugin that is all green one line and its tools; of each test that failed what was expected, what
// came, and what the plugin did on the way; then, where anything failed, one line that sums up.
func TestText(w io.Writer, r *TestRun, o TestTextOptions) error {
	p := &testPrinter{textPrinter: textPrinter{out: bufio.NewWriter(w), style: newStyles(o.Color), files: r.files()}, o: o}
	for _, d := range r.Findings {
		p.finding(d)
	}
	for _, result := range r.Results {
		p.result(result)
	}
	p.total(r)
	return p.out.Flush()
}

type testPrinter struct {
	textPrinter
	o TestTextOptions
}

// result prints one plugin.
func (p *testPrinter) result(r *Result) {
	if r.Files == 0 {
		if !p.o.Quiet {
			p.line("%s  no test files (tests/*.test.toml), nothing to run", Escape(r.Plugin))
		}
		return
	}
	for _, t := range r.Tests {
		if t.Status == Failed {
			p.failed(r, t)
		} else if p.o.Trace {
			p.traced(r, t)
		}
	}
	if p.o.Quiet || len(r.Tests) == 0 { // the files have mistakes, or --run admits none
		return
	}
	line := Escape(r.Plugin) + "    " + testCounts([]*Result{r})
	if p.o.Times {
		line += "  " + seconds(r.Millis)
	}
	p.line("%s", line)
	p.uses(r.Tools)
}

// Listed is a test by its plugin, its name and its place.
type Listed struct {
	Plugin, Name string
	Place        Place
}

// TestList prints tests, one a line: plugin, name and place.
func TestList(w io.Writer, tests []Listed) error {
	p := &testPrinter{textPrinter: textPrinter{out: bufio.NewWriter(w)}}
	for _, t := range tests {
		p.line("%s › %s    %s", Escape(t.Plugin), Escape(t.Name), where(t.Place))
	}
	return p.out.Flush()
}

// where is the file and the line of a place.
func where(p Place) string {
	if p.Range == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d", Escape(p.File), p.Range.Start.Line)
}

// testStates are the states of tests in the order in which they are counted.
var testStates = []struct {
	status Status
	word   string
}{
	{Passed, "passed"}, {Failed, "failed"}, {KnownFailing, "known to fail"}, {Skipped, "skipped"}, {NotRun, "not run"},
}

// testCounts are the tests by state: "13 passed", "29 passed, 2 failed".
func testCounts(results []*Result) string {
	var parts []string
	for _, s := range testStates {
		n := 0
		for _, r := range results {
			n += r.count(s.status)
		}
		if n > 0 || s.status == Passed {
			parts = append(parts, fmt.Sprintf("%d %s", n, s.word))
		}
	}
	return strings.Join(parts, ", ")
}

// uses prints what each tool used, in columns.
func (p *testPrinter) uses(tools []Use) {
	widest, fuels := 0, 0
	texts := make([]string, len(tools))
	for i, u := range tools {
		widest = max(widest, width.StringWidth(Escape(u.Name)))
		texts[i] = "fuel " + short(u.Median)
		if most := short(u.Most); most != short(u.Median) {
			texts[i] += ", at most " + most
		}
		fuels = max(fuels, len(texts[i]))
	}
	for i, u := range tools {
		name := Escape(u.Name)
		line := "  " + name + strings.Repeat(" ", widest-width.StringWidth(name)) + "  " + texts[i]
		if p.o.Times {
			line += strings.Repeat(" ", fuels-len(texts[i])) + "  " + milliseconds(u.Millis)
		}
		p.line("%s", line)
	}
}

// short is a number with at most three digits or so: 950, 41 k, 1.2 M.
func short(n uint64) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 999_500:
		return fmt.Sprintf("%d k", (n+500)/1000)
	case n < 9_950_000:
		return fmt.Sprintf("%.1f M", float64(n)/1e6)
	}
	return fmt.Sprintf("%d M", (n+500_000)/1_000_000)
}

func milliseconds(ms float64) string { return fmt.Sprintf("%.1f ms", ms) }
func seconds(ms float64) string      { return fmt.Sprintf("%.2f s", ms/1000) }

// failed prints a test that failed.
func (p *testPrinter) failed(r *Result, t *Test) {
	p.head(p.style.red("FAIL"), r, t)
	if t.Reason != "" {
		p.line("  %s", Escape(t.Reason))
	}
	for i, c := range t.Calls {
		if len(c.Problems) == 0 {
			continue
		}
		p.call(c, i, len(t.Calls))
		for _, problem := range c.Problems {
			p.problem(problem)
		}
		p.hostCalls(c)
		if stderr := c.Outcome.Stderr; stderr != "" {
			p.block("  stderr", stderr)
		}
		if c.Hint != "" {
			p.line("  %s", Escape(c.Hint))
		}
	}
	p.line("")
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

// head is the line that names a test and its place.
func (p *testPrinter) head(word string, r *Result, t *Test) {
	p.line("%s %s › %s          %s", word, Escape(r.Plugin), Escape(t.Name), where(t.Place))
	if t.Alone {
		p.line("  run again alone, because the deadline passed while other tests ran")
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
			mark = p.style.yellow
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

func countIf(results []*Result, is func(*Result) bool) int {
	n := 0
	for _, r := range results {
		if is(r) {
			n++
		}
	}
	return n
}

// total is the last line: only where something went wrong, or where several plugins were tested.
func (p *testPrinter) total(r *TestRun) {
	failed := slices.ContainsFunc(r.Results, func(x *Result) bool { return x.count(Failed) > 0 })
	if p.o.Quiet && !failed {
		return
	}
	if tested := countIf(r.Results, func(x *Result) bool { return len(x.Tests) > 0 }); failed || tested > 1 {
		line := testCounts(r.Results)
		if failed {
			line += fmt.Sprintf(" (seed %d)", r.Seed)
		}
		p.line("%s", line)
	}
	var counts []string
	errors, warnings, _ := r.counts()
	if errors > 0 {
		counts = append(counts, Plural(errors, "error"))
	}
	if warnings > 0 {
		counts = append(counts, Plural(warnings, "warning"))
	}
	if len(counts) > 0 {
		p.line("%s", strings.Join(counts, ", "))
	}
}
