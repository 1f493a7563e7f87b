package testfile

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
	"openidea-plugin/mockhost"
)

// Pattern is a regular expression as it was written.
type Pattern = regexp.Regexp

// reader collects findings while it takes a file apart.
type reader struct {
	file *File
	// dir is the folder of the test file, root the plugin's folder; both absolute and without links.
	dir, root string
	subject   Subject
	// open, active and functions are looked at when everything was read.
	open      []openAt
	active    *openAt
	functions []named
	ids       []named
}

func (r *reader) find(rule string, d diag.Diagnostic) {
	d.Rule, d.Severity = rule, diag.Error
	r.file.Findings = append(r.file.Findings, d)
}

// invalid says that a value is not what it may be; label is what it may be.
func (r *reader) invalid(at diag.Span, label string, format string, args ...any) {
	r.find(RuleInvalid, diag.Diagnostic{Span: at, Label: label, Message: diag.Sprintf(format, args...)})
}

// keys are the keys of a table and what reads each.
type keys map[string]func(e *tomlpos.Entry)

// later are keys that test files will have and this version does not know how to run.
var later = map[string][]string{
	"[[test]]": {"mock"},
	"ok":       {"snapshot"},
}

// table reads the keys of a table; what names the table in messages. A key that is not known is a finding.
func (r *reader) table(v *tomlpos.Value, what string, known keys) {
	for _, e := range v.Entries {
		if read, ok := known[e.Name]; ok {
			read(e)
			continue
		}
		if slices.Contains(later[what], e.Name) {
			r.invalid(e.Key, "leave it out for now", "%q is not supported by this version", e.Name)
			continue
		}
		names := make([]string, 0, len(known))
		for name := range known {
			names = append(names, name)
		}
		slices.Sort(names)
		d := diag.Diagnostic{Span: e.Key, Message: diag.Sprintf("%s has no key %q", what, e.Name), Label: "known: " + strings.Join(names, ", ")}
		if near := diag.Nearest(e.Name, names); near != "" {
			d.Help = []string{diag.Sprintf("did you mean %q?", near)}
		}
		r.find(RuleUnknownKey, d)
	}
}

// wrongType says that the value of a key has another type than it must have.
func (r *reader) wrongType(e *tomlpos.Entry, want string) {
	r.find(RuleType, diag.Diagnostic{
		Span: e.Value.Span, Message: diag.Sprintf("%q is %s, it must be %s", e.Name, e.Value.Kind, want), Label: "write " + want,
	})
}

func (r *reader) text(e *tomlpos.Entry) (string, bool) {
	if e.Value.Kind != tomlpos.String {
		r.wrongType(e, "a string")
		return "", false
	}
	return e.Value.Text, true
}

// filled is a string that may not be empty.
func (r *reader) filled(e *tomlpos.Entry, label string) (string, bool) {
	text, ok := r.text(e)
	if ok && strings.TrimSpace(text) == "" {
		r.invalid(e.Value.Span, label, "%q is empty", e.Name)
		return "", false
	}
	return text, ok
}

func (r *reader) boolean(e *tomlpos.Entry) *bool {
	if e.Value.Kind != tomlpos.Bool {
		r.wrongType(e, "true or false")
		return nil
	}
	return &e.Value.True
}

// count is an integer from least up.
func (r *reader) count(e *tomlpos.Entry, least int64) (int64, bool) {
	n, ok := e.Value.Int()
	switch {
	case !ok:
		r.wrongType(e, "an integer")
	case n < least:
		r.invalid(e.Value.Span, fmt.Sprintf("at least %d", least), "%q is too small", e.Name)
		ok = false
	}
	return n, ok
}

// texts is an array of strings, or one string.
func (r *reader) texts(e *tomlpos.Entry, single bool) ([]string, bool) {
	want := "an array of strings"
	if single {
		want = "a string or an array of strings"
	}
	switch {
	case single && e.Value.Kind == tomlpos.String:
		return []string{e.Value.Text}, true
	case e.Value.Kind != tomlpos.Array:
		r.wrongType(e, want)
		return nil, false
	}
	list := make([]string, 0, len(e.Value.Items))
	for _, item := range e.Value.Items {
		if item.Kind != tomlpos.String {
			r.find(RuleType, diag.Diagnostic{Span: item.Span, Message: diag.Sprintf("%q has %s in it, it must be %s", e.Name, item.Kind, want), Label: "write a string"})
			return nil, false
		}
		list = append(list, item.Text)
	}
	return list, true
}

// oneOf is a string of a closed list.
func (r *reader) oneOf(v *tomlpos.Value, name string, allowed []string) (string, bool) {
	if v.Kind != tomlpos.String {
		r.find(RuleType, diag.Diagnostic{
			Span: v.Span, Message: diag.Sprintf("%q is %s, it must be a string", name, v.Kind), Label: "one of " + strings.Join(allowed, ", "),
		})
		return "", false
	}
	if slices.Contains(allowed, v.Text) {
		return v.Text, true
	}
	d := diag.Diagnostic{Span: marked(v), Message: diag.Sprintf("%q cannot be %q", name, v.Text), Label: "one of " + strings.Join(allowed, ", ")}
	if near := diag.Nearest(v.Text, allowed); near != "" {
		d.Help = []string{diag.Sprintf("did you mean %q?", near)}
	} else if key := outcomeOf(v.Text); key != "" {
		d.Help = []string{diag.Sprintf("did you mean expect.%s = %q?", key, v.Text)}
	}
	r.find(RuleInvalid, d)
	return "", false
}

// marked is the place of a value in a finding: a string without its quotes unless it is empty.
func marked(v *tomlpos.Value) diag.Span {
	if v.Kind == tomlpos.String && v.Inner.Start < v.Inner.End {
		return v.Inner
	}
	return v.Span
}

// subtable reads a key that must be a table.
func (r *reader) subtable(e *tomlpos.Entry, what string, known keys) {
	if e.Value.Kind != tomlpos.Table {
		r.wrongType(e, "a table")
		return
	}
	r.table(e.Value, what, known)
}

// tables gives the elements of a key that must be an array of tables.
func (r *reader) tables(e *tomlpos.Entry, form string) []*tomlpos.Value {
	if e.Value.Kind != tomlpos.Array {
		r.wrongType(e, "an array of tables, written "+form)
		return nil
	}
	var list []*tomlpos.Value
	for _, item := range e.Value.Items {
		if item.Kind != tomlpos.Table {
			r.find(RuleType, diag.Diagnostic{Span: item.Span, Message: diag.Sprintf("%q has %s in it, it must be an array of tables", e.Name, item.Kind), Label: "write " + form})
			continue
		}
		list = append(list, item)
	}
	return list
}

// outcomeOf is the key under which a word can be expected: a reason of a refusal, of an abort, or a kind of the plugin API's errors.
func outcomeOf(word string) string {
	for _, o := range []struct {
		key   string
		words []string
	}{
		{"refused", mockhost.Refusals}, {"aborted", mockhost.Aborts}, {"error", []string{"denied", "invalid", "not-found", "failed"}},
	} {
		if slices.Contains(o.words, word) {
			return o.key
		}
	}
	return ""
}
