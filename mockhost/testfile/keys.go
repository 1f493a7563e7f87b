package testfile

import (
	"slices"

	"openidea-plugin/mockhost"
	"openidea-plugin/tomlschema"
)

// Keys describe the keys of a test file: which there are, their types and what they may be. The reader judges files by them, and the JSON Schema that
// editors use is made of them.
var Keys = tomlschema.Table{
	Doc: "Tests of an OpenIDEA plugin, which `openidea-plugin test` runs against a mock of the IDE.",
	Keys: []tomlschema.Key{
		{Name: "clock", Type: tomlschema.DateTime | tomlschema.String, Default: "2026-01-01T00:00:00Z", Form: "a time like 2026-01-01T00:00:00Z",
			Doc: "Where the plugin's clock begins. It moves only by what a plugin waits for."},
		{Name: "project", Type: tomlschema.SubTable, Table: &projectKeys, Doc: "The files that the project begins with."},
		{Name: "editor", Type: tomlschema.SubTable, Table: &editorKeys, Doc: "The files that are open in the editor."},
		{Name: "storage", Type: tomlschema.SubTable, Table: &tomlschema.Table{Rest: text("key", "The stored value of this key.")},
			Doc: "Stored values of the plugin under test, by key."},
		{Name: "plugin", Type: tomlschema.Array, Table: &pluginKeys, Form: "write [[plugin]]", Doc: "Further plugins in the same IDE."},
		{Name: "limits", Type: tomlschema.SubTable, Table: &limitKeys, Doc: "What each call may use."},
		{Name: "defaults", Type: tomlschema.SubTable, Table: &tomlschema.Table{Keys: settingKeys, Doc: "Settings for all tests of the file."}},
		{Name: "mock", Type: tomlschema.Array, Table: &mockKeys, Form: "write [[mock]]", Doc: "Answers of host functions in all tests of the file."},
		{Name: "test", Type: tomlschema.Array, Table: &testKeys, Form: "write [[test]]", Doc: "The tests."},
		{Name: "group", Type: tomlschema.Array, Table: &groupKeys, Form: "write [[group]]", Doc: "Tests with a name and settings in common."},
	},
}

// text is a key whose value is a string.
func text(name, doc string) *tomlschema.Key {
	return &tomlschema.Key{Name: name, Type: tomlschema.String, Doc: doc}
}

// texts are keys whose values are arrays of strings.
func texts(form string) *tomlschema.Key { return &tomlschema.Key{Type: tomlschema.String, Form: form} }

func at(n int64) *int64 { return &n }

var projectKeys = tomlschema.Table{Keys: []tomlschema.Key{
	{Name: "dir", Type: tomlschema.String, MinLength: 1, Form: "a folder in the plugin, relative to this file", Doc: "The project begins with a copy of the files of this folder, relative to the test file."},
	{Name: "files", Type: tomlschema.SubTable, Table: &tomlschema.Table{Rest: text("path", "The text of the file.")}, Doc: "Further files, by path, over those of dir."},
	{Name: "runs", Type: tomlschema.Array, Of: texts("the name of a run configuration"), Default: []string{"build", "checks", "run", "test"}, Doc: "The run configurations of the project, by name."},
}}

var editorKeys = tomlschema.Table{Keys: []tomlschema.Key{
	{Name: "active", Type: tomlschema.String, MinLength: 1, Form: "the path of an open file", Doc: "The file that has the focus."},
	{Name: "files", Type: tomlschema.Array | tomlschema.SubTable, Of: texts("a path"), Table: &tomlschema.Table{Rest: text("path", "The text in the editor.")},
		Form: "an array of paths, or a table of texts by path", Doc: "The open files in the order of the tabs; as a table with their unsaved texts."},
}}

var pluginKeys = tomlschema.Table{Keys: []tomlschema.Key{
	{Name: "path", Type: tomlschema.String, Required: true, Form: `path = "folder"`, Doc: "The folder of the plugin, relative to the test file."},
}}

// size is a key that is a number of bytes.
func size(name, byDefault, doc string) tomlschema.Key {
	return tomlschema.Key{Name: name, Type: tomlschema.Integer | tomlschema.String, Min: at(1), Pattern: `^[0-9]+ *(B|KiB|MiB|GiB)$`,
		Form: `a size like "64 MiB"`, Default: byDefault, Doc: doc}
}

var limitKeys = tomlschema.Table{Keys: []tomlschema.Key{
	{Name: "fuel", Type: tomlschema.Integer, Min: at(1), Default: mockhost.DefaultFuel, Doc: "Fuel of each call. --fuel replaces it."},
	{Name: "deadline", Type: tomlschema.String, Form: `a time like "500ms" or "5s"`, Default: "5s", Doc: "Time of each call."},
	size("memory", "256 MiB", "All memories of a component together."),
	{Name: "table-entries", Type: tomlschema.Integer, Min: at(1), Default: 1_000_000, Doc: "Entries of all tables of a component."},
	{Name: "handles", Type: tomlschema.Integer, Min: at(1), Default: 100_000, Doc: "Resources held at once."},
	size("host-bytes", "64 MiB", "What passes through host calls in one call."),
}}

// confirmKey is a key of settings and of calls.
var confirmKey = tomlschema.Key{Name: "confirm", Type: tomlschema.String, Values: answers, Default: string(mockhost.Accept),
	Doc: "What the user answers when a destructive tool asks, and in dialogs."}

// settingKeys are keys of [defaults], of groups and of tests.
var settingKeys = []tomlschema.Key{
	{Name: "grants", Type: tomlschema.Array, Of: texts("a capability"),
		Doc: "The capabilities that the plugin was granted, instead of those that its manifest requires."},
	{Name: "restricted", Type: tomlschema.Boolean, Default: false, Doc: "The project is open in Restricted Mode."},
	{Name: "window", Type: tomlschema.Boolean, Default: true, Doc: "Whether there is a project window, in which the user can be asked."},
	{Name: "remote", Type: tomlschema.Boolean, Default: false, Doc: "The project is on a remote host."},
	{Name: "mcp-server", Type: tomlschema.Boolean, Default: true, Doc: "Whether the MCP server is on. Where not, mcp.stdio-command gives none; tools are called all the same."},
	{Name: "dialogs", Type: tomlschema.Array, Table: &dialogKeys, Form: "dialogs = [{ … }]", Doc: "What the user answers to dialogs, each once; to others as confirm says."},
	confirmKey,
}

// dialogKinds are the kinds of dialogs.
var dialogKinds = []string{"message", "confirm", "input", "pick"}

var dialogKeys = tomlschema.Table{Keys: []tomlschema.Key{
	{Name: "kind", Type: tomlschema.String, Values: dialogKinds, Doc: "Only a dialog of this kind."},
	{Name: "text", Type: tomlschema.String, Doc: "Only a dialog that says this, among other words."},
	{Name: "answer", Type: tomlschema.String, Doc: "yes or no for confirm, the text for input, the item for pick."},
	{Name: "cancel", Type: tomlschema.Boolean, Default: false, Doc: "The user closes the dialog instead."},
}, Excludes: [][2]string{{"answer", "cancel"}}}

// callKeys are keys of [[test.call]], and of a test with one call.
var callKeys = tomlschema.Table{Keys: []tomlschema.Key{
	{Name: "tool", Type: tomlschema.String, MinLength: 1, Form: "the name of a tool, as in the manifest",
		Doc: "A tool by its local name, as the manifest has it; a tool of another plugin by its registered name."},
	{Name: "arguments", Type: tomlschema.SubTable, Form: "a table (arguments-json takes any text)", Doc: "What the tool is called with. It is sent as compact JSON, its keys in the order written."},
	{Name: "arguments-json", Type: tomlschema.String, Doc: "The same as JSON text, sent as it is."},
	{Name: "command", Type: tomlschema.String, MinLength: 1, Form: "the id of a command", Doc: "A command of the plugin under test, instead of a tool."},
	{Name: "arg", Type: tomlschema.String, Doc: "The argument of a command."},
	confirmKey,
	{Name: "before", Type: tomlschema.SubTable, Table: &beforeKeys, Doc: "What changes in the IDE before the call, and stays so."},
	{Name: "expect", Type: tomlschema.SubTable, Table: &expectKeys, Form: `a table (an outcome is a key of it, as in expect.error = "denied")`, Doc: "What must come. Without an outcome (ok, error, refused, aborted) it is ok."},
}, Excludes: callExcludes, OneOf: [][]string{{"tool", "command"}}}

var callExcludes = [][2]string{{"tool", "command"}, {"arguments", "arguments-json"}, {"tool", "arg"}, {"command", "arguments"}, {"command", "arguments-json"}}

// ids is a key that names plugins.
func ids(name, doc string) tomlschema.Key {
	return tomlschema.Key{Name: name, Type: tomlschema.String | tomlschema.Array, Of: texts("the id of a plugin"), Doc: doc}
}

var beforeKeys = tomlschema.Table{Keys: []tomlschema.Key{
	ids("disable", "Plugins that the user disables, by id."),
	ids("enable", "Plugins that the user enables again, by id."),
	ids("uninstall", "Plugins that the user uninstalls, by id."),
	{Name: "grants", Type: tomlschema.Array, Of: texts("a capability"), Doc: "The capabilities that the plugin under test has from now on."},
}}

var (
	skipKey = tomlschema.Key{Name: "skip", Type: tomlschema.String, MinLength: 1, Form: "say why", Doc: "A reason: the test is not run."}

	testKeys = tomlschema.Table{Keys: slices.Concat([]tomlschema.Key{
		{Name: "name", Type: tomlschema.String, MinLength: 1, Required: true, Form: "say what the test shows", Doc: "What the test shows; each test of a file has a name of its own."},
		skipKey,
		{Name: "known-failing", Type: tomlschema.String, MinLength: 1, Form: "say why", Doc: "A reason: the test has to fail, and counts as failed when it passes."},
	}, settingKeys[:len(settingKeys)-1], callKeys.Keys, []tomlschema.Key{
		{Name: "mock", Type: tomlschema.Array, Table: &mockKeys, Form: "write [[test.mock]]", Doc: "Answers of host functions in this test."},
		{Name: "call", Type: tomlschema.Array, Table: &callKeys, MinLength: 1, Form: "at least one", Doc: "Several calls in one IDE, one after another."},
		{Name: "each", Type: tomlschema.Array, Of: &tomlschema.Key{Type: tomlschema.SubTable, Table: &tomlschema.Table{Rest: &tomlschema.Key{Name: "name", Type: tomlschema.Any}}}, MinLength: 1,
			Form: "at least one", Doc: "A test for each of these tables: {name} in any text of the test stands for its value of that name."},
	}), Excludes: callExcludes, OneOf: [][]string{{"tool", "command", "call"}}}

	groupKeys = tomlschema.Table{Keys: slices.Concat([]tomlschema.Key{
		{Name: "name", Type: tomlschema.String, MinLength: 1, Required: true, Form: "say what its tests are about", Doc: "What the tests are about. It begins their names."},
		skipKey,
	}, settingKeys, []tomlschema.Key{
		{Name: "mock", Type: tomlschema.Array, Table: &mockKeys, Form: "write [[group.mock]]", Doc: "Answers of host functions in all tests of the group."},
		{Name: "test", Type: tomlschema.Array, Table: &testKeys, MinLength: 1, Required: true, Form: "write [[group.test]]", Doc: "The tests of the group."},
	})}
)

// answerKeys are keys of an answer of a mock, and of a mock with one answer.
var answerKeys = tomlschema.Table{Keys: []tomlschema.Key{
	{Name: "returns", Type: tomlschema.Any, Doc: "The value that the function gives, written by the type that the component declares."},
	{Name: "returns-json", Type: tomlschema.String, Doc: "The same as JSON text."},
	{Name: "error", Type: tomlschema.Any, Doc: "The error that the function gives: its kind, a table with kind and message, or a value of the component's error type."},
	{Name: "delay", Type: tomlschema.String, Form: `a time like "500ms" or "5s"`, Doc: "How long the function takes, on the plugin's clock. No time passes."},
}, Excludes: answerExcludes}

var answerExcludes = [][2]string{{"returns", "returns-json"}, {"returns", "error"}, {"returns-json", "error"}}

var mockKeys = tomlschema.Table{Keys: slices.Concat([]tomlschema.Key{
	{Name: "function", Type: tomlschema.String, MinLength: 1, Required: true, Form: `function = "interface#function"`, Examples: []any{"net#fetch", "project#read-file"},
		Doc: "The host function: interface#function. Interfaces of openidea:plugin may stand without package and version."},
	{Name: "arguments", Type: tomlschema.SubTable | tomlschema.Array, Doc: "Only calls with these arguments are answered: a table by the names of parameters, or a list in their order."},
	{Name: "arguments-json", Type: tomlschema.String, Doc: "The same as JSON text."},
}, answerKeys.Keys, []tomlschema.Key{
	{Name: "answers", Type: tomlschema.Array, Table: &answerKeys, MinLength: 1, Form: "at least one", Doc: "Answers one after another; those that come later get none of this mock."},
	{Name: "times", Type: tomlschema.Integer, Min: at(0), Doc: "How often the function must be called in the test."},
	{Name: "anyway", Type: tomlschema.Boolean, Default: false, Doc: "Answer also where the capability was not granted, or a tool may not use the function."},
}), Excludes: slices.Concat(answerExcludes, [][2]string{
	{"arguments", "arguments-json"}, {"answers", "returns"}, {"answers", "returns-json"}, {"answers", "error"}, {"answers", "delay"},
})}
