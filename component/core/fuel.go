package core

// small is the most that a function without calls and loops may cost for not to be checked on entry: code that calls such a
// function is itself checked often enough.
const small = 32

// manyLocals is the most locals that a function may have for its entry not to be a question always: clearing them costs time, and on the interpreter
// memory, but no fuel. Fifty thousand of them in a recursion would take gigabytes before the counter is below zero.
const manyLocals = 250

// enter takes the fuel of the first segment.
//
//	counter -= cost
//	block
//	  if counter < 0: br 0
//	  block                    with the type of the function, so that the compiler checks what it leaves
//	    … the function …
//	  end
//	  return
//	end
//	counter = ask(counter) + cost
//	call this function again
func (e *emitter) enter() {
	e.charge(e.entry)
	results := e.m.FuncType(e.index).Results
	switch {
	case e.locals > manyLocals:
		e.ask()
		e.op(opLocalSet, e.local)
	case e.catches, len(results) > 1: // catch clauses name labels, which therefore stay as they are; several results make no block type
		e.askHere()
	case e.checked():
		e.again = true
		e.op(opBlock, 0x40)
		e.depth++
		e.negative()
		e.br(opBrIf, e.depth)
		e.out = append(e.out, byte(opBlock))
		e.out = append(e.out, append(results[:len(results):len(results)], 0x40)[0])
		e.depth++
	}
}

// checked says whether a function has to be checked on entry.
func (e *emitter) checked() bool {
	cost := e.entry
	for i := range e.instrs {
		in := &e.instrs[i]
		switch in.op {
		case opCall, opCallIndirect, opReturnCall, opReturnCallIndirect:
			return true
		case opLoop:
			if in.target {
				return true
			}
		}
		cost += in.after
	}
	return cost > small
}

func (e *emitter) enterAgain(in *instr) {
	e.replace(in)
	e.op(opEnd)
	e.op(opReturn)
	e.op(opEnd)
	e.depth -= 2
	e.ask()
	e.op(opI64Const)
	e.out = appendS64(e.out, e.entry)
	e.op(opI64Add)
	e.op(opGlobalSet, e.counter)
	for i := range e.m.FuncType(e.index).Params {
		e.op(opLocalGet, uint32(i))
	}
	// No frame is left behind: a trap shows each call once, and a function that passes on by tail calls may never return.
	e.op(opReturnCall, e.funcIndex(e.index))
	e.op(opEnd)
}

// loop opens a loop. One that is branched back to, and takes no parameters, is wrapped:
//
//	block                      the exit, with the type of the loop
//	  loop
//	    block                  left when the fuel is used up
//	      loop
//	        … its code; a branch back leaves if counter < 0 …
//	      end
//	      br exit
//	    end
//	    counter = ask(counter)
//	    br 0
//	  end
//	end
func (e *emitter) loop(in *instr) {
	e.toLocal(in)
	l := label{op: opLoop}
	if in.target && !in.dead && !e.catches && (in.a < 0 || len(e.m.Types[in.a].Params) == 0) {
		l.wrapped = true
		e.replace(in)
		typ := e.m.raw[in.pos+1 : in.end]
		e.out = append(append(e.out, byte(opBlock)), typ...)
		e.op(opLoop, 0x40)
		e.op(opBlock, 0x40)
		e.out = append(append(e.out, byte(opLoop)), typ...)
		e.depth += 3
	}
	e.open(l)
	if !in.dead && !e.catches {
		e.state = stateLocal // as a branch back may leave it
	}
}

// loopAgain ends a wrapped loop.
func (e *emitter) loopAgain(in *instr, l *label) {
	e.copyTo(in.end)
	e.depth--
	e.br(opBr, l.at-3)
	e.op(opEnd)
	e.depth--
	e.ask()
	e.op(opLocalSet, e.local)
	e.br(opBr, l.at-2)
	e.op(opEnd)
	e.op(opUnreachable)
	e.op(opEnd)
	e.depth -= 2
}

// branch writes a branch: to the end of the function with the counter in the global, else in the local.
func (e *emitter) branch(in *instr) {
	back, moved := false, false
	visit := func(f func(depth uint32, l *label)) {
		e.code.labels(&reader{b: e.m.raw}, in, func(depth uint32) {
			f(depth, &e.labels[len(e.labels)-1-int(depth)])
		})
	}
	visit(func(depth uint32, l *label) {
		moved = moved || e.depth-l.at != int(depth)
		back = back || l.op == opLoop && !e.catches && !in.dead
		e.prepare(in, l)
	})
	target := &e.labels[max(0, len(e.labels)-1-int(in.a))]
	if back && (in.op == opBrTable || !target.wrapped) {
		e.copyTo(in.pos)
		e.askHere()
		back = false
	}
	// Only now is the state known in which all of them are reached.
	visit(func(_ uint32, l *label) {
		if l.op != opLoop {
			e.reach(in, l)
		}
	})
	if !moved && !back {
		return
	}
	e.replace(in)
	switch {
	case in.op == opBrTable:
		n := 0
		visit(func(uint32, *label) { n++ })
		e.op(opBrTable, uint32(n-1))
		visit(func(_ uint32, l *label) { e.out = appendU32(e.out, uint32(e.depth-l.at)) })
	case !back:
		e.br(in.op, target.at)
	default:
		e.branchBack(in, target)
	}
}

// branchBack writes a branch back to a wrapped loop.
func (e *emitter) branchBack(in *instr, l *label) {
	if in.op == opBrIf {
		e.op(opIf, 0x40)
		e.depth++
	}
	e.negative()
	e.br(opBrIf, l.at-1)
	e.br(opBr, l.at)
	if in.op == opBrIf {
		e.op(opEnd)
		e.depth--
	}
}

// charge takes fuel.
func (e *emitter) charge(cost int64) {
	e.load()
	e.op(opI64Const)
	e.out = appendS64(e.out, cost)
	e.store()
}

// takeUnits takes fuel for the operand on top of the stack.
func (e *emitter) takeUnits(in *instr) {
	e.copyTo(in.pos)
	e.op(opLocalTee, e.units)
	e.load()
	e.op(opLocalGet, e.units)
	e.op(opI64ExtendI32U)
	e.store()
	e.askHere()
}

// load pushes the counter.
func (e *emitter) load() {
	if e.state == stateGlobal {
		e.op(opGlobalGet, e.counter)
	} else {
		e.op(opLocalGet, e.local)
	}
}

// store takes what is on the stack from the counter below it, and keeps it.
func (e *emitter) store() {
	e.op(opI64Sub)
	if e.catches {
		e.op(opLocalTee, e.local)
		e.op(opGlobalSet, e.counter)
		return
	}
	e.op(opLocalSet, e.local)
	e.state = stateLocal
}

// negative pushes whether the counter, in the local, is below zero.
func (e *emitter) negative() {
	e.op(opLocalGet, e.local)
	e.op(opI64Const, 0)
	e.op(opI64LtS)
}

// ask pushes the new counter, which is in the global too.
func (e *emitter) ask() {
	e.op(opLocalGet, e.local)
	e.op(opCall, e.helper(helper{kind: helperFuel}))
}

// askHere asks for more where there is none left, in the middle of the code. The arm that is mostly taken comes first, because the
// compiler leaves registers alone along that one.
func (e *emitter) askHere() {
	e.op(opLocalGet, e.local)
	e.op(opI64Const, 0)
	e.op(opI64GeS)
	e.op(opIf, 0x40)
	e.op(opElse)
	e.ask()
	e.op(opLocalSet, e.local)
	e.op(opEnd)
	if !e.catches {
		e.state = stateLocal
	}
}
