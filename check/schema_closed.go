package check

import (
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/schema"
)

var closedObjectHidesAllOf = Rule{
	ID:       "closed-object-hides-allof",
	Severity: diag.Note,
	Title:    "a closed object refuses properties that schemas beside it describe",
	Text: "`\"additionalProperties\": false` looks only at the `properties` and `patternProperties` of its own object, not at those in `allOf`, `anyOf`, `$ref` and the like. A property that only they name is described and yet refused, whatever its value. " +
		"Name it beside `additionalProperties` too, or use `unevaluatedProperties`, which sees them all (from 2019-09 on); the fix does that and is unsafe, because the schema then accepts more.",
	Source: "davishmcclurg/json_schemer#225; ajv-validator/ajv#1496; JSON Schema 2020-12, additionalProperties",
	Bad:    schemaText(`{`, `  "type": "object",`, `  "allOf": [ { "properties": { "text": { "type": "string" } } } ],`, `  "additionalProperties": false`, `}`),
	Good: schemaText(`{`, `  "type": "object",`, `  "properties": { "filter": {`, `    "allOf": [ { "properties": { "text": { "type": "string" } } } ],`, `    "properties": { "text": {} },`,
		`    "additionalProperties": false`, `  } }`, `}`),
	Fix: UnsafeFix,
	plugin: onSchemas(func(p *schemaPass) {
		// The budget is far above what a tool's schema needs: it bounds schemas whose parts are all taken in by all others.
		h := hiding{schemaPass: p, budget: 200_000, reported: map[*schema.Node]bool{}}
		for _, n := range p.Nodes {
			if n.Meaningful() && combines(n) {
				h.look(n)
			}
		}
	}),
}

// hiding looks for properties that closed objects refuse.
type hiding struct {
	*schemaPass
	// budget is how many more schemas are looked at.
	budget   int
	reported map[*schema.Node]bool
}

// look reports the closed objects among n and what it surely applies to its own value, where others of them name properties that they refuse. Only n itself is
// held against alternatives: a closed alternative stands for itself.
func (h *hiding) look(n *schema.Node) {
	surely := h.gather(n, func(by string) bool { return by == "allOf" || strings.HasSuffix(by, "ef") })
	for _, closed := range surely {
		others, ok := closed.Lookup("additionalProperties")
		if !ok || others.Value.Type != schema.Boolean || others.Value.True || h.reported[closed] {
			continue
		}
		beside := surely
		if closed == n {
			beside = h.gather(n, func(by string) bool { return by != "not" && by != "if" })
		}
		if hidden := h.hidden(closed, beside); hidden != nil {
			h.reported[closed] = true
			h.report(n, closed, others, hidden)
		}
	}
}

// hidden is the name of the first property that schemas beside a closed one describe and it does not; nil where there is none.
func (h *hiding) hidden(closed *schema.Node, beside []*schema.Node) *schema.Value {
	if len(members(closed, "patternProperties")) > 0 {
		return nil // what patterns match is for validators
	}
	own := closed.Value.Get("properties")
	for _, other := range beside {
		if h.budget--; h.budget < 0 {
			return nil
		}
		if other == closed {
			continue
		}
		for _, m := range members(other, "properties") {
			if _, known := own.Lookup(m.Name()); !known && (m.Value.Type != schema.Boolean || m.Value.True) {
				return m.Key
			}
		}
	}
	return nil
}

func (h *hiding) report(n, closed *schema.Node, additional schema.Member, hidden *schema.Value) {
	found := diag.Diagnostic{
		Span: h.at(additional.Key), Message: subject(closed) + diag.Sprintf(" refuses property %q, which another schema for the same object describes", hidden.Text),
		Label: "sees only the properties beside it", Related: []diag.Related{h.related(hidden, "described here")},
	}
	if closed == n && n.Dialect >= schema.Draft2019 && !has(n, "unevaluatedProperties") {
		found.Fix = &diag.Fix{Title: `"unevaluatedProperties" instead of "additionalProperties"`, Unsafe: true,
			Edits: []diag.Edit{{Span: h.at(additional.Key), New: "unevaluatedProperties"}}}
	}
	h.Report(found)
}

// gather is n and the objects that it applies to its own value, through keywords that follow lets through, each once.
func (h *hiding) gather(n *schema.Node, follow func(by string) bool) []*schema.Node {
	const most = 200 // of a schema that is so entangled nobody can say what it hides
	seen := map[*schema.Node]bool{n: true}
	out := []*schema.Node{n}
	for i := 0; i < len(out) && h.budget > 0; i++ {
		for _, a := range h.Applied(out[i]) {
			h.budget--
			if len(out) < most && !seen[a.Node] && a.Value.Type == schema.Object && follow(a.By) {
				seen[a.Node] = true
				out = append(out, a.Node)
			}
		}
	}
	return out
}

// members are those of an object that a keyword holds; none where it holds something else.
func members(n *schema.Node, keyword string) []schema.Member {
	v := n.Value.Get(keyword)
	if v == nil || v.Type != schema.Object {
		return nil
	}
	return v.Effective()
}
