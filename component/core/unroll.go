package core

// A loop of a few operators takes about as long as the two operators and the branch that would count each of its rounds. Such
// loops, as far as they are straight, go four rounds for each time that fuel is taken.
const (
	rounds = 4
	// maxUnroll is the most operators that the loop may have, maxUnrollBytes the most bytes.
	maxUnroll      = 20
	maxUnrollBytes = 64
)

// unrollable gives the number of operators of the loop at instruction k up to its `br_if`, which is its last; 0: the loop is not
// that simple.
func (e *emitter) unrollable(k int) int {
	in := &e.instrs[k]
	if !e.metered || in.op != opLoop || in.dead || !in.target || e.catches || in.a >= 0 || e.m.raw[in.pos+1] != 0x40 {
		return 0
	}
	for n := 1; n <= maxUnroll && k+n+1 < len(e.instrs); n++ {
		switch at := &e.instrs[k+n]; {
		case at.op == opBrIf:
			end := &e.instrs[k+n+1]
			if at.a == 0 && end.op == opEnd && end.opener == int32(k) && at.pos-in.end <= maxUnrollBytes {
				return n
			}
			return 0
		case !plain(at.op):
			return 0
		}
	}
	return 0
}

// plain says whether an operator neither changes the flow of control nor is rewritten.
func plain(op opcode) bool {
	switch {
	case op <= opReturnCallIndirect, op == opTryTable, op == opTableGet, op == opTableSet, op == opRefFunc, op == opMemoryGrow:
		return false
	}
	return op>>16 != 0xfc
}

// unroll writes the loop at instruction k, whose `br_if` is n operators behind:
//
//	block                      the exit
//	  loop
//	    block                  left when the fuel is used up
//	      loop
//	        block block block
//	          block            by whose end the compiler checks what the code leaves
//	            code; if not: br 1
//	            code; if not: br 2
//	            code; if not: br 3
//	            code; counter -= 4 × cost; if: leave if counter < 0, else go on
//	          end
//	          br exit
//	        end
//	        counter -= cost; br exit
//	        …
//	      end
//	    end
//	    counter = ask(counter)
//	    br 0
//	  end
//	end
func (e *emitter) unroll(k, n int) {
	in, last := &e.instrs[k], &e.instrs[k+n]
	e.toLocal(in)
	e.copyTo(in.pos)
	body := e.m.raw[in.end:last.pos]
	exit := e.depth + 1
	for _, o := range []opcode{opBlock, opLoop, opBlock, opLoop} {
		e.op(o, 0x40)
	}
	for range rounds {
		e.op(opBlock, 0x40)
	}
	e.depth += 4 + rounds
	for i := range rounds - 1 {
		e.out = append(e.out, body...)
		e.op(opI32Eqz)
		e.op(opBrIf, uint32(i+1))
	}
	e.out = append(e.out, body...)
	e.state = stateLocal
	e.charge(rounds * in.after)
	e.branchBack(last, &label{at: exit + 3})
	e.op(opEnd)
	e.depth--
	e.br(opBr, exit)
	for i := range int64(rounds - 1) {
		e.op(opEnd)
		e.depth--
		e.charge((i + 1) * in.after)
		e.br(opBr, exit)
	}
	e.copied = last.end
	e.loopAgain(&e.instrs[k+n+1], &label{at: exit + 3})
	if last.after > 0 {
		e.charge(last.after)
	}
}
