package mockhost

import (
	"context"
	"fmt"
	"strings"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
	"openidea-plugin/mockhost/bind"
	"openidea-plugin/wit"
)

// traced is how many bytes of the arguments and of the result of a host call are kept.
const traced = 200

// unbindable is a function whose declared type cannot be adapted.
type unbindable struct {
	function string
	err      error
}

func (e *unbindable) Error() string { return fmt.Sprintf("%s cannot be bound: %s", e.function, e.err) }

// api supplies what a component imports of the plugin API.
type api struct {
	in *instance
	// failed is the first function that could not be bound.
	failed *unbindable
}

// Func binds a function that the mock host has. The name of the interface counts without its version, that of the function without a resource.
func (a *api) Func(instance, name string, t *types.Func) (component.HostFunc, bool, error) {
	iface, function := bareInterface(instance), bareFunction(name)
	model, ok := hostAPI[iface][function]
	if !ok {
		return nil, false, nil
	}
	spec, _ := wit.Lookup(iface, function)
	bound, err := model.Bind(iface+"."+function, t)
	if err != nil {
		if a.failed == nil {
			a.failed = &unbindable{iface + "." + function, err}
		}
		return nil, true, a.failed
	}
	h := &hostFunction{in: a.in, spec: spec, bound: bound, t: t}
	return h.call, true, nil
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

// Resource gives a resource of the API by its name alone, so that it keeps its identity across all interfaces that name it.
func (a *api) Resource(instance, name string) (*component.ResourceType, bool) {
	if !strings.HasPrefix(instance, apiPackage) {
		return nil, false
	}
	r, ok := apiResources[name]
	return r, ok
}

// hostFunction is a function of the API as one component imports it.
type hostFunction struct {
	in    *instance
	spec  wit.Function
	bound *bind.Bound
	t     *types.Func
}

func (h *hostFunction) call(ctx context.Context, args []component.Value) (component.Value, error) {
	c := h.in.current
	entry := HostCall{
		Interface: h.spec.Interface, Function: h.spec.Function, Args: bind.RenderArgs(h.t, args, traced),
		Capability: h.spec.Capability, Granted: c.granted(h.spec.Capability), Reserved: h.spec.Reserved,
	}
	var value component.Value
	var out any
	failed, err := c.refusal(h.spec), error(nil)
	if failed != nil {
		value, err = h.bound.Answer(failed)
	} else {
		value, out, failed, err = h.bound.Call(c, args)
	}
	switch {
	case err != nil:
		entry.Result = err.Error()
	case failed != nil:
		entry.Error = failed.Kind
		entry.Result = failed.Kind + " " + bind.Quote(failed.Message)
	default:
		entry.Result = h.summary(out, value)
	}
	c.trace.add(entry)
	return value, err
}

// granted says whether the plugin has a capability; everyone has none ("").
func (c *call) granted(capability string) bool {
	if capability == "" {
		return true
	}
	for _, g := range c.plugin.Grants {
		if g == capability {
			return true
		}
	}
	return false
}

// refusal is the error that the rules R4 and R5 demand before a function runs: first the grant, then the context.
func (c *call) refusal(spec wit.Function) *bind.Error {
	switch {
	case !c.granted(spec.Capability):
		return &bind.Error{Kind: "denied", Message: spec.Capability + " is not granted"}
	case spec.Reserved && c.source == "tool":
		return &bind.Error{Kind: "invalid", Message: fmt.Sprintf("%s.%s is reserved to commands and events", spec.Interface, spec.Function)}
	}
	return nil
}

// summarized is a result that can say itself in a few words.
type summarized interface{ summary() string }

// summary is the result of a host call for the trace.
func (h *hostFunction) summary(out any, value component.Value) string {
	if s, ok := out.(summarized); ok {
		return s.summary()
	}
	t := h.t.Result
	if t == nil {
		return "done"
	}
	if r, ok := value.(component.Result); ok && !r.Err {
		if t.Ok == nil {
			return "done"
		}
		t, value = t.Ok, r.Value
	}
	if o, ok := value.(component.Option); ok && o.Some {
		if _, handle := o.Value.(component.Handle); handle {
			return "some"
		}
	}
	return bind.Render(t, value, traced)
}

// stubs supply whatever nobody else has: functions that end the call when they are called, and resources without a meaning.
type stubs struct{ in *instance }

// Func gives a function that ends the call as unscripted.
func (s *stubs) Func(instance, name string, t *types.Func) (component.HostFunc, bool, error) {
	return func(_ context.Context, args []component.Value) (component.Value, error) {
		entry := imported(instance, name)
		err := &unscripted{function: entry.Name(), why: "which the mock IDE does not have", help: unknownHelp}
		entry.Args, entry.Result, entry.Granted = bind.RenderArgs(t, args, traced), err.Error(), true
		s.in.current.trace.add(entry)
		return nil, err
	}, true, nil
}

// Resource gives the same resource for every name: nothing can be done with it, and a resource that one interface uses from another must keep its identity.
func (s *stubs) Resource(string, string) (*component.ResourceType, bool) { return stubResource, true }

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
