package check

import (
	"fmt"
	"maps"
	"strings"
	"unicode/utf8"
)

// Example is a few files of a plugin, as few as the rule needs. Complete adds what is left out.
type Example []File

// File is a file of an example, by its path from the example's folder. Size, if it is not 0, says that so many blanks follow the text
// that the file has this size in bytes.
type File struct {
	Path, Text string
	Size       int
	// Component, if not empty, says that the file is that component of testdata/components; Text shows its WIT.
	Component string
}

// Shown is the text of a file for readers: bytes that are no text are written in hexadecimal.
func (f File) Shown() string {
	if f.Size > 0 {
		return fmt.Sprintf("%s … (%d bytes in all)\n", f.Text, f.Size)
	}
	if utf8.ValidString(f.Text) && !strings.ContainsAny(f.Text, "\x00\x1b") {
		return f.Text
	}
	return fmt.Sprintf("(bytes) % x\n", f.Text)
}

// tool is an example of one [[contributes.mcpTools]] table, of which lines are the body.
func tool(lines ...string) Example {
	return manifestText(append([]string{"[[contributes.mcpTools]]"}, lines...)...)
}

// manifestText is an example of a plugin.toml. One that begins with a table stands below exampleHead.
func manifestText(lines ...string) Example {
	return Example{{Path: "plugin.toml", Text: strings.Join(lines, "\n") + "\n"}}
}

// schemaText is an example of a tool's input schema.
func schemaText(lines ...string) Example {
	return Example{{Path: "find-notes.schema.json", Text: strings.Join(lines, "\n") + "\n"}}
}

// wasmBytes is an example of a component, as bytes.
func wasmBytes(bytes string) Example { return Example{{Path: "dist/plugin.wasm", Text: bytes}} }

// componentFile is an example of the component name of testdata/components; wit is what readers see of it.
func componentFile(name string, wit ...string) Example {
	return Example{{Path: "dist/plugin.wasm", Text: strings.Join(wit, "\n") + "\n", Component: name}}
}

// exampleWit is a configuration with the WIT of an IDE.
var exampleWit = Example{
	{Path: "openidea-plugin.toml", Text: "wit = \"wit\"\n"},
	{Path: "wit/plugin.wit", Text: `package openidea:plugin@1.4.0;

interface project {
    resource project {
        /// Capability: project.read.
        read-file: func(path: string) -> string;
    }
}
`},
}

// The parts that Complete adds.
const (
	exampleHead = `id = "acme.notes"
engines.openidea = "^1.4"
wasm = "dist/plugin.wasm"

`
	exampleTool = `[[contributes.mcpTools]]
name = "find_notes"
description = "Find notes in this project"
inputSchema = "find-notes.schema.json"
readOnly = true
destructive = false
`
	exampleSchema = `{ "type": "object", "properties": { "text": { "type": "string" } }, "additionalProperties": false }
`
)

// Complete is the example with what readers can think of themselves: a manifest that has no lines above its first table gets the usual
// ones, a manifest or schema that is not shown is an ordinary one, and wasm is the component where none is shown.
func (e Example) Complete(wasm []byte) []File {
	files := map[string]string{
		"plugin.toml":            exampleHead + exampleTool,
		"find-notes.schema.json": exampleSchema,
		"dist/plugin.wasm":       string(wasm),
	}
	own, components := map[string]string{}, map[string]string{}
	var folders []string
	for _, f := range e {
		text := f.Text
		if strings.HasSuffix(f.Path, "plugin.toml") && strings.HasPrefix(text, "[") {
			text = exampleHead + text
		}
		if dir, name, inside := strings.Cut(f.Path, "/"); inside && dir != "dist" {
			// Plugins in folders: each is complete by itself, and none stands above them.
			clear(files)
			if name == "plugin.toml" {
				folders = append(folders, dir)
			}
		}
		if f.Size > 0 {
			text += strings.Repeat(" ", f.Size-len(text))
		}
		own[f.Path] = text
		if f.Component != "" {
			components[f.Path] = f.Component
		}
	}
	for _, dir := range folders {
		files[dir+"/find-notes.schema.json"] = exampleSchema
		files[dir+"/dist/plugin.wasm"] = string(wasm)
	}
	maps.Copy(files, own)
	var all []File
	for path, text := range files {
		all = append(all, File{Path: path, Text: text, Component: components[path]})
	}
	return all
}
