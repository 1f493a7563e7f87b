package check

import (
	"fmt"

	"openidea-plugin/diag"
	"openidea-plugin/schema"
)

// The rules of this file are about values in a schema that readers of JSON understand differently, or that nothing can meet.

var jsonDuplicateKey = Rule{
	ID:       "json-duplicate-key",
	Severity: diag.Warning,
	Title:    "an object of a schema has a name twice",
	Text: "JSON does not say what an object with a repeated name means. Most readers, this one too, let the last one win and drop the others without a word; some refuse the whole file. " +
		"So one of the two is lost, often a whole property. Every object of the file counts, also inside of `enum`, `const` and `default`.",
	Source: "RFC 8259, section 4",
	Bad:    schemaText(`{`, `  "type": "object",`, `  "properties": {`, `    "text": { "type": "string" },`, `    "text": { "type": "integer" }`, `  }`, `}`),
	Good:   schemaText(`{`, `  "type": "object",`, `  "properties": {`, `    "text": { "type": "string" },`, `    "limit": { "type": "integer" }`, `  }`, `}`),
	plugin: onSchemas(func(p *schemaPass) {
		for v := range p.Root.All() {
			for _, d := range v.Duplicates() {
				p.Report(diag.Diagnostic{
					Span:    p.at(d.Again),
					Message: diag.ShortQuote(d.Again.Text) + " stands twice in one object",
					Label:   "this one wins, what stood before is lost",
					Related: []diag.Related{p.related(d.First, "the first one")},
				})
			}
		}
	}),
}

var enumEmpty = Rule{
	ID:       "enum-empty",
	Severity: diag.Warning,
	Title:    "an enum without values",
	Text: "An `enum` lists the values that are allowed. An empty one allows none: no call that gives this property can ever be valid. Lists that are generated, from a registry or a folder, are the usual cause. " +
		"Up to draft-07 an empty `enum` is not even a valid schema (`schema-invalid`).",
	Source: "JSON Schema 2020-12, validation, section 6.1.2",
	Bad:    schemaText(`{ "type": "object", "properties": { "kind": { "type": "string", "enum": [] } } }`),
	Good:   schemaText(`{ "type": "object", "properties": { "kind": { "type": "string", "enum": ["note", "todo"] } } }`),
	plugin: onNodes(func(p *schemaPass, n *schema.Node) {
		m, ok := n.Means("enum")
		if !ok || n.Dialect <= schema.Draft7 || m.Value.Type != schema.Array || len(m.Value.Items) > 0 {
			return
		}
		p.Report(diag.Diagnostic{Span: p.at(m.Key), Message: `"enum" is empty`, Label: "no value is allowed here",
			Help: []string{`list the values, or leave "enum" out`}})
	}),
}

var numberBeyond253 = Rule{
	ID:       "number-beyond-2-53",
	Severity: diag.Warning,
	Title:    "a number that not every reader of JSON can hold",
	Text: "Most readers of JSON keep numbers as 64-bit floating point. Whole numbers beyond 2^53 (9007199254740992) lose their last digits there, exponents beyond 308 become infinite, and those below -324 become zero. " +
		"So a limit is another one in JavaScript than in Rust, and some services refuse the schema. Reported are numbers of keywords and inside of `enum`, `const`, `default` and `examples`: " +
		"whole numbers beyond 2^53 that are written out, and numbers of any spelling that floating point would change into another whole number, infinity or zero. `1e300` is fine: it is what it says in every reader.",
	Source: "RFC 8259, section 6; RevenueCat/ai-toolkit#26",
	Bad:    schemaText(`{ "type": "object", "properties": { "id": { "type": "integer", "maximum": 9223372036854775807 } } }`),
	Good:   schemaText(`{ "type": "object", "properties": { "id": { "type": "integer", "maximum": 9007199254740991 } } }`),
	plugin: onNodes(func(p *schemaPass, n *schema.Node) {
		for _, m := range n.Value.Effective() {
			if !n.Dialect.Knows(m.Name()) || n.Dialect.HoldsSchemas(m.Name()) {
				continue
			}
			for v := range m.Value.All() {
				if v.Type != schema.Number {
					continue
				}
				if becomes := v.InFloat64(); becomes != "" {
					p.Report(diag.Diagnostic{Span: p.at(v), Message: fmt.Sprintf("the number %s in %q is not the same for every reader of JSON", diag.Shorten(v.Text, 30), m.Name()), Label: becomes})
				}
			}
		}
	}),
}
