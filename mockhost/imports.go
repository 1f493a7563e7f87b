package mockhost

import (
	"slices"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
	"openidea-plugin/component/wasi"
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
	return slices.ContainsFunc(c.Exports(), func(e types.Named) bool {
		if e.Sort != types.SortInstance || bareInterface(e.Name) != "commands" {
			return false
		}
		f, ok := e.Instance.Export("run-command")
		return ok && f.Sort == types.SortFunc
	})
}
