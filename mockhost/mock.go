package mockhost

import (
	"context"
	"fmt"
	"strings"
	"time"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
	"openidea-plugin/diag"
	"openidea-plugin/mockhost/bind"
	"openidea-plugin/mockhost/literal"
)

// Mock scripts a host function: what it answers, and how often it is to be called. It comes before what the mock host itself would answer; the rules about
// grants and reserved functions come before it, unless Anyway is set. Of several mocks for one function the first whose Args match and that has an answer left
// is taken; where there is none, the mock host answers itself, or the call ends as unscripted where it cannot.
type Mock struct {
	// Function is "interface#function": "net#fetch", "project#search-text", "acme:store/kv@0.1.0#get". The interface may stand with its package, and with
	// or without a version; a function that belongs to no interface is its name alone. "[method]kv.get" or "kv.get" tells apart resources of one interface.
	Function string
	// Args restricts the mock to calls whose arguments match, see bind.ScriptedArgs; nil is any.
	Args *literal.Value
	// Answers are given one after another; a single one as often as it is asked for. Without any, the function succeeds with the zero value of its result.
	Answers []MockAnswer
	// Once: a single answer, too, is given only once.
	Once bool
	// Times is how often it must be called; nil is any number of times. See IDE.Unmet.
	Times *int
	// Anyway: it answers also where the capability was not granted or the function is reserved.
	Anyway bool
	// Span is where the mock stands in its file.
	Span diag.Span
}

// MockAnswer is what a scripted function does once.
type MockAnswer struct {
	// Returns is the value of its result, see bind.ScriptedReturn; nil is the zero value. Error makes it fail, see bind.ScriptedError. At most one is set.
	Returns, Error *literal.Value
	// Delay is how long it takes, on the guests' clock, and counts towards the deadline of the call. No time passes.
	Delay time.Duration
	// Before, where not nil, runs before the answer is given: a test in Go can do something in the middle of a call. ctx ends with the call.
	Before func(ctx context.Context)
}

// MockMistake is something in a mock that cannot be.
type MockMistake struct {
	// Mock is its index. Part is where the mistake is: "function", "args", "answers[2].returns", "answers[2].error".
	Mock int
	Part string
	bind.Mistake
}

// Error is one line.
func (m *MockMistake) Error() string {
	return fmt.Sprintf("mock %d, %s: %s", m.Mock+1, m.Part, m.Mistake.Error())
}

// CheckMocks finds what is wrong with mocks, by the types of the components that they are for: names of functions that none of them imports, arguments and
// answers that do not fit. A nil component is one that was not built: it may import anything.
func CheckMocks(mocks []Mock, components ...*component.Component) []*MockMistake {
	var found []*MockMistake
	var known []string
	used := make([]bool, len(mocks))
	all := true
	for _, c := range components {
		if c == nil {
			all = false
			continue
		}
		for _, f := range importedFunctions(c) {
			known = append(known, f.target.String())
			for i := range mocks {
				if !parseTarget(mocks[i].Function).matches(f.target) {
					continue
				}
				used[i] = true
				_, mistakes := bindMock(i, &mocks[i], f.target.String(), f.typ)
				found = append(found, mistakes...)
			}
		}
	}
	for i, m := range mocks {
		if used[i] || !all {
			continue
		}
		mistake := bind.Mistake{Span: m.Span, Message: diag.Sprintf("no plugin imports the function %q", m.Function)}
		if near := nearestTarget(m.Function, known); near != "" {
			mistake.Help = diag.Sprintf("did you mean %q?", near)
		}
		found = append(found, &MockMistake{i, "function", mistake})
	}
	return found
}

// target is a function of the host by its parts; those of a Mock may be empty.
type target struct {
	iface, version, resource, function string
}

// String is the function as a Mock names it: interfaces of the plugin API without package and version.
func (t target) String() string {
	iface := t.iface
	if bare := bareInterface(t.qualified()); bare != "" {
		iface = bare
	} else if t.version != "" {
		iface += "@" + t.version
	}
	if iface == "" {
		return t.function
	}
	return iface + "#" + t.function
}

func (t target) qualified() string {
	if t.version == "" {
		return t.iface
	}
	return t.iface + "@" + t.version
}

// parseTarget reads a name; where it has no "#", the last "." stands for it, as in a trace.
func parseTarget(name string) target {
	iface, function, ok := strings.Cut(name, "#")
	if !ok {
		iface, function = "", name
		if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
			iface, function = name[:dot], name[dot+1:]
		}
	}
	return newTarget(iface, function)
}

func newTarget(instance, function string) target {
	t := target{}
	t.iface, t.version, _ = strings.Cut(instance, "@")
	if _, rest, ok := strings.Cut(function, "]"); ok {
		function = rest
	}
	resource, method, ok := strings.Cut(function, ".")
	if t.function = function; ok {
		t.resource, t.function = resource, method
	}
	return t
}

// matches says whether a mock for t is one for the imported function f.
func (t target) matches(f target) bool {
	return t.function == f.function && (t.resource == "" || t.resource == f.resource) && (t.version == "" || t.version == f.version) &&
		(t.iface == f.iface || t.iface != "" && t.iface == bareInterface(f.qualified()))
}

// nearestTarget is the function that was probably meant.
func nearestTarget(name string, known []string) string {
	if near := diag.Nearest(name, known); near != "" {
		return near
	}
	for _, k := range known { // the right function of another interface, or without one
		if _, function, _ := strings.Cut(k, "#"); function == parseTarget(name).function {
			return k
		}
	}
	return ""
}

// importedFunction is a function that a component imports.
type importedFunction struct {
	target target
	typ    *types.Func
}

func importedFunctions(c *component.Component) []importedFunction {
	var list []importedFunction
	add := func(instance string, e types.Named) {
		if e.Sort == types.SortFunc {
			list = append(list, importedFunction{newTarget(instance, e.Name), e.Func})
		}
	}
	for _, imp := range c.Imports() {
		add("", imp)
		if imp.Sort == types.SortInstance {
			for _, e := range imp.Instance.Exports {
				add(imp.Name, e)
			}
		}
	}
	return list
}

// scriptedResource stands behind handles that a script has made.
type scriptedResource struct{ name string }

// ScriptName is the name within the script.
func (r *scriptedResource) ScriptName() string { return r.name }

// scriptedHandle gives what stands behind a scripted handle: the project's are all the one project.
func scriptedHandle(resource, name string) any {
	if resource == "project" {
		return &project{}
	}
	return &scriptedResource{name}
}

// boundMock is a mock bound to the types of one component.
type boundMock struct {
	index   int
	mock    *Mock
	matches func([]component.Value) bool // nil: any
	answers []bind.Said
}

func bindMock(index int, m *Mock, name string, t *types.Func) (*boundMock, []*MockMistake) {
	b := &boundMock{index: index, mock: m}
	var found []*MockMistake
	note := func(part string, mistakes []*bind.Mistake) {
		for _, mistake := range mistakes {
			if mistake.Span.File == nil {
				mistake.Span = m.Span
			}
			mistake.Message = name + ": " + mistake.Message
			found = append(found, &MockMistake{index, part, *mistake})
		}
	}
	if m.Args != nil {
		var mistakes []*bind.Mistake
		b.matches, mistakes = bind.ScriptedArgs(t, m.Args)
		note("args", mistakes)
	}
	answers := m.Answers
	if len(answers) == 0 {
		answers = []MockAnswer{{}}
	}
	for i, a := range answers {
		if a.Error != nil {
			said, mistakes := bind.ScriptedError(t.Result, a.Error, scriptedHandle)
			note(fmt.Sprintf("answers[%d].error", i), mistakes)
			b.answers = append(b.answers, said)
			continue
		}
		said, mistakes := bind.ScriptedReturn(t.Result, a.Returns, scriptedHandle)
		note(fmt.Sprintf("answers[%d].returns", i), mistakes)
		b.answers = append(b.answers, said)
	}
	return b, found
}

// UnmetMock is a mock that was not called as often as it must be.
type UnmetMock struct {
	// Mock is its index in Options.Mocks, Calls how often it answered, Times how often it was to.
	Mock, Calls, Times int
}

// Unmet are the mocks that were not called as often as their Times says until now.
func (ide *IDE) Unmet() []UnmetMock {
	ide.state.Lock()
	defer ide.state.Unlock()
	var list []UnmetMock
	for i, m := range ide.opts.Mocks {
		if m.Times != nil && ide.mocked[i] != *m.Times {
			list = append(list, UnmetMock{i, ide.mocked[i], *m.Times})
		}
	}
	return list
}

// MockCalls says how often each mock answered until now.
func (ide *IDE) MockCalls() []int {
	ide.state.Lock()
	defer ide.state.Unlock()
	return append([]int(nil), ide.mocked...)
}
