package core

// ConstExpr is a constant expression: Raw are its bytes, the final `end` included.
type ConstExpr struct {
	// Offset is the byte offset of Raw in the module.
	Offset int
	Raw    []byte
}

// Operators of constant expressions (and of the code that this package writes).
const (
	opEnd       = 0x0b
	opGlobalGet = 0x23
	opI32Const  = 0x41
	opI64Const  = 0x42
	opF32Const  = 0x43
	opF64Const  = 0x44
	opI32Add    = 0x6a
	opI32Sub    = 0x6b
	opI32Mul    = 0x6c
	opI64Add    = 0x7c
	opI64Sub    = 0x7d
	opI64Mul    = 0x7e
	opRefNull   = 0xd0
	opRefFunc   = 0xd2
	opVecPrefix = 0xfd
	vecConst    = 12
)

// constExpr reads a constant expression, and checks the functions and globals that it names; its type is left to the compiler.
func (p *parser) constExpr() ConstExpr {
	start := p.pos
	for p.err == nil {
		at := p.pos
		switch op := p.u8(); op {
		case opEnd:
			return ConstExpr{Offset: start, Raw: p.b[start:p.pos:p.pos]}
		case opI32Const:
			p.s32()
		case opI64Const:
			p.s64()
		case opF32Const:
			p.bytes(4)
		case opF64Const:
			p.bytes(8)
		case opI32Add, opI32Sub, opI32Mul, opI64Add, opI64Sub, opI64Mul:
		case opGlobalGet:
			switch i := p.u32(); {
			case p.err != nil:
			case i >= p.m.NumGlobals():
				p.fail(at, "a constant expression names global %d, which is not defined before it", i)
			case p.m.Global(i).Mutable:
				p.fail(at, "a constant expression names global %d, which is mutable", i)
			}
		case opRefNull:
			p.heapType()
		case opRefFunc:
			p.funcIndex()
		case opVecPrefix:
			if sub := p.u32(); sub != vecConst {
				p.fail(at, "operator %#x %d may not stand in a constant expression", op, sub)
			}
			p.bytes(16)
		case 0xfb:
			p.unsupported(at, "garbage-collected types are not supported")
		default:
			p.fail(at, "operator %#x may not stand in a constant expression", op)
		}
	}
	return ConstExpr{}
}

// EvalI32 evaluates an i32 expression; globals gives the value of a global. ok is false where the expression is of no i32.
func (e ConstExpr) EvalI32(globals func(i uint32) uint64) (v uint32, ok bool) {
	x, ok := e.eval(globals)
	return uint32(x), ok
}

// eval evaluates an expression over integers, each in the low bits of a word.
func (e ConstExpr) eval(globals func(i uint32) uint64) (v uint64, ok bool) {
	r := &reader{b: e.Raw, end: len(e.Raw)}
	var stack []uint64
	for r.more() {
		op := r.u8()
		switch op {
		case opI32Const:
			stack = append(stack, uint64(uint32(r.s32())))
		case opI64Const:
			stack = append(stack, uint64(r.s64()))
		case opGlobalGet:
			stack = append(stack, globals(r.u32()))
		case opI32Add, opI64Add, opI32Sub, opI64Sub, opI32Mul, opI64Mul:
			n := len(stack)
			if n < 2 {
				return 0, false
			}
			a, b := stack[n-2], stack[n-1]
			switch op {
			case opI32Add, opI64Add:
				a += b
			case opI32Sub, opI64Sub:
				a -= b
			default:
				a *= b
			}
			if op <= opI32Mul {
				a = uint64(uint32(a))
			}
			stack = append(stack[:n-2], a)
		case opEnd:
			return last(stack), len(stack) == 1
		default:
			return 0, false
		}
	}
	return 0, false
}

func last(s []uint64) uint64 {
	if len(s) == 0 {
		return 0
	}
	return s[len(s)-1]
}

// EvalI32 evaluates an i32 expression of this module: imported gives the values of the imported globals, those that the module
// defines follow from their initial values. ok is false where the expression is of no i32.
func (m *Module) EvalI32(e ConstExpr, imported func(i uint32) uint64) (v uint32, ok bool) {
	n := m.NumImportedGlobals()
	var defined []uint64 // the values of the globals defined so far; an expression names earlier ones only
	get := func(i uint32) uint64 {
		if i < n {
			return imported(i)
		}
		for uint32(len(defined)) <= i-n {
			v, _ := m.Globals[len(defined)].Init.eval(func(j uint32) uint64 {
				if j < n {
					return imported(j)
				}
				return defined[j-n]
			})
			defined = append(defined, v)
		}
		return defined[i-n]
	}
	return e.EvalI32(get)
}
