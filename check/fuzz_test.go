package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"openidea-plugin/diag"
	"openidea-plugin/manifest"
	"openidea-plugin/plugin"
	"openidea-plugin/schema"
)

// memory is a plugin of one manifest whose tools all have one schema, without a folder.
func memory(toml, json []byte) *plugin.Plugin {
	p := &plugin.Plugin{Manifest: manifest.Parse(&diag.SourceFile{Path: "plugin.toml", Data: toml})}
	s := &plugin.SchemaFile{File: &diag.SourceFile{Path: "s.json", Data: json}}
	s.Document, s.Problems = schema.Load(json)
	p.Schemas = append(p.Schemas, s)
	for _, t := range p.Manifest.Tools {
		p.Tools = append(p.Tools, &plugin.Tool{Tool: t, Schema: s})
	}
	return p
}

// FuzzRules: whatever a manifest and a schema hold, all rules come to an end, mark places that exist, and offer fixes that leave a JSON text JSON and a TOML text
// TOML. A safe fix brings no error.
func FuzzRules(f *testing.F) {
	shapes, err := filepath.Glob("testdata/shapes/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range shapes {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range strings.Split(string(data), "\n-- ") {
			if name, text, ok := strings.Cut(part, " --\n"); ok && strings.HasSuffix(name, ".json") {
				f.Add([]byte(exampleHead+exampleTool), []byte(text))
			} else if ok && strings.HasSuffix(name, ".toml") {
				f.Add([]byte(exampleHead+text), []byte(exampleSchema))
			}
		}
	}
	f.Fuzz(func(t *testing.T, toml, json []byte) {
		p := memory(toml, json)
		found := Plugin(p, Options{NoWasm: true})
		errors, fixes := 0, 0
		for _, d := range found {
			if d.Severity == diag.Error {
				errors++
			}
		}
		for _, d := range found {
			check := func(s diag.Span) {
				if s.File == nil || s.Start < 0 || s.End < s.Start || s.End > len(s.File.Data) {
					t.Fatalf("%s marks %d to %d", d.Rule, s.Start, s.End)
				}
			}
			check(d.Span)
			for _, r := range d.Related {
				check(r.Span)
			}
			if d.Fix == nil || fixes == 20 {
				continue // many fixes of one kind are no news, and each costs a run
			}
			if d.Rule == "schema-syntax" || d.Rule == "schema-encoding" || d.Rule == manifest.RuleSyntax {
				continue // such a mistake hides all others
			}
			fixes++
			for _, e := range d.Fix.Edits {
				check(e.Span)
			}
			file, isSchema := d.Fix.Edits[0].Span.File, d.Fix.Edits[0].Span.File.Path == "s.json"
			mended := mend(shapeFile{Data: file.Data}, d.Fix).Data
			switch {
			case isSchema:
				if _, problem := schema.Parse(mended); problem != nil {
					t.Fatalf("%s leaves no JSON: %s\n%q", d.Rule, problem.Message, mended)
				}
				p = memory(toml, mended)
			default:
				p = memory(mended, json)
				if p.Manifest.Doc == nil {
					t.Fatalf("%s leaves no TOML: %q", d.Rule, mended)
				}
			}
			now := 0
			for _, after := range Plugin(p, Options{NoWasm: true}) {
				if after.Severity == diag.Error {
					now++
				}
			}
			// A reference that leads somewhere shows the mistakes in what it leads to.
			if !d.Fix.Unsafe && now > errors && d.Rule != "schema-ref-unresolved" {
				t.Fatalf("the fix of %s brings errors: %q", d.Rule, mended)
			}
		}
	})
}
