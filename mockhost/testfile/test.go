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
		"restricted": func(e *tomlpos.Entry) { s.Restricted = r.boolean(e) },
		"window":     func(e *tomlpos.Entry) { s.Window = r.boolean(e) },
		"remote":     func(e *tomlpos.Entry) { s.Remote = r.boolean(e) },
		"mcp-server": func(e *tomlpos.Entry) { s.Server = r.boolean(e) },
		"confirm":    func(e *tomlpos.Entry) { s.Confirm = r.confirm(e) },
	}
}

func (r *reader) confirm(e *tomlpos.Entry) *mockhost.Answer {
	word, ok := r.oneOf(e.Value, e.Name, answers)
	if !ok {
		return nil
	}
	answer := mockhost.Answer(word)
	return &answer
}

// scope is what the tests of a table have in common: those of the file, or of a group.
type scope struct {
	// form is how such a test is written: "[[test]]", "[[group.test]]".
	form     string
	settings Settings
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
func (r *reader) groups(e *tomlpos.Entry, defaults Settings) {
	for _, v := range r.tables(e, "[[group]]") {
		s := scope{form: "[[group.test]]", settings: defaults}
		known := r.settings(&s.settings)
		known["name"] = func(e *tomlpos.Entry) {
			if name, ok := r.filled(e, "say what its tests are about"); ok {
				s.prefix = name + GroupSeparator
			}
		}
		known["skip"] = func(e *tomlpos.Entry) { s.skip, _ = r.filled(e, "say why") }
		known["test"] = func(*tomlpos.Entry) {} // read when the settings are known
		r.table(v, "[[group]]", known)
		if v.Entry("name") == nil {
			r.invalid(v.Span, `name = "what its tests are about"`, "a group needs a name")
		}
		if tests := v.Entry("test"); tests != nil {
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
	reason := func(to *string) func(*tomlpos.Entry) {
		return func(e *tomlpos.Entry) {
			if text, ok := r.filled(e, "say why"); ok {
				*to = text
			}
		}
	}
	known["skip"] = reason(&t.Skip)
	known["known-failing"] = reason(&t.KnownFailing)
	known["name"] = func(e *tomlpos.Entry) {
		if name, ok := r.filled(e, "say what the test shows"); ok {
			t.Name = s.prefix + name
		}
		t.Span = marked(e.Value)
	}
	var calls *tomlpos.Entry
	known["call"] = func(e *tomlpos.Entry) { calls = e }
	known["each"] = func(*tomlpos.Entry) {}
	r.table(v, s.form, known)
	r.file.Tests = append(r.file.Tests, t)

	if v.Entry("name") == nil {
		r.invalid(v.Span, `name = "what the test shows"`, "a test needs a name")
	}
	if calls == nil {
		t.Calls = []*Call{single}
		r.complete(v, "a test")
		return t
	}
	form := s.inner("call")
	for key := range r.callKeys(single) {
		if e := v.Entry(key); e != nil && key != "confirm" {
			r.invalid(e.Key, "move it into a "+form, "a test with %s has no %q of its own", form, key)
		}
	}
	for _, item := range r.tables(calls, form) {
		c := &Call{Span: item.Span, Arguments: "{}"}
		r.table(item, form, r.callKeys(c))
		r.complete(item, "a call")
		t.Calls = append(t.Calls, c)
	}
	if len(t.Calls) == 0 && calls.Value.Kind == tomlpos.Array {
		r.invalid(calls.Value.Span, "at least one", "there are no calls")
	}
	return t
}

// callKeys are the keys of a call, which a test with only one has itself.
func (r *reader) callKeys(c *Call) keys {
	return keys{
		"tool":    func(e *tomlpos.Entry) { c.Tool, _ = r.filled(e, "the name of a tool, as in the manifest") },
		"command": func(e *tomlpos.Entry) { c.Command = r.command(e) },
		"arg": func(e *tomlpos.Entry) {
			if text, ok := r.text(e); ok {
				c.Arg = &text
			}
		},
		"arguments": func(e *tomlpos.Entry) {
			if e.Value.Kind != tomlpos.Table {
				r.wrongType(e, "a table (arguments-json takes any text)")
				return
			}
			c.Arguments, _ = r.json(e.Value)
		},
		"arguments-json": func(e *tomlpos.Entry) { c.Arguments, _ = r.text(e) },
		"confirm":        func(e *tomlpos.Entry) { c.Confirm = r.confirm(e) },
		"before":         func(e *tomlpos.Entry) { r.before(e, &c.Before) },
		"expect":         func(e *tomlpos.Entry) { r.expect(e, &c.Expect) },
	}
}

// before is what changes in the IDE before a call.
func (r *reader) before(e *tomlpos.Entry, b *Before) {
	known := r.settings(&b.Settings)
	delete(known, "confirm") // a key of the call itself
	ids := func(to *[]string) func(*tomlpos.Entry) {
		return func(e *tomlpos.Entry) {
			list, ok := r.texts(e, true)
			if !ok {
				return
			}
			*to = list
			items := e.Value.Items
			if e.Value.Kind == tomlpos.String {
				items = []*tomlpos.Value{e.Value}
			}
			for _, item := range items {
				r.ids = append(r.ids, named{item.Text, marked(item)})
			}
		}
	}
	known["disable"], known["enable"], known["uninstall"] = ids(&b.Disable), ids(&b.Enable), ids(&b.Uninstall)
	r.subtable(e, "before", known)
}

// complete finds keys of a call that are missing or that exclude each other.
func (r *reader) complete(v *tomlpos.Value, what string) {
	exclude := func(a, b, why string) {
		if first, second := v.Entry(a), v.Entry(b); first != nil && second != nil {
			r.find(RuleInvalid, diag.Diagnostic{
				Span: second.Key, Message: what + " cannot have both " + quote(a) + " and " + quote(b), Label: why,
				Related: []diag.Related{{Span: first.Key, Message: quote(a) + " is here"}},
			})
		}
	}
	exclude("tool", "command", "one or the other")
	exclude("arguments", "arguments-json", "one or the other")
	exclude("tool", "arg", "arg is for commands; a tool has arguments")
	exclude("command", "arguments", "arguments are for tools; a command has arg")
	exclude("command", "arguments-json", "arguments are for tools; a command has arg")
	if x := v.Entry("expect"); x != nil && v.Entry("command") != nil && x.Value.Entry("listed") != nil {
		r.invalid(x.Value.Entry("listed").Key, "leave it out", "a command stands in no list: listed is for tools")
	}
	if v.Entry("tool") == nil && v.Entry("command") == nil {
		r.invalid(v.Span, `tool = "…" or command = "…"`, "%s needs a tool or a command", what)
	}
}

func quote(word string) string { return `"` + word + `"` }
