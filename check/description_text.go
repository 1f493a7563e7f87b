package check

import (
	"slices"

	"openidea-plugin/diag"
	"openidea-plugin/schema"
)

// The rules of this file are about the characters of descriptions: those of tools, and those that agents read in schemas.

// description is a text that agents read.
type description struct {
	text string
	// of says what it describes, for a message: the description of tool "find_notes".
	of   func() string
	span diag.Span
	// origins are where parts of the text stand in the file.
	origins func(parts [][2]int) []diag.Span
}

// descriptions are the descriptions of a plugin's tools.
func descriptions(p *Pass) []description {
	var out []description
	for _, t := range p.Plugin.Tools {
		if v := t.Table.Get("description"); t.Description.Set() && t.Description.Value != "" {
			of := func() string { return "the description of " + theTool(t) }
			out = append(out, description{t.Description.Value, of, t.Description.Span, v.Origins})
		}
	}
	return out
}

// unusual are the descriptions of a plugin's tools, and the titles and descriptions in its schema files, that are not plain.
func unusual(p *Pass) []description {
	out := slices.DeleteFunc(descriptions(p), func(d description) bool { return plain(d.text) })
	// Descriptions beside a "$ref" of an old dialect count too: nobody validates by them, but agents read them.
	onSchemas(func(p *schemaPass) {
		for _, n := range p.Nodes {
			out = append(out, p.unusualTitles(n)...)
		}
	})(p)
	return out
}

// unusualTitles are the title and the description of a schema, where they are not plain.
func (p *schemaPass) unusualTitles(n *schema.Node) []description {
	var out []description
	for _, keyword := range []string{"title", "description"} {
		v := n.Value.Get(keyword)
		if v == nil || v.Type != schema.String || plain(v.Text) {
			continue
		}
		of := func() string { return "the " + keyword + " of " + subject(n) }
		out = append(out, description{v.Text, of, p.at(v), func(parts [][2]int) []diag.Span {
			var out []diag.Span
			for _, o := range v.Origins(p.File.File.Data, parts) {
				out = append(out, p.span(o[0], o[1]))
			}
			return out
		}})
	}
	return out
}

var descriptionBlank = Rule{
	ID:       "description-blank",
	Severity: diag.Warning,
	Title:    "a tool's description shows nothing",
	Text: "The description consists of white space, or of characters without a width. The IDE accepts it, because it is not empty, but agents choose tools by their descriptions: " +
		"say what the tool does and when to use it.",
	Source: "product decision, beside S3",
	Bad: tool(`name = "find_notes"`, `description = "   "`, `inputSchema = "find-notes.schema.json"`,
		`readOnly = true`, `destructive = false`),
	Good: Example{{Path: "plugin.toml", Text: exampleTool}},
	plugin: func(p *Pass) {
		for _, d := range descriptions(p) {
			if len(d.text) <= MaxDescription && isBlank(d.text) {
				p.Report(diag.Diagnostic{Span: d.span, Message: d.of() + " shows nothing", Label: "agents choose tools by it"})
			}
		}
	},
}

var descriptionControlChars = Rule{
	ID:       "description-control-chars",
	Severity: diag.Warning,
	Title:    "a description has control characters",
	Text: "Control characters (U+0000 to U+001F and U+007F to U+009F, but for tabs and line ends) and the escape sequences of terminals have no place in a text for agents. Terminals that list tools obey them: " +
		"they can move the cursor, hide what stands before them, or set links. Others show garbage. The descriptions of tools are looked at, and each `title` and `description` in a schema.",
	Source: "product decision; NousResearch/hermes-agent#70537",
	Bad: tool(`name = "find_notes"`, `description = "Find notes \u001B[31min this project"`, `inputSchema = "find-notes.schema.json"`,
		`readOnly = true`, `destructive = false`),
	Good: Example{{Path: "plugin.toml", Text: exampleTool}},
	Fix:  SafeFix,
	plugin: func(p *Pass) {
		for _, d := range unusual(p) {
			pieces := controls(d.text)
			if len(pieces) == 0 {
				continue
			}
			p.Report(diag.Diagnostic{
				Span: d.span, Message: d.of() + " has control characters: " + named(d.text, pieces), Label: "of these, only tabs and line ends are text",
				Fix: without(d.text, pieces, "remove them", false, d.origins),
			})
		}
	},
}

var descriptionInvisibleUnicode = Rule{
	ID:       "description-invisible-unicode",
	Severity: diag.Warning,
	Title:    "a description has characters that nobody sees",
	Text: "Characters without a width (U+200B and its like), controls of direction (U+202E and its like), tag characters (U+E0000 to U+E007F) and variation selectors without a base hide text from people that models read, " +
		"or show another text than there is. Mostly they came along when text was copied; they are also how instructions are smuggled into tools, so that clients and scanners refuse them. " +
		"What emoji and scripts such as Arabic, Hindi and Thai are written with is not reported. The descriptions of tools are looked at, and each `title` and `description` in a schema. " +
		"The fix removes the characters; it is unsafe, because agents then read another text.",
	Source: "product decision; Puliczek/awesome-mcp-security#316",
	Bad: tool(`name = "find_notes"`, `description = "Find\u200B notes \u202Etxt"`, `inputSchema = "find-notes.schema.json"`,
		`readOnly = true`, `destructive = false`),
	Good: tool(`name = "find_notes"`, `description = "Find notes 👩‍💻 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ❤️"`, `inputSchema = "find-notes.schema.json"`,
		`readOnly = true`, `destructive = false`),
	Fix: UnsafeFix,
	plugin: func(p *Pass) {
		for _, d := range unusual(p) {
			pieces := unseen(d.text)
			if len(pieces) == 0 || isBlank(d.text) {
				continue
			}
			found := diag.Diagnostic{
				Span: d.span, Message: d.of() + " has characters that nobody sees: " + named(d.text, pieces), Label: "models read them, people do not",
				Fix: without(d.text, pieces, "remove them", true, d.origins),
			}
			if hidden := smuggled(d.text, pieces); hidden != "" {
				found.Label = "the tag characters spell " + diag.ShortQuote(hidden)
			}
			p.Report(found)
		}
	},
}
