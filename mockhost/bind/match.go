package bind

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/bylabel"
	"openidea-plugin/component/types"
	"openidea-plugin/mockhost/literal"
)

// Named is what stands behind a handle of a resource that a script has made.
type Named interface{ ScriptName() string }

// matcher says whether a value is what a script waits for.
type matcher func(abi.Value) bool

// ScriptedArgs says which arguments of a call a script waits for: a table by the names of parameters, of which it may leave some out, or a list in
// their order, without the resource of a method. Values are written as for Scripted; besides, a table speaks only of the fields that it names, a case of a
// variant may stand without its payload, and a text may be {contains = "…"} or {matches = "regular expression"}.
func ScriptedArgs(f *types.Func, v *literal.Value) (func([]abi.Value) bool, []*Mistake) {
	m := &matching{}
	params := f.Params
	first := 0
	if len(params) > 0 && isHandle(params[0].Type) {
		first = 1
	}
	parts := map[int]matcher{}
	switch {
	case v.Kind == literal.List && len(v.Items) <= len(params)-first:
		for i, item := range v.Items {
			parts[first+i] = m.value(params[first+i].Type, item, fmt.Sprintf("[%d]", i))
		}
	case v.Kind == literal.List:
		m.mistake(v, "", "", "these are %d arguments, the function has %d", len(v.Items), len(params)-first)
	case v.Kind == literal.Map:
		t := types.NewRecord(params)
		m.knownKeys(t, "parameter", v, "")
		for _, e := range v.Entries {
			if i, ok := bylabel.Index(t, e.Name); ok {
				parts[i] = m.value(params[i].Type, e.Value, "."+e.Name)
			}
		}
	default:
		m.mistake(v, "", "", "this is %s: write a table {parameter = value} or a list", v.Kind.String())
	}
	return func(args []abi.Value) bool {
		for i, part := range parts {
			if !part(args[i]) {
				return false
			}
		}
		return true
	}, m.mistakes
}

// matching makes matchers and collects what does not fit.
type matching struct{ scripted }

func (m *matching) value(t *types.Type, v *literal.Value, path string) matcher {
	switch {
	case isHandle(t):
		if v.Kind != literal.String {
			m.wrong(t, v, path, "the name of a resource, as a string")
		}
		return func(got abi.Value) bool {
			named, ok := got.(abi.Handle).Rep.(Named)
			return ok && named.ScriptName() == v.Text
		}
	case t.Kind == types.String && v.Kind == literal.Map:
		return m.text(v, path)
	case t.Kind == types.Record && v.Kind == literal.Map:
		return m.record(t, v, path)
	case t.Kind == types.List && !isBytes(t) && v.Kind == literal.List, t.Kind == types.Tuple && v.Kind == literal.List && len(v.Items) == len(t.Fields):
		return m.sequence(t, v, path)
	case t.Kind == types.Variant && v.Kind == literal.String:
		if index, ok := bylabel.Index(t, v.Text); ok {
			return func(got abi.Value) bool { i, _ := takeCase(got); return i == index }
		}
	case t.Kind == types.Variant && v.Kind == literal.Map && len(v.Entries) == 1:
		if index, ok := bylabel.Index(t, v.Entries[0].Name); ok && t.Cases[index].Type != nil {
			payload := m.value(t.Cases[index].Type, v.Entries[0].Value, path+"."+v.Entries[0].Name)
			return func(got abi.Value) bool { i, p := takeCase(got); return i == index && payload(p) }
		}
	case t.Kind == types.Option:
		return m.option(t, v, path)
	}
	want := m.scripted.value(t, v, path)
	return func(got abi.Value) bool { return reflect.DeepEqual(want, got) }
}

// text is {contains = "…"} or {matches = "…"}, or both.
func (m *matching) text(v *literal.Value, path string) matcher {
	var parts []func(string) bool
	for _, e := range v.Entries {
		switch {
		case e.Name == "contains" && e.Value.Kind == literal.String:
			parts = append(parts, func(got string) bool { return strings.Contains(got, e.Value.Text) })
		case e.Name == "matches" && e.Value.Kind == literal.String:
			re, err := regexp.Compile(e.Value.Text)
			if err != nil {
				m.mistake(e.Value, path+".matches", "", "%q is no valid regular expression (RE2)", e.Value.Text)
				continue
			}
			parts = append(parts, re.MatchString)
		default:
			m.mistake(&literal.Value{Span: e.Key}, path, "", "a text is a string, {contains = \"…\"} or {matches = \"regular expression\"}, not %q", e.Name)
		}
	}
	return func(got abi.Value) bool {
		for _, part := range parts {
			if !part(got.(string)) {
				return false
			}
		}
		return true
	}
}

func (m *matching) record(t *types.Type, v *literal.Value, path string) matcher {
	m.knownKeys(t, "field", v, path)
	parts := map[int]matcher{}
	for _, e := range v.Entries {
		if i, ok := bylabel.Index(t, e.Name); ok {
			parts[i] = m.value(t.Fields[i].Type, e.Value, path+"."+e.Name)
		}
	}
	return func(got abi.Value) bool {
		for i, part := range parts {
			if !part(got.(abi.Record)[i]) {
				return false
			}
		}
		return true
	}
}

// sequence is a list or a tuple, element by element.
func (m *matching) sequence(t *types.Type, v *literal.Value, path string) matcher {
	parts := make([]matcher, len(v.Items))
	for i, item := range v.Items {
		elem := t.Elem
		if t.Kind == types.Tuple {
			elem = t.Fields[i].Type
		}
		parts[i] = m.value(elem, item, fmt.Sprintf("%s[%d]", path, i))
	}
	return func(got abi.Value) bool {
		items, ok := got.(abi.List)
		if !ok {
			items = abi.List(got.(abi.Tuple))
		}
		if len(items) != len(parts) {
			return false
		}
		for i, part := range parts {
			if !part(items[i]) {
				return false
			}
		}
		return true
	}
}

func (m *matching) option(t *types.Type, v *literal.Value, path string) matcher {
	if v.Kind == literal.Map && len(v.Entries) == 1 {
		if _, own := bylabel.Index(t.Elem, v.Entries[0].Name); !own && v.Entries[0].Name == "some" {
			v, path = v.Entries[0].Value, path+".some"
		} else if !own && v.Entries[0].Name == "none" {
			v = &literal.Value{Kind: literal.Null}
		}
	}
	if v.Kind == literal.Null {
		return func(got abi.Value) bool { return !got.(abi.Option).Some }
	}
	part := m.value(t.Elem, v, path)
	return func(got abi.Value) bool { o := got.(abi.Option); return o.Some && part(o.Value) }
}
