package testfile

import (
	"fmt"
	"slices"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
)

// outcomes are the expectations of which a call may state one.
var outcomes = []string{"ok", "error", "refused", "aborted"}

func (r *reader) expect(e *tomlpos.Entry, x *Expect) {
	truth := func(to **bool) func(*tomlpos.Entry) {
		return func(e *tomlpos.Entry) { *to = &e.Value.True }
	}
	byName := func(to *[]Named, what string, paths bool) func(*tomlpos.Entry) {
		return func(e *tomlpos.Entry) { *to = r.named(e, what, paths) }
	}
	hostCalls := func(to *[]Count) func(*tomlpos.Entry) {
		return func(e *tomlpos.Entry) { *to = r.hostCalls(e) }
	}
	texts := func(to **[]string) func(*tomlpos.Entry) {
		return func(e *tomlpos.Entry) {
			if list := r.texts(e, expectKeys.Key(e.Name)); list != nil {
				*to = &list
			}
		}
	}
	r.subtable(e, "expect", &expectKeys, keys{
		"ok":             func(e *tomlpos.Entry) { x.OK = r.statement(e, "") },
		"error":          func(e *tomlpos.Entry) { x.Error = r.failure(e) },
		"refused":        func(e *tomlpos.Entry) { x.Refused = e.Value.Text },
		"aborted":        func(e *tomlpos.Entry) { x.Aborted = r.reasons(e) },
		"unchanged":      truth(&x.Unchanged),
		"files":          byName(&x.Files, "file", true),
		"storage":        byName(&x.Storage, "stored", false),
		"editor":         byName(&x.Editor, "editor", true),
		"changes":        func(e *tomlpos.Entry) { x.Changes = r.changes(e) },
		"diff":           func(e *tomlpos.Entry) { x.Diff = r.statement(e, "diff") },
		"calls":          func(e *tomlpos.Entry) { x.Calls = r.hostCallCounts(e) },
		"calls-in-order": hostCalls(&x.CallsInOrder),
		"never-calls":    hostCalls(&x.NeverCalls),
		"log":            func(e *tomlpos.Entry) { r.log(e, x) },
		"notifications":  func(e *tomlpos.Entry) { x.Notifications = r.shown(e) },
		"dialogs":        func(e *tomlpos.Entry) { x.Dialogs = r.shown(e) },
		"tabs":           func(e *tomlpos.Entry) { x.Tabs = r.tabs(e) },
		"runs":           texts(&x.Runs),
		"tools":          texts(&x.Tools),
		"status": func(e *tomlpos.Entry) {
			texts(&x.Status)(e)
			x.LastStatus = e.Value.Kind == tomlpos.String
		},
		"asked": truth(&x.Asked),
		"fuel-at-most": func(e *tomlpos.Entry) {
			n, _ := e.Value.Int()
			limit := uint64(n)
			x.FuelAtMost = &limit
		},
		"listed":  truth(&x.Listed),
		"listing": func(e *tomlpos.Entry) { x.Listing = r.listing(e) },
	})
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

// failure is expect.error: a kind, or a table with kind and message.
func (r *reader) failure(e *tomlpos.Entry) *Failure {
	f := &Failure{}
	kind := func(e *tomlpos.Entry) {
		if f.Kind = e.Value.Text; f.Kind == "" {
			r.invalid(e.Value.Span, "denied, invalid, not-found, failed, or a case of the component's own error type", "%q is empty", e.Name)
			return
		}
		r.errors = append(r.errors, expectedError{f.Kind, marked(e.Value), r.call})
	}
	if e.Value.Kind == tomlpos.String {
		kind(e)
		return f
	}
	r.table(e.Value, "error", expectKeys.Key("error").Table, keys{
		"kind":    kind,
		"message": func(e *tomlpos.Entry) { f.Message = r.statement(e, "message") },
	})
	return f
}

// reasons is expect.aborted: a reason, or several of which one must hold.
func (r *reader) reasons(e *tomlpos.Entry) []string {
	if e.Value.Kind == tomlpos.String {
		return []string{e.Value.Text}
	}
	var list []string
	for _, item := range e.Value.Items {
		if reason, ok := r.oneOf(item, e.Name, expectKeys.Key(e.Name).Values); ok {
			list = append(list, reason)
		}
	}
	return list
}

// named is a table of texts by name: a text, false for none, or a table that states things about the text. what begins the names of their snapshots.
func (r *reader) named(e *tomlpos.Entry, what string, paths bool) []Named {
	var list []Named
	seen := places{}
	for _, f := range e.Value.Entries {
		n, ok := Named{Name: f.Name}, true
		if paths {
			n.Name, ok = r.path(f)
			ok = ok && r.once(seen, n.Name, f.Key)
		}
		if !r.fits(f, expectKeys.Key(e.Name).Table.Rest) {
			continue
		}
		switch {
		case f.Value.Kind == tomlpos.Bool && f.Value.True:
			r.wrongType(f, statementForm+", or false where there must be none")
			continue
		case f.Value.Kind != tomlpos.Bool:
			n.Text = r.statement(f, what+"-"+f.Name)
		}
		if ok {
			list = append(list, n)
		}
	}
	return list
}

// changes are the files that a call changed: paths, or a table of what they are now.
func (r *reader) changes(e *tomlpos.Entry) *[]Changed {
	list := []Changed{}
	if e.Value.Kind == tomlpos.Table {
		for _, n := range r.named(e, "file", true) {
			list = append(list, Changed{Named: n})
		}
		return &list
	}
	items, _ := r.items(e, expectKeys.Key(e.Name))
	seen := places{}
	for _, item := range items {
		if path, ok := r.cleaned(item.Text, marked(item)); ok && r.once(seen, path, marked(item)) {
			list = append(list, Changed{Named: Named{Name: path}, Any: true})
		}
	}
	return &list
}

// listing is what the list of tools says of the tool.
func (r *reader) listing(e *tomlpos.Entry) *Listing {
	l := &Listing{}
	known := keys{
		"title":       func(e *tomlpos.Entry) { l.Title = r.statement(e, "title") },
		"description": func(e *tomlpos.Entry) { l.Description = r.statement(e, "description") },
		"schema":      func(e *tomlpos.Entry) { l.Schema, _ = r.json(e.Value) },
	}
	for _, name := range []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"} {
		known[name] = func(e *tomlpos.Entry) { l.Hints = append(l.Hints, Hint{name, e.Value.True}) }
	}
	r.subtable(e, "listing", expectKeys.Key("listing").Table, known)
	return l
}

// hostCallCounts is expect.calls: host functions, or a table with how often each is called.
func (r *reader) hostCallCounts(e *tomlpos.Entry) []Count {
	if e.Value.Kind != tomlpos.Table {
		return r.hostCalls(e)
	}
	var list []Count
	count := func(name string, e *tomlpos.Entry) {
		if !r.fits(e, hostCall.Table.Key("times")) {
			return
		}
		r.functions = append(r.functions, named{name, e.Key})
		list = append(list, Count{Function: name, Times: times(e), Span: e.Key})
	}
	for _, f := range e.Value.Entries {
		if f.Value.Kind != tomlpos.Table {
			count(f.Name, f)
			continue
		}
		for _, g := range f.Value.Entries { // project.search-text = 1 without quotes is a table in a table
			count(f.Name+"."+g.Name, g)
		}
	}
	return list
}
