package mockhost

import (
	"maps"
	"slices"

	"openidea-plugin/mockhost/files"
)

// Effects are what one call changed. All slices are in a fixed order.
type Effects struct {
	// Files of the project that differ, by path.
	Files []files.Change
	// Unsaved are texts of open files that differ from what was there before, by path.
	Unsaved []TextChange
	// Storage are the plugin's stored values that differ, by key.
	Storage []TextChange
	// Tabs that were opened, Runs that were started, Fetches from remotes of the version control: in the order of the calls.
	Tabs    []Tab
	Runs    []Run
	Fetches []string
	// Notifications, texts of the status bar, dialogs and lines of the log, in the order of the calls.
	Notifications []Notification
	Status        []string
	Dialogs       []Dialog
	Log           []LogLine
	// Dropped is how many more notifications, texts, tabs and so on there were than are kept (10,000 of at most 1 MiB in all).
	Dropped int

	noted, notedBytes int
}

// TextChange is a text under a name before and after; nil where there was or is none.
type TextChange struct {
	Name          string
	Before, After *string
}

// Tab is a file that was opened, with the place of the caret (zero-based).
type Tab struct {
	Path            string
	Line, Character uint32
}

// Run is a run configuration that was started.
type Run struct {
	Number        uint64
	Configuration string
}

// Notification is a message that was shown; Kind is "info", "warning" or "error".
type Notification struct{ Kind, Text string }

// Dialog is a question to the user and the answer that the mock host gave for him.
type Dialog struct{ Kind, Text, Answer string }

// LogLine is a line of the plugin's log; Level is as the component names it.
type LogLine struct{ Level, Text string }

// Changed says whether the project changed: its files, or texts of open files that are not saved yet. What a plugin stores, says, shows or starts is no
// change of the project.
func (e *Effects) Changed() bool { return len(e.Files)+len(e.Unsaved) > 0 }

// What a plugin can make the host remember of one call: so many things, with so many bytes of text in all.
const (
	maxNoted      = 10_000
	maxNotedBytes = 1 << 20
)

// note says whether one more thing with these texts may be remembered.
func (e *Effects) note(texts ...string) bool {
	size := 0
	for _, t := range texts {
		size += len(t)
	}
	if e.noted == maxNoted || e.notedBytes+size > maxNotedBytes {
		e.Dropped++
		return false
	}
	e.noted++
	e.notedBytes += size
	return true
}

// changes are what one call has changed so far, each thing as it was when the call first touched it and as the call left it. What others do to it meanwhile is not
// in it.
type changes struct {
	files           map[string]files.Change
	unsaved, stored map[string]TextChange
}

func newChanges() changes {
	return changes{map[string]files.Change{}, map[string]TextChange{}, map[string]TextChange{}}
}

// file notes a file that the call has written or deleted. nil is no file.
func (c changes) file(path string, before, after []byte) {
	if first, ok := c.files[path]; ok {
		before = first.Before
	}
	c.files[path] = files.Change{Path: path, Before: before, After: after}
}

// text notes a text that the call has changed in one of the two maps. nil is none.
func noteText(in map[string]TextChange, name string, before, after *string) {
	if first, ok := in[name]; ok {
		before = first.Before
	}
	in[name] = TextChange{Name: name, Before: before, After: after}
}

// fill puts what differs in the end into effects.
func (c changes) fill(e *Effects) {
	for _, path := range slices.Sorted(maps.Keys(c.files)) {
		if f := c.files[path]; (f.Before == nil) != (f.After == nil) || string(f.Before) != string(f.After) {
			e.Files = append(e.Files, f)
		}
	}
	e.Unsaved, e.Storage = differing(c.unsaved), differing(c.stored)
}

func differing(texts map[string]TextChange) []TextChange {
	var list []TextChange
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if t := texts[name]; (t.Before == nil) != (t.After == nil) || t.Before != nil && *t.Before != *t.After {
			list = append(list, t)
		}
	}
	return list
}
