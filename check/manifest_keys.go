package check

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"openidea-plugin/diag"
	"openidea-plugin/manifest"
	"openidea-plugin/manifest/tomlpos"
	"openidea-plugin/tomlschema"
)

var pluginID = Rule{
	ID:       "plugin-id",
	Severity: diag.Error,
	Title:    "the plugin has no id",
	Text: "`id` names the plugin everywhere: in the IDE's settings, in the listing of tools, and in the name of each tool. It must be there and must not be empty. " +
		"A name with a prefix of your own, such as `acme.notes`, keeps tools of different authors apart.",
	Source: "S2",
	Bad:    manifestText(`Id = "acme.notes"`, `name = "Acme Notes"`, `version = "0.1.0"`, `engines.openidea = "^1.4"`),
	Good:   manifestText(`id = "acme.notes"`, `name = "Acme Notes"`, `version = "0.1.0"`, `engines.openidea = "^1.4"`),
	Fix:    SafeFix,
	plugin: func(p *Pass) {
		m := p.Plugin.Manifest
		switch {
		case m.Doc == nil:
		case m.ID.Missing():
			d := diag.Diagnostic{Span: m.Start(), Message: "the plugin has no id", Label: `id = "acme.notes" should stand above the first table`}
			d.Fix = nearMiss(p, &d, m.Doc.Root, "id", nil)
			p.Report(d)
		case m.ID.Set() && m.ID.Value == "":
			p.Report(diag.Diagnostic{Span: m.ID.Span, Message: "the plugin's id is empty", Label: `for example "acme.notes"`})
		}
	},
}

var enginesRange = Rule{
	ID:       "engines-range",
	Severity: diag.Error,
	Title:    "engines.openidea is missing or no version range",
	Text: "`engines.openidea` says which versions of the plugin API the plugin works with. The spellings of Cargo and npm are both understood: `^1.4`, `~1.4.2`, " +
		"`>=1.4, <2`, `1.4 || 2`. A range that admits no version at all is reported too. Tools need API 1.4. The fix makes a range of the one version that is named, and of nothing for tools `^1.4`; it is unsafe, because it decides who can install the plugin.",
	Source: "the published reference: \"Declare a tool\"",
	Bad:    manifestText(`id = "acme.notes"`, `engines.openidea = "1.4 or later"`),
	Good:   manifestText(`id = "acme.notes"`, `engines.openidea = "^1.4"`),
	Fix:    UnsafeFix,
	plugin: func(p *Pass) {
		m := p.Plugin.Manifest
		const label = `for example "^1.4", or ">=1.4, <2"`
		switch f := m.Engines; {
		case m.Doc == nil:
		case f.Missing():
			d := diag.Diagnostic{Span: m.Start(), Message: "the manifest does not say which API versions the plugin works with: engines.openidea is missing",
				Label: `engines.openidea = "^1.4" should stand above the first table`}
			if e := m.Doc.Root.Entry("engines"); e != nil {
				d.Span, d.Label = e.Value.Span, `openidea = "^1.4" is missing`
				nearMiss(p, &d, e.Value, "openidea", nil)
			} else if nearMiss(p, &d, m.Doc.Root, "engines", nil); len(d.Help) == 0 {
				d.Fix = addEngines(m)
			}
			p.Report(d)
		case f.Set() && manifest.AdmitsNone(f.Value):
			p.Report(diag.Diagnostic{Span: f.Span, Message: "no version is in the range " + diag.ShortQuote(f.Value), Label: label, Help: []string{"nobody could install the plugin: \" \" and \",\" mean that both hold, \"||\" that one of them does"}})
		case f.Set() && manifest.ParseRange(f.Value) == nil:
			p.Report(diag.Diagnostic{Span: f.Span, Message: diag.ShortQuote(f.Value) + " is no version range", Label: label, Fix: asRange(m)})
		}
	},
}

// addEngines is the fix that writes the range that tools need below the plugin's id; nil where there is no id at the root, or no tool.
func addEngines(m *manifest.Manifest) *diag.Fix {
	const line = `engines.openidea = "^1.4"`
	if !m.ID.Set() || len(m.Tools) == 0 {
		return nil
	}
	data := m.File.Data
	at, text := len(data), "\n"+line
	if n := bytes.IndexByte(data[m.ID.Whole.End:], '\n'); n >= 0 {
		at, text = m.ID.Whole.End+n+1, line+"\n"
	}
	return &diag.Fix{Title: "add " + line, Unsafe: true, Edits: []diag.Edit{{Span: diag.Span{File: m.File, Start: at, End: at}, New: text}}}
}

// namedVersion finds the versions that a text names.
var namedVersion = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\d{1,9}(?:\.\d{1,9}){0,2}`) })

// asRange is the fix that makes a range of what is none: of one version that and what is compatible with it, or later ones where the text says so, and of a word what tools
// need; nil where several versions are named.
func asRange(m *manifest.Manifest) *diag.Fix {
	s := strings.ToLower(m.Engines.Value)
	text := ""
	switch versions := namedVersion().FindAllString(s, -1); {
	case len(versions) == 1 && strings.ContainsAny(s, "+>≥"), len(versions) == 1 && laterWords().MatchString(s):
		text = ">=" + versions[0]
	case len(versions) == 1 && !strings.ContainsAny(s, "<≤!"):
		text = "^" + versions[0]
	case len(versions) == 0 && len(m.Tools) > 0:
		text = "^1.4"
	}
	if manifest.ParseRange(text) == nil {
		return nil
	}
	return &diag.Fix{Title: diag.Quote(text), Unsafe: true, Edits: []diag.Edit{{Span: m.Engines.Whole, New: diag.Quote(text)}}}
}

// laterWords are what people write for "this one or a later one".
var laterWords = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(?:later|newer|above|up|higher|min(?:imum)?|since|from)\b`)
})

// nearMiss adds help when table has a key that was likely meant to be the missing one, and gives the fix that renames it. Keys in known are never that.
func nearMiss(p *Pass, d *diag.Diagnostic, table *tomlpos.Value, missing string, known []string) *diag.Fix {
	for _, e := range table.Entries {
		if near := diag.Nearest(e.Name, []string{missing}); near != "" && !slices.Contains(known, e.Name) {
			d.Help = append(d.Help, fmt.Sprintf("did you mean %s? %s on line %d is another key", missing, diag.ShortQuote(e.Name), p.Plugin.Manifest.Line(e.Key.Start)))
			return renameKey(table, e, missing)
		}
	}
	return nil
}

// renameKey is the fix that spells a key right; nil where it stands in several places, beside the right one, or has a value that the right one cannot have. It is safe where only
// case, hyphens and underscores differ.
func renameKey(table *tomlpos.Value, e *tomlpos.Entry, name string) *diag.Fix {
	if table.Entry(name) != nil || !fits(e.Value, name) || e.Value.OfTables() || e.Value.Kind == tomlpos.Table && !e.Value.Inline() {
		return nil
	}
	return &diag.Fix{Title: name, Edits: []diag.Edit{{Span: e.Key, New: name}}, Unsafe: !tomlschema.SameLetters(e.Name, name)}
}

// fits says whether a value could be that of a key: of its type, or of one that is no list and no table where the key has a single value too.
func fits(v *tomlpos.Value, name string) bool {
	parts := v.Kind == tomlpos.Array || v.Kind == tomlpos.Table
	switch name {
	case "engines", "capabilities", "contributes":
		return v.Kind == tomlpos.Table
	case "required", "optional", "mcpTools":
		return true
	}
	return !parts
}

var unknownKey = Rule{
	ID:       "unknown-key",
	Severity: diag.Warning,
	Title:    "a key that the IDE does not know",
	Text: "The IDE ignores keys that it does not know, so a misspelt key changes nothing and nobody says so. Keys of TOML are case-sensitive: `readonly` is not `readOnly`. " +
		"Only keys of `[[contributes.mcpTools]]`, and keys elsewhere that nearly are one that matters here, are reported: the manifest has other contributions that are not this tool's business. " +
		"The fix spells a key right that is nearly one of these; it is safe where only case, hyphens or underscores differ.",
	Source: "decision; telemt/telemt#760",
	Bad: tool(`name = "find_notes"`, `title = "Find notes"`, `description = "Find notes in this project"`, `inputSchema = "find-notes.schema.json"`,
		`readonly = true`, `destructive = false`),
	Good: Example{{Path: "plugin.toml", Text: exampleTool}},
	Fix:  SafeFix,
	plugin: func(p *Pass) {
		m := p.Plugin.Manifest
		if m.Doc == nil {
			return
		}
		root := m.Doc.Root
		unknown(p, &manifest.Keys, root)
		for _, name := range []string{"engines", "capabilities", "contributes"} {
			unknown(p, manifest.Keys.At(name).Table, root.Get(name))
		}
		tool := manifest.Keys.At("contributes", "mcpTools").Of.Table
		for _, t := range m.Tools {
			unknown(p, tool, t.Table)
		}
	},
}

// unknown reports the keys that the table does not have.
func unknown(p *Pass, table *tomlschema.Table, v *tomlpos.Value) {
	for _, u := range table.Unknown(v) {
		d := diag.Diagnostic{Span: u.Entry.Key, Message: diag.ShortQuote(u.Entry.Name) + " is no key that the IDE reads here", Label: strings.Join(table.Names(), ", ")}
		if u.Near != "" {
			d.Help = []string{"did you mean " + u.Near + "?"}
			d.Fix = renameKey(v, u.Entry, u.Near)
		}
		p.Report(d)
	}
}
