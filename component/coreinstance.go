package component

import (
	"context"
	"strconv"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"openidea-plugin/component/binary"
)

// instantiateCore makes the core instance that def asks for, where it is one of a module.
func (in *instance) instantiateCore(ctx context.Context, def *binary.CoreInstance) error {
	l := in.plan.links[def]
	if l == nil {
		return nil
	}
	m := in.coreModules[l.module]
	w := l.wires
	if w == nil {
		w = l.wire(m.parsed)
	}
	e := in.st.engine
	compiled, err := e.compile(ctx, m, w)
	if err != nil {
		return err
	}
	if err := in.st.admit(m.parsed); err != nil {
		return err
	}
	sources := make(map[string]api.Module, len(w.sources)+1)
	sources[labelHook] = e.hook
	for i, from := range w.sources {
		if from != ownCore {
			sources[strconv.Itoa(i)] = in.cores[from]
		} else if sources[strconv.Itoa(i)], err = e.host(ctx, in.plan); err != nil {
			return err
		}
	}
	ctx = experimental.WithImportResolver(ctx, func(name string) api.Module { return sources[name] })
	ctx = experimental.WithMemoryAllocator(ctx, &in.st.mem)
	prev := in.st.cur
	in.st.cur = in
	defer func() { in.st.cur = prev }()
	mod, err := e.wasm.InstantiateModule(ctx, compiled, instanceConfig)
	if err != nil {
		return err
	}
	in.cores[l.core] = mod
	in.st.modules = append(in.st.modules, mod)
	in.st.addCounter(m.parsed, mod)
	return nil
}
