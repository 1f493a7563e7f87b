package core

import "openidea-plugin/component/types"

// Trampolines says whether a module has nothing but one table and functions that pass calls on, each to an entry of the table of its own: with its
// parameters, with the same type. slots has the number of the entry for each function.
func (m *Module) Trampolines() (slots []uint32, ok bool) {
	if len(m.Imports)+len(m.Memories)+len(m.Globals)+len(m.Tags)+len(m.Elems)+len(m.Datas) > 0 || m.Start != nil || len(m.Tables) != 1 ||
		m.Tables[0].Elem != FuncRef || m.Tables[0].Init != nil {
		return nil, false
	}
	taken := map[uint32]bool{}
	for i, t := range m.Funcs {
		slot, ok := m.trampoline(i, t)
		if !ok || taken[slot] {
			return nil, false
		}
		taken[slot] = true
		slots = append(slots, slot)
	}
	return slots, true
}

// trampoline reads the body `local.get 0 … local.get n-1, i32.const slot, call_indirect t 0, end`.
func (m *Module) trampoline(i int, t uint32) (slot uint32, ok bool) {
	b := m.Bodies[i]
	if len(b.Locals) > 0 {
		return 0, false
	}
	r := &reader{b: m.raw, pos: b.Code, end: b.End}
	is := func(op opcode, a int64) bool {
		in := r.instr()
		return r.err == nil && in.op == op && in.a == a
	}
	for p := range m.Types[t].Params {
		if !is(opLocalGet, int64(p)) {
			return 0, false
		}
	}
	index := r.instr()
	if r.err != nil || index.op != opI32Const {
		return 0, false
	}
	call := r.instr()
	if r.err != nil || call.op != opCallIndirect || call.a != int64(t) || !r.firstTable(call) {
		return 0, false
	}
	end := r.instr()
	return uint32(index.a), r.err == nil && end.op == opEnd && !r.more()
}

// firstTable says whether a call_indirect is through table 0.
func (r *reader) firstTable(call instr) bool {
	sub := &reader{b: r.b, pos: int(call.pos) + 1, end: int(call.end)}
	sub.u32() // the type
	return sub.u32() == 0 && sub.err == nil
}

// OnlyFills says whether a module does nothing but fill a table that it imports, from its first entry on, with functions that it imports: funcs are their indices.
func (m *Module) OnlyFills() (funcs []uint32, ok bool) {
	if len(m.Funcs)+len(m.Tables)+len(m.Memories)+len(m.Globals)+len(m.Tags)+len(m.Datas)+len(m.Exports) > 0 || m.Start != nil ||
		len(m.imported[types.CoreTable]) != 1 || len(m.imported[types.CoreTable])+len(m.imported[types.CoreFunc]) != len(m.Imports) || len(m.Elems) != 1 {
		return nil, false
	}
	e := &m.Elems[0]
	if at, ok := e.Offset.EvalI32(func(uint32) uint64 { return 1 }); e.Mode != ElemActive || len(e.Exprs) > 0 || !ok || at != 0 {
		return nil, false
	}
	return e.Funcs, len(e.Funcs) > 0
}
