package mockhost

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"openidea-plugin/component"
	"openidea-plugin/mockhost/files"
	"openidea-plugin/mockhost/literal"
	"openidea-plugin/plugin"
)

// shared is the runtime of all tests: what one compiled serves the others.
var shared = sync.OnceValues(func() (*component.Runtime, error) {
	return component.NewRuntime(context.Background(), component.Config{})
})

var fixtures sync.Map // name → func() Plugin

// fixture loads a plugin of ../fixtures, once, with everything granted that its manifest requires.
func fixture(t *testing.T, name string) Plugin {
	t.Helper()
	load, _ := fixtures.LoadOrStore(name, sync.OnceValue(func() Plugin {
		cwd, err := os.Getwd()
		if err != nil {
			panic(err)
		}
		found := plugin.Find(cwd, []string{"../fixtures/" + name})
		p, readErr := plugin.Load(cwd, found.Manifests[0])
		if readErr != nil {
			panic(readErr)
		}
		return FromDisk(p)
	}))
	return load.(func() Plugin)()
}

// host is an IDE with plugins. A test that sets no deadline is about something else: there calls end as they do on a fast machine, whatever else this one has to do.
func host(t *testing.T, o Options, plugins ...Plugin) *IDE {
	t.Helper()
	rt, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	ide := New(rt, o)
	if o.Limits.Deadline == 0 {
		ide.patience = time.Hour
	}
	t.Cleanup(func() { ide.Close(context.Background()) })
	for _, p := range plugins {
		if err := ide.Install(p); err != nil {
			t.Fatal(err)
		}
	}
	return ide
}

func tree(texts map[string]string) *files.Tree {
	contents := map[string][]byte{}
	for path, text := range texts {
		contents[path] = []byte(text)
	}
	return files.New(contents)
}

var notes = tree(map[string]string{"notes/a.md": "# A #x\n\nbuy milk\n", "notes/b.md": "# B\n\n- [ ] Milk again\n"})

const prefix = "openidea_data_tools__"

func TestListTools(t *testing.T) {
	p := fixture(t, "data-tools")
	p.OpenWorld = true
	ide := host(t, Options{}, p)
	byName := map[string]Tool{}
	for _, tool := range ide.ListTools() {
		byName[tool.Name] = tool
	}
	find, purge := byName["find_notes"], byName["purge_notes"]
	if find.Registered != prefix+"find_notes" || !strings.HasSuffix(find.Description, "(plugin openidea.data-tools)") || !json.Valid(find.InputSchema) {
		t.Errorf("find_notes: %+v", find)
	}
	if schema, err := os.ReadFile("../fixtures/data-tools/schemas/find-notes.schema.json"); err != nil || find.Title != "find_notes" || find.Plugin != p.ID || string(find.InputSchema) != string(schema) {
		t.Errorf("find_notes: title %q, plugin %q, schema %s", find.Title, find.Plugin, find.InputSchema)
	}
	if !find.ReadOnlyHint || find.DestructiveHint || !find.IdempotentHint || !find.OpenWorldHint {
		t.Errorf("annotations of find_notes: %+v", find)
	}
	if purge.ReadOnlyHint || !purge.DestructiveHint || purge.IdempotentHint {
		t.Errorf("annotations of purge_notes: %+v", purge)
	}
	all := len(ide.ListTools())

	ide.SetEnabled(p.ID, false)
	if n := len(ide.ListTools()); n != 0 {
		t.Errorf("a disabled plugin lists %d tools", n)
	}
	ide.SetEnabled(p.ID, true)

	other := p
	other.ID, other.Tools = "openidea-data.tools", p.Tools[:1]
	if err := ide.Install(other); err != nil {
		t.Fatal(err)
	}
	if n := len(ide.ListTools()); n != all-1 {
		t.Errorf("%d tools are listed beside a collision, want %d", n, all-1)
	}
	ide.Uninstall(other.ID)
	if n := len(ide.ListTools()); n != all {
		t.Errorf("%d tools after the collision, want %d", n, all)
	}
	if err := ide.Install(p); err == nil {
		t.Error("a second plugin of the same id was installed")
	}

	for _, tool := range host(t, Options{Restricted: true}, p).ListTools() {
		if !tool.ReadOnlyHint {
			t.Errorf("Restricted Mode lists %s", tool.Name)
		}
	}
}

// TestMessagesOfRefusals: what the caller reads.
func TestMessagesOfRefusals(t *testing.T) {
	p := fixture(t, "data-tools")
	for _, c := range []struct {
		o                     Options
		tool, arguments, want string
	}{
		{Options{}, "zzzz", `{}`, `there is no tool "openidea_data_tools__zzzz"`},
		{Options{}, "purge_note", `{}`, `there is no tool "openidea_data_tools__purge_note"; did you mean "openidea_data_tools__purge_notes"?`},
		{Options{Restricted: true}, "purge_notes", `{}`, "openidea_data_tools__purge_notes is not read-only, and the project is open in Restricted Mode"},
		{Options{}, "purge_notes", `{"text":"` + strings.Repeat("x", MaxArguments) + `"}`, "the arguments have 1048587 bytes, at most 1048576 are allowed"},
	} {
		if o := host(t, c.o, p).CallTool(t.Context(), prefix+c.tool, c.arguments, CallOptions{}); o.Message != c.want {
			t.Errorf("%s: %s", o, o.Message)
		}
	}
	ide := host(t, Options{}, p)
	ide.SetEnabled(p.ID, false)
	if o := find(t, ide, p.ID, "milk"); o.Message != "the plugin openidea.data-tools is disabled" {
		t.Errorf("%s: %s", o, o.Message)
	}
	if o := ide.RunCommand(t.Context(), "nobody", "x", nil, CallOptions{}); o.String() != "refused disabled" || o.Message != `no plugin "nobody" is enabled` {
		t.Errorf("a command of nobody: %s: %s", o, o.Message)
	}
}

// TestInstance: one instance serves all calls of a plugin, until it is disabled or a call is aborted.
func TestInstance(t *testing.T) {
	p := fixture(t, "data-tools")
	slow := Mock{Function: "project#search-text", Args: literal.Of(map[string]any{"query": map[string]any{"pattern": "slow"}}), Answers: []MockAnswer{{Delay: time.Minute}}}
	ide := host(t, Options{Project: notes, Mocks: []Mock{slow}}, p)
	searches := func() string {
		t.Helper()
		o := ide.CallTool(t.Context(), prefix+"recent_searches", `{}`, CallOptions{})
		if o.Kind != OK {
			t.Fatalf("recent_searches: %s %s", o, o.Message)
		}
		return o.Text
	}
	for _, text := range []string{"milk", "bread"} {
		ide.CallTool(t.Context(), prefix+"find_notes", `{"text":"`+text+`"}`, CallOptions{})
	}
	if got := searches(); got != "bread\nmilk" {
		t.Errorf("searches %q: the instance was not kept", got)
	}
	ide.SetEnabled(p.ID, false)
	ide.SetEnabled(p.ID, true)
	if got := searches(); got != "" {
		t.Errorf("searches %q: the instance outlived the plugin", got)
	}
	ide.CallTool(t.Context(), prefix+"find_notes", `{"text":"milk"}`, CallOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if o := ide.CallTool(ctx, prefix+"find_notes", `{"text":"milk"}`, CallOptions{}); o.Kind != Aborted || o.Reason != Cancelled {
		t.Errorf("a cancelled call: %s %s", o, o.Message)
	}
	if got := searches(); got != "milk" {
		t.Errorf("searches %q: a call that never began ended the instance", got)
	}
	if o := ide.CallTool(t.Context(), prefix+"find_notes", `{"text":"slow"}`, CallOptions{}); o.Kind != Aborted || o.Reason != Deadline {
		t.Errorf("a slow call: %s %s", o, o.Message)
	}
	if got := searches(); got != "" {
		t.Errorf("searches %q: the instance outlived an abort", got)
	}
}

// TestDenied: a missing grant is answered before the context counts, and the plugin goes on.
func TestDenied(t *testing.T) {
	p := fixture(t, "data-tools")
	for _, c := range []struct {
		grants        []string
		tool          string
		command       bool
		kind          Kind
		reason, trace string
	}{
		{nil, "find_notes", false, Error, "denied", `denied "project.read is not granted"`},
		{nil, "start_checks", false, Error, "denied", `denied "runs is not granted"`},
		{nil, "start_checks", true, Error, "denied", `denied "runs is not granted"`},
		{[]string{"runs"}, "start_checks", false, Error, "invalid", `invalid "runs.start-run is reserved to commands and events"`},
		{[]string{"runs"}, "start_checks", true, OK, "", "1"},
		{[]string{"project.read"}, "choose_note", false, Error, "invalid", `invalid "dialogs.pick is reserved to commands and events"`},
	} {
		p.Grants = c.grants
		ide := host(t, Options{Project: notes}, p)
		var o Outcome
		if c.command {
			o = ide.RunCommand(t.Context(), p.ID, c.tool, nil, CallOptions{})
		} else {
			o = ide.CallTool(t.Context(), prefix+c.tool, map[bool]string{true: `{"text":"milk"}`, false: `{}`}[c.tool == "find_notes"], CallOptions{})
		}
		last := HostCall{}
		if n := len(o.Trace.Calls); n > 0 {
			last = o.Trace.Calls[n-1]
		}
		if o.Kind != c.kind || o.Reason != c.reason || last.Result != c.trace || last.Error != c.reason {
			t.Errorf("%v %s: %s %s, last call %+v", c.grants, c.tool, o, o.Message, last)
		}
	}
}

// TestCommand: what is reserved to commands works in one, and its effects are known.
func TestCommand(t *testing.T) {
	p := fixture(t, "data-tools")
	ide := host(t, Options{Project: notes}, p)
	o := ide.RunCommand(t.Context(), p.ID, "choose_note", nil, CallOptions{})
	if o.Kind != OK || o.Text != "notes/a.md" {
		t.Fatalf("choose_note: %s %s", o, o.Message)
	}
	if want := []Dialog{{"pick", "Which note?", "notes/a.md"}}; !cmp.Equal(o.Effects.Dialogs, want) {
		t.Errorf("dialogs %v", o.Effects.Dialogs)
	}
	if want := []Tab{{Path: "notes/a.md"}}; !cmp.Equal(o.Effects.Tabs, want) {
		t.Errorf("tabs %v", o.Effects.Tabs)
	}
	if _, open := ide.OpenTexts()["notes/a.md"]; !open {
		t.Error("the file is not open")
	}
	if o := ide.RunCommand(t.Context(), p.ID, "choose_note", nil, CallOptions{Confirm: Cancel}); o.Message != "nothing was chosen" {
		t.Errorf("a cancelled dialog: %s %s", o, o.Message)
	}
	if o := host(t, Options{Project: notes, NoWindow: true}, p).RunCommand(t.Context(), p.ID, "choose_note", nil, CallOptions{}); o.Message != "there is no project window" {
		t.Errorf("a dialog without a window: %s %s", o, o.Message)
	}
}

// TestStdioCommand: when the command line is given, and when there is none.
func TestStdioCommand(t *testing.T) {
	p := fixture(t, "api-tour")
	const given = "stdio-command Some([\"/path/openidea\", \"--mcp-stdio\", \"--project\", \"/project\"])\n"
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{}, given}, {Options{NoServer: true}, "stdio-command None\n"}, {Options{NoWindow: true}, "stdio-command None\n"},
		{Options{Remote: true}, "stdio-command None\n"}, {Options{Restricted: true}, given}, {Options{NoProject: true}, "stdio-command None\n"},
	} {
		if o := host(t, c.o, p).RunCommand(t.Context(), p.ID, "mcp", nil, CallOptions{}); o.Text != c.want {
			t.Errorf("%+v: %s %q", c.o, o, o.Text)
		}
	}
	if o := host(t, Options{NoProject: true}, p).RunCommand(t.Context(), p.ID, "invocation", nil, CallOptions{}); o.Text != "source Command\nproject None\n" {
		t.Errorf("without a project: %q", o.Text)
	}
}

// TestCommandResults: a command may return nothing, and gets its argument.
func TestCommandResults(t *testing.T) {
	p := fixture(t, "api-tour")
	ide := host(t, Options{}, p)
	arg := "ß\n"
	if o := ide.RunCommand(t.Context(), p.ID, "nothing", nil, CallOptions{}); o.Kind != OK || !o.None {
		t.Errorf("nothing: %s, none %v", o, o.None)
	}
	if o := ide.RunCommand(t.Context(), p.ID, "echo", &arg, CallOptions{}); o.Text != arg || o.None {
		t.Errorf("echo: %s %q", o, o.Text)
	}
	if o := ide.RunCommand(t.Context(), p.ID, "unheard of", nil, CallOptions{}); o.Kind != Error || o.Reason != "not-found" || o.Message != "unheard of" {
		t.Errorf("an unknown command: %s %q", o, o.Message)
	}
}

// TestLimitsOfDefault: the defaults are those that the documentation states.
func TestLimitsOfDefault(t *testing.T) {
	o := host(t, Options{}).opts
	if o.Limits.Fuel != 2_000_000_000 || o.Limits.Deadline != 5*time.Second || !o.Clock.Equal(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("%+v", o)
	}
}
