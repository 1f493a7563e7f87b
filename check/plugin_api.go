package check

import (
	"fmt"
	"slices"
	"strings"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
	"openidea-plugin/config"
	"openidea-plugin/plugin"
	"openidea-plugin/wit"
)

// apiPackage begins the name of every interface of the plugin API.
const apiPackage = "openidea:plugin/"

// Imported is a host function of the plugin API that a component imports, with what is known of it.
type Imported struct {
	wit.Function
	// Known is false where nothing is known of the function but its name.
	Known bool
}

// Name is how messages call the function: "project.search-text".
func (f *Imported) Name() string { return f.Interface + "." + f.Function.Function }

// pluginAPI is the part of the plugin API that one component imports.
type pluginAPI struct {
	api       *wit.API
	functions []Imported
	// complete: something is known of every function that is imported.
	complete bool
}

// Imports are the host functions of the plugin API that a plugin's component imports, by name; none where there is no component that can be read.
func Imports(p *plugin.Plugin, conf *config.Config) []Imported {
	if a := (&Pass{Plugin: p, Config: conf}).pluginAPI(); a != nil {
		return a.functions
	}
	return nil
}

// component is the plugin's component, nil where there is none that can be read.
func (p *Pass) component() *component.Component {
	if w := p.Plugin.Wasm(); isComponent(w) {
		return w.Component
	}
	return nil
}

// pluginAPI is nil where there is no component that can be read.
func (p *Pass) pluginAPI() *pluginAPI {
	c := p.component()
	if c == nil {
		return nil
	}
	a := &pluginAPI{api: p.api(), complete: true}
	for _, imp := range c.Imports() {
		iface, ok := APIInterface(imp.Name)
		if !ok || imp.Sort != types.SortInstance {
			continue
		}
		for _, e := range imp.Instance.Exports {
			if e.Sort == types.SortFunc {
				f := p.known(a.api, iface, bareFunction(e.Name))
				a.complete = a.complete && f.Known
				a.functions = append(a.functions, f)
			}
		}
	}
	slices.SortStableFunc(a.functions, func(x, y Imported) int { return strings.Compare(x.Name(), y.Name()) })
	a.functions = slices.CompactFunc(a.functions, func(x, y Imported) bool { return x.Name() == y.Name() })
	return a
}

// api is what is known of the plugin API: the author's own WIT, else our model.
func (p *Pass) api() *wit.API {
	if p.Config.API != nil {
		return p.Config.API
	}
	return wit.Model()
}

// known is what is known of a function. What the configuration says of its capability is as good as published.
func (p *Pass) known(api *wit.API, iface, function string) Imported {
	f, ok := api.Lookup(iface, function)
	if !ok {
		f = wit.Function{Interface: iface, Function: function}
	}
	if capability, said := p.Config.Capabilities[iface+"#"+function]; said {
		f.Capability, f.Published, ok = capability, true, true
	}
	return Imported{f, ok}
}

// APIInterface is the bare name of an interface of the plugin API in any version.
func APIInterface(name string) (string, bool) {
	name, ok := strings.CutPrefix(name, apiPackage)
	name, _, _ = strings.Cut(name, "@")
	return name, ok
}

// bareFunction is the function in "[method]project.read-file", "[static]project.open" or "read-file".
func bareFunction(name string) string {
	_, rest, ok := strings.Cut(name, "]")
	if !ok {
		return name
	}
	if _, method, ok := strings.Cut(rest, "."); ok {
		return method
	}
	return rest
}

// functionNames lists functions for a message.
func functionNames(functions []Imported) string {
	var names []string
	for _, f := range functions {
		names = append(names, f.Name())
	}
	return list(names)
}

// list joins names for a message, naming at most four.
func list(names []string) string {
	const most = 4
	switch n := len(names); {
	case n > most:
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", n-most)
	case n > 1:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}
