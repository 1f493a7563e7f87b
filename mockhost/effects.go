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

// snapshot is the state that effects are computed from.
type snapshot struct {
	tree    *files.Tree
	unsaved map[string]string
	storage map[string]string
}

func (ide *IDE) snapshot(plugin string) snapshot {
	s := snapshot{tree: ide.tree.Clone(), unsaved: map[string]string{}, storage: maps.Clone(ide.storage[plugin])}
	for _, d := range ide.editor.docs {
		s.unsaved[d.path] = d.text
	}
	return s
}

// since fills in what differs from an earlier state.
func (e *Effects) since(before, after snapshot) {
	e.Files = files.Diff(before.tree, after.tree)
	e.Storage = textChanges(before.storage, after.storage)
	for path := range after.unsaved { // a file that was opened in this call had the text on disk
		if _, ok := before.unsaved[path]; !ok {
			text, _ := before.tree.Get(path)
			before.unsaved[path] = string(text)
		}
	}
	e.Unsaved = textChanges(before.unsaved, after.unsaved)
}

func textChanges(before, after map[string]string) []TextChange {
	names := map[string]bool{}
	for name := range before {
		names[name] = true
	}
	for name := range after {
		names[name] = true
	}
	var changes []TextChange
	for _, name := range slices.Sorted(maps.Keys(names)) {
		old, was := before[name]
		now, is := after[name]
		if was == is && old == now {
			continue
		}
		c := TextChange{Name: name}
		if was {
			c.Before = &old
		}
		if is {
			c.After = &now
		}
		changes = append(changes, c)
	}
	return changes
}
