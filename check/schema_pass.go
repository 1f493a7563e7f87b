package check

import (
	"bytes"

	"openidea-plugin/diag"
	"openidea-plugin/plugin"
	"openidea-plugin/schema"
)

// schemaPass is one rule at work on one schema file that could be read as a schema.
type schemaPass struct {
	*Pass
	File *plugin.SchemaFile
	*schema.Document
}

// onSchemas makes a rule of what looks at one schema file. A file that several tools name is looked at once.
func onSchemas(look func(*schemaPass)) func(*Pass) {
	return func(p *Pass) {
		for _, s := range p.Plugin.Schemas {
			if s.Document != nil {
				look(&schemaPass{Pass: p, File: s, Document: s.Document})
			}
		}
	}
}

// onNodes makes a rule of what looks at one subschema that is an object whose keywords mean something (schema.Node.Meaningful).
func onNodes(look func(*schemaPass, *schema.Node)) func(*Pass) {
	return onSchemas(func(p *schemaPass) {
		for _, n := range p.Nodes {
			if n.Meaningful() {
				look(p, n)
			}
		}
	})
}

// at is the place of a value or a name: a string without its quotes, unless it is empty.
func (p *schemaPass) at(v *schema.Value) diag.Span {
	start, end := v.Span()
	if start == end {
		start, end = v.Start, v.End
	}
	return p.span(start, end)
}

// nameOf is the place that stands for a whole schema: the name that holds it, if it has one.
func (p *schemaPass) nameOf(n *schema.Node) diag.Span {
	if n.Key != nil {
		return p.at(n.Key)
	}
	return p.at(n.Value)
}

func (p *schemaPass) span(start, end int) diag.Span {
	return diag.Span{File: p.File.File, Start: start, End: end}
}

// related is a second place with a few words.
func (p *schemaPass) related(v *schema.Value, message string) diag.Related {
	return diag.Related{Span: p.at(v), Message: message}
}

// problem reports what package schema has found.
func (p *schemaPass) problem(problem schema.Problem) {
	d := diag.Diagnostic{Span: p.span(problem.Start, problem.End), Message: problem.Message, Label: problem.Label, Help: problem.Help}
	if f := problem.Fix; f != nil {
		d.Fix = &diag.Fix{Title: f.Title, Unsafe: f.Unsafe}
		for _, e := range f.Edits {
			d.Fix.Edits = append(d.Fix.Edits, diag.Edit{Span: p.span(e.Start, e.End), New: e.New})
		}
	}
	for _, r := range problem.Related {
		d.Related = append(d.Related, diag.Related{Span: p.span(r.Start, r.End), Message: r.Message})
	}
	p.Report(d)
}

// insertAfter is the edit that adds a member behind another one of an object, laid out as that one is.
func (p *schemaPass) insertAfter(m schema.Member, text string) diag.Edit {
	// Only the blanks before the member are looked at: a file may be one line with thousands of members.
	before := p.File.File.Data[:m.Key.Start]
	rest := bytes.TrimRight(before, " \t")
	indent := string(before[len(rest):])
	switch {
	case !bytes.HasSuffix(rest, []byte("\n")):
		text = ", " + text
	case bytes.HasSuffix(rest, []byte("\r\n")):
		text = ",\r\n" + indent + text
	default:
		text = ",\n" + indent + text
	}
	return diag.Edit{Span: p.span(m.Value.End, m.Value.End), New: text}
}

// removal is the edit that takes a member out of an object, with the comma that it needs no more; false where the object has the name twice.
func (p *schemaPass) removal(object *schema.Value, m schema.Member) (diag.Edit, bool) {
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
	return diag.Edit{Span: p.span(start, end)}, true
}
