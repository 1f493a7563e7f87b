package check

import (
	"strings"

	"openidea-plugin/diag"
)

var wasmRequired = Rule{
	ID:       "wasm-required",
	Severity: diag.Error,
	Title:    "tools without wasm",
	Text:     "A tool is implemented by the plugin's WebAssembly component, so a plugin that declares tools must name it: `wasm = \"dist/plugin.wasm\"`.",
	Source:   "S9",
	Bad:      manifestText(`id = "acme.notes"`, `engines.openidea = "^1.4"`, ``, strings.TrimSpace(exampleTool)),
	Good:     manifestText(exampleHead + strings.TrimSpace(exampleTool)),
	plugin: func(p *Pass) {
		m := p.Plugin.Manifest
		if len(m.Tools) == 0 || !m.Wasm.Missing() {
			return
		}
		d := diag.Diagnostic{
			Span:    m.Tools[0].Table.Span,
			Message: "the plugin declares tools, but no wasm that implements them",
			Label:   "a plugin with tools needs code",
			Help:    []string{`add wasm = "dist/plugin.wasm" above the first table`},
		}
		nearMiss(p, &d, m.Doc.Root, "wasm", []string{"name"})
		p.Report(d)
	},
}
