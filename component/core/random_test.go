package core

import (
	"fmt"
	"strings"

	"openidea-plugin/component/types"
)

// random makes valid modules that end, out of bytes: each decision takes one, and where there are none left the simplest is made.
type random struct {
	src []byte
	out strings.Builder
	// labels of the current function, innermost last.
	labels []randomLabel
	// function is the index among the defined ones: it calls only those before it. loops is how many loops are open.
	function, loops int
	throws          bool
	budget          int
}

type randomLabel struct {
	loop bool
	// counter is the local that bounds the loop.
	counter int
	// result: a branch takes an i32 along.
	result bool
}

// Locals of every generated function: the parameters (an i32, an i64), then these.
const (
	randomI32  = 2 // and 3
	randomF64  = 4
	randomLoop = 5 // and 6, 7: counters of loops, one for each depth
)

func (g *random) pick(n int) int {
	if len(g.src) == 0 {
		return 0
	}
	b := g.src[0]
	g.src = g.src[1:]
	return int(b) % n
}

func (g *random) emit(format string, args ...any) {
	fmt.Fprintf(&g.out, format+"\n", args...)
}

// module makes a module with three functions of type (i32, i64) → i32, exported as f0 to f2.
func (g *random) module() *build {
	g.throws = g.pick(4) == 1
	b := &build{
		types:    []FuncType{sig("", ""), sig("il", "i"), sig("i", "i")},
		imports:  []Import{{Module: "env", Name: "nop", Kind: types.CoreFunc}},
		tables:   []Table{{Elem: FuncRef, Min: 5, Max: ptr[uint64](9)}},
		memories: []Memory{{Min: 1, Max: ptr[uint64](3)}},
		globals:  []Global{{Type: I32, Mutable: true, Init: expr("i32.const 1")}, {Type: I64, Mutable: true, Init: expr("i64.const 1")}},
		elems:    [][]byte{activeElem("i32.const 1", 1, 2, 0), {1, 0, 2, 2, 0}},
		datas:    [][]byte{activeData("i32.const 16", "some bytes to start with"), passiveData("0123456789abcdef")},
		dataN:    true,
	}
	if g.throws {
		b.tags = []Tag{{Type: 0}}
	}
	for i := range 3 {
		g.function, g.loops, g.labels, g.budget = i, 0, []randomLabel{{result: true}}, 60
		g.out.Reset()
		g.statements(0)
		g.i32(0)
		b.funcs = append(b.funcs, fn{typ: 1, locals: []byte{I32, I32, F64, I32, I32, I32}, code: g.out.String()})
		b.exports = append(b.exports, exportFunc(fmt.Sprintf("f%d", i), uint32(i+1)))
	}
	b.exports = append(b.exports, Export{Name: "mem", Kind: types.CoreMemory}, Export{Name: "g", Kind: types.CoreGlobal})
	return b
}

func (g *random) statements(depth int) {
	for n := g.pick(5); n >= 0 && g.budget > 0; n-- {
		g.budget--
		g.statement(depth)
	}
}

func (g *random) statement(depth int) {
	kinds := 22
	if depth > 4 {
		kinds = 12
	}
	switch g.pick(kinds) {
	case 0:
		g.emit("nop")
	case 1:
		g.i32(depth)
		g.emit("local.set %d", randomI32+g.pick(2))
	case 2:
		g.emit("local.get 1; i64.const 3; i64.mul; local.set 1; global.get 1; local.get 1; i64.add; global.set 1")
	case 3:
		g.emit("local.get %d; f64.const 1.5; f64.mul; local.set %d", randomF64, randomF64)
	case 4:
		g.i32(depth)
		g.emit("i32.const 0xffff; i32.and")
		g.i32(depth)
		g.emit("i32.store 0 4")
	case 5:
		g.i32(depth)
		g.emit("global.set 0")
	case 6:
		g.bulk(depth)
	case 7:
		g.emit("call 0")
	case 8:
		g.i32(depth)
		g.emit("drop")
	case 9:
		g.branch(depth)
	case 10:
		if g.throws && g.pick(3) == 0 {
			g.i32(depth)
			g.emit("i32.const 7; i32.and; i32.eqz; if -; throw 0; end")
		}
	case 11:
		if g.pick(8) == 1 {
			g.emit("unreachable")
		}
	case 12, 13:
		g.block("block -", depth, randomLabel{})
	case 14, 15:
		g.i32(depth)
		g.block("if -", depth, randomLabel{})
	case 16, 17:
		g.i32(depth)
		g.emit("if -")
		g.labels = append(g.labels, randomLabel{})
		g.statements(depth + 1)
		g.emit("else")
		g.statements(depth + 1)
		g.emit("end")
		g.labels = g.labels[:len(g.labels)-1]
	case 18:
		if g.throws {
			g.block("block -; try_table_all 0", depth, randomLabel{}, randomLabel{})
			return
		}
		g.loop(depth)
	default:
		g.loop(depth)
	}
}

// block emits a block with its labels around statements.
func (g *random) block(open string, depth int, labels ...randomLabel) {
	g.emit("%s", open)
	g.labels = append(g.labels, labels...)
	g.statements(depth + 1)
	g.labels = g.labels[:len(g.labels)-len(labels)]
	g.emit("%s", strings.Repeat("end;", len(labels)))
}

func (g *random) loop(depth int) {
	if g.loops == 3 {
		return
	}
	counter := randomLoop + g.loops
	g.loops++
	next := fmt.Sprintf("local.get %d; i32.const 1; i32.sub; local.tee %d", counter, counter)
	g.emit("i32.const %d; local.set %d", 1+g.pick(9), counter)
	switch g.pick(3) {
	case 0: // small and straight
		g.emit("loop -; local.get 2; i32.const 5; i32.add; local.set 2; %s; br_if 0; end", next)
	case 1:
		g.emit("loop -")
		g.labels = append(g.labels, randomLabel{loop: true, counter: counter})
		g.statements(depth + 1)
		g.emit("%s; br_if 0; end", next)
		g.labels = g.labels[:len(g.labels)-1]
	default:
		g.emit("block -; loop -; local.get %d; i32.eqz; br_if 1; %s; drop", counter, next)
		g.labels = append(g.labels, randomLabel{}, randomLabel{loop: true, counter: counter})
		g.statements(depth + 1)
		g.emit("br 0; end; end")
		g.labels = g.labels[:len(g.labels)-2]
	}
	g.loops--
}

// branch leaves blocks, or goes back to the head of a loop as long as its counter allows.
func (g *random) branch(depth int) {
	k := g.pick(len(g.labels))
	l := g.labels[len(g.labels)-1-k]
	switch {
	case l.loop:
		g.emit("local.get %d; i32.const 1; i32.gt_s; if -; local.get %d; i32.const 1; i32.sub; local.set %d; br %d; end", l.counter, l.counter, l.counter, k+1)
	case l.result && g.pick(2) == 0:
		g.i32(depth)
		g.i32(depth)
		g.emit("br_if %d; drop", k)
	case l.result:
		g.i32(depth)
		g.emit("if -; i32.const 11; return; end")
	case g.pick(3) == 0:
		g.i32(depth)
		g.emit("i32.const 1; i32.and; if -; br %d; end", k+1)
	case g.pick(2) == 0:
		g.i32(depth)
		g.emit("local.set 3; block -; local.get 3; br_table 0 %d 0; end", k+1)
	default:
		g.i32(depth)
		g.emit("br_if %d", k)
	}
}

func (g *random) bulk(depth int) {
	length := func(mask int) {
		if g.pick(2) == 0 {
			g.emit("i32.const %d", g.pick(256))
			return
		}
		g.i32(depth)
		g.emit("i32.const %d; i32.and", mask)
	}
	switch g.pick(9) {
	case 0:
		g.emit("i32.const 100; i32.const 7")
		length(1023)
		g.emit("memory.fill")
	case 1:
		g.emit("i32.const 200; i32.const 0")
		length(1023)
		g.emit("memory.copy")
	case 2:
		g.emit("i32.const 40; i32.const 1")
		length(7)
		g.emit("memory.init 1 0")
	case 3:
		length(1)
		g.emit("memory.grow; local.set 3")
	case 4:
		g.emit("ref.null func")
		length(3)
		g.emit("table.grow 0; local.set 3")
	case 5:
		g.emit("i32.const %d; i32.const %d; table.get 0; table.set 0", g.pick(6), g.pick(6))
	case 6:
		g.emit("i32.const %d; i32.const %d", g.pick(6), g.pick(6))
		length(3)
		g.emit("table.copy 0 0")
	case 7:
		g.emit("i32.const %d; i32.const %d; table.get 0", g.pick(6), g.pick(6))
		length(3)
		g.emit("table.fill 0")
	case 8:
		g.emit("i32.const %d; i32.const %d", g.pick(6), g.pick(2))
		length(3)
		g.emit("table.init 1 0")
	}
}

// i32 pushes a value.
func (g *random) i32(depth int) {
	kinds := 12
	if depth > 5 || g.budget <= 0 {
		kinds = 4
	}
	g.budget--
	switch g.pick(kinds) {
	case 0:
		g.emit("i32.const %d", g.pick(256))
	case 1:
		g.emit("local.get 0")
	case 2:
		g.emit("local.get %d", randomI32+g.pick(2))
	case 3:
		g.emit("global.get 0")
	case 4:
		g.i32(depth + 1)
		g.i32(depth + 1)
		g.emit("%s", []string{"i32.add", "i32.sub", "i32.mul", "i32.xor", "i32.lt_u", "i32.div_u"}[g.pick(6)])
	case 5:
		g.i32(depth + 1)
		g.emit("i32.const 0xffff; i32.and; i32.load 0 0")
	case 6:
		g.i32(depth + 1)
		g.emit("if i32")
		g.labels = append(g.labels, randomLabel{result: true})
		g.i32(depth + 1)
		g.emit("else")
		g.statements(depth + 2)
		g.i32(depth + 1)
		g.emit("end")
		g.labels = g.labels[:len(g.labels)-1]
	case 7:
		g.emit("block i32")
		g.labels = append(g.labels, randomLabel{result: true})
		g.statements(depth + 2)
		g.i32(depth + 1)
		g.emit("end")
		g.labels = g.labels[:len(g.labels)-1]
	case 8:
		g.emit("local.get 1; i32.wrap_i64")
	case 9:
		if g.function == 0 || g.loops > 1 {
			g.emit("memory.size")
			return
		}
		g.i32(depth + 1)
		g.emit("local.get 1; call %d", 1+g.pick(g.function))
	case 10:
		if g.function < 2 || g.loops > 1 {
			g.emit("table.size 0")
			return
		}
		g.i32(depth + 1)
		g.emit("local.get 1; i32.const %d; call_indirect 1 0", 1+g.pick(5))
	default:
		g.emit("local.get %d; i32.trunc_sat_f64_u", randomF64)
	}
}
