package core

import "openidea-plugin/component/types"

// maxLazy is the most entries of tables that are filled when they are first used.
const maxLazy = 1000

// lazyTables are tables that nobody but the code of their module can look into. What its active element segments write to them is written when that code first
// uses one of them, which many an instance never does: wazero makes a reference for each entry of each instance, and that is the most of what an instance costs.
// A global says whether it has been done; the segments stay as declarations of the functions.
type lazyTables struct {
	tables  map[uint32]bool
	entries []lazyEntry // in the order in which they are written
}

// lazyEntry is entry at of a table; it is to hold a function.
type lazyEntry struct{ table, at, function uint32 }

// lazyTables gives nil where there are none.
func (m *Module) lazyTables() *lazyTables {
	l := &lazyTables{tables: map[uint32]bool{}}
	for i := m.NumTables() - uint32(len(m.Tables)); i < m.NumTables(); i++ {
		if t := m.Table(i); t.Elem == FuncRef && t.Init == nil {
			l.tables[i] = true
		}
	}
	for _, ex := range m.Exports {
		if ex.Kind == types.CoreTable {
			delete(l.tables, ex.Index)
		}
	}
	entries := map[uint32][]lazyEntry{}
	for i := range m.Elems {
		if e := &m.Elems[i]; e.Mode == ElemActive && l.tables[e.Table] {
			written, ok := m.lazyEntries(e)
			if !ok {
				delete(l.tables, e.Table)
			}
			entries[e.Table] = append(entries[e.Table], written...)
		}
	}
	for i := range m.NumTables() {
		if !l.tables[i] {
			continue
		}
		if n := len(entries[i]); n == 0 || len(l.entries)+n > maxLazy {
			delete(l.tables, i)
		}
		if l.tables[i] {
			l.entries = append(l.entries, entries[i]...)
		}
	}
	if len(l.tables) == 0 {
		return nil
	}
	return l
}

// lazyEntries gives what an active segment writes; ok is false where that is known only when the module is instantiated, or does not fit.
func (m *Module) lazyEntries(e *Elem) (entries []lazyEntry, ok bool) {
	known := true
	at, ok := m.EvalI32(e.Offset, func(uint32) uint64 { known = false; return 0 })
	if !ok || !known || uint64(at)+uint64(e.Len()) > m.Table(e.Table).Min || e.Len() > maxLazy {
		return nil, false
	}
	for i, f := range e.Funcs {
		entries = append(entries, lazyEntry{e.Table, at + uint32(i), f})
	}
	for i, x := range e.Exprs {
		r := &reader{b: x.Raw, end: len(x.Raw)}
		in := r.instr()
		if in.op != opRefFunc || r.instr().op != opEnd || r.err != nil {
			return nil, false
		}
		entries = append(entries, lazyEntry{e.Table, at + uint32(i), uint32(in.a)})
	}
	return entries, true
}

// writes says whether an active segment is left to the code.
func (l *lazyTables) writes(e *Elem) bool {
	return l != nil && e.Mode == ElemActive && l.tables[e.Table]
}

// declaration gives the segment without what it writes.
func (e *Elem) declaration() *Elem {
	d := &Elem{Mode: ElemDeclarative, Type: e.Type, Funcs: e.Funcs, Exprs: e.Exprs, flag: elemNotActive | elemExplicit}
	if len(e.Exprs) > 0 {
		d.flag |= elemExprs
	}
	return d
}

// uses says whether an operator looks into one of the tables, or writes to it. (Its size does not depend on what is in it.)
func (l *lazyTables) uses(m *Module, in *instr) bool {
	if l == nil {
		return false
	}
	switch in.op {
	case opTableGet, opTableSet, opTableFill:
		return l.tables[uint32(in.a)]
	case opCallIndirect, opReturnCallIndirect, opTableInit, opTableCopy:
		r := &reader{b: m.raw, pos: int(in.pos), end: int(in.end)}
		r.opcode()
		first, second := r.u32(), r.u32()
		return l.tables[second] || in.op == opTableCopy && l.tables[first]
	}
	return false
}

// fillTables has the tables filled before an operator that uses one, where that has not been done. As in askHere the arm that is mostly taken comes first.
func (e *emitter) fillTables(in *instr) {
	e.copyTo(in.pos)
	e.op(opGlobalGet, e.filled)
	e.op(opIf, 0x40)
	e.op(opElse)
	e.op(opCall, e.helper(helper{kind: helperFill}))
	e.op(opEnd)
}

// fill is the code of the helper that fills the tables.
func (e *emitter) fill() []byte {
	b := append([]byte{0}, opI32Const, 1) // no locals
	b = appendOp(b, opGlobalSet, e.filled)
	for _, x := range e.lazy.entries {
		b = appendS64(append(b, opI32Const), int64(int32(x.at)))
		b = appendOp(b, opRefFunc, e.funcIndex(x.function))
		b = appendOp(b, opTableSet, x.table)
	}
	return append(b, opEnd)
}
