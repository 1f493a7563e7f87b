package shape

import (
	"fmt"

	"openidea-plugin/component/types"
)

// Resources remembers which resource each *types.Resource of a component has been taken for.
type Resources map[*types.Resource]string

// Mismatch compares a declared function with what it must be, and names the first difference: "" where there is none. The types must
// be equal, labels and their order included, as linking in the component model demands it. seen decides about resources: one
// that has been taken for a resource by one function may not stand for another elsewhere. It is filled only where all is equal.
func Mismatch(want, got *types.Func, seen Resources) string {
	m := matcher{seen: seen, fresh: Resources{}}
	if len(want.Params) != len(got.Params) {
		return fmt.Sprintf("it takes %d parameters, and %d are declared", len(want.Params), len(got.Params))
	}
	for i, p := range want.Params {
		if d := m.value(fmt.Sprintf("parameter %q", p.Name), p.Type, got.Params[i].Type); d != "" {
			return d
		}
	}
	if d := m.value("the result", want.Result, got.Result); d != "" {
		return d
	}
	for r, name := range m.fresh {
		seen[r] = name
	}
	return ""
}

type matcher struct {
	seen, fresh Resources
}

func (m *matcher) value(where string, want, got *types.Type) string {
	switch {
	case want == nil && got == nil:
		return ""
	case want == nil:
		return fmt.Sprintf("%s has no type, and %s is declared", where, got)
	case got == nil:
		return fmt.Sprintf("%s is %s, and none is declared", where, want)
	case want.Kind != got.Kind:
		return fmt.Sprintf("%s is %s, and %s is declared", where, want, got)
	}
	switch want.Kind {
	case types.Record, types.Tuple:
		return m.fields(where, want, got)
	case types.Variant:
		return m.cases(where, want, got)
	case types.Enum, types.Flags:
		return labels(where, want.Labels, got.Labels)
	case types.List, types.Option:
		return m.value("the "+element(want)+" of "+where, want.Elem, got.Elem)
	case types.Result:
		if d := m.value("the ok of "+where, want.Ok, got.Ok); d != "" {
			return d
		}
		return m.value("the error of "+where, want.Err, got.Err)
	case types.Own, types.Borrow:
		return m.resource(where, want.Resource.Name, got.Resource)
	}
	return ""
}

func element(t *types.Type) string {
	if t.Kind == types.List {
		return "element"
	}
	return "value"
}

func (m *matcher) fields(where string, want, got *types.Type) string {
	wl, gl := make([]string, len(want.Fields)), make([]string, len(got.Fields))
	for i, f := range want.Fields {
		wl[i] = f.Name
	}
	for i, f := range got.Fields {
		gl[i] = f.Name
	}
	if d := labels(where, wl, gl); d != "" {
		return d
	}
	for i, f := range want.Fields {
		at := fmt.Sprintf("field %q of %s", f.Name, where)
		if want.Kind == types.Tuple {
			at = fmt.Sprintf("element %d of %s", i+1, where)
		}
		if d := m.value(at, f.Type, got.Fields[i].Type); d != "" {
			return d
		}
	}
	return ""
}

func (m *matcher) cases(where string, want, got *types.Type) string {
	wl, gl := make([]string, len(want.Cases)), make([]string, len(got.Cases))
	for i, c := range want.Cases {
		wl[i] = c.Name
	}
	for i, c := range got.Cases {
		gl[i] = c.Name
	}
	if d := labels(where, wl, gl); d != "" {
		return d
	}
	for i, c := range want.Cases {
		if d := m.value(fmt.Sprintf("case %q of %s", c.Name, where), c.Type, got.Cases[i].Type); d != "" {
			return d
		}
	}
	return ""
}

func labels(where string, want, got []string) string {
	for i := range max(len(want), len(got)) {
		switch {
		case i >= len(got) && want[i] == "", i >= len(want) && got[i] == "":
			return fmt.Sprintf("%s has %d elements, and %d are declared", where, len(want), len(got))
		case i >= len(got):
			return fmt.Sprintf("%s has %q, which is not declared", where, want[i])
		case i >= len(want):
			return fmt.Sprintf("%s has no %q, which is declared", where, got[i])
		case want[i] != got[i]:
			return fmt.Sprintf("%s has %q at place %d, and %q is declared there", where, want[i], i+1, got[i])
		}
	}
	return ""
}

func (m *matcher) resource(where, want string, got *types.Resource) string {
	for _, known := range []Resources{m.seen, m.fresh} {
		if name, ok := known[got]; ok && name != want {
			return fmt.Sprintf("%s is a handle of %s, and the declared resource is %s elsewhere", where, want, name)
		}
	}
	m.fresh[got] = want
	return ""
}
