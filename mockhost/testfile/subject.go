package testfile

import (
	"slices"
	"strings"

	"openidea-plugin/component"
	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
	"openidea-plugin/mockhost"
	"openidea-plugin/plugin"
	"openidea-plugin/wit"
)

// Subject is the plugin whose tests a file holds, as far as its tests can be wrong about it.
type Subject struct {
	// ID is its id, Dir its folder.
	ID, Dir string
	// Capabilities are those that its manifest lists, required or optional.
	Capabilities []string
	// Component is nil where it was not built yet; what only it can tell is then not looked at.
	Component *component.Component
}

// SubjectOf is a plugin on disk.
func SubjectOf(p *plugin.Plugin) Subject {
	s := Subject{ID: p.ID(), Dir: p.Dir}
	for _, c := range slices.Concat(p.Manifest.Required, p.Manifest.Optional) {
		if c.Set() {
			s.Capabilities = append(s.Capabilities, c.Value)
		}
	}
	if w := p.Wasm(); w != nil {
		s.Component = w.Component
	}
	return s
}

// grants are capabilities: those that the manifest lists, whatever they are, and those of the plugin API's model.
func (r *reader) grants(e *tomlpos.Entry) *[]string {
	items, ok := r.items(e, &settingKeys[0])
	if !ok {
		return nil
	}
	list := make([]string, 0, len(items))
	known := slices.Concat(r.subject.Capabilities, wit.Capabilities())
	for _, item := range items {
		list = append(list, item.Text)
		if slices.Contains(known, item.Text) {
			continue
		}
		d := diag.Diagnostic{
			Span: marked(item), Message: diag.Sprintf("there is no capability %q", item.Text),
			Label: "one that the manifest lists, or one of " + strings.Join(wit.Capabilities(), ", "),
		}
		if near := diag.Nearest(item.Text, known); near != "" {
			d.Help = []string{diag.Sprintf("did you mean %q?", near)}
		}
		r.find(RuleInvalid, d)
	}
	return &list
}

// command is the id of a command of the plugin under test, which must have commands at all.
func (r *reader) command(e *tomlpos.Entry) string {
	id := e.Value.Text
	if c := r.subject.Component; c != nil && !mockhost.ExportsCommands(c) {
		r.invalid(marked(e.Value), "export the interface commands, or call a tool", "the plugin's component exports no commands, so %q cannot be run", id)
	}
	return id
}

// expectedError is a kind of error that a call is to end with.
type expectedError struct {
	kind string
	at   diag.Span
	call *Call
}

// errorKinds finds kinds that no error of the plugin can have, by the types of its component. Those of a component that is not built are not known.
func (r *reader) errorKinds(plugins []mockhost.Plugin) {
	for _, x := range r.errors {
		kinds := kindsOf(x.call, r.subject.Component)
		for _, p := range plugins { // a registered name may be that of another plugin's tool
			if strings.HasPrefix(x.call.Tool, plugin.RegisteredName(p.ID, "")) {
				kinds = append(kinds, kindsOf(x.call, p.Component)...)
			}
		}
		if len(kinds) == 0 || slices.Contains(kinds, x.kind) {
			continue
		}
		d := diag.Diagnostic{Span: x.at, Message: diag.Sprintf("no error of the plugin can be %q", x.kind), Label: "one of " + strings.Join(kinds, ", ")}
		if near := diag.Nearest(x.kind, kinds); near != "" {
			d.Help = []string{diag.Sprintf("did you mean %q?", near)}
		} else if key := outcomeOf(x.kind); key != "" && key != "error" {
			d.Help = []string{diag.Sprintf("did you mean expect.%s = %q?", key, x.kind)}
		}
		r.find(RuleInvalid, d)
	}
}

func kindsOf(call *Call, c *component.Component) []string {
	switch {
	case c == nil:
		return nil
	case call.Command != "":
		return mockhost.CommandErrors(c)
	}
	return mockhost.ToolErrors(c)
}

// named is a name of a host function or a plugin at its place.
type named struct {
	name string
	at   diag.Span
}

// pluginIDs finds ids of plugins that are not in the IDE, once it is known which are.
func (r *reader) pluginIDs(plugins []mockhost.Plugin) {
	known := []string{r.subject.ID}
	for _, p := range plugins {
		known = append(known, p.ID)
	}
	for _, p := range r.ids {
		if slices.Contains(known, p.name) {
			continue
		}
		d := diag.Diagnostic{Span: p.at, Message: diag.Sprintf("there is no plugin %q in the IDE", p.name), Label: "one of " + strings.Join(known, ", ")}
		if near := diag.Nearest(p.name, known); near != "" {
			d.Help = []string{diag.Sprintf("did you mean %q?", near)}
		}
		r.find(RuleInvalid, d)
	}
}

// functionNames finds names that no call can have, once it is known which plugins there are.
func (r *reader) functionNames(plugins []mockhost.Plugin) {
	var known []string
	for _, f := range wit.Functions {
		known = append(known, f.Interface+"."+f.Function)
	}
	components := []*component.Component{r.subject.Component}
	for _, p := range plugins {
		components = append(components, p.Component)
	}
	all := true
	for _, c := range components {
		if c != nil {
			known = append(known, mockhost.HostFunctions(c)...)
		}
		all = all && c != nil
	}
	for _, f := range r.functions {
		if !slices.Contains(known, f.name) {
			r.unknownFunction(f, known, all)
		}
	}
}

// unknownFunction is about a name that is not known; all says that there is no component whose imports were not looked at.
func (r *reader) unknownFunction(f named, known []string, all bool) {
	d := diag.Diagnostic{Span: f.at, Message: diag.Sprintf("there is no host function %q", f.name), Label: "interface.function, as in project.search-text"}
	switch bare := apiName(f.name); {
	case strings.HasPrefix(f.name, "wasi:"):
		d.Message, d.Label = "calls of WASI are not recorded, so nothing can be expected of them", "a function of the plugin API"
	case slices.Contains(known, bare):
		d.Help = []string{diag.Sprintf("did you mean %q? Interfaces of openidea:plugin are named without package and version", bare)}
	case diag.Nearest(f.name, known) != "":
		d.Help = []string{diag.Sprintf("did you mean %q?", diag.Nearest(f.name, known))}
	case strings.Contains(f.name, ":") && !all:
		return // a component that was not built may import it
	case strings.Contains(f.name, ":"):
		d.Message = diag.Sprintf("no plugin of this file imports %q", f.name)
		d.Label = "the whole name of an interface that a component imports, a point, and the function"
	}
	r.find(RuleInvalid, d)
}

// apiName is a function as other tools spell it (openidea:plugin/project@1.4.0#search-text) in the spelling of the trace.
func apiName(name string) string {
	name = strings.ReplaceAll(name, "#", ".")
	name = strings.TrimPrefix(name, "openidea:plugin/")
	if iface, rest, versioned := strings.Cut(name, "@"); versioned {
		if dot := strings.LastIndexByte(rest, '.'); dot >= 0 {
			return iface + rest[dot:]
		}
	}
	return name
}
