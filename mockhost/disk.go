package mockhost

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"openidea-plugin/diag"
	"openidea-plugin/plugin"
	"openidea-plugin/schema"
)

// worldly are the capabilities that lead out of the machine.
var worldly = []string{"network", "process"}

// Open reads the plugin in a folder, as FromDisk gives it. It is an error where the folder holds no plugin or several, where a file of it cannot be read, where its
// component is not there or is none, or where a tool has no name or no schema that can be used: a test must not pass because something was left out.
func Open(dir string) (Plugin, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return Plugin{}, fmt.Errorf("the working directory is gone, so %s cannot be found", dir)
	}
	found := plugin.Find(abs, []string{"."})
	switch {
	case len(found.Errors) > 0:
		return Plugin{}, fmt.Errorf("cannot read %s: %s", dir, found.Errors[0].Reason)
	case len(found.Manifests) != 1:
		return Plugin{}, fmt.Errorf("there are %d plugins in %s, not one", len(found.Manifests), dir)
	}
	p, unread := plugin.Load(abs, found.Manifests[0])
	if unread != nil {
		return Plugin{}, unread
	}
	for _, unread := range p.Errors {
		return Plugin{}, unread
	}
	w := p.Wasm()
	if w == nil || w.Component == nil {
		return Plugin{}, fmt.Errorf("%s has no component that can be run: is it built?", p.ID())
	}
	out := FromDisk(p)
	for _, name := range LeftOut(p) {
		return Plugin{}, fmt.Errorf("the tool %s of %s has errors: openidea-plugin check shows them", diag.Quote(name), p.ID())
	}
	return out, nil
}

// LeftOut are the names of tools that FromDisk leaves out, in the order of the manifest.
func LeftOut(p *plugin.Plugin) []string {
	var names []string
	for _, t := range p.Tools {
		if !usable(t) {
			names = append(names, t.Name.Value)
		}
	}
	return names
}

func usable(t *plugin.Tool) bool {
	return t.Name.Set() && t.Schema != nil && t.Schema.Document != nil && len(t.Schema.Problems) == 0
}

// FromDisk is a plugin as it lies on disk, with the capabilities that its manifest requires. Tools without a name or without a schema that can be used
// are left out: the IDE would not install them.
func FromDisk(p *plugin.Plugin) Plugin {
	out := Plugin{ID: p.ID()}
	for _, c := range p.Manifest.Required {
		if c.Set() {
			out.Grants = append(out.Grants, c.Value)
			out.OpenWorld = out.OpenWorld || slices.Contains(worldly, c.Value)
		}
	}
	for _, c := range p.Manifest.Optional {
		out.OpenWorld = out.OpenWorld || c.Set() && slices.Contains(worldly, c.Value)
	}
	for _, t := range p.Tools {
		if !usable(t) {
			continue
		}
		out.Tools = append(out.Tools, PluginTool{
			Name: t.Name.Value, Description: t.Description.Value, ReadOnly: t.ReadOnly.Value, Destructive: t.Destructive.Value,
			InputSchema: t.Schema.File.Data, Validate: validator(t.Schema.File.Data),
		})
	}
	if w := p.Wasm(); w != nil {
		out.Component = w.Component
	}
	return out
}

// validator checks arguments against a schema; a schema that cannot be compiled admits nothing.
func validator(text []byte) func([]byte) string {
	compile := sync.OnceValues(func() (*schema.Schema, string) {
		s, problems := schema.Compile(text)
		if len(problems) > 0 {
			return nil, "the schema of the tool is wrong: " + problems[0].Message
		}
		return s, ""
	})
	return func(arguments []byte) string {
		s, problem := compile()
		if problem != "" {
			return problem
		}
		if err := s.Validate(arguments, schema.Limits{}); err != nil {
			return err.Error()
		}
		return ""
	}
}
