package check

import "openidea-plugin/diag"

// The rules of this file are about references. A property that is called "$ref", and "$ref" inside enum, const, default and
// examples, is data and no reference.

var schemaRefRemote = Rule{
	ID:       "schema-ref-remote",
	Severity: diag.Error,
	Title:    "a reference leads out of the schema file",
	Text: "A schema must be self-contained: `$ref` and `$dynamicRef` hold local fragments, which begin with `#`. References to the network or to other files are refused, even to a file of the package, " +
		"and even where an `$id` makes the address the file's own. Copy what is needed into `$defs`.",
	Source: "S5",
	Bad:    schemaText(`{ "type": "object", "properties": { "filter": { "$ref": "https://example.com/filter.json" }, "kind": { "$ref": "/$defs/kind" } }, "$defs": { "kind": { "type": "string" } } }`),
	Good:   schemaText(`{ "type": "object", "properties": { "filter": { "$ref": "#/$defs/filter" } }, "$defs": { "filter": { "type": "string" } } }`),
	Fix:    SafeFix,
	plugin: schemaProblems,
}

var schemaRefUnresolved = Rule{
	ID:       "schema-ref-unresolved",
	Severity: diag.Error,
	Title:    "a reference leads nowhere",
	Text:     "The fragment of a `$ref` is a JSON pointer (`#/$defs/filter`) or an anchor (`#filter`), and must lead to a schema in the same file. In a pointer `/` inside a name is written `~1`, and `~` is written `~0`.",
	Source:   "S5",
	Bad:      schemaText(`{ "type": "object", "properties": { "filter": { "$ref": "#/$defs/Filter" } }, "$defs": { "filter": { "type": "string" } } }`),
	Good:     schemaText(`{ "type": "object", "properties": { "filter": { "$ref": "#/$defs/filter" } }, "$defs": { "filter": { "type": "string" } } }`),
	Fix:      UnsafeFix,
	plugin:   schemaProblems,
}

var schemaRefLoop = Rule{
	ID:       "schema-ref-loop",
	Severity: diag.Error,
	Title:    "references come back to the same value without end",
	Text: "A reference that leads back to itself through `$ref`, `allOf`, `anyOf` and the like never looks at a part of the arguments, so checking would never end. " +
		"Recursion through `properties` or `items` is fine: it ends with the arguments.",
	Source: "S5; decision; withcoral/coral#1306",
	Bad:    schemaText(`{ "type": "object", "properties": { "x": { "$ref": "#/$defs/a" } }, "$defs": { "a": { "allOf": [ { "$ref": "#/$defs/a" } ] } } }`),
	Good:   schemaText(`{ "type": "object", "properties": { "x": { "$ref": "#/$defs/a" } }, "$defs": { "a": { "properties": { "x": { "$ref": "#/$defs/a" } } } } }`),
	plugin: schemaProblems,
}
