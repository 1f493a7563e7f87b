package check

import (
	"fmt"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/manifest"
	"openidea-plugin/plugin"
	"openidea-plugin/schema"
)

// The rules of this file are about the schema file as a file: whether it is there, its size, and whether it is JSON.

// schemaProblems reports what reading the schema files has found for the rule, once for each file.
func schemaProblems(p *Pass) {
	for _, s := range p.Plugin.Schemas {
		found := schemaPass{Pass: p, File: s}
		for _, problem := range s.Problems {
			if string(problem.Kind) == p.Rule.ID {
				found.problem(problem)
			}
		}
	}
}

var schemaMissing = Rule{
	ID:       "schema-missing",
	Severity: diag.Error,
	Title:    "a tool has no input schema",
	Text: "`inputSchema` is required and names a JSON Schema file of the package. Either the key is missing, or there is no such file. " +
		"A tool without arguments needs a schema too: `{ \"type\": \"object\", \"properties\": {}, \"additionalProperties\": false }`.",
	Source: "S4",
	Bad:    tool(`name = "find_notes"`, `description = "Find notes in this project"`, `inputSchema = "find-note.schema.json"`, `readOnly = true`, `destructive = false`),
	Good:   Example{{Path: "plugin.toml", Text: exampleTool}},
	Fix:    UnsafeFix,
	plugin: func(p *Pass) {
		const label = "a JSON Schema file in the plugin's folder"
		for _, t := range p.Plugin.Tools {
			switch {
			case t.InputSchema.Missing():
				d := diag.Diagnostic{Span: t.Table.Span, Message: theTool(t) + " has no input schema: inputSchema is missing", Label: "inputSchema names " + label}
				nearMiss(p, &d, t.Table, "inputSchema", manifest.ToolKeys)
				p.Report(d)
			case t.Schema != nil && t.Schema.State == plugin.Missing:
				d := diag.Diagnostic{Span: t.InputSchema.Span, Message: "there is no file " + diag.ShortQuote(t.InputSchema.Value), Label: label}
				if near := t.Schema.Instead; near != "" {
					d.Help = []string{"did you mean " + diag.Quote(near) + "?"}
					d.Fix = &diag.Fix{Title: diag.Quote(near), Edits: []diag.Edit{{Span: t.InputSchema.Whole, New: diag.Quote(near)}}, Unsafe: true}
				}
				p.Report(d)
			}
		}
	},
}

var schemaSize = Rule{
	ID:       "schema-size",
	Severity: diag.Error,
	Title:    "a schema file is larger than 256 KiB",
	Text:     "A schema file may have at most 256 KiB (262,144 bytes). It is sent to agents with every listing of the tools, so a good one is far smaller.",
	Source:   "S4",
	Bad:      Example{{Path: "find-notes.schema.json", Text: `{ "type": "object" }`, Size: schema.MaxSize + 1}},
	Good:     schemaText(`{ "type": "object", "properties": { "text": { "type": "string" } } }`),
	plugin: func(p *Pass) {
		for _, s := range p.Plugin.Schemas {
			if s.Size > schema.MaxSize {
				p.Report(diag.Diagnostic{
					Span:    diag.Span{File: s.File},
					Message: fmt.Sprintf("the schema file has %d bytes, %d too many: at most %d are allowed", s.Size, s.Size-schema.MaxSize, schema.MaxSize),
				})
			}
		}
	},
}

var schemaEncoding = Rule{
	ID:       "schema-encoding",
	Severity: diag.Error,
	Title:    "a schema file is not UTF-8, or begins with a byte order mark",
	Text: "JSON is UTF-8 without a byte order mark (RFC 8259), and readers of JSON refuse files that are not. Save the file as \"UTF-8\", not as \"UTF-8 with BOM\", " +
		"and not in an older encoding.",
	Source: "S4; RFC 8259, section 8.1; anthropics/claude-code#82705",
	Bad:    schemaText("\ufeff{ \"type\": \"object\", \"title\": \"café\" }"),
	Good:   schemaText(`{ "type": "object", "title": "café" }`),
	Fix:    SafeFix,
	plugin: schemaProblems,
}

var schemaSyntax = Rule{
	ID:       "schema-syntax",
	Severity: diag.Error,
	Title:    "a schema file is not one JSON value",
	Text: "The file must be exactly one JSON value as RFC 8259 describes it: no comments, no comma after the last element, no `NaN` or `Infinity`, no second value, and not empty. " +
		"The fix removes commas before a closing bracket; comments it removes only as an unsafe fix, because their words are lost.",
	Source: "S4; RFC 8259",
	Bad:    schemaText(`{`, `  "type": "object",`, `  "properties": {},`, `}`),
	Good:   schemaText(`{`, `  "type": "object",`, `  "properties": {}`, `}`),
	Fix:    SafeFix,
	plugin: schemaProblems,
}

var schemaTooComplex = Rule{
	ID:       "schema-too-complex",
	Severity: diag.Error,
	Title:    "a schema cannot be checked in bounded time",
	Text: fmt.Sprintf("The checker reads schemas of any shape within limits: arrays and objects nested at most %d deep, groups of a pattern at most %d, and a `multipleOf` of at most %d digits. "+
		"Beyond them a schema cannot be judged, and no client could use it. Within them every file of 256 KiB is answered in a second and 256 MiB, whatever stands in it: "+
		"references and patterns are not followed without end, and the rules that try something out count their steps and stop.",
		schema.MaxDepth, schema.MaxPatternDepth, schema.MaxMultipleDigits),
	Source: "decision",
	Bad:    schemaText(`{ "type": "object", "pattern": "` + strings.Repeat("(", schema.MaxPatternDepth+1) + strings.Repeat(")", schema.MaxPatternDepth+1) + `" }`),
	Good:   schemaText(`{ "type": "object", "properties": { "text": { "type": "string" } } }`),
	plugin: schemaProblems,
}
