package check

import (
	"fmt"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/plugin"
	"openidea-plugin/schema"
)

// The rules of this file are about lengths that the IDE accepts and that clients, or the models behind them, do not.

// clientPrefix is what clients such as Claude Code put before the names of the IDE's tools.
const clientPrefix = "mcp__openidea__"

var clientPrefixMayExceed64 = Rule{
	ID:       "client-prefix-may-exceed-64",
	Severity: diag.Note,
	Title:    "a tool's name and a client's prefix together are longer than 64 bytes",
	Text: "Clients put a prefix of their own before names, such as `" + clientPrefix + "`, and the APIs of models take 64 characters at most. The registered name fits what the IDE allows, but with this prefix it is too long: " +
		"the tool cannot be called there, or no tool can. A shorter name, or a shorter `id`, leaves room.",
	Source: "mims-harvard/ToolUniverse#65; ChromeDevTools/chrome-devtools-mcp#1169; microsoft/vscode#243602",
	Bad: manifestText(`id = "com.example.notes"`, `engines.openidea = "^1.4"`, `wasm = "dist/plugin.wasm"`, ``,
		`[[contributes.mcpTools]]`, `name = "find_notes_in_the_open_project_now"`, `description = "Find notes in this project"`, `inputSchema = "find-notes.schema.json"`, `readOnly = true`, `destructive = false`),
	Good:    Example{{Path: "plugin.toml", Text: exampleHead + exampleTool}},
	Clients: []string{"claude", "copilot", "vscode"},
	plugin: func(p *Pass) {
		id := p.Plugin.Manifest.ID
		for _, t := range p.Plugin.Tools {
			if id.Value == "" || !plugin.ValidToolName(t.Name.Value) {
				continue
			}
			name := plugin.RegisteredName(id.Value, t.Name.Value)
			n := len(clientPrefix) + len(name)
			if n <= plugin.MaxRegisteredName || len(name) > plugin.MaxRegisteredName {
				continue // registered-name-too-long speaks of the latter
			}
			d := diag.Diagnostic{
				Span:    t.Name.Span,
				Message: fmt.Sprintf("with a client's prefix the name is %d bytes long, %d too many: %s%s", n, n-plugin.MaxRegisteredName, clientPrefix, name),
			}
			d.Label = "with this id no name leaves room for the prefix"
			if room := len(t.Name.Value) - (n - plugin.MaxRegisteredName); room > 0 {
				d.Label = fmt.Sprintf("a name of at most %d characters leaves room for the prefix", room)
			}
			p.Report(d)
		}
	},
}

// longDescription is the longest description that all clients pass on, in bytes.
const longDescription = 1024

var descriptionLong = Rule{
	ID:       "description-long",
	Severity: diag.Note,
	Title:    "a tool's description is longer than 1024 bytes",
	Text: "The IDE accepts up to 4096 bytes. OpenAI's API refuses descriptions of more than 1024 characters, Claude Code cuts them at 2048, and every word of every tool is read by the model before each answer. " +
		"Say in the description when to use the tool, and in the descriptions of its properties how.",
	Source:  "probelabs/probe#9; janwilmake/openapi-mcp-server#23; anthropics/claude-code#41593",
	Bad:     tool(`name = "find_notes"`, `description = "`+strings.Repeat("Find notes in this project. ", 40)+`"`, `inputSchema = "find-notes.schema.json"`, `readOnly = true`, `destructive = false`),
	Good:    Example{{Path: "plugin.toml", Text: exampleTool}},
	Clients: []string{"claude", "codex", "openai"},
	plugin: func(p *Pass) {
		for _, t := range p.Plugin.Tools {
			if n := len(t.Description.Value); n > longDescription && n <= MaxDescription {
				p.Report(diag.Diagnostic{
					Span:    t.Description.Span,
					Message: fmt.Sprintf("the description of %s is %d bytes long", theTool(t), n),
					Label:   fmt.Sprintf("some clients refuse or cut more than %d", longDescription),
				})
			}
		}
	},
}

// largeSchema is the size, in bytes, from which a schema is a burden to the model that reads it.
const largeSchema = 32 << 10

var schemaLarge = Rule{
	ID:       "schema-large",
	Severity: diag.Note,
	Title:    "a schema file is larger than 32 KiB",
	Text: "The IDE accepts schemas of up to 256 KiB. But a tool's schema stands in the context of the model for as long as the tool is offered: 32 KiB are about 8,000 tokens, read again with each answer. " +
		"Parts of the schema that agents never need, or several tools in place of one, make it smaller.",
	Source: "product decision",
	Bad:    Example{{Path: "find-notes.schema.json", Text: `{ "type": "object", "properties": { "text": { "type": "string" } } }`, Size: largeSchema + 1}},
	Good:   schemaText(`{ "type": "object", "properties": { "text": { "type": "string" } } }`),
	plugin: func(p *Pass) {
		for _, s := range p.Plugin.Schemas {
			if n := len(s.File.Data); n > largeSchema && n <= schema.MaxSize {
				p.Report(diag.Diagnostic{
					Span:    diag.Span{File: s.File},
					Message: fmt.Sprintf("the schema file has %d bytes, more than %d", n, largeSchema),
				})
			}
		}
	},
}
