package manifest

import (
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
)

// read takes the keys that we know from the root table. Keys are matched exactly: TOML's are case-sensitive.
func (m *Manifest) read(root *tomlpos.Value) {
	m.ID = m.text(root, "", "id", `for example "acme.notes"`)
	m.Name = m.text(root, "", "name", `put it in quotes`)
	m.Version = m.text(root, "", "version", `for example "0.1.0"`)
	m.Wasm = m.text(root, "", "wasm", `the package path of the component, in quotes`)

	engines := root.Get("engines")
	switch {
	case engines == nil:
	case engines.Kind != tomlpos.Table:
		m.wrongType("engines", engines, "a table", `write engines.openidea = "^1.4"`)
		m.Engines = Field[string]{State: WrongType, Span: engines.Inner, Whole: engines.Span}
	default:
		m.Engines = m.text(engines, "engines.", "openidea", `a version range in quotes, for example "^1.4"`)
	}

	if capabilities := m.table(root, "capabilities", "[capabilities]"); capabilities != nil {
		m.Required = m.texts(capabilities, "capabilities.", "required")
		m.Optional = m.texts(capabilities, "capabilities.", "optional")
	}
	if contributes := m.table(root, "contributes", "[contributes]"); contributes != nil {
		m.tools(contributes.Get("mcpTools"))
	}
}

func (m *Manifest) tools(v *tomlpos.Value) {
	const key = "contributes.mcpTools"
	switch {
	case v == nil:
	case v.Kind == tomlpos.Table:
		m.wrongType(key, v, "an array of tables", "write [["+key+"]]")
		// What is written in the one table was meant as a tool.
		m.Tools = append(m.Tools, m.tool(v))
	case v.Kind != tomlpos.Array:
		m.wrongType(key, v, "an array of tables", "write a [["+key+"]] for each tool")
	default:
		for _, item := range v.Items {
			if item.Kind != tomlpos.Table {
				m.wrongType("each element of "+key, item, "a table", "a tool is a table with name, description, inputSchema, readOnly and destructive")
				continue
			}
			m.Tools = append(m.Tools, m.tool(item))
		}
	}
}

func (m *Manifest) tool(table *tomlpos.Value) *Tool {
	return &Tool{
		Table:       table,
		Name:        m.text(table, "", "name", "put it in quotes"),
		Description: m.text(table, "", "description", "put it in quotes"),
		InputSchema: m.text(table, "", "inputSchema", "the package path of a JSON Schema file, in quotes"),
		ReadOnly:    m.flag(table, "readOnly"),
		Destructive: m.flag(table, "destructive"),
	}
}

func (m *Manifest) text(table *tomlpos.Value, prefix, key, label string) Field[string] {
	e := table.Entry(key)
	if e == nil {
		return Field[string]{}
	}
	return m.textOf(prefix+key, e.Key, e.Value, label)
}

func (m *Manifest) textOf(name string, key diag.Span, v *tomlpos.Value, label string) Field[string] {
	f := Field[string]{State: WrongType, Key: key, Span: v.Inner, Whole: v.Span}
	if v.Kind != tomlpos.String {
		m.wrongType(name, v, "a string", label)
		return f
	}
	if v.Text == "" {
		f.Span = v.Span
	}
	f.State, f.Value = Set, v.Text
	return f
}

func (m *Manifest) flag(table *tomlpos.Value, key string) Field[bool] {
	e := table.Entry(key)
	if e == nil {
		return Field[bool]{}
	}
	f := Field[bool]{State: WrongType, Key: e.Key, Span: e.Value.Span, Whole: e.Value.Span}
	if e.Value.Kind != tomlpos.Bool {
		label := "true or false"
		if e.Value.Kind == tomlpos.String {
			label = "true or false, without quotes"
		}
		m.wrongType(key, e.Value, "a boolean", label)
		return f
	}
	f.State, f.Value = Set, e.Value.True
	return f
}

func (m *Manifest) table(root *tomlpos.Value, key, form string) *tomlpos.Value {
	v := root.Get(key)
	if v == nil {
		return nil
	}
	if v.Kind != tomlpos.Table {
		m.wrongType(key, v, "a table", "write "+form)
		return nil
	}
	return v
}

func (m *Manifest) texts(table *tomlpos.Value, prefix, key string) []Field[string] {
	v := table.Get(key)
	if v == nil {
		return nil
	}
	if v.Kind != tomlpos.Array {
		label := "write them in brackets"
		if v.Kind == tomlpos.String && !strings.ContainsAny(v.Text, "\n\r") && len(v.Text) < 60 {
			label = "write [" + diag.Quote(v.Text) + "]"
		}
		m.wrongType(prefix+key, v, "an array of strings", label)
		return nil
	}
	var fields []Field[string]
	for _, item := range v.Items {
		f := m.textOf("each element of "+prefix+key, diag.Span{}, item, "put it in quotes")
		if f.Set() {
			fields = append(fields, f)
		}
	}
	return fields
}

// wrongType notes a value of the wrong type.
func (m *Manifest) wrongType(name string, v *tomlpos.Value, want, label string) {
	got := v.Kind.String()
	switch {
	case v.OfTables():
		got = "an array of tables"
	case v.Kind == tomlpos.Table && strings.HasPrefix(want, "an array"):
		got = "one table"
	}
	m.find(RuleType, diag.Diagnostic{Span: v.Span, Message: name + " must be " + want + ", not " + got, Label: label})
}
