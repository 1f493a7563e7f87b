package check

import (
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/plugin"
	"openidea-plugin/schema"
)

// eachDocument visits the schema files of a plugin that can be looked into.
func eachDocument(p *Pass, f func(s *plugin.SchemaFile, d *schema.Document)) {
	for _, s := range p.Plugin.Schemas {
		if s.Document != nil {
			f(s, s.Document)
		}
	}
}

// eachNode visits the schemas in the schema files of a plugin whose keywords mean something (schema.Node.Meaningful).
func eachNode(p *Pass, f func(s *plugin.SchemaFile, n *schema.Node)) {
	eachDocument(p, func(s *plugin.SchemaFile, d *schema.Document) {
		for _, n := range d.Nodes {
			if n.Meaningful() {
				f(s, n)
			}
		}
	})
}

// at is the place of a value in a schema file: a string without its quotes, unless it is empty.
func at(s *plugin.SchemaFile, v *schema.Value) diag.Span {
	start, end := v.Span()
	if start == end {
		start, end = v.Start, v.End
	}
	return diag.Span{File: s.File, Start: start, End: end}
}

// nameOf is the place that stands for a whole schema: the name that holds it, if it has one.
func nameOf(s *plugin.SchemaFile, n *schema.Node) diag.Span {
	if n.Key != nil {
		return at(s, n.Key)
	}
	return at(s, n.Value)
}

// subject names a schema in a message: the property that it is for, or its place.
func subject(n *schema.Node) string {
	switch {
	case n.Parent == nil:
		return "the schema"
	case n.Keyword == "properties":
		return "property " + shortQuote(n.Key.Text)
	case n.Depth > 20:
		return "a schema in " + diag.Quote(n.Keyword) // whose pointer nobody could read
	}
	return shortQuote(n.Pointer())
}

// has says that a schema has one of some keywords.
func has(n *schema.Node, keywords ...string) bool {
	for _, k := range keywords {
		if _, ok := n.Lookup(k); ok && n.Dialect.Knows(k) {
			return true
		}
	}
	return false
}

// combines says that a schema takes something from another one that is for the same value, so that it does not have to say all itself.
func combines(n *schema.Node) bool {
	return has(n, "$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "not", "if", "dependentSchemas")
}

// typesOf are the types that a schema allows by name; nil where it has no "type", or one that is no list of types.
func typesOf(n *schema.Node) []string {
	v := n.Value.Get("type")
	switch {
	case v == nil:
		return nil
	case v.Type == schema.String:
		return []string{v.Text}
	case v.Type != schema.Array:
		return nil
	}
	var names []string
	for _, item := range v.Items {
		if item.Type != schema.String {
			return nil
		}
		names = append(names, item.Text)
	}
	return names
}

// insertAfter is the edit that adds a member behind another one of an object, laid out as that one is.
func insertAfter(s *plugin.SchemaFile, m schema.Member, text string) diag.Edit {
	end := diag.Span{File: s.File, Start: m.Value.End, End: m.Value.End}
	before := string(s.File.Data[:m.Key.Start])
	line := before[strings.LastIndexByte(before, '\n')+1:]
	switch {
	case len(line) == len(before) || strings.TrimLeft(line, " \t") != "":
		text = ", " + text
	case strings.HasSuffix(strings.TrimSuffix(before, line), "\r\n"):
		text = ",\r\n" + line + text
	default:
		text = ",\n" + line + text
	}
	return diag.Edit{Span: end, New: text}
}

// removal is the edit that takes a member out of an object, with the comma that it needs no more; false where the object has the name twice.
func removal(s *plugin.SchemaFile, object *schema.Value, m schema.Member) (diag.Edit, bool) {
	at, times := -1, 0
	for i, other := range object.Members {
		if other.Name() == m.Name() {
			at, times = i, times+1
		}
	}
	if times != 1 {
		return diag.Edit{}, false
	}
	start, end := m.Key.Start, m.Value.End
	switch {
	case at+1 < len(object.Members):
		end = object.Members[at+1].Key.Start
	case at > 0:
		start = object.Members[at-1].Value.End
	}
	return diag.Edit{Span: diag.Span{File: s.File, Start: start, End: end}}, true
}
