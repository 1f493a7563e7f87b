package mockhost

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"openidea-plugin/mockhost/literal"
)

func scripted(function string, answers ...MockAnswer) Mock {
	return Mock{Function: function, Answers: answers}
}

func returns(v any) MockAnswer { return MockAnswer{Returns: literal.Of(v)} }
func fails(v any) MockAnswer   { return MockAnswer{Error: literal.Of(v)} }

// TestMocks: what a real component gets from scripted functions, and what the trace says.
func TestMocks(t *testing.T) {
	p := fixture(t, "api-tour")
	get := literal.Of(map[string]any{"request": map[string]any{"method": "GET"}})
	post := literal.Of([]any{map[string]any{"url": map[string]any{"contains": "example.org"}, "body": []int{0, 159, 255}}})
	for _, c := range []struct {
		name, tool string
		mocks      []Mock
		outcome    string
		says       string // part of the text or the message
	}{
		{"the same answer each time", "net", []Mock{scripted("net#fetch", returns(literal.Fields{{Name: "status", Value: 204}}))}, "ok",
			"fetch Ok(Response { status: 204, headers: [], body: [] })\nfetch with a body Ok(Response { status: 204,"},
		{"one after another", "net", []Mock{scripted("net#fetch", returns(map[string]any{"status": 200, "body": "hi"}), fails("failed"))}, "ok",
			"fetch Ok(Response { status: 200, headers: [], body: [104, 105] })\nfetch with a body Err(Failed(\"\"))"},
		{"by arguments, in their order", "net", []Mock{
			{Function: "net#fetch", Args: get, Answers: []MockAnswer{returns(map[string]any{"status": 1})}},
			{Function: "openidea:plugin/net@1.4.0#fetch", Args: post, Answers: []MockAnswer{fails(map[string]any{"kind": "not-found", "message": "no such host"})}},
		}, "ok", "fetch Ok(Response { status: 1, headers: [], body: [] })\nfetch with a body Err(NotFound(\"no such host\"))"},
		{"an error as the component spells it", "net", []Mock{scripted("net.fetch", fails(map[string]any{"invalid": "bad"}))}, "ok", "fetch Err(Invalid(\"bad\"))"},
		{"without an answer", "vcs", []Mock{{Function: "vcs#fetch"}, scripted("vcs#branch", returns(nil))}, "ok", "branch Ok(None)\n"},
		{"nothing matches, and nobody else answers", "net", []Mock{{Function: "net#fetch", Args: get}}, "aborted unscripted", `and there is no network in the mock IDE`},
		{"used up, then the mock host", "storage", []Mock{scripted("openidea:plugin/storage#keys", returns([]string{"x"}), returns([]string{"y"}))}, "ok",
			"keys Ok([\"x\"])\ndelete Ok(())\nkeys Ok([\"y\"])"},
		{"once, then the mock host", "storage", []Mock{{Function: "storage#keys", Answers: []MockAnswer{returns([]string{"x"})}, Once: true}}, "ok",
			"keys Ok([\"x\"])\ndelete Ok(())\nkeys Ok([\"b\"])"},
		{"before the mock host", "project", []Mock{scripted("project#[method]project.read-file", returns("scripted"))}, "ok", "read-file Ok(\"scripted\")\nread-file of none Ok(\"scripted\")"},
		{"a resource", "invocation", []Mock{scripted("invocation#project", returns(map[string]any{"some": "p"})), scripted("project#name", returns("other"))}, "ok", "project Some(\"other\")"},
		{"another version", "net", []Mock{scripted("openidea:plugin/net@1.3.0#fetch", returns(nil))}, "aborted unscripted", "net.fetch"},
		{"reserved", "runs", []Mock{scripted("runs#start-run", returns(9))}, "ok", `start-run Err(Invalid("runs.start-run is reserved to commands and events"))`},
		{"reserved, answered anyway", "runs", []Mock{{Function: "runs#start-run", Anyway: true, Answers: []MockAnswer{returns(9)}}}, "ok", "start-run Ok(9)"},
	} {
		o := host(t, Options{Mocks: c.mocks}, p).CallTool(t.Context(), "openidea_api_tour__"+c.tool, `{}`, CallOptions{})
		if o.String() != c.outcome || !strings.Contains(o.Text+o.Message, c.says) {
			t.Errorf("%s: %s: %s%s", c.name, o, o.Message, o.Text)
		}
	}
}

// TestMockOfAnUnknownFunction: a function that the mock host does not have is answered by a script alone.
func TestMockOfAnUnknownFunction(t *testing.T) {
	p := fixture(t, "misbehaving")
	const tool = "openidea_misbehaving__unknown_host_function"
	ide := host(t, Options{Mocks: []Mock{scripted("outline#symbols", returns([]string{"a", "b"}))}}, p)
	o := ide.CallTool(t.Context(), tool, `{}`, CallOptions{})
	if o.Kind == Aborted || len(o.Trace.Calls) != 1 || o.Trace.Calls[0].Result != `["a", "b"]` || !o.Trace.Calls[0].Scripted {
		t.Errorf("%s: %s, %+v", o, o.Message, o.Trace.Calls)
	}
	two := 2
	ide = host(t, Options{Mocks: []Mock{{Function: "outline#symbols", Args: literal.Of([]any{"other"}), Times: &two}}}, p)
	o = ide.CallTool(t.Context(), tool, `{}`, CallOptions{})
	if want := `the plugin called outline.symbols, for which the script has no answer: none of its arguments match ("unknown_host_function"), or all of its answers are used up`; o.String() != "aborted unscripted" || o.Message != want {
		t.Errorf("%s: %s", o, o.Message)
	}
	if !strings.Contains(o.Help, `function = "outline#symbols"`) {
		t.Error(o.Help)
	}
	if diff := cmp.Diff([]UnmetMock{{0, 0, 2}}, ide.Unmet()); diff != "" || ide.MockCalls()[0] != 0 {
		t.Errorf("unmet (-want +got):\n%s", diff)
	}
}

// TestMockDelay: what a scripted answer takes passes on the guests' clock and counts towards the time of the call.
func TestMockDelay(t *testing.T) {
	p := fixture(t, "api-tour")
	slow := func(d time.Duration) Options {
		return Options{Mocks: []Mock{scripted("vcs#fetch"), scripted("vcs#branch", MockAnswer{Delay: d, Returns: literal.Of("main")})}}
	}
	ide := host(t, slow(3*time.Second), p)
	for range 2 { // the time of each call is its own
		if o := ide.CallTool(t.Context(), "openidea_api_tour__vcs", `{}`, CallOptions{}); o.Kind != OK {
			t.Errorf("3 s: %s: %s", o, o.Message)
		}
	}
	if got := ide.Now(); !got.Equal(time.Date(2026, 1, 1, 0, 0, 6, 0, time.UTC)) {
		t.Errorf("the clock shows %s", got)
	}
	if o := host(t, slow(6*time.Second), p).CallTool(t.Context(), "openidea_api_tour__vcs", `{}`, CallOptions{}); o.String() != "aborted deadline" {
		t.Errorf("6 s: %s: %s", o, o.Message)
	}
}

// TestCapabilities: a plugin's configuration says what a function needs.
func TestCapabilities(t *testing.T) {
	p := fixture(t, "api-tour")
	p.Capabilities = map[string]string{"log#write": "logging", "openidea:plugin/storage@1.4.0#keys": ""}
	p.Grants = nil
	o := host(t, Options{}, p).CallTool(t.Context(), "openidea_api_tour__storage", `{}`, CallOptions{})
	if !strings.Contains(o.Text, `get Err(Denied("storage is not granted"))`) || !strings.Contains(o.Text, "keys Ok([])") {
		t.Errorf("%s", o.Text)
	}
	// log.write has no result, and so no place for an error.
	if o := host(t, Options{}, p).CallTool(t.Context(), "openidea_api_tour__log", `{}`, CallOptions{}); o.String() != "aborted unrepresentable" {
		t.Errorf("%s: %s", o, o.Message)
	}
}

// TestCheckMocks: what is wrong with a script is found by the component's types before anything runs, each mistake with its path.
func TestCheckMocks(t *testing.T) {
	tour := fixture(t, "api-tour").Component
	for _, c := range []struct {
		mock Mock
		want string
	}{
		{scripted("net#fetsh"), `mock 1, function: no plugin imports the function "net#fetsh" (did you mean "net#fetch"?)`},
		{scripted("search-text"), `mock 1, function: no plugin imports the function "search-text" (did you mean "project#search-text"?)`},
		{scripted("net#fetch", returns(map[string]any{"stauts": 1})), `mock 1, answers[0].returns: net#fetch: the component's record has no field "stauts": it has status, headers, body (did you mean "status"?)`},
		{scripted("net#fetch", returns(map[string]any{"status": 70000})), `mock 1, answers[0].returns: .status: net#fetch: 70000 does not fit u16: 0 to 65535`},
		{scripted("net#fetch", returns(map[string]any{"headers": []any{map[string]any{"name": 1}}})), `mock 1, answers[0].returns: .headers[0].name: net#fetch: this is an integer, the component declares string: write a string`},
		{scripted("net#fetch", MockAnswer{}, fails("timeout")), `mock 1, answers[1].error: net#fetch: the component's error cannot be "timeout": it is denied, invalid, not-found, failed`},
		{scripted("log#write", fails("denied")), `mock 1, answers[0].error: log#write: the function cannot fail: the component declares the result nothing`},
		{Mock{Function: "net#fetch", Args: literal.Of(map[string]any{"reqest": 1})}, `mock 1, args: net#fetch: the function has no parameter "reqest": it has request (did you mean "request"?)`},
		{Mock{Function: "net#fetch", Args: literal.Of([]int{1, 2})}, `mock 1, args: net#fetch: these are 2 arguments, the function has 1`},
	} {
		var got []string
		for _, m := range CheckMocks([]Mock{c.mock}, tour) {
			text := m.Error()
			if m.Help != "" {
				text += " (" + m.Help + ")"
			}
			got = append(got, text)
		}
		if len(got) == 0 || got[0] != c.want {
			t.Errorf("%s: got %q, want %q", c.mock.Function, got, c.want)
		}
	}
	if got := CheckMocks([]Mock{scripted("acme:x/y#z")}, tour, nil); len(got) > 0 {
		t.Errorf("a component that was not built may import anything: %v", got)
	}
	if got := CheckMocks([]Mock{scripted("outline#symbols", returns([]int{1}))}, tour, fixture(t, "misbehaving").Component); len(got) != 1 {
		t.Errorf("of two components: %v", got)
	}
	bad := host(t, Options{Mocks: []Mock{scripted("vcs#branch", returns(1))}}, fixture(t, "api-tour"))
	if o := bad.CallTool(t.Context(), "openidea_api_tour__mcp", `{}`, CallOptions{}); o.String() != "aborted unrepresentable" {
		t.Errorf("a plugin whose script is wrong: %s: %s", o, o.Message)
	}
}
