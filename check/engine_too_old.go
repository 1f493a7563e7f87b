package check

import (
	"regexp"
	"sync"

	"github.com/Masterminds/semver/v3"

	"openidea-plugin/diag"
	"openidea-plugin/manifest"
)

// toolsSince is the first version of the plugin API with tools.
var toolsSince = semver.New(1, 4, 0, "", "")

var engineTooOldForMCP = Rule{
	ID:       "engine-too-old-for-mcp",
	Severity: diag.Warning,
	Title:    "engines.openidea admits IDEs that have no tools",
	Text: "Tools came with version 1.4 of the plugin API. A range that begins below it lets the plugin be installed in IDEs that do not know `[[contributes.mcpTools]]`: " +
		"the plugin is there, its tools are not, and nobody says why. Begin the range at 1.4. Where the rest of the plugin is of use without tools, suppress this rule and say so. " +
		"The fix changes who can install the plugin, so it is unsafe.",
	Source: "the published reference: \"Declare a tool\"; product decision",
	Bad:    manifestText(`id = "acme.notes"`, `engines.openidea = "^1.2"`, `wasm = "dist/plugin.wasm"`, ``, exampleTool),
	Good:   manifestText(`id = "acme.notes"`, `engines.openidea = "^1.4"`, `wasm = "dist/plugin.wasm"`, ``, exampleTool),
	Fix:    UnsafeFix,
	plugin: func(p *Pass) {
		m := p.Plugin.Manifest
		floor := manifest.Floor(m.Engines.Value)
		if len(m.Tools) == 0 || floor == nil || !floor.LessThan(toolsSince) {
			return
		}
		d := diag.Diagnostic{
			Span:    m.Engines.Span,
			Message: "engines.openidea admits IDEs from API " + floor.String() + " on, and tools came with 1.4",
			Label:   "must begin at 1.4 for tools",
			Help:    []string{`begin the range at 1.4, for example "^1.4" or ">=1.4, <2"`},
		}
		if s := simpleRange().FindStringSubmatch(m.Engines.Value); s != nil {
			raised := diag.Quote(s[1] + "1.4")
			d.Help, d.Fix = nil, &diag.Fix{Title: raised, Unsafe: true, Edits: []diag.Edit{{Span: m.Engines.Whole, New: raised}}}
		}
		p.Report(d)
	},
}

// simpleRange is a range of one version, whose beginning can be raised without a thought: its operator is kept.
var simpleRange = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*(\^|~|>=|)\s*\d+(?:\.\d+){0,2}\s*$`) })
