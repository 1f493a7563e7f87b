package component

import (
	"fmt"
	"slices"

	"openidea-plugin/component/types"
)

// importPlan is what a component imports, as it is asked for whenever an instance is made.
type importPlan struct {
	list []importOf
	// funcs and items are how many functions and how many entities in instances there are.
	funcs, items int
}

// importOf is an import, or an export of an imported instance.
type importOf struct {
	types.Named
	// in is the instance that it stands in, "" for an import itself; label is how messages and resolvers name it.
	in, label string
	// exports of an instance but plain types, and their places by their names.
	exports []importOf
	places  map[string]int
}

func planImports(imports []types.Named) importPlan {
	var p importPlan
	p.list = p.of("", imports)
	return p
}

func (p *importPlan) of(in string, named []types.Named) []importOf {
	list := make([]importOf, len(named))
	for i, n := range named {
		m := importOf{Named: n, in: in, label: qualified(in, n.Name)}
		switch n.Sort {
		case types.SortFunc:
			p.funcs++
		case types.SortInstance:
			things := slices.DeleteFunc(slices.Clone(n.Instance.Exports), func(e types.Named) bool { return isPlainType(e.Extern) })
			p.items += len(things)
			m.exports, m.places = p.of(m.label, things), places(things)
		}
		list[i] = m
	}
	return list
}

// isPlainType says whether something is a type and no resource: there is nothing of it at run time.
func isPlainType(e types.Extern) bool { return e.Sort == types.SortType && e.Type.Resource == nil }

// resolve asks r for everything that a component imports, and gives it in the order of the file.
func (p *importPlan) resolve(r Resolver) ([]item, error) {
	l := linker{resolver: r, funcs: make([]fn, 0, p.funcs), items: make([]item, len(p.list)+p.items)}
	return l.all(p.list)
}

// linker makes entities out of what a Resolver supplies. One resource type of the host is one type for all imports, and a resource type that
// one import names after another's (`eq`) is the other's.
type linker struct {
	resolver Resolver
	hosts    map[*ResourceType]*resourceType
	bound    map[*types.Resource]*resourceType
	// funcs and items are the room for all of them.
	funcs []fn
	items []item
}

func (l *linker) all(list []importOf) ([]item, error) {
	n := len(list)
	out := l.items[:n:n]
	l.items = l.items[n:]
	for i := range list {
		if err := l.item(&list[i], &out[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// item fills out.
func (l *linker) item(m *importOf, out *item) error {
	out.sort = m.Sort
	switch m.Sort {
	case types.SortFunc:
		f, ok, err := l.resolver.Func(m.in, m.Name, m.Func)
		if err != nil {
			return m.fail(err.Error())
		}
		if !ok {
			return m.fail("the host has no such function")
		}
		l.funcs = append(l.funcs, fn{name: m.label, typ: m.Func, host: f})
		out.fn = &l.funcs[len(l.funcs)-1]
		return nil
	case types.SortType:
		if m.Type.Resource == nil {
			return nil
		}
		return l.resource(m, out)
	case types.SortInstance:
		items, err := l.all(m.exports)
		out.exports = exports{places: m.places, items: items}
		return err
	case types.SortCoreModule:
		return l.module(m, out)
	}
	return m.fail(fmt.Sprintf("the host supplies functions, resource types, instances and core modules; this asks for a %s", m.Sort))
}

func (l *linker) resource(m *importOf, out *item) error {
	bound := l.bound[m.Type.Resource]
	r, ok := l.resolver.Resource(m.in, m.Name)
	if bound != nil && ok && bound.host != r {
		return m.fail(fmt.Sprintf("the component takes it for the same resource type as %s, which it is not", bound.name))
	}
	if out.res = bound; bound != nil {
		return nil
	}
	if !ok {
		return m.fail("the host has no such resource type")
	}
	if l.hosts == nil {
		l.hosts, l.bound = map[*ResourceType]*resourceType{}, map[*types.Resource]*resourceType{}
	}
	out.res = l.hosts[r]
	if out.res == nil {
		out.res = &resourceType{name: r.Name, host: r}
		l.hosts[r] = out.res
	}
	l.bound[m.Type.Resource] = out.res
	return nil
}

func (l *linker) module(m *importOf, out *item) error {
	source, ok := l.resolver.(ModuleSource)
	if !ok {
		return m.fail("the host supplies no core modules")
	}
	supplied, ok := source.Module(m.in, m.Name)
	if !ok {
		return m.fail("the host has no such core module")
	}
	if why := types.MatchModule(supplied.Type(), m.Module); why != "" {
		return m.fail(why)
	}
	out.module = supplied.m
	return nil
}

func (m *importOf) fail(message string) error {
	if m.in == "" {
		return &LinkError{Import: m.Name, Message: message}
	}
	return &LinkError{Import: m.in, Item: m.Name, Message: message}
}

// qualified is how messages and resolvers name a thing inside an instance: "openidea:plugin/mcp@1.4.0#stdio-command".
func qualified(instance, name string) string {
	if instance == "" {
		return name
	}
	return instance + "#" + name
}
