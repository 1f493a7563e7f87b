package runner

import (
	"fmt"
	"slices"
	"strings"

	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/bind"
	"openidea-plugin/mockhost/files"
	"openidea-plugin/mockhost/testfile"
)

// effects compares with what a call showed, logged and started.
func (ps *problems) effects(x *testfile.Expect, o *mockhost.Outcome) {
	e := &o.Effects
	ps.log(x, e.Log)
	if x.Notifications != nil {
		got := make([]line, len(e.Notifications))
		for i, n := range e.Notifications {
			got[i] = line{kind: n.Kind, text: n.Text}
		}
		ps.lines("notifications", *x.Notifications, got)
	}
	if x.Dialogs != nil {
		got := make([]line, len(e.Dialogs))
		for i, d := range e.Dialogs {
			got[i] = line{kind: d.Kind, text: d.Text, answer: d.Answer}
		}
		ps.lines("dialogs", *x.Dialogs, got)
	}
	if x.Tabs != nil {
		ps.tabs(*x.Tabs, e.Tabs)
	}
	if x.Runs != nil {
		got := make([]string, len(e.Runs))
		for i, r := range e.Runs {
			got[i] = r.Configuration
		}
		ps.same("runs", *x.Runs, got)
	}
	if x.Status != nil {
		got := e.Status
		if x.LastStatus && len(got) > 1 {
			got = got[len(got)-1:]
		}
		ps.same("status", *x.Status, got)
	}
	if x.Asked != nil && *x.Asked != o.Asked {
		words := map[bool]string{true: "the user is asked", false: "the user is not asked"}
		ps.add("asked", words[*x.Asked], words[o.Asked])
	}
}

// line is something that was shown.
type line struct{ kind, text, answer string }

func (l line) String() string {
	s := bind.Quote(l.text)
	if l.kind != "" {
		s = l.kind + " " + s
	}
	if l.answer != "" {
		s += " answered " + bind.Quote(l.answer)
	}
	return s
}

// fits says whether something is as it is stated.
func (l line) fits(want testfile.Line) bool {
	return (want.Kind == "" || want.Kind == l.kind) && (want.Answer == "" || want.Answer == l.answer) && holds(want.Text, l.text, want.Part)
}

// holds says whether a text is as it is stated; snapshots are not looked at. part: equals may be a part of it.
func holds(want *testfile.Text, got string, part bool) bool {
	if want == nil {
		return true
	}
	if part && want.Equals != nil {
		return strings.Contains(got, *want.Equals)
	}
	var ps problems
	ps.text("", want, got)
	return len(ps.list) == 0
}

// stated is a line as it is stated.
func stated(want testfile.Line) string {
	words := make([]string, 0, 3)
	if want.Kind != "" {
		words = append(words, want.Kind)
	}
	if want.Text != nil {
		words = append(words, wanted(want.Text))
	}
	if want.Answer != "" {
		words = append(words, "answered "+bind.Quote(want.Answer))
	}
	if len(words) == 0 {
		return "any"
	}
	return strings.Join(words, " ")
}

// wanted is a statement about a text in a few words.
func wanted(t *testfile.Text) string {
	var words []string
	if t.Equals != nil {
		words = append(words, bind.Quote(*t.Equals))
	}
	for _, part := range t.Contains {
		words = append(words, "with "+bind.Quote(part))
	}
	if t.Matches != nil {
		words = append(words, "matching "+bind.Quote(t.Matches.String()))
	}
	for _, json := range []string{t.JSON, t.JSONEquals} {
		if json != "" {
			words = append(words, "JSON "+short(json))
		}
	}
	return strings.Join(words, " ")
}

// lines compares with exactly what was shown, in its order.
func (ps *problems) lines(what string, want []testfile.Line, got []line) {
	same := len(want) == len(got)
	for i := 0; same && i < len(want); i++ {
		same = got[i].fits(want[i])
	}
	if same {
		return
	}
	w, g := make([]string, len(want)), make([]string, len(got))
	for i := range want {
		w[i] = stated(want[i])
	}
	for i := range got {
		g[i] = got[i].String()
	}
	ps.lists(what, w, g)
}

// lists says that two lists differ: on a line each, and one below the other where they are long.
func (ps *problems) lists(what string, want, got []string) {
	ps.add(what, listed(want), listed(got), lineDiff(strings.Join(want, "\n")+"\n", strings.Join(got, "\n")+"\n")...)
}

func listed(items []string) string {
	if len(items) == 0 {
		return "none"
	}
	return inWords(items)
}

// same compares two lists of texts.
func (ps *problems) same(what string, want, got []string) {
	if slices.Equal(want, got) {
		return
	}
	quoted := func(list []string) []string {
		out := make([]string, len(list))
		for i, text := range list {
			out[i] = bind.Quote(text)
		}
		return out
	}
	ps.lists(what, quoted(want), quoted(got))
}

func (ps *problems) tabs(want []testfile.Tab, got []mockhost.Tab) {
	same := len(want) == len(got)
	for i := 0; same && i < len(want); i++ {
		w, g := want[i], got[i]
		same = (w.Path == "" || w.Path == g.Path) && (w.Line == nil || *w.Line == g.Line) && (w.Character == nil || *w.Character == g.Character)
	}
	if same {
		return
	}
	w, g := make([]string, len(want)), make([]string, len(got))
	for i, t := range want {
		if t.Path != "" {
			w[i] = quotePath(t.Path)
		}
		if t.Line != nil {
			w[i] += fmt.Sprintf(" line %d", *t.Line)
		}
		if t.Character != nil {
			w[i] += fmt.Sprintf(" character %d", *t.Character)
		}
		w[i] = strings.TrimSpace(w[i])
	}
	for i, t := range got {
		g[i] = fmt.Sprintf("%s line %d character %d", quotePath(t.Path), t.Line, t.Character)
	}
	ps.lists("tabs", w, g)
}

func (ps *problems) log(x *testfile.Expect, lines []mockhost.LogLine) {
	if x.NoLog && len(lines) > 0 {
		ps.add("log", "no line in the log", line{kind: lines[0].Level, text: lines[0].Text}.String())
	}
	for _, want := range x.Log {
		found := slices.ContainsFunc(lines, func(l mockhost.LogLine) bool { return line{kind: l.Level, text: l.Text}.fits(want) })
		if found {
			continue
		}
		expected := "a line of the log: " + stated(want)
		if want.Part {
			expected = "a line of the log that contains " + bind.Quote(*want.Text.Equals)
		}
		got := "an empty log"
		if len(lines) > 0 {
			got = fmt.Sprintf("a log of %d lines without it", len(lines))
		}
		ps.add("log", expected, got)
	}
}

// changes compares with exactly the files of the project that the call changed.
func (ps *problems) changes(want *[]testfile.Changed, a after) {
	if want == nil {
		return
	}
	byPath := map[string]files.Change{}
	for _, f := range a.outcome.Effects.Files {
		byPath[f.Path] = f
	}
	for _, w := range *want {
		f, ok := byPath[w.Name]
		delete(byPath, w.Name)
		what := "change of " + quotePath(w.Name)
		switch {
		case !ok:
			ps.add(what, "the call changes "+quotePath(w.Name), "it did not")
		case w.Any:
		default:
			ps.named("file", w.Named, string(f.After), f.After != nil)
		}
	}
	var others []string
	for _, f := range a.outcome.Effects.Files {
		if _, left := byPath[f.Path]; left {
			others = append(others, f.Word()+" "+quotePath(f.Path))
		}
	}
	if len(others) > 0 {
		ps.add("changes", "nothing else changes", inWords(others))
	}
}

// projectDiff is what a call changed in the files of the project, as a unified diff.
func projectDiff(e mockhost.Effects) string {
	var b strings.Builder
	for _, f := range e.Files {
		b.WriteString(f.Unified())
	}
	return b.String()
}
