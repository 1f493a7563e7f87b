package check

import (
	"fmt"
	"regexp"
	"slices"
	"sync"

	"openidea-plugin/diag"
	"openidea-plugin/schema"
)

// The rules of this file are about objects and the names of their properties.

var objectWithoutProperties = Rule{
	ID:       "object-without-properties",
	Severity: diag.Note,
	Title:    "an object names no properties",
	Text: "An object without `properties` tells an agent nothing about what to put in, and OpenAI's API refuses a tool whose schema has none (\"object schema missing properties\"), even a tool without arguments in the form that the protocol recommends, " +
		"`{ \"type\": \"object\", \"additionalProperties\": false }`. Name the properties. A tool without arguments has `\"properties\": {}` at its root; the fix adds it there, and the schema means the same. Maps (`additionalProperties` with a schema, `patternProperties`) and objects that are described by `$ref` or a combinator are not reported.",
	Source: "langchain-ai/langchain-mcp-adapters#137; mark3labs/mcphost#90; nextlevelbuilder/goclaw#321",
	Bad:    schemaText(`{`, `  "type": "object"`, `}`),
	Good:   schemaText(`{`, `  "type": "object",`, `  "properties": {}`, `}`),
	Fix:    SafeFix,
	plugin: onNodes(func(p *schemaPass, n *schema.Node) {
		if !slices.Contains(typesOf(n), "object") || has(n, "properties", "patternProperties", "enum", "const") || combines(n) || !describesObjects(n) {
			return
		}
		if others, ok := n.Lookup("additionalProperties"); ok && others.Value.Type == schema.Object && len(others.Value.Members) > 0 {
			return
		}
		m, _ := n.Lookup("type")
		found := diag.Diagnostic{Span: p.nameOf(n), Message: subject(n) + " is an object without properties", Label: "agents do not know what to put in"}
		if n.Parent == nil {
			found.Span, found.Label = p.at(m.Value), "some clients refuse a tool whose schema has no properties"
			found.Fix = &diag.Fix{Title: `add "properties": {}`, Edits: []diag.Edit{p.insertAfter(m, `"properties": {}`)}}
		}
		p.Report(found)
	}),
}

// describesObjects says that a schema is there to describe values, and not to put a condition to what another one describes.
func describesObjects(n *schema.Node) bool {
	return !slices.Contains([]string{"allOf", "if", "then", "else", "not", "dependentSchemas", "dependencies", "contains", "propertyNames"}, n.Keyword)
}

var additionalPropertiesOpen = Rule{
	ID:       "additional-properties-open",
	Severity: diag.Note,
	Title:    "objects accept properties that they do not name",
	Text: "Without `\"additionalProperties\": false` a misspelt argument is silently accepted and ignored, where the agent would better be told. OpenAI's strict mode refuses objects that are open. " +
		"Objects that take part of their properties from a `$ref` or a combinator are not meant, nor are maps and objects that name no property at all. One finding a file, at its first open object. The fix closes them all; it is unsafe, because calls that the tool accepted may be refused then.",
	Source: "spring-projects/spring-ai#6865; olimorris/codecompanion.nvim#2790; daintreehq/daintree#6639",
	Bad:    schemaText(`{`, `  "type": "object",`, `  "properties": { "text": { "type": "string" } }`, `}`),
	Good:   schemaText(`{`, `  "type": "object",`, `  "properties": { "text": { "type": "string" } },`, `  "additionalProperties": false`, `}`),
	Fix:    UnsafeFix,
	plugin: onSchemas(func(p *schemaPass) {
		shared := parts(p.Document)
		var found diag.Diagnostic
		fix := &diag.Fix{Title: `add "additionalProperties": false`, Unsafe: true}
		for _, n := range p.Nodes {
			if !n.Meaningful() || shared[n] {
				continue
			}
			place, edit := p.closing(n)
			if place == nil {
				continue
			}
			if len(fix.Edits) == 0 {
				found = diag.Diagnostic{Span: p.at(place), Message: subject(n) + " accepts properties that it does not name", Label: `"additionalProperties": false would refuse them`}
			}
			fix.Edits = append(fix.Edits, edit)
		}
		switch n := len(fix.Edits); {
		case n == 0:
			return
		case n > 1:
			found.Message = fmt.Sprintf("%d objects of the schema accept properties that they do not name, first here", n)
		}
		found.Fix = fix
		p.Report(found)
	}),
}

// closing is the place where an object is open, a key, and the edit that closes it; nil where the object is closed, a map, described elsewhere too, or requires
// what it does not name.
func (p *schemaPass) closing(n *schema.Node) (*schema.Value, diag.Edit) {
	alternative := n.Keyword == "anyOf" || n.Keyword == "oneOf"
	if alternative && has(n.Parent, "properties", "patternProperties", "$ref", "allOf") {
		return nil, diag.Edit{} // its parent has properties too
	}
	properties, ok := n.Lookup("properties")
	if !ok || len(members(n, "properties")) == 0 || has(n, "unevaluatedProperties") || combines(n) || !describesObjects(n) {
		return nil, diag.Edit{}
	}
	if required, ok := n.Lookup("required"); ok && slices.ContainsFunc(required.Value.Items, func(v *schema.Value) bool { return properties.Value.Get(v.Text) == nil }) {
		return nil, diag.Edit{} // closed, it could not have what it requires
	}
	others, said := n.Lookup("additionalProperties")
	switch {
	case !said:
		return properties.Key, p.insertAfter(n.Value.Members[len(n.Value.Members)-1], `"additionalProperties": false`)
	case others.Value.Type == schema.Boolean && others.Value.True, others.Value.Type == schema.Object && len(others.Value.Members) == 0:
		return others.Key, diag.Edit{Span: p.span(others.Value.Start, others.Value.End), New: "false"}
	}
	return nil, diag.Edit{}
}

// parts are the schemas that others take in: what refers to them describes the same object and may add properties of its own.
func parts(d *schema.Document) map[*schema.Node]bool {
	out := map[*schema.Node]bool{}
	for _, r := range d.Refs {
		n := r.Node
		if r.Target != nil && (!describesObjects(n) || has(n, "properties", "allOf", "anyOf", "oneOf", "unevaluatedProperties") && n.Dialect > schema.Draft7) {
			out[r.Target] = true
		}
	}
	return out
}

var propertyKeyCharset = Rule{
	ID:       "property-key-charset",
	Severity: diag.Note,
	Title:    "a property's name has other characters than clients accept, or too many",
	Text: "Names of properties can be any text in JSON, but Claude's API refuses every request with a tool that has a name outside `[A-Za-z0-9_.-]{1,64}`: all tools are lost, not only this one. " +
		"Keep to ASCII letters, digits, `_`, `.` and `-`, and at most 64 of them.",
	Source:  "freee/freee-mcp#15; anthropics/claude-code#79418; twilio-labs/mcp#56",
	Bad:     schemaText(`{ "type": "object", "properties": { "rule_name[]": { "type": "string" } } }`),
	Good:    schemaText(`{ "type": "object", "properties": { "rule_name": { "type": "string" } } }`),
	Clients: []string{"claude"},
	plugin: onNodes(func(p *schemaPass, n *schema.Node) {
		for _, m := range members(n, "properties") {
			if plainKey().MatchString(m.Name()) {
				continue
			}
			p.Report(diag.Diagnostic{Span: p.at(m.Key), Message: badKey(m.Name()), Label: "1 to 64 of A-Z, a-z, 0-9, _ . -"})
		}
	}),
}

// plainKey is what Claude's API accepts.
var plainKey = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`) })

func badKey(name string) string {
	bad := otherCharacters(name, func(r rune) bool { return r < 0x80 && plainKey().MatchString(string(r)) })
	says := "the property name " + diag.ShortQuote(name) + " "
	n := len([]rune(name))
	switch {
	case name == "":
		return "a property's name is empty"
	case len(bad) == 0:
		return says + fmt.Sprintf("is %d characters long, %d too many", n, n-64)
	case len(bad) == 1:
		return says + "has a character that some clients refuse: " + quotedCharacters(bad)
	}
	return says + "has characters that some clients refuse: " + quotedCharacters(bad)
}

// otherCharacters are the characters of a name that are not allowed, each once, in order.
func otherCharacters(name string, allowed func(rune) bool) []rune {
	var bad []rune
	for _, r := range name {
		if !allowed(r) && !slices.Contains(bad, r) {
			bad = append(bad, r)
		}
	}
	return bad
}
