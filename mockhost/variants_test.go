package mockhost

import (
	"os"
	"slices"
	"strings"
	"testing"

	"openidea-plugin/component"
	"openidea-plugin/diag"
	"openidea-plugin/mockhost/literal"
)

// variant is a plugin of ../fixtures/variants: a component that was built against another WIT than our model. Its tools take any object.
func variant(t *testing.T, name string, tools ...string) Plugin {
	t.Helper()
	data, err := os.ReadFile("../fixtures/variants/" + name + "/plugin.wasm")
	if err != nil {
		t.Fatal(err)
	}
	c, err := component.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	p := Plugin{ID: name, Component: c, Grants: []string{"project.read"}}
	for _, tool := range tools {
		p.Tools = append(p.Tools, PluginTool{Name: tool, ReadOnly: true, Validate: func([]byte) string { return "" }})
	}
	return p
}

var bindingProject = map[string]string{"a.md": "Milk\nmilky\n", "b.md": "bread\n", "c.txt": "milk\n", "bin.md": "\xff"}

// TestBindingByTheComponentsOwnTypes: components whose types differ from our model get what they declare, and what they cannot be told ends the call by name.
func TestBindingByTheComponentsOwnTypes(t *testing.T) {
	for _, c := range []struct {
		way, variant, tool, text string
		o                        Options
		grants                   []string // nil: project.read
		want                     string   // the outcome, then the text or the message
	}{
		{"enums of two cases for bools, as parameters and in the result; another minor version; no limit", "enums", "search", "MILK", Options{}, nil, "ok a.md: Milk\na.md: milky\nc.txt: milk\ncomplete"},
		{"the other case of each enum; an optional limit that is given", "enums", "search_regex", "^m", Options{}, nil, "ok a.md: milky\ntruncated"},
		{"an error in another order, among cases that the model does not have", "enums", "read", "none", Options{}, nil, `error not-found there is no file "none"`},
		{"denied in that error", "enums", "read", "a.md", Options{}, []string{}, "error denied project.read is not granted"},
		{"a case without a payload, as the plugin's own error", "enums", "search", "x", Options{NoProject: true}, nil, "error busy "},

		{"no flags where the options are none; lists where the model has options and records; bytes for texts", "flags", "search", "milk", Options{}, nil, "ok a.md: Milk\na.md: milky\nc.txt: milk\n"},
		{"flags with more labels than the model has bools; a list of one for an option", "flags", "search_words", "milky", Options{}, nil, "ok a.md: milky\n"},
		{"whole words, one case, only Markdown", "flags", "search_words", "milk", Options{}, nil, "ok "},
		{"a file as bytes, in a call whose parameters stand in another order", "flags", "read", "b.md", Options{}, nil, "ok bread\n"},
		{"a file that the model cannot give as text", "flags", "read", "bin.md", Options{}, nil, "error other "},
		{"an enum for the error", "flags", "read", "none", Options{}, nil, "error not-found "},
		{"denied in that enum", "flags", "search", "milk", Options{}, []string{}, "error denied "},
		{"a text for an enum", "flags", "source", "", Options{}, nil, "ok tool"},
		{"a list for an optional list", "flags", "bridge", "", Options{}, nil, "ok /path/openidea"},
		{"an empty list for none", "flags", "bridge", "", Options{NoServer: true}, nil, "ok no server"},
		{"a result for an option: none is an error", "flags", "search", "x", Options{NoProject: true}, nil, "ok there is none"},

		{"free functions for methods; the query taken apart; a number of another size", "apart", "search", "^m.lk", Options{}, nil, "ok a.md: Milk\na.md: milky\nc.txt: milk\n"},
		{"a parameter that is missing; a list for a record with a list", "apart", "list", "*.md", Options{}, nil, "ok a.md\nb.md\nbin.md\n"},
		{"a text for the error", "apart", "list", "[", Options{}, nil, `error failed "[" is no valid glob`},
		{"denied as that text", "apart", "search", "x", Options{}, []string{}, "error failed project.read is not granted"},
		{"a result without an error", "apart", "read", "b.md", Options{}, nil, "ok bread\n"},
		{"what it cannot say", "apart", "read", "none", Options{}, nil, "aborted unrepresentable project.read-file had to answer the error not-found, which the result type that the component declares cannot hold"},
		{"a denial that it cannot say", "apart", "read", "b.md", Options{}, []string{}, "aborted unrepresentable project.read-file had to answer the error denied, which the result type that the component declares cannot hold"},

		{"the world mcp-tools alone", "tools-only", "echo", "x", Options{}, nil, `ok {"text":"x"}`},
		{"the same, an error", "tools-only", "other", "x", Options{}, nil, "error not-found other"},

		{"an interface of a later version", "store", "outline", "a.md", Options{}, nil, "aborted unscripted the plugin called outline.symbols, which the mock IDE does not have"},
		{"an interface of another package", "store", "get", "db", Options{}, nil, "aborted unscripted the plugin called acme:store/kv@0.2.0.open, which the mock IDE does not have"},
	} {
		p := variant(t, c.variant, c.tool)
		if c.grants != nil {
			p.Grants = c.grants
		}
		if !c.o.NoProject {
			c.o.Project = tree(bindingProject)
		}
		o := host(t, c.o, p).CallTool(t.Context(), strings.ReplaceAll(c.variant, "-", "_")+"__"+c.tool, `{"text":`+diag.Quote(c.text)+`}`, CallOptions{})
		if got := o.String() + " " + o.Text + o.Message; got != c.want {
			t.Errorf("%s (%s, %s)\n got  %q\n want %q", c.way, c.variant, c.tool, got, c.want)
		}
	}
}

// TestScriptingForeignInterfaces: values of types that only the component knows, with resources and errors of its own.
func TestScriptingForeignInterfaces(t *testing.T) {
	p := variant(t, "store", "outline", "get")
	open := Mock{Function: "acme:store/kv#open", Answers: []MockAnswer{returns("the bucket")}}
	get := func(name string, a MockAnswer) Mock {
		return Mock{Function: "acme:store/kv@0.2.0#bucket.get", Args: literal.Of(map[string]any{"self": name, "key": "k"}), Answers: []MockAnswer{a}}
	}
	for _, c := range []struct {
		tool  string
		mocks []Mock
		want  string
	}{
		{"outline", []Mock{scripted("outline#symbols", returns([]any{map[string]any{"name": "buy", "kind": "task", "line": 3}}))}, "ok buy task with a line"},
		{"outline", []Mock{scripted("outline#symbols", returns([]any{map[string]any{"name": "A", "kind": "heading"}}))}, "ok A heading"},
		{"outline", []Mock{scripted("outline#symbols")}, "ok nothing"},
		{"get", []Mock{open, get("the bucket", returns("v"))}, "ok v"},
		{"get", []Mock{open, get("the bucket", returns(map[string]any{"none": true}))}, "ok none"},
		{"get", []Mock{open, get("another", returns("v"))}, "aborted unscripted the plugin called acme:store/kv@0.2.0.get, for which the script has no answer: none of its arguments match (\"k\"), or all of its answers are used up"},
		{"get", []Mock{scripted("acme:store/kv#open", fails(map[string]any{"no-such-bucket": "db"}))}, "error other db"},
		{"get", []Mock{scripted("acme:store/kv#open", fails("denied"))}, "error unavailable "},
	} {
		if mistakes := CheckMocks(c.mocks, p.Component); len(mistakes) > 0 {
			t.Errorf("%s: %v", c.tool, mistakes[0])
		}
		o := host(t, Options{Mocks: c.mocks}, p).CallTool(t.Context(), "store__"+c.tool, `{"text":"db"}`, CallOptions{})
		if got := o.String() + " " + o.Text + o.Message; got != c.want {
			t.Errorf("%s\n got  %q\n want %q", c.tool, got, c.want)
		}
	}
	p.Capabilities = map[string]string{"acme:store/kv#open": "acme.store"}
	if o := host(t, Options{Mocks: []Mock{open}}, p).CallTool(t.Context(), "store__get", `{"text":"db"}`, CallOptions{}); o.String() != "error unavailable" {
		t.Errorf("denied by the configuration: %s: %s", o, o.Message)
	}
	for _, c := range []struct {
		mock Mock
		want string
	}{
		{scripted("outline#symbols", returns([]any{map[string]any{"kind": "taks"}})), `.[0].kind: outline#symbols: the component's enum has no case "taks": it has heading, task`},
		{scripted("outline#symbols", returns([]any{1})), `.[0]: outline#symbols: this is an integer`},
		{scripted("acme:store/kv#open"), "acme:store/kv@0.2.0#open: the answer has to give"},
		{scripted("kv#open"), `no plugin imports the function "kv#open"`},
	} {
		mistakes := CheckMocks([]Mock{c.mock}, p.Component)
		if len(mistakes) != 1 || !strings.Contains("."+mistakes[0].Mistake.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.mock.Function, mistakes, c.want)
		}
	}
}

// TestToolsOnly: a component that exports mcp-provider alone has no commands and asks the host for nothing.
func TestToolsOnly(t *testing.T) {
	p := variant(t, "tools-only", "echo")
	if names := HostFunctions(p.Component); len(names) > 0 || ExportsCommands(p.Component) {
		t.Errorf("imports %v, commands %v", names, ExportsCommands(p.Component))
	}
	if o := host(t, Options{}, p).RunCommand(t.Context(), p.ID, "x", nil, CallOptions{}); o.String() != "refused unknown-tool" {
		t.Errorf("a command: %s", o)
	}
	if names := HostFunctions(variant(t, "store").Component); !slices.Contains(names, "acme:store/kv@0.2.0.get") {
		t.Errorf("store imports %v", names)
	}
}
