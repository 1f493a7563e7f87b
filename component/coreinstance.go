package component

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"openidea-plugin/component/binary"
	"openidea-plugin/component/core"
)

// coreItem is a core function, table, memory or global: an export of a core instance, or a function of the component itself.
type coreItem struct {
	module api.Module
	name   string
	// own is the core function index of one of the component's own functions where module is nil.
	own uint32
}

// coreExports are the exports of a core instance.
type coreExports map[coreName]coreItem

type coreName struct {
	sort binary.CoreSort
	name string
}

// hostModuleName begins the names of everything that the runtime itself puts beside a guest, so that traces can leave it out.
const hostModuleName = "component-runtime"

// instantiateCore makes the core instance that def asks for.
func (in *instance) instantiateCore(ctx context.Context, def *binary.Def) (coreExports, error) {
	ci := def.CoreInstance
	if ci.Inline {
		exports := make(coreExports, len(ci.Exports))
		for _, e := range ci.Exports {
			exports[coreName{e.Sort, e.Name}] = in.coreSpace(e.Sort)[e.Index]
		}
		return exports, nil
	}
	m := in.coreModules[ci.Module]
	args := make(map[string]coreExports, len(ci.Args))
	for _, a := range ci.Args {
		args[a.Name] = in.coreInstances[a.Instance]
	}
	mod, err := in.link(ctx, m, args)
	if err != nil {
		return nil, err
	}
	exports := make(coreExports, len(m.parsed.Exports))
	for _, e := range m.parsed.Exports {
		exports[coreName{binary.CoreSort(e.Kind), e.Name}] = coreItem{module: mod, name: e.Name}
	}
	return exports, nil
}

// coreSpace is the core index space of a sort.
func (in *instance) coreSpace(s binary.CoreSort) []coreItem {
	switch s {
	case binary.CoreFunc:
		return in.coreFuncs
	case binary.CoreTable:
		return in.coreTables
	case binary.CoreMemory:
		return in.coreMemories
	case binary.CoreGlobal:
		return in.coreGlobals
	}
	return in.coreTags
}

// link instantiates m. wazero resolves a module name to one instance, while a component may feed one import module from many: each import
// is therefore given the name of its true source.
func (in *instance) link(ctx context.Context, m *coreModule, args map[string]coreExports) (api.Module, error) {
	names := make([]core.ImportName, len(m.parsed.Imports))
	sources := map[string]api.Module{}
	known := map[api.Module]string{}
	for i, imp := range m.parsed.Imports {
		it, ok := args[imp.Module][coreName{binary.CoreSort(imp.Kind), imp.Name}]
		if !ok {
			return nil, &LinkError{Import: imp.Module, Item: imp.Name, Message: "no core instance supplies it"}
		}
		src := it.module
		name := it.name
		if src == nil {
			src, name = in.prep.host, trampolineName(it.own)
		}
		label, ok := known[src]
		if !ok {
			label = strconv.Itoa(len(known))
			known[src], sources[label] = label, src
		}
		names[i] = core.ImportName{Module: label, Name: name}
	}
	sources[labelHook] = in.st.rt.hook
	compiled, err := in.st.rt.compile(ctx, m, names)
	if err != nil {
		return nil, err
	}
	if err := in.st.admit(m.parsed); err != nil {
		return nil, err
	}
	ctx = experimental.WithImportResolver(ctx, func(name string) api.Module { return sources[name] })
	ctx = experimental.WithMemoryAllocator(ctx, &in.st.mem)
	prev := in.st.cur
	in.st.cur = in
	defer func() { in.st.cur = prev }()
	mod, err := in.st.rt.engine.InstantiateModule(ctx, compiled, wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err != nil {
		return nil, err
	}
	in.st.modules = append(in.st.modules, mod)
	in.st.addCounter(m.parsed, mod)
	return mod, nil
}

// trampolineName is the name under which the component's own core function i is imported.
func trampolineName(i uint32) string { return strconv.FormatUint(uint64(i), 10) }

// compile compiles m with its imports renamed, once for each naming.
func (rt *Runtime) compile(ctx context.Context, m *coreModule, names []core.ImportName) (wazero.CompiledModule, error) {
	var key strings.Builder
	for _, n := range names {
		fmt.Fprintf(&key, "%s\x00%s\x00", n.Module, n.Name)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	k := wiring{rt, key.String()}
	if c, ok := m.compiled[k]; ok {
		return c, nil
	}
	rewritten, err := m.parsed.Rewrite(rt.rewrite(names))
	if err != nil {
		return nil, fmt.Errorf("the core module at offset %#x: %w", m.offset, err)
	}
	c, err := rt.cache.compile(ctx, rt.engine, rewritten)
	if err != nil {
		return nil, &DecodeError{Offset: m.offset, Message: "the core module is invalid: " + firstLine(err.Error())}
	}
	if m.compiled == nil {
		m.compiled = map[wiring]wazero.CompiledModule{}
	}
	m.compiled[k] = c
	return c, nil
}
