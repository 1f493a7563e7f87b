package check

import (
	"fmt"
	"slices"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/schema"
)

// The rules of this file are about keywords that nobody reads.

// annotations are keywords that say something to people and change nothing for a value.
var annotations = []string{"$comment", "title", "description", "default", "examples", "example", "readOnly", "writeOnly", "deprecated"}

// holders are keywords that only hold schemas for references.
var holders = []string{"$defs", "definitions"}

var refSiblingsIgnored = Rule{
	ID:       "ref-siblings-ignored",
	Severity: diag.Warning,
	Title:    "keywords beside a $ref that nobody reads",
	Text: "Up to draft-07 a `$ref` replaces the whole schema that it stands in: what stands beside it is ignored, so a `maxLength` there limits nothing. Since 2019-09 both count. " +
		"Put the reference into an `allOf`, or declare a newer dialect. Titles, descriptions and the like are not reported: they tell a reader something even so. At the root neither `type`, which a tool's schema must have, nor definitions are reported.",
	Source: "JSON Schema draft-07, section 8.3; SchemaStore/schemastore#6372",
	Bad: schemaText(`{`, `  "$schema": "http://json-schema.org/draft-07/schema#",`, `  "type": "object",`,
		`  "properties": { "text": { "$ref": "#/definitions/text", "maxLength": 100 } },`, `  "definitions": { "text": { "type": "string" } }`, `}`),
	Good: schemaText(`{`, `  "$schema": "http://json-schema.org/draft-07/schema#",`, `  "type": "object",`,
		`  "properties": { "text": { "allOf": [ { "$ref": "#/definitions/text" }, { "maxLength": 100 } ] } },`, `  "definitions": { "text": { "type": "string" } }`, `}`),
	plugin: onSchemas(func(p *schemaPass) {
		for _, r := range p.Refs {
			n := r.Node
			if !n.Dialect.RefHidesSiblings() || r.Keyword != "$ref" {
				continue
			}
			var ignored []schema.Member
			for _, m := range n.Value.Effective() {
				name := m.Name()
				switch {
				case name == r.Keyword || name == "$schema" || name == "id" || name == "$id":
				case !n.Dialect.Knows(name) || slices.Contains(annotations, name) || slices.Contains(holders, name):
				case n.Parent == nil && name == "type":
				default:
					ignored = append(ignored, m)
				}
			}
			if len(ignored) == 0 {
				continue
			}
			first := ignored[0]
			d := diag.Diagnostic{
				Span:    p.at(first.Key),
				Message: fmt.Sprintf(`%q stands beside "$ref", where %s ignores it`, first.Name(), n.Dialect),
				Label:   "has no effect",
				Help:    []string{fmt.Sprintf(`write "allOf": [{"$ref": …}, {%q: …}], or declare 2020-12, where both count`, first.Name())},
			}
			if n.Parent == nil {
				d.Help = nil // allOf at the root would be the next finding
			}
			for _, m := range ignored[1:] {
				d.Related = append(d.Related, p.related(m.Key, "has no effect either"))
			}
			p.Report(d)
		}
	}),
}

// foreignKeywords are keywords that are not known to any dialect, or not any more, and that people expect an effect from; with what to write instead.
var foreignKeywords = map[string]string{
	"nullable":        `OpenAPI 3.0 knows it, JSON Schema does not: write "type": ["string", "null"], with the type that it is about`,
	"example":         `JSON Schema has a list: "examples": […]`,
	"optional":        `properties are optional unless "required" of the object lists them`,
	"additionalItems": `in 2020-12 "items" is what the items behind "prefixItems" have to be`,
	"dependencies":    `since 2019-09 it is "dependentRequired" for names and "dependentSchemas" for schemas`,
	"$recursiveRef":   `in 2020-12 it is "$dynamicRef"`, "$recursiveAnchor": `in 2020-12 it is "$dynamicAnchor"`,
	"divisibleBy": `since draft-04 it is "multipleOf"`, "extends": `since draft-04 it is "allOf"`, "disallow": `since draft-04 it is "not"`,
	"min": `"minimum" for numbers, "minLength" for texts, "minItems" for lists`, "max": `"maximum" for numbers, "maxLength" for texts, "maxItems" for lists`,
	"regex": `write "pattern"`, "options": `write "enum": […]`, "values": `write "enum": […]`, "choices": `write "enum": […]`,
	"desc": `write "description"`, "doc": `write "description"`, "help": `write "description"`,
	"fields": `write "properties"`, "params": `write "properties"`, "parameters": `write "properties"`,
	"union": `write "anyOf": […]`, "elements": `write "items"`,
}

// vendorAnnotations are names that well-known tools write into schemas or read from them. They are for people, forms or code generators and never
// were meant to restrict a value, so nobody is misled by them.
var vendorAnnotations = strings.Fields(`
	id $id $vocabulary
	discriminator xml externalDocs
	enumNames enumDescriptions enumTitles enumItemLabels markdownDescription markdownEnumDescriptions enumDeprecated deprecationMessage doNotSuggest suggestSortText
	defaultSnippets allowComments allowTrailingCommas errorMessage patternErrorMessage propertyOrder propertyOrdering order
	tsType tsEnumNames javaType javaEnumNames existingJavaType goType goJSONSchema customTypes
	widget placeholder hint label
	contentMediaType contentEncoding contentSchema`)

var unknownKeyword = Rule{
	ID:       "unknown-keyword",
	Severity: diag.Warning,
	Title:    "a keyword that the schema's dialect does not know",
	Text: "JSON Schema ignores what it does not know, so a misspelt `requird`, OpenAPI's `nullable`, or a keyword of another dialect has no effect, and nobody says so. Keywords are case-sensitive.\n\n" +
		"Not reported, because nobody takes them for more than they are: names that begin with `x-` or `_`, or contain `:` or `.`; annotations of newer dialects (`examples`, `deprecated`, `readOnly` …); names that well-known editors, forms and " +
		"code generators write for themselves (`markdownDescription`, `enumNames`, `discriminator`, `tsType`, `propertyOrder`, `errorMessage` …); `$defs` and `definitions` in any dialect; and members that a `$ref` of the file leads " +
		"into. Everything else is reported, as the strict mode of other validators does. An annotation of your own can be called `x-…`, which the next version of JSON Schema will ask for.",
	Source: "S8; langflow-ai/langflow#9359",
	Bad:    schemaText(`{ "type": "object", "properties": { "text": { "type": "string", "nullable": true } } }`),
	Good:   schemaText(`{ "type": "object", "properties": { "text": { "type": ["string", "null"], "x-ui-order": 1 } } }`),
	plugin: onSchemas(func(p *schemaPass) {
		// Names that references lead into hold definitions.
		type place struct {
			in   *schema.Node
			name string
		}
		used := map[place]bool{}
		for _, n := range p.Nodes {
			if n.Keyword == "" && n.Parent != nil {
				used[place{n.Parent, n.Holder()}] = true
			}
		}
		guess := guesser(p)
		for _, n := range p.Nodes {
			if !n.Meaningful() {
				continue
			}
			for _, m := range n.Value.Effective() {
				name := m.Name()
				if n.Dialect.Knows(name) && !retired(n.Dialect, name) || nobodyIsMisled(name) || used[place{n, name}] {
					continue
				}
				d := diag.Diagnostic{Span: p.at(m.Key), Message: fmt.Sprintf("%s is no keyword of %s", diag.ShortQuote(name), n.Dialect), Label: "has no effect"}
				if help := insteadOf(n.Dialect, name, guess); help != "" {
					d.Help = []string{help}
				} else if _, typed := m.Value.Lookup("type"); typed {
					d.Help = []string{`a property stands inside of "properties"`}
				}
				p.Report(d)
			}
		}
	}),
}

// retired: the meta-schema still describes it, but it has no effect any more.
func retired(d schema.Dialect, name string) bool {
	switch name {
	case "dependencies":
		return d >= schema.Draft2019
	case "$recursiveRef", "$recursiveAnchor":
		return d >= schema.Draft2020
	}
	return false
}

func nobodyIsMisled(name string) bool {
	return name == "" || strings.HasPrefix(strings.ToLower(name), "x-") || name[0] == '_' || strings.ContainsAny(name, ":.") ||
		slices.Contains(annotations, name) && name != "example" || slices.Contains(holders, name) || slices.Contains(vendorAnnotations, name)
}

// insteadOf says what to write instead of an unknown keyword; "" where there is no good guess.
func insteadOf(d schema.Dialect, name string, guess func(schema.Dialect, string) string) string {
	for _, newer := range []schema.Dialect{schema.Draft6, schema.Draft7, schema.Draft2019, schema.Draft2020} {
		if newer > d && newer.Knows(name) && !retired(newer, name) {
			return fmt.Sprintf(`%s knows it: "$schema": %q`, newer, newer.URI())
		}
	}
	if help := foreignKeywords[name]; help != "" {
		return help
	}
	if meant := guess(d, name); meant != "" {
		return "did you mean " + diag.Quote(meant) + "?"
	}
	return ""
}

// guesser finds near misses, each name once, and not of more names than anybody reads about.
func guesser(p *schemaPass) func(schema.Dialect, string) string {
	const most = 200
	type question struct {
		dialect schema.Dialect
		name    string
	}
	known := map[question]string{}
	return func(d schema.Dialect, name string) string {
		q := question{d, name}
		meant, ok := known[q]
		if !ok && len(known) < most {
			meant = diag.Nearest(name, d.Keywords())
			known[q] = meant
		}
		return meant
	}
}
