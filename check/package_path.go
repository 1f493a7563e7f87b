package check

import (
	"openidea-plugin/diag"
	"openidea-plugin/manifest"
	"openidea-plugin/plugin"
)

var packagePath = Rule{
	ID:       "package-path",
	Severity: diag.Error,
	Title:    "wasm or inputSchema is no path inside the package",
	Text: "`wasm` and `inputSchema` are package paths: relative to the manifest's folder, with `/` between their parts, spelt as the file is spelt on disk. " +
		"Refused are absolute paths, URLs, `..`, backslashes, folders, and links that lead out of the package. A path in another case than the file works " +
		"on some systems and fails on others, so it is refused on all.",
	Source: "S4",
	Bad: tool(`name = "find_notes"`, `description = "Find notes in this project"`, `inputSchema = "Find-Notes.schema.json"`,
		`readOnly = true`, `destructive = false`),
	Good: Example{{Path: "plugin.toml", Text: exampleTool}},
	Fix:  SafeFix,
	plugin: func(p *Pass) {
		if at := p.Plugin.WasmAt; at != nil {
			refusedPath(p, "wasm", p.Plugin.Manifest.Wasm, *at)
		}
		for _, t := range p.Plugin.Tools {
			if t.Schema != nil {
				refusedPath(p, "inputSchema", t.InputSchema, t.Schema.Location)
			}
		}
	},
}

func refusedPath(p *Pass, key string, f manifest.Field[string], at plugin.Location) {
	if at.State != plugin.Refused {
		return
	}
	d := diag.Diagnostic{
		Span:    f.Span,
		Message: key + " " + diag.ShortQuote(f.Value) + " " + at.Reason,
		Label:   "a path of a file in the plugin's folder",
	}
	if f.Value == "" {
		d.Message = key + " is empty"
	}
	if at.Instead != "" {
		d.Help = []string{"did you mean " + diag.Quote(at.Instead) + "?"}
		if there, err := plugin.Locate(p.Plugin.Dir, at.Instead); err == nil && there.State == plugin.OK {
			d.Fix = &diag.Fix{Title: diag.Quote(at.Instead), Edits: []diag.Edit{{Span: f.Whole, New: diag.Quote(at.Instead)}}}
		}
	}
	p.Report(d)
}
