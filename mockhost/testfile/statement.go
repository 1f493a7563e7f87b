package testfile

import (
	"errors"
	"regexp"
	"regexp/syntax"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
	"openidea-plugin/tomlschema"
)

// statement is a text, or a table that states things about one. part says what the text is, in the name of its snapshot; "" is the result of a call.
func (r *reader) statement(e *tomlpos.Entry, part string) *Text {
	if e.Value.Kind == tomlpos.String {
		return &Text{Equals: &e.Value.Text}
	}
	t := &Text{}
	what := quote(e.Name)
	if part == "" {
		what = e.Name
	}
	r.table(e.Value, what, &textKeys, keys{
		"equals":      func(e *tomlpos.Entry) { t.Equals = &e.Value.Text },
		"contains":    func(e *tomlpos.Entry) { t.Contains = r.texts(e, textKeys.Key(e.Name)) },
		"matches":     func(e *tomlpos.Entry) { t.Matches = r.pattern(e) },
		"json":        func(e *tomlpos.Entry) { t.JSON, _ = r.json(e.Value) },
		"json-equals": func(e *tomlpos.Entry) { t.JSONEquals, _ = r.json(e.Value) },
		"snapshot":    func(e *tomlpos.Entry) { r.snapshot(e, t, part) },
	})
	return t
}

func (r *reader) pattern(e *tomlpos.Entry) *Pattern {
	re, err := regexp.Compile(e.Value.Text)
	if err != nil {
		r.invalid(marked(e.Value), "a regular expression as RE2 reads it", "%q is no valid regular expression%s", e.Value.Text, why(err))
		return nil
	}
	return re
}

// why is what the compiler of regular expressions says, as the end of a sentence.
func why(err error) string {
	var e *syntax.Error
	if !errors.As(err, &e) {
		return ""
	}
	return diag.Sprintf(": %s in %q", string(e.Code), e.Expr)
}

// log is expect.log: parts of lines, lines, or false where there must be none.
func (r *reader) log(e *tomlpos.Entry, x *Expect) {
	switch e.Value.Kind {
	case tomlpos.Bool:
		if x.NoLog = !e.Value.True; e.Value.True {
			r.wrongType(e, want(expectKeys.Key("log")))
		}
	case tomlpos.String:
		x.Log = []Line{{Text: &Text{Equals: &e.Value.Text}, Part: true}}
	default:
		for _, l := range r.linesOf(e, expectKeys.Key("log")) {
			l.Part = l.plain
			x.Log = append(x.Log, l.Line)
		}
	}
}

// shown are notifications or dialogs.
func (r *reader) shown(e *tomlpos.Entry) *[]Line {
	list := []Line{}
	for _, l := range r.linesOf(e, expectKeys.Key(e.Name)) {
		list = append(list, l.Line)
	}
	return &list
}

// lineOf is a line with whether it was written as a text alone.
type lineOf struct {
	Line
	plain bool
}

// linesOf reads an array of texts, and tables that say more.
func (r *reader) linesOf(e *tomlpos.Entry, k *tomlschema.Key) []lineOf {
	var list []lineOf
	for _, item := range e.Value.Items {
		if !r.element(e, item, k.Of) {
			continue
		}
		if item.Kind == tomlpos.String {
			list = append(list, lineOf{Line{Text: &Text{Equals: &item.Text}}, true})
			continue
		}
		l := lineOf{}
		kind := func(e *tomlpos.Entry) { l.Kind = e.Value.Text }
		r.table(item, e.Name, k.Of.Table, keys{
			"kind": kind, "level": kind,
			"text":   func(e *tomlpos.Entry) { l.Text = r.statement(e, e.Name) },
			"answer": func(e *tomlpos.Entry) { l.Answer = e.Value.Text },
		})
		list = append(list, l)
	}
	return list
}

// tabs are files that were opened.
func (r *reader) tabs(e *tomlpos.Entry) *[]Tab {
	list := []Tab{}
	k := expectKeys.Key("tabs").Of
	number := func(to **uint32) func(*tomlpos.Entry) {
		return func(e *tomlpos.Entry) {
			n, _ := e.Value.Int()
			v := uint32(min(n, 1<<32-1))
			*to = &v
		}
	}
	for _, item := range e.Value.Items {
		if !r.element(e, item, k) {
			continue
		}
		t := Tab{}
		if item.Kind == tomlpos.String {
			t.Path, _ = r.cleaned(item.Text, marked(item))
		} else {
			r.table(item, "tabs", k.Table, keys{
				"path": func(e *tomlpos.Entry) { t.Path, _ = r.cleaned(e.Value.Text, marked(e.Value)) },
				"line": number(&t.Line), "character": number(&t.Character),
			})
		}
		list = append(list, t)
	}
	return &list
}

// element says whether an element of an array is what it may be.
func (r *reader) element(e *tomlpos.Entry, item *tomlpos.Value, k *tomlschema.Key) bool {
	if k.Accepts(item) {
		return true
	}
	r.find(RuleType, diag.Diagnostic{Span: item.Span, Message: diag.Sprintf("%q has %s in it, it must be %s", e.Name, item.Kind, k.Form), Label: "write " + k.Form})
	return false
}
