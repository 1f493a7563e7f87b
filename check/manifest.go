package check

import (
	"openidea-plugin/diag"
	"openidea-plugin/manifest"
	"openidea-plugin/plugin"
)

var manifestMissing = Rule{
	ID:       plugin.RuleMissing,
	Severity: diag.Error,
	Title:    "no manifest in the folder that was given",
	Text: "A plugin is a folder with a manifest, `plugin.toml`. The path that was given is a folder with no manifest in it or below it, " +
		"or a file with none beside or above it. Folders that `.gitignore` leaves out, `.git`, `target`, `node_modules` and `dist` are not searched.",
	Source: "the published reference: \"Declare a tool\"",
	Bad:    Example{{Path: "plugin/plugin.yaml", Text: "id: acme.notes\n"}},
	Good:   Example{{Path: "plugin/plugin.toml", Text: exampleHead + exampleTool}},
}

var manifestSyntax = Rule{
	ID:       manifest.RuleSyntax,
	Severity: diag.Error,
	Title:    "the manifest is not TOML 1.0",
	Text: "The manifest must be a TOML 1.0 file in UTF-8: no key twice, no table defined twice, no control characters. Forms that came with " +
		"TOML 1.1 (`\\e` and `\\x41` in strings, inline tables over several lines or with a comma at the end, times without seconds) are refused, " +
		"because the IDE need not know them. After a mistake in the syntax nothing else of the file is judged. A manifest of more than 1 MiB is not read, nor one " +
		"that is a link out of the plugin's folder.",
	Source: "TOML 1.0.0; decision: the IDE may read TOML 1.0 only",
	Bad:    tool(`name = "find_notes"`, `readOnly = True`),
	Good:   Example{{Path: "plugin.toml", Text: exampleTool}},
	plugin: forward,
}

var manifestType = Rule{
	ID:       manifest.RuleType,
	Severity: diag.Error,
	Title:    "a key of the manifest has the wrong type",
	Text: "Each key that the IDE reads has one type: `id`, `name`, `version`, `wasm`, `engines.openidea` and a tool's `name`, `description` and `inputSchema` " +
		"are strings; `readOnly` and `destructive` are booleans; `capabilities.required` and `capabilities.optional` are arrays of strings; " +
		"`contributes.mcpTools` is an array of tables, so that each tool begins with `[[contributes.mcpTools]]` in double brackets. The fix writes what can be meant in one way only: `true` for `\"true\"`, `\"1.0\"` for `1.0`, " +
		"double brackets for single ones.",
	Source: "the published reference: \"Declare a tool\"",
	Bad: tool(`name = "find_notes"`, `description = "Find notes in this project"`, `inputSchema = "find-notes.schema.json"`,
		`readOnly = "true"`, `destructive = false`),
	Good:   Example{{Path: "plugin.toml", Text: exampleTool}},
	Fix:    SafeFix,
	plugin: forward,
}

// forward reports what reading the manifest has found for the rule.
func forward(p *Pass) {
	for _, d := range p.Plugin.Manifest.Findings {
		if d.Rule == p.Rule.ID {
			p.Report(d)
		}
	}
}

var tomlBOM = Rule{
	ID:       "toml-bom",
	Severity: diag.Warning,
	Title:    "the manifest begins with a byte order mark",
	Text: "TOML 1.0 does not speak of a byte order mark (the bytes EF BB BF). The IDE accepts one, but many TOML readers do not, and nobody sees it. " +
		"Save the file as \"UTF-8\", not as \"UTF-8 with BOM\".",
	Source: "decision; rust-lang/cargo#2031",
	Bad:    Example{{Path: "plugin.toml", Text: "\ufeff" + exampleHead + exampleTool}},
	Good:   Example{{Path: "plugin.toml", Text: exampleHead + exampleTool}},
	Fix:    SafeFix,
	plugin: func(p *Pass) {
		m := p.Plugin.Manifest
		if m.Doc == nil || !m.Doc.BOM {
			return
		}
		mark := diag.Span{File: m.File, Start: 0, End: 3}
		p.Report(diag.Diagnostic{
			Span: mark, Message: "the file begins with a byte order mark", Label: "many TOML readers refuse it",
			Fix: &diag.Fix{Title: "remove the byte order mark", Edits: []diag.Edit{{Span: mark}}},
		})
	},
}
