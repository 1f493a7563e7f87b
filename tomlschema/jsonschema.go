package tomlschema

import (
	"strings"
)

// JSONSchema is the JSON Schema (draft-07, which the language servers for TOML read) of files whose root is the table, indented, with a line end. The same
// table gives the same bytes.
func (t *Table) JSONSchema(title string) []byte {
	s := object{
		{"$schema", "http://json-schema.org/draft-07/schema#"},
		{"title", title},
		{"x-tombi-toml-version", "v1.0.0"},
	}
	s = append(s, t.object()...)
	text, err := plainJSON(s)
	if err != nil {
		panic(err) // strings, numbers, booleans and lists of them
	}
	return indent(text)
}

// object is a JSON object whose members stay in order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON keeps the order of the members.
func (o object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		name, err := plainJSON(m.name)
		if err != nil {
			return nil, err
		}
		value, err := plainJSON(m.value)
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, name...), ':'), value...)
	}
	return append(b, '}'), nil
}

// object is the schema of the table without the members that only a root has.
func (t *Table) object() object {
	o := object{{"type", "object"}}
	if t.Doc != "" {
		o = append(object{{"description", t.Doc}}, o...)
	}
	properties := object{}
	var required []string
	for i := range t.Keys {
		k := &t.Keys[i]
		properties = append(properties, member{k.Name, k.schema()})
		if k.Required {
			required = append(required, k.Name)
		}
	}
	if len(properties) > 0 {
		o = append(o, member{"properties", properties})
	}
	if len(required) > 0 {
		o = append(o, member{"required", required})
	}
	switch {
	case t.Rest != nil:
		o = append(o, member{"additionalProperties", t.Rest.schema()})
		if t.Rest.Name != "" {
			o = append(o, member{"x-tombi-additional-key-label", t.Rest.Name})
		}
	default:
		o = append(o, member{"additionalProperties", t.Open})
	}
	if all := t.conditions(); len(all) > 0 {
		o = append(o, member{"allOf", all})
	}
	if len(required) > 0 {
		o = append(o, member{"x-taplo", object{{"initKeys", required}}})
	}
	return o
}

// conditions are what the table says about several keys at once.
func (t *Table) conditions() []object {
	var all []object
	for _, pair := range t.Excludes {
		all = append(all, object{{"not", object{{"required", pair}}}})
	}
	for _, group := range t.OneOf {
		var any []object
		for _, name := range group {
			any = append(any, object{{"required", []string{name}}})
		}
		all = append(all, object{{"anyOf", any}})
	}
	for _, n := range t.Needs {
		all = append(all, object{{"if", present(strings.Split(n.If, "."))}, {"then", object{{"required", []string{n.Then}}}}})
	}
	return all
}

// present is the schema of objects in which the path is there.
func present(path []string) object {
	o := object{{"required", path[:1]}}
	if len(path) > 1 {
		o = append(o, member{"properties", object{{path[0], present(path[1:])}}})
	}
	return o
}

// schema is the schema of a key's values.
func (k *Key) schema() object {
	var o object
	if k.Doc != "" {
		o = append(o, member{"description", k.Doc})
	}
	if k.Deprecated != "" {
		o = append(o, member{"deprecated", true}, member{"deprecationMessage", k.Deprecated})
	}
	if k.Default != nil {
		o = append(o, member{"default", k.Default})
	}
	if len(k.Examples) > 0 {
		o = append(o, member{"examples", k.Examples})
	}
	if k.Type == Any {
		return o
	}
	var forms []object
	for _, w := range words {
		if k.Type&w.t != 0 {
			forms = append(forms, k.form(w.t))
		}
	}
	if len(forms) == 1 {
		for _, m := range forms[0] {
			if m.name == "description" && k.Doc != "" {
				continue // the key's own words say more than those of its table
			}
			o = append(o, m)
		}
		return o
	}
	return append(o, member{"anyOf", forms})
}

// form is the schema of the values of one type.
func (k *Key) form(t Type) object {
	limit := func(o object, least, most string) object {
		if k.MinLength > 0 {
			o = append(o, member{least, k.MinLength})
		}
		if k.MaxLength > 0 {
			o = append(o, member{most, k.MaxLength})
		}
		return o
	}
	bounds := func(o object) object {
		if k.Min != nil {
			o = append(o, member{"minimum", *k.Min})
		}
		if k.Max != nil {
			o = append(o, member{"maximum", *k.Max})
		}
		return o
	}
	switch t {
	case String:
		o := object{{"type", "string"}}
		if len(k.Values) > 0 {
			o = append(o, member{"enum", k.Values})
		}
		if k.Pattern != "" {
			o = append(o, member{"pattern", k.Pattern})
		}
		return limit(o, "minLength", "maxLength")
	case Integer:
		return bounds(object{{"type", "integer"}})
	case Float:
		return bounds(object{{"type", "number"}})
	case Boolean:
		return object{{"type", "boolean"}}
	case DateTime: // language servers hand dates on as strings
		return object{{"type", "string"}, {"format", "date-time"}}
	case Array:
		o := object{{"type", "array"}}
		if of := k.element(); of != nil {
			o = append(o, member{"items", of.schema()})
		}
		return limit(o, "minItems", "maxItems")
	}
	if k.Table == nil {
		return object{{"type", "object"}, {"additionalProperties", true}} // tombi takes silence for false
	}
	return k.Table.object()
}
