package check

import "openidea-plugin/diag"

var readOnlyDestructiveConflict = Rule{
	ID:       "readonly-destructive-conflict",
	Severity: diag.Warning,
	Title:    "a tool says that it only reads and that it destroys",
	Text: "`readOnly = true` says that a tool changes nothing, `destructive = true` that it may delete or overwrite. Both at once cannot be: the IDE would offer the tool in Restricted Mode and " +
		"still ask before every call, and clients differ on which of the annotations they believe. A tool that changes something has `readOnly = false`; one that only adds has `destructive = false` besides.",
	Source: "S6, S7; Model Context Protocol, ToolAnnotations: destructiveHint is meaningful only when readOnlyHint is false; apollographql/apollo-mcp-server#510",
	Bad: tool(`name = "purge_notes"`, `description = "Delete all notes of this project"`, `inputSchema = "find-notes.schema.json"`,
		`readOnly = true`, `destructive = true`),
	Good: tool(`name = "purge_notes"`, `description = "Delete all notes of this project"`, `inputSchema = "find-notes.schema.json"`,
		`readOnly = false`, `destructive = true`),
	plugin: func(p *Pass) {
		for _, t := range p.Plugin.Tools {
			if t.ReadOnly.Value && t.Destructive.Value {
				p.Report(diag.Diagnostic{
					Span:    t.Destructive.Span,
					Message: theTool(t) + " is read-only and destructive at once",
					Label:   "what only reads destroys nothing",
					Related: []diag.Related{{Span: t.ReadOnly.Span, Message: "it says that it changes nothing"}},
					Help:    []string{"readOnly = false if it changes anything, destructive = false if it does not"},
				})
			}
		}
	},
}
