package check

import (
	"openidea-plugin/diag"
	"openidea-plugin/schema"
)

// subject names a schema in a message: the property that it is for, or its place.
func subject(n *schema.Node) string {
	switch {
	case n.Parent == nil:
		return "the schema"
	case n.Keyword == "properties":
		return "property " + diag.ShortQuote(n.Key.Text)
	case n.Depth > 20:
		return "a schema in " + diag.Quote(n.Keyword) // whose pointer nobody could read
	}
	return diag.ShortQuote(n.Pointer())
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
