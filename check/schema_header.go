package check

import (
	"regexp"
	"strings"
	"sync"

	"openidea-plugin/diag"
	"openidea-plugin/schema"
)

const headerKeyword = "x-mcp-header"

// fieldName is a token of RFC 9110, the form of a header's name.
var fieldName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$") })

var xMCPHeaderInvalid = Rule{
	ID:       "x-mcp-header-invalid",
	Severity: diag.Note,
	Title:    "an x-mcp-header annotation makes clients drop the tool",
	Text: "`x-mcp-header` asks clients that speak HTTP to repeat an argument in the header `Mcp-Param-NAME`. Its value must be a name as HTTP headers have them, and no two may be the same, whatever their case. It may stand only on a property of type `string`, `integer` or " +
		"`boolean` that is reached from the root through `properties` alone: not in `items`, a combinator, a condition, or behind a `$ref`. Clients must leave out a tool that breaks one of these rules.",
	Source: "Model Context Protocol 2026-07-28, x-mcp-header (SEP-2243); modelcontextprotocol/modelcontextprotocol#2772",
	Bad:    schemaText(`{ "type": "object", "properties": { "ratio": { "type": "number", "x-mcp-header": "Ratio" } } }`),
	Good:   schemaText(`{ "type": "object", "properties": { "region": { "type": "string", "x-mcp-header": "Region" } } }`),
	plugin: onSchemas(func(p *schemaPass) {
		first := map[string]*schema.Value{} // the annotation that has a name, by its lower-case form
		for _, n := range p.Nodes {
			if m, ok := n.Lookup(headerKeyword); ok {
				p.headerName(m.Value, first)
				p.headerPlace(n, m)
			}
		}
	}),
}

// headerName reports what is wrong with the value of an annotation.
func (p *schemaPass) headerName(v *schema.Value, first map[string]*schema.Value) {
	found := diag.Diagnostic{Span: p.at(v), Label: "letters, digits and !#$%&'*+-.^_`|~"}
	switch {
	case v.Type != schema.String:
		found.Message, found.Label = "x-mcp-header has a value of type "+v.Type.String(), "must be the name of a header, a string"
	case v.Text == "":
		found.Message = "x-mcp-header is empty"
	case !fieldName().MatchString(v.Text):
		found.Message = diag.Sprintf("%q cannot be part of the name of a header", v.Text)
	default:
		folded := strings.ToLower(v.Text)
		before := first[folded]
		if before == nil {
			first[folded] = v
			return
		}
		found.Message, found.Label = diag.Sprintf("two properties go by the header %q", v.Text), "the name is taken; case makes no difference"
		found.Related = []diag.Related{p.related(before, "by this property")}
	}
	p.Report(found)
}

// headerPlace reports an annotation where none may stand.
func (p *schemaPass) headerPlace(n *schema.Node, m schema.Member) {
	found := diag.Diagnostic{Span: p.at(m.Key), Label: "clients drop the tool"}
	declared := n.Value.Get("type")
	switch through := notThroughProperties(n); {
	case n.Parent == nil:
		found.Message = "x-mcp-header stands on the whole schema, not on a property"
	case through != "":
		found.Message = "x-mcp-header stands on a schema that is reached through " + diag.Quote(through)
		found.Help = []string{`it may stand only where "properties" alone lead`}
	case declared == nil:
		found.Message, found.Label = "x-mcp-header stands on "+subject(n)+", which has no type", "must be of type string, integer or boolean"
	case declared.Type == schema.String && (declared.Text == "string" || declared.Text == "integer" || declared.Text == "boolean"):
		return
	default:
		found.Message, found.Label = "x-mcp-header stands on "+subject(n)+", which is of another type", "must be of type string, integer or boolean"
		found.Related = []diag.Related{p.related(declared, "the type")}
	}
	p.Report(found)
}

// notThroughProperties is the first keyword but "properties" on the way from the root to a schema; "" where there is none.
func notThroughProperties(n *schema.Node) string {
	through := ""
	for ; n.Parent != nil; n = n.Parent {
		switch n.Keyword {
		case "properties":
		case "":
			through = "$ref"
		default:
			through = n.Keyword
		}
	}
	return through
}
