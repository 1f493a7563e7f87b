package report

import (
	"io"
	"testing"

	"openidea-plugin/diag"
)

// sharedRun is one run of tests for every format: each state of a test, calls of tools and commands, diffs, traces, and texts that mean something to readers.
func sharedRun() *TestRun {
	text := func(s string) *string { return &s }
	at := func(file string, line int) Place {
		return Place{file, &Range{Position{line, 9, 100 + line}, Position{line, 20, 111 + line}}}
	}
	call := func(tool, arguments string, o Outcome) *Call {
		return &Call{Tool: tool, Arguments: arguments, Settings: []string{}, Outcome: o, Problems: []Problem{}, HostCalls: []HostCall{}, Changes: []string{}}
	}
	ok := func(fuel uint64) *Call {
		return call("find_notes", `{"text":"milk"}`, Outcome{Outcome: "ok", Text: text("a"), Fuel: fuel, Millis: 0.5, Line: `ok "a"`})
	}
	denied := call("find_notes", `{"text":"milk"}`, Outcome{
		Outcome: "aborted", Reason: "trap", Message: "unreachable", Frames: []string{"find_notes"}, Stderr: "a\n::error::b\n", Fuel: 41204, Millis: 1.5,
	})
	denied.Settings = []string{"grants none"}
	denied.Problems = []Problem{{What: "outcome", Expected: "error denied", Got: "aborted trap: unreachable, in find_notes (src/lib.rs:31, called from call)"}}
	denied.HostCalls = []HostCall{
		{Function: "invocation.project", Arguments: "()", Result: "some", Granted: true},
		{Function: "project.search-text", Arguments: `({pattern: "milk"}, 100)`, Result: `denied "project.read is not granted"`, Error: "denied", Capability: "project.read"},
		{Function: "log.write", Arguments: "(info, \"x\")", Result: "done", Granted: true},
		{Function: "log.write", Arguments: "(info, \"x\")", Result: "done", Granted: true},
	}
	denied.Dropped = 7
	denied.Hint = "The plugin trapped after the denial: an error of a host call was not handled (unwrap?)."
	diff := call("read_note", "{}", Outcome{Outcome: "ok", Text: text(evil), Fuel: 10})
	diff.Problems = []Problem{
		{What: "text", Expected: `"a"`, Got: `"b"`, Diff: []string{"@@ -1,2 +1,2 @@", " ::add-mask::x", "-a", "+" + evil}},
		{What: "file " + evil, Expected: "no file", Got: evil},
	}
	diff.Effects = &Effects{Log: []LogLine{{"info", evil}}, Tabs: []Tab{{"a", 1, 2}}, Dialogs: []Dialog{{"confirm", "sure?", "yes"}}}
	diff.Changes = []string{"created a (1 byte)"}
	command := &Call{Command: "purge", Arg: text("all"), Settings: []string{}, Outcome: Outcome{Outcome: "ok", Fuel: 12_000, Millis: 0.1, Line: "ok, no result"}, Problems: []Problem{}, HostCalls: []HostCall{}, Changes: []string{}}
	refused := call("find_notes", "{}", Outcome{Outcome: "refused", Reason: "restricted", Message: "not read-only"})
	run := &TestRun{
		Report: Report{
			Command: "test", Version: "1.2.3", Plugins: 2, Tools: 3, Root: Root{Dir: "/home/me/repo", Cwd: "/home/me/repo/a b"},
			Findings: []diag.Diagnostic{mark("notes/plugin.toml", "\nname = «\"x\"»\n", "a label")},
			Errors:   []Error{{"old/dist/plugin.wasm", "the component is not there: build it first"}},
		},
		Seed: 1,
		Results: []*Result{
			{Plugin: "acme.notes", Path: "notes", Files: 2, Millis: 210, Tests: []*Test{
				{Name: "finds a note", Status: Passed, Place: at("notes/tests/a.test.toml", 5), Calls: []*Call{ok(41000)}},
				{Name: "is denied without project.read", Status: Failed, Place: at("notes/tests/a.test.toml", 14), Alone: true, Calls: []*Call{denied}},
				{Name: "refused", Status: Passed, Place: at("notes/tests/a.test.toml", 20), Calls: []*Call{refused, ok(96000)}},
				{Name: "case 10 " + evil, Status: Failed, Place: at("notes/tests/查找, 50%:b.test.toml", 2), Calls: []*Call{command, diff}},
				{Name: "later", Status: Skipped, Reason: "not yet " + evil, Place: at("notes/tests/查找, 50%:b.test.toml", 8), Calls: []*Call{}},
				{Name: "known", Status: KnownFailing, Reason: "see the list", Place: at("notes/tests/查找, 50%:b.test.toml", 9), Calls: []*Call{command}},
				{Name: "not run", Status: NotRun, Reason: "an earlier test failed", Place: at("notes/tests/查找, 50%:b.test.toml", 10), Calls: []*Call{}},
				{Name: "it works by now", Status: Failed, Reason: "the test passes, though it says that it is known to fail: x", Place: at("notes/tests/查找, 50%:b.test.toml", 11), Calls: []*Call{}},
			}, Tools: []Use{
				{Name: "command purge", Calls: 2, Median: 12_000, Most: 12_000, Millis: 0.1},
				{Name: "find_notes", Calls: 3, Median: 41204, Most: 96000, Millis: 0.5},
				{Name: "read_note", Calls: 1, Median: 10, Most: 10},
			}},
			{Plugin: "acme.plain", Path: "plain", Tests: []*Test{}, Tools: []Use{}},
		},
	}
	for _, result := range run.Results {
		for i, t := range result.Tests {
			t.Number = i + 1
		}
	}
	return run
}

func TestRunGoldens(t *testing.T) {
	r := sharedRun()
	golden(t, "test.txt", func(w io.Writer) error { return TestText(w, r, TestTextOptions{}) })
	golden(t, "test-trace.txt", func(w io.Writer) error { return TestText(w, r, TestTextOptions{Trace: true, Times: true}) })
	golden(t, "test.json", func(w io.Writer) error { return TestJSON(w, r) })
	golden(t, "test.github.txt", func(w io.Writer) error { return TestGitHub(w, r, TestTextOptions{}) })
	golden(t, "test.junit.xml", func(w io.Writer) error { return TestJUnit(w, r, false) })
	golden(t, "test-times.junit.xml", func(w io.Writer) error { return TestJUnit(w, r, true) })
}
