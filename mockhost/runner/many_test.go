package runner

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
)

// TestManyTests: a file of 10,000 rows is read and run, in the order of the rows.
func TestManyTests(t *testing.T) {
	var text strings.Builder
	text.WriteString("[[test]]\nname = \"row {n}\"\ntool = \"none\"\narguments = { n = \"{n}\" }\nexpect.refused = \"{why}\"\n")
	for i := range 10_000 {
		why := "unknown-tool"
		if i%1000 == 999 {
			why = "remote"
		}
		fmt.Fprintf(&text, "[[test.each]]\nn = %d\nwhy = %q\n", i, why)
	}
	s := load(t, "data-tools", map[string]string{"a.test.toml": text.String()})
	r := run(t, Options{Jobs: 16}, s)[0]
	if r.Count(Passed) != 9990 || r.Count(Failed) != 10 {
		t.Fatalf("%d passed, %d failed", r.Count(Passed), r.Count(Failed))
	}
	for i, test := range r.Tests {
		if want := fmt.Sprintf("row %d", i); test.Name != want {
			t.Fatalf("test %d is %q", i, test.Name)
		}
	}
}

// TestSchedulingDoesNotShow: with one worker and with sixteen, 20 times, each time with the tests in other hands, the results are the same.
func TestSchedulingDoesNotShow(t *testing.T) {
	tests := map[string]string{"a.test.toml": failing, "b.test.toml": `
[project]
dir = "../project"
[[test]]
name = "reads {n} notes"
tool = "find_notes"
arguments = { text = "milk", limit = "{n}" }
expect.ok.contains = "{text}"
expect.calls-in-order = ["invocation.project", "project.search-text"]
each = [{ n = 1, text = "more than 1" }, { n = 2, text = "coffee" }, { n = 3, text = "tea" }, { n = 4, text = "bread" }]
[[test]]
name = "purges twice"
[[test.call]]
tool = "purge_notes"
arguments = { text = "milk" }
expect.diff.contains = "-Who brings"
[[test.call]]
tool = "purge_notes"
arguments = { text = "milk" }
expect.changes = ["notes/meeting.md"]
`}
	s, other := load(t, "data-tools", tests), load(t, "api-tour", map[string]string{"a.test.toml": "[[test]]\nname = \"log\"\ntool = \"log\"\nexpect.log = \"nothing\"\n"})
	shown := func(results []*Result) string {
		var b strings.Builder
		for _, r := range results {
			for _, test := range r.Tests {
				fmt.Fprintln(&b, r.ID, test.Name, test.Status, test.Reason)
				for _, c := range test.Calls {
					fmt.Fprintln(&b, " ", c.Got, c.Changes, c.Problems, c.Hint, c.Outcome.Fuel, c.Outcome.Trace.Calls, c.Outcome.Effects.Log)
				}
			}
			for _, u := range r.Tools {
				fmt.Fprintln(&b, u.Name, u.Calls, u.Median, u.Most)
			}
		}
		return b.String()
	}
	first := ""
	for i := range 20 {
		for _, jobs := range []int{1, 16} {
			// Each test that begins lets others go first, as often as chance will have it.
			delay := func(int, int, string, string) {
				for range rand.IntN(50) {
					runtime.Gosched()
				}
			}
			got := shown(run(t, Options{Jobs: jobs, Seed: 1, Detail: true, Progress: delay}, s, other))
			if first == "" {
				first = got
			} else if got != first {
				t.Fatalf("run %d with %d jobs gives\n%s\nthe first run gave\n%s", i, jobs, got, first)
			}
		}
	}
}
