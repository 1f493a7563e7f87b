package testfile

import (
	"slices"
	"strings"
	"time"

	"openidea-plugin/component"
	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/literal"
)

// mocks reads tables of scripted host functions.
type mocks struct {
	*reader
	list []mockhost.Mock
}

func (m *mocks) read(e *tomlpos.Entry, form string) {
	if e.Value.Kind == tomlpos.Array {
		for _, v := range m.tables(e, form) {
			m.mock(v, form)
		}
		return
	}
	m.tables(e, form) // says what is wrong
}

// mock reads one table. What only the component can tell is looked at when the plugins of the file are known.
func (m *mocks) mock(v *tomlpos.Value, form string) {
	out := mockhost.Mock{Span: v.Span}
	single := mockhost.MockAnswer{}
	known := m.answerKeys(&single)
	known["function"] = func(e *tomlpos.Entry) { out.Function, out.Span = e.Value.Text, marked(e.Value) }
	m.arguments(known, &out.Args)
	known["times"] = func(e *tomlpos.Entry) { out.Times = times(e) }
	known["anyway"] = func(e *tomlpos.Entry) { out.Anyway = e.Value.True }
	known["answers"] = func(e *tomlpos.Entry) {
		out.Once = true // a list is used up, however long it is
		for _, item := range m.tables(e, "answers = [{ … }]") {
			a := mockhost.MockAnswer{}
			m.table(item, "an answer", &answerKeys, m.answerKeys(&a))
			m.excluded(item, "an answer", answerKeys.Excludes)
			out.Answers = append(out.Answers, a)
		}
		if e.Value.Kind == tomlpos.Array && len(e.Value.Items) == 0 {
			m.invalid(e.Value.Span, "at least one", "%q is empty", e.Name)
		}
	}
	m.table(v, form, &mockKeys, known)
	m.excluded(v, "a mock", mockKeys.Excludes)
	if len(out.Answers) == 0 {
		out.Answers = []mockhost.MockAnswer{single}
	}
	if out.Function == "" {
		if v.Entry("function") == nil {
			m.invalid(v.Span, `function = "interface#function"`, "%s needs a function", form)
		}
		return
	}
	m.list = append(m.list, out)
}

func (m *mocks) answerKeys(a *mockhost.MockAnswer) keys {
	return keys{
		"returns":      func(e *tomlpos.Entry) { a.Returns = literal.TOML(e.Value) },
		"returns-json": func(e *tomlpos.Entry) { a.Returns = m.jsonLiteral(e) },
		"error":        func(e *tomlpos.Entry) { a.Error = literal.TOML(e.Value) },
		"delay":        func(e *tomlpos.Entry) { a.Delay = m.delay(e) },
	}
}

// delay is a duration that may be nothing.
func (r *reader) delay(e *tomlpos.Entry) time.Duration {
	if strings.Trim(e.Value.Text, "0 ms") == "" && e.Value.Text != "" {
		return 0
	}
	return r.duration(e, "an answer")
}

// arguments adds the two keys for arguments of a host function.
func (r *reader) arguments(known keys, to **literal.Value) {
	known["arguments"] = func(e *tomlpos.Entry) { *to = literal.TOML(e.Value) }
	known["arguments-json"] = func(e *tomlpos.Entry) { *to = r.jsonLiteral(e) }
}

// jsonLiteral reads a string as JSON. Its parts have places where the string is written as it is read, else the whole string is their place.
func (r *reader) jsonLiteral(e *tomlpos.Entry) *literal.Value {
	text, at := e.Value.Text, marked(e.Value)
	raw := string(at.File.Data[at.Start:at.End])
	lead := 0
	if raw != text && strings.TrimPrefix(strings.TrimPrefix(raw, "\r"), "\n") == text { // the first line end of a string of several lines does not count
		lead = len(raw) - len(text)
	}
	exact := raw[lead:] == text
	v, err := literal.JSON(&diag.SourceFile{Path: at.File.Path, Data: []byte(text)})
	place := func(s diag.Span) diag.Span {
		if !exact {
			return at
		}
		start := min(at.Start+lead+s.Start, at.End)
		return diag.Span{File: at.File, Start: start, End: min(max(at.Start+lead+s.End, start), at.End)}
	}
	if err != nil {
		wrong := diag.Span{}
		message := err.Error()
		if e, ok := err.(*literal.JSONError); ok {
			wrong, message = diag.Span{Start: e.Offset, End: e.Offset + 1}, e.Message
		}
		r.invalid(place(wrong), "JSON", "%q is no JSON: %s", e.Name, message)
		return nil
	}
	relocate(v, place)
	return v
}

func relocate(v *literal.Value, place func(diag.Span) diag.Span) {
	v.Span = place(v.Span)
	for _, item := range v.Items {
		relocate(item, place)
	}
	for i := range v.Entries {
		v.Entries[i].Key = place(v.Entries[i].Key)
		relocate(v.Entries[i].Value, place)
	}
}

// checkMocks finds what is wrong with mocks and with arguments that are expected of host calls, by the types of the components of the file. A mock that
// many tests share is looked at once.
func (r *reader) checkMocks(plugins []mockhost.Plugin) {
	components := []*component.Component{r.subject.Component}
	for _, p := range plugins {
		components = append(components, p.Component)
	}
	// A mock of the file or of a group is the same in all of its tests; one of a test with rows stands at the same place in each, with other values.
	type identity struct {
		at   diag.Span
		args *literal.Value
		said *mockhost.MockAnswer
	}
	seen := map[identity]bool{}
	var list []mockhost.Mock
	note := func(m mockhost.Mock) {
		id := identity{at: m.Span, args: m.Args}
		if len(m.Answers) > 0 {
			id.said = &m.Answers[0]
		}
		if !seen[id] {
			seen[id] = true
			list = append(list, m)
		}
	}
	type finding struct {
		at      diag.Span
		message string
	}
	said := map[finding]bool{}
	for _, t := range r.file.Tests {
		for _, m := range t.Mocks {
			note(m)
		}
		for _, c := range t.Calls {
			for _, x := range slices.Concat(c.Expect.Calls, c.Expect.CallsInOrder, c.Expect.NeverCalls) {
				if x.Args != nil { // a name alone was looked at
					note(mockhost.Mock{Function: x.Function, Args: x.Args, Span: x.Span})
				}
			}
		}
	}
	for _, m := range mockhost.CheckMocks(list, components...) {
		if missingReturn(list[m.Mock], m) {
			continue
		}
		rule := RuleType
		if m.Part == "function" || strings.HasSuffix(m.Part, ".error") {
			rule = RuleInvalid
		}
		d := diag.Diagnostic{Span: m.Span, Message: m.Message}
		if d.Span.File == nil {
			d.Span = list[m.Mock].Span
		}
		if said[finding{d.Span, d.Message}] {
			continue
		}
		said[finding{d.Span, d.Message}] = true
		if m.Path != "" {
			d.Label = strings.TrimPrefix(m.Path, ".")
		}
		if m.Help != "" {
			d.Help = []string{m.Help}
		}
		r.find(rule, d)
	}
}

// missingReturn says whether a mistake is that of a watch, which gives no answer: that a resource has no zero value is nothing to it.
func missingReturn(m mockhost.Mock, mistake *mockhost.MockMistake) bool {
	return len(m.Answers) == 0 && mistake.Part != "function" && mistake.Part != "args"
}

// excluded finds keys of a table that exclude each other. A key that one finding speaks of is not spoken of again: with a tool and a command, arguments are
// right for one of them.
func (r *reader) excluded(v *tomlpos.Value, what string, pairs [][2]string) {
	said := map[*tomlpos.Entry]bool{}
	for _, pair := range pairs {
		first, second := v.Entry(pair[0]), v.Entry(pair[1])
		if first == nil || second == nil || said[first] || said[second] {
			continue
		}
		said[first], said[second] = true, true
		if second.Key.Start < first.Key.Start {
			first, second = second, first
		}
		why, ok := whyNot[pair]
		if !ok {
			why = "one or the other"
		}
		r.find(RuleInvalid, diag.Diagnostic{
			Span: second.Key, Message: diag.Sprintf("%s cannot have both %q and %q", what, first.Name, second.Name), Label: why,
			Related: []diag.Related{{Span: first.Key, Message: diag.Sprintf("%q is here", first.Name)}},
		})
	}
}

// whyNot says why keys exclude each other, where it is not plain.
var whyNot = map[[2]string]string{
	{"tool", "arg"}:               "arg is for commands; a tool has arguments",
	{"command", "arguments"}:      "arguments are for tools; a command has arg",
	{"command", "arguments-json"}: "arguments are for tools; a command has arg",
	{"answers", "delay"}:          "each answer has its own delay",
}

// hostCalls reads an array of host functions, each a name or a table with arguments.
func (r *reader) hostCalls(e *tomlpos.Entry) []Count {
	var list []Count
	for _, item := range e.Value.Items {
		switch item.Kind {
		case tomlpos.String:
			r.functions = append(r.functions, named{item.Text, marked(item)})
			list = append(list, Count{Function: item.Text, Span: marked(item)})
		case tomlpos.Table:
			if c, ok := r.hostCall(item, e.Name); ok {
				list = append(list, c)
			}
		default:
			r.find(RuleType, diag.Diagnostic{Span: item.Span, Message: diag.Sprintf("%q has %s in it, it must be %s", e.Name, item.Kind, "an array of strings"), Label: "write " + hostCall.Form})
		}
	}
	return list
}

func (r *reader) hostCall(v *tomlpos.Value, name string) (Count, bool) {
	c := Count{Span: v.Span}
	known := keys{
		"function": func(e *tomlpos.Entry) {
			c.Function, c.Span = e.Value.Text, marked(e.Value)
			r.functions = append(r.functions, named{c.Function, c.Span})
		},
		"times": func(e *tomlpos.Entry) { c.Times = times(e) },
	}
	r.arguments(known, &c.Args)
	r.table(v, name, hostCall.Table, known)
	r.excluded(v, name, hostCall.Table.Excludes)
	if e := v.Entry("times"); e != nil && name != "calls" {
		r.invalid(e.Key, "leave it out", "only calls have %q", e.Name)
	}
	if v.Entry("function") == nil {
		r.invalid(v.Span, `function = "project.search-text"`, "a host call needs a function")
	}
	return c, c.Function != ""
}

// times is how often something is called.
func times(e *tomlpos.Entry) *int {
	n, _ := e.Value.Int()
	t := int(min(n, 1<<31))
	return &t
}
