package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"openidea-plugin/component/types"
	"openidea-plugin/diag"
	"openidea-plugin/manifest"
)

// The rules of this file are about what a component imports. What only our model says of the plugin API makes notes at most.

var wasmImportUnknown = Rule{
	ID:       "wasm-import-unknown",
	Severity: diag.Error,
	Title:    "the component imports something that the IDE does not have",
	Text: "The IDE supplies the interfaces of `openidea:plugin` and those of WASI 0.2. A component that imports anything else (WASI 0.3, another package, a function of its own world) cannot be " +
		"linked: compose it with a component that exports what it needs, or build it without. An interface that only names types needs nobody to supply it and is fine. What belongs to `openidea:plugin` but not to our " +
		"model of it is a note, since the model is not complete; where the configuration names the IDE's own WIT (`wit`), it is an error. What never was a part of WASI 0.2 but bears its number is a note too; a pre-release of 0.2 is an " +
		"error, since it fits nothing but itself.",
	Source: "R1; the component model's linking",
	Bad:    componentFile("foreign-import", `import acme:billing/prices@1.0.0;`, `export openidea:plugin/mcp-provider@1.4.0;`),
	Good:   manifestText(exampleHead + exampleTool),
	Wasm:   true,
	Model:  true,
	plugin: func(p *Pass) {
		c := p.component()
		if c == nil {
			return
		}
		for _, imp := range c.Imports() {
			if message, severity := p.importMistake(imp); message != "" {
				p.Report(diag.Diagnostic{Severity: severity, Span: p.Plugin.Manifest.Wasm.Span, Message: message, Label: "the IDE supplies openidea:plugin and WASI 0.2"})
			}
		}
	},
}

// importMistake says why an import cannot be supplied, and how sure that is; "" where it can.
func (p *Pass) importMistake(imp types.Named) (string, diag.Severity) {
	iface, isAPI := APIInterface(imp.Name)
	switch {
	case imp.Sort == types.SortType && (imp.Type.Resource == nil || !imp.Type.Sub):
		return "", 0 // a name for a type that is known
	case imp.Sort != types.SortInstance:
		return "the component imports the " + imp.Sort.String() + " " + diag.ShortQuote(imp.Name) + " by itself, not in an interface of a package", diag.Error
	case isAPI:
		return p.apiMistake(iface, imp)
	}
	if onlyTypes(imp.Instance) {
		return "", 0 // as wasmtime links it: types are known without anybody supplying them
	}
	name, version, _ := strings.Cut(imp.Name, "@")
	pkg, wasi, _ := strings.Cut(name, "/")
	known, part := wasiInterfaces[pkg]
	imports := "the component imports " + diag.ShortQuote(imp.Name)
	switch {
	case !strings.HasPrefix(pkg, "wasi:"):
		return imports + ", which the IDE does not have", diag.Error
	case version == "":
		return imports + " without a version: the IDE has WASI 0.2", diag.Error
	case version != "0.2" && !strings.HasPrefix(version, "0.2."):
		return imports + ": the IDE has WASI 0.2, not " + bare(version), diag.Error
	case !part:
		return imports + ", a proposal that is no part of WASI 0.2: whether the IDE has it is not known", diag.Note
	case strings.Contains(version, "-"):
		return imports + ": the IDE has WASI 0.2, not its pre-release " + bare(version), diag.Error
	case !slices.Contains(known, wasi):
		return imports + ", an interface that is no part of WASI 0.2: whether the IDE has it is not known", diag.Note
	}
	return "", 0
}

// onlyTypes says that an instance has nothing that somebody would have to supply: no functions and no resources of its own.
func onlyTypes(i *types.Instance) bool {
	return !slices.ContainsFunc(i.Exports, func(e types.Named) bool {
		return e.Sort != types.SortType || e.Type.Resource != nil && e.Type.Sub
	})
}

// wasiInterfaces are the interfaces of WASI 0.2, by package.
var wasiInterfaces = map[string][]string{
	"wasi:cli":        {"environment", "exit", "run", "stdin", "stdout", "stderr", "terminal-input", "terminal-output", "terminal-stdin", "terminal-stdout", "terminal-stderr"},
	"wasi:clocks":     {"monotonic-clock", "wall-clock"},
	"wasi:filesystem": {"preopens", "types"},
	"wasi:http":       {"incoming-handler", "outgoing-handler", "types"},
	"wasi:io":         {"error", "poll", "streams"},
	"wasi:random":     {"insecure", "insecure-seed", "random"},
	"wasi:sockets":    {"instance-network", "ip-name-lookup", "network", "tcp", "tcp-create-socket", "udp", "udp-create-socket"},
}

// apiMistake says what of an interface of the plugin API is not known.
func (p *Pass) apiMistake(iface string, imp types.Named) (string, diag.Severity) {
	api := p.api()
	severity, has := diag.Note, "our model of the plugin API does not have"
	if api.Own {
		severity, has = diag.Error, diag.ShortQuote(p.Config.Wit)+", the WIT of the configuration, does not have"
	}
	var unknown []Imported
	for _, e := range imp.Instance.Exports {
		if e.Sort != types.SortFunc {
			continue
		}
		if f := p.known(api, iface, bareFunction(e.Name)); !f.Known {
			unknown = append(unknown, f)
		}
	}
	switch {
	case len(unknown) > 0:
		return "the component imports " + functionNames(unknown) + " of openidea:plugin, which " + has, severity
	case !api.Interface(iface) && len(imp.Instance.Exports) == 0:
		return "the component imports the interface " + diag.ShortQuote(imp.Name) + ", which " + has, severity
	}
	return "", 0
}

var wasmImportVersion = Rule{
	ID:       "wasm-import-version",
	Severity: diag.Error,
	Title:    "the component imports something newer than the oldest IDE that engines.openidea admits",
	Text: "An IDE of the lowest version that `engines.openidea` admits must have everything that the component imports, or it refuses the component. What counts is the API version that brought each function " +
		"(`@since` in the WIT), not the version in the name of the import, which is only that of the WIT that the component was built with. Raise the range, or build without the function. " +
		"That `mcp.stdio-command` came with 1.4 is published; of other functions our model's versions make notes, unless the configuration names the IDE's own WIT (`wit`).",
	Source: "decision; the plugin API's WIT",
	Bad:    append(manifestText(strings.Replace(exampleHead, "^1.4", "^1.2", 1)+exampleTool), componentFile("stdio-command", `import openidea:plugin/mcp@1.4.0;`, `    stdio-command: func() -> option<list<string>>;`, `export openidea:plugin/mcp-provider@1.4.0;`)...),
	Good:   append(manifestText(exampleHead+exampleTool), componentFile("stdio-command", `import openidea:plugin/mcp@1.4.0;`, `    stdio-command: func() -> option<list<string>>;`, `export openidea:plugin/mcp-provider@1.4.0;`)...),
	Wasm:   true,
	Model:  true,
	plugin: func(p *Pass) {
		a, engines := p.pluginAPI(), p.Plugin.Manifest.Engines
		floor := manifest.Floor(engines.Value)
		if a == nil || floor == nil {
			return
		}
		// Errors and notes are kept apart; each finding names what needs the highest version, since that is what the range must begin with.
		var newest [2]*semver.Version
		var functions [2][]Imported
		for _, f := range a.functions {
			since, err := semver.NewVersion(cmp.Or(f.Since, "0.0.0"))
			if err != nil || !since.GreaterThan(floor) {
				continue
			}
			i := 0
			if !f.SincePublished {
				i = 1
			}
			if newest[i] == nil || since.GreaterThan(newest[i]) {
				newest[i], functions[i] = since, nil
			}
			if since.Equal(newest[i]) {
				functions[i] = append(functions[i], f)
			}
		}
		if newest[1] != nil && newest[0] != nil && !newest[1].GreaterThan(newest[0]) {
			newest[1] = nil // the error asks for as much
		}
		for i, severity := range []diag.Severity{diag.Error, diag.Note} {
			if newest[i] == nil {
				continue
			}
			p.Report(diag.Diagnostic{
				Severity: severity, Span: engines.Span,
				Message: fmt.Sprintf("the component imports %s, which came with API %s, but engines.openidea admits %s", functionNames(functions[i]), newest[i], floor),
				Label:   fmt.Sprintf("should begin at %s, for example \"^%d.%d\"", newest[i], newest[i].Major(), newest[i].Minor()),
				Related: []diag.Related{{Span: p.Plugin.Manifest.Wasm.Span, Message: "the component"}},
			})
		}
	},
}
