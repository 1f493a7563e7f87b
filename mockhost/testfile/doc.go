// Package testfile reads the tests that an author writes, tests/*.test.toml, into typed values with their places. It finds every mistake in them, each
// as a diagnostic at the exact characters; it runs nothing.
package testfile

import (
	"slices"
	"time"

	"openidea-plugin/diag"
	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/files"
	"openidea-plugin/mockhost/literal"
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
	// Snapshots are the names of the snapshots that its tests compare with.
	Snapshots []string
	// Inputs are the folders and files that the file leads to: the project's and those of further plugins; absolute.
	Inputs []string
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
	// Runs are the run configurations of the project; nil: those of the mock host.
	Runs []mockhost.RunConfiguration
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
	// Dialogs are answers to dialogs.
	Dialogs []mockhost.DialogAnswer
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
	// Mocks are those of the test, then of its group, then of the file.
	Mocks []mockhost.Mock
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
	// Grants, where not nil, are those that the plugin under test has from then on.
	Grants *[]string
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
	// Files of the project after the call, Storage the plugin's values, Editor the texts of open files, by name in the order written.
	Files, Storage, Editor []Named
	// Changes, where not nil, are exactly the files of the project that the call changed.
	Changes *[]Changed
	// Diff states things about what the call changed in the project, as a unified diff.
	Diff *Text
	// Calls are host functions that must have been called, CallsInOrder those that must have been in this order, NeverCalls those that must not.
	Calls, CallsInOrder, NeverCalls []Count
	// Log are lines of which each must be in the log; NoLog: there must be no line.
	Log   []Line
	NoLog bool
	// Notifications, Dialogs and Tabs, where not nil, are exactly what must have been shown, Runs what must have been started.
	Notifications *[]Line
	Dialogs       *[]Line
	Tabs          *[]Tab
	Runs          *[]string
	// Status are the texts of the status bar; LastStatus: only the last of them counts.
	Status     *[]string
	LastStatus bool
	// Asked: the user was asked before the call.
	Asked *bool
	// FuelAtMost bounds the fuel of the call.
	FuelAtMost *uint64
	// Listed: the tool must (or must not) be in the list of tools.
	Listed *bool
	// Listing states things about the tool in that list; Tools, where not nil, is the whole list by registered name.
	Listing *Listing
	Tools   *[]string
}

// Line states things about a text that was shown or logged; Kind and Answer are "" where they do not count.
type Line struct {
	Kind string
	Text *Text
	// Part: Text.Equals may be a part of the line.
	Part   bool
	Answer string
}

// Tab states things about an opened file; nil where they do not count.
type Tab struct {
	Path            string
	Line, Character *uint32
}

// Changed is a file that the call changed; Named.Text is nil for one that is gone. Any: whatever it is now.
type Changed struct {
	Named
	Any bool
}

// Listing states things about a listed tool.
type Listing struct {
	Title, Description *Text
	// Schema is JSON that must be in the schema; "" for none.
	Schema string
	// Hints are annotations by name, in the order of the listing.
	Hints []Hint
}

// Hint states an annotation of a tool.
type Hint struct {
	Name string
	True bool
}

// Text states things about a text; all that are set must hold.
type Text struct {
	Equals   *string
	Contains []string
	// Matches is a regular expression (RE2) that must match somewhere.
	Matches *Pattern
	// JSON is in the text, which is JSON; JSONEquals is its whole value. Both are compact, "" for none. The order of keys and the spelling of numbers do
	// not matter.
	JSON, JSONEquals string
	// Snapshot is the name of a snapshot that the text must be; "" for none.
	Snapshot string
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
	// Args, where not nil, are arguments that the calls must have had.
	Args  *literal.Value
	Times *int
	Span  diag.Span
}

// Shown are the arguments as people would write them in TOML, on one line.
func (c *Count) Shown() string { return Shown(c.Args) }

// Shown is a value on one line, cut where it is long.
func Shown(v *literal.Value) string { return literal.Text(v, 200) }
