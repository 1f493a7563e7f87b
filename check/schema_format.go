package check

import (
	"slices"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/schema"
)

// formats are those of JSON Schema 2020-12.
var formats = []string{"date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri", "uri-reference", "iri", "iri-reference",
	"uuid", "uri-template", "json-pointer", "relative-json-pointer", "regex"}

// formatAliases are other names of them.
var formatAliases = map[string]string{"url": "uri", "datetime": "date-time", "timestamp": "date-time", "ip": "ipv4", "ip-address": "ipv4", "guid": "uuid", "host": "hostname", "regexp": "regex"}

var formatNonstandard = Rule{
	ID:       "format-nonstandard",
	Severity: diag.Note,
	Title:    "a format that JSON Schema does not know",
	Text: "JSON Schema 2020-12 knows " + strings.Join(formats, ", ") + ". Others, such as `int64`, `binary` or `url`, come from OpenAPI or from a library: validators ignore them or, in strict settings, refuse the schema, and clients refuse the tool. " +
		"Say what is meant by `minimum`, `pattern` or in the description. Where another name of a standard format was used, the fix writes the standard one; it is unsafe, because clients may check the value then.",
	Source:  "google-gemini/gemini-cli#6948; JSON Schema 2020-12 Validation, section 7.3",
	Bad:     schemaText(`{ "type": "object", "properties": { "page": { "type": "string", "format": "url" } } }`),
	Good:    schemaText(`{ "type": "object", "properties": { "since": { "type": "string", "format": "date-time" } } }`),
	Fix:     UnsafeFix,
	Clients: []string{"gemini"},
	plugin: onFormats(func(p *schemaPass, v *schema.Value) {
		if slices.Contains(formats, v.Text) {
			return
		}
		found := diag.Diagnostic{Span: p.at(v), Message: diag.Sprintf("%q is no format of JSON Schema", v.Text), Label: "some validators and clients refuse it"}
		lower := strings.ToLower(v.Text)
		meant := formatAliases[lower]
		if slices.Contains(formats, lower) {
			meant = lower
		}
		if meant == "" && len(v.Text) > 3 {
			meant = diag.Nearest(v.Text, formats)
		}
		if meant != "" {
			found.Fix = &diag.Fix{Title: diag.Quote(meant), Unsafe: true, Edits: []diag.Edit{{Span: p.span(v.Start, v.End), New: diag.Quote(meant)}}}
		}
		p.Report(found)
	}),
}

var formatProviderLimited = Rule{
	ID:       "format-provider-limited",
	Severity: diag.Note,
	Title:    "a format that some providers of models refuse",
	Text: "Of the standard formats Gemini's API takes `date-time` only (\"only 'enum' and 'date-time' are supported for STRING type\"): a client that passes another one on loses every request, not only this tool. " +
		"The IDE does not check formats, so a sentence in the description (\"an absolute URL\") says as much.",
	Source:  "google-gemini/gemini-cli#2237; google-gemini/gemini-cli#4031",
	Bad:     schemaText(`{ "type": "object", "properties": { "page": { "type": "string", "format": "uri" } } }`),
	Good:    schemaText(`{ "type": "object", "properties": { "page": { "type": "string", "description": "An absolute URL" } } }`),
	Clients: []string{"gemini"},
	plugin: onFormats(func(p *schemaPass, v *schema.Value) {
		if slices.Contains(formats, v.Text) && v.Text != "date-time" {
			p.Report(diag.Diagnostic{Span: p.at(v), Message: diag.Sprintf("the format %q is refused by some providers of models", v.Text), Label: "only date-time is known everywhere"})
		}
	}),
}

// onFormats makes a rule of what looks at the value of one "format".
func onFormats(look func(p *schemaPass, format *schema.Value)) func(*Pass) {
	return onNodes(func(p *schemaPass, n *schema.Node) {
		if v := n.Value.Get("format"); v != nil && v.Type == schema.String {
			look(p, v)
		}
	})
}
