package check

import "openidea-plugin/diag"

var reservedAPI = Rule{
	ID:       "reserved-api",
	Severity: diag.Note,
	Title:    "the component imports an API that tools cannot use",
	Text: "Dialogs, `start-run`, opening tabs and the like are reserved to commands and events: from a tool call they answer the error `invalid`. That is as it should be where a command of the plugin uses them; " +
		"a tool that needs one will never work.",
	Source: "R5",
	Bad:    componentFile("confirm", `import openidea:plugin/dialogs@1.4.0;`, `    confirm: func(question: string) -> result<bool, error>;`, `export openidea:plugin/mcp-provider@1.4.0;`),
	Good:   manifestText(exampleHead + exampleTool),
	Wasm:   true,
	plugin: func(p *Pass) {
		a := p.pluginAPI()
		if a == nil || len(p.Plugin.Tools) == 0 {
			return
		}
		var reserved []Imported
		for _, f := range a.functions {
			if f.Reserved {
				reserved = append(reserved, f)
			}
		}
		if len(reserved) == 0 {
			return
		}
		p.Report(diag.Diagnostic{
			Span:    p.Plugin.Manifest.Wasm.Span,
			Message: "the component imports " + functionNames(reserved) + ", which " + verb(len(reserved), "is", "are") + " reserved to commands and events",
			Label:   "from a tool call: the error invalid",
		})
	},
}
