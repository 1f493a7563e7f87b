package check

import (
	"slices"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/manifest"
	"openidea-plugin/manifest/tomlpos"
	"openidea-plugin/tomlschema"
	"openidea-plugin/wit"
)

// The rules of this file compare the capabilities of the manifest with the functions that the component imports.

const modelWords = " What our model of the plugin API says without the IDE's documentation makes notes at most; what the configuration says (`[capabilities]`, `wit`) counts as published."

// searchAndStorage is a component that needs two capabilities.
var searchAndStorage = componentFile("search-and-storage", `import openidea:plugin/project@1.4.0;`, `    search-text: func(query: text-query, limit: u32) -> result<list<string>, error>;`,
	`import openidea:plugin/storage@1.4.0;`, `    get: func(key: string) -> result<option<string>, error>;`, `export openidea:plugin/mcp-provider@1.4.0;`)

var capabilityMissing = Rule{
	ID:       "capability-missing",
	Severity: diag.Warning,
	Title:    "the component imports a function whose capability the manifest does not list",
	Text: "A host function whose capability was not granted answers the error `denied`, and only what the manifest lists can be granted: every call of the function fails. List the capability as required or optional, or build " +
		"the component without the function. The fix asks the users of the plugin for more, so it is unsafe." + modelWords,
	Source: "R4",
	Bad:    append(capabilityText(`["storage"]`), searchAndStorage...),
	Good:   append(capabilityText(`["project.read", "storage"]`), searchAndStorage...),
	Fix:    UnsafeFix,
	Wasm:   true,
	Model:  true,
	plugin: func(p *Pass) {
		a := p.pluginAPI()
		if a == nil {
			return
		}
		m := p.Plugin.Manifest
		if miswritten(m) {
			return // the capability may be listed there
		}
		byCapability := map[string][]Imported{}
		var missing []string
		for _, f := range a.functions {
			if f.Capability == "" || listed(m, f.Capability) {
				continue
			}
			if byCapability[f.Capability] == nil {
				missing = append(missing, f.Capability)
			}
			byCapability[f.Capability] = append(byCapability[f.Capability], f)
		}
		slices.Sort(missing)
		for _, capability := range missing {
			functions := byCapability[capability]
			d := diag.Diagnostic{
				Severity: diag.Note, Span: m.Wasm.Span, Label: "every call of it will be denied",
				Message: "the component calls " + functionNames(functions) + ", which " + verb(len(functions), "needs", "need") + " " + diag.ShortQuote(capability),
			}
			if len(functions) > 1 {
				d.Label = "every call of them will be denied"
			}
			if slices.ContainsFunc(functions, func(f Imported) bool { return f.Published }) {
				d.Severity = p.Rule.Severity
			}
			if v := m.Doc.Root.Get("capabilities").Get("required"); v != nil {
				d.Span = v.Span
			}
			if edit, ok := addCapability(m, capability); ok {
				d.Fix = &diag.Fix{Title: "add " + diag.Quote(capability), Edits: []diag.Edit{edit}, Unsafe: true}
			}
			p.Report(d)
		}
	},
}

// capabilityText is an example of a manifest that requires capabilities.
func capabilityText(required string) Example {
	return manifestText(exampleHead + "[capabilities]\nrequired = " + required + "\n\n" + exampleTool)
}

// miswritten says whether the manifest's lists of capabilities have a mistake that is a finding of its own: a wrong type, or a misspelt key.
func miswritten(m *manifest.Manifest) bool {
	root := m.Doc.Root
	table := root.Get("capabilities")
	keys := manifest.Keys.At("capabilities").Table
	misspelt := func(t *tomlschema.Table, v *tomlpos.Value, names ...string) bool {
		return slices.ContainsFunc(t.Unknown(v), func(u tomlschema.Unknown) bool { return slices.Contains(names, u.Near) })
	}
	if table == nil {
		return misspelt(&manifest.Keys, root, "capabilities")
	}
	for _, name := range []string{"required", "optional"} {
		list := table.Get(name)
		if list != nil && (list.Kind != tomlpos.Array || slices.ContainsFunc(list.Items, func(v *tomlpos.Value) bool { return v.Kind != tomlpos.String })) {
			return true
		}
	}
	return table.Kind != tomlpos.Table || misspelt(keys, table, "required", "optional")
}

func verb(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// listed says whether the manifest lists a capability, as required or optional.
func listed(m *manifest.Manifest, capability string) bool {
	return slices.ContainsFunc(capabilities(m), func(f manifest.Field[string]) bool { return f.Value == capability })
}

// capabilities are all that the manifest lists.
func capabilities(m *manifest.Manifest) []manifest.Field[string] {
	return append(slices.Clone(m.Required), m.Optional...)
}

// addCapability is the edit that lists one more required capability; ok is false where the manifest is not written so that one edit does it.
func addCapability(m *manifest.Manifest, capability string) (edit diag.Edit, ok bool) {
	insert := func(at int, text string) (diag.Edit, bool) {
		return diag.Edit{Span: diag.Span{File: m.File, Start: at, End: at}, New: text}, true
	}
	quoted := diag.Quote(capability)
	table := m.Doc.Root.Get("capabilities")
	required := table.Get("required")
	switch {
	case required != nil && required.Kind != tomlpos.Array:
	case required != nil && len(required.Items) > 0:
		return insert(required.Items[len(required.Items)-1].Span.End, ", "+quoted)
	case required != nil:
		return insert(required.Span.Start+1, quoted)
	case table == nil && m.Wasm.Set():
		return insert(m.Wasm.Whole.End, "\ncapabilities.required = ["+quoted+"]")
	}
	return diag.Edit{}, false
}

var capabilityUnused = Rule{
	ID:       "capability-unused",
	Severity: diag.Warning,
	Title:    "a capability that nothing in the component needs",
	Text: "Users are asked to grant what the manifest lists. A capability that no imported function needs makes them wonder, and grants more than the plugin uses. Where the component imports functions of which nothing is known, " +
		"nothing is reported: one of them may need it." + modelWords,
	Source: "R4; least privilege",
	Bad:    capabilityText(`["project.read"]`),
	Good:   append(capabilityText(`["project.read", "storage"]`), searchAndStorage...),
	Wasm:   true,
	Model:  true,
	plugin: func(p *Pass) {
		a := p.pluginAPI()
		if a == nil || !a.complete {
			return
		}
		severity := p.Rule.Severity
		for _, f := range a.functions {
			if !f.Published {
				severity = diag.Note // it may need another capability than our model thinks
			}
		}
		known := p.knownCapabilities()
		for _, f := range capabilities(p.Plugin.Manifest) {
			needed := slices.ContainsFunc(a.functions, func(i Imported) bool { return i.Capability == f.Value })
			if needed || !slices.Contains(known, f.Value) { // the latter is for capability-unknown
				continue
			}
			p.Report(diag.Diagnostic{
				Severity: severity, Span: f.Span, Message: "nothing that the component imports needs " + diag.ShortQuote(f.Value), Label: "users are asked for it in vain",
			})
		}
	},
}

var capabilityUnknown = Rule{
	ID:       "capability-unknown",
	Severity: diag.Warning,
	Title:    "a capability that no function of the plugin API needs",
	Text: "A misspelt capability is never granted, and the function that needs the right one answers `denied`. Only where the configuration names the IDE's own WIT (`wit`), and that says which capability each function needs, " +
		"is this a warning: the capabilities of our model are not all there are." + modelWords,
	Source: "R4",
	Bad:    append(capabilityText(`["projct.read"]`), exampleWit...),
	Good:   append(capabilityText(`["project.read", "storage"]`), searchAndStorage...),
	Wasm:   true,
	Model:  true,
	plugin: func(p *Pass) {
		known, severity := p.knownCapabilities(), diag.Note
		if api := p.api(); api.Own && !slices.ContainsFunc(api.Functions, func(f wit.Function) bool { return !f.Published }) {
			severity = p.Rule.Severity
		}
		for _, f := range capabilities(p.Plugin.Manifest) {
			if slices.Contains(known, f.Value) {
				continue
			}
			d := diag.Diagnostic{
				Severity: severity, Span: f.Span, Message: "no function of the plugin API that is known needs " + diag.ShortQuote(f.Value), Label: "known: " + strings.Join(known, ", "),
			}
			if near := diag.Nearest(f.Value, known); near != "" {
				d.Help = []string{"did you mean " + diag.Quote(near) + "?"}
			}
			p.Report(d)
		}
	},
}

// knownCapabilities are those that some function needs, sorted.
func (p *Pass) knownCapabilities() []string {
	var known []string
	api := p.api()
	for _, f := range api.Functions {
		if f = p.known(api, f.Interface, f.Function).Function; f.Capability != "" {
			known = append(known, f.Capability)
		}
	}
	for _, capability := range p.Config.Capabilities {
		if capability != "" {
			known = append(known, capability)
		}
	}
	slices.Sort(known)
	return slices.Compact(known)
}
