package testfile

import (
	"openidea-plugin/mockhost"
	"openidea-plugin/tomlschema"
)

// statementForm is what a statement about a text may be.
const statementForm = "a string, or a table with equals, contains, matches, json, json-equals or snapshot"

// textKeys are the keys of a statement about a text.
var textKeys = tomlschema.Table{Keys: []tomlschema.Key{
	{Name: "equals", Type: tomlschema.String, Doc: "It is the whole text."},
	{Name: "contains", Type: tomlschema.String | tomlschema.Array, Of: &tomlschema.Key{Type: tomlschema.String}, Doc: "Each is part of the text."},
	{Name: "matches", Type: tomlschema.String, Form: "a regular expression as RE2 reads it", Doc: "The regular expression (RE2) matches somewhere."},
	{Name: "json", Type: tomlschema.Any, Doc: "The text is JSON with this in it: its objects may have further members."},
	{Name: "json-equals", Type: tomlschema.Any, Doc: "The text is JSON of exactly this value."},
	{Name: "snapshot", Type: tomlschema.Boolean | tomlschema.String, Form: "true, or a name",
		Doc: "It is the text that was kept in tests/snapshots, where --update writes it."},
}}

// statement is a key that states things about a text.
func statement(name, doc string) tomlschema.Key {
	return tomlschema.Key{Name: name, Type: tomlschema.String | tomlschema.SubTable, Table: &textKeys, Form: statementForm, Doc: doc}
}

// texts by a name: a statement each, or false where there must be none.
func namedTexts(name, of, doc string) tomlschema.Key {
	return tomlschema.Key{Name: name, Type: tomlschema.SubTable, Doc: doc, Table: &tomlschema.Table{Rest: &tomlschema.Key{
		Name: of, Type: tomlschema.String | tomlschema.SubTable | tomlschema.Boolean, Table: &textKeys, Form: statementForm + ", or false where there must be none",
	}}}
}

// hostCall is a host function, with its arguments where they count.
var hostCall = tomlschema.Key{Type: tomlschema.String | tomlschema.SubTable, Form: `a function like "project.search-text", or a table`, Table: &tomlschema.Table{Keys: []tomlschema.Key{
	{Name: "function", Type: tomlschema.String, MinLength: 1, Required: true, Form: `function = "project.search-text"`, Doc: "The host function."},
	{Name: "arguments", Type: tomlschema.SubTable | tomlschema.Array, Doc: "Its arguments: a table by the names of parameters, or a list in their order."},
	{Name: "arguments-json", Type: tomlschema.String, Doc: "The same as JSON text."},
	{Name: "times", Type: tomlschema.Integer, Min: at(0), Doc: "How often it is called like this."},
}, Excludes: [][2]string{{"arguments", "arguments-json"}}}}

// list is an array of things that are shown: a text, or a table that says more.
func list(name, doc string, keys ...tomlschema.Key) tomlschema.Key {
	return tomlschema.Key{Name: name, Type: tomlschema.Array, Doc: doc, Of: &tomlschema.Key{
		Type: tomlschema.String | tomlschema.SubTable, Form: "a text, or a table", Table: &tomlschema.Table{Keys: keys},
	}}
}

var expectKeys = tomlschema.Table{Keys: []tomlschema.Key{
	{Name: "ok", Type: tomlschema.SubTable, Table: &textKeys, Form: "a table with equals, contains, matches, json, json-equals or snapshot", Doc: "The call gave a text, for which all of this holds."},
	{Name: "error", Type: tomlschema.String | tomlschema.SubTable, Form: "a kind, or a table with kind and message", Doc: "The plugin gave an error of its own: of this kind.",
		Examples: []any{"denied", "invalid", "not-found", "failed"}, Table: &tomlschema.Table{Keys: []tomlschema.Key{
			{Name: "kind", Type: tomlschema.String, Doc: "The kind of the error, as the component's own type calls it."},
			statement("message", "The message of the error."),
		}}},
	{Name: "refused", Type: tomlschema.String, Values: mockhost.Refusals, Doc: "The call never reached the plugin, for this reason."},
	{Name: "aborted", Type: tomlschema.String | tomlschema.Array, Values: mockhost.Aborts, Of: &tomlschema.Key{Type: tomlschema.String, Values: mockhost.Aborts}, MinLength: 1,
		Form: "at least one reason", Doc: "The IDE ended the call, for this reason or one of these."},

	{Name: "unchanged", Type: tomlschema.Boolean, Doc: "true: no file of the project and no text of an open file changed; false: one did."},
	namedTexts("files", "path", "Files of the project after the call."),
	{Name: "changes", Type: tomlschema.Array | tomlschema.SubTable, Of: texts("a path"), Form: "an array of paths, or a table by path",
		Table: namedTexts("", "path", "").Table, Doc: "Exactly these files of the project changed; as a table with what they are now."},
	statement("diff", "What the call changed in the project, as a unified diff."),
	namedTexts("editor", "path", "Texts of open files after the call."),
	namedTexts("storage", "key", "Stored values of the plugin after the call."),
	{Name: "calls", Type: tomlschema.Array | tomlschema.SubTable, Of: &hostCall, Form: "an array of functions, or a table: function = times",
		Table: &tomlschema.Table{Rest: &tomlschema.Key{Name: "function", Type: tomlschema.Integer | tomlschema.SubTable, Min: at(0), Form: "how often it is called"}},
		Doc:   "Host functions that were called, in any order; as a table with how often."},
	{Name: "calls-in-order", Type: tomlschema.Array, Of: &hostCall, Doc: "Host functions that were called in this order. Others may have been called between them."},
	{Name: "never-calls", Type: tomlschema.Array, Of: &hostCall, Doc: "Host functions that were not called."},
	{Name: "log", Type: tomlschema.String | tomlschema.Array | tomlschema.Boolean, Form: "a text, an array of texts, or false where there must be none", Doc: "Each is part of a line of the plugin's log.",
		Of: &tomlschema.Key{Type: tomlschema.String | tomlschema.SubTable, Form: "a text, or a table", Table: &tomlschema.Table{Keys: []tomlschema.Key{
			{Name: "level", Type: tomlschema.String, Doc: "The level as the plugin names it."}, statement("text", "The line."),
		}}}},
	list("notifications", "Exactly these notifications were shown.", tomlschema.Key{Name: "kind", Type: tomlschema.String, Values: []string{"info", "warning", "error"}}, statement("text", "The text.")),
	list("dialogs", "Exactly these dialogs were shown.", tomlschema.Key{Name: "kind", Type: tomlschema.String, Values: dialogKinds},
		statement("text", "The question."), tomlschema.Key{Name: "answer", Type: tomlschema.String, Doc: "What the user answered."}),
	list("tabs", "Exactly these files were opened by the plugin.", tomlschema.Key{Name: "path", Type: tomlschema.String, Doc: "The file."},
		tomlschema.Key{Name: "line", Type: tomlschema.Integer, Min: at(0), Doc: "The line of the caret, from 0."}, tomlschema.Key{Name: "character", Type: tomlschema.Integer, Min: at(0), Doc: "The character of the caret, from 0."}),
	{Name: "status", Type: tomlschema.String | tomlschema.Array, Of: &tomlschema.Key{Type: tomlschema.String}, Doc: "The last text of the status bar; as an array all that there were."},
	{Name: "runs", Type: tomlschema.Array, Of: texts("a run configuration"), Doc: "Exactly these run configurations were started."},
	{Name: "asked", Type: tomlschema.Boolean, Doc: "Whether the user was asked before the call."},
	{Name: "fuel-at-most", Type: tomlschema.Integer, Min: at(1), Doc: "The call used no more fuel."},
	{Name: "listed", Type: tomlschema.Boolean, Doc: "Whether the tool was in the list of tools that a client saw before the call."},
	{Name: "listing", Type: tomlschema.SubTable, Doc: "What that list said of the tool.", Table: &tomlschema.Table{Keys: []tomlschema.Key{
		statement("title", "Its title."),
		statement("description", "Its description, which ends with the plugin that it comes from."),
		{Name: "schema", Type: tomlschema.Any, Doc: "Its input schema has this in it."},
		{Name: "readOnlyHint", Type: tomlschema.Boolean, Doc: "Whether it changes nothing."},
		{Name: "destructiveHint", Type: tomlschema.Boolean, Doc: "Whether it may destroy something."},
		{Name: "idempotentHint", Type: tomlschema.Boolean, Doc: "Whether calling it again changes nothing more."},
		{Name: "openWorldHint", Type: tomlschema.Boolean, Doc: "Whether it reaches beyond the machine."},
	}}},
	{Name: "tools", Type: tomlschema.Array, Of: texts("the registered name of a tool"), Doc: "The list of tools is exactly this, by registered name and in any order."},
}}
