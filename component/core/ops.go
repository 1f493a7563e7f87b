package core

// opcode is an operator: its byte, or for those with a prefix byte prefix<<16 | number.
type opcode uint32

// Operators that metering or renumbering treats in its own way.
const (
	opUnreachable        opcode = 0x00
	opNop                opcode = 0x01
	opBlock              opcode = 0x02
	opLoop               opcode = 0x03
	opIf                 opcode = 0x04
	opElse               opcode = 0x05
	opThrow              opcode = 0x08
	opThrowRef           opcode = 0x0a
	opBr                 opcode = 0x0c
	opBrIf               opcode = 0x0d
	opBrTable            opcode = 0x0e
	opReturn             opcode = 0x0f
	opCall               opcode = 0x10
	opCallIndirect       opcode = 0x11
	opReturnCall         opcode = 0x12
	opReturnCallIndirect opcode = 0x13
	opDrop               opcode = 0x1a
	opSelect             opcode = 0x1b
	opTryTable           opcode = 0x1f
	opLocalGet           opcode = 0x20
	opLocalSet           opcode = 0x21
	opLocalTee           opcode = 0x22
	opGlobalSet          opcode = 0x24
	opTableGet           opcode = 0x25
	opTableSet           opcode = 0x26
	opMemorySize         opcode = 0x3f
	opMemoryGrow         opcode = 0x40
	opI32Eqz             opcode = 0x45
	opI32Eq              opcode = 0x46
	opI32LeU             opcode = 0x4d
	opI64Eqz             opcode = 0x50
	opI64LtS             opcode = 0x53
	opI64GtU             opcode = 0x56
	opI64GeS             opcode = 0x59
	opI64Shl             opcode = 0x86
	opI64ExtendI32U      opcode = 0xad
	opMemoryInit         opcode = 0xfc<<16 | 8
	opMemoryCopy         opcode = 0xfc<<16 | 10
	opMemoryFill         opcode = 0xfc<<16 | 11
	opTableInit          opcode = 0xfc<<16 | 12
	opTableCopy          opcode = 0xfc<<16 | 14
	opTableGrow          opcode = 0xfc<<16 | 15
	opTableFill          opcode = 0xfc<<16 | 17
)

// imm says what follows an operator.
type imm uint8

const (
	immUnknown     imm = iota // no operator
	immUnsupported            // an operator of a proposal that is not supported
	immNone
	immBlock   // a block type
	immIndex   // one unsigned integer
	immIndex2  // two
	immMemArg  // alignment and offset
	immMemLane // alignment, offset and a byte
	immBrTable // a vector of labels and one more
	immI32
	immI64
	imm1        // one byte
	imm4        // four bytes
	imm8        // eight bytes
	imm16       // sixteen bytes
	immHeap     // a heap type
	immTypes    // a vector of value types
	immTryTable // a block type and a vector of catch clauses
)

// ops, miscOps, vecOps and atomicOps say what follows each operator, by its byte or number.
var (
	ops       [256]imm
	miscOps   [18]imm
	vecOps    [256]imm
	atomicOps [79]imm
)

// span marks operators first to last.
func span(table []imm, first, last int, i imm) {
	for k := first; k <= last; k++ {
		table[k] = i
	}
}

func init() {
	t := ops[:]
	for _, s := range []struct {
		first, last int
		i           imm
	}{
		{0x00, 0x01, immNone}, {0x02, 0x04, immBlock}, {0x05, 0x05, immNone}, {0x06, 0x07, immUnsupported}, {0x08, 0x08, immIndex}, {0x09, 0x09, immUnsupported},
		{0x0a, 0x0b, immNone}, {0x0c, 0x0d, immIndex}, {0x0e, 0x0e, immBrTable}, {0x0f, 0x0f, immNone}, {0x10, 0x10, immIndex}, {0x11, 0x11, immIndex2},
		{0x12, 0x12, immIndex}, {0x13, 0x13, immIndex2}, {0x14, 0x15, immUnsupported}, {0x18, 0x19, immUnsupported}, {0x1a, 0x1b, immNone}, {0x1c, 0x1c, immTypes},
		{0x1f, 0x1f, immTryTable}, {0x20, 0x26, immIndex}, {0x28, 0x3e, immMemArg}, {0x3f, 0x40, immIndex}, {0x41, 0x41, immI32}, {0x42, 0x42, immI64},
		{0x43, 0x43, imm4}, {0x44, 0x44, imm8}, {0x45, 0xc4, immNone}, {0xd0, 0xd0, immHeap}, {0xd1, 0xd1, immNone}, {0xd2, 0xd2, immIndex}, {0xd3, 0xd6, immUnsupported},
	} {
		span(t, s.first, s.last, s.i)
	}
	t = miscOps[:]
	span(t, 0, 7, immNone)
	for k, i := range []imm{immIndex2, immIndex, immIndex2, immIndex, immIndex2, immIndex, immIndex2, immIndex, immIndex, immIndex} {
		t[8+k] = i
	}
	t = vecOps[:]
	span(t, 0x00, 0xff, immNone)
	span(t, 0x00, 0x0b, immMemArg)
	span(t, 0x0c, 0x0d, imm16)
	span(t, 0x15, 0x22, imm1)
	span(t, 0x54, 0x5b, immMemLane)
	span(t, 0x5c, 0x5d, immMemArg)
	for _, k := range []int{0x9a, 0xa2, 0xa5, 0xa6, 0xaf, 0xb0, 0xb2, 0xb3, 0xb4, 0xbb, 0xc2, 0xc5, 0xc6, 0xcf, 0xd0, 0xd2, 0xd3, 0xd4, 0xe2, 0xee} {
		t[k] = immUnknown
	}
	t = atomicOps[:]
	span(t, 0x00, 0x02, immMemArg)
	t[0x03] = imm1
	span(t, 0x10, 0x4e, immMemArg)
}

// instr is a decoded operator: raw[pos:end] of the module.
type instr struct {
	pos, end int32
	op       opcode
	// a is the first index or the constant among the immediates; of a block its type index, -1: none.
	a int64

	// What metering finds out about it; see plan.
	//
	// after is the fuel to take once the operator is done, before the next one.
	after int64
	// dead: it can never be reached.
	dead bool
	// target, of an `end`: a branch leads here. Of a `loop`: a branch leads back to it. Of an `if`: it has an `else`.
	target bool
	// dynamic, of a bulk operation: its cost is taken when it runs.
	dynamic bool
	// exit, of a block: its end leads straight out of the function.
	exit bool
	// opener, of an `end`: the index of what it ends, -1: the function.
	opener int32
}

// opcode reads an operator (with a prefix its number too) and says what follows it.
func (r *reader) opcode() (opcode, imm) {
	at := r.pos
	b := r.u8()
	var t []imm
	switch b {
	default:
		if i := ops[b]; i > immUnsupported {
			return opcode(b), i
		}
		t = ops[:]
	case 0xfc:
		t = miscOps[:]
	case 0xfd:
		t = vecOps[:]
	case 0xfe:
		t = atomicOps[:]
	case 0xfb: // garbage collection: none of its operators is supported
	}
	n, prefix := uint32(b), byte(0)
	if b >= 0xfb {
		n, prefix = r.u32(), b
	}
	switch feature := proposalOf(prefix, n); {
	case r.err != nil:
		return 0, immUnknown
	case feature != "" && (n >= uint32(len(t)) || t[n] <= immUnsupported):
		r.unsupported(at, "%s are not supported", feature)
	case n >= uint32(len(t)) || t[n] <= immUnsupported:
		if prefix != 0 {
			r.fail(at, "operator %#x %d is unknown", b, n)
		} else {
			r.fail(at, "operator %#x is unknown", b)
		}
	default:
		return opcode(b)<<16 | opcode(n), t[n]
	}
	return 0, immUnknown
}

// instr reads one operator with its immediates.
func (r *reader) instr() instr {
	in := instr{pos: int32(r.pos)}
	op, im := r.opcode()
	in.op = op
	switch im {
	case immBlock:
		in.a = r.blockType()
	case immIndex:
		in.a = int64(r.u32())
	case immIndex2:
		in.a = int64(r.u32())
		r.u32()
	case immMemArg, immMemLane:
		at := r.pos
		if flags := r.u32(); flags&0x40 != 0 {
			r.unsupported(at, "several memories in one module are not supported")
		}
		r.leb(64, false)
		if im == immMemLane {
			r.u8()
		}
	case immBrTable:
		r.labels(func(uint32) {})
	case immI32:
		in.a = int64(r.s32())
	case immI64:
		in.a = r.s64()
	case imm1:
		r.u8()
	case imm4:
		r.bytes(4)
	case imm8:
		r.bytes(8)
	case imm16:
		r.bytes(16)
	case immHeap:
		r.heapType()
	case immTypes:
		for n := r.count("types", maxResults); n > 0 && r.err == nil; n-- {
			r.valType()
		}
	case immTryTable:
		in.a = r.blockType()
		r.catches(func(uint32) {})
	}
	in.end = int32(r.pos)
	return in
}

// blockType reads a block type and gives its type index, -1: it has none.
func (r *reader) blockType() int64 {
	if r.more() && r.b[r.pos] >= 0x40 && r.b[r.pos] < 0x80 {
		if r.b[r.pos] == 0x40 {
			r.pos++
		} else {
			r.valType()
		}
		return -1
	}
	at := r.pos
	i := r.s33()
	if i < 0 {
		r.fail(at, "%d is no block type", i)
	}
	return i
}

// labels reads the labels of a br_table.
func (r *reader) labels(f func(label uint32)) {
	for n := r.count("labels", maxBody); n > 0 && r.err == nil; n-- {
		f(r.u32())
	}
	f(r.u32())
}

// catches reads the catch clauses of a try_table; f gets the label of each, counted from outside of the block.
func (r *reader) catches(f func(label uint32)) {
	for n := r.count("catch clauses", maxBody); n > 0 && r.err == nil; n-- {
		at := r.pos
		switch kind := r.u8(); kind {
		case 0, 1:
			r.u32()
		case 2, 3:
		default:
			r.fail(at, "%#x is no kind of a catch clause", kind)
		}
		f(r.u32())
	}
}
