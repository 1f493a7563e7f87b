package runner

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// said are the problems of each test of a file, each as one line.
func said(t *testing.T, fixture, head string, tests ...string) [][]string {
	t.Helper()
	for i, test := range tests {
		head += fmt.Sprintf("\n[[test]]\nname = \"%d\"\n%s", i, test)
	}
	s := load(t, fixture, map[string]string{"a.test.toml": head})
	said := make([][]string, len(tests))
	for i, result := range run(t, Options{Seed: 1}, s)[0].Tests {
		for _, c := range result.Calls {
			for _, p := range c.Problems {
				said[i] = append(said[i], fmt.Sprintf("%s: %s | %s", p.What, p.Expected, p.Got))
			}
		}
	}
	return said
}

// TestExpectations: what holds is no problem, and what does not says what was expected and what came.
func TestExpectations(t *testing.T) {
	const project = "[project]\nfiles = { \"notes/a.md\" = \"# A\\n- [ ] milk\\n- [ ] tea\\n\", \"notes/b.md\" = \"\" }\n"
	const finish = "tool = \"finish_task\"\narguments = { path = \"notes/a.md\", task = \"milk\" }\n"
	const purge = "tool = \"purge_notes\"\narguments = { text = \"tea\" }\n"
	const list = "tool = \"list_notes\"\n"
	const summary = "tool = \"task_summary\"\n"
	cases := []struct{ test, want string }{
		// JSON: what must be in it, and the whole.
		{summary + "expect.ok.json = { open = 2 }", ""},
		{summary + "expect.ok.json = { open = 2, open_by_tag = {} }", ""},
		{summary + "expect.ok.json-equals = { open = 2, notes = 2, done = 0, open_by_tag = {} }", ""},
		{summary + "expect.ok.json-equals = { open = 2 }", `text: JSON {"open":2} | JSON {"done":0,"notes":2,"open":2,"open_by_tag":{}}`},
		{summary + "expect.ok.json = { open = 3 }", `text: JSON with {"open":3} | JSON {"done":0,"notes":2,"open":2,"open_by_tag":{}}`},
		{list + "expect.ok.json = [{ open = 2 }, { path = \"notes/b.md\" }]", ""},
		{list + "expect.ok.json = [{ open = 2 }]", `text: JSON with [{"open":2}] | JSON [{"open":2,"path":"notes/a.md","tags":[],"title":"A"},{"open":0,"path":"notes/b.md","tags":[],"title":""}]`},
		// What changed.
		{finish + "expect.changes = [\"notes/a.md\"]", ""},
		{finish + "expect.changes = { \"notes/a.md\" = { contains = \"[x]\" } }", ""},
		{finish + "expect.changes = []", "changes: nothing else changes | changed notes/a.md"},
		{finish + "expect.changes = [\"notes/a.md\", \"notes/b.md\"]", "change of notes/b.md: the call changes notes/b.md | it did not"},
		{purge + "expect.changes = { \"notes/a.md\" = false }", ""},
		{purge + "expect.changes = { \"notes/a.md\" = \"\" }", "file notes/a.md: a file notes/a.md | there is none"},
		{finish + `expect.diff = """
--- a/notes/a.md
+++ b/notes/a.md
@@ -1,3 +1,3 @@
 # A
-- [ ] milk
+- [x] milk
 - [ ] tea
"""`, ""},
		{purge + "expect.diff.contains = [\"--- a/notes/a.md\\n+++ /dev/null\\n\", \"-# A\\n\"]", ""},
		{list + "expect.diff = \"\"", ""},
		// Host calls.
		{list + "expect.calls = [\"project.list-files\", { function = \"project.read-file\", arguments = { path = \"notes/b.md\" } }]", ""},
		{list + "expect.calls = [{ function = \"project.read-file\", arguments = [{ matches = \"^notes/.\\\\.md$\" }], times = 2 }]", ""},
		{list + "expect.calls = [{ function = \"project.read-file\", arguments-json = '[\"notes/a.md\"]', times = 2 }]", `calls: 2 calls of project.read-file with ["notes/a.md"] | 1 call`},
		{list + "expect.calls = [{ function = \"project.read-file\", arguments = { path = \"c\" } }]", `calls: a call of project.read-file with {path = "c"} | no such call, but 2 with other arguments`},
		{list + "expect.never-calls = [\"project.write-file\", { function = \"project.read-file\", arguments = { path = \"c\" } }]", ""},
		{list + "expect.never-calls = [{ function = \"project.read-file\", arguments = { path = \"notes/a.md\" } }]", `never-calls: no call of project.read-file with {path = "notes/a.md"} | 1 call`},
		{list + "expect.calls-in-order = [\"invocation.project\", \"project.read-file\", { function = \"project.read-file\", arguments = { path = \"notes/b.md\" } }]", ""},
		{list + "expect.calls-in-order = [\"project.read-file\", \"project.read-file\", \"project.read-file\"]", "calls-in-order: project.read-file, then project.read-file, then project.read-file | no call of project.read-file after that of project.read-file"},
		{list + "expect.calls-in-order = [\"project.read-file\", \"project.list-files\"]", "calls-in-order: project.read-file, then project.list-files | no call of project.list-files after that of project.read-file"},
		{list + "expect.calls-in-order = [\"project.list-files\", \"project.write-file\"]", "calls-in-order: project.list-files, then project.write-file | the first 1 of them, but no call of project.write-file"},
		// The question and the listing.
		{purge + "expect.asked = true", ""},
		{list + "expect.asked = true", "asked: the user is asked | the user is not asked"},
		{list + "expect.listing = { title = \"list_notes\", description.contains = \"openidea.data-tools\", readOnlyHint = true, openWorldHint = false, schema = { type = \"object\" } }", ""},
		{list + "expect.listing.destructiveHint = true", "destructiveHint: true | false"},
		{list + "expect.listing.description = \"x\"", `description: "x" | "List the notes of this project as JSON: path, title, tags and the number of open tasks. (plugin openidea.data-tools)"`},
		{"restricted = true\n" + purge + "expect.refused = \"restricted\"\nexpect.listing = {}", "listing: the tool is listed | the tool is not listed"},
		{list + "before.disable = \"openidea.data-tools\"\nexpect.refused = \"disabled\"\nexpect.tools = []", ""},
		{list + "before.uninstall = [\"openidea.data-tools\"]\nexpect.refused = \"unknown-tool\"\nexpect.listed = false", ""},
		{list + "before = { disable = \"openidea.data-tools\", enable = \"openidea.data-tools\", grants = [] }\nexpect.error = \"denied\"", ""},
		{list + "expect.tools = [\"x\"]", "tools: x | openidea_data_tools__add_note, openidea_data_tools__bridge_command, "},
		// Mocks.
		{list + "[[test.mock]]\nfunction = \"project#list-files\"\nreturns = { paths = [\"notes/b.md\"] }\ntimes = 1\n", ""},
		{list + "[[test.mock]]\nfunction = \"project#list-files\"\nreturns = { paths = [\"notes/b.md\"] }\ntimes = 2\n", "mock project#list-files: the answer for project#list-files is used 2 times | once"},
		{list + "[[test.mock]]\nfunction = \"project#read-file\"\narguments = { path = \"x\" }\ntimes = 1\n", `mock project#read-file: the answer for project#read-file with {path = "x"} is used once | 0 times`},
		{list + "expect.error = { kind = \"not-found\", message = \"gone\" }\n[[test.mock]]\nfunction = \"project#read-file\"\nerror = { kind = \"not-found\", message = \"gone\" }\n", ""},
		{list + "expect.aborted = \"deadline\"\n[[test.mock]]\nfunction = \"project#read-file\"\ndelay = \"6s\"\n", ""},
		{"grants = []\n" + list + "expect.error = \"denied\"\n[[test.mock]]\nfunction = \"project#list-files\"\n", ""},
		{"grants = []\n" + list + "expect.ok.equals = \"[]\"\n[[test.mock]]\nfunction = \"project#list-files\"\nanyway = true\n", ""},
		// What was shown and started.
		{"command = \"choose_note\"\ndialogs = [{ kind = \"pick\", answer = \"notes/b.md\" }]\nexpect.tabs = [{ path = \"notes/b.md\", line = 0 }]\nexpect.dialogs = [{ kind = \"pick\", answer = \"notes/b.md\" }]", ""},
		{"command = \"choose_note\"\nexpect.tabs = []", "tabs: none | notes/a.md line 0 character 0"},
		{"command = \"choose_note\"\nexpect.dialogs = [{ kind = \"confirm\" }]", "dialogs: confirm | pick "},
		{"grants = [\"runs\"]\ncommand = \"start_checks\"\nexpect.runs = [\"test\"]", ""},
		{"grants = [\"runs\"]\ncommand = \"start_checks\"\nexpect.runs = []", `runs: none | "test"`},
		{list + "expect.log = false\nexpect.notifications = []\nexpect.status = []", ""},
	}
	var tests []string
	for _, c := range cases {
		tests = append(tests, c.test)
	}
	for i, got := range said(t, "data-tools", project, tests...) {
		c := cases[i]
		switch {
		case c.want == "" && len(got) == 0:
		case c.want != "" && len(got) == 1 && strings.HasPrefix(got[0], c.want):
		default:
			t.Errorf("%s\ngot  %q\nwant %q", c.test, got, c.want)
		}
	}
}

// TestShown: notifications, status texts and log lines of a plugin that has all of them.
func TestShown(t *testing.T) {
	const shows, logs, dialogs = "tool = \"workbench\"\n", "tool = \"log\"\n", "command = \"dialogs\"\n"
	cases := []struct{ test, want string }{
		{shows + "expect.notifications = [\"a notification\", { kind = \"warning\" }, { kind = \"error\", text.contains = \"not\" }]", ""},
		{shows + "expect.notifications = [\"a notification\"]", `notifications: "a notification" | info "a notification", warning "a notification", error "a notification"`},
		{shows + "expect.status = \"touring\"", ""},
		{shows + "expect.status = [\"touring\", \"done\"]", `status: "touring", "done" | "touring"`},
		{shows + "expect.tabs = []", ""}, // reserved to commands
		{"command = \"workbench\"\nexpect.tabs = [\"README.md\", { path = \"README.md\", line = 2, character = 3 }]", ""},
		{"command = \"workbench\"\nexpect.tabs = [\"README.md\", { line = 3 }]", "tabs: README.md, line 3 | README.md line 0 character 0, README.md line 2 character 3"},
		{logs + "expect.log = [{ level = \"warning\", text = \"a line at Warning\" }, \"at Error\"]", ""},
		{logs + "expect.log = [{ level = \"warning\", text = \"at Error\" }]", `log: a line of the log: warning "at Error" | a log of 4 lines without it`},
		{logs + "expect.log = false", `log: no line in the log | debug "a line at Debug"`},
		{dialogs + "expect.dialogs = [{ kind = \"message\" }, { text = \"really?\", answer = \"yes\" }, \"a name\", { answer = \"tour\" }, { kind = \"pick\", answer = \"first\" }]", ""},
		{dialogs + "dialogs = [{ kind = \"input\", text = \"name\", answer = \"mine\" }, { kind = \"confirm\", answer = \"no\" }]\nexpect.ok.matches = '(?s)Ok\\(false\\).*\"mine\".*\"tour\"'", ""},
		{"command = \"runs\"\nexpect.ok.contains = \"nightly\"\nexpect.runs = []", ""},
	}
	var tests []string
	for _, c := range cases {
		tests = append(tests, c.test)
	}
	for i, got := range said(t, "api-tour", "[project]\nruns = [\"nightly\"]\nfiles = { \"README.md\" = \"one\\ntwo\\nthree\\n\" }", tests...) {
		c := cases[i]
		switch {
		case c.want == "" && len(got) == 0, c.want != "" && len(got) == 1 && got[0] == c.want:
		default:
			t.Errorf("%s\ngot  %q\nwant %q", c.test, got, c.want)
		}
	}
}

// TestSelect: the parts of N shards are all tests, each once, whatever the order of the suites, and of one size but for one.
func TestSelect(t *testing.T) {
	text := func(n int) map[string]string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "[[test]]\nname = \"%d\"\ntool = \"x\"\n", i)
		}
		return map[string]string{"a.test.toml": b.String(), "b.test.toml": "[[test]]\nname = \"last\"\ntool = \"x\"\n"}
	}
	a, b := load(t, "data-tools", text(7)), load(t, "api-tour", text(4))
	names := func(suites []*Suite, match func(string) bool, shard Shard) []string {
		chosen := Select(suites, match, shard)
		list := []string{}
		for _, s := range []*Suite{a, b} {
			for _, n := range s.List(chosen) {
				list = append(list, s.ID()+" "+n.Name)
			}
		}
		return list
	}
	all := names([]*Suite{a, b}, nil, Shard{})
	if len(all) != 13 {
		t.Fatalf("%d tests", len(all))
	}
	for of := 1; of <= 15; of++ {
		seen := map[string]int{}
		for part := 1; part <= of; part++ {
			one := names([]*Suite{a, b}, nil, Shard{part, of})
			if diff := cmp.Diff(one, names([]*Suite{b, a}, nil, Shard{part, of})); diff != "" {
				t.Errorf("the order of plugins changes part %d of %d:\n%s", part, of, diff)
			}
			if len(one) < 13/of || len(one) > 13/of+1 {
				t.Errorf("part %d of %d has %d tests", part, of, len(one))
			}
			for _, name := range one {
				seen[name]++
			}
		}
		for _, name := range all {
			if seen[name] != 1 {
				t.Errorf("%s is in %d of %d parts", name, seen[name], of)
			}
		}
	}
	if got := names([]*Suite{a, b}, func(name string) bool { return name == "last" }, Shard{2, 2}); len(got) != 1 {
		t.Errorf("what does not match counts: %q", got)
	}
}
