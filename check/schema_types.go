package check

import (
	"slices"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/schema"
)

// The rules of this file are about how a schema says which types it allows.

var propertyWithoutType = Rule{
	ID:       "property-without-type",
	Severity: diag.Note,
	Title:    "a property has no type",
	Text: "A property without `type` may be anything, and an agent has to guess what: numbers then arrive as strings. Gemini's API refuses a property without a type, Gemini CLI leaves out the whole tool. " +
		"Properties with `$ref`, a combinator (`anyOf` and the like) or `const` say it in another way and are not reported, nor are those that a condition or combinator only narrows and the object around it describes. Where all values of an `enum` have one type, the fix adds it.",
	Source: "google-gemini/gemini-cli#4400; JetBrains/mcp-jetbrains#71; webstudio-is/webstudio#6009",
	Bad:    schemaText(`{`, `  "type": "object",`, `  "properties": {`, `    "order": { "enum": ["newest", "oldest"] }`, `  }`, `}`),
	Good:   schemaText(`{`, `  "type": "object",`, `  "properties": {`, `    "order": { "enum": ["newest", "oldest"], "type": "string" }`, `  }`, `}`),
	Fix:    SafeFix,
	plugin: onNodes(func(p *schemaPass, n *schema.Node) {
		if n.Keyword != "properties" || has(n, "type", "const") || combines(n) || narrows(n) {
			return
		}
		found := diag.Diagnostic{Span: p.nameOf(n), Message: subject(n) + " has no type", Label: `agents have to guess: add "type"`}
		if m, ok := n.Lookup("enum"); ok {
			if common := commonType(m.Value); common != "" {
				text := `"type": "` + common + `"`
				found.Fix = &diag.Fix{Title: "add " + text, Edits: []diag.Edit{p.insertAfter(m, text)}}
			}
		}
		p.Report(found)
	}),
}

// narrows says that a property stands in a condition or combinator of an object that describes the property itself.
func narrows(property *schema.Node) bool {
	inPlace := []string{"allOf", "anyOf", "oneOf", "if", "then", "else", "not", "dependentSchemas", "dependencies"}
	for n := property.Parent; n.Parent != nil && slices.Contains(inPlace, n.Keyword); n = n.Parent {
		described, _ := n.Parent.Means("properties")
		if _, ok := described.Value.Lookup(property.Key.Text); ok {
			return true
		}
	}
	return false
}

// commonType is the one type that all values of a list have, "" where they differ.
func commonType(list *schema.Value) string {
	common := ""
	for _, item := range list.Items {
		name := item.Type.String()
		if common != "" && name != common {
			return ""
		}
		common = name
	}
	return common
}

var typeUnion = Rule{
	ID:       "type-union",
	Severity: diag.Note,
	Title:    "a type is a list of types",
	Text: "`\"type\": [\"string\", \"null\"]` is right JSON Schema, but Gemini's API knows single types only and refuses every request of a client that has such a tool; converters to other APIs fail on the list as well. " +
		"An optional property is better left out of `required` than made `null`. Where the list has one type only, the fix takes it out of the list.",
	Source:  "github/copilot-cli#4623; google/adk-js#199; anomalyco/opencode#48073",
	Bad:     schemaText(`{`, `  "type": "object",`, `  "properties": {`, `    "text": { "type": ["string"] }`, `  }`, `}`),
	Good:    schemaText(`{`, `  "type": "object",`, `  "properties": {`, `    "text": { "type": "string" }`, `  }`, `}`),
	Fix:     SafeFix,
	Clients: []string{"gemini"},
	plugin: onNodes(func(p *schemaPass, n *schema.Node) {
		m, ok := n.Lookup("type")
		names := typesOf(n)
		if !ok || m.Value.Type != schema.Array || len(names) == 0 || n.Parent == nil || slices.ContainsFunc(names, func(name string) bool { return !schema.IsType(name) }) {
			return // rules of their own speak of the root's type and of names that are none
		}
		found := diag.Diagnostic{Span: p.at(m.Key), Message: subject(n) + " has a list of types", Label: "some clients know single types only"}
		switch {
		case len(names) == 1:
			quoted := diag.Quote(names[0])
			found.Fix = &diag.Fix{Title: quoted, Edits: []diag.Edit{{Span: p.span(m.Value.Start, m.Value.End), New: quoted}}}
		case slices.Contains(names, "null"):
			found.Help = []string{`a property that may be missing needs no "null": leave it out of "required"`}
		default:
			found.Help = []string{`"anyOf" with one schema for each type is understood by more clients`}
		}
		p.Report(found)
	}),
}

var booleanSubschema = Rule{
	ID:       "boolean-subschema",
	Severity: diag.Note,
	Title:    "true or false stands where a schema is expected",
	Text: "`true` allows every value and `false` none. Both are right since draft-06, but several clients take only objects for schemas, and then lose all tools of the server. `{}` says the same as `true`, and `{\"not\": {}}` the same as `false`. " +
		"In `additionalProperties`, `unevaluatedProperties` and their like booleans are usual and not reported.",
	Source:  "anthropics/claude-code#92900; anomalyco/opencode#49464; NousResearch/hermes-agent#101669",
	Bad:     schemaText(`{ "type": "object", "properties": { "raw": true } }`),
	Good:    schemaText(`{ "type": "object", "properties": { "raw": { "type": "string" } }, "additionalProperties": false }`),
	Fix:     SafeFix,
	Clients: []string{"claude", "gemini"},
	plugin: onSchemas(func(p *schemaPass) {
		for _, n := range p.Nodes {
			if n.Value.Type != schema.Boolean || n.Parent == nil || !n.Judged() || n.Dialect == schema.Draft4 || strings.HasPrefix(n.Keyword, "additional") || strings.HasPrefix(n.Keyword, "unevaluated") {
				continue
			}
			if _, tuple := n.Parent.Lookup("prefixItems"); tuple && n.Keyword == "items" {
				continue // what additionalItems was before
			}
			object, says := "{}", "anything"
			if !n.Value.True {
				object, says = `{"not": {}}`, "nothing"
			}
			p.Report(diag.Diagnostic{
				Span: p.at(n.Value), Message: subject(n) + " is a boolean instead of an object", Label: "allows " + says + "; some clients take only objects",
				Fix: &diag.Fix{Title: object, Edits: []diag.Edit{{Span: p.at(n.Value), New: object}}},
			})
		}
	}),
}
