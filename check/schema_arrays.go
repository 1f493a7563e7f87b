package check

import (
	"slices"

	"openidea-plugin/diag"
	"openidea-plugin/schema"
)

// The rules of this file are about arrays.

var arrayWithoutItems = Rule{
	ID:       "array-without-items",
	Severity: diag.Note,
	Title:    "an array does not say what is in it",
	Text: "An array without `items` may hold anything. OpenAI's and Gemini's APIs refuse a tool with such an array (\"array schema missing items\", \"items: missing field\"), and with it every request; " +
		"Visual Studio Code leaves the tool out. Say what the elements are: `\"items\": { \"type\": \"string\" }`. Arrays with `prefixItems`, or that take their elements from a `$ref` or a combinator, are not reported.",
	Source:  "digitalocean-labs/mcp-digitalocean#271; google/adk-python#3083; NousResearch/hermes-agent#71804",
	Bad:     schemaText(`{ "type": "object", "properties": { "tags": { "type": "array" } } }`),
	Good:    schemaText(`{ "type": "object", "properties": { "tags": { "type": "array", "items": { "type": "string" } } } }`),
	Clients: []string{"codex", "gemini", "openai", "vscode"},
	plugin: onNodes(func(p *schemaPass, n *schema.Node) {
		if !slices.Contains(typesOf(n), "array") || has(n, "items", "prefixItems", "enum", "const") || combines(n) || !describesObjects(n) {
			return
		}
		p.Report(diag.Diagnostic{Span: p.nameOf(n), Message: subject(n) + " is an array that does not say what is in it", Label: `add "items"`})
	}),
}

var tupleArray = Rule{
	ID:       "tuple-array",
	Severity: diag.Note,
	Title:    "an array has a schema for each position",
	Text: "Tuples (`prefixItems` in 2020-12, `items` as a list in older dialects) say what stands at which position. Gemini's API knows one schema for all elements only, strict readers of 2020-12 refuse the older form, and converters drop the newer one. " +
		"An object with a named property for each position is understood everywhere, and by agents too; where all positions are alike, one `items` with `minItems` and `maxItems` says it.",
	Source:  "NousResearch/hermes-agent#71804; oomkapwn/enquire-mcp#360; zavora-ai/adk-rust#330",
	Bad:     schemaText(`{ "type": "object", "properties": { "range": { "type": "array", "prefixItems": [ { "type": "integer" }, { "type": "integer" } ] } } }`),
	Good:    schemaText(`{ "type": "object", "properties": { "range": { "type": "array", "items": { "type": "integer" }, "minItems": 2, "maxItems": 2 } } }`),
	Clients: []string{"gemini", "openai"},
	plugin: onNodes(func(p *schemaPass, n *schema.Node) {
		keyword := "items"
		if n.Dialect == schema.Draft2020 {
			keyword = "prefixItems"
		}
		if m, ok := n.Lookup(keyword); ok && m.Value.Type == schema.Array && len(m.Value.Items) > 0 {
			p.Report(diag.Diagnostic{Span: p.at(m.Key), Message: subject(n) + " has a schema for each position", Label: "some clients know one schema for all elements only"})
		}
	}),
}
