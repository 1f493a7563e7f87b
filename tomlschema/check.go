package tomlschema

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
)

// Kind is what a Problem is about.
type Kind uint8

const (
	// WrongType is a value of a type that the key cannot have.
	WrongType Kind = iota + 1
	// NotAllowed is a value of the right type outside of the key's Values, Pattern or limits.
	NotAllowed
	// MissingKey is a required key that is not there; also one that another key needs, or a group of which one must be there.
	MissingKey
	// Excluded is a key beside another that excludes it.
	Excluded
	// UnknownKey is a key that the table does not have.
	UnknownKey
)

// Problem is one way in which a value is not as its table says.
type Problem struct {
	Kind Kind
	// Name is the key as messages call it: its names joined by dots, from the root or from the nearest element of an array ("each element of x" for an element).
	Name string
	// Key is the key's description, nil for an UnknownKey and where several are missing.
	Key *Key
	// Table has the keys that the problem is about, Value is the table or the value itself, Entry the key; nil for a MissingKey and an element of an array.
	Table *Table
	Value *tomlpos.Value
	Entry *tomlpos.Entry
	// Near is what an unknown key was likely meant to be, or the key that excludes this one, or "".
	Near string
	// Message says what is wrong, Label what is allowed.
	Message, Label string
}

// Span is where a finding about the problem points: the value without its quotes, or the key itself.
func (p *Problem) Span() diag.Span {
	switch {
	case p.Kind == UnknownKey || p.Kind == Excluded:
		return p.Entry.Key
	case p.Kind == NotAllowed && p.Value.Kind == tomlpos.String && p.Value.Text != "":
		return p.Value.Inner
	}
	return p.Value.Span
}

// CheckTypes gives only the problems of the kind WrongType, in the order of the file.
func (t *Table) CheckTypes(v *tomlpos.Value) []Problem { return t.check(v, true) }

// Check compares a table with its description and gives every problem, in the order of the file. What has the wrong type is not looked into.
func (t *Table) Check(v *tomlpos.Value) []Problem { return t.check(v, false) }

func (t *Table) check(v *tomlpos.Value, typesOnly bool) []Problem {
	c := &checker{typesOnly: typesOnly}
	c.table(t, v, "")
	slices.SortStableFunc(c.problems, func(a, b Problem) int { return a.Span().Start - b.Span().Start })
	return c.problems
}

type checker struct {
	problems  []Problem
	typesOnly bool
}

func (c *checker) table(t *Table, v *tomlpos.Value, prefix string) {
	for _, e := range v.Entries {
		k := t.Key(e.Name)
		if k == nil {
			k = t.Rest
		}
		if k != nil {
			c.value(k, Problem{Name: prefix + e.Name, Key: k, Table: t, Value: e.Value, Entry: e})
		}
	}
	if c.typesOnly {
		return
	}
	for _, u := range t.Unknown(v) {
		c.problems = append(c.problems, Problem{
			Kind: UnknownKey, Name: prefix + u.Entry.Name, Table: t, Value: u.Entry.Value, Entry: u.Entry, Near: u.Near,
			Message: diag.Sprintf("there is no key %q here", u.Entry.Name), Label: "known: " + strings.Join(t.Names(), ", "),
		})
	}
	c.related(t, v, prefix)
}

// related finds keys that are missing and keys that exclude each other.
func (c *checker) related(t *Table, v *tomlpos.Value, prefix string) {
	missing := func(key *Key, name, message string) {
		c.problems = append(c.problems, Problem{Kind: MissingKey, Name: prefix + name, Key: key, Table: t, Value: v, Message: message})
	}
	for i := range t.Keys {
		if k := &t.Keys[i]; k.Required && v.Entry(k.Name) == nil {
			missing(k, k.Name, prefix+k.Name+" is missing")
		}
	}
	for _, n := range t.Needs {
		if has(v, n.If) && v.Entry(n.Then) == nil {
			missing(t.Key(n.Then), n.Then, prefix+n.Then+" is missing: "+n.If+" needs it")
		}
	}
	for _, group := range t.OneOf {
		if !slices.ContainsFunc(group, func(name string) bool { return v.Entry(name) != nil }) {
			missing(nil, strings.Join(group, ", "), "one of "+strings.Join(group, ", ")+" is missing")
		}
	}
	for _, pair := range t.Excludes {
		first, second := v.Entry(pair[0]), v.Entry(pair[1])
		if first == nil || second == nil {
			continue
		}
		if second.Key.Start < first.Key.Start {
			first, second = second, first
		}
		c.problems = append(c.problems, Problem{
			Kind: Excluded, Name: prefix + second.Name, Key: t.Key(second.Name), Table: t, Value: second.Value, Entry: second, Near: first.Name,
			Message: prefix + second.Name + " cannot stand beside " + first.Name, Label: "one or the other",
		})
	}
}

func has(v *tomlpos.Value, path string) bool {
	for name := range strings.SplitSeq(path, ".") {
		if v = v.Get(name); v == nil {
			return false
		}
	}
	return true
}

// value judges a value by p.Key; p has everything but kind and words.
func (c *checker) value(k *Key, p Problem) {
	v := p.Value
	if !k.Accepts(v) {
		p.Kind, p.Message, p.Label = WrongType, p.Name+" must be "+k.Want()+", not "+got(k, v), label(k, v)
		c.problems = append(c.problems, p)
		return
	}
	if !c.typesOnly {
		if message, form := k.refuses(v); message != "" {
			// What every element has to be is said of each; what cannot be, of the one that is.
			p.Kind, p.Message, p.Label = NotAllowed, strings.Replace(p.Name, "each element", "an element", 1)+" "+message, form
			c.problems = append(c.problems, p)
			return
		}
	}
	switch {
	case v.Kind == tomlpos.Table && k.Table != nil:
		c.table(k.Table, v, p.Name+".")
	case v.Kind == tomlpos.Array && k.element() != nil:
		of := k.element()
		for _, item := range v.Items {
			if item.Kind == tomlpos.Table && of.Accepts(item) && of.Table != nil {
				c.table(of.Table, item, "")
				continue
			}
			c.value(of, Problem{Name: "each element of " + p.Name, Key: of, Table: p.Table, Value: item})
		}
	}
}

func got(k *Key, v *tomlpos.Value) string {
	switch {
	case v.OfTables():
		return "an array of tables"
	case v.Kind == tomlpos.Table && k.Type == Array:
		return "one table"
	}
	return v.Kind.String()
}

// label says how the value is written, nearest to what the author wrote.
func label(k *Key, v *tomlpos.Value) string {
	const longest = 60
	of := k.element()
	switch {
	case k.Type == Boolean && v.Kind == tomlpos.String:
		return "true or false, without quotes"
	case k.Type == Boolean && k.Form == "":
		return "true or false"
	case k.Type&Array != 0 && of != nil && of.Type == String && v.Kind == tomlpos.String && len(v.Text) < longest && !strings.ContainsAny(v.Text, "\r\n"):
		return "write [" + diag.Quote(v.Text) + "]"
	case k.Form != "":
		return k.Form
	case k.Type == String:
		return "put it in quotes"
	}
	return ""
}

// compiled are the patterns of keys that have been asked for: one for each table of keys in the program, however many files are read.
var compiled sync.Map

// matches says whether a text fits the key's pattern.
func (k *Key) matches(text string) bool {
	re, ok := compiled.Load(k.Pattern)
	if !ok {
		re, _ = compiled.LoadOrStore(k.Pattern, regexp.MustCompile(k.Pattern))
	}
	return re.(*regexp.Regexp).MatchString(text)
}

// refuses says why a value of the right type is not allowed, and what is; nothing where it is.
func (k *Key) refuses(v *tomlpos.Value) (message, label string) {
	n, what := -1, ""
	switch v.Kind {
	case tomlpos.String:
		if len(k.Values) > 0 && !slices.Contains(k.Values, v.Text) {
			return "cannot be " + diag.ShortQuote(v.Text), "one of " + strings.Join(k.Values, ", ")
		}
		if k.Pattern != "" && !k.matches(v.Text) {
			return "cannot be " + diag.ShortQuote(v.Text), k.Form
		}
		n, what = utf8.RuneCountInString(v.Text), "characters"
	case tomlpos.Array:
		n, what = len(v.Items), "elements"
	case tomlpos.Integer:
		i, _ := v.Int()
		return k.outside(i)
	case tomlpos.Float:
		return k.outsideFloat(v)
	}
	switch {
	case n < 0:
	case n == 0 && k.MinLength > 0:
		return "is empty", k.Form
	case n < k.MinLength:
		return fmt.Sprintf("has %d %s", n, what), fmt.Sprintf("at least %d", k.MinLength)
	case k.MaxLength > 0 && n > k.MaxLength:
		return fmt.Sprintf("has %d %s", n, what), fmt.Sprintf("at most %d", k.MaxLength)
	}
	return "", ""
}

func (k *Key) outside(n int64) (message, label string) {
	switch {
	case k.Min != nil && n < *k.Min:
		return "is too small", fmt.Sprintf("at least %d", *k.Min)
	case k.Max != nil && n > *k.Max:
		return "is too large", fmt.Sprintf("at most %d", *k.Max)
	}
	return "", ""
}

func (k *Key) outsideFloat(v *tomlpos.Value) (message, label string) {
	f, _ := v.Float()
	switch {
	case k.Min != nil && f < float64(*k.Min):
		return "is too small", fmt.Sprintf("at least %d", *k.Min)
	case k.Max != nil && f > float64(*k.Max):
		return "is too large", fmt.Sprintf("at most %d", *k.Max)
	}
	return "", ""
}

// Unknown is a key that a table does not have.
type Unknown struct {
	Entry *tomlpos.Entry
	// Near is the key that it was likely meant to be, or "".
	Near string
}

// likely says whether an entry beside the key can hardly be anything but the key itself: only case, hyphens and underscores differ, or both are arrays of tables.
func (k *Key) likely(e *tomlpos.Entry) bool {
	return SameLetters(e.Name, k.Name) || k.Of != nil && k.Of.Table != nil && e.Value.OfTables()
}

// SameLetters says whether only case, hyphens and underscores of two names differ.
func SameLetters(a, b string) bool {
	letters := func(s string) string { return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(s)) }
	return letters(a) == letters(b)
}

// Unknown finds the keys of a value that the table does not have, in the order written. Of an open table those are only keys that
// nearly are one which is absent, and beside it those that can hardly be another: others are somebody else's business.
func (t *Table) Unknown(v *tomlpos.Value) []Unknown {
	if v == nil || t.Rest != nil {
		return nil
	}
	var list []Unknown
	for _, e := range v.Entries {
		if t.Key(e.Name) != nil {
			continue
		}
		near := t.Nearest(e.Name)
		if t.Open && (near == "" || v.Entry(near) != nil && !t.Key(near).likely(e)) {
			continue
		}
		list = append(list, Unknown{Entry: e, Near: near})
	}
	return list
}
