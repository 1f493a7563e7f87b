package component

import (
	"context"
	"fmt"
	"strconv"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"openidea-plugin/component/binary"
	"openidea-plugin/component/core"
	"openidea-plugin/component/types"
)

// instantiateCore makes the core instance that def asks for, where it is one of a module.
func (in *instance) instantiateCore(ctx context.Context, def *binary.CoreInstance) error {
	l := in.plan.links[def]
	if l == nil {
		return nil
	}
	m := in.coreModules[l.module]
	if l.passing != passesNothing {
		in.fixed = in.fixed || l.passing == isFixup
		return in.st.admit(m.parsed)
	}
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
	s := suppliers{hook: e.hook, modules: make([]api.Module, len(w.sources))}
	for i, from := range w.sources {
		if from != ownCore {
			s.modules[i] = in.cores[from]
		} else if s.modules[i], err = e.host(ctx, in.plan); err != nil {
			return err
		}
	}
	ctx = experimental.WithImportResolver(ctx, s.find)
	ctx = experimental.WithMemoryAllocator(ctx, &in.st.mem)
	if !m.elemsFit {
		if err := in.checkElems(ctx, m.parsed, w, &s); err != nil {
			return err
		}
	}
	in.st.mem.hot = m.hot
	mod, err := in.enclosed(func() (api.Module, error) { return e.wasm.InstantiateModule(ctx, compiled, instanceConfig) })
	if err != nil {
		return err
	}
	in.cores[l.core] = mod
	in.st.modules = append(in.st.modules, mod)
	in.st.addCounter(m.counter, mod)
	if w.start == "" {
		return nil
	}
	start := &callee{item: coreItem{core: l.core, name: w.start}, in: in}
	return start.call(ctx, nil)
}

// enclosed runs what may run a start function of wazero's own accord.
func (in *instance) enclosed(make func() (api.Module, error)) (api.Module, error) {
	prev := in.st.running
	in.st.running = running{in: in}
	defer func() { in.st.running = prev }()
	return make()
}

// suppliers are where the imports of a module lead that is being instantiated.
type suppliers struct {
	hook    api.Module
	modules []api.Module
}

// find gives the instance of a label of the module's wires, nil: there is none.
func (s *suppliers) find(label string) api.Module {
	if label == labelHook {
		return s.hook
	}
	i, err := strconv.Atoi(label)
	if err != nil || i >= len(s.modules) {
		return nil
	}
	return s.modules[i]
}

// checkElems ends the instantiation where an active element segment does not fit its table, as the specification wants it: wazero leaves out such
// a segment without a word.
func (in *instance) checkElems(ctx context.Context, m *core.Module, w *wires, s *suppliers) error {
	for _, e := range m.ActiveElems() {
		offset, ok := m.EvalI32(e.Offset, func(i uint32) uint64 { return importedGlobal(m, w, s, i) })
		if !ok {
			return &DecodeError{Message: "the offset of an element segment cannot be computed"}
		}
		need := uint64(offset) + uint64(e.Len)
		fits := m.Table(e.Table).Min >= need
		if at, imported := m.ImportOf(types.CoreTable, e.Table); !fits && imported {
			fits = in.st.engine.tableHolds(ctx, s.find(w.names[at].Module), w.names[at].Name, m.Table(e.Table).Elem, need)
		}
		if !fits {
			return &CallError{Kind: AbortTrap, Message: fmt.Sprintf("trap: out of bounds table access: an element segment needs %d entries", need)}
		}
	}
	return nil
}

// elemsFit says whether all active element segments are known to fit their tables, whatever a module imports.
func elemsFit(m *core.Module) bool {
	for _, e := range m.ActiveElems() {
		known := true
		offset, ok := m.EvalI32(e.Offset, func(uint32) uint64 { known = false; return 0 })
		if !ok || !known || m.Table(e.Table).Min < uint64(offset)+uint64(e.Len) {
			return false
		}
	}
	return true
}

// importedGlobal is the value of global i, which m imports.
func importedGlobal(m *core.Module, w *wires, s *suppliers, i uint32) uint64 {
	at, ok := m.ImportOf(types.CoreGlobal, i)
	if !ok {
		return 0
	}
	return s.find(w.names[at].Module).ExportedGlobal(w.names[at].Name).Get()
}

// tableHolds says whether a table has at least n entries now.
func (e *engine) tableHolds(ctx context.Context, source api.Module, name string, elem byte, n uint64) bool {
	probe, err := e.wasm.CompileModule(ctx, core.TableProbe(name, elem, n))
	if err != nil {
		return false
	}
	defer probe.Close(ctx)
	ctx = experimental.WithImportResolver(ctx, func(string) api.Module { return source })
	mod, err := e.wasm.InstantiateModule(ctx, probe, instanceConfig)
	if err != nil {
		return false
	}
	return mod.Close(ctx) == nil
}
