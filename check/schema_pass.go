package check

import (
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
		eachDocument(p, func(s *plugin.SchemaFile, d *schema.Document) {
			look(&schemaPass{Pass: p, File: s, Document: d})
		})
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

// at marks a value or a name as function at does.
func (p *schemaPass) at(v *schema.Value) diag.Span { return at(p.File, v) }

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
