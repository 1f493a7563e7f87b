package main

import (
	"math/rand/v2"

	"openidea-plugin/component"
)

// programmer writes programs for the interpreters. It keeps track of what the registers should hold, so that most operations succeed and
// the mistakes that it makes on purpose come at a place where much has happened before.
type programmer struct {
	r   *rand.Rand
	ops map[string][]operation
	// regs is what the registers of each component hold: x, y, r, s for an own, X, Y, R for a borrow, 0 for anything else.
	regs map[string]*[16]byte
	// held are the resources of guests that the host should hold, by number: r or s.
	held   map[int]byte
	serial int
}

// fits says whether a register that holds have can be used where an operation takes want: a small letter is an own, a capital an own or a borrow.
func fits(want, have byte) bool {
	return have != 0 && (want == have || want == have&^0x20)
}

func (p *programmer) makeCase() testCase {
	p.regs = map[string]*[16]byte{"a": {}, "b": {}}
	p.held, p.serial = map[int]byte{}, 0
	c := testCase{fresh: true}
	for range 1 + p.r.IntN(6) {
		p.addStep(&c)
	}
	if p.r.IntN(8) == 0 {
		c.after = &step{call: "r-make", args: []component.Value{uint32(1)}}
	}
	return c
}

// hold is what the host has after it got a resource of a guest.
func (p *programmer) hold(kind byte) {
	p.serial++
	p.held[p.serial] = kind
}

// pick finds a resource of a kind that the host should hold; now and then a wrong one.
func (p *programmer) pick(kind byte) (int, bool) {
	for n := 1; n <= p.serial; n++ {
		if p.held[n] == kind && p.r.IntN(3) > 0 {
			return n, true
		}
	}
	return 0, false
}

func guestValue(serial int) component.Value { return component.Handle{Rep: guestHandle{serial}} }

func (p *programmer) addStep(c *testCase) {
	rep := func() uint32 { return uint32(p.r.IntN(64)) }
	switch p.r.IntN(10) {
	case 0:
		c.call("r-make", rep())
		p.hold('r')
	case 1, 2:
		kind := "rs"[p.r.IntN(2)]
		own, ok1 := p.pick(kind)
		borrow, ok2 := p.pick(kind)
		if !ok1 || !ok2 || own == borrow && p.r.IntN(4) > 0 {
			break
		}
		delete(p.held, own)
		if p.r.IntN(4) == 0 && kind == 'r' {
			c.call([]string{"r-mix", "r-swap", "r-lend"}[p.r.IntN(3)], guestValue(own), guestValue(borrow))
			if last := &c.steps[len(c.steps)-1]; last.call == "r-lend" {
				last.args[0], last.args[1] = last.args[1], last.args[0]
			}
			if last := &c.steps[len(c.steps)-1]; last.call == "r-swap" {
				last.args = last.args[:1]
				p.hold('r')
			}
			return
		}
		p.regs["a"][1], p.regs["a"][2] = kind, 0
		if kind == 'r' {
			p.regs["a"][2] = 'R'
		}
		c.call("run-"+string(kind), p.program("a", kind), guestValue(own), guestValue(borrow))
		p.hold(kind)
		return
	case 3:
		if n, ok := p.pick('r'); ok {
			c.call("r-look", guestValue(n))
			return
		}
	case 4:
		if n, ok := p.pick("rs"[p.r.IntN(2)]); ok {
			delete(p.held, n)
			c.steps = append(c.steps, step{drop: n})
			return
		}
	case 5:
		c.call("get-s", p.program("a", 's'))
		p.hold('s')
		return
	case 6, 7:
		kind := "xy"[p.r.IntN(2)]
		p.regs["a"][1], p.regs["a"][2] = kind, 'X'
		c.call("run-"+string(kind), p.program("a", kind), hostValue(string(kind), rep()), hostValue("x", rep()))
		return
	}
	c.call("run", p.program("a", 0))
}

// program makes a program that leaves an own of a kind in the first register, or anything where result is 0.
func (p *programmer) program(comp string, result byte) []byte {
	var prog []byte
	regs := p.regs[comp]
	for range p.r.IntN(9) {
		prog = p.operation(prog, comp)
	}
	// The borrows have to be dropped, and there has to be a result.
	for i, kind := range regs {
		if kind >= 'A' && kind <= 'Z' && p.r.IntN(12) > 0 {
			prog = append(prog, p.code(comp, string(kind|0x20)+"-drop"), 15, byte(i), literal)
		}
		if kind >= 'A' && kind <= 'Z' {
			regs[i] = 0
		}
	}
	if result == 0 || p.r.IntN(30) == 0 {
		return prog
	}
	if i := p.find(regs, result); i >= 0 && p.r.IntN(3) > 0 {
		prog = append(prog, opMove, 0, byte(i), literal)
		regs[i] = 0
	} else if i < 0 || p.r.IntN(2) == 0 {
		maker := map[byte]string{'x': "x-make", 'y': "y-make", 'r': "r-make", 's': "s-new"}[result]
		prog = append(prog, p.code(comp, maker), 0, byte(literal+p.r.IntN(64)), literal)
	} else {
		prog = append(prog, opMove, 0, byte(i), literal)
		regs[i] = 0
	}
	regs[0] = 0
	return prog
}

func (p *programmer) code(comp, name string) byte {
	for i, op := range p.ops[comp] {
		if op.name == name {
			return byte(i)
		}
	}
	return opMove
}

// find is a register that fits, or -1; which one is random.
func (p *programmer) find(regs *[16]byte, want byte) int {
	start := p.r.IntN(16)
	for i := range regs {
		if k := (start + i) % 16; fits(want, regs[k]) {
			return k
		}
	}
	return -1
}

// operation adds one operation, nearly always one that should succeed.
func (p *programmer) operation(prog []byte, comp string) []byte {
	regs := p.regs[comp]
	if p.r.IntN(150) == 0 {
		return append(prog, opTrap, 0, 0, 0)
	}
	if p.r.IntN(120) == 0 {
		regs[15] = 0
		return append(prog, opThousand, 15, byte(literal+p.r.IntN(6)), literal)
	}
	if comp == "a" && p.r.IntN(7) == 0 {
		return p.runB(prog)
	}
	careless := p.r.IntN(40) == 0
	for range 20 {
		code := p.r.IntN(len(p.ops[comp]))
		op := p.ops[comp][code]
		operands := [2]byte{literal, literal}
		used := [2]int{-1, -1}
		ok := true
		for i := range op.in {
			switch op.in[i] {
			case 'i':
				operands[i] = byte(literal + p.r.IntN(64))
				if op.name == "host-drop" {
					n, _ := p.pick('r') // never one of the component that is running: see the decided differences
					ok = comp == "a"
					operands[i] = byte(literal + n)
				}
			case 'c':
				operands[i] = literal + 1
				if n := p.r.IntN(12); n < 4 {
					operands[i] = byte(literal + n)
				}
			case 'L':
				operands[i] = byte(literal + p.r.IntN(8))
			default:
				used[i] = p.find(regs, op.in[i])
				if op.name == "host-drop" && fits('X', regs[14]) {
					used[i] = 14
				}
				if i == 1 && used[0] >= 0 && p.r.IntN(60) == 0 && regs[used[0]]|0x20 == regs[used[i]&15]|0x20 {
					used[i] = used[0]
					operands[i] = byte(used[i])
					continue
				}
				if careless {
					used[i] = p.r.IntN(16)
				}
				ok = ok && used[i] >= 0 && (i == 0 || used[0] != used[1] || careless || op.in == "XX")
				operands[i] = byte(used[i])
			}
		}
		if op.in == "LL" {
			// The list takes registers from the first operand on: they must all hold what it wants.
			for k := range operands[1] - literal&3 {
				have := regs[(operands[0]-literal+byte(k))&7]
				ok = ok && fits(map[string]byte{"x-list": 'X', "x-give": 'x', "r-list": 'R'}[op.name], have)
			}
			ok = ok || careless
		}
		if !ok {
			continue
		}
		for i := range op.in {
			if used[i] >= 0 && (op.in[i] >= 'a' && op.name[2:] != "rep" || op.name[1:] == "-drop") {
				regs[used[i]] = 0
			}
		}
		if op.name == "host-drop" {
			delete(p.held, int(operands[0]-literal))
		}
		if op.name == "x-give" {
			for k := range operands[1] - literal&3 {
				regs[(operands[0]-literal+byte(k))&7] = 0
			}
		}
		dst := p.target(regs)
		if op.out == 'x' && p.r.IntN(4) == 0 {
			dst = 14
		}
		if op.out != 0 {
			regs[dst] = op.out
			if op.out == 'n' {
				regs[dst] = 0
			}
		}
		return append(prog, byte(code), byte(dst), operands[0], operands[1])
	}
	return prog
}

// target is a register for a result: hardly ever one with a borrow, which could not be dropped any more.
func (p *programmer) target(regs *[16]byte) int {
	dst := p.r.IntN(16)
	for n := 0; n < 5 && regs[dst] >= 'A' && regs[dst] <= 'Z'; n++ {
		dst = p.r.IntN(16)
	}
	return dst
}

// runB adds a call of B; the registers 12 and 13 hold an own and a borrow of r for it.
func (p *programmer) runB(prog []byte) []byte {
	regs := p.regs["a"]
	for _, r := range []byte{12, 13} {
		if !fits("rR"[r-12], regs[r]) {
			prog = append(prog, p.code("a", "r-make"), r, byte(literal+p.r.IntN(64)), literal)
			regs[r] = 'r'
		}
	}
	own, borrow := p.find(regs, 'x'), p.find(regs, 'X')
	if own < 0 || borrow < 0 || own == borrow {
		for _, r := range []byte{5, 6} {
			prog = append(prog, p.code("a", "x-make"), r, byte(literal+p.r.IntN(64)), literal)
			regs[r] = 'x'
		}
		own, borrow = 5, 6
	}
	if p.r.IntN(40) == 0 {
		borrow = own
	}
	regs[12], regs[own] = 0, 0
	b := p.regs["b"]
	b[1], b[2], b[3], b[4] = 'x', 'X', 'r', 0
	inner := p.program("b", 'x')
	dst := p.target(regs)
	regs[dst] = 'x'
	prog = append(prog, opRunB, byte(dst), byte(own), byte(borrow), byte(len(inner)))
	return append(prog, inner...)
}
