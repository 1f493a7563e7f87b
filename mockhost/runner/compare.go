package runner

import (
	"fmt"
	"slices"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/bind"
	"openidea-plugin/mockhost/files"
	"openidea-plugin/mockhost/testfile"
)

// after is the state in which a call left the IDE.
type after struct {
	outcome mockhost.Outcome
	project *files.Tree
	storage map[string]string
	editor  map[string]string
	// tools are those that a client saw before the call, and registered is the name of the one that was called.
	tools      []mockhost.Tool
	registered string
	// watch is the index of each expected host call among the watches of the IDE.
	watch map[*testfile.Count]int
	// snapshots compares with the snapshots of the test file.
	snapshots *snapshots
}

// compare gives the expectations that do not hold, in a fixed order, and whether a snapshot is stale.
func compare(x *testfile.Expect, a after) (list []Problem, stale bool) {
	ps := problems{snapshots: a.snapshots}
	ps.outcome(x, a.outcome)
	ps.unchanged(x.Unchanged, a.outcome.Effects)
	for _, f := range x.Files {
		data, ok := a.project.Get(f.Name)
		ps.named("file", f, string(data), ok)
	}
	ps.changes(x.Changes, a)
	if x.Diff != nil {
		ps.text("diff", x.Diff, projectDiff(a.outcome.Effects))
	}
	for _, f := range x.Storage {
		text, ok := a.storage[f.Name]
		ps.named("stored value", f, text, ok)
	}
	for _, f := range x.Editor {
		text, ok := a.editor[f.Name]
		ps.named("open file", f, text, ok)
	}
	ps.calls(x, a)
	ps.effects(x, &a.outcome)
	if limit := x.FuelAtMost; limit != nil && a.outcome.Fuel > *limit {
		ps.add("fuel", fmt.Sprintf("fuel at most %d", *limit), fmt.Sprintf("fuel %d", a.outcome.Fuel))
	}
	ps.listing(x, a)
	return ps.list, ps.stale
}

type problems struct {
	list      []Problem
	snapshots *snapshots
	// stale: a snapshot is missing or differs.
	stale bool
}

// maxLine is how much is kept of one line of a problem, in bytes.
const maxLine = 2000

func (ps *problems) add(what, expected, got string, diff ...string) {
	expected, got = cut(expected, maxLine), cut(got, maxLine)
	for i, line := range diff {
		diff[i] = cut(line, maxLine)
	}
	ps.list = append(ps.list, Problem{What: what, Expected: expected, Got: got, Diff: diff})
}

func (ps *problems) outcome(x *testfile.Expect, o mockhost.Outcome) {
	got := Describe(o)
	switch {
	case x.Refused != "":
		if o.Kind != mockhost.Refused || o.Reason != x.Refused {
			ps.add("outcome", "refused "+x.Refused, got)
		}
	case len(x.Aborted) > 0:
		if o.Kind != mockhost.Aborted || !slices.Contains(x.Aborted, o.Reason) {
			ps.add("outcome", "aborted "+strings.Join(x.Aborted, " or "), got)
		}
	case x.Error != nil:
		switch {
		case o.Kind != mockhost.Error || x.Error.Kind != "" && o.Reason != x.Error.Kind:
			ps.add("outcome", strings.TrimSpace("error "+x.Error.Kind), got)
		case x.Error.Message != nil:
			ps.text("message", x.Error.Message, o.Message)
		}
	case o.Kind != mockhost.OK:
		ps.add("outcome", "ok", got)
	case x.OK != nil:
		ps.text("text", x.OK, o.Text)
	}
}

// Describe is an outcome as one line.
func Describe(o mockhost.Outcome) string {
	line := o.String()
	if o.Kind == mockhost.OK {
		if o.None {
			return line + ", no result"
		}
		return line + " " + bind.Quote(o.Text)
	}
	if o.Message != "" {
		said := o.Message
		if p := panicMessage(o); p != "" {
			said = p // more than "unreachable"
		}
		message := strings.Join(strings.Fields(said), " ")
		message = strings.TrimPrefix(message, o.Reason+": ")
		if o.Kind == mockhost.Error {
			message = bind.Quote(o.Message)
		}
		line += ": " + message
	}
	for i, frame := range authored(o.Frames) {
		word := ", in "
		if i > 0 {
			word = ", called from "
		}
		if line += word + frame; i == 2 {
			break
		}
	}
	return line
}

// machinery begins the names of functions that bring a language's panic to its end; the author looks for what stands below them.
var machinery = []string{"__rustc::", "std::", "core::", "alloc::", "rust_", "<core::", "<alloc::", "<std::", "runtime.", "abort"}

// authored are the frames from the first that is likely the author's.
func authored(frames []string) []string {
	first := slices.IndexFunc(frames, func(frame string) bool {
		return !slices.ContainsFunc(machinery, func(prefix string) bool { return strings.HasPrefix(frame, prefix) })
	})
	return frames[max(first, 0):]
}

// text compares a text with all that is stated about it.
func (ps *problems) text(what string, want *testfile.Text, got string) {
	if want.Equals != nil && *want.Equals != got {
		ps.add(what, bind.Quote(*want.Equals), bind.Quote(got), lineDiff(*want.Equals, got)...)
	}
	for _, part := range want.Contains {
		if !strings.Contains(got, part) {
			ps.add(what, "a text that contains "+bind.Quote(part), bind.Quote(got))
		}
	}
	if want.Matches != nil && !want.Matches.MatchString(got) {
		ps.add(what, "a text that matches "+bind.Quote(want.Matches.String()), bind.Quote(got))
	}
	if want.JSON != "" {
		ps.json(what, want.JSON, got, false)
	}
	if want.JSONEquals != "" {
		ps.json(what, want.JSONEquals, got, true)
	}
	if want.Snapshot != "" {
		ps.snapshot(want.Snapshot, got)
	}
}

// json compares with JSON that must be the whole value, or be in it.
func (ps *problems) json(what, want, got string, whole bool) {
	kind := "JSON with "
	if whole {
		kind = "JSON "
	}
	expected, actual, problem := compareJSON(want, got, whole)
	switch {
	case problem != "":
		if begin := strings.TrimSpace(got); strings.HasPrefix(begin, "{") || strings.HasPrefix(begin, "[") {
			problem = " (" + problem + ")"
		} else {
			problem = "" // it was never meant to be JSON
		}
		ps.add(what, kind+short(want), "a text that is no JSON"+problem+": "+bind.Quote(got))
	case expected != actual:
		ps.add(what, kind+short(want), "JSON "+short(got), lineDiff(expected, actual)...)
	}
}

// short is JSON as it is where it is one short line, else in quotes.
func short(json string) string {
	if len(json) <= 200 && !strings.Contains(json, "\n") {
		return json
	}
	return bind.Quote(json)
}

func (ps *problems) unchanged(want *bool, e mockhost.Effects) {
	switch {
	case want == nil || *want != e.Changed():
	case *want:
		ps.add("unchanged", "the project does not change", inWords(projectChanges(e)))
	default:
		ps.add("unchanged", "the project changes", "it did not")
	}
}

// Changes says in a few words each what a call changed.
func Changes(e mockhost.Effects) []string {
	list := projectChanges(e)
	for _, c := range e.Storage {
		if c.After != nil {
			list = append(list, fmt.Sprintf("stored %s (%d bytes)", bind.Quote(c.Name), len(*c.After)))
		} else {
			list = append(list, "forgot the stored "+bind.Quote(c.Name))
		}
	}
	for _, t := range e.Tabs {
		list = append(list, "opened "+quotePath(t.Path))
	}
	for _, r := range e.Runs {
		list = append(list, "started "+bind.Quote(r.Configuration))
	}
	for _, f := range e.Fetches {
		list = append(list, "fetched "+bind.Quote(f))
	}
	return list
}

func projectChanges(e mockhost.Effects) []string {
	var list []string
	for _, f := range e.Files {
		if f.After != nil {
			list = append(list, fmt.Sprintf("%s %s (%d bytes)", f.Word(), quotePath(f.Path), len(f.After)))
		} else {
			list = append(list, f.Word()+" "+quotePath(f.Path))
		}
	}
	for _, c := range e.Unsaved {
		list = append(list, "edited "+quotePath(c.Name))
	}
	return list
}

// inWords joins what was changed, cut where it is much.
func inWords(changes []string) string {
	const most = 20
	if more := len(changes) - most; more > 0 {
		changes = append(changes[:most:most], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(changes, ", ")
}

// quotePath shows a path as it is where it is harmless, else in quotes.
func quotePath(path string) string {
	if quoted := diag.Quote(path); quoted != `"`+path+`"` || strings.ContainsAny(path, " ,") {
		return quoted
	}
	return path
}

func (ps *problems) named(kind string, want testfile.Named, got string, exists bool) {
	what := kind + " " + quotePath(want.Name)
	switch {
	case want.Text == nil && exists:
		ps.add(what, "no "+what, bind.Quote(got))
	case want.Text == nil:
	case !exists:
		article := "a "
		if strings.HasPrefix(what, "open") {
			article = "an "
		}
		ps.add(what, article+what, "there is none")
	default:
		ps.text(what, want.Text, got)
	}
}
