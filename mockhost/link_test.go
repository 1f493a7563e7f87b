package mockhost

import (
	"os"
	"slices"
	"strings"
	"testing"

	"openidea-plugin/component"
)

// dummy is a plugin whose component imports everything that its WIT names and traps when it is called.
func dummy(t *testing.T, name string) Plugin {
	t.Helper()
	data, err := os.ReadFile("testdata/dummies/" + name + ".wasm")
	if err != nil {
		t.Fatal(err)
	}
	c, err := component.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return Plugin{ID: name, Component: c, Tools: []PluginTool{{Name: "x", ReadOnly: true, Validate: func([]byte) string { return "" }}}}
}

// TestOtherShapes: a component is bound by its own types, and what cannot be adapted is found before it is called.
func TestOtherShapes(t *testing.T) {
	for _, c := range []struct{ name, outcome, says string }{
		// It is linked, and its own trap ends the call.
		{"renamed", "aborted trap", "unreachable"},
		{"unadaptable", "aborted unrepresentable", "project.search-text cannot be bound: query: the component declares u32, the host has a record of pattern, regex, case-sensitive, whole-word, glob"},
	} {
		o := host(t, Options{}, dummy(t, c.name)).CallTool(t.Context(), c.name+"__x", `{}`, CallOptions{})
		if o.String() != c.outcome || !strings.Contains(o.Message, c.says) {
			t.Errorf("%s: %s: %s", c.name, o, o.Message)
		}
	}
	o := host(t, Options{}, dummy(t, "renamed")).RunCommand(t.Context(), "renamed", "x", nil, CallOptions{})
	if o.String() != "refused unknown-tool" || !strings.Contains(o.Message, "openidea:plugin/commands") {
		t.Errorf("a command of a plugin without commands: %s: %s", o, o.Message)
	}
	none := dummy(t, "renamed")
	none.Component = nil
	if o := host(t, Options{}, none).CallTool(t.Context(), "renamed__x", `{}`, CallOptions{}); o.String() != "aborted unrepresentable" || o.Message != "the plugin renamed has no component" {
		t.Errorf("a plugin without code: %s: %s", o, o.Message)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"openidea:plugin/project@1.4.0": "project", "openidea:plugin/project@1.0.0-rc.1": "project", "openidea:plugin/project": "project",
		"openidea:plugin/project@2.0.0": "", "acme:plugin/project@1.0.0": "", "": "",
	} {
		if got := bareInterface(name); got != want {
			t.Errorf("interface of %q: %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{
		"read-file": "read-file", "[method]project.read-file": "read-file", "[static]project.open": "open", "[constructor]project": "project",
	} {
		if got := bareFunction(name); got != want {
			t.Errorf("function of %q: %q, want %q", name, got, want)
		}
	}
}

// TestHostFunctions: the names of what a component imports are those of the trace; WASI is not recorded and not named.
func TestHostFunctions(t *testing.T) {
	names := HostFunctions(dummy(t, "renamed").Component)
	for _, want := range []string{"plain", "project.search-text", "mcp.stdio-command"} {
		if !slices.Contains(names, want) {
			t.Errorf("%q is not in %q", want, names)
		}
	}
	if !slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, "acme:store/kv@0.1.0.") }) {
		t.Errorf("nothing of acme:store/kv in %q", names)
	}
	names = HostFunctions(fixture(t, "misbehaving").Component)
	if !slices.Contains(names, "outline.symbols") || slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, "wasi:") }) {
		t.Errorf("misbehaving imports %q", names)
	}
}
