package config

import "openidea-plugin/tomlschema"

// Word is a name that a configuration may use, with a sentence about it.
type Word struct{ Name, Doc string }

// Known are the words that a configuration may use.
type Known struct {
	// Rules are the rules whose findings can be controlled; Fixed are the ids of those that are always errors.
	Rules []Word
	Fixed []string
	// Clients are MCP clients.
	Clients []Word
}

func names(words []Word) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = w.Name
	}
	return list
}

// Keys describe the keys of a configuration.
func Keys(known Known) *tomlschema.Table {
	levels := levels[Off:]
	rules := &tomlschema.Table{Doc: "The severity of findings, by rule."}
	for _, r := range known.Rules {
		rules.Keys = append(rules.Keys, tomlschema.Key{
			Name: r.Name, Doc: r.Doc, Type: tomlschema.String, Values: levels, Form: `"off", "note", "warning" or "error"`,
		})
	}
	ignore := &tomlschema.Table{
		Doc: "Findings that are left out. All three keys must be there.",
		Keys: []tomlschema.Key{
			{
				Name: "rules", Type: tomlschema.Array, Required: true, MinLength: 1, Form: "which findings to ignore, in brackets",
				Of:  &tomlschema.Key{Type: tomlschema.String, Values: names(known.Rules), Form: "put it in quotes"},
				Doc: "The rules whose findings are left out.", Examples: []any{[]string{"unknown-key"}},
			},
			{
				Name: "paths", Type: tomlschema.Array, Required: true, MinLength: 1, Form: "where to ignore them, in brackets",
				Of:  &tomlschema.Key{Type: tomlschema.String, Form: "put it in quotes"},
				Doc: "Globs of the files whose findings are left out, relative to the configuration's folder: * ? ** [a-z] {a,b}. One that matches a folder covers all in it.", Examples: []any{[]string{"plugins/old/**"}},
			},
			{
				Name: "reason", Type: tomlschema.String, Required: true, Pattern: `\S`, Form: "say why, in a few words",
				Doc: "Why they are left out.",
			},
		},
	}
	return &tomlschema.Table{
		Doc: "The configuration of openidea-plugin for the plugins beside and below it.",
		Keys: []tomlschema.Key{
			{Name: "rules", Type: tomlschema.SubTable, Table: rules, Form: "write [rules]", Doc: "The severity of findings, by rule."},
			{Name: "ignore", Type: tomlschema.Array, Of: &tomlschema.Key{Type: tomlschema.SubTable, Table: ignore, Form: "with rules, paths and reason"}, Form: "write [[ignore]]",
				Doc: "Findings that are left out: of these rules, in these files, for this reason."},
			{
				Name: "capabilities", Type: tomlschema.SubTable, Form: "write [capabilities]", Doc: "The capability that a host function needs, where it is another than the tool knows.",
				Table: &tomlschema.Table{Rest: &tomlschema.Key{
					Name: "interface#function", Type: tomlschema.String, Pattern: `^([a-z0-9-]+(\.[a-z0-9-]+)*)?$`, Form: `for example "project.read", or "" where none is needed`,
					Doc: `The capability that the function needs, "" where it needs none.`,
				}},
			},
			{Name: "wit", Type: tomlschema.String, MinLength: 1, Form: "a folder, relative to this file, in quotes", Examples: []any{"wit"},
				Doc: "A folder with the WIT of the plugin API that is to be used instead of the tool's own model."},
			{Name: "clients", Type: tomlschema.Array, MinLength: 1, Of: &tomlschema.Key{Type: tomlschema.String, Values: names(known.Clients), Form: "put it in quotes"},
				Form: "name at least one, or leave the key out",
				Doc:  "The MCP clients whose limits matter. Notes that concern only others are left out."},
		},
	}
}
