package core

// pausesAfter is how many bytes are moved at a time where the fuel ran out over a fill or a copy of memory: the operators of the engine cannot be
// interrupted, and a quarter of a gigabyte takes them a good part of a second. It is more than a Tank gives at a time, so that whatever moves more bytes
// asks for fuel.
const pausesAfter = 1 << 20

// takeBytes takes fuel for memory.fill and memory.copy. Where that asks for more a helper moves the bytes, piece by piece.
//
//	units, second, first = the operands
//	counter -= units
//	if counter >= 0
//	  the operator, of first, second and units
//	else
//	  counter = ask(counter)
//	  helper(first, second, units)
//	end
func (e *emitter) takeBytes(in *instr) {
	e.copyTo(in.pos)
	e.op(opLocalSet, e.units)
	e.op(opLocalSet, e.second)
	e.op(opLocalSet, e.first)
	operands := func() {
		e.op(opLocalGet, e.first)
		e.op(opLocalGet, e.second)
		e.op(opLocalGet, e.units)
	}
	e.load()
	e.op(opLocalGet, e.units)
	e.op(opI64ExtendI32U)
	e.store()
	e.op(opLocalGet, e.local)
	e.op(opI64Const, 0)
	e.op(opI64GeS)
	e.op(opIf, 0x40)
	operands()
	e.copyTo(in.end)
	e.op(opElse)
	e.ask()
	e.op(opLocalSet, e.local)
	if e.m.NumMemories() > 0 { // else the compiler refuses the module
		h := helper{kind: helperFillMemory}
		if in.op == opMemoryCopy {
			h.kind = helperCopyMemory
		}
		operands()
		e.op(opCall, e.helper(h))
	}
	e.op(opEnd)
	if !e.catches {
		e.state = stateLocal
	}
}

// bulkBody writes the code of the helpers that fill and copy: their parameters are the operands of the operator.
type bulkBody struct {
	out  []byte
	hook uint32
}

func (b *bulkBody) op(o opcode, args ...uint32) { b.out = appendOp(b.out, o, args...) }

func (b *bulkBody) size() {
	b.op(opI32Const)
	b.out = appendS64(b.out, pausesAfter)
}

// within leaves the block around it if the n bytes (parameter 2) from an address on do not lie in the memory: the operator then traps, before it moves anything.
func (b *bulkBody) within(address uint32) {
	b.op(opLocalGet, address)
	b.op(opI64ExtendI32U)
	b.op(opLocalGet, 2)
	b.op(opI64ExtendI32U)
	b.op(opI64Add)
	b.op(opMemorySize, 0)
	b.op(opI64ExtendI32U)
	b.op(opI64Const, 16)
	b.op(opI64Shl)
	b.op(opI64GtU)
	b.op(opBrIf, 0)
}

// pieces moves a piece after the other while more than one remains.
func (b *bulkBody) pieces(move func()) {
	b.op(opBlock, 0x40)
	b.op(opLoop, 0x40)
	b.op(opLocalGet, 2)
	b.size()
	b.op(opI32LeU)
	b.op(opBrIf, 1)
	b.op(opLocalGet, 2)
	b.size()
	b.op(opI32Sub)
	b.op(opLocalSet, 2)
	move()
	b.op(opI32Const, HookPause)
	b.op(opI64Const, 0)
	b.op(opCall, b.hook)
	b.op(opDrop)
	b.op(opBr, 0)
	b.op(opEnd)
	b.op(opEnd)
}

// last pushes the address of the last piece: that of the part that remains lies before it.
func (b *bulkBody) last(address uint32) {
	b.op(opLocalGet, address)
	b.op(opLocalGet, 2)
	b.op(opI32Add)
}

func fillBody(hook uint32) []byte {
	b := bulkBody{out: []byte{0}, hook: hook} // no locals
	b.op(opBlock, 0x40)
	b.within(0)
	b.pieces(func() {
		b.last(0)
		b.op(opLocalGet, 1)
		b.size()
		b.op(opMemoryFill, 0)
	})
	b.op(opEnd)
	b.op(opLocalGet, 0)
	b.op(opLocalGet, 1)
	b.op(opLocalGet, 2)
	b.op(opMemoryFill, 0)
	b.op(opEnd)
	return b.out
}

// copyBody copies from the end, or from the start where the bytes at the end would else be overwritten before they are copied.
func copyBody(hook uint32) []byte {
	b := bulkBody{out: []byte{0}, hook: hook}
	b.op(opBlock, 0x40)
	b.within(0)
	b.within(1)
	b.op(opLocalGet, 0)
	b.op(opLocalGet, 1)
	b.op(opI32LeU)
	b.op(opIf, 0x40)
	b.pieces(func() {
		b.op(opLocalGet, 0)
		b.op(opLocalGet, 1)
		b.size()
		b.op(opMemoryCopy, 0, 0)
		for _, address := range []uint32{0, 1} {
			b.op(opLocalGet, address)
			b.size()
			b.op(opI32Add)
			b.op(opLocalSet, address)
		}
	})
	b.op(opElse)
	b.pieces(func() {
		b.last(0)
		b.last(1)
		b.size()
		b.op(opMemoryCopy, 0, 0)
	})
	b.op(opEnd)
	b.op(opEnd)
	b.op(opLocalGet, 0)
	b.op(opLocalGet, 1)
	b.op(opLocalGet, 2)
	b.op(opMemoryCopy, 0, 0)
	b.op(opEnd)
	return b.out
}
