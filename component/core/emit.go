package core

import "openidea-plugin/component/types"

// emitter writes the code of functions anew: with the indices that the added imports change, with helpers called for growth, and
// (metered) with the taking of fuel.
//
// Within a function the counter is kept in a local, so that a loop does not have to go through memory. Which of the two holds the
// truth at a point of the code is its state. At the ends of blocks and the heads of loops the local holds it (where a catch
// clause leads, nothing can: functions with try_table use the global alone); before calls and returns it goes to the global.
type emitter struct {
	code
	metered bool
	// hook and counter are the indices of the added imports.
	hook, counter uint32
	helpers       []helper

	out []byte
	// copied: raw bytes before it have been written.
	copied int
	// local holds the counter, units the operand of a bulk operation.
	local, units uint32
	state        state
	labels       []label
}

// state says where the counter is.
type state uint8

const (
	stateGlobal state = iota // in the global; the local is out of date
	stateBoth                // in both
	stateLocal               // in the local; the global is out of date
)

// label is an open block.
type label struct {
	op opcode
	// before is the state at the `if`; ends is the state at the end as the branches met so far leave it.
	before, ends state
}

func newEmitter(m *Module, metered bool) *emitter {
	e := &emitter{code: code{m: m}, metered: metered, hook: m.NumImportedFuncs(), counter: m.NumImportedGlobals()}
	e.splitCalls = len(m.Tags)+len(m.importedTags) > 0
	return e
}

// funcIndex and globalIndex give the new index of a function and of a global: the added imports stand behind the others.
func (e *emitter) funcIndex(i uint32) uint32 {
	if i >= e.hook {
		return i + 1
	}
	return i
}

func (e *emitter) globalIndex(i uint32) uint32 {
	if e.metered && i >= e.counter {
		return i + 1
	}
	return i
}

// helper gives the index of a helper, which is added if it is not there yet.
func (e *emitter) helper(h helper) uint32 {
	for i, have := range e.helpers {
		if have == h {
			return e.funcIndex(e.m.NumFuncs()) + uint32(i)
		}
	}
	e.helpers = append(e.helpers, h)
	return e.funcIndex(e.m.NumFuncs()) + uint32(len(e.helpers)-1)
}

// function appends the new body of defined function i, without its size, to e.out.
func (e *emitter) function(i int) *Error {
	b := e.m.Bodies[i]
	if err := e.read(i); err != nil {
		return err
	}
	e.local = e.locals
	added := uint32(0)
	if e.metered {
		added++
		if e.dynamic {
			added++
		}
	}
	e.out = appendU32(e.out, uint32(len(b.Locals))+added)
	for _, l := range b.Locals {
		e.out = append(appendU32(e.out, l.Count), l.Type)
	}
	e.units = e.local + 1
	if added > 0 {
		e.out = append(e.out, 1, I64)
	}
	if added > 1 {
		e.out = append(e.out, 1, I32)
	}
	e.copied = b.Code
	e.state = stateGlobal
	e.labels = append(e.labels[:0], label{op: opBlock, ends: stateBoth})
	e.charge(e.entry, true)
	for k := range e.instrs {
		e.instr(&e.instrs[k])
	}
	e.copyTo(b.End)
	return nil
}

// copyTo copies the raw bytes up to a position that have not been written yet.
func (e *emitter) copyTo(pos int) {
	e.out = append(e.out, e.m.raw[e.copied:pos]...)
	e.copied = pos
}

// replace leaves out an operator and gives the buffer for what comes in its place.
func (e *emitter) replace(in *instr) {
	e.copyTo(in.pos)
	e.copied = in.end
}

func (e *emitter) instr(in *instr) {
	switch in.op {
	case opCall, opReturnCall, opRefFunc:
		if in.op != opRefFunc {
			e.leave(in)
		}
		if i := e.funcIndex(uint32(in.a)); i != uint32(in.a) {
			e.replace(in)
			e.op(in.op, i)
		}
	case opGlobalGet, opGlobalSet:
		if i := e.globalIndex(uint32(in.a)); i != uint32(in.a) {
			e.replace(in)
			e.op(in.op, i)
		}
	case opMemoryGrow, opTableGrow:
		e.grow(in)
	case opCallIndirect, opReturnCallIndirect, opReturn, opUnreachable, opThrow, opThrowRef:
		e.leave(in)
	}
	if !e.metered {
		return
	}
	e.follow(in)
	if in.after > 0 {
		e.copyTo(in.end)
		e.charge(in.after, in.op == opLoop && !e.inLocal())
	}
}

// leave prepares for an operator by which other functions run.
func (e *emitter) leave(in *instr) {
	if in.dead || !e.metered {
		return
	}
	e.toGlobal(in)
	e.state = stateGlobal
}

func (e *emitter) grow(in *instr) {
	h := helper{kind: types.CoreMemory}
	if in.op == opTableGrow {
		h = helper{kind: types.CoreTable, table: uint32(in.a)}
		if h.table >= e.m.NumTables() {
			return // the compiler says so
		}
	} else if in.a != 0 || e.m.NumMemories() == 0 {
		return
	}
	e.leave(in)
	e.replace(in)
	free := uint32(1)
	if in.dynamic {
		free = 0
	}
	e.op(opI32Const, free)
	e.op(opCall, e.helper(h))
}

// follow keeps the states right over the control flow.
func (e *emitter) follow(in *instr) {
	switch in.op {
	case opBlock, opTryTable:
		e.labels = append(e.labels, label{op: in.op, ends: stateBoth})
	case opLoop:
		e.toLocal(in)
		e.labels = append(e.labels, label{op: opLoop})
		if !in.dead && e.inLocal() {
			e.state = stateLocal // as a branch back may leave it
		}
	case opIf:
		if !in.target {
			e.toLocal(in) // the end is reached from here, by the else that is not there
		}
		e.labels = append(e.labels, label{op: opIf, before: e.state, ends: stateBoth})
		if !in.target && !in.dead {
			e.reach(&e.labels[len(e.labels)-1])
		}
	case opElse:
		l := &e.labels[len(e.labels)-1]
		e.toLocal(in)
		if !in.dead {
			e.reach(l)
		}
		e.state = l.before
	case opEnd:
		e.close(in)
	case opBr, opBrIf, opBrTable:
		if !in.dead {
			e.branch(in)
		}
	default:
		if in.dynamic && in.op != opMemoryGrow && in.op != opTableGrow {
			e.takeUnits(in)
		}
	}
}

// close ends a block.
func (e *emitter) close(in *instr) {
	l := e.labels[len(e.labels)-1]
	e.labels = e.labels[:len(e.labels)-1]
	switch {
	case len(e.labels) == 0:
		if !in.dead {
			e.toGlobal(in)
		}
	case in.target:
		e.toLocal(in)
		if !in.dead {
			e.reach(&l)
		}
		if e.inLocal() {
			e.state = l.ends
		}
	}
}

// reach notes that the end of a block is reached in the current state.
func (e *emitter) reach(l *label) {
	if e.state == stateLocal {
		l.ends = stateLocal
	}
}

// branch prepares for a branch: to the end of the function by the global, else by the local.
func (e *emitter) branch(in *instr) {
	if e.inLocal() {
		back := false
		e.code.labels(&reader{b: e.m.raw}, in, func(depth uint32) {
			back = back || e.labels[len(e.labels)-1-int(depth)].op == opLoop
		})
		if back {
			e.toLocal(in)
			e.copyTo(in.pos)
			e.ask()
			e.state = stateLocal
		}
	}
	e.code.labels(&reader{b: e.m.raw}, in, func(depth uint32) {
		k := len(e.labels) - 1 - int(depth)
		if k == 0 {
			e.toGlobal(in)
		} else {
			e.toLocal(in)
		}
	})
	// Only now is the state known in which all of them are reached.
	e.code.labels(&reader{b: e.m.raw}, in, func(depth uint32) {
		if k := len(e.labels) - 1 - int(depth); k > 0 && e.labels[k].op != opLoop {
			e.reach(&e.labels[k])
		}
	})
}

// local_ says whether this function keeps the counter in its local.
func (e *emitter) inLocal() bool { return !e.catches }

// toLocal makes the local hold the counter before an operator.
func (e *emitter) toLocal(in *instr) {
	if in.dead || !e.inLocal() || e.state != stateGlobal {
		return
	}
	e.copyTo(in.pos)
	e.op(opGlobalGet, e.counter)
	e.op(opLocalSet, e.local)
	e.state = stateBoth
}

// toGlobal makes the global hold the counter before an operator.
func (e *emitter) toGlobal(in *instr) {
	if e.state != stateLocal {
		return
	}
	e.copyTo(in.pos)
	e.op(opLocalGet, e.local)
	e.op(opGlobalSet, e.counter)
	e.state = stateBoth
}

// charge takes fuel; check: and asks for more where there is none left.
func (e *emitter) charge(cost int64, check bool) {
	if !e.metered {
		return
	}
	e.load()
	e.op(opI64Const)
	e.out = appendS64(e.out, cost)
	e.store(check)
}

// load pushes the counter.
func (e *emitter) load() {
	if e.state == stateGlobal {
		e.op(opGlobalGet, e.counter)
	} else {
		e.op(opLocalGet, e.local)
	}
}

// store takes what is on the stack from the counter below it, and keeps it; check: and asks for more where there is none left.
func (e *emitter) store(check bool) {
	e.op(opI64Sub)
	switch {
	case e.inLocal() && !check:
		e.op(opLocalSet, e.local)
		e.state = stateLocal
	case e.inLocal():
		e.op(opLocalSet, e.local)
		e.state = stateLocal
	case !check:
		e.op(opGlobalSet, e.counter)
	default:
		e.op(opLocalTee, e.local)
		e.op(opGlobalSet, e.counter)
	}
	if !check {
		return
	}
	e.ask()
}

// ask asks for more where there is none left: the counter is in the local and on the stack.
func (e *emitter) ask() {
	e.op(opLocalGet, e.local)
	e.out = append(e.out, opI64Const, 0)
	e.op(0x59)
	e.op(opIf, 0x40)
	e.op(opElse)
	e.op(opLocalGet, e.local)
	e.op(opCall, e.helper(helper{kind: types.CoreFunc}))
	e.op(opLocalSet, e.local)
	e.op(opEnd)
}

// takeUnits takes fuel for the operand on top of the stack.
func (e *emitter) takeUnits(in *instr) {
	e.copyTo(in.pos)
	e.op(opLocalTee, e.units)
	e.load()
	e.op(opLocalGet, e.units)
	e.op(opI64ExtendI32U)
	e.store(true)
}

// op appends an operator with unsigned immediates.
func (e *emitter) op(o opcode, args ...uint32) {
	e.out = append(e.out, byte(o))
	for _, a := range args {
		e.out = appendU32(e.out, a)
	}
}
