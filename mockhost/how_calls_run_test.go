package mockhost

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"openidea-plugin/mockhost/literal"
)

// The tests of this file are the sentences of the IDE's documentation about tools of plugins, "How calls run" first, each driven through the real component of data-tools.

// listed are the local names of the tools that a client sees.
func listed(ide *IDE) map[string]bool {
	names := map[string]bool{}
	for _, tool := range ide.ListTools() {
		names[tool.Name] = true
	}
	return names
}

// meanwhile is a search that does something while the call of the plugin is under way.
func meanwhile(do func(ctx context.Context)) []Mock {
	return []Mock{{Function: "project#search-text", Answers: []MockAnswer{{Before: do}}}}
}

func find(t *testing.T, ide *IDE, id, text string) Outcome {
	t.Helper()
	return ide.CallTool(t.Context(), strings.ReplaceAll(strings.ReplaceAll(id, ".", "_"), "-", "_")+"__find_notes", `{"text":"`+text+`"}`, CallOptions{})
}

// copyOf is a second plugin of the same code.
func copyOf(p Plugin, id string) Plugin {
	p.ID = id
	return p
}

func TestEnabledToolsAreListedOnEveryRequestSoDisablingOrUninstallingThePluginWithdrawsThemImmediately(t *testing.T) {
	p := fixture(t, "data-tools")
	other := copyOf(p, "acme.other")
	var ide *IDE
	var during []int
	var refused []string
	step := 0
	ide = host(t, Options{Project: notes, Mocks: meanwhile(func(context.Context) {
		count := func() { during = append(during, len(ide.ListTools())) }
		try := func(id string) { refused = append(refused, find(t, ide, id, "milk").String()) }
		switch step++; step {
		case 1: // all of this happens while the plugin runs
			count()
			ide.SetEnabled(p.ID, false)
			count()
			try(p.ID)
			ide.SetEnabled(p.ID, true)
			count()
			ide.Uninstall(other.ID)
			count()
			try(other.ID)
			ide.SetGrants(p.ID, nil)
		}
	})}, p, other)
	n := len(p.Tools)
	o := find(t, ide, p.ID, "milk")
	if diff := cmp.Diff([]int{2 * n, n, 2 * n, n}, during); diff != "" {
		t.Errorf("tools listed during a call (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"refused disabled", "refused unknown-tool"}, refused); diff != "" {
		t.Errorf("calls during a call (-want +got):\n%s", diff)
	}
	if o.Kind != OK || len(o.Trace.Calls) != 2 || o.Trace.Calls[1].Error != "" {
		t.Errorf("a call in flight ends as it began: %s: %s", o, o.Message)
	}
	if o := find(t, ide, p.ID, "milk"); o.String() != "error denied" {
		t.Errorf("a changed grant counts from the next call: %s: %s", o, o.Message)
	}
	if o := ide.CallTool(t.Context(), prefix+"recent_searches", `{}`, CallOptions{}); o.Text != "milk" {
		t.Errorf("searches %q: the instance outlived the disabling during a call", o.Text)
	}
}

func TestACallRunsInThePluginsOwnInstanceWithItsOwnGrantsCPUFuelAndThe5SecondCommandBudget(t *testing.T) {
	p := fixture(t, "data-tools")
	other := copyOf(p, "acme.other")
	other.Grants = []string{"project.write"}
	ide := host(t, Options{Project: notes}, p, other)
	first := find(t, ide, p.ID, "milk")
	if o := find(t, ide, other.ID, "bread"); o.String() != "error denied" {
		t.Errorf("the grants of another plugin: %s", o)
	}
	searches := ide.CallTool(t.Context(), "acme_other__recent_searches", `{}`, CallOptions{})
	if searches.Text != "bread" {
		t.Errorf("the instance of another plugin: %q", searches.Text)
	}

	again := find(t, ide, p.ID, "milk")
	if first.Kind != OK || again.Fuel == 0 || first.Fuel <= again.Fuel {
		t.Errorf("fuel %d, with the instance, then %d", first.Fuel, again.Fuel)
	}
	tight := host(t, Options{Project: notes, Limits: Limits{Fuel: first.Fuel}}, p)
	for i := range 3 { // each call has the whole fuel again
		if o := find(t, tight, p.ID, "milk"); o.Kind != OK {
			t.Errorf("call %d: %s: %s", i, o, o.Message)
		}
	}
	if o := find(t, host(t, Options{Project: notes, Limits: Limits{Fuel: first.Fuel / 2}}, p), p.ID, "milk"); o.String() != "aborted fuel" {
		t.Errorf("without enough fuel: %s", o)
	}

	for _, c := range []struct {
		takes time.Duration
		want  string
	}{{5 * time.Second, "ok"}, {5*time.Second + 1, "aborted deadline"}} {
		slow := []Mock{{Function: "project#search-text", Args: literal.Of([]any{map[string]any{"pattern": "slow"}}), Answers: []MockAnswer{{Delay: c.takes}}}}
		ide := host(t, Options{Project: notes, Mocks: slow}, p)
		if o := find(t, ide, p.ID, "slow"); o.String() != c.want {
			t.Errorf("a call of %s: %s: %s", c.takes, o, o.Message)
		}
		if o := find(t, ide, p.ID, "milk"); o.Kind != OK {
			t.Errorf("the call after it: %s: %s", o, o.Message)
		}
	}
}

func TestTheMCPClientGrantsNoExtraPermissionsACallToAHostFunctionThePluginLacksACapabilityForReturnsDenied(t *testing.T) {
	p := fixture(t, "data-tools")
	for _, tool := range []struct{ name, arguments, function string }{
		{"find_notes", `{"text":"milk"}`, "project.search-text"},
		{"read_note", `{"path":"notes/a.md"}`, "project.read-file"},
		{"add_note", `{"name":"c","title":"C"}`, "project.create-file"},
		{"pin_note", `{"path":"notes/a.md"}`, "project.read-file"},
		{"pinned_notes", `{}`, "storage.keys"},
		{"start_checks", `{}`, "runs.start-run"},
	} {
		p.Grants = nil
		o := host(t, Options{Project: notes}, p).CallTool(t.Context(), prefix+tool.name, tool.arguments, CallOptions{})
		calls := o.Trace.Calls
		if o.String() != "error denied" || len(calls) == 0 || calls[len(calls)-1].Name() != tool.function || calls[len(calls)-1].Error != "denied" || o.Effects.Changed() {
			t.Errorf("%s: %s: %s, %+v", tool.name, o, o.Message, calls)
		}
	}
}

func TestAToolHasTheProjectsInvocationContextButIsNotAUserCommandOrEventReservedAPIsReturnInvalid(t *testing.T) {
	p := fixture(t, "data-tools")
	p.Grants = append([]string{"runs"}, p.Grants...)
	ide := host(t, Options{Project: notes}, p)
	if o := find(t, ide, p.ID, "milk"); o.Trace.Calls[0].Name() != "invocation.project" || o.Trace.Calls[0].Result != "some" {
		t.Errorf("the context of a tool: %+v", o.Trace.Calls)
	}
	for tool, function := range map[string]string{"choose_note": "dialogs.pick", "start_checks": "runs.start-run"} {
		o := ide.CallTool(t.Context(), prefix+tool, `{}`, CallOptions{})
		if o.String() != "error invalid" || o.Message != function+" is reserved to commands and events" {
			t.Errorf("%s as a tool: %s: %s", tool, o, o.Message)
		}
		if o := ide.RunCommand(t.Context(), p.ID, tool, nil, CallOptions{}); o.Kind != OK {
			t.Errorf("%s as a command: %s: %s", tool, o, o.Message)
		}
	}
}

func TestADestructiveCallThatTheUserRejectsOrCancelsOrThatHasNoWindowToAskInFails(t *testing.T) {
	p := fixture(t, "data-tools")
	for _, c := range []struct {
		answer   Answer
		noWindow bool
		want     string
		message  string
	}{
		{Accept, false, "ok", ""},
		{Reject, false, "refused rejected", "the user rejected the call of openidea_data_tools__purge_notes"},
		{Cancel, false, "refused cancelled", "the user cancelled the call of openidea_data_tools__purge_notes"},
		{"", false, "refused cancelled", "the user cancelled the call of openidea_data_tools__purge_notes"},
		{Accept, true, "refused no-window", "openidea_data_tools__purge_notes is destructive, and there is no window to ask in"},
	} {
		var asked []Question
		ide := host(t, Options{Project: notes, NoWindow: c.noWindow, Confirm: func(_ context.Context, q Question) Answer {
			asked = append(asked, q)
			return c.answer
		}}, p)
		o := ide.CallTool(t.Context(), prefix+"purge_notes", `{"text":"milk"}`, CallOptions{})
		if o.String() != c.want || o.Message != c.message || (len(ide.Project().Paths()) == 2) != (o.Kind != OK) {
			t.Errorf("%q: %s: %s", c.answer, o, o.Message)
		}
		if want := map[bool]int{false: 1, true: 0}[c.noWindow]; len(asked) != want || o.Asked != (want == 1) {
			t.Errorf("%q: asked %d times", c.answer, len(asked))
			continue
		}
		for _, q := range asked {
			want := Question{p.ID, "purge_notes", prefix + "purge_notes", q.Description, `{"text":"milk"}`}
			if q != want || q.Description == "" {
				t.Errorf("the question: %+v", q)
			}
		}
		if o := find(t, ide, p.ID, "milk"); o.Asked || o.Kind != OK {
			t.Errorf("a tool that is not destructive: %s, asked %v", o, o.Asked)
		}
	}
}

func TestIfTwoEnabledPluginsNormaliseToTheSameToolNameBothToolsAreWithheld(t *testing.T) {
	p := fixture(t, "data-tools")
	twin := copyOf(p, "openidea-data.tools")
	twin.Tools = p.Tools[:1]
	name := p.Tools[0].Name
	ide := host(t, Options{Project: notes}, p, twin)
	if listed(ide)[name] || len(ide.ListTools()) != len(p.Tools)-1 {
		t.Errorf("both list %s", name)
	}
	o := ide.CallTool(t.Context(), prefix+name, `{}`, CallOptions{})
	if o.String() != "refused withheld" || o.Message != prefix+name+" is registered more than once (openidea.data-tools, openidea-data.tools), so all of these tools are withheld" {
		t.Errorf("%s: %s", o, o.Message)
	}
	ide.SetEnabled(twin.ID, false) // two enabled plugins
	if o := find(t, ide, p.ID, "milk"); !listed(ide)[name] || o.Kind != OK {
		t.Errorf("with one of them disabled: %s", o)
	}
	// The join of id and name is not injective.
	a, b := copyOf(p, "acme"), copyOf(p, "acme--b")
	a.Tools, b.Tools = []PluginTool{p.Tools[0]}, []PluginTool{p.Tools[0]}
	a.Tools[0].Name, b.Tools[0].Name = "b__c", "c"
	if tools := host(t, Options{}, a, b).ListTools(); len(tools) != 0 {
		t.Errorf("acme + b__c and acme--b + c: %+v", tools)
	}
}

func TestToolCallsForRemoteProjectsGetItsNotSupportedForRemoteProjectsYetResponse(t *testing.T) {
	ide := host(t, Options{Project: notes, Remote: true}, fixture(t, "data-tools"))
	for _, tool := range ide.ListTools() {
		if o := ide.CallTool(t.Context(), tool.Registered, `{}`, CallOptions{}); o.String() != "refused remote" || o.Message != "not supported for remote projects yet" {
			t.Errorf("%s: %s: %q", tool.Name, o, o.Message)
		}
	}
}

func TestToolsThatAreNotReadOnlyAreHiddenAndCannotBeCalledInRestrictedMode(t *testing.T) {
	p := fixture(t, "data-tools")
	ide := host(t, Options{Project: notes, Restricted: true}, p)
	seen := listed(ide)
	for _, tool := range p.Tools {
		if seen[tool.Name] != tool.ReadOnly {
			t.Errorf("%s: listed %v, read-only %v", tool.Name, seen[tool.Name], tool.ReadOnly)
		}
	}
	if o := ide.CallTool(t.Context(), prefix+"purge_notes", `{"text":"milk"}`, CallOptions{}); o.String() != "refused restricted" {
		t.Errorf("purge_notes: %s", o)
	}
	if o := find(t, ide, p.ID, "milk"); o.Kind != OK {
		t.Errorf("find_notes: %s: %s", o, o.Message)
	}
}

func TestArgumentsAreCheckedAgainstTheSchemaBeforeTheCallAndHaveAtMost1MiB(t *testing.T) {
	ide := host(t, Options{Project: notes}, fixture(t, "data-tools"))
	pad := func(size int) string { return `{"text":"milk"` + strings.Repeat(" ", size-15) + `}` }
	for arguments, want := range map[string]string{
		`{"text":7}`: "refused invalid-arguments", `{}`: "refused invalid-arguments", `{"text":"milk"`: "refused invalid-arguments", ``: "refused invalid-arguments",
		pad(1 << 20): "ok", pad(1<<20 + 1): "refused arguments-too-large",
	} {
		if o := ide.CallTool(t.Context(), prefix+"find_notes", arguments, CallOptions{}); o.String() != want {
			t.Errorf("%d bytes: %s: %s, want %s", len(arguments), o, o.Message, want)
		}
	}
}

func TestResultsAreAtMost4MiB(t *testing.T) {
	for size, want := range map[int]string{4 << 20: "ok", 4<<20 + 1: "aborted result-too-large"} {
		ide := host(t, Options{Project: tree(map[string]string{"notes/a.md": strings.Repeat("x", size)})}, fixture(t, "data-tools"))
		o := ide.CallTool(t.Context(), prefix+"read_note", `{"path":"notes/a.md"}`, CallOptions{})
		if o.String() != want || o.Kind == OK && len(o.Text) != size {
			t.Errorf("%d bytes: %s: %s", size, o, o.Message)
		}
	}
}

func TestStdioCommandReturnsTheArgvOfTheBridgeOrNoneWhileTheServerIsOffWithoutAProjectWindow(t *testing.T) {
	p := fixture(t, "data-tools")
	p.Grants = nil // it needs no capability
	const none = "error failed"
	for _, c := range []struct {
		name string
		o    Options
		want string
	}{
		{"as usual", Options{}, "ok"}, {"server off", Options{NoServer: true}, none}, {"no window", Options{NoWindow: true}, none},
	} {
		ide := host(t, c.o, p)
		o := ide.CallTool(t.Context(), prefix+"bridge_command", `{}`, CallOptions{})
		if o.String() != c.want || o.Kind == OK && o.Text != `["/path/openidea","--mcp-stdio","--project","/project"]` {
			t.Errorf("%s: %s: %s%s", c.name, o, o.Text, o.Message)
		}
		if len(ide.ListTools()) == 0 {
			t.Errorf("%s: no tools are listed", c.name)
		}
	}
}
