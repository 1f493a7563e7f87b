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

// TestList prints tests, one a line: plugin, name and place.
func TestList(w io.Writer, results []*Result) error {
	p := &testPrinter{textPrinter: textPrinter{out: bufio.NewWriter(w)}}
	for _, r := range results {
		for _, t := range r.Tests {
			p.line("%s › %s    %s", Escape(r.Plugin), Escape(t.Name), where(t.Place))
		}
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
		p.line("%s%s", strings.Join(counts, ", "), explained)
	}
}
