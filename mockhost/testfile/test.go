package testfile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
	"openidea-plugin/mockhost"
)

// answers are what confirm may be.
var answers = []string{string(mockhost.Accept), string(mockhost.Reject), string(mockhost.Cancel)}

// settings are the keys that [defaults] and [[test]] have in common.
func (r *reader) settings(s *Settings) keys {
	return keys{
		"grants":     func(e *tomlpos.Entry) { s.Grants = r.grants(e) },
		"restricted": func(e *tomlpos.Entry) { s.Restricted = &e.Value.True },
		"window":     func(e *tomlpos.Entry) { s.Window = &e.Value.True },
		"remote":     func(e *tomlpos.Entry) { s.Remote = &e.Value.True },
		"mcp-server": func(e *tomlpos.Entry) { s.Server = &e.Value.True },
		"confirm":    func(e *tomlpos.Entry) { s.Confirm = r.confirm(e) },
		"dialogs":    func(e *tomlpos.Entry) { s.Dialogs = r.dialogs(e) },
	}
}

// dialogs are answers to dialogs.
func (r *reader) dialogs(e *tomlpos.Entry) []mockhost.DialogAnswer {
	list := []mockhost.DialogAnswer{}
	for _, v := range r.tables(e, "dialogs = [{ … }]") {
		d := mockhost.DialogAnswer{}
		r.table(v, "an answer to a dialog", &dialogKeys, keys{
			"kind":   func(e *tomlpos.Entry) { d.Kind = e.Value.Text },
			"text":   func(e *tomlpos.Entry) { d.Text = e.Value.Text },
			"answer": func(e *tomlpos.Entry) { d.Answer = e.Value.Text },
			"cancel": func(e *tomlpos.Entry) { d.Cancelled = e.Value.True },
		})
		r.excluded(v, "an answer to a dialog", dialogKeys.Excludes)
		if a := v.Entry("answer"); a != nil && d.Kind == "confirm" {
			r.oneOf(a.Value, a.Name, []string{"yes", "no"})
		} else if a != nil && d.Kind == "message" {
			r.invalid(a.Key, "leave it out", "a message is closed, not answered")
		}
		list = append(list, d)
	}
	return list
}

func (r *reader) confirm(e *tomlpos.Entry) *mockhost.Answer {
	answer := mockhost.Answer(e.Value.Text)
	return &answer
}

// scope is what the tests of a table have in common: those of the file, or of a group.
type scope struct {
	// form is how such a test is written: "[[test]]", "[[group.test]]".
	form     string
	settings Settings
	mocks    []mockhost.Mock
	// prefix begins the names of the tests, skip is the reason why all of them are skipped, or "".
	prefix, skip string
}

// inner is the form of a table of a test: "[[test.call]]".
func (s scope) inner(name string) string { return strings.TrimSuffix(s.form, "]]") + "." + name + "]]" }

// tests reads an array of tests, each of which may stand for several.
func (r *reader) tests(e *tomlpos.Entry, s scope) {
	for _, v := range r.tables(e, s.form) {
		rows := v.Entry("each")
		if rows == nil {
			t := r.test(v, s)
			t.order = v.Span.Start
			continue
		}
		x := r.each(v, rows, s.inner("each"))
		if x == nil {
			continue
		}
		said := map[string]bool{}
		for _, row := range x.rows {
			before := len(r.file.Findings)
			if filled := x.fill(v, row); filled.ok {
				t := r.test(filled.test, s)
				t.order, t.Span = v.Span.Start, row.Span
				relate(r.file.Findings[before:], filled.templates)
			}
			// What is wrong in the test itself is wrong in every row.
			r.file.Findings = append(r.file.Findings[:before:before], slices.DeleteFunc(r.file.Findings[before:], func(d diag.Diagnostic) bool {
				key := fmt.Sprint(d.Span.Start, d.Span.End, d.Rule, d.Message)
				again := said[key]
				said[key] = true
				return again
			})...)
		}
	}
}

// groups reads [[group]].
func (r *reader) groups(e *tomlpos.Entry, defaults Settings, shared []mockhost.Mock) {
	for _, v := range r.tables(e, "[[group]]") {
		s := scope{form: "[[group.test]]", settings: defaults}
		known := r.settings(&s.settings)
		own := &mocks{reader: r}
		known["name"] = func(e *tomlpos.Entry) { s.prefix = e.Value.Text + GroupSeparator }
		known["skip"] = func(e *tomlpos.Entry) { s.skip = e.Value.Text }
		known["mock"] = func(e *tomlpos.Entry) { own.read(e, "[[group.mock]]") }
		known["test"] = elsewhere
		r.table(v, "[[group]]", &groupKeys, known)
		s.mocks = slices.Concat(own.list, shared)
		if v.Entry("name") == nil {
			r.invalid(v.Span, `name = "what its tests are about"`, "a group needs a name")
		}
		if tests := v.Entry("test"); tests != nil && (tests.Value.Kind != tomlpos.Array || len(tests.Value.Items) > 0) {
			r.tests(tests, s)
		} else {
			r.invalid(v.Span, "add a [[group.test]]", "the group has no tests")
		}
	}
}

// test reads one test.
func (r *reader) test(v *tomlpos.Value, s scope) *Test {
	t := &Test{Span: v.Span, Settings: s.settings, Skip: s.skip}
	single := &Call{Span: v.Span, Arguments: "{}"}
	known := r.settings(&t.Settings)
	maps.Copy(known, r.callKeys(single))
	known["confirm"] = func(e *tomlpos.Entry) { t.Settings.Confirm = r.confirm(e) }
	known["skip"] = func(e *tomlpos.Entry) { t.Skip = e.Value.Text }
	known["known-failing"] = func(e *tomlpos.Entry) { t.KnownFailing = e.Value.Text }
	known["name"] = func(e *tomlpos.Entry) {
		t.Name, t.Span = s.prefix+e.Value.Text, marked(e.Value)
	}
	own := &mocks{reader: r}
	known["mock"] = func(e *tomlpos.Entry) { own.read(e, s.inner("mock")) }
	known["call"], known["each"] = elsewhere, elsewhere
	r.table(v, s.form, &testKeys, known)
	t.Mocks = slices.Concat(own.list, s.mocks)
	r.file.Tests = append(r.file.Tests, t)

	if v.Entry("name") == nil {
		r.invalid(v.Span, `name = "what the test shows"`, "a test needs a name")
	}
	if calls := v.Entry("call"); calls != nil {
		r.calls(t, v, calls, s.inner("call"))
	} else {
		t.Calls = []*Call{single}
		r.complete(v, "a test")
	}
	r.nameSnapshots(t)
	return t
}

// calls reads the calls of a test, which then has no keys of a call itself, but for confirm.
func (r *reader) calls(t *Test, v *tomlpos.Value, calls *tomlpos.Entry, form string) {
	for _, k := range callKeys.Keys {
		if e := v.Entry(k.Name); e != nil && k.Name != "confirm" {
			r.invalid(e.Key, "move it into a "+form, "a test with %s has no %q of its own", form, k.Name)
		}
	}
	for _, item := range r.tables(calls, form) {
		c := &Call{Span: item.Span, Arguments: "{}"}
		r.table(item, form, &callKeys, r.callKeys(c))
		r.complete(item, "a call")
		t.Calls = append(t.Calls, c)
	}
	if len(t.Calls) == 0 && calls.Value.Kind == tomlpos.Array && len(calls.Value.Items) == 0 {
		r.invalid(calls.Value.Span, "at least one", "there are no calls")
	}
}

// callKeys are the keys of a call, which a test with only one has itself.
func (r *reader) callKeys(c *Call) keys {
	return keys{
		"tool":           func(e *tomlpos.Entry) { c.Tool = e.Value.Text },
		"command":        func(e *tomlpos.Entry) { c.Command = r.command(e) },
		"arg":            func(e *tomlpos.Entry) { c.Arg = &e.Value.Text },
		"arguments":      func(e *tomlpos.Entry) { c.Arguments, _ = r.json(e.Value) },
		"arguments-json": func(e *tomlpos.Entry) { c.Arguments = e.Value.Text },
		"confirm":        func(e *tomlpos.Entry) { c.Confirm = r.confirm(e) },
		"before":         func(e *tomlpos.Entry) { r.before(e, &c.Before) },
		"expect": func(e *tomlpos.Entry) {
			r.call = c
			r.expect(e, &c.Expect)
		},
	}
}

// before is what changes in the IDE before a call.
func (r *reader) before(e *tomlpos.Entry, b *Before) {
	ids := func(to *[]string) func(*tomlpos.Entry) {
		return func(e *tomlpos.Entry) {
			items, _ := r.items(e, beforeKeys.Key(e.Name))
			for _, item := range items {
				*to = append(*to, item.Text)
				r.ids = append(r.ids, named{item.Text, marked(item)})
			}
		}
	}
	r.subtable(e, "before", &beforeKeys, keys{
		"disable": ids(&b.Disable), "enable": ids(&b.Enable), "uninstall": ids(&b.Uninstall),
		"grants": func(e *tomlpos.Entry) { b.Grants = r.grants(e) },
	})
}

// complete finds keys of a call that are missing or that exclude each other.
func (r *reader) complete(v *tomlpos.Value, what string) {
	r.excluded(v, what, callExcludes)
	if x := v.Entry("expect"); x != nil && v.Entry("command") != nil {
		for _, key := range []string{"listed", "listing"} {
			if e := x.Value.Entry(key); e != nil {
				r.invalid(e.Key, "leave it out", "a command stands in no list: %s is for tools", key)
			}
		}
	}
	if v.Entry("tool") == nil && v.Entry("command") == nil {
		r.invalid(v.Span, `tool = "…" or command = "…"`, "%s needs a tool or a command", what)
	}
}

func quote(word string) string { return `"` + word + `"` }
