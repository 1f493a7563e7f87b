package core

import "slices"

// Meter makes the code count the fuel that it uses, as wasmtime 50.0.1 counts it. Fuel is in a mutable i64 global, the counter,
// which is added to the module, starts with 0, is exported as CounterExport says, and goes down: what it holds is what the module
// may still use. When it is below zero at the entry of a function, at a branch back to the head of a loop, or in a bulk operation,
// the hook is asked (HookFuel), which gives more or ends the call. Each instance has a counter of its own (one that all share
// would be reached through a pointer: twice as dear); a Tank holds the fuel for those of one component.
//
// Costs: every operator 1; nop, drop, block, loop, else, end, return and unreachable 0; each entry of a function 1;
// memory.init, memory.copy, memory.fill, table.init, table.copy and table.fill 1 more for each byte or element; memory.grow and
// table.grow 1 more for each page or element by which they have grown (where the number is a constant up to 128, whether
// they have or not). Calls of host functions cost the operator only.
//
// The cost of a straight run of operators is taken at its start. The counter is exact when a call returns, and whenever code
// of another function runs but for the rest of such runs; after a trap it may be too high by what was used since the last call,
// return or refill: never by more than one refill.
//
// What lets a call end in time costs no fuel: memory.fill and memory.copy of many bytes are done in pieces, with HookPause between. Nor does the filling of
// tables that only the module's own code can reach, which is left to that code (see lazyTables).
//
// A module that defines no function gets no counter.
type Meter struct{}

// CounterExport is the name under which the metered module exports its counter: one that it does not use itself.
func (m *Module) CounterExport() string { return m.unusedExport("(fuel)") }

// FreeStartExport is a name for Rewrite.StartExport that the module does not use itself.
func (m *Module) FreeStartExport() string { return m.unusedExport("(start)") }

func (m *Module) unusedExport(name string) string {
	for slices.ContainsFunc(m.Exports, func(ex Export) bool { return ex.Name == name }) {
		name += "'"
	}
	return name
}

// The hook is a function (operation i32, argument i64) → i64 of the host, imported under the name Rewrite.Hook. It ends the
// call by a panic.
const (
	// HookFuel: the counter went below zero. The argument is the counter, the result its new value; meanwhile the global is 0.
	HookFuel = 0
	// HookMemoryGrow: the code wants to grow a memory by so many pages of 64 KiB. The result 0 refuses it.
	HookMemoryGrow = 1
	// HookMemoryFailed: the growth that was allowed failed, because the memory has reached its maximum. The result is ignored.
	HookMemoryFailed = 2
	// HookTableGrow and HookTableFailed are the same for tables, in entries.
	HookTableGrow   = 3
	HookTableFailed = 4
	// HookPause: the code is in the middle of moving many bytes, for which the fuel is taken already. The result is ignored.
	HookPause = 5
)

// HelperName is the name that the functions which Rewrite adds have in the name section, so that they can be left out of a
// list of frames.
const HelperName = "(limits)"

// HookType is the type of the hook.
func HookType() FuncType {
	return FuncType{Params: []byte{I32, I64}, Results: []byte{I64}}
}

// helper is a function that Rewrite adds at the end, so that no other function's index changes for it.
type helper struct {
	kind  helperKind
	table uint32 // helperTable
}

type helperKind uint8

const (
	helperFuel       helperKind = iota // asks for fuel
	helperMemory                       // grows the memory
	helperTable                        // grows a table
	helperFill                         // fills the tables that are filled when they are first used
	helperFillMemory                   // memory.fill
	helperCopyMemory                   // memory.copy
)

// typ is the type of a helper.
//
//	fuel:   counter → new counter
//	memory: pages, free → as memory.grow
//	table:  value, entries, free → as table.grow
//	fill:   nothing
//	memory.fill, memory.copy: as these
//
// free is 1 where growth costs no fuel (beyond what has been taken).
func (h helper) typ(m *Module) FuncType {
	switch h.kind {
	case helperMemory:
		return FuncType{Params: []byte{I32, I32}, Results: []byte{I32}}
	case helperFill:
		return FuncType{}
	case helperFillMemory, helperCopyMemory:
		return FuncType{Params: []byte{I32, I32, I32}}
	case helperTable:
		return FuncType{Params: []byte{m.Table(h.table).Elem, I32, I32}, Results: []byte{I32}}
	}
	return FuncType{Params: []byte{I64}, Results: []byte{I64}}
}

// body is the code of a helper.
func (e *emitter) body(h helper) []byte {
	switch h.kind {
	case helperFill:
		return e.fill()
	case helperFillMemory:
		return fillBody(e.hook)
	case helperCopyMemory:
		return copyBody(e.hook)
	}
	hook, counter := e.hook, e.counter
	var b []byte
	op := func(o opcode, args ...uint32) { b = appendOp(b, o, args...) }
	if h.kind == helperFuel {
		b = append(b, 0) // no locals
		op(opI64Const, 0)
		op(opGlobalSet, counter)
		op(opI32Const, HookFuel)
		op(opLocalGet, 0)
		op(opCall, hook)
		op(opLocalTee, 0)
		op(opGlobalSet, counter)
		op(opLocalGet, 0)
		op(opEnd)
		return b
	}
	n, grow, ask, failed := uint32(0), opMemoryGrow, uint32(HookMemoryGrow), uint32(HookMemoryFailed)
	if h.kind == helperTable {
		n, grow, ask, failed = 1, opTableGrow, HookTableGrow, HookTableFailed
	}
	free, result := n+1, n+2
	b = append(b, 1, 1, I32) // one more local: the result
	op(opI32Const, ask)
	op(opLocalGet, n)
	op(opI64ExtendI32U)
	op(opCall, hook)
	op(opI64Eqz)
	op(opIf, 0x40)
	b = append(b, opI32Const, 0x7f) // -1
	op(opReturn)
	op(opEnd)
	if n == 1 {
		op(opLocalGet, 0)
	}
	op(opLocalGet, n)
	op(grow, h.table)
	op(opLocalTee, result)
	b = append(b, opI32Const, 0x7f)
	op(opI32Eq)
	op(opIf, 0x40)
	op(opI32Const, failed)
	op(opLocalGet, n)
	op(opI64ExtendI32U)
	op(opCall, hook)
	op(opDrop)
	if e.metered {
		op(opElse)
		op(opGlobalGet, counter)
		op(opI64Const, 0)
		op(opLocalGet, n)
		op(opI64ExtendI32U)
		op(opLocalGet, free)
		op(opSelect)
		op(opI64Sub)
		op(opGlobalSet, counter)
	}
	op(opEnd)
	op(opLocalGet, result)
	op(opEnd)
	return b
}
