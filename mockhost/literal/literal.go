// Package literal is a value as somebody wrote it, in TOML, in JSON or in Go, with the place of each part in its file. It carries no type: package bind
// checks it against the type that a component declares.
package literal

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"openidea-plugin/diag"
)

// Kind is what a value is as it was written.
type Kind uint8

// The kinds.
const (
	Null Kind = iota // JSON's null; TOML has none
	Bool
	Int
	Float
	String
	List
	Map
	Date // TOML's dates and times; no component type takes one
)

var kinds = [...]string{"null", "a boolean", "an integer", "a float", "a string", "a list", "a table", "a date or time"}

// String is the kind with its article, for messages.
func (k Kind) String() string { return kinds[k] }

// Value is one value.
type Value struct {
	Kind Kind
	// True is the value of a Bool.
	True bool
	// Text is the content of a String. Of an Int it is its decimal digits, with a "-" where it is negative; of a Float what strconv.ParseFloat reads
	// ("1.5", "inf", "-inf", "nan"); of a Date as it was written.
	Text string
	// Items are the elements of a List.
	Items []*Value
	// Entries are the keys of a Map, in the order written, each once.
	Entries []Entry
	// Span is where the value stands; its File is nil for a value that was made in Go.
	Span diag.Span
}

// Entry is a key of a Map with its value.
type Entry struct {
	Name  string
	Key   diag.Span
	Value *Value
}

// Get is the value of a key, nil where v is no Map or has no such key.
func (v *Value) Get(name string) *Value {
	for _, e := range v.Entries {
		if e.Name == name {
			return e.Value
		}
	}
	return nil
}

// Number is an Int as a number of any size; ok is false for any other kind.
func (v *Value) Number() (n *big.Int, ok bool) {
	if v.Kind != Int {
		return nil, false
	}
	return new(big.Int).SetString(v.Text, 10)
}

// Float is an Int or a Float as a float, the nearest there is; ok is false for any other kind.
func (v *Value) Float() (f float64, ok bool) {
	if v.Kind != Int && v.Kind != Float {
		return 0, false
	}
	f, err := strconv.ParseFloat(v.Text, 64)
	return f, err == nil
}

// Field is a key and its value for Fields.
type Field struct {
	Name  string
	Value any
}

// Fields are the fields of a record in an order, for Of. A map[string]any does as well where the order does not matter.
type Fields []Field

// Of makes a value of Go's: nil, bools, integers, floats, strings, []byte (as a text), slices of those ([]any, []string, []int), map[string]any (its keys
// sorted), Fields, and *Value, which stays as it is. It panics on anything else: what it is given is written in the source.
func Of(v any) *Value {
	switch v := v.(type) {
	case nil:
		return &Value{Kind: Null}
	case *Value:
		return v
	case bool:
		return &Value{Kind: Bool, True: v}
	case float64:
		return &Value{Kind: Float, Text: strconv.FormatFloat(v, 'g', -1, 64)}
	case string:
		return &Value{Kind: String, Text: v}
	case []byte:
		return &Value{Kind: String, Text: string(v)}
	case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64:
		return &Value{Kind: Int, Text: fmt.Sprint(v)}
	case []any:
		return list(v)
	case []string:
		return list(v)
	case []int:
		return list(v)
	case map[string]any:
		return &Value{Kind: Map, Entries: sorted(v)}
	case Fields:
		out := &Value{Kind: Map}
		for _, f := range v {
			out.Entries = append(out.Entries, Entry{Name: f.Name, Value: Of(f.Value)})
		}
		return out
	}
	panic(fmt.Sprintf("literal.Of: a value of type %T", v))
}

func list[T any](items []T) *Value {
	out := &Value{Kind: List}
	for _, item := range items {
		out.Items = append(out.Items, Of(item))
	}
	return out
}

// Text writes a value as people would in TOML, on one line and cut after about limit bytes.
func Text(v *Value, limit int) string {
	var b strings.Builder
	write(&b, v, limit)
	return b.String()
}

func write(b *strings.Builder, v *Value, limit int) {
	switch {
	case b.Len() > limit:
		b.WriteString("…")
	case v.Kind == Null:
		b.WriteString("null")
	case v.Kind == Bool:
		b.WriteString(strconv.FormatBool(v.True))
	case v.Kind == String:
		b.WriteString(diag.Quote(v.Text))
	case v.Kind == List:
		b.WriteByte('[')
		for i, item := range v.Items {
			if i > 0 {
				b.WriteString(", ")
			}
			write(b, item, limit)
			if b.Len() > limit {
				break
			}
		}
		b.WriteByte(']')
	case v.Kind == Map:
		b.WriteByte('{')
		for i, e := range v.Entries {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(e.Name + " = ")
			write(b, e.Value, limit)
			if b.Len() > limit {
				break
			}
		}
		b.WriteByte('}')
	default:
		b.WriteString(v.Text)
	}
}
