package check

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"openidea-plugin/component"
	"openidea-plugin/diag"
	"openidea-plugin/plugin"
)

// The rules of this file are about the component. All of them point at the manifest's wasm: the file itself has no lines to show.

var wasmMissing = Rule{
	ID:       "wasm-missing",
	Severity: diag.Error,
	Title:    "the component is not there",
	Text: "`wasm` names a file that does not exist. Most often the plugin has not been built yet, or its build writes the component to another place. " +
		"To check manifest and schemas before a build, use `--no-wasm`.",
	Source: "S9",
	Bad:    manifestText(strings.Replace(exampleHead, "plugin.wasm", "notes.wasm", 1) + strings.TrimSpace(exampleTool)),
	Good:   manifestText(exampleHead + strings.TrimSpace(exampleTool)),
	Wasm:   true,
	plugin: func(p *Pass) {
		at := p.Plugin.WasmAt
		if at == nil || at.State != plugin.Missing {
			return
		}
		d := diag.Diagnostic{
			Span:    p.Plugin.Manifest.Wasm.Span,
			Message: "there is no file " + diag.ShortQuote(p.Plugin.Manifest.Wasm.Value) + ": has the plugin been built?",
			Label:   "the component that the build makes",
			Help:    []string{"check --no-wasm looks at everything but the component"},
		}
		if at.Instead != "" {
			d.Help = []string{"did you mean " + diag.Quote(at.Instead) + "?"}
		}
		p.Report(d)
	},
}

// The first bytes of every WebAssembly file, and of the two kinds.
var (
	wasmMagic       = []byte("\x00asm")
	corePreamble    = []byte("\x00asm\x01\x00\x00\x00")
	componentBegins = []byte("\x00asm\x0d\x00\x01\x00")
)

var wasmFormat = Rule{
	ID:       "wasm-format",
	Severity: diag.Error,
	Title:    "wasm names no WebAssembly component",
	Text: "The IDE runs components (the component model, WASI 0.2), not core modules. A core module becomes a component by `wasm-tools component embed` with the WIT of `openidea:plugin` " +
		"and `wasm-tools component new`; build tools for components do both. Text (`.wat`) must be assembled first.",
	Source: "R1",
	Bad:    wasmBytes(string(corePreamble)),
	Good:   manifestText(exampleHead + strings.TrimSpace(exampleTool)),
	Wasm:   true,
	plugin: func(p *Pass) {
		w := p.Plugin.Wasm()
		if w == nil || w.ReadError != nil {
			return
		}
		d := diag.Diagnostic{Span: p.Plugin.Manifest.Wasm.Span, Label: "must be a WebAssembly component"}
		switch {
		case w.Size > 0:
			d.Message = fmt.Sprintf("%s has %d bytes, more than the %d that are read", w.Path, w.Size, plugin.MaxComponent)
			d.Label = ""
		case len(w.Data) == 0:
			d.Message = w.Path + " is empty"
		case bytes.HasPrefix(w.Data, componentBegins), len(w.Data) < 8 && bytes.HasPrefix(componentBegins, w.Data):
			return
		case bytes.HasPrefix(w.Data, corePreamble):
			d.Message = w.Path + " is a core module, and the IDE runs components"
			d.Help = []string{"wasm-tools component embed and wasm-tools component new make a component of it"}
			if bytes.Contains(w.Data, []byte("component-type")) { // the section in which SDKs leave the WIT
				d.Help = []string{"wasm-tools component new CORE.wasm -o " + w.Path + " makes a component of it"}
			}
		case bytes.HasPrefix(bytes.TrimSpace(w.Data), []byte("(")):
			d.Message = w.Path + " is WebAssembly text, not a binary"
			d.Help = []string{"wasm-tools parse makes a binary of it"}
		case bytes.HasPrefix(w.Data, wasmMagic):
			d.Message = w.Path + " is WebAssembly of a version that is not known"
			d.Label = "must be a WebAssembly component (WASI 0.2)"
		case bytes.HasPrefix(w.Data, []byte("version https://git-lfs.github.com/")):
			d.Message = w.Path + " is a pointer of Git LFS, not the file that it stands for"
			d.Label = ""
			d.Help = []string{"git lfs pull fetches the file; in CI the checkout needs its option for LFS"}
		default:
			d.Message = w.Path + " is not WebAssembly"
		}
		p.Report(d)
	},
}

// isComponent says that a file was read and has a component's first bytes: wasm-format has nothing to say.
func isComponent(w *plugin.Wasm) bool {
	return w != nil && w.ReadError == nil && len(w.Data) > 0 &&
		(bytes.HasPrefix(w.Data, componentBegins) || len(w.Data) < 8 && bytes.HasPrefix(componentBegins, w.Data))
}

var wasmInvalid = Rule{
	ID:       "wasm-invalid",
	Severity: diag.Error,
	Title:    "the component is truncated or invalid",
	Text: "The file begins like a component, but what follows breaks the rules of the binary format, of the component model or, inside its core modules, of WebAssembly. The finding names the byte offset. " +
		"A truncated file comes from an interrupted build or copy: build it again.",
	Source: "R1; the component model's binary format",
	Bad:    wasmBytes(string(componentBegins) + "\x07\x05\x01"),
	Good:   manifestText(exampleHead + strings.TrimSpace(exampleTool)),
	Wasm:   true,
	plugin: func(p *Pass) {
		w := p.Plugin.Wasm()
		if !isComponent(w) {
			return
		}
		err := w.Err
		if err == nil {
			err = p.code(w.Component)
		}
		if err == nil {
			return
		}
		d := diag.Diagnostic{Span: p.Plugin.Manifest.Wasm.Span, Message: w.Path + " is no valid component: " + err.Error()}
		var decode *component.DecodeError
		if errors.As(err, &decode) {
			d.Message = w.Path + " is no valid component: " + decode.Message
			d.Label = fmt.Sprintf("at byte offset %d (0x%x)", decode.Offset, decode.Offset)
		}
		p.Report(d)
	},
}
