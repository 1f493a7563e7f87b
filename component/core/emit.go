package core

// emitter writes the code of functions anew: with the indices that the added import changes, with helpers called for growth, and
// (metered) with the taking of fuel, the moving of many bytes in pieces (see takeBytes) and the filling of lazyTables.
//
// Within a function the counter is kept in a local, so that a loop does not have to go through memory. Which of the two holds the
// truth at a point of the code is its state. At the ends of blocks and the heads of loops the local holds it (where a catch
// clause leads, nothing can: functions with try_table use the global alone); before calls and returns it goes to the global.
//
// The code that asks for more fuel stands where the compiler lays it out of the way and where it leaves the registers of the code
// beside it alone: at the end of a function, which is then called again, and behind a loop, which is then entered again. See
// enter, loop and branch.
type emitter struct {
	code
	metered bool
	// hook is the index of the added import, counter and filled (of lazy) those of the added globals.
	hook, counter, filled uint32
	helpers               []helper
	lazy                  *lazyTables // metered only

	// index is that of the function in the module as it was.
	index uint32
	out   []byte
	// copied: raw bytes before it have been written.
	copied int32
	// local holds the counter, units the operand of a bulk operation that says how much, first and second those before it.
	local, units, first, second uint32
	state                       state
	labels                      []label
	// depth is the number of open blocks in the new code.
	depth int
	// again: the function's code stands in a block behind which it is called again.
	again bool
}

// state says where the counter is.
type state uint8

const (
	stateGlobal state = iota // in the global; the local is out of date
	stateBoth                // in both
	stateLocal               // in the local; the global is out of date
)

// label is an open block of the code as it was.
type label struct {
	op opcode
	// at is the depth in the new code that a branch must reach.
	at int
	// wrapped, of a loop: see emitter.loop.
	wrapped bool
	// exit: the counter is to be in the global at its end.
	exit bool
	// before is the state at the `if`; ends is the state at the end as the branches met so far leave it.
	before, ends state
}

func newEmitter(m *Module, metered bool) *emitter {
	e := &emitter{code: code{m: m}, metered: metered, hook: m.NumImportedFuncs(), counter: m.NumGlobals()}
	e.splitCalls = m.UsesExceptions()
	if metered {
		e.lazy, e.filled = m.lazyTables(), e.counter+1
	}
	return e
}

// funcIndex gives the new index of a function: the added import stands behind the others.
func (e *emitter) funcIndex(i uint32) uint32 {
	if i >= e.hook {
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
	e.index = e.m.NumImportedFuncs() + uint32(i)
	added := uint32(0)
	if e.metered {
		added++
		if e.dynamic {
			added++
		}
		if e.moves {
			added++
		}
	}
	e.out = appendU32(e.out, uint32(len(b.Locals))+added)
	for _, l := range b.Locals {
		e.out = append(appendU32(e.out, l.Count), l.Type)
	}
	e.local, e.units = e.locals, e.locals+1
	e.first, e.second = e.units+1, e.units+2
	if added > 0 {
		e.out = append(e.out, 1, I64)
	}
	if added > 1 {
		e.out = append(e.out, 1, I32)
	}
	if added > 2 {
		e.out = append(e.out, 2, I32)
	}
	e.copied = int32(b.Code)
	e.state, e.depth, e.again = stateGlobal, 0, false
	e.labels = append(e.labels[:0], label{op: opBlock, exit: true})
	if e.metered {
		e.enter()
	}
	for k := 0; k < len(e.instrs); k++ {
		if n := e.unrollable(k); n > 0 {
			e.unroll(k, n)
			k += n + 1
			continue
		}
		e.instr(&e.instrs[k])
	}
	e.copyTo(int32(b.End))
	return nil
}

// copyTo copies the raw bytes up to a position that have not been written yet.
func (e *emitter) copyTo(pos int32) {
	e.out = append(e.out, e.m.raw[e.copied:pos]...)
	e.copied = pos
}

// replace leaves out an operator, in whose place something else is written.
func (e *emitter) replace(in *instr) {
	e.copyTo(in.pos)
	e.copied = in.end
}

// op appends an operator with unsigned immediates.
func (e *emitter) op(o opcode, args ...uint32) { e.out = appendOp(e.out, o, args...) }

// appendOp appends an operator, with the number behind its prefix byte where it has one, and its unsigned immediates.
func appendOp(b []byte, o opcode, args ...uint32) []byte {
	if o > 0xff {
		b = appendU32(append(b, byte(o>>16)), uint32(o&0xffff))
	} else {
		b = append(b, byte(o))
	}
	for _, a := range args {
		b = appendU32(b, a)
	}
	return b
}

// br appends a branch to a depth.
func (e *emitter) br(o opcode, to int) { e.op(o, uint32(e.depth-to)) }

func (e *emitter) instr(in *instr) {
	if e.lazy.uses(e.m, in) {
		e.fillTables(in)
	}
	switch in.op {
	case opCall, opReturnCall, opRefFunc:
		if in.op != opRefFunc {
			e.leave(in)
		}
		if i := e.funcIndex(uint32(in.a)); i != uint32(in.a) {
			e.replace(in)
			e.op(in.op, i)
		}
	case opMemoryGrow, opTableGrow:
		e.grow(in)
	}
	if !e.metered {
		return
	}
	e.follow(in)
	if in.after > 0 {
		e.copyTo(in.end)
		e.charge(in.after)
		if in.op == opLoop && e.catches {
			e.askHere()
		}
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
	h := helper{kind: helperMemory}
	if in.op == opTableGrow {
		h = helper{kind: helperTable, table: uint32(in.a)}
		if h.table >= e.m.NumTables() {
			return // which the compiler refuses
		}
	} else if in.a != 0 || in.end-in.pos != 2 || e.m.NumMemories() == 0 {
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

// follow keeps the state and the labels right over the control flow.
func (e *emitter) follow(in *instr) {
	switch in.op {
	case opBlock, opTryTable:
		e.open(label{op: in.op, exit: in.exit, ends: stateBoth})
	case opLoop:
		e.loop(in)
	case opIf:
		l := label{op: opIf, exit: in.exit, ends: stateBoth}
		if !in.target {
			e.prepare(in, &l) // the end is reached from here, by the else that is not there
			e.reach(in, &l)
		}
		l.before = e.state
		e.open(l)
	case opElse:
		l := &e.labels[len(e.labels)-1]
		e.prepare(in, l)
		e.reach(in, l)
		e.state = l.before
	case opEnd:
		e.close(in)
	case opBr, opBrIf, opBrTable:
		e.branch(in)
	case opCallIndirect, opReturnCallIndirect, opReturn, opUnreachable, opThrow, opThrowRef:
		e.leave(in)
	case opMemoryCopy, opMemoryFill:
		if in.dynamic {
			e.takeBytes(in)
		}
	case opMemoryInit, opTableInit, opTableCopy, opTableFill:
		if in.dynamic {
			e.takeUnits(in)
		}
	}
}

// open opens a block of the code as it was.
func (e *emitter) open(l label) {
	e.depth++
	l.at = e.depth
	e.labels = append(e.labels, l)
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
		if e.again {
			e.enterAgain(in)
		}
		return
	case l.wrapped:
		e.loopAgain(in, &l)
		return
	case in.target:
		e.prepare(in, &l)
		e.reach(in, &l)
		if !e.catches {
			e.state = l.ends
		}
	}
	e.depth--
}

// prepare makes the counter be where a label wants it, before an operator.
func (e *emitter) prepare(in *instr, l *label) {
	if in.dead {
		return
	}
	if l.exit {
		e.toGlobal(in)
	} else {
		e.toLocal(in)
	}
}

// reach notes that the end of a block is reached in the current state, as prepare has left it.
func (e *emitter) reach(in *instr, l *label) {
	if in.dead || e.state == stateBoth {
		return
	}
	l.ends = e.state
}

// toLocal makes the local hold the counter before an operator.
func (e *emitter) toLocal(in *instr) {
	if in.dead || e.catches || e.state != stateGlobal {
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
