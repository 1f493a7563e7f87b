package manifest

import (
	"slices"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
	"openidea-plugin/tomlschema"
)

// typeFix writes a value of the wrong type as the right one, where there is only one way to mean it; else nil.
func typeFix(p tomlschema.Problem) *diag.Fix {
	v := p.Value
	written := string(v.Span.File.Data[v.Span.Start:v.Span.End])
	replace := func(text string) *diag.Fix {
		return &diag.Fix{Title: text, Edits: []diag.Edit{{Span: v.Span, New: text}}}
	}
	switch {
	case p.Key.Type == tomlschema.Boolean && v.Kind == tomlpos.String:
		if word := strings.ToLower(v.Text); word == "true" || word == "false" {
			return replace(word)
		}
	case p.Key.Type == tomlschema.String && scalar(v):
		return replace(diag.Quote(written))
	case p.Key.Type == tomlschema.Array && v.Kind == tomlpos.String && p.Key.Of != nil && p.Key.Of.Type == tomlschema.String && v.Text != "":
		return &diag.Fix{Title: "put it in brackets", Edits: around(v, "[", "]")}
	case p.Key.Type == tomlschema.Array && v.Kind == tomlpos.Table && v.Inline():
		return &diag.Fix{Title: "put it in brackets", Edits: around(v, "[", "]")}
	case p.Key.Type == tomlschema.Array && v.Kind == tomlpos.Table && strings.HasPrefix(written, "[") && strings.HasSuffix(written, "]"):
		// Its keys may stand in further tables only if none of them has a header, which would be one of the single table.
		if !slices.ContainsFunc(v.Entries, func(e *tomlpos.Entry) bool { return e.Value.Kind == tomlpos.Table || e.Value.OfTables() }) {
			return &diag.Fix{Title: "[" + written + "]", Edits: around(v, "[", "]")}
		}
	}
	return nil
}

// scalar says that a value is no string and has no parts.
func scalar(v *tomlpos.Value) bool {
	return v.Kind != tomlpos.String && v.Kind != tomlpos.Array && v.Kind != tomlpos.Table
}

// around puts something before and behind a value.
func around(v *tomlpos.Value, before, behind string) []diag.Edit {
	at := func(offset int) diag.Span { return diag.Span{File: v.Span.File, Start: offset, End: offset} }
	return []diag.Edit{{Span: at(v.Span.Start), New: before}, {Span: at(v.Span.End), New: behind}}
}
