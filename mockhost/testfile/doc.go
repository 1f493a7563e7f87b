// Package testfile reads the tests that an author writes, tests/*.test.toml, into typed values with their places. It finds every mistake in them, each
// as a diagnostic at the exact characters; it runs nothing.
package testfile

import (
	"slices"
	"time"

	"openidea-plugin/diag"
	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/files"
)

// The rules whose findings Read makes. All are errors, but a file without tests is a warning.
const (
	RuleSyntax     = "test-syntax"
	RuleUnknownKey = "test-unknown-key"
	RuleType       = "test-type"
	RuleInvalid    = "test-invalid"
)

// Suffix is how the name of a test file ends, Folder where they lie in a plugin's folder, MaxSize the largest that is read, in bytes.
const (
	Suffix  = ".test.toml"
	Folder  = "tests"
	MaxSize = 4 << 20
)

// GroupSeparator stands between the name of a group and that of a test in it.
const GroupSeparator = " › "

// File is a test file. Where it is Broken it must not be run.
type File struct {
	Source *diag.SourceFile
	// World is what every test of the file begins with.
	World World
	Tests []*Test
	// Findings are in the order of the file.
	Findings []diag.Diagnostic
}

// Broken says whether the file has mistakes. Warnings are none.
func (f *File) Broken() bool {
	return slices.ContainsFunc(f.Findings, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
}

// World is the IDE that a test begins with.
type World struct {
	// Project holds the files that the project begins with.
	Project *files.Tree
	// Plugins are further plugins, in order.
	Plugins []mockhost.Plugin
	// Storage are stored values of the plugin under test.
	Storage map[string]string
	// Open are the files in the editor and Active the one that has the focus.
	Open   []mockhost.OpenFile
	Active string
	// Clock is where the clock begins; zero is the mock host's default.
	Clock  time.Time
	Limits mockhost.Limits
}

// Settings are the keys that [defaults] and each test have in common; nil is a key that is not there.
type Settings struct {
	// Grants replace the capabilities that the manifest requires.
	Grants                             *[]string
	Restricted, Window, Remote, Server *bool
	Confirm                            *mockhost.Answer
}

// Test is one test. A [[test]] with [[test.each]] is a test for each row.
type Test struct {
	// Name is with that of the group before it.
	Name string
	// Span is the name in the file, or the row.
	Span diag.Span
	// Settings are those of the test over those of [defaults].
	Settings Settings
	// Skip and KnownFailing are reasons, "" for neither.
	Skip, KnownFailing string
	// Calls are made one after another in one IDE; a test without [[test.call]] has one.
	Calls []*Call

	// order is where the test's table stands in the file.
	order int
}

// Call is one call and what is expected of it.
type Call struct {
	// Tool is the local name of a tool of the plugin under test, or the registered name of another's; Command a command's id. One is set.
	Tool, Command string
	// Arguments is the JSON text for a tool ("{}" where the test has none), Arg the argument of a command (nil for none).
	Arguments string
	Arg       *string
	// Before is what changes in the IDE before the call.
	Before Before
	// Confirm is what the user answers in this call; nil: what the test says.
	Confirm *mockhost.Answer
	Span    diag.Span
	Expect  Expect
}

// Before is what changes in the IDE before a call, and stays so.
type Before struct {
	// Disable, Enable and Uninstall are ids of plugins, in this order of their doing.
	Disable, Enable, Uninstall []string
	// Settings are those that change; Grants are those of the plugin under test, Confirm is not among them.
	Settings Settings
}

// Expect is what a test states about a call. At most one of OK, Error, Refused and Aborted is set; where none is, the outcome must be ok.
type Expect struct {
	OK      *Text
	Error   *Failure
	Refused string
	// Aborted are reasons of which one must hold.
	Aborted []string

	// Unchanged: no file of the project and no unsaved text may change (or, where false, some must).
	Unchanged *bool
	// Files of the project after the call, Storage the plugin's values, by name in the order written.
	Files, Storage []Named
	// Editor are texts of open files after the call.
	Editor []Named
	// Calls are host functions that must have been called, NeverCalls those that must not.
	Calls      []Count
	NeverCalls []string
	// Log are texts that must each be part of a line of the log.
	Log []string
	// FuelAtMost bounds the fuel of the call.
	FuelAtMost *uint64
	// Listed: the tool must (or must not) be in the list of tools.
	Listed *bool
}

// Text states things about a text; all that are set must hold.
type Text struct {
	Equals   *string
	Contains []string
	// Matches is a regular expression (RE2) that must match somewhere.
	Matches *Pattern
	// JSON is the value that the text must be as JSON, in compact form; "" for none. The order of keys and the spelling of numbers do not matter.
	JSON string
}

// Named states things about a named text: Text is nil where there must be none.
type Named struct {
	Name string
	Text *Text
}

// Failure states things about the plugin's own error.
type Failure struct {
	// Kind is the error's kind, "" for any.
	Kind    string
	Message *Text
}

// Count states how often a host function ("project.search-text") must have been called; nil: at least once.
type Count struct {
	Function string
	Times    *int
}
