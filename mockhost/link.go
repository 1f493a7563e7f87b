package mockhost

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
	"openidea-plugin/mockhost/bind"
	"openidea-plugin/wit"
)

// unbindable is a function whose declared type cannot be adapted.
type unbindable struct {
	function string
	err      error
}

func (e *unbindable) Error() string { return fmt.Sprintf("%s cannot be bound: %s", e.function, e.err) }

// linker supplies what a component imports: scripted functions, those of the plugin API, WASI, and functions that end the call for whatever nobody has.
type linker struct {
	component.Resolvers // the resources
	in                  *instance
	ide                 *IDE
	plugin              *installed
	world               component.Resolver
	// failed is the first function that could not be bound.
	failed *unbindable
}

func newLinker(ide *IDE, p *installed, in *instance, world component.Resolver) *linker {
	return &linker{Resolvers: component.Resolvers{apiTypes{}, world, stubTypes{}}, in: in, ide: ide, plugin: p, world: world}
}

// Func binds a function. The name of an interface of the plugin API counts without its version, that of the function without a resource.
func (l *linker) Func(instance, name string, t *types.Func) (component.HostFunc, bool, error) {
	h := &hostFunction{in: l.in, t: t, entry: imported(instance, name), target: newTarget(instance, name)}
	h.watches = watches(l.ide.opts.Watches, h.target, t)
	for i := range l.ide.opts.Mocks {
		if !parseTarget(l.ide.opts.Mocks[i].Function).matches(h.target) {
			continue
		}
		m, mistakes := bindMock(i, &l.ide.opts.Mocks[i], h.target.String(), t)
		if len(mistakes) > 0 {
			return l.fail(h.entry.Name(), mistakes[0])
		}
		h.mocks = append(h.mocks, m)
	}
	iface, function := bareInterface(instance), bareFunction(name)
	if model, ok := hostAPI[iface][function]; ok {
		bound, err := model.Bind(h.entry.Name(), t)
		if err != nil && len(h.mocks) == 0 {
			return l.fail(h.entry.Name(), err)
		}
		h.builtin = bound
	} else if f, ok, err := l.world.Func(instance, name, t); ok || err != nil {
		if len(h.mocks) == 0 {
			return f, ok, err
		}
		h.beneath = f
	}
	spec, _ := wit.Lookup(iface, function)
	h.entry.Capability, h.entry.Reserved = l.plugin.capability(h.target, spec.Capability), spec.Reserved
	h.say = bind.Answerer(h.entry.Name(), t.Result)
	return h.call, true, nil
}

func (l *linker) fail(function string, err error) (component.HostFunc, bool, error) {
	if l.failed == nil {
		l.failed = &unbindable{function, err}
	}
	return nil, true, l.failed
}

// capability is what a function needs by the plugin's configuration, or usual where that does not speak of it.
func (p *installed) capability(f target, usual string) string {
	if len(p.Capabilities) == 0 {
		return usual
	}
	if c, ok := p.Capabilities[f.String()]; ok {
		return c
	}
	for _, name := range slices.Sorted(maps.Keys(p.Capabilities)) {
		if parseTarget(name).matches(f) {
			return p.Capabilities[name]
		}
	}
	return usual
}

// bareFunction is the function in "[method]project.read-file", "[static]project.open" or "read-file".
func bareFunction(name string) string {
	if _, rest, ok := strings.Cut(name, "]"); ok {
		if _, method, ok := strings.Cut(rest, "."); ok {
			return method
		}
		return rest
	}
	return name
}

// The resources of the API. There is one of each, whichever interface names it.
var apiResources = map[string]*component.ResourceType{
	"project":    {Name: "project"},
	"invocation": {Name: "invocation"},
}

// apiTypes are the resources of the plugin API.
type apiTypes struct{ noFunctions }

// Resource gives a resource of the API by its name alone, so that it keeps its identity across all interfaces that name it.
func (apiTypes) Resource(instance, name string) (*component.ResourceType, bool) {
	if !strings.HasPrefix(instance, apiPackage) {
		return nil, false
	}
	r, ok := apiResources[name]
	return r, ok
}

// noFunctions is a resolver of resources alone.
type noFunctions struct{}

// Func has none.
func (noFunctions) Func(string, string, *types.Func) (component.HostFunc, bool, error) {
	return nil, false, nil
}

// stubTypes are the resources that nobody else has.
type stubTypes struct{ noFunctions }

// Resource gives the same resource for every name: nothing can be done with it, and a resource that one interface uses from another must keep its identity.
func (stubTypes) Resource(string, string) (*component.ResourceType, bool) { return stubResource, true }

var stubResource = &component.ResourceType{Name: "resource"}

// identities is a resolver that leaves it to the component which resources are the same: a resource that an interface uses from another one, under
// whatever name, is that other one's.
type identities struct {
	component.Resolver
	aliases map[[2]string]bool
}

// Resource asks only for resources that are not known by another name already.
func (r identities) Resource(instance, name string) (*component.ResourceType, bool) {
	if r.aliases[[2]string{instance, name}] {
		return nil, false
	}
	return r.Resolver.Resource(instance, name)
}

// aliases are the resources of imports, by interface and name, that an earlier import names too.
func aliases(imports []types.Named) map[[2]string]bool {
	seen, again := map[*types.Resource]bool{}, map[[2]string]bool{}
	note := func(instance string, e types.Named) {
		if e.Sort != types.SortType || e.Type.Resource == nil {
			return
		}
		if seen[e.Type.Resource] {
			again[[2]string{instance, e.Name}] = true
		}
		seen[e.Type.Resource] = true
	}
	for _, imp := range imports {
		note("", imp)
		if imp.Sort == types.SortInstance {
			for _, e := range imp.Instance.Exports {
				note(imp.Name, e)
			}
		}
	}
	return again
}
