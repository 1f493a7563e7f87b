package check

import (
	"openidea-plugin/diag"
	"openidea-plugin/schema"
)

// The rules of this file are about "$schema" where it names a dialect that is known; schema-dialect speaks of others.

var declaresSchemaDialect = Rule{
	ID:       "declares-schema-dialect",
	Severity: diag.Note,
	Title:    "a schema declares its dialect",
	Text: "`$schema` is allowed, and 2020-12 holds where there is none. Clients that know one dialect only fail at any other that is named: those of draft-07 at 2020-12, those of 2020-12 at draft-07, even where the schema itself " +
		"would suit both. Leave it out where the schema needs no older dialect; where it names 2020-12 this changes nothing, and the fix does it.",
	Source: "vybestack/llxprt-code#1902; coddingtonbear/obsidian-local-rest-api#352; Model Context Protocol 2025-11-25, JSON Schema usage",
	Bad:    schemaText(`{`, `  "$schema": "https://json-schema.org/draft/2020-12/schema",`, `  "type": "object",`, `  "properties": { "text": { "type": "string" } }`, `}`),
	Good:   schemaText(`{`, `  "type": "object",`, `  "properties": { "text": { "type": "string" } }`, `}`),
	Fix:    SafeFix,
	plugin: onDialects(func(p *schemaPass, m schema.Member, d schema.Dialect) {
		found := diag.Diagnostic{Span: p.at(m.Key), Message: "the schema declares " + d.String(), Label: "clients of another dialect refuse it"}
		if edit, ok := p.removal(p.Root, m); ok && d == schema.Default {
			found.Fix = &diag.Fix{Title: `remove "$schema": 2020-12 holds without it`, Edits: []diag.Edit{edit}}
		}
		p.Report(found)
	}),
}

var dialectURISpelling = Rule{
	ID:       "dialect-uri-spelling",
	Severity: diag.Note,
	Title:    "\"$schema\" spells its dialect otherwise than the dialect itself does",
	Text: "The URI of a dialect is a name, and many clients compare it letter by letter: draft-04 to draft-07 begin with `http:` and end with `#`, 2019-09 and 2020-12 begin with `https:` and end without. " +
		"A client that does not recognise the name tries to fetch it, or refuses the tool.",
	Source: "executeautomation/mcp-playwright#219; apache/maka#4235",
	Bad:    schemaText(`{ "$schema": "https://json-schema.org/draft-07/schema#", "type": "object", "properties": { "text": { "type": "string" } } }`),
	Good:   schemaText(`{ "$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": { "text": { "type": "string" } } }`),
	Fix:    SafeFix,
	plugin: onDialects(func(p *schemaPass, m schema.Member, d schema.Dialect) {
		if m.Value.Text == d.URI() {
			return
		}
		p.Report(diag.Diagnostic{
			Span: p.at(m.Value), Message: diag.Sprintf("%q is not how %s spells its name", m.Value.Text, d), Label: "some clients compare it letter by letter",
			Fix: &diag.Fix{Title: diag.Quote(d.URI()), Edits: []diag.Edit{{Span: p.span(m.Value.Start, m.Value.End), New: diag.Quote(d.URI())}}},
		})
	}),
}

// onDialects makes a rule of what looks at the "$schema" at a schema file's root, and the dialect that it names.
func onDialects(look func(*schemaPass, schema.Member, schema.Dialect)) func(*Pass) {
	return onSchemas(func(p *schemaPass) {
		m, ok := p.Root.Lookup("$schema")
		if !ok || m.Value.Type != schema.String {
			return
		}
		if d, known := schema.DialectOf(m.Value.Text); known {
			look(p, m, d)
		}
	})
}
