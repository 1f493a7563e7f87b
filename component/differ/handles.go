package main

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
)

// The batches of kind "handles": a component A and a component B, each with a small interpreter in its core code that runs a program of
// operations on handles. x and y are resource types of the host, r is one that B defines and s one that A defines; all have destructors
// that can be seen. A program of A may call B with a program of its own.

// operation is one operation of the interpreters: an import of their core module.
type operation struct {
	name string
	wat  string // where the core function comes from
	in   string // what it takes, a letter each: see fits
	out  byte   // what it gives: a letter of holds, 'n' for a number, 0 for nothing
}

// operationsOf are what the interpreter of a component ("a" or "b") can do; the place in the list is the code.
func operationsOf(comp string) []operation {
	lower := func(name, in string, out byte) operation {
		return operation{name, fmt.Sprintf("(canon lower (func $%s) (memory $m))", name), in, out}
	}
	canon := func(name, what string, in string, out byte) operation {
		return operation{name, fmt.Sprintf("(canon %s)", what), in, out}
	}
	ops := []operation{
		lower("x-make", "i", 'x'), lower("x-take", "x", 0), lower("x-look", "X", 'n'), lower("x-two", "XX", 0), lower("x-swap", "x", 'x'),
		lower("x-mix", "xX", 'n'), lower("x-lend", "Xx", 0), lower("y-make", "i", 'y'), lower("y-take", "y", 0), lower("y-look", "Y", 'n'),
		lower("x-list", "LL", 0), lower("x-give", "LL", 0), lower("host-drop", "iX", 0),
		canon("x-drop", "resource.drop $x", "X", 0), canon("y-drop", "resource.drop $y", "Y", 0),
	}
	if comp == "b" {
		return append(ops, canon("r-new", "resource.new $r", "i", 'r'), canon("r-rep", "resource.rep $r", "r", 'n'), canon("r-drop", "resource.drop $r", "r", 0))
	}
	return append(ops, canon("s-new", "resource.new $s", "i", 's'), canon("s-rep", "resource.rep $s", "s", 'n'), canon("s-drop", "resource.drop $s", "s", 0),
		canon("r-drop", "resource.drop $r", "R", 0), lower("r-make", "i", 'r'), lower("r-take", "r", 0), lower("r-look", "R", 'n'),
		lower("r-swap", "r", 'r'), lower("r-mix", "rR", 'n'), lower("r-lend", "Rr", 0), lower("r-opt", "cr", 'r'), lower("r-list", "LL", 'n'))
}

// Codes of what every interpreter does by itself.
const (
	opMove = 200 + iota // the first operand into the register
	opRunB              // calls B: followed by the length and the program
	opTrap
	opThousand // the first operand and 1000 into the register
)

// Operands below literal name a register by their last four bits, others are numbers from 0.
const literal = 0xa0

// hostImports is what outer and nested components import alike.
const hostImports = `(import "x" (type $x (sub resource)))
(import "y" (type $y (sub resource)))
(import "log" (func $log (param "n" u32)))
(import "x-make" (func $x-make (param "rep" u32) (result (own $x))))
(import "x-take" (func $x-take (param "h" (own $x))))
(import "x-look" (func $x-look (param "h" (borrow $x)) (result u32)))
(import "x-two" (func $x-two (param "h" (borrow $x)) (param "k" (borrow $x))))
(import "x-swap" (func $x-swap (param "h" (own $x)) (result (own $x))))
(import "x-mix" (func $x-mix (param "h" (own $x)) (param "k" (borrow $x)) (result u32)))
(import "x-lend" (func $x-lend (param "k" (borrow $x)) (param "h" (own $x))))
(import "x-list" (func $x-list (param "h" (list (borrow $x)))))
(import "x-give" (func $x-give (param "h" (list (own $x)))))
(import "y-make" (func $y-make (param "rep" u32) (result (own $y))))
(import "y-take" (func $y-take (param "h" (own $y))))
(import "y-look" (func $y-look (param "h" (borrow $y)) (result u32)))
(import "host-drop" (func $host-drop (param "n" u32) (param "k" (borrow $x))))
`

// handleImports are the functions among them. host-drop ends a resource of a guest that the host holds, while a guest is running.
var handleImports = []string{"log", "x-make", "x-take", "x-look", "x-two", "x-swap", "x-mix", "x-lend", "x-list", "x-give", "y-make", "y-take", "y-look", "host-drop"}

// guestFunc is a function that A or B exports.
type guestFunc struct {
	name, signature string
	core            string // the core function behind it
	memory          bool   // it takes a list
}

// guestFuncs are those of each component.
var guestFuncs = map[string][]guestFunc{
	"b": {
		{"r-make", `(param "rep" u32) (result (own $r))`, "r-make", false},
		{"r-take", `(param "h" (own $r))`, "r-take", false},
		{"r-look", `(param "h" (borrow $r)) (result u32)`, "r-look", false},
		{"r-swap", `(param "h" (own $r)) (result (own $r))`, "r-swap", false},
		{"r-mix", `(param "h" (own $r)) (param "k" (borrow $r)) (result u32)`, "r-mix", false},
		{"r-lend", `(param "k" (borrow $r)) (param "h" (own $r))`, "r-lend", false},
		{"r-opt", `(param "h" (option (own $r))) (result (own $r))`, "r-opt", false},
		{"r-list", `(param "h" (list (borrow $r))) (result u32)`, "r-list", true},
		{"run-b", `(param "prog" (list u8)) (param "ox" (own $x)) (param "bx" (borrow $x)) (param "or" (own $r)) (param "br" (borrow $r)) (result (own $x))`, "run-b", true},
	},
	"a": {
		{"run", `(param "prog" (list u8)) (result u32)`, "run", true},
		{"run-x", `(param "prog" (list u8)) (param "o" (own $x)) (param "b" (borrow $x)) (result (own $x))`, "run2", true},
		{"run-y", `(param "prog" (list u8)) (param "o" (own $y)) (param "b" (borrow $x)) (result (own $y))`, "run2", true},
		{"run-r", `(param "prog" (list u8)) (param "o" (own $r)) (param "b" (borrow $r)) (result (own $r))`, "run2", true},
		{"run-s", `(param "prog" (list u8)) (param "o" (own $s)) (param "b" (borrow $s)) (result (own $s))`, "run2", true},
		{"get-s", `(param "prog" (list u8)) (result (own $s))`, "run", true},
	},
}

// lifts are the exports of a component.
func lifts(comp string) string {
	var b strings.Builder
	for _, f := range guestFuncs[comp] {
		options := ""
		if f.memory {
			options = " (memory $m) (realloc $realloc)"
		}
		fmt.Fprintf(&b, "(func (export %q) %s (canon lift (core func $interp %q)%s))\n", f.name, f.signature, f.core, options)
	}
	return b.String()
}

// handleLibc holds the memory, the registers in it and the destructor, which says what it destroys and, for some, does more.
const handleLibc = `(core func $log' (canon lower (func $log)))
(core func $x-make' (canon lower (func $x-make)))
(core func $x-drop' (canon resource.drop $x))
(type $q (resource (rep i32)))
(core func $q-new' (canon resource.new $q))
(core func $q-rep' (canon resource.rep $q))
(core func $q-drop' (canon resource.drop $q))
(core module $libc
  (import "" "log" (func $log (param i32)))
  (import "" "x-make" (func $x-make (param i32) (result i32)))
  (import "" "x-drop" (func $x-drop (param i32)))
  (import "" "q-new" (func $q-new (param i32) (result i32)))
  (import "" "q-rep" (func $q-rep (param i32) (result i32)))
  (import "" "q-drop" (func $q-drop (param i32)))
  (memory (export "m") 1)
  (global $heap (mut i32) (i32.const 0x1000))
  (global $q (mut i32) (i32.const 0))
  (func (export "realloc") (param i32 i32 i32 i32) (result i32) (local $p i32)
    ;; What register 15 holds may make realloc call out.
    (if (i32.eq (i32.load (i32.const 0x13c)) (i32.const 1000)) (then (call $x-drop (i32.load (i32.const 0x138)))))
    (if (i32.eq (i32.load (i32.const 0x13c)) (i32.const 1001)) (then (call $log (i32.const 1001))))
    (if (i32.eq (i32.load (i32.const 0x13c)) (i32.const 1002)) (then (i32.store (i32.const 0x138) (call $x-make (i32.const 1002)))))
    (if (i32.eq (i32.load (i32.const 0x13c)) (i32.const 1003)) (then (i32.store (i32.const 0x138) (call $q-new (i32.const 1003)))))
    (if (i32.eq (i32.load (i32.const 0x13c)) (i32.const 1004)) (then (i32.store (i32.const 0x138) (call $q-rep (global.get $q)))))
    (if (i32.eq (i32.load (i32.const 0x13c)) (i32.const 1005)) (then (call $q-drop (global.get $q))))
    (if (i32.gt_u (i32.add (global.get $heap) (local.get 3)) (i32.const 0xf000)) (then (global.set $heap (i32.const 0x1000))))
    (local.set $p (global.get $heap))
    (global.set $heap (i32.and (i32.add (i32.add (local.get $p) (local.get 3)) (i32.const 7)) (i32.const -8)))
    (local.get $p))
  (func $start (global.set $q (call $q-new (i32.const 2026))))
  (start $start)
  (func (export "dtor") (param $rep i32)
    (call $log (i32.add (local.get $rep) (i32.const 0x10000)))
    (if (i32.eq (i32.and (local.get $rep) (i32.const 7)) (i32.const 1)) (then (call $x-drop (call $x-make (local.get $rep)))))
    (if (i32.eq (i32.and (local.get $rep) (i32.const 15)) (i32.const 2)) (then
      (if (i32.load (i32.const 0x138)) (then (call $x-drop (i32.load (i32.const 0x138))) (i32.store (i32.const 0x138) (i32.const 0))))))
    (if (i32.eq (i32.and (local.get $rep) (i32.const 63)) (i32.const 63)) (then unreachable))))
(core instance $libc (instantiate $libc (with "" (instance (export "log" (func $log')) (export "x-make" (func $x-make'))
  (export "x-drop" (func $x-drop'))
  (export "q-new" (func $q-new')) (export "q-rep" (func $q-rep')) (export "q-drop" (func $q-drop'))))))
(alias core export $libc "m" (core memory $m))
(alias core export $libc "realloc" (core func $realloc))
`

// interpreter is the core module of a component and its instance.
func interpreter(comp string) string {
	var imports, defs, cases, args strings.Builder
	for code, op := range operationsOf(comp) {
		params := strings.Repeat(" i32", len(op.in))
		call := fmt.Sprintf("(call $%s", op.name)
		switch op.in {
		case "LL": // a list of up to three registers
			call += " (i32.add (i32.const 0x100) (i32.shl (i32.and (local.get $a) (i32.const 7)) (i32.const 2))) (i32.and (local.get $b) (i32.const 3)))"
		default:
			call += []string{"", " (local.get $a))", " (local.get $a) (local.get $b))"}[len(op.in)]
		}
		result := ""
		if op.out != 0 {
			result = " (result i32)"
			call = "(local.set $v " + call + ")"
		} else {
			call += fmt.Sprintf(" (local.set $dst (i32.const -1)) (local.set $v (i32.const %d))", 0xf000+code)
		}
		fmt.Fprintf(&defs, "(core func $%s' %s)\n", op.name+"-"+comp, op.wat)
		fmt.Fprintf(&imports, "(import \"op\" \"%s\" (func $%s (param%s)%s))\n", op.name, op.name, params, result)
		fmt.Fprintf(&args, "(export \"%s\" (func $%s'))", op.name, op.name+"-"+comp)
		fmt.Fprintf(&cases, "(if (i32.eq (local.get $op) (i32.const %d)) (then %s))\n", code, call)
	}
	if comp == "a" {
		defs.WriteString("(core func $run-b' (canon lower (func $run-b) (memory $m)))\n")
		imports.WriteString("(import \"op\" \"run-b\" (func $run-b (param i32 i32 i32 i32 i32 i32) (result i32)))\n")
		args.WriteString("(export \"run-b\" (func $run-b'))")
		fmt.Fprintf(&cases, `(if (i32.eq (local.get $op) (i32.const %d)) (then
        (local.set $n (i32.load8_u (local.get $pc)))
        (local.set $v (call $run-b (i32.add (local.get $pc) (i32.const 1)) (local.get $n) (local.get $a) (local.get $b)
          (i32.load (i32.const 0x130)) (i32.load (i32.const 0x134))))
        (local.set $pc (i32.add (i32.add (local.get $pc) (i32.const 1)) (local.get $n)))))
`, opRunB)
	}
	return defs.String() + "(core module $interp\n(import \"libc\" \"m\" (memory 1))\n(import \"op\" \"log\" (func $log (param i32)))\n" + imports.String() + fmt.Sprintf(`
  (func $operand (param $b i32) (result i32)
    (if (result i32) (i32.lt_u (local.get $b) (i32.const %d))
      (then (i32.load offset=0x100 (i32.shl (i32.and (local.get $b) (i32.const 15)) (i32.const 2))))
      (else (i32.sub (local.get $b) (i32.const %d)))))
  (func $put (param $r i32) (param $v i32) (i32.store offset=0x100 (i32.shl (i32.and (local.get $r) (i32.const 15)) (i32.const 2)) (local.get $v)))
  (func $run (param $pc i32) (param $n i32) (result i32) (local $end i32) (local $op i32) (local $dst i32) (local $a i32) (local $b i32) (local $v i32)
    (local.set $end (i32.add (local.get $pc) (local.get $n)))
    (loop $next
      (if (i32.le_u (i32.add (local.get $pc) (i32.const 4)) (local.get $end)) (then
        (local.set $op (i32.load8_u (local.get $pc)))
        (local.set $dst (i32.load8_u offset=1 (local.get $pc)))
        (local.set $a (call $operand (i32.load8_u offset=2 (local.get $pc))))
        (local.set $b (call $operand (i32.load8_u offset=3 (local.get $pc))))
        (local.set $pc (i32.add (local.get $pc) (i32.const 4)))
        (local.set $v (i32.const 0xeeee))
        (if (i32.eq (local.get $op) (i32.const %d)) (then (local.set $v (local.get $a))))
        (if (i32.eq (local.get $op) (i32.const %d)) (then unreachable))
        (if (i32.eq (local.get $op) (i32.const %d)) (then (local.set $v (i32.add (local.get $a) (i32.const 1000)))))
%s        (if (i32.ge_s (local.get $dst) (i32.const 0)) (then (call $put (local.get $dst) (local.get $v))))
        (call $log (local.get $v))
        (br $next))))
    (i32.load (i32.const 0x100)))
`, literal, literal, opMove, opTrap, opThousand, cases.String()) + entries[comp] +
		fmt.Sprintf(")\n(core instance $interp (instantiate $interp (with \"libc\" (instance $libc)) (with \"op\" (instance (export \"log\" (func $log'))%s))))\n", args.String())
}

// entries are the core functions behind the exports, by component.
var entries = map[string]string{
	"b": `
  (func (export "r-make") (param i32) (result i32) (call $r-new (local.get 0)))
  (func (export "r-take") (param i32) (call $r-drop (local.get 0)))
  (func (export "r-look") (param i32) (result i32) (local.get 0))
  (func (export "r-swap") (param i32) (result i32) (drop (call $r-rep (local.get 0))) (local.get 0))
  (func (export "r-mix") (param i32 i32) (result i32) (call $r-drop (local.get 0)) (local.get 1))
  (func (export "r-lend") (param i32 i32) (call $r-drop (local.get 1)))
  (func (export "r-opt") (param i32 i32) (result i32) (if (result i32) (local.get 0) (then (local.get 1)) (else (call $r-new (i32.const 40)))))
  (func (export "r-list") (param $p i32) (param $n i32) (result i32) (local $sum i32)
    (loop $next
      (if (local.get $n) (then
        (local.set $sum (i32.add (i32.mul (local.get $sum) (i32.const 100)) (i32.load (local.get $p))))
        (local.set $p (i32.add (local.get $p) (i32.const 4)))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $next))))
    (local.get $sum))
  (func (export "run-b") (param $p i32) (param $n i32) (param i32 i32 i32 i32) (result i32)
    (call $put (i32.const 1) (local.get 2)) (call $put (i32.const 2) (local.get 3)) (call $put (i32.const 3) (local.get 4)) (call $put (i32.const 4) (local.get 5))
    (call $run (local.get $p) (local.get $n)))
`,
	"a": `
  (func (export "run") (param $p i32) (param $n i32) (result i32) (call $run (local.get $p) (local.get $n)))
  (func (export "run2") (param $p i32) (param $n i32) (param i32 i32) (result i32)
    (call $put (i32.const 1) (local.get 2)) (call $put (i32.const 2) (local.get 3))
    (call $run (local.get $p) (local.get $n)))
`,
}

// handlesComponent is the component of all batches of the kind; only the programs differ.
func handlesComponent() string {
	var with strings.Builder
	with.WriteString(`(with "x" (type $x)) (with "y" (type $y))`)
	for _, name := range handleImports {
		fmt.Fprintf(&with, " (with %q (func $%s))", name, name)
	}
	var b strings.Builder
	b.WriteString("(component\n" + hostImports)
	b.WriteString("(component $B\n" + hostImports + handleLibc + "(type $r' (resource (rep i32) (dtor (core func $libc \"dtor\"))))\n(export $r \"r\" (type $r'))\n")
	b.WriteString(interpreter("b") + lifts("b") + ")\n")
	b.WriteString("(instance $b (instantiate $B " + with.String() + "))\n(alias export $b \"r\" (type $r'))\n")
	b.WriteString("(component $A\n" + hostImports + "(import \"r\" (type $r (sub resource)))\n")
	for _, f := range guestFuncs["b"] {
		fmt.Fprintf(&b, "(import %q (func $%s %s))\n", f.name, f.name, f.signature)
	}
	b.WriteString(handleLibc + "(type $s' (resource (rep i32) (dtor (core func $libc \"dtor\"))))\n(export $s \"s\" (type $s'))\n" + interpreter("a") + lifts("a") + ")\n")
	b.WriteString("(instance $a (instantiate $A " + with.String() + " (with \"r\" (type $r'))")
	for _, f := range guestFuncs["b"] {
		fmt.Fprintf(&b, " (with %q (func $b %q))", f.name, f.name)
	}
	b.WriteString("))\n(export $r \"r\" (type $r'))\n(alias export $a \"s\" (type $s'))\n(export $s \"s\" (type $s'))\n")
	for _, comp := range []string{"b", "a"} {
		for _, f := range guestFuncs[comp] {
			fmt.Fprintf(&b, "(export %q (func $%s %q) (func %s))\n", f.name, comp, f.name, f.signature)
		}
	}
	b.WriteString(")")
	return b.String()
}

// handles makes a batch of the kind.
func handles(kind string, r *rand.Rand) *batch {
	own := func(name string) *types.Type { return types.NewOwn(handleTypes[name]) }
	borrow := func(name string) *types.Type { return types.NewBorrow(handleTypes[name]) }
	u32 := types.Prim(types.U32)
	prog := types.NewList(types.Prim(types.U8))
	f := func(result *types.Type, params ...*types.Type) *types.Func {
		t := &types.Func{Result: result}
		for _, p := range params {
			t.Params = append(t.Params, types.Field{Type: p})
		}
		return t
	}
	b := &batch{kind: kind, wat: handlesComponent(), resources: []string{"x", "y"}, auto: map[string]string{
		"x-make": "x", "x-swap": "x", "y-make": "y", "x-look": "u32", "x-mix": "u32", "y-look": "u32",
	}}
	b.imports = map[string]*types.Func{}
	for _, name := range handleImports {
		b.imports[name] = nil
	}
	b.exports = map[string]*types.Func{
		"r-make": f(own("r"), u32), "r-take": f(nil, own("r")), "r-look": f(u32, borrow("r")), "r-swap": f(own("r"), own("r")), "r-mix": f(u32, own("r"), borrow("r")), "r-lend": f(nil, borrow("r"), own("r")),
		"r-opt": f(own("r"), types.NewOption(own("r"))), "r-list": f(u32, types.NewList(borrow("r"))), "run-b": f(own("x")),
		"run": f(u32, prog), "run-x": f(own("x"), prog, own("x"), borrow("x")), "run-y": f(own("y"), prog, own("y"), borrow("x")),
		"run-r": f(own("r"), prog, own("r"), borrow("r")), "run-s": f(own("s"), prog, own("s"), borrow("s")), "get-s": f(own("s"), prog),
	}
	for range functions * perFunc {
		p := &programmer{r: r, ops: map[string][]operation{"a": operationsOf("a"), "b": operationsOf("b")}}
		b.cases = append(b.cases, p.makeCase())
	}
	return b
}

var handleTypes = map[string]*types.Resource{"x": {Name: "x"}, "y": {Name: "y"}, "r": {Name: "r"}, "s": {Name: "s"}}

func hostValue(typ string, rep uint32) component.Value {
	return component.Handle{Rep: hostHandle{resourceNumbers[typ], rep}}
}
