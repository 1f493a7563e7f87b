// Package inspect says what the IDE will see of a plugin: registered names and annotations, what its component exports and imports, and the capabilities that
// this needs. It judges nothing.
package inspect

import (
	"fmt"
	"slices"
	"strings"

	"openidea-plugin/check"
	"openidea-plugin/component"
	"openidea-plugin/component/types"
	"openidea-plugin/component/wittext"
	"openidea-plugin/config"
	"openidea-plugin/manifest"
	"openidea-plugin/plugin"
	"openidea-plugin/report"
)

// Plugins describes plugins as one IDE would see them together, in the order given. conf gives the configuration of each.
func Plugins(plugins []*plugin.Plugin, conf func(*plugin.Plugin) *config.Config) []*report.Inspected {
	holders := map[string][]string{}
	for _, p := range plugins {
		for _, t := range p.Tools {
			if t.Name.Set() && p.ID() != "" {
				name := plugin.RegisteredName(p.ID(), t.Name.Value)
				holders[name] = append(holders[name], p.Manifest.File.Path)
			}
		}
	}
	var list []*report.Inspected
	for _, p := range plugins {
		list = append(list, one(p, conf(p), holders))
	}
	return list
}

func one(p *plugin.Plugin, conf *config.Config, holders map[string][]string) *report.Inspected {
	m := p.Manifest
	out := &report.Inspected{
		Manifest: m.File.Path, ID: m.ID.Value, Name: m.Name.Value, Version: m.Version.Value, Engines: m.Engines.Value,
		Capabilities: report.InspectedLists{Required: texts(m.Required), Optional: texts(m.Optional)},
		Tools:        []report.InspectedTool{}, Exports: []report.InspectedInterface{}, Imports: []report.InspectedInterface{}, Needs: []report.InspectedCapability{},
	}
	out.Component.Sections, out.Component.MadeWith = []report.InspectedSection{}, []report.InspectedProducer{}
	all := slices.Concat(out.Capabilities.Required, out.Capabilities.Optional)
	openWorld := slices.Contains(all, "network") || slices.Contains(all, "process")
	for _, t := range p.Tools {
		out.Tools = append(out.Tools, tool(p, t, openWorld, holders))
	}
	file, w := wasmFile(p)
	out.Component.InspectedFile = file
	if w == nil || w.Component == nil {
		return out
	}
	out.Component.Sections, out.Component.MadeWith = sections(w.Data), producers(w.Data)
	out.Exports, out.Imports = interfaces(w.Component.Exports()), interfaces(w.Component.Imports())
	out.Needs = needs(check.Imports(p, conf), out.Capabilities)
	return out
}

func texts(fields []manifest.Field[string]) []string {
	list := []string{}
	for _, f := range fields {
		list = append(list, f.Value)
	}
	return list
}

func tool(p *plugin.Plugin, t *plugin.Tool, openWorld bool, holders map[string][]string) report.InspectedTool {
	out := report.InspectedTool{
		Name: t.Name.Value, Description: t.Description.Value, Schema: schemaFile(t),
		Registered: plugin.RegisteredName(p.ID(), t.Name.Value),
		Annotations: report.InspectedAnnotations{
			ReadOnly: t.ReadOnly.Value, Destructive: t.Destructive.Value, Idempotent: t.ReadOnly.Value, OpenWorld: openWorld,
		},
		Withheld: []string{},
	}
	for _, holder := range holders[out.Registered] {
		if holder != p.Manifest.File.Path {
			out.Withheld = append(out.Withheld, holder)
		}
	}
	return out
}

func schemaFile(t *plugin.Tool) report.InspectedFile {
	file := report.InspectedFile{Path: t.InputSchema.Value}
	switch s := t.Schema; {
	case t.Unread != nil:
		file.Problem = t.Unread.Reason
	case s == nil:
	case s.State == plugin.Missing:
		file.Problem = "there is no such file"
	case s.State != plugin.OK:
		file.Problem = s.Reason
	case s.Size > 0:
		file.Bytes, file.Problem = s.Size, "too large"
	default:
		file.Bytes = int64(len(s.File.Data))
		if len(s.Problems) > 0 {
			file.Problem = "has mistakes"
		}
	}
	return file
}

// wasmFile is the plugin's component as a file, with why it cannot be described; w is nil where it could not be read.
func wasmFile(p *plugin.Plugin) (file report.InspectedFile, w *plugin.Wasm) {
	file.Path = p.Manifest.Wasm.Value
	w = p.Wasm()
	switch at := p.WasmAt; {
	case file.Path == "":
	case at == nil:
		file.Problem = "cannot be read"
	case at.State == plugin.Missing:
		file.Problem = "not built: there is no such file"
	case at.State != plugin.OK:
		file.Problem = at.Reason
	case w.ReadError != nil:
		file.Problem = w.ReadError.Reason
	case w.Size > 0:
		file.Bytes, file.Problem = w.Size, "too large"
	default:
		file.Bytes = int64(len(w.Data))
		if w.Err != nil {
			file.Problem = "no valid component: " + w.Err.Error()
		}
	}
	return file, w
}

// interfaces are imports or exports, in the order of the component; what stands in no interface comes last.
func interfaces(items []types.Named) []report.InspectedInterface {
	list := []report.InspectedInterface{}
	var own report.InspectedInterface
	function := func(e types.Named) report.InspectedFunction {
		_, name, ok := strings.Cut(e.Name, "]")
		if !ok {
			name = e.Name
		}
		return report.InspectedFunction{Name: name, Type: e.Func.String()}
	}
	for _, e := range items {
		switch e.Sort {
		case types.SortFunc:
			own.Functions = append(own.Functions, function(e))
		case types.SortInstance:
			i := report.InspectedInterface{Interface: e.Name, Functions: []report.InspectedFunction{}}
			if short, ok := check.APIInterface(e.Name); ok {
				i.Short = short
			}
			for _, f := range e.Instance.Exports {
				if f.Sort == types.SortFunc {
					named := function(f)
					// The functions of a resource that has the interface's own name go by their bare names, as people call them.
					named.Name = strings.TrimPrefix(named.Name, i.Short+".")
					i.Functions = append(i.Functions, named)
				}
			}
			list = append(list, i)
		case types.SortType: // a name, no more
		default:
			list = append(list, report.InspectedInterface{Interface: fmt.Sprintf("%s (a %s)", e.Name, e.Sort), Functions: []report.InspectedFunction{}})
		}
	}
	if own.Functions != nil {
		list = append(list, own)
	}
	return list
}

func needs(functions []check.Imported, listed report.InspectedLists) []report.InspectedCapability {
	list := []report.InspectedCapability{}
	for _, f := range functions {
		if f.Capability == "" {
			continue
		}
		at := slices.IndexFunc(list, func(c report.InspectedCapability) bool { return c.Capability == f.Capability })
		if at < 0 {
			at = len(list)
			c := report.InspectedCapability{Capability: f.Capability}
			switch {
			case slices.Contains(listed.Required, f.Capability):
				c.Listed = "required"
			case slices.Contains(listed.Optional, f.Capability):
				c.Listed = "optional"
			}
			list = append(list, c)
		}
		list[at].Functions = append(list[at].Functions, f.Name())
		list[at].Published = list[at].Published || f.Published
	}
	slices.SortFunc(list, func(a, b report.InspectedCapability) int { return strings.Compare(a.Capability, b.Capability) })
	return list
}

// WIT is the component's own WIT as text. What WIT cannot say stands in comments at the end.
func WIT(c *component.Component) string {
	file, other := wittext.Component(c.Imports(), c.Exports())
	var text strings.Builder
	text.WriteString(file.String())
	if len(other) > 0 {
		text.WriteString("\n// What WIT cannot say:\n")
	}
	for _, o := range other {
		text.WriteString("//   " + report.Escape(o) + "\n")
	}
	return text.String()
}
