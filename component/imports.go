package component

import (
	"fmt"

	"openidea-plugin/component/types"
)

// resolveImports asks r for everything that a component imports.
func resolveImports(imports []types.Named, r Resolver) (map[string]*item, error) {
	out := make(map[string]*item, len(imports))
	l := linker{resolver: r, hosts: map[*ResourceType]*resourceType{}, bound: map[*types.Resource]*resourceType{}}
	for _, imp := range imports {
		var it *item
		var err error
		if imp.Sort == types.SortInstance {
			it, err = l.instance(imp.Name, imp.Instance)
		} else {
			it, err = l.item("", imp)
		}
		if err != nil {
			return nil, err
		}
		out[imp.Name] = it
	}
	return out, nil
}

// linker makes entities out of what a Resolver supplies. One resource type of the host is one type for all imports, and a resource type that
// one import names after another's (`eq`) is the other's.
type linker struct {
	resolver Resolver
	hosts    map[*ResourceType]*resourceType
	bound    map[*types.Resource]*resourceType
}

func (l *linker) instance(name string, t *types.Instance) (*item, error) {
	it := &item{sort: types.SortInstance, exports: make(map[string]*item, len(t.Exports))}
	for _, e := range t.Exports {
		sub, err := l.item(name, e)
		if err != nil {
			return nil, err
		}
		it.exports[e.Name] = sub
	}
	return it, nil
}

func (l *linker) item(instance string, e types.Named) (*item, error) {
	fail := func(message string) error {
		if instance == "" {
			return &LinkError{Import: e.Name, Message: message}
		}
		return &LinkError{Import: instance, Item: e.Name, Message: message}
	}
	switch e.Sort {
	case types.SortFunc:
		f, ok, err := l.resolver.Func(instance, e.Name, e.Func)
		if err != nil {
			return nil, fail(err.Error())
		}
		if !ok {
			return nil, fail("the host has no such function")
		}
		return &item{sort: types.SortFunc, fn: &fn{name: qualified(instance, e.Name), typ: e.Func, host: f}}, nil
	case types.SortType:
		it := &item{sort: types.SortType}
		if e.Type.Resource == nil {
			return it, nil
		}
		bound := l.bound[e.Type.Resource]
		r, ok := l.resolver.Resource(instance, e.Name)
		if bound != nil && ok && bound.host != r {
			return nil, fail(fmt.Sprintf("the component takes it for the same resource type as %s, which it is not", bound.name))
		}
		if it.res = bound; bound != nil {
			return it, nil
		}
		if !ok {
			return nil, fail("the host has no such resource type")
		}
		it.res = l.hosts[r]
		if it.res == nil {
			it.res = &resourceType{name: r.Name, host: r}
			l.hosts[r] = it.res
		}
		l.bound[e.Type.Resource] = it.res
		return it, nil
	case types.SortInstance:
		return l.instance(qualified(instance, e.Name), e.Instance)
	case types.SortCoreModule:
		source, ok := l.resolver.(ModuleSource)
		if !ok {
			return nil, fail("the host supplies no core modules")
		}
		m, ok := source.Module(instance, e.Name)
		if !ok {
			return nil, fail("the host has no such core module")
		}
		if why := types.MatchModule(m.Type(), e.Module); why != "" {
			return nil, fail(why)
		}
		return &item{sort: types.SortCoreModule, module: m.m}, nil
	}
	return nil, fail(fmt.Sprintf("the host supplies functions, resource types, instances and core modules; this asks for a %s", e.Sort))
}

// qualified is how messages and resolvers name a thing inside an instance: "openidea:plugin/mcp@1.4.0#stdio-command".
func qualified(instance, name string) string {
	if instance == "" {
		return name
	}
	return instance + "#" + name
}
