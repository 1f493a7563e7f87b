package manifest

import "openidea-plugin/tomlschema"

// Keys describe what is read of a manifest: the types that Parse looks at, what an editor offers, and which keys there are. The manifest has many other
// contributions, so its tables are open, but for those of tools.
var Keys = tomlschema.Table{
	Doc:  "The manifest of an OpenIDEA plugin.",
	Open: true,
	Keys: []tomlschema.Key{
		{
			Name: "id", Type: tomlschema.String, Required: true, MinLength: 1, Form: `for example "acme.notes"`, Examples: []any{"acme.notes"},
			Doc: "Names the plugin everywhere, also in the registered name of each tool. A prefix of your own keeps tools of different authors apart.",
		},
		{Name: "name", Type: tomlschema.String, Doc: "The plugin's name for people.", Examples: []any{"Acme Notes"}},
		{Name: "version", Type: tomlschema.String, Form: `for example "0.1.0"`, Doc: "The plugin's own version.", Examples: []any{"0.1.0"}},
		{
			Name: "engines", Type: tomlschema.SubTable, Required: true, Form: `write engines.openidea = "^1.4"`, Table: &engines,
			Doc: "What the plugin runs on.",
		},
		{
			Name: "wasm", Type: tomlschema.String, MinLength: 1, Form: "the package path of the component, in quotes", Examples: []any{"dist/plugin.wasm"},
			Doc: "The package path of the WebAssembly component that implements the tools: relative to the manifest, with /. A plugin with tools needs one.",
		},
		{
			Name: "capabilities", Type: tomlschema.SubTable, Form: "write [capabilities]", Table: &capabilities,
			Doc: "What the plugin asks to be granted. A host function whose capability was not granted answers the error denied.",
		},
		{Name: "contributes", Type: tomlschema.SubTable, Form: "write [contributes]", Table: &contributes, Doc: "What the plugin adds to the IDE."},
	},
	Needs: []tomlschema.Need{{If: "contributes.mcpTools", Then: "wasm"}},
}

var engines = tomlschema.Table{
	Open: true,
	Keys: []tomlschema.Key{{
		Name: "openidea", Type: tomlschema.String, Required: true, MinLength: 1, Form: `a version range in quotes, for example "^1.4"`, Examples: []any{"^1.4"},
		Doc: "The versions of the plugin API that the plugin works with, as Cargo or npm spell a range: \"^1.4\", \">=1.4, <2\". Tools need 1.4.",
	}},
}

var capabilities = tomlschema.Table{
	Open: true,
	Keys: []tomlschema.Key{
		{
			Name: "required", Type: tomlschema.Array, Of: &tomlschema.Key{Type: tomlschema.String, Form: "put it in quotes"}, Form: "write them in brackets",
			Doc: "Capabilities without which the plugin is of no use. Tests grant these unless they say otherwise.", Examples: []any{[]string{"project.read"}},
		},
		{
			Name: "optional", Type: tomlschema.Array, Of: &tomlschema.Key{Type: tomlschema.String, Form: "put it in quotes"}, Form: "write them in brackets",
			Doc: "Capabilities that the plugin can do without. Tests grant them only where they are named.", Examples: []any{[]string{"network"}},
		},
	},
}

var contributes = tomlschema.Table{
	Open: true,
	Keys: []tomlschema.Key{{
		Name: "mcpTools", Type: tomlschema.Array, Of: &tomlschema.Key{Type: tomlschema.SubTable, Table: &tool, Form: "a tool is a table with " + toolKeys},
		Form: "write [[contributes.mcpTools]] above each tool",
		Doc:  "The tools that AI agents can call, each a [[contributes.mcpTools]] of its own.",
	}},
}

const toolKeys = "name, description, inputSchema, readOnly and destructive"

var tool = tomlschema.Table{
	Doc: "A tool that AI agents can call.",
	Keys: []tomlschema.Key{
		{
			Name: "name", Type: tomlschema.String, Required: true, Pattern: "^[a-z0-9_]{1,40}$", Examples: []any{"find_notes"},
			Doc: "The tool's own name: 1 to 40 of a-z, 0-9 and _. It is registered as the plugin's id, two underscores and this name, in at most 64 bytes.",
		},
		{
			Name: "description", Type: tomlschema.String, Required: true, MinLength: 1, MaxLength: 4096,
			Doc: "What an agent chooses the tool by: what it does, with what, and what it gives. 1 to 4096 bytes.",
		},
		{
			Name: "inputSchema", Type: tomlschema.String, Required: true, MinLength: 1, Form: "the package path of a JSON Schema file, in quotes",
			Doc: "The package path of one self-contained JSON Schema file of at most 256 KiB that describes the arguments, an object.", Examples: []any{"find-notes.schema.json"},
		},
		{
			Name: "readOnly", Type: tomlschema.Boolean, Required: true,
			Doc: "Whether the tool changes nothing. Tools with false are hidden and cannot be called while the project is in Restricted Mode.",
		},
		{
			Name: "destructive", Type: tomlschema.Boolean, Required: true,
			Doc: "Whether the tool may destroy something. With true every call asks in the project's window.",
		},
	},
}

// ToolKeys are the keys of a tool that the IDE knows.
var ToolKeys = tool.Names()
