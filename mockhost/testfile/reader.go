package testfile

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
	"openidea-plugin/mockhost"
	"openidea-plugin/tomlschema"
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
	errors    []expectedError
	snapshots snapshots
	// filled is how much rows have made of the file, in about bytes.
	filled int
	// call is the one whose expectations are being read.
	call *Call
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

// elsewhere is a key that something else has read or will read.
func elsewhere(*tomlpos.Entry) {}

// table reads the keys of a table that t describes; what names the table in messages. A key that is not known, a value of the wrong type and one that is not
// allowed are findings, and are not read.
func (r *reader) table(v *tomlpos.Value, what string, t *tomlschema.Table, read keys) {
	for _, e := range v.Entries {
		if k := t.Key(e.Name); k == nil {
			r.unknownKey(e, what, t)
		} else if r.fits(e, k) {
			read[e.Name](e)
		}
	}
}

// outside are the tables around those that stand in a test or a group: a key behind the header of the inner one is easily meant for the outer one.
var outside = map[string]struct {
	form string
	keys *tomlschema.Table
}{
	"[[test.call]]":       {"[[test]]", &testKeys},
	"[[test.mock]]":       {"[[test]]", &testKeys},
	"[[group.test.call]]": {"[[group.test]]", &testKeys},
	"[[group.test.mock]]": {"[[group.test]]", &testKeys},
	"[[group.mock]]":      {"[[group]]", &groupKeys},
}

func (r *reader) unknownKey(e *tomlpos.Entry, what string, t *tomlschema.Table) {
	names := slices.Sorted(slices.Values(t.Names()))
	d := diag.Diagnostic{Span: e.Key, Message: diag.Sprintf("%s has no key %q", what, e.Name), Label: "known: " + strings.Join(names, ", ")}
	if near := t.Nearest(e.Name); near != "" {
		d.Help = []string{diag.Sprintf("did you mean %q?", near)}
	} else if o, nested := outside[what]; nested && o.keys.Key(e.Name) != nil {
		d.Help = []string{diag.Sprintf("%q is a key of %s: write it above the first %s, since keys behind a header belong to its table", e.Name, o.form, what)}
	}
	r.find(RuleUnknownKey, d)
}

// fits says whether a value is what its key may be. Whoever reads an array of tables looks at its type.
func (r *reader) fits(e *tomlpos.Entry, k *tomlschema.Key) bool {
	ofTables := k.Type == tomlschema.Array && (k.Table != nil || k.Of != nil && k.Of.Type == tomlschema.SubTable)
	switch v := e.Value; {
	case ofTables:
		return true
	case !k.Accepts(v) && len(k.Values) > 0:
		r.find(RuleType, diag.Diagnostic{Span: v.Span, Message: diag.Sprintf("%q is %s, it must be %s", e.Name, v.Kind, k.Want()), Label: "one of " + strings.Join(k.Values, ", ")})
		return false
	case !k.Accepts(v):
		r.wrongType(e, want(k))
		if k.Table == &textKeys && v.Kind == tomlpos.String {
			last := &r.file.Findings[len(r.file.Findings)-1]
			last.Help = []string{diag.Sprintf("write expect.%s.equals = \"…\" for the whole text, expect.%s.contains for a part of it", e.Name, e.Name)}
		}
		return false
	case v.Kind == tomlpos.String && len(k.Values) > 0:
		_, ok := r.oneOf(v, e.Name, k.Values)
		return ok
	case k.MinLength > 0 && (v.Kind == tomlpos.String && strings.TrimSpace(v.Text) == "" || v.Kind == tomlpos.Array && len(v.Items) == 0):
		r.invalid(v.Span, k.Form, "%q is empty", e.Name)
		return false
	}
	if n, ok := e.Value.Int(); ok && k.Min != nil && n < *k.Min {
		r.invalid(e.Value.Span, fmt.Sprintf("at least %d", *k.Min), "%q is too small", e.Name)
		return false
	}
	return true
}

// want is what a value must be, in words.
func want(k *tomlschema.Key) string {
	switch {
	case k.Type == tomlschema.Boolean:
		return "true or false"
	case k.Form != "" && k.Type&(k.Type-1) != 0 || k.Type == tomlschema.SubTable && k.Form != "": // several types
		return k.Form
	}
	return k.Want()
}

// wrongType says that the value of a key has another type than it must have.
func (r *reader) wrongType(e *tomlpos.Entry, want string) {
	r.find(RuleType, diag.Diagnostic{
		Span: e.Value.Span, Message: diag.Sprintf("%q is %s, it must be %s", e.Name, e.Value.Kind, want), Label: "write " + want,
	})
}

// text is a key of a table whose keys are names: its value must be a string.
func (r *reader) text(e *tomlpos.Entry) (string, bool) {
	if e.Value.Kind != tomlpos.String {
		r.wrongType(e, "a string")
		return "", false
	}
	return e.Value.Text, true
}

// items are the elements of an array of strings, or the one string that stands for such an array. ok is false after a finding.
func (r *reader) items(e *tomlpos.Entry, k *tomlschema.Key) (items []*tomlpos.Value, ok bool) {
	if e.Value.Kind == tomlpos.String {
		return []*tomlpos.Value{e.Value}, true
	}
	for _, item := range e.Value.Items {
		if item.Kind != tomlpos.String {
			r.find(RuleType, diag.Diagnostic{Span: item.Span, Message: diag.Sprintf("%q has %s in it, it must be %s", e.Name, item.Kind, k.Want()), Label: "write a string"})
			return nil, false
		}
	}
	return e.Value.Items, true
}

// texts are the texts of such an array.
func (r *reader) texts(e *tomlpos.Entry, k *tomlschema.Key) []string {
	items, ok := r.items(e, k)
	if !ok {
		return nil
	}
	list := make([]string, len(items))
	for i, item := range items {
		list[i] = item.Text
	}
	return list
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

// subtable reads a key whose value is a table.
func (r *reader) subtable(e *tomlpos.Entry, what string, t *tomlschema.Table, read keys) {
	r.table(e.Value, what, t, read)
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
