package check

import (
	"fmt"
	"slices"

	"openidea-plugin/diag"
	"openidea-plugin/schema"
)

// The rules of this file are about the form of a whole schema: what stands at its root, how deep it goes, and how much it is when all
// references are written out.

var rootComposition = Rule{
	ID:       "root-composition",
	Severity: diag.Warning,
	Title:    "the root of a schema is composed of others",
	Text: "`anyOf`, `oneOf`, `allOf` and `if` at the root are valid, but the services behind several agents refuse a tool whose input schema has one of them there, or drop all tools of the server. " +
		"Agents also understand a plain list of properties best. Write one object with the properties of all alternatives, say in the descriptions which belong together, and let the plugin refuse the rest with a clear message; " +
		"or make two tools of it. Below `properties` all of them are welcome.",
	Source: "anthropics/claude-code#95504",
	Bad:    schemaText(`{ "type": "object", "anyOf": [ { "required": ["path"] }, { "required": ["text"] } ] }`),
	Good:   schemaText(`{ "type": "object", "properties": { "target": { "anyOf": [ { "type": "string" }, { "type": "integer" } ] } } }`),
	plugin: onSchemas(func(p *schemaPass) {
		root := p.Nodes[0]
		if slices.ContainsFunc(p.File.Problems, func(problem schema.Problem) bool { return problem.Kind == schema.KindRoot }) {
			return // the root is wrong already, and may be composed because of that
		}
		for _, m := range root.Value.Effective() {
			switch m.Name() {
			case "anyOf", "oneOf", "allOf", "if":
				if root.Dialect.Knows(m.Name()) {
					p.Report(diag.Diagnostic{Span: p.at(m.Key), Message: fmt.Sprintf("%q stands at the root of the schema", m.Name()),
						Label: "some clients refuse the tool, or all tools", Help: []string{"describe one object with all properties, or make a tool of each alternative"}})
				}
			}
		}
	}),
}

// deepest is how many levels of schemas below the root are not reported.
const deepest = 10

var schemaDeep = Rule{
	ID:       "schema-deep",
	Severity: diag.Warning,
	Title:    "schemas are nested more than 10 levels deep",
	Text: "A schema that holds schemas that hold schemas, more than 10 levels below the root, is refused by some services and misunderstood by most agents: they have to build arguments of that depth. " +
		"Levels of schemas count, not brackets: a property of an object in a list of the root is the third level. References do not add levels. Flatten the arguments, or move what is used deep down to `$defs`.",
	Source: "decision",
	Bad:    schemaText(nestedExample(deepest + 1)...),
	Good:   schemaText(nestedExample(2)...),
	plugin: onSchemas(func(p *schemaPass) {
		most := 0
		var first *schema.Node
		for _, n := range p.Nodes {
			if n.Depth > deepest && first == nil {
				first = n
			}
			most = max(most, n.Depth)
		}
		if first == nil {
			return
		}
		d := diag.Diagnostic{Span: p.at(first.Value), Message: fmt.Sprintf("schemas are nested %d levels deep", most),
			Label: fmt.Sprintf("this one is on level %d, some clients stop at %d", first.Depth, deepest)}
		if first.Key != nil {
			d.Span = p.at(first.Key)
		}
		p.Report(d)
	}),
}

// nestedExample is a schema with so many levels below its root, a line each.
func nestedExample(levels int) []string {
	lines := []string{`{`, `  "type": "object",`}
	for range levels - 1 {
		lines = append(lines, `  "properties": { "in": { "type": "object",`)
	}
	last := `  "properties": { "in": { "type": "string" } }`
	for range levels - 1 {
		last += " } }"
	}
	return append(lines, last, `}`)
}

var schemaExponential = Rule{
	ID:       "schema-exponential",
	Severity: diag.Warning,
	Title:    "a schema is enormous once its references are written out",
	Text: fmt.Sprintf("Where schemas refer to one another several times each, the number of ways through them multiplies: a chain of 20 definitions, each of which uses the next one twice, is a million schemas. "+
		"Validators that follow every way take exponential time for a single call, and clients that write references out, as many do, run out of memory. Reported are schemas that are more than %s when every reference is replaced by "+
		"what it leads to; recursion counts once.", thousands(schema.MaxExpansion)),
	Source: "networknt/json-schema-validator#1276",
	Bad:    schemaText(doublingExample(17)...),
	Good:   schemaText(doublingExample(2)...),
	plugin: onSchemas(func(p *schemaPass) {
		e := p.Expansion()
		if e.Schemas <= schema.MaxExpansion {
			return
		}
		size := fmt.Sprintf("%s schemas", thousands(e.Schemas))
		if e.Schemas == schema.ManySchemas {
			size = "more than " + thousands(schema.ManySchemas) + " schemas"
		}
		d := diag.Diagnostic{Span: p.at(e.At.Value), Message: fmt.Sprintf("with its references written out this file has %s", size),
			Label: "each way through this one counts", Help: []string{"refer to a definition once, instead of several times on each level"}}
		if e.At.Key != nil {
			d.Span = p.at(e.At.Key)
		}
		p.Report(d)
	}),
}

// doublingExample is a chain of definitions each of which uses the next one twice.
func doublingExample(links int) []string {
	lines := []string{`{`, `  "type": "object",`, `  "properties": { "filter": { "$ref": "#/$defs/d0" } },`, `  "$defs": {`}
	for i := range links {
		lines = append(lines, fmt.Sprintf(`    "d%d": { "anyOf": [ { "$ref": "#/$defs/d%d" }, { "$ref": "#/$defs/d%d" } ] },`, i, i+1, i+1))
	}
	return append(lines, fmt.Sprintf(`    "d%d": { "type": "string" }`, links), `  }`, `}`)
}

// thousands writes a number with commas.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
