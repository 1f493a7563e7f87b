package check

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// wasmCase is a plugin with a component, and all findings of the rules that read it.
type wasmCase struct {
	name      string
	component string
	// engines is "^1.4" and capabilities none unless said otherwise.
	engines, capabilities string
	noTools               bool
	config                string
	want                  []string
}

// ownWit is WIT that a configuration may name: its versions and capabilities differ from our model's.
const ownWit = `package openidea:plugin@1.9.0;
@since(version = 1.0.0)
interface invocation { resource invocation; }
@since(version = 1.6.0)
interface storage {
    /// Capability: store.
    /// Context: any.
    get: func(key: string) -> option<string>;
    @since(version = 1.7.0)
    compact: func();
}
@since(version = 1.0.0)
interface project {
    resource project {
        /// Capability: project.read.
        /// Context: any.
        search-text: func();
    }
}
@since(version = 1.0.0)
interface mcp-provider { call: func(); }
`

var wasmCases = []wasmCase{
	{name: "nothing is wrong", component: "provider"},
	{name: "commands only, and no tools", component: "commands-only", noTools: true},
	{name: "commands only, but tools", component: "commands-only", want: []string{
		"error[wasm-export-missing]: dist/plugin.wasm does not export openidea:plugin/mcp-provider, through which tools are called | it exports openidea:plugin/commands@1.4.0 | dist/plugin.wasm"}},

	{name: "another error type and other names are fine", component: "call-other-names"},
	{name: "no function call", component: "no-call", want: []string{callFinding("mcp-provider of dist/plugin.wasm has no function call, through which tools are called")}},
	{name: "no result", component: "call-without-error", want: []string{callFinding("mcp-provider.call of dist/plugin.wasm cannot be called: it gives no result<string, error>")}},
	{name: "no error", component: "call-no-error-type", want: []string{callFinding("mcp-provider.call of dist/plugin.wasm cannot be called: its result has no type for errors")}},
	{name: "no text", component: "call-gives-nothing", want: []string{callFinding("mcp-provider.call of dist/plugin.wasm cannot be called: what it gives where all is well is no string")}},
	{name: "arguments as bytes", component: "call-bytes", want: []string{callFinding("mcp-provider.call of dist/plugin.wasm cannot be called: the second parameter, the arguments, is no string")}},
	{name: "no context", component: "call-two-parameters", want: []string{callFinding("mcp-provider.call of dist/plugin.wasm cannot be called: it takes 2, not 3 parameters")}},
	{name: "own context", component: "call-own-context", want: []string{callFinding("mcp-provider.call of dist/plugin.wasm cannot be called: the third parameter, the context, is owned, not borrowed")}},
	{name: "a resource of its own", component: "call-other-resource", want: []string{callFinding("mcp-provider.call of dist/plugin.wasm cannot be called: the third parameter is no borrow of the resource invocation of openidea:plugin")}},
	{name: "the type of call does not matter without tools", component: "call-bytes", noTools: true},

	{name: "WASI 0.2 of any patch", component: "wasi"},
	{name: "other WASI", component: "wasi-other", want: []string{
		importFinding("error", `the component imports "wasi:cli/environment@0.3.0": the IDE has WASI 0.2, not 0.3.0`),
		importFinding("error", `the component imports "wasi:clocks/wall-clock" without a version: the IDE has WASI 0.2`),
		importFinding("note", `the component imports "wasi:keyvalue/store@0.2.0-draft", a proposal that is no part of WASI 0.2: whether the IDE has it is not known`)}},
	{name: "what is WASI by its name only", component: "wasi-odd", want: []string{
		importFinding("note", `the component imports "wasi:clocks/timezone@0.2.0", an interface that is no part of WASI 0.2: whether the IDE has it is not known`),
		importFinding("error", `the component imports "wasi:cli/environment@0.2.0-rc-2023-12-05": the IDE has WASI 0.2, not its pre-release 0.2.0-rc-2023-12-05`)}},
	{name: "types need nobody to supply them", component: "types-only"},
	{name: "resources do", component: "foreign-resource", want: []string{importFinding("error", `the component imports "acme:billing/accounts@1.0.0", which the IDE does not have`)}},
	{name: "another package", component: "foreign-import", want: []string{importFinding("error", `the component imports "acme:billing/prices@1.0.0", which the IDE does not have`)}},
	{name: "imports of the world itself", component: "plain-imports", want: []string{
		importFinding("error", `the component imports "helpers", which the IDE does not have`),
		importFinding("error", `the component imports the func "log" by itself, not in an interface of a package`)}},
	{name: "functions that our model lacks", component: "unknown-functions", capabilities: `["storage"]`, want: []string{
		importFinding("note", "the component imports language-servers.hover of openidea:plugin, which our model of the plugin API does not have"),
		importFinding("note", "the component imports storage.compact of openidea:plugin, which our model of the plugin API does not have")}},
	{name: "functions that the IDE's own WIT lacks", component: "unknown-functions", engines: "^1.7", capabilities: `["store"]`, config: "wit = 'wit'", want: []string{
		importFinding("error", `the component imports language-servers.hover of openidea:plugin, which "wit", the WIT of the configuration, does not have`)}},
	{name: "functions that the configuration knows", component: "unknown-functions", capabilities: `["storage", "lsp"]`,
		config: "[capabilities]\n'language-servers#hover' = 'lsp'\n'storage#compact' = ''\n"},

	{name: "published to be newer", component: "stdio-command", engines: ">=1.2, <2", want: []string{
		"error[wasm-import-version]: the component imports mcp.stdio-command, which came with API 1.4.0, but engines.openidea admits 1.2.0 | should begin at 1.4.0, for example \"^1.4\" | >=1.2, <2"}},
	{name: "new enough, as npm writes it", component: "stdio-command", engines: "1.4 - 1.9"},
	{name: "new enough, as Cargo writes it", component: "stdio-command", engines: ">=1.4, <2"},
	{name: "the oldest of several ranges counts", component: "stdio-command", engines: "^1.5 || ~1.3.2", want: []string{
		"error[wasm-import-version]: the component imports mcp.stdio-command, which came with API 1.4.0, but engines.openidea admits 1.3.2 | should begin at 1.4.0, for example \"^1.4\" | ^1.5 || ~1.3.2"}},
	{name: "only our model says so", component: "search-and-storage", engines: "*", capabilities: `["project.read", "storage"]`, want: []string{
		"note[wasm-import-version]: the component imports project.search-text and storage.get, which came with API 1.0.0, but engines.openidea admits 0.0.0 | should begin at 1.0.0, for example \"^1.0\" | *",
		`warning[engine-too-old-for-mcp]: engines.openidea admits IDEs from API 0.0.0 on, and tools came with 1.4 | must begin at 1.4 for tools | *`}},
	{name: "the version in the name does not count", component: "newer-name", capabilities: `["vcs.read", "editor.read"]`},
	{name: "no range, no floor", component: "stdio-command", engines: "latest"},
	{name: "the IDE's own WIT", component: "search-and-storage", capabilities: `["project.read", "store"]`, config: "wit = 'wit'", want: []string{
		"error[wasm-import-version]: the component imports storage.get, which came with API 1.6.0, but engines.openidea admits 1.4.0 | should begin at 1.6.0, for example \"^1.6\" | ^1.4"}},

	{name: "published to need more", component: "search-and-storage", capabilities: `["storage"]`, want: []string{
		`warning[capability-missing]: the component calls project.search-text, which needs "project.read" | every call of it will be denied | ["storage"] | add "project.read"`}},
	{name: "our model says it needs more", component: "search-and-storage", capabilities: `["project.read"]`, want: []string{
		`note[capability-missing]: the component calls storage.get, which needs "storage" | every call of it will be denied | ["project.read"] | add "storage"`}},
	{name: "optional is listed too", component: "search-and-storage", capabilities: "[\"project.read\"]\noptional = [\"storage\"]"},
	{name: "no capabilities at all", component: "search-and-storage", want: []string{
		`warning[capability-missing]: the component calls project.search-text, which needs "project.read" | every call of it will be denied | dist/plugin.wasm | add "project.read"`,
		`note[capability-missing]: the component calls storage.get, which needs "storage" | every call of it will be denied | dist/plugin.wasm | add "storage"`}},
	{name: "the configuration says that it needs none", component: "search-and-storage", capabilities: `["project.read"]`, config: "[capabilities]\n'storage#get' = ''\n"},
	{name: "the configuration says that it needs another", component: "search-and-storage", capabilities: `["project.read", "storage"]`, config: "[capabilities]\n'storage#get' = 'kv'\n", want: []string{
		`warning[capability-missing]: the component calls storage.get, which needs "kv" | every call of it will be denied | ["project.read", "storage"] | add "kv"`,
		`warning[capability-unused]: nothing that the component imports needs "storage" | users are asked for it in vain | storage`}},

	{name: "nothing is imported", component: "provider", capabilities: `["project.read", "network"]`, want: []string{
		`warning[capability-unused]: nothing that the component imports needs "project.read" | users are asked for it in vain | project.read`,
		`warning[capability-unused]: nothing that the component imports needs "network" | users are asked for it in vain | network`}},
	{name: "what is imported may need it", component: "search-and-storage", capabilities: `["project.read", "storage", "network"]`, want: []string{
		`note[capability-unused]: nothing that the component imports needs "network" | users are asked for it in vain | network`}},
	{name: "what is unknown may need it", component: "unknown-functions", capabilities: `["storage", "network"]`, want: []string{
		importFinding("note", "the component imports language-servers.hover of openidea:plugin, which our model of the plugin API does not have"),
		importFinding("note", "the component imports storage.compact of openidea:plugin, which our model of the plugin API does not have")}},

	{name: "a misspelt capability", component: "provider", capabilities: `["projct.read"]`, want: []string{
		`note[capability-unknown]: no function of the plugin API that is known needs "projct.read" | ` + knownLabel + ` | projct.read | did you mean "project.read"?`}},
	{name: "a capability that the configuration knows", component: "unknown-functions", capabilities: `["storage", "lsp"]`, config: "[capabilities]\n'language-servers#hover' = 'lsp'\n", want: []string{
		importFinding("note", "the component imports storage.compact of openidea:plugin, which our model of the plugin API does not have")}},

	{name: "reserved", component: "confirm", want: []string{
		"note[reserved-api]: the component imports dialogs.confirm, which is reserved to commands and events | from a tool call: the error invalid | dist/plugin.wasm"}},
	{name: "reserved, but no tools", component: "confirm", noTools: true},
}

const knownLabel = "known: editor.read, editor.write, network, notifications, process, project.read, project.write, runs, storage, vcs.fetch, vcs.read"

func callFinding(message string) string {
	return "error[wasm-export-type]: " + message + " | the IDE calls func(tool: string, arguments: string, ctx: borrow<invocation>) -> result<string, error> | dist/plugin.wasm"
}

func importFinding(severity, message string) string {
	return severity + "[wasm-import-unknown]: " + message + " | the IDE supplies openidea:plugin and WASI 0.2 | dist/plugin.wasm"
}

func TestWasmRules(t *testing.T) {
	for _, c := range wasmCases {
		t.Run(c.name, func(t *testing.T) {
			manifest := "id = \"acme.notes\"\nengines.openidea = \"^1.4\"\nwasm = \"dist/plugin.wasm\"\n\n"
			if c.engines != "" {
				manifest = strings.Replace(manifest, "^1.4", c.engines, 1)
			}
			if c.capabilities != "" {
				manifest += "[capabilities]\nrequired = " + c.capabilities + "\n\n"
			}
			if !c.noTools {
				manifest += exampleTool
			}
			files := []File{
				{Path: "plugin.toml", Text: manifest}, {Path: "find-notes.schema.json", Text: exampleSchema},
				{Path: "dist/plugin.wasm", Component: c.component}, {Path: "wit/plugin.wit", Text: ownWit},
			}
			if c.config != "" {
				files = append(files, File{Path: "openidea-plugin.toml", Text: c.config})
			}
			dir := write(t, files)
			wasmRules := []string{"engine-too-old-for-mcp"}
			for _, r := range Rules() {
				if r.Wasm {
					wasmRules = append(wasmRules, r.ID)
				}
			}
			result := run(dir, Options{Select: wasmRules})
			var got []string
			for _, d := range result.Findings {
				line := fmt.Sprintf("%s[%s]: %s | %s | %s", d.Severity, d.Rule, d.Message, d.Label, d.Span.File.Data[d.Span.Start:d.Span.End])
				if len(d.Help) > 0 && d.Rule == "capability-unknown" {
					line += " | " + d.Help[0]
				}
				if d.Fix != nil {
					line += " | " + d.Fix.Title
				}
				got = append(got, line)
			}
			if strings.Join(slices.Sorted(slices.Values(got)), "\n") != strings.Join(slices.Sorted(slices.Values(c.want)), "\n") || len(result.Errors) > 0 {
				t.Errorf("got\n  %s\nwant\n  %s\n%v", strings.Join(slices.Sorted(slices.Values(got)), "\n  "), strings.Join(slices.Sorted(slices.Values(c.want)), "\n  "), result.Errors)
			}
		})
	}
}

// TestExportOfAnotherSort: a component that is exported under the interface's name is not that interface.
func TestExportOfAnotherSort(t *testing.T) {
	const name = "openidea:plugin/mcp-provider@1.4.0"
	empty := string(componentBegins)
	exports := "\x01\x00" + string(rune(len(name))) + name + "\x04\x00\x00"
	whole := empty + "\x04" + string(rune(len(empty))) + empty + "\x0b" + string(rune(len(exports))) + exports
	dir := write(t, Example{{Path: "dist/plugin.wasm", Text: whole}}.Complete(nil))
	result := run(dir, Options{Select: []string{"wasm-invalid", "wasm-export-missing", "wasm-export-type"}})
	if len(result.Findings) != 1 || result.Findings[0].Rule != "wasm-export-missing" || result.Findings[0].Label != "it exports "+name+" as a component, not as an interface" {
		t.Errorf("%+v", result.Findings)
	}
}

// TestEveryComponentIsUsed: one that no case needs would only weigh.
func TestEveryComponentIsUsed(t *testing.T) {
	used := map[string]bool{}
	for _, c := range wasmCases {
		used[c.component] = true
	}
	entries, err := os.ReadDir("testdata/components")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".wasm"); ok && !used[name] {
			t.Errorf("%s is not used", e.Name())
		}
	}
}
