package testfile

import (
	"maps"

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

// test reads one [[test]].
func (r *reader) test(v *tomlpos.Value, defaults Settings) {
	t := &Test{Span: v.Span, Settings: defaults}
	single := &Call{Span: v.Span, Arguments: "{}"}
	known := r.settings(&t.Settings)
	maps.Copy(known, r.callKeys(single))
	known["confirm"] = func(e *tomlpos.Entry) { t.Settings.Confirm = r.confirm(e) }
	reason := func(to *string) func(*tomlpos.Entry) {
		return func(e *tomlpos.Entry) { *to, _ = r.filled(e, "say why") }
	}
	known["skip"] = reason(&t.Skip)
	known["known-failing"] = reason(&t.KnownFailing)
	known["name"] = func(e *tomlpos.Entry) {
		t.Name, _ = r.filled(e, "say what the test shows")
		t.Span = marked(e.Value)
	}
	var calls *tomlpos.Entry
	known["call"] = func(e *tomlpos.Entry) { calls = e }
	r.table(v, "[[test]]", known)
	r.file.Tests = append(r.file.Tests, t)

	if v.Entry("name") == nil {
		r.invalid(v.Span, `name = "what the test shows"`, "a test needs a name")
	}
	if calls == nil {
		t.Calls = []*Call{single}
		r.complete(v, "a test")
		return
	}
	for key := range r.callKeys(single) {
		if e := v.Entry(key); e != nil && key != "confirm" {
			r.invalid(e.Key, "move it into a [[test.call]]", "a test with [[test.call]] has no %q of its own", key)
		}
	}
	for _, item := range r.tables(calls, "[[test.call]]") {
		c := &Call{Span: item.Span, Arguments: "{}"}
		r.table(item, "[[test.call]]", r.callKeys(c))
		r.complete(item, "a call")
		t.Calls = append(t.Calls, c)
	}
	if len(t.Calls) == 0 && calls.Value.Kind == tomlpos.Array {
		r.invalid(calls.Value.Span, "at least one", "there are no calls")
	}
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
		"expect":         func(e *tomlpos.Entry) { r.expect(e, &c.Expect) },
	}
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
