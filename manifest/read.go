package manifest

import (
	"slices"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
	"openidea-plugin/tomlschema"
)

// read takes the keys that we know from the root table. Keys are matched exactly: TOML's are case-sensitive.
func (m *Manifest) read(root *tomlpos.Value) {
	problems := Keys.CheckTypes(root)
	m.ID = text(root, "id")
	m.Name = text(root, "name")
	m.Version = text(root, "version")
	m.Wasm = text(root, "wasm")
	if engines := root.Get("engines"); engines != nil {
		m.Engines = text(engines, "openidea")
		if engines.Kind != tomlpos.Table {
			m.Engines = Field[string]{State: WrongType, Span: engines.Inner, Whole: engines.Span}
		}
	}
	m.Required = texts(root.Get("capabilities"), "required")
	m.Optional = texts(root.Get("capabilities"), "optional")

	tools := root.Get("contributes").Get("mcpTools")
	switch {
	case tools == nil:
	case tools.Kind == tomlpos.Table:
		// What is written in the one table was meant as a tool, unless it is only a table of tables.
		if len(tools.Entries) == 0 || slices.ContainsFunc(tools.Entries, func(e *tomlpos.Entry) bool { return e.Value.Kind != tomlpos.Table }) {
			m.Tools = append(m.Tools, readTool(tools))
			problems = append(problems, tool.CheckTypes(tools)...)
		}
	case tools.Kind == tomlpos.Array:
		for _, item := range tools.Items {
			if item.Kind == tomlpos.Table {
				m.Tools = append(m.Tools, readTool(item))
			}
		}
	}
	m.wrongTypes(problems)
}

func readTool(table *tomlpos.Value) *Tool {
	return &Tool{
		Table:       table,
		Name:        text(table, "name"),
		Description: text(table, "description"),
		InputSchema: text(table, "inputSchema"),
		ReadOnly:    flag(table, "readOnly"),
		Destructive: flag(table, "destructive"),
	}
}

func text(table *tomlpos.Value, key string) Field[string] {
	e := table.Entry(key)
	if e == nil {
		return Field[string]{}
	}
	return textOf(e.Key, e.Value)
}

func textOf(key diag.Span, v *tomlpos.Value) Field[string] {
	f := Field[string]{State: WrongType, Key: key, Span: v.Inner, Whole: v.Span}
	if v.Kind != tomlpos.String {
		return f
	}
	if v.Text == "" {
		f.Span = v.Span
	}
	f.State, f.Value = Set, v.Text
	return f
}

func flag(table *tomlpos.Value, key string) Field[bool] {
	e := table.Entry(key)
	if e == nil {
		return Field[bool]{}
	}
	f := Field[bool]{State: WrongType, Key: e.Key, Span: e.Value.Span, Whole: e.Value.Span}
	if e.Value.Kind == tomlpos.Bool {
		f.State, f.Value = Set, e.Value.True
	}
	return f
}

// texts are the strings of an array; what else there is has been found to have the wrong type.
func texts(table *tomlpos.Value, key string) []Field[string] {
	v := table.Get(key)
	if v == nil || v.Kind != tomlpos.Array {
		return nil
	}
	var fields []Field[string]
	for _, item := range v.Items {
		if f := textOf(diag.Span{}, item); f.Set() {
			fields = append(fields, f)
		}
	}
	return fields
}

// wrongTypes notes the values of the wrong type.
func (m *Manifest) wrongTypes(problems []tomlschema.Problem) {
	for _, p := range problems {
		m.find(RuleType, diag.Diagnostic{Span: p.Value.Span, Message: p.Message, Label: p.Label, Fix: typeFix(p)})
	}
}
