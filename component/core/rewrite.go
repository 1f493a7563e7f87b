package core

import (
	"fmt"
	"slices"

	"openidea-plugin/component/types"
)

// ImportName names an import.
type ImportName struct{ Module, Name string }

// Rewrite says how to change a module. The zero value changes nothing but the custom sections: of these only the function
// names are kept, and only as far as they are well-formed.
type Rewrite struct {
	// Imports are new names, one for each import in order; nil: unchanged.
	Imports []ImportName
	// MaxMemoryPages is an upper bound for the declared maximum of every memory that the module defines; 0: none.
	// Rewrite fails with a *LimitError where a minimum is above it.
	MaxMemoryPages uint32
	// MaxTableEntries is the same for tables.
	MaxTableEntries uint32
	// Growth makes the code ask the hook before it grows a memory or table, so that the host can bound the sum and knows of
	// each refusal.
	Growth bool
	// Meter makes the code count fuel (and implies Growth); nil: it does not.
	Meter *Meter
	// StartExport exports the start function under this name, where the module has one, instead of having it run at instantiation; "": it is left as it is.
	StartExport string
	// Hook is where Growth and Meter import the hook from; see HookFuel.
	Hook ImportName
}

// LimitError is a memory or table that is larger from the start than Rewrite allows.
type LimitError struct {
	Kind types.CoreExternKind
	// Index is the index among those of its kind, imports included.
	Index uint32
	// Min is what the module asks for, Max what is allowed; in pages of 64 KiB or table entries.
	Min, Max uint64
}

// Error is one line.
func (e *LimitError) Error() string {
	if e.Kind == types.CoreMemory {
		return fmt.Sprintf("a memory starts with %d pages of 64 KiB, above the limit of %d", e.Min, e.Max)
	}
	return fmt.Sprintf("table %d starts with %d entries, above the limit of %d", e.Index, e.Min, e.Max)
}

// Rewrite writes the module anew. The module given to a compiler should always be one that Rewrite has written: what it wrote
// has no custom section that could mislead the compiler. Every exported item keeps its name, type and place in the order.
//
// An import of a memory or table keeps its limits: lowering the maximum of the one that defines it never makes a link
// impossible that was possible before.
func (m *Module) Rewrite(r Rewrite) ([]byte, error) {
	if r.Imports != nil && len(r.Imports) != len(m.Imports) {
		return nil, fmt.Errorf("core: %d names were given for %d imports", len(r.Imports), len(m.Imports))
	}
	if err := m.checkLimits(r); err != nil {
		return nil, err
	}
	w := &writer{m: m, r: r}
	if err := w.rewriteCode(); err != nil {
		return nil, err
	}
	out := append(make([]byte, 0, len(m.raw)+len(w.code)), preamble...)
	for _, id := range sectionIDs {
		if payload := w.section(id); payload != nil {
			out = appendSection(out, id, payload)
		}
	}
	if names := w.names(); names != nil {
		out = appendSection(out, secCustom, names)
	}
	return out, nil
}

func (m *Module) checkLimits(r Rewrite) error {
	for i, t := range m.Memories {
		if r.MaxMemoryPages > 0 && t.Min > uint64(r.MaxMemoryPages) {
			return &LimitError{types.CoreMemory, uint32(len(m.imported[types.CoreMemory]) + i), t.Min, uint64(r.MaxMemoryPages)}
		}
	}
	for i, t := range m.Tables {
		if r.MaxTableEntries > 0 && t.Min > uint64(r.MaxTableEntries) {
			return &LimitError{types.CoreTable, uint32(len(m.imported[types.CoreTable]) + i), t.Min, uint64(r.MaxTableEntries)}
		}
	}
	return nil
}

// sectionIDs are the sections of a module but custom ones, in order.
var sectionIDs = []byte{secType, secImport, secFunc, secTable, secMemory, secTag, secGlobal, secExport, secStart, secElem, secDataCount, secCode, secData}

// writer writes the sections of a module.
type writer struct {
	m *Module
	r Rewrite
	// emitter has written the code, nil: the code stays as it is, and with it all indices.
	emitter *emitter
	// code is the new payload of the code section.
	code []byte
}

// section gives the new payload of a section, nil: there is none.
func (w *writer) section(id byte) []byte {
	raw := w.raw(id)
	switch id {
	case secImport:
		if raw != nil || w.emitter != nil {
			return w.imports()
		}
	case secTable:
		if raw != nil {
			return w.tables()
		}
	case secMemory:
		if raw != nil {
			return w.memories()
		}
	case secExport:
		if exports := w.addedExports(); raw != nil || len(exports) > 0 {
			return w.exports(append(slices.Clone(w.m.Exports), exports...))
		}
	case secStart:
		if w.r.StartExport != "" {
			return nil
		}
	}
	if w.emitter != nil && (raw != nil || w.emitter.metered && id == secGlobal) {
		return w.renumbered(id, raw)
	}
	return raw
}

// raw gives the payload of a section as it is, nil: there is none.
func (w *writer) raw(id byte) []byte {
	for _, s := range w.m.sections {
		if s.id == id {
			return w.m.raw[s.start:s.end]
		}
	}
	return nil
}

func (w *writer) imports() []byte {
	n := len(w.m.Imports)
	if w.emitter != nil {
		n++
	}
	b := appendU32(nil, uint32(n))
	for i := range w.m.Imports {
		im := &w.m.Imports[i]
		name := ImportName{im.Module, im.Name}
		if w.r.Imports != nil {
			name = w.r.Imports[i]
		}
		b = appendName(appendName(b, name.Module), name.Name)
		b = append(b, byte(im.Kind))
		switch im.Kind {
		case types.CoreFunc:
			b = appendU32(b, im.Func)
		case types.CoreTable:
			b = appendLimits(append(b, im.Table.Elem), im.Table.Min, im.Table.Max, 0)
		case types.CoreMemory:
			b = appendMemory(b, im.Memory, 0)
		case types.CoreGlobal:
			b = appendGlobalType(b, im.Global)
		case types.CoreTag:
			b = appendU32(append(b, 0), im.Tag.Type)
		}
	}
	if w.emitter != nil {
		b = append(appendName(appendName(b, w.r.Hook.Module), w.r.Hook.Name), byte(types.CoreFunc))
		b = appendU32(b, uint32(len(w.m.Types)))
	}
	return b
}

// addedExports are those that the module did not have.
func (w *writer) addedExports() []Export {
	var added []Export
	if w.emitter != nil && w.emitter.metered {
		added = append(added, Export{Name: w.m.CounterExport(), Kind: types.CoreGlobal, Index: w.emitter.counter})
	}
	if w.r.StartExport != "" && w.m.Start != nil {
		added = append(added, Export{Name: w.r.StartExport, Kind: types.CoreFunc, Index: *w.m.Start})
	}
	return added
}

func (w *writer) exports(exports []Export) []byte {
	b := appendU32(nil, uint32(len(exports)))
	for _, ex := range exports {
		b = append(appendName(b, ex.Name), byte(ex.Kind))
		if ex.Kind == types.CoreFunc && w.emitter != nil {
			ex.Index = w.emitter.funcIndex(ex.Index)
		}
		b = appendU32(b, ex.Index)
	}
	return b
}

func (w *writer) tables() []byte {
	b := appendU32(nil, uint32(len(w.m.Tables)))
	for _, t := range w.m.Tables {
		if t.Init != nil {
			b = append(b, 0x40, 0)
		}
		b = appendLimits(append(b, t.Elem), t.Min, t.Max, w.r.MaxTableEntries)
		if t.Init != nil {
			b = w.appendExpr(b, *t.Init)
		}
	}
	return b
}

func (w *writer) memories() []byte {
	b := appendU32(nil, uint32(len(w.m.Memories)))
	for _, t := range w.m.Memories {
		b = appendMemory(b, t, w.r.MaxMemoryPages)
	}
	return b
}

func appendMemory(b []byte, t Memory, clamp uint32) []byte {
	at := len(b)
	b = appendLimits(b, t.Min, t.Max, clamp)
	if t.Shared {
		b[at] |= 2
	}
	return b
}

// appendLimits appends limits, the maximum lowered to clamp (0: unchanged).
func appendLimits(b []byte, lo uint64, hi *uint64, clamp uint32) []byte {
	if c := uint64(clamp); clamp > 0 && (hi == nil || *hi > c) {
		hi = &c
	}
	if hi == nil {
		return appendU64(append(b, 0), lo)
	}
	return appendU64(appendU64(append(b, 1), lo), *hi)
}

func appendGlobalType(b []byte, g Global) []byte {
	mut := byte(0)
	if g.Mutable {
		mut = 1
	}
	return append(b, g.Type, mut)
}

// names gives the payload of the name section, nil: none.
func (w *writer) names() []byte {
	n := &w.m.Names
	funcs := w.funcNames()
	if n.Module == "" && len(funcs) == 0 {
		return nil
	}
	b := appendName(nil, "name")
	if n.Module != "" {
		b = appendSection(b, nameModule, appendName(nil, n.Module))
	}
	if len(funcs) > 0 {
		sub := appendU32(nil, uint32(len(funcs)))
		for _, f := range funcs {
			sub = appendName(appendU32(sub, f.index), f.name)
		}
		b = appendSection(b, nameFuncs, sub)
	}
	return b
}
