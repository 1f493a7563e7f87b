package check

import "openidea-plugin/diag"

// The rules of this file are about what a schema says of its own: its root, its dialect, its keywords.

var schemaRoot = Rule{
	ID:       "schema-root",
	Severity: diag.Error,
	Title:    "the root of a schema is not an object with \"type\": \"object\"",
	Text: "Arguments of a tool are always an object, and the schema must say so at its root, literally: `\"type\": \"object\"`. A list such as `[\"object\", \"null\"]`, a `$ref` or an `anyOf` in its place " +
		"may mean the same, but the protocol asks for the word, and clients drop the whole server's tools where it is missing.",
	Source: "S4; Model Context Protocol, Tool.inputSchema",
	Bad:    schemaText(`{ "properties": { "text": { "type": "string" } } }`),
	Good:   schemaText(`{ "type": "object", "properties": { "text": { "type": "string" } } }`),
	Fix:    SafeFix,
	plugin: schemaProblems,
}

var schemaDialect = Rule{
	ID:       "schema-dialect",
	Severity: diag.Error,
	Title:    "\"$schema\" names no dialect that is known",
	Text:     "Without `$schema` a schema is read as JSON Schema 2020-12. `$schema` may name 2020-12, 2019-09, draft-07, draft-06 or draft-04. Any other dialect would have to be fetched from the network.",
	Source:   "S5, S8; Model Context Protocol: unsupported dialects must be reported",
	Bad:      schemaText(`{ "$schema": "https://json-schema.org/draft-07/schema.json", "type": "object" }`),
	Good:     schemaText(`{ "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object" }`),
	Fix:      SafeFix,
	plugin:   schemaProblems,
}

var schemaInvalid = Rule{
	ID:       "schema-invalid",
	Severity: diag.Error,
	Title:    "a keyword of a schema has a value that its dialect does not allow",
	Text: "The schema must be valid in its dialect. Most mistakes of this kind come from an older dialect: `items` as a list and `exclusiveMinimum` as a boolean were right once, " +
		"and are wrong in 2020-12, which holds where `$schema` names none.",
	Source: "S8",
	Bad:    schemaText(`{ "type": "object", "properties": { "text": { "type": "str", "required": true } } }`),
	Good:   schemaText(`{ "type": "object", "properties": { "text": { "type": "string" } }, "required": ["text"] }`),
	Fix:    UnsafeFix,
	plugin: schemaProblems,
}

var schemaPatternInvalid = Rule{
	ID:       "schema-pattern-invalid",
	Severity: diag.Error,
	Title:    "a pattern is no regular expression",
	Text:     "`pattern` and the names in `patternProperties` are regular expressions as JavaScript knows them (ECMA-262). One that neither ECMA-262 nor RE2 accepts means nothing to any client, and arguments cannot be checked against it.",
	Source:   "S8",
	Bad:      schemaText(`{ "type": "object", "properties": { "text": { "type": "string", "pattern": "^(a" } } }`),
	Good:     schemaText(`{ "type": "object", "properties": { "text": { "type": "string", "pattern": "^(a)" } } }`),
	plugin:   schemaProblems,
}
