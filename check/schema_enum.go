package check

import (
	"openidea-plugin/diag"
	"openidea-plugin/schema"
)

// The rules of this file are about the values of enums. One finding an enum: who changes one value sees the others.

var enumNonString = Rule{
	ID:       "enum-non-string",
	Severity: diag.Note,
	Title:    "an enum has values that are no strings",
	Text: "Gemini's API takes strings in an `enum` only (\"only allowed for STRING type\") and refuses every request of a client with such a tool; clients that turn the values into strings send arguments that the schema then refuses. " +
		"Use strings, or say the range of a number by `minimum` and `maximum`. `null` among strings counts too.",
	Source:  "router-for-me/CLIProxyAPI#1076; router-for-me/CLIProxyAPI#4545",
	Bad:     schemaText(`{ "type": "object", "properties": { "level": { "type": "integer", "enum": [0, 1, 2] } } }`),
	Good:    schemaText(`{ "type": "object", "properties": { "level": { "type": "integer", "minimum": 0, "maximum": 2 } } }`),
	Clients: []string{"gemini"},
	plugin: onEnums(func(p *schemaPass, n *schema.Node, values []*schema.Value) {
		for _, v := range values {
			if v.Type != schema.String {
				p.Report(diag.Diagnostic{Span: p.at(v), Message: "the enum of " + subject(n) + " has a value of type " + v.Type.String(), Label: "some clients know strings only"})
				return
			}
		}
	}),
}

var enumEmptyString = Rule{
	ID:       "enum-empty-string",
	Severity: diag.Note,
	Title:    "an enum has the empty string",
	Text: "An empty string in an `enum` mostly stands for \"not set\". Gemini's API refuses it (\"enum[0]: cannot be empty\"), and with it every request of a client that has the tool. " +
		"Leave the value out, and the property out of `required`; or give the value a name, such as `\"none\"`.",
	Source:  "sbroenne/mcp-server-excel#607; anomalyco/opencode#46676; apify/apify-mcp-server#353",
	Bad:     schemaText(`{ "type": "object", "properties": { "order": { "type": "string", "enum": ["", "newest", "oldest"] } } }`),
	Good:    schemaText(`{ "type": "object", "properties": { "order": { "type": "string", "enum": ["newest", "oldest"] } } }`),
	Clients: []string{"gemini"},
	plugin: onEnums(func(p *schemaPass, n *schema.Node, values []*schema.Value) {
		for _, v := range values {
			if v.Type == schema.String && v.Text == "" {
				p.Report(diag.Diagnostic{Span: p.at(v), Message: "the enum of " + subject(n) + " has the empty string", Label: "some clients refuse it"})
				return
			}
		}
	}),
}

// onEnums makes a rule of what looks at the values of one enum.
func onEnums(look func(p *schemaPass, n *schema.Node, values []*schema.Value)) func(*Pass) {
	return onNodes(func(p *schemaPass, n *schema.Node) {
		if v := n.Value.Get("enum"); v != nil && v.Type == schema.Array {
			look(p, n, v.Items)
		}
	})
}
