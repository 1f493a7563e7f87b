// Package manifest reads plugin.toml into typed values that know their place in the file.
//
// It finds what is wrong with the file as TOML (rule manifest-syntax) and keys whose value has the wrong type
// (manifest-type). What values mean, and which must be there, is for the rules of package check.
package manifest

import (
	"sort"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
)

// FileName is the name of every manifest.
const FileName = "plugin.toml"

// MaxSize is the largest manifest that is read, in bytes. (The IDE states no limit; this is ours.)
const MaxSize = 1 << 20

// The rules whose findings Parse makes.
const (
	RuleSyntax = "manifest-syntax"
	RuleType   = "manifest-type"
)

// State says what is known of a key.
type State uint8

const (
	// Missing is a key that is not there.
	Missing State = iota
	// WrongType is a key whose value has another type than it must have; a finding says so, and no other needs to.
	WrongType
	// Set is a key with a value of the right type.
	Set
)

// Field is a key of the manifest and its value.
type Field[T string | bool] struct {
	State State
	// Value is the zero value unless State is Set.
	Value T
	// Key covers the key, Whole the value as written. Span is what a finding marks: a string without its quotes, unless it is empty.
	// All are zero for a key that is missing.
	Key, Span, Whole diag.Span
}

// Set says that the key is there with a value of the right type.
func (f Field[T]) Set() bool { return f.State == Set }

// Missing says that the key is not there at all.
func (f Field[T]) Missing() bool { return f.State == Missing }

// Manifest is a plugin.toml. Everything but File and Findings is empty when the file is not TOML.
type Manifest struct {
	File *diag.SourceFile
	// Doc is the whole file, with the keys that are not our business; nil when it is not TOML.
	Doc *tomlpos.Document

	ID, Name, Version Field[string]
	// Engines is engines.openidea, the range of API versions.
	Engines Field[string]
	// Wasm is the package path of the component.
	Wasm Field[string]
	// Required and Optional are the elements of capabilities.required and capabilities.optional that are strings.
	Required, Optional []Field[string]
	// Tools are the tables of contributes.mcpTools, in order.
	Tools []*Tool

	// Findings are those of manifest-syntax and manifest-type, in the order of the file.
	Findings []diag.Diagnostic

	// lines are the offsets where lines begin, for Line.
	lines []int
}

// Line is the 1-based line of an offset, for messages. It must not be called from two goroutines at once.
func (m *Manifest) Line(offset int) int {
	if m.lines == nil {
		m.lines = []int{0}
		for i, c := range m.File.Data {
			if c == '\n' {
				m.lines = append(m.lines, i+1)
			}
		}
	}
	return sort.SearchInts(m.lines, offset+1)
}

// Tool is one table of contributes.mcpTools.
type Tool struct {
	// Table is the whole table; its Span is where a finding about a missing key points.
	Table *tomlpos.Value

	Name, Description, InputSchema Field[string]
	ReadOnly, Destructive          Field[bool]
}

// Start is the place at the very beginning of the file: where a finding about a key that the whole file lacks points.
func (m *Manifest) Start() diag.Span {
	start := 0
	if m.Doc != nil {
		start = m.Doc.Root.Span.Start
	}
	return diag.Span{File: m.File, Start: start, End: start}
}

// Parse reads a manifest. It never fails: what is wrong is in Findings.
func Parse(file *diag.SourceFile) *Manifest {
	m := &Manifest{File: file}
	if len(file.Data) > MaxSize {
		return Unread(&diag.SourceFile{Path: file.Path}, TooLarge)
	}
	doc, errs := tomlpos.Parse(file)
	for _, e := range errs {
		m.find(RuleSyntax, diag.Diagnostic{Span: e.Span, Message: e.Message, Label: e.Label, Help: e.Help, Related: e.Related})
	}
	if doc == nil {
		return m
	}
	m.Doc = doc
	m.read(doc.Root)
	return m
}

// TooLarge is the reason why a manifest of more than MaxSize bytes is not read.
const TooLarge = "is larger than 1 MiB"

// Unread is a manifest that is not read, for a reason that ends the sentence "the manifest …". The file needs no content.
func Unread(file *diag.SourceFile, reason string) *Manifest {
	m := &Manifest{File: file}
	m.find(RuleSyntax, diag.Diagnostic{Span: diag.Span{File: file}, Message: "the manifest " + reason + ", so it is not read"})
	return m
}

func (m *Manifest) find(rule string, d diag.Diagnostic) {
	d.Rule, d.Severity = rule, diag.Error
	m.Findings = append(m.Findings, d)
}
