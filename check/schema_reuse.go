package check

import (
	"fmt"

	"openidea-plugin/diag"
	"openidea-plugin/schema"
)

// The rules of this file are about schemas that refer to each other, and about names that references go by. That a reference leads somewhere is for the rules
// in schema_ref.go.

var usesRef = Rule{
	ID:       "uses-ref",
	Severity: diag.Note,
	Title:    "a schema uses references",
	Text: "Local references (`\"$ref\": \"#/$defs/filter\"`) are allowed, and the IDE resolves them. Several clients do not: they lose the definitions on the way to the model, refuse the tool, or drop the whole server's tools. " +
		"A schema that is written out in its place works everywhere. One finding a file, at its first reference.",
	Source: "google-gemini/gemini-cli#13326; davideast/stitch-mcp#184; anomalyco/opencode#12295",
	Bad:    schemaText(`{ "type": "object", "properties": { "filter": { "$ref": "#/$defs/filter" } }, "$defs": { "filter": { "type": "string" } } }`),
	Good:   schemaText(`{ "type": "object", "properties": { "filter": { "type": "string" } } }`),
	plugin: onSchemas(func(p *schemaPass) {
		var first *schema.Ref
		n := 0
		for _, r := range p.Refs {
			if r.Keyword != "$ref" || r.Target == nil || !r.Node.Judged() {
				continue
			}
			n++
			if first == nil || r.Value.Start < first.Value.Start {
				first = r
			}
		}
		if first == nil {
			return
		}
		found := diag.Diagnostic{Span: p.at(first.Value), Message: "the schema uses a reference", Label: "some clients do not resolve references"}
		if n > 1 {
			found.Message = fmt.Sprintf("the schema uses %d references, first here", n)
		}
		p.Report(found)
	}),
}

var recursiveRef = Rule{
	ID:       "recursive-ref",
	Severity: diag.Note,
	Title:    "a schema contains itself",
	Text: "A recursive schema describes values of any depth, such as trees. The IDE checks arguments against it, but clients that write references out before they pass a schema on cannot come to an end: they refuse the tool, " +
		"fail with a full stack, or cut the schema. A few levels that are written out, or a flat list with ids of parents, work everywhere.",
	Source:  "google-gemini/gemini-cli#14945; vercel/ai#19488; theopenco/llmgateway#2830",
	Bad:     schemaText(`{`, `  "type": "object",`, `  "properties": { "tree": { "$ref": "#/$defs/node" } },`, `  "$defs": { "node": { "type": "object", "properties": { "children": { "type": "array", "items": { "$ref": "#/$defs/node" } } } } }`, `}`),
	Good:    schemaText(`{ "type": "object", "properties": { "parents": { "type": "array", "items": { "type": "integer" } } } }`),
	Clients: []string{"gemini"},
	plugin: onSchemas(func(p *schemaPass) {
		seen := map[*schema.Node]bool{} // who sees one way back sees the others
		for _, r := range p.Recursion() {
			if seen[r.Target] {
				continue
			}
			seen[r.Target] = true
			p.Report(diag.Diagnostic{
				Span: p.at(r.Value), Message: diag.ShortQuote(r.Value.Text) + " makes the schema contain itself", Label: "some clients cannot write it out",
				Related: []diag.Related{{Span: p.nameOf(r.Target), Message: "this schema contains itself"}},
			})
		}
	}),
}

var dynamicRef = Rule{
	ID:       "dynamic-ref",
	Severity: diag.Note,
	Title:    "a schema uses $dynamicRef or $recursiveRef",
	Text: "`$dynamicRef` (2020-12) and `$recursiveRef` (2019-09) lead to different places depending on where a schema is used from. Hardly any client knows them: Visual Studio Code leaves out tools whose schemas use them, and validators " +
		"of draft-07 ignore them. In one file that stands by itself `$ref` says the same.",
	Source: "microsoft/vscode-json-languageservice#323; firecrawl/firecrawl-mcp-server#112",
	Bad:    schemaText(`{ "$dynamicAnchor": "node", "type": "object", "properties": { "child": { "$dynamicRef": "#node" } } }`),
	Good:   schemaText(`{ "$anchor": "node", "type": "object", "properties": { "child": { "$ref": "#node" } } }`),
	plugin: onSchemas(func(p *schemaPass) {
		for _, r := range p.Refs {
			if r.Keyword == "$ref" || r.Target == nil || !r.Node.Judged() {
				continue
			}
			m, _ := r.Node.Lookup(r.Keyword)
			p.Report(diag.Diagnostic{Span: p.at(m.Key), Message: diag.Sprintf("%q is known to few clients", r.Keyword), Label: `use "$ref"`})
		}
	}),
}

var schemaID = Rule{
	ID:       "schema-id",
	Severity: diag.Note,
	Title:    "a schema has an $id",
	Text: "An `$id` gives a schema a name in the world. Nothing refers to a tool's schema from outside, and validators that keep schemas by name refuse the second one of the same name: " +
		"the same tool listed twice, or two tools with a copied `$id`. Below the root an `$id` changes where `#` leads besides. " +
		"At the root it can be left out without a loss, which is the fix.",
	Source: "apache/maka#4235; ajv-validator/ajv#2435",
	Bad:    schemaText(`{`, `  "$id": "https://example.com/find-notes",`, `  "type": "object",`, `  "properties": { "text": { "type": "string" } }`, `}`),
	Good:   schemaText(`{`, `  "type": "object",`, `  "properties": { "text": { "type": "string" } }`, `}`),
	Fix:    SafeFix,
	plugin: onNodes(func(p *schemaPass, n *schema.Node) {
		keyword := "$id"
		if n.Dialect == schema.Draft4 {
			keyword = "id"
		}
		m, ok := n.Lookup(keyword)
		if !ok || m.Value.Type != schema.String || n.Dialect <= schema.Draft7 && has(n, "$ref") {
			return
		}
		found := diag.Diagnostic{Span: p.at(m.Key), Message: diag.Sprintf("the schema has the name %q", m.Value.Text), Label: "nothing refers to it; some validators refuse a name that they know"}
		if n.Parent != nil {
			found.Message = subject(n) + diag.Sprintf(" has the name %q", m.Value.Text)
			found.Label = `because of it "#" below means this schema and not the file`
			if m.Value.Text != "" && m.Value.Text[0] == '#' {
				found.Label = "an anchor of an old kind, which few clients know"
			}
		} else if edit, ok := p.removal(n.Value, m); ok {
			found.Fix = &diag.Fix{Title: diag.Sprintf("remove %q", keyword), Edits: []diag.Edit{edit}}
		}
		p.Report(found)
	}),
}
