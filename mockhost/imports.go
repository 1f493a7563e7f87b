package mockhost

import (
	"slices"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
	"openidea-plugin/component/wasi"
	"openidea-plugin/mockhost/bind"
)

// HostFunctions are the host functions that a component imports, by the names under which a Trace counts them, sorted. The functions of WASI that the mock
// host supplies are not recorded, so they are not among them.
func HostFunctions(c *component.Component) []string {
	world := wasi.New(wasi.Config{})
	var names []string
	add := func(instance string, e types.Named) {
		if e.Sort != types.SortFunc {
			return
		}
		if _, supplied, err := world.Func(instance, e.Name, e.Func); !supplied && err == nil {
			names = append(names, imported(instance, e.Name).Name())
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
	slices.Sort(names)
	return slices.Compact(names)
}

// imported is a function of the host as the trace names it: an interface of the plugin API without its package and version, any other with both.
func imported(instance, name string) HostCall {
	iface := bareInterface(instance)
	if iface == "" {
		iface = instance
	}
	return HostCall{Interface: iface, Function: bareFunction(name)}
}

// ExportsCommands says whether a component has commands that can be run.
func ExportsCommands(c *component.Component) bool {
	return exported(c, "commands", "run-command") != nil
}

// ToolErrors and CommandErrors are the kinds that errors of a component's tools and commands can have, as its own types say; none where it exports no such
// function or one that gives no errors.
func ToolErrors(c *component.Component) []string {
	return errorKinds(exported(c, "mcp-provider", "call"))
}

// CommandErrors are those of commands.
func CommandErrors(c *component.Component) []string {
	return errorKinds(exported(c, "commands", "run-command"))
}

func errorKinds(f *types.Func) []string {
	if f == nil {
		return nil
	}
	return bind.FailureKinds(f.Result)
}

// exported is the type of a function of the plugin API that a component exports, nil where there is none.
func exported(c *component.Component, iface, function string) *types.Func {
	for _, e := range c.Exports() {
		if e.Sort != types.SortInstance || bareInterface(e.Name) != iface {
			continue
		}
		if f, ok := e.Instance.Export(function); ok && f.Sort == types.SortFunc {
			return f.Func
		}
	}
	return nil
}
