package mockhost

import (
	"slices"
	"strings"

	"openidea-plugin/component"
	"openidea-plugin/plugin"
)

// Plugin is what the IDE needs of a plugin.
type Plugin struct {
	ID    string
	Tools []PluginTool
	// Grants are the capabilities that the plugin was granted.
	Grants []string
	// Capabilities say of host functions, by "interface#function" as in Mock.Function, which capability they need, "" for none, where that differs from our model.
	Capabilities map[string]string
	// OpenWorld: the manifest lists a capability that leads out of the machine (network or process).
	OpenWorld bool
	// Component is its code; nil for a plugin without.
	Component *component.Component
}

// PluginTool is a tool as its manifest declares it.
type PluginTool struct {
	Name, Description     string
	ReadOnly, Destructive bool
	// InputSchema is the text of the schema, Validate checks arguments against it: it gives "" where they are valid, else what is wrong in one line.
	InputSchema []byte
	Validate    func(arguments []byte) string
}

// Tool is a tool as the MCP server lists it.
type Tool struct {
	// Registered is the name that clients see, Name the local one, Plugin the id.
	Registered, Name, Plugin string
	// Title is what people may be shown instead of the registered name. A manifest has no key for one, so it is the local name.
	Title string
	// Description ends with the plugin that the tool comes from.
	Description string
	InputSchema []byte
	// The four annotations, always written out.
	ReadOnlyHint, DestructiveHint, IdempotentHint, OpenWorldHint bool
}

// ListTools lists the tools as a client sees them now, by registered name: of enabled plugins, not withheld for a collision, and in Restricted
// Mode only those that are read-only.
func (ide *IDE) ListTools() []Tool {
	ide.mu.Lock()
	defer ide.mu.Unlock()
	holders := ide.holders()
	list := []Tool{}
	for registered, owners := range holders {
		if len(owners) > 1 {
			continue
		}
		p, tool := owners[0].plugin, owners[0].tool
		if ide.opts.Restricted && !tool.ReadOnly {
			continue
		}
		list = append(list, Tool{
			Registered: registered, Name: tool.Name, Plugin: p.ID, Title: tool.Name,
			Description:     tool.Description + " (plugin " + p.ID + ")",
			InputSchema:     tool.InputSchema,
			ReadOnlyHint:    tool.ReadOnly,
			DestructiveHint: tool.Destructive,
			IdempotentHint:  tool.ReadOnly,
			OpenWorldHint:   p.OpenWorld,
		})
	}
	slices.SortFunc(list, func(a, b Tool) int { return strings.Compare(a.Registered, b.Registered) })
	return list
}

// owner is a tool of an installed plugin.
type owner struct {
	plugin *installed
	tool   *PluginTool
}

func (o owner) registered() string { return plugin.RegisteredName(o.plugin.ID, o.tool.Name) }

// holders are the tools of enabled plugins by their registered name.
func (ide *IDE) holders() map[string][]owner {
	holders := map[string][]owner{}
	for _, p := range ide.plugins {
		if p.enabled {
			p.register(holders)
		}
	}
	return holders
}

func (p *installed) register(holders map[string][]owner) {
	for i := range p.Tools {
		name := p.prefix + p.Tools[i].Name
		holders[name] = append(holders[name], owner{p, &p.Tools[i]})
	}
}
