package testfile

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
)

// placeholder is a name in braces in a text of a test: "{text}". It is one where a row of the test's each has a value of that name.
var placeholder = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{([A-Za-z0-9_-]+)\}`) })

// each is a [[test]] with [[test.each]]: a test for each row, in which the placeholders stand for the row's values.
type each struct {
	*reader
	rows []*tomlpos.Value
	at   diag.Span
	// columns are the names that any row has.
	columns []string
	// used are the columns that a placeholder names.
	used map[string]bool
	// each row costs as much as reading the test once, in about bytes.
	cost int
}

// maxFilled is how much the rows of a file may make of it, in about bytes: a file of 4 MiB could make terabytes.
const maxFilled = 256 << 20

// spend says whether so much more may be made. When it is not, that is a finding, once.
func (x *each) spend(bytes int) bool {
	before := x.filled
	x.filled += bytes
	if x.filled <= maxFilled {
		return true
	}
	if before <= maxFilled {
		x.invalid(x.at, "fewer rows, or shorter values", "the rows of this file make more than %s MiB of it", strconv.Itoa(maxFilled>>20))
	}
	return false
}

// rows are the tables of a test's each; none where that has mistakes.
func (r *reader) each(v *tomlpos.Value, e *tomlpos.Entry, form string) *each {
	x := &each{reader: r, used: map[string]bool{}, at: e.Key}
	x.rows = r.tables(e, form)
	if len(x.rows) == 0 {
		if e.Value.Kind == tomlpos.Array && len(e.Value.Items) == 0 {
			r.invalid(e.Value.Span, "at least one", "there are no rows")
		}
		return nil
	}
	for _, row := range x.rows {
		for _, column := range row.Entries {
			if !slices.Contains(x.columns, column.Name) {
				x.columns = append(x.columns, column.Name)
			}
		}
	}
	names := x.names(v)
	for _, e := range v.Entries {
		if e.Name != "each" {
			x.cost += sizeOf(e.Value)
		}
	}
	for _, row := range x.rows {
		for _, column := range row.Entries {
			if x.used[column.Name] {
				continue
			}
			x.used[column.Name] = true // say it once
			d := diag.Diagnostic{
				Span: column.Key, Message: diag.Sprintf("nothing in the test uses the value %q", column.Name),
				Label: diag.Sprintf("write {%s} where it belongs", column.Name),
			}
			if near := diag.Nearest(column.Name, names); near != "" {
				d.Help = []string{diag.Sprintf("did you mean %q, as in {%s}?", near, near)}
			}
			r.find(RuleInvalid, d)
		}
	}
	return x
}

// names are all names in braces in a test, whether a row has a value for them or not. Those that one has are noted as used.
func (x *each) names(v *tomlpos.Value) []string {
	var names []string
	misspelt := map[string]missed{}
	note := func(text string, at diag.Span) {
		for _, m := range placeholder().FindAllStringSubmatch(text, -1) {
			if slices.Contains(names, m[1]) {
				continue
			}
			names = append(names, m[1])
			if slices.Contains(x.columns, m[1]) {
				x.used[m[1]] = true
			} else if near := diag.Nearest(m[1], x.columns); near != "" {
				misspelt[m[1]] = missed{at, near}
			}
		}
	}
	for _, e := range v.Entries {
		if e.Name == "each" {
			continue
		}
		walk(e, note)
	}
	for _, name := range names {
		// Braces stand in patterns and in JSON too; what nearly is a value of the rows is hardly meant as it stands.
		if m, ok := misspelt[name]; ok && x.used[m.near] {
			x.find(RuleInvalid, diag.Diagnostic{
				Span: m.at, Message: diag.Sprintf("no row has a value %q", name), Label: "{" + name + "} stays as it is",
				Help: []string{"did you mean {" + m.near + "}?"},
			})
		}
	}
	return names
}

// sizeOf is about how much memory a value takes, in bytes.
func sizeOf(v *tomlpos.Value) int {
	n := 100 + len(v.Text)
	for _, item := range v.Items {
		n += sizeOf(item)
	}
	for _, e := range v.Entries {
		n += len(e.Name) + sizeOf(e.Value)
	}
	return n
}

// missed is a text with a placeholder that nearly is one.
type missed struct {
	at   diag.Span
	near string
}

// walk shows every key and every string below an entry, with its place.
func walk(e *tomlpos.Entry, show func(string, diag.Span)) {
	show(e.Name, e.Key)
	walkValue(e.Value, show)
}

func walkValue(v *tomlpos.Value, show func(string, diag.Span)) {
	if v.Kind == tomlpos.String {
		show(v.Text, marked(v))
	}
	for _, item := range v.Items {
		walkValue(item, show)
	}
	for _, e := range v.Entries {
		walk(e, show)
	}
}

// filledIn is a test with the values of one row in the places of its placeholders; ok is false where the row has none for one of them.
type filledIn struct {
	test *tomlpos.Value
	// templates are the texts that values were put into, by the place of the value.
	templates map[diag.Span]diag.Span
	ok        bool
}

func (x *each) fill(v, row *tomlpos.Value) filledIn {
	out := filledIn{templates: map[diag.Span]diag.Span{}, ok: x.spend(x.cost)}
	if !out.ok {
		return out
	}
	missing := map[string]bool{}
	part := func(name string) *tomlpos.Entry {
		if !slices.Contains(x.columns, name) {
			return nil // no placeholder
		}
		e := row.Entry(name)
		if e == nil && !missing[name] {
			missing[name], out.ok = true, false
			x.invalid(row.Span, diag.Sprintf("add %s = …", name), "this row has no %q, which the test needs", name)
		}
		return e
	}
	// joined is a text with values in it, and the place of the first of them.
	joined := func(text string, at diag.Span) (string, diag.Span) {
		first := true
		filled := placeholder().ReplaceAllStringFunc(text, func(whole string) string {
			e := part(whole[1 : len(whole)-1])
			if e == nil {
				return whole
			}
			if e.Value.Kind == tomlpos.Array || e.Value.Kind == tomlpos.Table {
				out.ok = false
				x.find(RuleType, diag.Diagnostic{
					Span: e.Value.Span, Message: diag.Sprintf("%q is %s, which cannot be part of a text", e.Name, e.Value.Kind), Label: "a string, a number or a boolean",
				})
				return whole
			}
			if first {
				first = false
				out.templates[marked(e.Value)] = at
				at = marked(e.Value)
			}
			text := asText(e.Value)
			if out.ok = out.ok && x.spend(len(text)); !out.ok {
				return ""
			}
			return text
		})
		return filled, at
	}
	text := func(s *tomlpos.Value) *tomlpos.Value {
		filled, at := joined(s.Text, marked(s))
		if filled == s.Text {
			return s
		}
		copied := *s
		copied.Text, copied.Span, copied.Inner = filled, at, at
		return &copied
	}
	w := tomlpos.Rewriter{
		Value: func(s *tomlpos.Value) *tomlpos.Value {
			if s.Kind != tomlpos.String {
				return s
			}
			if m := placeholder().FindStringSubmatch(s.Text); m != nil && m[0] == s.Text {
				if e := part(m[1]); e != nil {
					out.templates[marked(e.Value)] = marked(s)
					out.ok = out.ok && x.spend(sizeOf(e.Value))
					return e.Value
				}
				return s
			}
			return text(s)
		},
		Key: func(e *tomlpos.Entry) (string, diag.Span) { return joined(e.Name, e.Key) },
	}
	again := func(first, second *tomlpos.Entry) {
		x.find(RuleInvalid, diag.Diagnostic{
			Span: second.Key, Message: diag.Sprintf("two keys become %q in this row", second.Name), Label: "each key once",
			Related: []diag.Related{{Span: first.Key, Message: "the first"}},
		})
	}
	var entries []*tomlpos.Entry
	for _, e := range v.Entries {
		filled := &tomlpos.Entry{Name: e.Name, Key: e.Key}
		switch {
		case e.Name == "each":
			continue
		case e.Name == "name" && e.Value.Kind == tomlpos.String: // a name is a text, whatever is put into it
			filled.Value = text(e.Value)
		default:
			filled.Value = e.Value.Rewrite(w, again)
		}
		entries = append(entries, filled)
	}
	out.test = v.With(entries, again)
	return out
}

// asText is a value as part of a text: a string's content, everything else as it was written but for the underscores of numbers.
func asText(v *tomlpos.Value) string {
	switch v.Kind {
	case tomlpos.Bool:
		if v.True {
			return "true"
		}
		return "false"
	case tomlpos.Integer, tomlpos.Float:
		return strings.ReplaceAll(v.Text, "_", "")
	}
	return v.Text
}

// relate adds to findings about values of a row where in the test they were put in.
func relate(found []diag.Diagnostic, templates map[diag.Span]diag.Span) {
	for i := range found {
		if at, ok := templates[found[i].Span]; ok {
			found[i].Related = append(found[i].Related, diag.Related{Span: at, Message: "it is used here"})
		}
	}
}
