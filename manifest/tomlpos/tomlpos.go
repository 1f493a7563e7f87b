// Package tomlpos reads TOML 1.0 into a tree that remembers where everything stood: each key and each value
// has its byte range, tables keep their keys in the order written, and numbers and dates stay the text they were.
//
// The syntax is read by go-toml's parser. What this package adds is positions for arrays and inline tables, the rules
// about defining a table twice, and the refusal of the TOML 1.1 forms that go-toml accepts and a TOML 1.0 host may not.
package tomlpos

import (
	"math"
	"strconv"
	"strings"

	"openidea-plugin/diag"
)

// Kind is the type of a value.
type Kind uint8

// The types of TOML 1.0.
const (
	String Kind = iota + 1
	Integer
	Float
	Bool
	OffsetDateTime
	LocalDateTime
	LocalDate
	LocalTime
	Array
	Table
)

// String is the type with its article, for messages: "a string", "an array".
func (k Kind) String() string {
	names := [...]string{"nothing", "a string", "an integer", "a float", "a boolean", "a date-time", "a local date-time", "a local date", "a local time", "an array", "a table"}
	if int(k) < len(names) {
		return names[k]
	}
	return names[0]
}

// Document is one file.
type Document struct {
	File *diag.SourceFile
	Root *Value
	// BOM says that the file began with a UTF-8 byte order mark, which was skipped. All spans count it.
	BOM bool
}

// Value is a value and where it stands.
type Value struct {
	Kind Kind
	// Span covers the value as written, quotes and brackets included. For a table that has a [header] it is the
	// (last) header; for a table that exists only because of a dotted key or a longer header it is that part of the key;
	// for an array made of [[headers]] the first header; for the root 0,0 or, after a BOM, 3,3.
	Span diag.Span
	// Inner is Span, but for a string the range between its quotes.
	Inner diag.Span
	// Text is a string's content with its escapes resolved, and of numbers and dates the text as written.
	Text string
	// True is the value of a boolean.
	True bool
	// Items are the elements of an array. Those of an array of tables are its tables.
	Items []*Value
	// Entries are a table's keys in the order of their first mention.
	Entries []*Entry

	// index has the entries by name, where there are more than a few.
	index  map[string]*Entry
	origin origin
}

// Entry is one key of a table. Key covers the key as written (with quotes, if it has any), in the place where it was
// first mentioned; of a dotted key or header only this part.
type Entry struct {
	Name  string
	Key   diag.Span
	Value *Value
}

// Entry finds a key, exactly as spelt; nil if v is no table or has no such key.
func (v *Value) Entry(name string) *Entry {
	if v == nil {
		return nil
	}
	return v.find(name)
}

// Get finds the value of a key, exactly as spelt; nil if v is no table or has no such key.
func (v *Value) Get(name string) *Value {
	if e := v.Entry(name); e != nil {
		return e.Value
	}
	return nil
}

// Inline says that a table is written in braces. Such a table ends where its brace ends.
func (v *Value) Inline() bool { return v.Kind == Table && v.origin == byInline }

// OfTables says that an array was made by [[headers]].
func (v *Value) OfTables() bool { return v.Kind == Array && v.origin == byHeader }

// Int is the value of an Integer. Parse has made sure that it fits 64 bits.
func (v *Value) Int() (int64, bool) {
	if v.Kind != Integer {
		return 0, false
	}
	n, err := strconv.ParseInt(number(v.Text), 0, 64)
	return n, err == nil
}

// Float is the value of a Float; it may be infinite or not a number, as TOML allows.
func (v *Value) Float() (float64, bool) {
	if v.Kind != Float {
		return 0, false
	}
	if strings.HasSuffix(v.Text, "nan") {
		return math.NaN(), true
	}
	// A number beyond the largest double is infinite, as in every host.
	f, err := strconv.ParseFloat(number(v.Text), 64)
	return f, err == nil || math.IsInf(f, 0)
}

// number is the text of a number without the underscores that only help reading. (ParseInt allows them only behind a base prefix.)
func number(text string) string { return strings.ReplaceAll(text, "_", "") }

// Error is a mistake in the file: why it is not TOML 1.0.
type Error struct {
	Span diag.Span
	// Message says what is wrong, without a final full stop.
	Message string
	// Label is what is allowed, in the few words that stand at the marked characters.
	Label   string
	Help    []string
	Related []diag.Related
}

// Error is the message alone; the position is in Span.
func (e *Error) Error() string { return e.Message }

// MaxDepth is how deeply arrays and inline tables may be nested, and how many parts a dotted key may have.
const MaxDepth = 100
