package types

import (
	"fmt"
	"strings"
)

// matcher checks whether one type fits where another is asked for. Values match only when they are equal; instances and modules
// may offer more than is asked for, and components may import less and export more.
//
// The methods return why the types do not match, "" where they do.
type matcher struct {
	r *resolver
	// open resources are placeholders: the first resource that meets one takes its place, in bound.
	isOpen map[*Resource]bool
	bound  map[*Resource]*Resource
}

func newMatcher(r *resolver) *matcher {
	return &matcher{r: r, isOpen: map[*Resource]bool{}, bound: map[*Resource]*Resource{}}
}

// open makes placeholders.
func (m *matcher) open(resources []*Resource) {
	for _, r := range resources {
		m.isOpen[r] = true
	}
}

// norm follows placeholders.
func (m *matcher) norm(r *Resource) *Resource {
	for range len(m.bound) + 1 {
		to, ok := m.bound[r]
		if !ok || to == r {
			break
		}
		r = to
	}
	return r
}

// extern checks have against want.
func (m *matcher) extern(have, want *Extern) string {
	m.r.step()
	if have.Sort != want.Sort {
		return fmt.Sprintf("expected %s, found %s", an(sortWords[want.Sort]), an(sortWords[have.Sort]))
	}
	switch want.Sort {
	case SortFunc:
		return m.fn(have.Func, want.Func)
	case SortType:
		return m.def(have.Type, want.Type)
	case SortInstance:
		return m.instance(have.Instance, want.Instance)
	case SortComponent:
		return m.component(have.Component, want.Component)
	default:
		m.r.steps(len(have.Module.Imports) + len(have.Module.Exports) + len(want.Module.Imports) + len(want.Module.Exports))
		return MatchModule(have.Module, want.Module)
	}
}

func (m *matcher) def(have, want *TypeDef) string {
	switch {
	case want.Resource != nil && have.Resource != nil:
		if _, bound := m.bound[want.Resource]; m.isOpen[want.Resource] && !bound {
			m.bound[want.Resource] = m.norm(have.Resource)
			return ""
		}
		return m.resource(have.Resource, want.Resource)
	case want.Value != nil && have.Value != nil:
		return m.value(have.Value, want.Value)
	case want.Func != nil && have.Func != nil:
		return m.fn(have.Func, want.Func)
	case want.Instance != nil && have.Instance != nil:
		return m.instance(have.Instance, want.Instance)
	case want.Component != nil && have.Component != nil:
		return m.component(have.Component, want.Component)
	}
	return fmt.Sprintf("expected the type of %s, found the type of %s", typeDefWord(want), typeDefWord(have))
}

func (m *matcher) resource(have, want *Resource) string {
	if m.norm(have) == m.norm(want) {
		return ""
	}
	return fmt.Sprintf("the resources %s and %s are not the same", resourceName(have), resourceName(want))
}

func (m *matcher) fn(have, want *Func) string {
	if have == want && len(m.bound) == 0 {
		return ""
	}
	if len(have.Params) != len(want.Params) {
		return fmt.Sprintf("expected a function with %d parameters, found one with %d", len(want.Params), len(have.Params))
	}
	for i := range want.Params {
		h, w := &have.Params[i], &want.Params[i]
		if !sameLabel(h.Name, w.Name) {
			return fmt.Sprintf("expected the parameter %q, found %q", w.Name, h.Name)
		}
		if why := m.value(h.Type, w.Type); why != "" {
			return fmt.Sprintf("in the parameter %q: %s", w.Name, why)
		}
	}
	return m.optional(have.Result, want.Result, "the result")
}

// sameLabel compares labels as uniqueness does, by their words alone.
func sameLabel(a, b string) bool {
	return a == b || strings.EqualFold(strings.ReplaceAll(a, "-", ""), strings.ReplaceAll(b, "-", ""))
}

// optional compares what may be absent.
func (m *matcher) optional(have, want *Type, what string) string {
	switch {
	case have == nil && want == nil:
		return ""
	case have == nil:
		return fmt.Sprintf("expected %s of type %s, found none", what, want)
	case want == nil:
		return fmt.Sprintf("expected %s to be absent, found type %s", what, have)
	}
	if why := m.value(have, want); why != "" {
		return fmt.Sprintf("in %s: %s", what, why)
	}
	return ""
}

// value checks that two value types are equal.
func (m *matcher) value(have, want *Type) string {
	m.r.step()
	if have == want && !have.Layout.HasHandles {
		return ""
	}
	if have.Kind != want.Kind || len(have.Fields) != len(want.Fields) || len(have.Cases) != len(want.Cases) || len(have.Labels) != len(want.Labels) {
		return fmt.Sprintf("expected %s, found %s", want, have)
	}
	for i := range want.Fields {
		h, w := &have.Fields[i], &want.Fields[i]
		if !sameLabel(h.Name, w.Name) {
			return fmt.Sprintf("expected the field %q, found %q", w.Name, h.Name)
		}
		if why := m.value(h.Type, w.Type); why != "" {
			return fmt.Sprintf("in field %d: %s", i, why)
		}
	}
	for i := range want.Cases {
		h, w := &have.Cases[i], &want.Cases[i]
		if !sameLabel(h.Name, w.Name) {
			return fmt.Sprintf("expected the case %q, found %q", w.Name, h.Name)
		}
		if why := m.optional(h.Type, w.Type, "the payload of the case "+w.Name); why != "" {
			return why
		}
	}
	for i := range want.Labels {
		if !sameLabel(have.Labels[i], want.Labels[i]) {
			return fmt.Sprintf("expected %q, found %q in %s", want.Labels[i], have.Labels[i], want.Kind)
		}
	}
	if want.Elem != nil {
		return m.value(have.Elem, want.Elem)
	}
	if want.Kind == Result {
		if why := m.optional(have.Ok, want.Ok, "the ok type"); why != "" {
			return why
		}
		return m.optional(have.Err, want.Err, "the error type")
	}
	if want.Resource != nil {
		return m.resource(have.Resource, want.Resource)
	}
	return ""
}

func (m *matcher) instance(have, want *Instance) string {
	for i := range want.Exports {
		w := &want.Exports[i]
		h, ok := m.r.exportOf(have, w.Name)
		if !ok {
			return fmt.Sprintf("the export %q is missing", w.Name)
		}
		if why := m.extern(&h, &w.Extern); why != "" {
			return fmt.Sprintf("in the export %q: %s", w.Name, why)
		}
	}
	return ""
}

// component checks have against want: what want imports must do for have, and what have exports must do for want.
func (m *matcher) component(have, want *ComponentType) string {
	defer m.enter(have.imported)()
	defer m.enter(want.bound)()
	if why := m.list(want.Imports, have.Imports, "import"); why != "" {
		return why
	}
	return m.list(have.Exports, want.Exports, "export")
}

// list checks that have has every item of want.
func (m *matcher) list(have, want []Named, what string) string {
	m.r.steps(len(have))
	index := make(map[string]*Extern, len(have))
	for i := range have {
		index[have[i].Name] = &have[i].Extern
	}
	for i := range want {
		w := &want[i]
		h, ok := index[w.Name]
		if !ok {
			return fmt.Sprintf("the %s %q is missing", what, w.Name)
		}
		if why := m.extern(h, &w.Extern); why != "" {
			return fmt.Sprintf("in the %s %q: %s", what, w.Name, why)
		}
	}
	return ""
}

// enter makes placeholders; what it returns takes them back.
func (m *matcher) enter(resources []*Resource) (leave func()) {
	type state struct {
		open, wasBound bool
		bound          *Resource
	}
	old := make([]state, len(resources))
	for i, r := range resources {
		b, ok := m.bound[r]
		old[i] = state{m.isOpen[r], ok, b}
		delete(m.bound, r)
		m.isOpen[r] = true
	}
	return func() {
		for i, r := range resources {
			m.isOpen[r] = old[i].open
			delete(m.bound, r)
			if old[i].wasBound {
				m.bound[r] = old[i].bound
			}
		}
	}
}

// MatchModule checks a core module against the module type that is asked for: it may import less and export more. It returns why it does not
// fit, "" where it does.
func MatchModule(have, want *ModuleType) string {
	imports := make(map[[2]string]*CoreExtern, len(want.Imports))
	for i := range want.Imports {
		w := &want.Imports[i]
		imports[[2]string{w.Module, w.Name}] = &w.CoreExtern
	}
	for i := range have.Imports {
		h := &have.Imports[i]
		w, ok := imports[[2]string{h.Module, h.Name}]
		if !ok {
			return fmt.Sprintf("the module imports %q from %q, which is not expected", h.Name, h.Module)
		}
		if why := matchCore(w, &h.CoreExtern); why != "" {
			return fmt.Sprintf("in the import %q from %q: %s", h.Name, h.Module, why)
		}
	}
	exports := make(map[string]*CoreExtern, len(have.Exports))
	for i := range have.Exports {
		exports[have.Exports[i].Name] = &have.Exports[i].CoreExtern
	}
	for i := range want.Exports {
		w := &want.Exports[i]
		h, ok := exports[w.Name]
		if !ok {
			return fmt.Sprintf("the export %q is missing", w.Name)
		}
		if why := matchCore(h, &w.CoreExtern); why != "" {
			return fmt.Sprintf("in the export %q: %s", w.Name, why)
		}
	}
	return ""
}

// matchCore checks a core item against what is asked for.
func matchCore(have, want *CoreExtern) string {
	if have.Kind != want.Kind {
		return fmt.Sprintf("expected a core %s, found a core %s", coreKindWords[want.Kind], coreKindWords[have.Kind])
	}
	switch want.Kind {
	case CoreFunc, CoreTag:
		if !sameCoreFunc(have.Func, want.Func) {
			return fmt.Sprintf("expected %s, found %s", want.Func, have.Func)
		}
		return ""
	case CoreGlobal:
		if have.ValType != want.ValType || have.Mutable != want.Mutable {
			return "the types of the globals differ"
		}
		return ""
	}
	switch {
	case have.ValType != want.ValType:
		return "the element types of the tables differ"
	case have.Shared != want.Shared:
		return "one is shared, the other is not"
	case have.Is64 != want.Is64:
		return "one has 64-bit indexes, the other has not"
	case have.Min < want.Min:
		return fmt.Sprintf("a size of at least %d is expected, found %d", want.Min, have.Min)
	case want.Max != nil && have.Max == nil:
		return fmt.Sprintf("a maximum of at most %d is expected, found none", *want.Max)
	case want.Max != nil && *have.Max > *want.Max:
		return fmt.Sprintf("a maximum of at most %d is expected, found %d", *want.Max, *have.Max)
	}
	return ""
}

// coreKindWords name the sorts of core items, in the order of their numbers.
var coreKindWords = [...]string{"function", "table", "memory", "global", "tag"}

func sameCoreFunc(a, b *CoreFuncType) bool {
	return string(a.Params) == string(b.Params) && string(a.Results) == string(b.Results)
}
