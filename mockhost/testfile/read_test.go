package testfile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"openidea-plugin/component"
	"openidea-plugin/diag"
	"openidea-plugin/mockhost"
)

// read reads a text as tests/a.test.toml of a plugin whose folder has a project, and further plugins below tests/.
func read(t *testing.T, text string) (*File, string) { return readOf(t, text, nil) }

// readOf is the same for a plugin with a component.
func readOf(t *testing.T, text string, of *component.Component) (*File, string) {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"tests/other/plugin.toml": "id = \"acme.other\"\n", "tests/noid/plugin.toml": "", "tests/again/plugin.toml": "id = \"acme.notes\"\n",
		"tests/broken/plugin.toml": "id = \"acme.broken\"\nwasm = \"plugin.wasm\"\n", "tests/broken/plugin.wasm": "no component",
		"tests/badtool/plugin.toml": "id = \"acme.badtool\"\n[[contributes.mcpTools]]\nname = \"go\"\ninputSchema = \"go.json\"\n", "tests/badtool/go.json": "{",
		"tests/outside/plugin.toml": "id = \"acme.outside\"\nwasm = \"../x.wasm\"\n",
		"tests/empty/x":             "", "project/TODO.md": "buy bread\n", "project/sub/a.md": "", "tests/a.test.toml": text,
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(root, "tests", "a.test.toml")
	return Read(&diag.SourceFile{Path: "tests/a.test.toml", Data: []byte(text)}, path, Subject{ID: "acme.notes", Dir: root, Capabilities: []string{"acme.special"}, Component: of}), real(root)
}

// shown is a finding as one line: its rule, what it marks, its message and its help.
func shown(d diag.Diagnostic) string {
	marked := string(d.Span.File.Data[d.Span.Start:d.Span.End])
	line := fmt.Sprintf("%s [%s] %s", d.Rule, marked, d.Message)
	if len(d.Help) > 0 {
		line += " (" + strings.Join(d.Help, "; ") + ")"
	}
	return line
}

func TestWholeFile(t *testing.T) {
	file, _ := read(t, `
clock = 2026-03-01T12:00:00Z

[project]
dir = "../project"
files = { "TODO.md" = "buy milk\n", "./a/b.md" = "" }

[defaults]
grants = []
window = false
confirm = "cancel"

[limits]
fuel = 5_000
memory = "64 MiB"
deadline = "500ms"

[[plugin]]
path = "other"

[storage]
seen = "1"

[editor]
active = "TODO.md"
files = { "TODO.md" = "buy milk now\n" }

[[test]]
name = "finds a note"
tool = "find_notes"
arguments = { text = "milk", n = 1, f = 1.0, big = 0xFF, on = true, list = [1, "a"], deep.er = -2 }
grants = ["project.read"]
expect.ok.equals = "TODO.md:1: buy milk"
expect.unchanged = true
expect.calls = ["project.search-text"]
expect.never-calls = ["project.write-file"]
expect.fuel-at-most = 100
expect.log = "done"
expect.listed = true

[[test]]
name = "runs a command"
command = "choose"
arg = ""
confirm = "reject"
skip = "not yet"
expect.error = { kind = "failed", message.contains = "no" }
expect.files = { "a.md" = "text", "b.md" = false, "c.md" = { matches = "^x", contains = ["y", "z"] } }
expect.calls.project.search-text = 2

[[test]]
name = "calls twice"
known-failing = "the plugin forgets"
[[test.call]]
tool = "one"
arguments-json = '{ "a":1 }'
confirm = "accept"
expect.aborted = ["trap", "memory"]
[[test.call]]
tool = "two"
expect.refused = "rejected"
[[test.call]]
tool = "three"
expect.ok.json = { a = [1.50] }
`)
	for _, d := range file.Findings {
		t.Errorf("finding: %s", shown(d))
	}
	w := file.World
	if len(w.Plugins) != 1 || w.Plugins[0].ID != "acme.other" {
		t.Errorf("plugins: %+v", w.Plugins)
	}
	if diff := cmp.Diff([]string{"TODO.md", "a/b.md", "sub/a.md"}, w.Project.Paths()); diff != "" {
		t.Errorf("files:\n%s", diff)
	}
	if text, _ := w.Project.Read("TODO.md"); text != "buy milk\n" {
		t.Errorf("the file of the table does not stand over that of the folder: %q", text)
	}
	if want := (mockhost.Limits{Fuel: 5000, Memory: 64 << 20, Deadline: 500 * time.Millisecond}); w.Limits != want {
		t.Errorf("limits: %+v", w.Limits)
	}
	if w.Storage["seen"] != "1" || w.Active != "TODO.md" || len(w.Open) != 1 || *w.Open[0].Text != "buy milk now\n" || w.Clock.Month() != time.March {
		t.Errorf("world: %+v", w)
	}
	first, second, third := file.Tests[0], file.Tests[1], file.Tests[2]
	if want := `{"text":"milk","n":1,"f":1.0,"big":255,"on":true,"list":[1,"a"],"deep":{"er":-2}}`; first.Calls[0].Arguments != want {
		t.Errorf("arguments %s, want %s", first.Calls[0].Arguments, want)
	}
	if s := first.Settings; len(*s.Grants) != 1 || *s.Window || s.Restricted != nil || *s.Confirm != mockhost.Cancel {
		t.Errorf("settings of the first: %+v", s)
	}
	if s := second.Settings; len(*s.Grants) != 0 || *s.Confirm != mockhost.Reject {
		t.Errorf("settings of the second: %+v", s)
	}
	x := first.Calls[0].Expect
	if *x.OK.Equals != "TODO.md:1: buy milk" || !*x.Unchanged || x.Calls[0].Function != "project.search-text" || x.NeverCalls[0].Function != "project.write-file" ||
		*x.FuelAtMost != 100 || *x.Log[0].Text.Equals != "done" || !*x.Listed {
		t.Errorf("expectations of the first: %+v", x)
	}
	x = second.Calls[0].Expect
	if second.Calls[0].Command != "choose" || *second.Calls[0].Arg != "" || second.Skip != "not yet" || x.Error.Kind != "failed" || x.Error.Message.Contains[0] != "no" ||
		*x.Files[0].Text.Equals != "text" || x.Files[1].Text != nil || len(x.Files[2].Text.Contains) != 2 || *x.Calls[0].Times != 2 {
		t.Errorf("the second: %+v", second.Calls[0])
	}
	if len(third.Calls) != 3 || third.KnownFailing == "" || third.Calls[0].Arguments != `{ "a":1 }` || *third.Calls[0].Confirm != mockhost.Accept ||
		len(third.Calls[0].Expect.Aborted) != 2 || third.Calls[1].Expect.Refused != "rejected" || third.Calls[2].Expect.OK.JSON != `{"a":[1.50]}` {
		t.Errorf("the third: %+v", third)
	}
}

// TestMistakes: each mistake is one finding, at the exact characters, with what was likely meant.
func TestMistakes(t *testing.T) {
	test := func(lines string) string { return "[[test]]\nname = \"t\"\ntool = \"x\"\n" + lines }
	for _, c := range []struct{ text, want string }{
		{"a = [1", "test-syntax"},
		{"[project]\n[project]\n", "test-syntax"},
		{"[projcet]\n", `test-unknown-key [projcet] a test file has no key "projcet" (did you mean "project"?)`},
		{"[project]\nfile = 1\n", `test-unknown-key [file] [project] has no key "file" (did you mean "files"?)`},
		{test("argument = {}"), `test-unknown-key [argument] [[test]] has no key "argument" (did you mean "arguments"?)`},
		{test("expect.refuse = \"remote\""), `test-unknown-key [refuse] expect has no key "refuse" (did you mean "refused"?)`},
		{test("expect.ok.equal = \"\""), `test-unknown-key [equal] ok has no key "equal" (did you mean "equals"?)`},
		{test("mcp_server = true"), `test-unknown-key [mcp_server] [[test]] has no key "mcp_server" (did you mean "mcp-server"?)`},
		{test("[[test.mock]]\n"), `test-invalid [[[test.mock]]] [[test.mock]] needs a function`},
		{test("expect.ok.snapshot = false"), `test-invalid [false] a snapshot is taken or not: "snapshot" cannot be false`},
		{test("expect.ok.snapshot = \"A b\""), `test-invalid [A b] "A b" cannot be the name of a snapshot`},
		{test("expect.ok.snapshot = true\n[[test]]\nname = \"T!\"\ntool = \"x\"\nexpect.ok.snapshot = true"), `test-invalid [snapshot] two snapshots of this file are called "t"`},
		{test("expect.log = true"), `test-type [true] "log" is a boolean, it must be a text, an array of texts, or false where there must be none`},
		{test("expect.calls = [1]"), `test-type [1] "calls" has an integer in it, it must be an array of strings`},
		{test("expect.never-calls = [{ function = \"project.read-file\", times = 1 }]"), `test-invalid [times] only calls have "times"`},
		{test("expect.calls = [{ function = \"project.read-fil\" }]"), `test-invalid [project.read-fil] there is no host function "project.read-fil" (did you mean "project.read-file"?)`},
		{test("expect.notifications = [7]"), `test-type [7] "notifications" has an integer in it, it must be a text, or a table`},
		{test("expect.tabs = [{ paht = \"a\" }]"), `test-unknown-key [paht] tabs has no key "paht" (did you mean "path"?)`},
		{test("expect.listing.readonlyhint = true"), `test-unknown-key [readonlyhint] listing has no key "readonlyhint" (did you mean "readOnlyHint"?)`},
		{"[[plugin]]\npath = \"badtool\"\n" + test(""), `test-invalid [badtool] "badtool": its tool "go" has errors, so the IDE would not install it (openidea-plugin check says more)`},
		{"[project]\nfiles = { \"a.md\" = \"\", \"./a.md\" = \"x\" }\n" + test(""), `test-invalid ["./a.md"] "a.md" is named twice`},
		{"[project]\nruns = [\"a\", \"b\", \"a\"]\n" + test(""), `test-invalid [a] "a" is named twice`},
		{"[project]\nruns = [\"\"]\n" + test(""), `test-invalid [""] the name is empty`},
		{"[project]\nfiles = { a = \"\" }\n[editor]\nfiles = [\"a\", \"./a\"]\n" + test(""), `test-invalid [./a] "a" is named twice`},
		{"[editor]\nfiles = { a = \"\", \"./a\" = \"\" }\n" + test(""), `test-invalid ["./a"] "a" is named twice`},
		{"[storage]\nmuch = \"" + strings.Repeat("x", mockhost.MaxStoredValue+1) + "\"\n" + test(""), `test-invalid [much] the value has 1048577 bytes, at most 1048576 are allowed`},
		{test("expect.changes = [\"a\", \"a\"]"), `test-invalid [a] "a" is named twice`},
		{test("expect.files = { a = \"\", \"./a\" = false }"), `test-invalid ["./a"] "a" is named twice`},
		{test("dialogs = [{ kind = \"message\", answer = \"ok\" }]"), `test-invalid [answer] a message is closed, not answered`},
		{"[[group]]\nname = \"g\"\ntest = []\n", `test-invalid [[[group]]] the group has no tests`},
		{"[test]\nname = \"t\"\n", `test-type [[test]] "test" is a table, it must be an array of tables, written [[test]]`},
		{"[[test]]\ntool = \"x\"\n", `test-invalid [[[test]]] a test needs a name`},
		{"[[test]]\nname = \" \"\ntool = \"x\"\n", `test-invalid [" "] "name" is empty`},
		{"[[test]]\nname = \"t\"\n", `test-invalid [[[test]]] a test needs a tool or a command`},
		{test("command = \"c\""), `test-invalid [command] a test cannot have both "tool" and "command"`},
		{test("arguments = {}\ncommand = \"c\""), `test-invalid [command] a test cannot have both "tool" and "command"`},
		{test("arg = \"c\""), `test-invalid [arg] a test cannot have both "tool" and "arg"`},
		{test("arguments = {}\narguments-json = \"\""), `test-invalid [arguments-json] a test cannot have both "arguments" and "arguments-json"`},
		{test("arguments = \"{}\""), `test-type ["{}"] "arguments" is a string, it must be a table (arguments-json takes any text)`},
		{test("expect = \"denied\""), `test-type ["denied"] "expect" is a string, it must be a table (an outcome is a key of it, as in expect.error = "denied")`},
		{test("arguments = { a = 2026-01-01 }"), `test-invalid [2026-01-01] JSON has no dates and times, this is a local date`},
		{test("arguments = { a = [-inf] }"), `test-invalid [-inf] JSON has no -inf`},
		{test("arguments = { a = nan }"), `test-invalid [nan] JSON has no nan`},
		{test("restricted = \"yes\""), `test-type ["yes"] "restricted" is a string, it must be true or false`},
		{test("grants = \"project.read\""), `test-type ["project.read"] "grants" is a string, it must be an array of strings`},
		{test("grants = [1]"), `test-type [1] "grants" has an integer in it, it must be an array of strings`},
		{test("confirm = \"rejected\""), `test-invalid [rejected] "confirm" cannot be "rejected" (did you mean "reject"?)`},
		{test("skip = true"), `test-type [true] "skip" is a boolean, it must be a string`},
		{test("expect.ok = \"text\""), `test-type ["text"] "ok" is a string, it must be a table with equals, contains, matches, json, json-equals or snapshot (write expect.ok.equals = "…" for the whole text, expect.ok.contains for a part of it)`},
		{test("expect.refused = \"reject\""), `test-invalid [reject] "refused" cannot be "reject" (did you mean "rejected"?)`},
		{test("expect.aborted = [\"traps\"]"), `test-invalid [traps] "aborted" cannot be "traps" (did you mean "trap"?)`},
		{test("expect.aborted = []"), `test-invalid [[]] "aborted" is empty`},
		{test("expect.error = \"denied\"\nexpect.refused = \"remote\""), `test-invalid [refused] a call has one outcome: it cannot be both error and refused`},
		{test("expect.ok.matches = \"a(\""), `test-invalid [a(] "a(" is no valid regular expression: missing closing ) in "a("`},
		{test("expect.ok.matches = \"" + strings.Repeat("a", 5000) + "(\""), "test-invalid [" + strings.Repeat("a", 5000) + "(] \"" + strings.Repeat("a", 100) + "\"… is no valid regular expression: missing closing ) in \"" + strings.Repeat("a", 100) + "\"…"},
		{test("expect.refused = \"\\u001b[1m\\u202e\""), `test-invalid [\u001b[1m\u202e] "refused" cannot be "\u001B[1m\u202E"`},
		{test("expect.calls = [\"project.search_text\"]"), `test-invalid [project.search_text] there is no host function "project.search_text" (did you mean "project.search-text"?)`},
		{test("expect.files = { \"../a\" = \"\" }"), `test-invalid ["../a"] "../a" has "..": paths stay inside the project`},
		{test("expect.files = { \"a\" = true }"), `test-type [true] "a" is a boolean, it must be a string, or a table with equals, contains, matches, json, json-equals or snapshot, or false where there must be none`},
		{test("[[test.call]]\ntool = \"y\""), `test-invalid [tool] a test with [[test.call]] has no "tool" of its own`},
		{test("[[test]]\nname = \"t\"\ntool = \"y\""), `test-invalid [t] two tests of this file are called "t"`},
		{"[project]\ndir = \"../../x\"\n", `test-invalid [../../x] "../../x" leads out of the plugin's folder`},
		{"[project]\ndir = \"/etc\"\n", `test-invalid [/etc] "/etc" is absolute`},
		{"[project]\ndir = \"nowhere\"\n", `test-invalid [nowhere] there is no folder "nowhere"`},
		{"[project]\ndir = \"a.test.toml\"\n", `test-invalid [a.test.toml] "a.test.toml" is no folder`},
		{"[project]\nfiles = { \"/a\" = \"\" }\n", `test-invalid ["/a"] "/a" is absolute: paths are relative to the project`},
		{"[project]\nfiles = { a = 1 }\n", `test-type [1] "a" is an integer, it must be a string`},
		{"[[plugin]]\n", `test-invalid [[[plugin]]] [[plugin]] needs a path`},
		{"[limits]\nfuel = 0\n", `test-invalid [0] "fuel" is too small`},
		{"[limits]\nmemory = \"64 MB\"\n", `test-invalid [64 MB] "64 MB" is no size`},
		{"[limits]\ndeadline = \"-1s\"\n", `test-invalid [-1s] "-1s" is no time that a call can take`},
		{"[project]\nfiles = { a = \"\", \"a/b\" = \"\" }\n", `test-invalid ["a/b"] "a" is a file, not a folder`},
		{"[project]\ndir = \"../project\"\nfiles = { sub = \"\" }\n", `test-invalid [sub] "sub" is a folder`},
		{"[[plugin]]\npath = \"empty\"\n", `test-invalid [empty] "empty" holds no plugin: there is no plugin.toml in it`},
		{"[[plugin]]\npath = \"noid\"\n", `test-invalid [noid] noid/plugin.toml has no id`},
		{"[[plugin]]\npath = \"other\"\n[[plugin]]\npath = \"./other\"\n", `test-invalid [./other] "./other" is the second plugin of this file with the id "acme.other"`},
		{"[[plugin]]\npath = \"again\"\n", `test-invalid [again] "again" has the id of the plugin under test, "acme.notes", which is there anyway`},
		{"[[plugin]]\npath = \"broken\"\n", `test-invalid [broken] "broken": its "plugin.wasm" is no component that can be run (openidea-plugin check says more)`},
		{"[[plugin]]\npath = \"outside\"\n", `test-invalid [outside] "outside": its wasm is no package path (openidea-plugin check says more)`},
		{"[editor]\nfiles = [\"../TODO.md\"]\n", `test-invalid [../TODO.md] "../TODO.md" has "..": paths stay inside the project`},
		{"[editor]\nactive = \"TODO.md\"\n[project]\nfiles = { \"TOD.md\" = \"\" }\n", `test-invalid [TODO.md] the project has no file "TODO.md", so it cannot be open (did you mean "TOD.md"?)`},
		{"[editor]\nfiles = [\"x.md\"]\nactive = \"x.md\"\n", `test-invalid [x.md] the project has no file "x.md", so it cannot be open`},
		{"[editor]\nfiles = [\"x.md\"]\n[project]\ndir = \"nowhere\"\n", `test-invalid [nowhere] there is no folder "nowhere"`},
		{test("grants = [\"project.raed\"]"), `test-invalid [project.raed] there is no capability "project.raed" (did you mean "project.read"?)`},
		{test("grants = [\"acme.specail\"]"), `test-invalid [acme.specail] there is no capability "acme.specail" (did you mean "acme.special"?)`},
		{"[[test]]\nname = \"t\"\ncommand = \"x\"\nexpect.listed = true\n", `test-invalid [listed] a command stands in no list: listed is for tools`},
		{test("expect.never-calls = [\"wasi:cli/exit@0.2.6.exit\"]"), `test-invalid [wasi:cli/exit@0.2.6.exit] calls of WASI are not recorded, so nothing can be expected of them`},
		{test("expect.calls = { \"openidea:plugin/project@1.4.0#search-text\" = 1 }"), `test-invalid ["openidea:plugin/project@1.4.0#search-text"] there is no host function "openidea:plugin/project@1.4.0#search-text" (did you mean "project.search-text"? Interfaces of openidea:plugin are named without package and version)`},
		{"# nothing\n", `test-invalid [] the file has no tests`},
		{"clock = \"noon\"\n", `test-invalid [noon] "noon" is no time that the clock can begin at`},
	} {
		file, _ := read(t, c.text)
		if len(file.Findings) != 1 {
			t.Errorf("%q: %d findings, want one", c.text, len(file.Findings))
			for _, d := range file.Findings {
				t.Logf("  %s", shown(d))
			}
			continue
		}
		if got := shown(file.Findings[0]); got != c.want && !(c.want == "test-syntax" && strings.HasPrefix(got, c.want)) {
			t.Errorf("%q:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestFunctionNames: with a component, a name that no call can have is a mistake, and one is given as the trace gives it.
func TestFunctionNames(t *testing.T) {
	for _, c := range []struct{ component, name, want string }{
		{"../testdata/dummies/renamed.wasm", "plain", ""},
		{"../testdata/dummies/renamed.wasm", "project.write-file", ""},
		{"../testdata/dummies/renamed.wasm", "acme:store/kv@0.1.0.gte", `there is no host function "acme:store/kv@0.1.0.gte" (did you mean "acme:store/kv@0.1.0.get"?)`},
		{"../testdata/dummies/renamed.wasm", "acme:other/things@2.0.0.make-them-all", `no plugin of this file imports "acme:other/things@2.0.0.make-them-all"`},
		{"../../fixtures/misbehaving/dist/plugin.wasm", "outline.symbols", ""},
		{"../../fixtures/misbehaving/dist/plugin.wasm", "outline.symbol", `there is no host function "outline.symbol" (did you mean "outline.symbols"?)`},
		{"../../fixtures/misbehaving/dist/plugin.wasm", "wasi:cli/exit@0.2.6.exit", `calls of WASI are not recorded, so nothing can be expected of them`},
	} {
		file, _ := readOf(t, fmt.Sprintf("[[test]]\nname = \"t\"\ntool = \"x\"\nexpect.calls = [%q]\n", c.name), parse(t, c.component))
		got := ""
		for _, d := range file.Findings {
			got += strings.TrimPrefix(shown(d), "test-invalid ["+c.name+"] ")
		}
		if got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestNoCommands: a command of a plugin that exports none.
func TestExpectedErrors(t *testing.T) {
	for _, c := range []struct{ plugin, call, kind, want string }{
		{"fixtures/data-tools/dist/", `tool = "x"`, "not-found", ""},
		{"fixtures/data-tools/dist/", `tool = "x"`, "Denied", `test-invalid [Denied] no error of the plugin can be "Denied" (did you mean "denied"?)`},
		{"fixtures/data-tools/dist/", `tool = "x"`, "restricted", `test-invalid [restricted] no error of the plugin can be "restricted" (did you mean expect.refused = "restricted"?)`},
		{"fixtures/data-tools/dist/", `command = "x"`, "fuel", `test-invalid [fuel] no error of the plugin can be "fuel" (did you mean expect.aborted = "fuel"?)`},
		{"fixtures/data-tools/dist/", `tool = "x"`, "other", `test-invalid [other] no error of the plugin can be "other"`},
		{"fixtures/other-api/dist/", `tool = "x"`, "other", ""}, // a case of its own
		{"fixtures/other-api/dist/", `tool = "x"`, "failed", `test-invalid [failed] no error of the plugin can be "failed"`},
		{"", `tool = "x"`, "other", ""}, // not built
	} {
		var of *component.Component
		if c.plugin != "" {
			of = parse(t, "../../"+c.plugin+"plugin.wasm")
		}
		for _, form := range []string{"expect.error = \"%s\"\n", "expect.error.kind = \"%s\"\n"} {
			file, _ := readOf(t, "[[test]]\nname = \"t\"\n"+c.call+"\n"+fmt.Sprintf(form, c.kind), of)
			got := ""
			for _, d := range file.Findings {
				got += shown(d)
			}
			if got != c.want {
				t.Errorf("%s of %s: %s, want %s", c.kind, c.plugin, got, c.want)
			}
		}
	}
}

func TestNoCommands(t *testing.T) {
	const text = "[[test]]\nname = \"t\"\ncommand = \"tidy\"\n"
	file, _ := readOf(t, text, parse(t, "../../fixtures/other-api/dist/plugin.wasm"))
	if len(file.Findings) != 1 || shown(file.Findings[0]) != `test-invalid [tidy] the plugin's component exports no commands, so "tidy" cannot be run` {
		t.Errorf("findings: %v", file.Findings)
	}
	if file, _ := readOf(t, text, parse(t, "../../fixtures/data-tools/dist/plugin.wasm")); len(file.Findings) != 0 {
		t.Errorf("findings of a plugin with commands: %v", file.Findings)
	}
}

func parse(t *testing.T, path string) *component.Component {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := component.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestStray: files that look like test files and are not run.
func TestStray(t *testing.T) {
	root := t.TempDir()
	if list := Stray(root); len(list) != 0 {
		t.Errorf("without a folder: %q", list)
	}
	for name, text := range map[string]string{
		"a.test.toml": "", "sub/b.test.toml": "", "c.toml": "[[test]]\n", "data.toml": "a = 1\n", "other/plugin.toml": "", "other/tests/d.test.toml": "", "e.tests.toml": "\n[[test]]\n",
	} {
		path := filepath.Join(root, "tests", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"c.toml", "e.tests.toml", "sub/b.test.toml"}, Stray(root)); diff != "" {
		t.Error(diff)
	}
}

// TestLinkOut: a folder behind a link that leads out of the plugin's folder is refused.
func TestLinkOut(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "tests"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(root, "tests", "link")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	text := []byte("[project]\ndir = \"link\"\n")
	file := Read(&diag.SourceFile{Path: "a.test.toml", Data: text}, filepath.Join(root, "tests", "a.test.toml"), Subject{Dir: root})
	if len(file.Findings) != 1 || !strings.Contains(file.Findings[0].Message, "through a link") {
		t.Errorf("findings: %v", file.Findings)
	}
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	if paths, err := Find(root); err != nil || len(paths) != 0 {
		t.Errorf("without a folder: %v, %v", paths, err)
	}
	for _, name := range []string{"b.test.toml", "a.test.toml", "c.toml", "d.test.toml/x"} {
		path := filepath.Join(root, "tests", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	paths, err := Find(root)
	if err != nil || len(paths) != 2 || filepath.Base(paths[0]) != "a.test.toml" || filepath.Base(paths[1]) != "b.test.toml" {
		t.Errorf("%v, %v", paths, err)
	}
}

// TestLoadRefuses: what is no file, or leads out, is not opened.
func TestLoadRefuses(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	tests := filepath.Join(root, "tests")
	if err := os.MkdirAll(filepath.Join(tests, "folder.test.toml"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(outside, "x.toml"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(tests, "large.test.toml"), make([]byte, MaxSize+1), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outside, "x.toml"), filepath.Join(tests, "link.test.toml")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	for name, want := range map[string]string{
		"folder.test.toml": "it is no file", "link.test.toml": "through a link", "none.test.toml": "no such file",
	} {
		if _, err := Load(filepath.Join(tests, name), name, Subject{Dir: root}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	file, err := Load(filepath.Join(tests, "large.test.toml"), "large.test.toml", Subject{Dir: root})
	if err != nil || len(file.Findings) != 1 || file.Findings[0].Rule != RuleSyntax {
		t.Errorf("a large file: %v, %v", err, file)
	}
}
