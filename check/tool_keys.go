package check

import (
	"fmt"
	"strings"
	"unicode"

	"openidea-plugin/diag"
	"openidea-plugin/manifest"
	"openidea-plugin/plugin"
)

// MaxDescription is the longest description of a tool, in bytes of UTF-8 (S3).
const MaxDescription = 4096

var toolDescription = Rule{
	ID:       "tool-description",
	Severity: diag.Error,
	Title:    "a tool's description is missing, empty or longer than 4096 bytes",
	Text: "The description is what an agent chooses a tool by. It must have 1 to 4096 bytes; what counts is the UTF-8 of the text, so a character outside ASCII counts as 2 to 4. " +
		"Many clients cut descriptions well below that. The fix takes white space away from the ends, where that is enough.",
	Source: "S3",
	Bad:    tool(`name = "find_notes"`, `description = ""`, `inputSchema = "find-notes.schema.json"`, `readOnly = true`, `destructive = false`),
	Good:   Example{{Path: "plugin.toml", Text: exampleTool}},
	Fix:    SafeFix,
	plugin: func(p *Pass) {
		const label = "1 to 4096 bytes"
		for _, t := range p.Plugin.Tools {
			n := len(t.Description.Value)
			switch {
			case t.Description.Missing():
				d := diag.Diagnostic{Span: t.Table.Span, Message: theTool(t) + " has no description", Label: "description is missing: " + label}
				nearMiss(p, &d, t.Table, "description", manifest.ToolKeys)
				p.Report(d)
			case t.Description.Set() && n == 0:
				p.Report(diag.Diagnostic{Span: t.Description.Span, Message: "the description of " + theTool(t) + " is empty", Label: label})
			case n > MaxDescription:
				p.Report(diag.Diagnostic{
					Span:    t.Description.Span,
					Message: fmt.Sprintf("the description of %s is %d bytes long, %d too many", theTool(t), n, n-MaxDescription),
					Label:   label + " of UTF-8",
					Fix:     trimmed(t),
				})
			}
		}
	},
}

// trimmed takes the white space away from the ends of a description; nil where it would be too long all the same.
func trimmed(t *plugin.Tool) *diag.Fix {
	text := t.Description.Value
	start := len(text) - len(strings.TrimLeftFunc(text, unicode.IsSpace))
	end := len(strings.TrimRightFunc(text, unicode.IsSpace))
	if end-start > MaxDescription || end <= start {
		return nil
	}
	var ends [][2]int
	for _, part := range [][2]int{{0, start}, {end, len(text)}} {
		if part[0] < part[1] {
			ends = append(ends, part)
		}
	}
	return without(text, ends, "take the white space away from its ends", false, t.Table.Get("description").Origins)
}

// theTool names a tool in a message.
func theTool(t *plugin.Tool) string {
	if t.Name.Value == "" {
		return "a tool"
	}
	return "tool " + diag.ShortQuote(t.Name.Value)
}

var toolReadOnly = Rule{
	ID:       "tool-read-only",
	Severity: diag.Error,
	Title:    "a tool does not say whether it is read-only",
	Text: "`readOnly` is required. Tools with `readOnly = false` are hidden and cannot be called while the project is in Restricted Mode, and clients see the value as the annotation `readOnlyHint`. " +
		"There is no default, and the key is case-sensitive: `readonly` is another key.",
	Source: "S6",
	Bad:    tool(`name = "find_notes"`, `description = "Find notes in this project"`, `inputSchema = "find-notes.schema.json"`, `readonly = true`, `destructive = false`),
	Good:   Example{{Path: "plugin.toml", Text: exampleTool}},
	Fix:    SafeFix,
	plugin: func(p *Pass) {
		for _, t := range p.Plugin.Tools {
			missingFlag(p, t, t.ReadOnly, "readOnly", "does not say whether it only reads")
		}
	},
}

var toolDestructive = Rule{
	ID:       "tool-destructive",
	Severity: diag.Error,
	Title:    "a tool does not say whether it is destructive",
	Text: "`destructive` is required. With `destructive = true` every call asks in the project's window, and fails where the user rejects it or where there is no window. " +
		"Clients see the value as the annotation `destructiveHint`. There is no default.",
	Source: "S7",
	Bad:    tool(`name = "find_notes"`, `description = "Find notes in this project"`, `inputSchema = "find-notes.schema.json"`, `readOnly = true`, `Destructive = false`),
	Good:   Example{{Path: "plugin.toml", Text: exampleTool}},
	Fix:    SafeFix,
	plugin: func(p *Pass) {
		for _, t := range p.Plugin.Tools {
			missingFlag(p, t, t.Destructive, "destructive", "does not say whether it destroys anything")
		}
	},
}

func missingFlag(p *Pass, t *plugin.Tool, f manifest.Field[bool], key, says string) {
	if !f.Missing() {
		return
	}
	d := diag.Diagnostic{
		Span:    t.Table.Span,
		Message: theTool(t) + " " + says + ": " + key + " is missing",
		Label:   key + " = true, or " + key + " = false",
	}
	d.Fix = nearMiss(p, &d, t.Table, key, manifest.ToolKeys)
	p.Report(d)
}
