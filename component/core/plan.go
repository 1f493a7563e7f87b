package core

// A function's code is decoded once into a list of operators, and a plan is made of where fuel is taken.
//
// Fuel is taken by the segment: a run of operators of which all are executed if the first is, and that no branch enters or
// leaves. Its whole cost is taken at its start. A call does not end a segment, because it returns or ends the whole call; where
// exceptions may be about it does.

// frame is an open block of a function.
type frame struct {
	op opcode
	// at is the index of the operator that opened it.
	at int
	// dead: the block itself can never be reached.
	dead bool
	// target: a branch leads to its end, or to the head of a loop.
	target bool
	// segment is the segment in which an `if` stands, els the index of its `else`, 0: none.
	segment, els int
	// loops, calls: there is one inside.
	loops, calls bool
}

// code is a decoded function; it is used for one function after the other.
type code struct {
	m      *Module
	instrs []instr
	// entry is the fuel to take on entry.
	entry int64
	// catches: there is a try_table. dynamic: there is an operation whose cost is known when it runs. moves: one of them is memory.fill or memory.copy.
	catches, dynamic, moves bool
	// splitCalls: calls end segments.
	splitCalls bool
	// locals is the number of locals, parameters included.
	locals uint32

	frames []frame
	// segment is the index of the operator that the current segment follows, -1: the entry.
	segment int
	dead    bool
}

// flatCost is what an operator costs whatever its operands: as wasmtime counts.
func flatCost(op opcode) int64 {
	switch op {
	case opUnreachable, opNop, opBlock, opLoop, opElse, opEnd, opReturn, opDrop:
		return 0
	}
	return 1
}

// cheap is the most units of a bulk operation with a constant operand that wasmtime takes ahead of the operation.
const cheap = 128

// read decodes defined function i.
func (c *code) read(i int) *Error {
	b := c.m.Bodies[i]
	c.locals = uint32(len(c.m.Types[c.m.Funcs[i]].Params))
	for _, l := range b.Locals {
		c.locals += l.Count
	}
	c.instrs, c.frames = c.instrs[:0], append(c.frames[:0], frame{op: opBlock, at: -1})
	c.entry, c.segment = 1, -1
	c.dead, c.catches, c.dynamic, c.moves = false, false, false, false
	r := &reader{b: c.m.raw, pos: b.Code, end: b.End}
	for r.more() {
		if len(c.frames) == 0 {
			r.fail(r.pos, "code follows the end of a function")
			break
		}
		in := r.instr()
		c.check(r, &in)
		if r.err != nil {
			break
		}
		in.dead = c.dead
		c.instrs = append(c.instrs, in)
		c.add(flatCost(in.op))
		c.control(r, &c.instrs[len(c.instrs)-1])
	}
	if r.err == nil && len(c.frames) > 0 {
		r.fail(b.End, "a function ends within a block")
	}
	if r.err == nil {
		c.findExits()
	}
	return r.err
}

// findExits marks the blocks whose end leads straight out of the function, where calls have left the counter in the global.
func (c *code) findExits() {
	exits := false // from the operator behind
	for i := len(c.instrs) - 1; i >= 0; i-- {
		in := &c.instrs[i]
		switch in.op {
		case opEnd:
			exits = in.after == 0 && (exits || i == len(c.instrs)-1)
			if in.opener >= 0 && exits && in.exit {
				c.instrs[in.opener].exit = true
			}
		case opReturn:
			exits = true
		default:
			exits = false
		}
	}
}

// check refuses indices that are out of range in the module as it is but would name what Rewrite adds.
func (c *code) check(r *reader, in *instr) {
	what, n := "", uint32(0)
	switch in.op {
	case opCall, opReturnCall, opRefFunc:
		what, n = "function", c.m.NumFuncs()
	case opGlobalGet, opGlobalSet:
		what, n = "global", c.m.NumGlobals()
	case opLocalGet, opLocalSet, opLocalTee:
		what, n = "local", c.locals
	case opBlock, opLoop, opIf, opTryTable, opCallIndirect, opReturnCallIndirect:
		what, n = "type", uint32(len(c.m.Types))
	default:
		return
	}
	if in.a >= int64(n) {
		r.fail(int(in.pos), "%s %d does not exist: there are %d", what, in.a, n)
	}
}

// add adds to the cost of the current segment.
func (c *code) add(cost int64) {
	if !c.dead {
		*c.cost(c.segment) += cost
	}
}

// cost gives the cost of a segment.
func (c *code) cost(segment int) *int64 {
	if segment < 0 {
		return &c.entry
	}
	return &c.instrs[segment].after
}

// split starts a segment after the last operator.
func (c *code) split() { c.segment = len(c.instrs) - 1 }

// control follows the control flow through the operator just read.
func (c *code) control(r *reader, in *instr) {
	switch in.op {
	case opBlock, opLoop, opIf, opTryTable:
		if in.op == opTryTable {
			c.catches = true
			c.branches(r, in)
		}
		c.frames = append(c.frames, frame{op: in.op, at: len(c.instrs) - 1, dead: c.dead, segment: c.segment})
		if in.op == opLoop || in.op == opIf {
			c.split()
		}
	case opElse:
		f := &c.frames[len(c.frames)-1]
		if f.op != opIf || f.els > 0 {
			r.fail(int(in.pos), "`else` without `if`")
			return
		}
		f.els = len(c.instrs) - 1
		c.instrs[f.at].target = true
		f.target = f.target || !c.dead
		c.dead = f.dead
		c.split()
	case opEnd:
		c.end(in)
	case opBr, opBrTable:
		c.branches(r, in)
		c.dead = true
	case opBrIf:
		c.branches(r, in)
		c.split()
	case opReturn, opReturnCall, opReturnCallIndirect, opUnreachable, opThrow, opThrowRef:
		c.dead = true
	case opCall, opCallIndirect:
		if len(c.frames) > 0 {
			c.frames[len(c.frames)-1].calls = true
		}
		if c.splitCalls {
			c.split()
		}
	case opMemoryInit, opMemoryCopy, opMemoryFill, opTableInit, opTableCopy, opTableFill, opMemoryGrow, opTableGrow:
		c.bulk(in)
	}
}

func (c *code) end(in *instr) {
	f := c.frames[len(c.frames)-1]
	c.frames = c.frames[:len(c.frames)-1]
	in.opener, in.exit = int32(f.at), f.calls && !f.loops
	if n := len(c.frames); n > 0 {
		c.frames[n-1].loops = c.frames[n-1].loops || f.loops || f.op == opLoop
		c.frames[n-1].calls = c.frames[n-1].calls || f.calls
	}
	switch {
	case f.op == opLoop:
		c.instrs[f.at].target = f.target
		return
	case f.op != opIf || f.dead:
	case f.els == 0:
		f.target = true // by the else that is not there
	default:
		// What both arms cost is taken before them.
		then, els := c.cost(f.at), c.cost(f.els)
		both := min(*then, *els)
		*then, *els = *then-both, *els-both
		*c.cost(f.segment) += both
	}
	if f.target {
		in.target = true
		c.dead = false
		c.split()
	}
}

// branches notes the labels that an operator may branch to.
func (c *code) branches(r *reader, in *instr) {
	c.labels(r, in, func(depth uint32) {
		if uint64(depth) >= uint64(len(c.frames)) {
			r.fail(int(in.pos), "label %d does not exist", depth)
		} else if !c.dead {
			c.frames[len(c.frames)-1-int(depth)].target = true
		}
	})
}

// labels calls f with each label of a branching operator.
func (c *code) labels(r *reader, in *instr, f func(depth uint32)) {
	sub := &reader{b: r.b, pos: int(in.pos) + 1, end: int(in.end)}
	switch in.op {
	case opBr, opBrIf:
		f(uint32(in.a))
	case opBrTable:
		sub.labels(f)
	case opTryTable:
		sub.blockType()
		sub.catches(f)
	}
}

// bulk plans the cost of an operation that also costs 1 for each byte, page or element.
func (c *code) bulk(in *instr) {
	if c.dead {
		return
	}
	if n := len(c.instrs) - 2; n >= 0 && c.instrs[n].op == opI32Const {
		if units := uint32(c.instrs[n].a); units <= cheap {
			c.add(int64(units))
			return
		}
	}
	in.dynamic = true
	if in.op != opMemoryGrow && in.op != opTableGrow {
		c.dynamic = true
	}
	c.moves = c.moves || in.op == opMemoryFill || in.op == opMemoryCopy
}
