package mockhost

import (
	"slices"
	"sync"

	"openidea-plugin/plugin"
	"openidea-plugin/schema"
)

// worldly are the capabilities that lead out of the machine.
var worldly = []string{"network", "process"}

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
		if !t.Name.Set() || t.Schema == nil || t.Schema.Document == nil || len(t.Schema.Problems) > 0 {
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
