// Package tomlschema describes the keys of a TOML file as data: names, types, limits, and a sentence for people.
//
// One description serves twice. A reader of such files judges what an author wrote with it (Table.Check, Table.Unknown), and an editor
// completes and checks with the JSON Schema made of it (Table.JSONSchema). So the two cannot disagree.
package tomlschema

import (
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
)

// Type is the set of types that a value may have.
type Type uint8

// The types of TOML. DateTime is one with an offset; local dates and times are no type of any key so far, only of Any.
const (
	String Type = 1 << iota
	Integer
	Float
	Boolean
	DateTime
	Array
	SubTable
	local

	// Any is every type.
	Any Type = 1<<8 - 1
)

// Table is the description of a table and its keys.
type Table struct {
	// Doc is what the table is for, in a sentence or two of plain words.
	Doc string
	// Keys are the keys that have a meaning, in the order in which an author would write them.
	Keys []Key
	// Open says that other keys may stand in the table: they are somebody else's business. Unknown names only those that nearly are one of Keys.
	Open bool
	// Rest, if not nil, describes the values of all keys that are not in Keys; its Name says what such a key is ("path"). No key is unknown then.
	Rest *Key
	// Excludes are pairs of keys of which a table has at most one.
	Excludes [][2]string
	// OneOf are groups of keys of which a table must have at least one.
	OneOf [][]string
	// Needs are keys that are required where another is there.
	Needs []Need
}

// Need says that a table in which there is the key If, a path of names joined by dots, must have the key Then.
type Need struct{ If, Then string }

// Key is the description of one key, or of all elements of an array (then without a name).
type Key struct {
	Name string
	// Doc is what the key means, in a sentence or two of plain words.
	Doc string
	// Form shows how a value is written, in the few words that stand at a wrong one: `for example "acme.notes"`.
	Form string
	Type Type
	// Required keys must be there; whose rule says so is the reader's business.
	Required bool
	// Values, if not empty, are the strings that are allowed.
	Values []string
	// Pattern is a regular expression for strings, in what ECMA-262 and RE2 have in common.
	Pattern string
	// MinLength and MaxLength bound strings, in code points, and the number of an array's elements; 0 is no bound.
	MinLength, MaxLength int
	// Min and Max bound numbers; nil is no bound.
	Min, Max *int64
	// Table describes a value that is a table and, where Of is nil, the elements of an array, which must then be tables.
	Table *Table
	// Of describes the elements of an array.
	Of *Key
	// Default is what holds where the key is not there: a string, bool, int or []string; nil where nothing can be said.
	Default any
	// Examples are values that an editor may offer.
	Examples []any
	// Deprecated, if not empty, says what to write instead.
	Deprecated string
}

// Key finds a key by its name, exactly as spelt; nil where there is none.
func (t *Table) Key(name string) *Key {
	for i := range t.Keys {
		if t.Keys[i].Name == name {
			return &t.Keys[i]
		}
	}
	return nil
}

// At finds a key by the names that lead to it from the table, through tables and arrays of tables: At("contributes", "mcpTools", "name").
// It panics where there is none: the names are part of the program.
func (t *Table) At(names ...string) *Key {
	var k *Key
	for _, name := range names {
		if k != nil {
			if t = k.Table; t == nil && k.Of != nil {
				t = k.Of.Table
			}
		}
		if t != nil {
			k = t.Key(name)
		}
		if t == nil || k == nil {
			panic("tomlschema: there is no key " + strings.Join(names, "."))
		}
	}
	return k
}

// Names are the names of the keys, in the order of the table.
func (t *Table) Names() []string {
	names := make([]string, len(t.Keys))
	for i, k := range t.Keys {
		names[i] = k.Name
	}
	return names
}

// Nearest is the key that a misspelt one was likely meant to be, "" where none is near.
func (t *Table) Nearest(name string) string { return diag.Nearest(name, t.Names()) }

// TypeOf is the type of a value.
func TypeOf(v *tomlpos.Value) Type {
	switch v.Kind {
	case tomlpos.String:
		return String
	case tomlpos.Integer:
		return Integer
	case tomlpos.Float:
		return Float
	case tomlpos.Bool:
		return Boolean
	case tomlpos.OffsetDateTime:
		return DateTime
	case tomlpos.Array:
		return Array
	case tomlpos.Table:
		return SubTable
	}
	return local
}

// Accepts says whether a value has a type that the key may have. It does not look into arrays and tables.
func (k *Key) Accepts(v *tomlpos.Value) bool { return k.Type&TypeOf(v) != 0 }

// words are the types for people, in the order in which they are named, alone and as the elements of an array.
var words = []struct {
	t        Type
	one, all string
}{
	{String, "a string", "strings"}, {Integer, "an integer", "integers"}, {Float, "a float", "floats"}, {Boolean, "a boolean", "booleans"},
	{DateTime, "a date-time", "date-times"}, {Array, "an array", "arrays"}, {SubTable, "a table", "tables"},
}

// Want is what a value must be, in words: "a string", "an array of tables", "a string or an array of strings".
func (k *Key) Want() string {
	if k.Type == Any {
		return "a value"
	}
	var alternatives []string
	for _, w := range words {
		switch {
		case k.Type&w.t == 0:
		case w.t == Array:
			alternatives = append(alternatives, k.arrayWords())
		default:
			alternatives = append(alternatives, w.one)
		}
	}
	last := len(alternatives) - 1
	if last < 1 {
		return strings.Join(alternatives, "")
	}
	return strings.Join(alternatives[:last], ", ") + " or " + alternatives[last]
}

func (k *Key) arrayWords() string {
	of := k.element()
	for _, w := range words {
		if of != nil && of.Type == w.t {
			return "an array of " + w.all
		}
	}
	return "an array"
}

// element describes the elements of an array, nil where anything may stand in it.
func (k *Key) element() *Key {
	if k.Of == nil && k.Table != nil {
		return &Key{Type: SubTable, Table: k.Table, Form: k.Form}
	}
	return k.Of
}
