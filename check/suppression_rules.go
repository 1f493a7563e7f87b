package check

import "openidea-plugin/diag"

// The rules of this file are about suppressions. The pipeline finds them, when all others have spoken.

var suppressionInvalid = Rule{
	ID:       "suppression-invalid",
	Severity: diag.Error,
	Title:    "a suppression that names no rule, an unknown one, or no reason",
	Text: "`# openidea-plugin: ignore[rule] reason` in `plugin.toml` leaves findings of a rule out, of several with `ignore[rule, rule]`. Behind a value it speaks of its line, on a line of its own of the next key, or " +
		"of the next table as a whole. A misspelt one would do nothing, and one without a reason is a riddle to whoever reads it next. " +
		"A suppression hides what the IDE refuses too, but the IDE refuses it all the same.",
	Source: "docs/configuration.md",
	Bad: tool(`name = "find_notes"`, `title = "Find notes"  # openidea-plugin: ignore[unknown-keys] other hosts read it`, `description = "Find notes in this project"`,
		`inputSchema = "find-notes.schema.json"`, `readOnly = true`, `destructive = false`),
	Good: tool(`name = "find_notes"`, `title = "Find notes"  # openidea-plugin: ignore[unknown-key] other hosts read it`, `description = "Find notes in this project"`,
		`inputSchema = "find-notes.schema.json"`, `readOnly = true`, `destructive = false`),
}

var suppressionUnused = Rule{
	ID:       "suppression-unused",
	Severity: diag.Warning,
	Title:    "a suppression or an [[ignore]] that leaves nothing out",
	Text: "What it was written for is mended, or it stands in the wrong place. Left where it is, it would hide the next finding of the rule. Nothing is said of rules that were not applied (`--no-wasm`), of rules about several " +
		"plugins, and of plugins with files that could not be read. An `[[ignore]]` of `openidea-plugin.toml` is reported only where all its paths lie in what was checked.",
	Source: "docs/configuration.md",
	Bad: tool(`name = "find_notes"`, `# openidea-plugin: ignore[tool-description] it is written later`, `description = "Find notes in this project"`,
		`inputSchema = "find-notes.schema.json"`, `readOnly = true`, `destructive = false`),
	Good: Example{{Path: "plugin.toml", Text: exampleTool}},
	Fix:  SafeFix,
}
