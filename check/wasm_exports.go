package check

import (
	"fmt"
	"strings"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
	"openidea-plugin/diag"
)

// The rules of this file are about what a component exports for its tools.

var wasmExportMissing = Rule{
	ID:       "wasm-export-missing",
	Severity: diag.Error,
	Title:    "the component does not export mcp-provider",
	Text: "Tools are called through the function `call` of the interface `openidea:plugin/mcp-provider`, which the component must export. In Rust it is there when the plugin is registered with " +
		"`register_plugin!(Type, mcp)`; in other languages the component is built for the world `plugin-mcp`.",
	Source: "R1",
	Bad:    wasmBytes(string(componentBegins)),
	Good:   manifestText(exampleHead + exampleTool),
	Wasm:   true,
	plugin: func(p *Pass) {
		c := p.component()
		if c == nil || len(p.Plugin.Tools) == 0 || mcpProvider(c) != nil {
			return
		}
		d := diag.Diagnostic{
			Span:    p.Plugin.Manifest.Wasm.Span,
			Message: p.Plugin.Wasm().Path + " does not export openidea:plugin/mcp-provider, through which tools are called",
			Label:   "the component exports nothing",
			Help:    []string{"in Rust: register_plugin!(Type, mcp); elsewhere: build for the world plugin-mcp"},
		}
		var names []string
		for _, e := range c.Exports() {
			names = append(names, bare(e.Name))
			if name, _ := APIInterface(e.Name); name == "mcp-provider" {
				names[len(names)-1] += " as a " + e.Sort.String() + ", not as an interface"
			}
		}
		if len(names) > 0 {
			d.Label = "it exports " + list(names)
		}
		p.Report(d)
	},
}

// mcpProvider is the interface mcp-provider that a component exports, of any version; nil where it has none.
func mcpProvider(c *component.Component) *types.Instance {
	for _, e := range c.Exports() {
		if name, ok := APIInterface(e.Name); ok && name == "mcp-provider" && e.Sort == types.SortInstance {
			return e.Instance
		}
	}
	return nil
}

var wasmExportType = Rule{
	ID:       "wasm-export-type",
	Severity: diag.Error,
	Title:    "mcp-provider.call has another type than the IDE calls",
	Text: "The IDE calls `call: func(tool: string, arguments: string, ctx: borrow<invocation>) -> result<string, error>`, where `invocation` is the resource that the component imports from " +
		"`openidea:plugin/invocation`. The names of the parameters and the type of the error are the component's own affair; everything else must be so, or no call can ever work. " +
		"A component with another type was built from WIT that somebody changed.",
	Source: "R1",
	Bad:    componentFile("call-without-error", `export openidea:plugin/mcp-provider@1.4.0;`, `    call: func(tool: string, arguments: string, ctx: borrow<invocation>) -> string;`),
	Good:   manifestText(exampleHead + exampleTool),
	Wasm:   true,
	plugin: func(p *Pass) {
		c := p.component()
		if c == nil || len(p.Plugin.Tools) == 0 {
			return
		}
		exported := mcpProvider(c)
		if exported == nil {
			return
		}
		d := diag.Diagnostic{Span: p.Plugin.Manifest.Wasm.Span, Label: "the IDE calls func(tool: string, arguments: string, ctx: borrow<invocation>) -> result<string, error>"}
		call, ok := exported.Export("call")
		switch {
		case !ok || call.Sort != types.SortFunc:
			d.Message = "mcp-provider of " + p.Plugin.Wasm().Path + " has no function call, through which tools are called"
		case callMistake(c, call.Func) != "":
			d.Message = "mcp-provider.call of " + p.Plugin.Wasm().Path + " cannot be called: " + callMistake(c, call.Func)
			d.Help = []string{"it is " + diag.Shorten(call.Func.String(), longestShown)}
		default:
			return
		}
		p.Report(d)
	},
}

// callMistake says what is wrong with the type of mcp-provider.call, "" where nothing is.
func callMistake(c *component.Component, f *types.Func) string {
	if len(f.Params) != 3 {
		return "it takes " + fmt.Sprintf("%d, not 3 parameters", len(f.Params))
	}
	for i, what := range []string{"the first parameter, the tool's name,", "the second parameter, the arguments,"} {
		if f.Params[i].Type.Kind != types.String {
			return what + " is no string"
		}
	}
	ctx := f.Params[2].Type
	switch {
	case ctx.Kind == types.Own && isInvocation(c, ctx.Resource):
		return "the third parameter, the context, is owned, not borrowed"
	case ctx.Kind != types.Borrow || !isInvocation(c, ctx.Resource):
		return "the third parameter is no borrow of the resource invocation of openidea:plugin"
	}
	switch r := f.Result; {
	case r == nil || r.Kind != types.Result:
		return "it gives no result<string, error>"
	case r.Ok == nil || r.Ok.Kind != types.String:
		return "what it gives where all is well is no string"
	case r.Err == nil:
		return "its result has no type for errors"
	}
	return ""
}

// isInvocation says whether a resource is the invocation that a component imports from the plugin API, by whatever name it goes in the component.
func isInvocation(c *component.Component, r *types.Resource) bool {
	for _, imp := range c.Imports() {
		if _, ok := APIInterface(imp.Name); !ok || imp.Sort != types.SortInstance {
			continue
		}
		if e, ok := imp.Instance.Export("invocation"); ok && e.Sort == types.SortType && e.Type.Resource == r {
			return true
		}
	}
	return false
}

// bare is the name of an import or export without quotes, as long as that cannot mislead.
func bare(name string) string {
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:/@.+-") != "" || len(name) > 100 {
		return diag.ShortQuote(name)
	}
	return name
}
