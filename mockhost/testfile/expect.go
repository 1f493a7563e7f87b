package testfile

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
	"openidea-plugin/mockhost"
)

// outcomes are the expectations of which a call may state one.
var outcomes = []string{"ok", "error", "refused", "aborted"}

func (r *reader) expect(e *tomlpos.Entry, x *Expect) {
	r.subtable(e, "expect", keys{
		"ok":    func(e *tomlpos.Entry) { x.OK = r.okText(e) },
		"error": func(e *tomlpos.Entry) { x.Error = r.failure(e) },
		"refused": func(e *tomlpos.Entry) {
			x.Refused, _ = r.oneOf(e.Value, e.Name, mockhost.Refusals)
		},
		"aborted":   func(e *tomlpos.Entry) { x.Aborted = r.reasons(e) },
		"unchanged": func(e *tomlpos.Entry) { x.Unchanged = r.boolean(e) },
		"files":     func(e *tomlpos.Entry) { x.Files = r.named(e, true) },
		"storage":   func(e *tomlpos.Entry) { x.Storage = r.named(e, false) },
		"editor":    func(e *tomlpos.Entry) { x.Editor = r.named(e, true) },
		"calls":     func(e *tomlpos.Entry) { x.Calls = r.calls(e) },
		"never-calls": func(e *tomlpos.Entry) {
			for _, item := range r.functionList(e) {
				x.NeverCalls = append(x.NeverCalls, item.Text)
			}
		},
		"log": func(e *tomlpos.Entry) { x.Log, _ = r.texts(e, true) },
		"fuel-at-most": func(e *tomlpos.Entry) {
			if n, ok := r.count(e, 1); ok {
				limit := uint64(n)
				x.FuelAtMost = &limit
			}
		},
		"listed": func(e *tomlpos.Entry) { x.Listed = r.boolean(e) },
	})
	if e.Value.Kind != tomlpos.Table {
		return
	}
	var first *tomlpos.Entry
	for _, f := range e.Value.Entries {
		if !slices.Contains(outcomes, f.Name) {
			continue
		}
		if first == nil {
			first = f
			continue
		}
		r.find(RuleInvalid, diag.Diagnostic{
			Span: f.Key, Message: fmt.Sprintf("a call has one outcome: it cannot be both %s and %s", first.Name, f.Name), Label: "keep one",
			Related: []diag.Related{{Span: first.Key, Message: "the first is here"}},
		})
	}
}

// okText is expect.ok: a table, in which also the empty text can be stated.
func (r *reader) okText(e *tomlpos.Entry) *Text {
	if e.Value.Kind == tomlpos.String {
		r.find(RuleType, diag.Diagnostic{
			Span: e.Value.Span, Message: `"ok" is a string, it must be a table`, Label: "equals, contains, matches or json",
			Help: []string{`write expect.ok.equals = "…" for the whole text, expect.ok.contains for a part of it`},
		})
		return nil
	}
	if e.Value.Kind != tomlpos.Table {
		r.wrongType(e, "a table with equals, contains, matches or json")
		return nil
	}
	t := &Text{}
	known := r.textKeys(t)
	known["json"] = func(e *tomlpos.Entry) { t.JSON, _ = r.json(e.Value) }
	r.table(e.Value, "ok", known)
	return t
}

// textKeys are the keys of a table that states things about a text.
func (r *reader) textKeys(t *Text) keys {
	return keys{
		"equals": func(e *tomlpos.Entry) {
			if text, ok := r.text(e); ok {
				t.Equals = &text
			}
		},
		"contains": func(e *tomlpos.Entry) { t.Contains, _ = r.texts(e, true) },
		"matches": func(e *tomlpos.Entry) {
			text, ok := r.text(e)
			if !ok {
				return
			}
			re, err := regexp.Compile(text)
			if err != nil {
				r.invalid(marked(e.Value), "a regular expression as RE2 reads it", "%q is no valid regular expression%s", text, why(err))
				return
			}
			t.Matches = re
		},
	}
}

// statement is a text, or a table that states things about one.
func (r *reader) statement(e *tomlpos.Entry, want string) (*Text, bool) {
	switch e.Value.Kind {
	case tomlpos.String:
		return &Text{Equals: &e.Value.Text}, true
	case tomlpos.Table:
		t := &Text{}
		known := r.textKeys(t)
		known["json"] = func(e *tomlpos.Entry) { t.JSON, _ = r.json(e.Value) }
		r.table(e.Value, quote(e.Name), known)
		return t, true
	}
	r.wrongType(e, want)
	return nil, false
}

// failure is expect.error: a kind, or a table with kind and message.
func (r *reader) failure(e *tomlpos.Entry) *Failure {
	f := &Failure{}
	switch e.Value.Kind {
	case tomlpos.String:
		f.Kind, _ = r.filled(e, "denied, invalid, not-found, failed, or a case of the component's own error type")
	case tomlpos.Table:
		r.table(e.Value, "error", keys{
			"kind": func(e *tomlpos.Entry) {
				f.Kind, _ = r.filled(e, "denied, invalid, not-found, failed, or a case of the component's own error type")
			},
			"message": func(e *tomlpos.Entry) {
				f.Message, _ = r.statement(e, "a string, or a table with equals, contains or matches")
			},
		})
	default:
		r.wrongType(e, "a kind, or a table with kind and message")
	}
	return f
}

// reasons is expect.aborted: a reason, or several of which one must hold.
func (r *reader) reasons(e *tomlpos.Entry) []string {
	items := []*tomlpos.Value{e.Value}
	if e.Value.Kind == tomlpos.Array {
		if items = e.Value.Items; len(items) == 0 {
			r.invalid(e.Value.Span, "at least one reason", "%q is empty", e.Name)
		}
	}
	var list []string
	for _, item := range items {
		if reason, ok := r.oneOf(item, e.Name, mockhost.Aborts); ok {
			list = append(list, reason)
		}
	}
	return list
}

// named is a table of texts by name: a text, false for none, or a table that states things about the text.
func (r *reader) named(e *tomlpos.Entry, paths bool) []Named {
	if e.Value.Kind != tomlpos.Table {
		r.wrongType(e, "a table")
		return nil
	}
	var list []Named
	for _, f := range e.Value.Entries {
		n, ok := Named{Name: f.Name}, true
		if paths {
			n.Name, ok = r.path(f)
		}
		if f.Value.Kind != tomlpos.Bool || f.Value.True {
			var stated bool
			n.Text, stated = r.statement(f, "a string, a table with equals, contains, matches or json, or false where there must be none")
			ok = ok && stated
		}
		if ok {
			list = append(list, n)
		}
	}
	return list
}

// calls is expect.calls: names of host functions, or a table with how often each is called.
func (r *reader) calls(e *tomlpos.Entry) []Count {
	var list []Count
	if e.Value.Kind != tomlpos.Table {
		for _, item := range r.functionList(e) {
			list = append(list, Count{Function: item.Text})
		}
		return list
	}
	for _, f := range e.Value.Entries {
		if f.Value.Kind == tomlpos.Table { // project.search-text = 1 without quotes is a table in a table
			for _, g := range f.Value.Entries {
				r.callCount(f.Name+"."+g.Name, g, &list)
			}
			continue
		}
		r.callCount(f.Name, f, &list)
	}
	return list
}

func (r *reader) callCount(name string, e *tomlpos.Entry, list *[]Count) {
	if n, ok := r.count(e, 0); ok {
		r.functions = append(r.functions, named{name, e.Key})
		times := int(min(n, 1<<31))
		*list = append(*list, Count{name, &times})
	}
}

// functionList is an array of names of host functions.
func (r *reader) functionList(e *tomlpos.Entry) []*tomlpos.Value {
	if _, ok := r.texts(e, false); !ok {
		return nil
	}
	for _, item := range e.Value.Items {
		r.functions = append(r.functions, named{item.Text, marked(item)})
	}
	return e.Value.Items
}

// why is what the compiler of regular expressions says, as the end of a sentence.
func why(err error) string {
	var e *syntax.Error
	if !errors.As(err, &e) {
		return ""
	}
	return diag.Sprintf(": %s in %q", string(e.Code), e.Expr)
}
