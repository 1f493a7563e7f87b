package main

import (
	"fmt"
	"strings"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/types"
)

// Where things lie in the memory of a guest.
const (
	flatsAt  = 0x100  // the core arguments of the call that a raw function makes, 8 bytes each
	retPtrAt = 0x200  // the address that it gives for the result
	returnAt = 0x208  // what it returns
	dataAt   = 0x300  // what pointers among those point to
	heapAt   = 0x4000 // where realloc begins
)

// libc is the core module that holds memory, realloc and post-return. The component around it exports functions that write into the
// memory ("poke"), say how realloc and post-return are to misbehave ("set-mode") and hash all that realloc was asked for ("traffic").
const libc = `(core module $libc
  (import "" "tick" (func $tick))
  (memory (export "m") 2)
  (global $heap (mut i32) (i32.const 0x4000))
  (global $traffic (mut i64) (i64.const 0))
  (global $mode (mut i32) (i32.const 0))
  (global $nth (mut i32) (i32.const 0))
  (global $arg (mut i32) (i32.const 0))
  (global $post (mut i32) (i32.const 0))
  (func $hash (param i32)
    (global.set $traffic (i64.add (i64.mul (global.get $traffic) (i64.const 1000003)) (i64.extend_i32_u (local.get 0)))))
  (func $alloc (export "alloc") (param $align i32) (param $size i32) (result i32) (local $p i32)
    (local.set $p (i32.and (i32.add (global.get $heap) (i32.sub (local.get $align) (i32.const 1))) (i32.sub (i32.const 0) (local.get $align))))
    (global.set $heap (i32.add (local.get $p) (local.get $size)))
    (if (i32.gt_u (global.get $heap) (i32.mul (memory.size) (i32.const 0x10000)))
      (then (if (i32.lt_s (memory.grow (i32.add (i32.shr_u (local.get $size) (i32.const 16)) (i32.const 1))) (i32.const 0)) (then unreachable))))
    (local.get $p))
  (func (export "realloc") (param $old i32) (param $had i32) (param $align i32) (param $size i32) (result i32) (local $p i32)
    (call $hash (local.get $old)) (call $hash (local.get $had)) (call $hash (local.get $align)) (call $hash (local.get $size))
    (global.set $nth (i32.sub (global.get $nth) (i32.const 1)))
    (if (i32.and (i32.eqz (global.get $nth)) (i32.ne (global.get $mode) (i32.const 0))) (then
      (if (i32.eq (global.get $mode) (i32.const 1)) (then (return (global.get $arg))))
      (if (i32.eq (global.get $mode) (i32.const 2)) (then (call $tick)))
      (if (i32.eq (global.get $mode) (i32.const 3)) (then unreachable))
      (if (i32.eq (global.get $mode) (i32.const 4)) (then (drop (memory.grow (i32.const 1)))))
      (if (i32.eq (global.get $mode) (i32.const 5)) (then (return (i32.add (call $alloc (local.get $align) (i32.add (local.get $size) (i32.const 8))) (global.get $arg)))))
      (if (i32.eq (global.get $mode) (i32.const 6)) (then (return (i32.add (i32.sub (i32.mul (memory.size) (i32.const 0x10000)) (local.get $size)) (global.get $arg)))))))
    (local.set $p (call $alloc (local.get $align) (local.get $size)))
    (memory.copy (local.get $p) (local.get $old) (select (local.get $had) (local.get $size) (i32.lt_u (local.get $had) (local.get $size))))
    ;; What a block holds that was given back is nobody's business, but raw pointers may look there.
    (memory.fill (local.get $old) (i32.const 0) (local.get $had))
    (local.get $p))
  (func $done
    (if (i32.eq (global.get $post) (i32.const 1)) (then (call $tick)))
    (if (i32.eq (global.get $post) (i32.const 2)) (then unreachable))
    (memory.fill (i32.const 0x4000) (i32.const 0) (i32.sub (global.get $heap) (i32.const 0x4000)))
    (global.set $heap (i32.const 0x4000)))
  (func (export "post") (call $done))
  (func (export "post-i32") (param i32) (call $done))
  (func (export "post-i64") (param i64) (call $done))
  (func (export "post-f32") (param f32) (call $done))
  (func (export "post-f64") (param f64) (call $done))
  (func (export "poke") (param $at i32) (param $p i32) (param $n i32) (memory.copy (local.get $at) (local.get $p) (local.get $n)))
  (func (export "set-mode") (param i32 i32 i32 i32)
    (global.set $mode (local.get 0)) (global.set $nth (local.get 1)) (global.set $arg (local.get 2)) (global.set $post (local.get 3)))
  (func (export "traffic") (result i64) (global.get $traffic)))
(core func $tick-core (canon lower (func $tick)))
(core instance $libc (instantiate $libc (with "" (instance (export "tick" (func $tick-core))))))
(alias core export $libc "m" (core memory $m))
(alias core export $libc "realloc" (core func $realloc))
(func (export "poke") (param "at" u32) (param "data" (list u8))
  (canon lift (core func $libc "poke") (memory $m) (realloc $realloc) (post-return (core func $libc "post"))))
(func (export "set-mode") (param "mode" u32) (param "nth" u32) (param "arg" u32) (param "post" u32)
  (canon lift (core func $libc "set-mode")))
(func (export "traffic") (result u64) (canon lift (core func $libc "traffic")))
`

// hop is how one component hands on one function: by passing on what it gets, or with arguments and a result of its own making.
type hop struct {
	lift, lower           abi.Encoding
	rawArgs, rawResult    bool
	postReturn, inTheCall bool // inTheCall: calls tick before it hands on
}

var encodingNames = map[abi.Encoding]string{abi.UTF8: "string-encoding=utf8", abi.UTF16: "string-encoding=utf16",
	abi.Latin1UTF16: "string-encoding=latin1+utf16"}

var coreNames = map[byte]string{byte(types.I32): "i32", byte(types.I64): "i64", byte(types.F32Core): "f32", byte(types.F64Core): "f64"}

func coreSignature(f *types.CoreFuncType) string {
	var b strings.Builder
	if len(f.Params) > 0 {
		b.WriteString(" (param")
		for _, p := range f.Params {
			b.WriteString(" " + coreNames[p])
		}
		b.WriteString(")")
	}
	for _, r := range f.Results {
		fmt.Fprintf(&b, " (result %s)", coreNames[r])
	}
	return b.String()
}

// guestBody is the inside of a component that imports the functions f0, f1, … and exports g0, g1, … of the same types.
func guestBody(s *schema, funcs []*types.Func, hops []hop) string {
	var b strings.Builder
	b.WriteString(s.imports())
	b.WriteString("(import \"tick\" (func $tick))\n")
	for i, f := range funcs {
		fmt.Fprintf(&b, "(import \"f%d\" (func $f%d%s))\n", i, i, s.signature(f))
	}
	b.WriteString(libc + "(core func $x-drop (canon resource.drop $x))\n")
	for i := range funcs {
		fmt.Fprintf(&b, "(core func $l%d (canon lower (func $f%d) (memory $m) (realloc $realloc) %s))\n", i, i, encodingNames[hops[i].lower])
	}
	b.WriteString("(core module $main\n(import \"libc\" \"m\" (memory 1))\n(import \"libc\" \"alloc\" (func $alloc (param i32 i32) (result i32)))\n")
	b.WriteString("(import \"f\" \"tick\" (func $tick))\n(import \"f\" \"x-drop\" (func $x-drop (param i32)))\n")
	for i, f := range funcs {
		fmt.Fprintf(&b, "(import \"f\" \"f%d\" (func $f%d%s))\n", i, i, coreSignature(f.FlattenLower()))
	}
	for i, f := range funcs {
		b.WriteString(shim(i, f, hops[i]))
	}
	b.WriteString(")\n(core instance $main (instantiate $main (with \"libc\" (instance $libc)) (with \"f\" (instance (export \"tick\" (func $tick-core)) (export \"x-drop\" (func $x-drop))\n")
	for i := range funcs {
		fmt.Fprintf(&b, "(export \"f%d\" (func $l%d))\n", i, i)
	}
	b.WriteString("))))\n")
	for i, f := range funcs {
		post := ""
		if hops[i].postReturn {
			name := "post"
			for _, p := range f.FlattenPostReturn().Params {
				name = "post-" + coreNames[p]
			}
			post = fmt.Sprintf(" (post-return (core func $libc %q))", name)
		}
		fmt.Fprintf(&b, "(func (export \"g%d\")%s (canon lift (core func $main \"g%d\") (memory $m) (realloc $realloc) %s%s))\n",
			i, s.signature(f), i, encodingNames[hops[i].lift], post)
	}
	return b.String()
}

// shim is the core function behind g<i>.
func shim(i int, f *types.Func, h hop) string {
	var b strings.Builder
	lift, lower := f.FlattenLift(), f.FlattenLower()
	retPtr := len(f.FlatResults()) > types.MaxFlatResults
	fmt.Fprintf(&b, "(func (export \"g%d\")%s (local $r i32)\n", i, coreSignature(lift))
	if h.inTheCall {
		b.WriteString("(call $tick)\n")
	}
	args := len(lower.Params)
	if retPtr {
		args--
	}
	for k := range args {
		if h.rawArgs {
			fmt.Fprintf(&b, "(%s.load (i32.const %d))", coreNames[lower.Params[k]], flatsAt+8*k)
		} else {
			fmt.Fprintf(&b, "(local.get %d)", k)
		}
	}
	switch {
	case retPtr && h.rawArgs:
		fmt.Fprintf(&b, "(local.tee $r (i32.load (i32.const %d)))", retPtrAt)
	case retPtr:
		fmt.Fprintf(&b, "(local.tee $r (call $alloc (i32.const %d) (i32.const %d)))", f.Result.Layout.Align, f.Result.Layout.Size)
	}
	fmt.Fprintf(&b, "(call $f%d)\n", i)
	slot := 0
	for _, p := range f.Params { // a borrow that was a parameter has to be dropped
		if p.Type.Kind == types.Borrow && len(f.FlatParams()) <= types.MaxFlatParams {
			fmt.Fprintf(&b, "(call $x-drop (local.get %d))\n", slot)
		}
		slot += len(p.Type.Layout.Flat)
	}
	switch {
	case len(lift.Results) == 0:
	case h.rawResult:
		if !retPtr {
			b.WriteString("(drop)")
		}
		fmt.Fprintf(&b, "(%s.load (i32.const %d))", coreNames[lift.Results[0]], returnAt)
	case retPtr:
		b.WriteString("(local.get $r)")
	}
	b.WriteString(")\n")
	return b.String()
}

// chain is a component in which the calls of the host pass through one component after the other (levels, the one next to the host last)
// and out to the host again. With one level there is no nested component.
func chain(s *schema, funcs []*types.Func, levels [][]hop) string {
	if len(levels) == 1 {
		return "(component\n" + guestBody(s, funcs, levels[0]) + ")"
	}
	var b strings.Builder
	b.WriteString("(component\n" + s.imports() + "(import \"tick\" (func $tick))\n")
	for i, f := range funcs {
		fmt.Fprintf(&b, "(import \"f%d\" (func $f%d%s))\n", i, i, s.signature(f))
	}
	for l, hops := range levels {
		fmt.Fprintf(&b, "(component $C%d\n%s)\n(instance $i%d (instantiate $C%d%s (with \"tick\" (func $tick))\n", l, guestBody(s, funcs, hops), l, l, s.with())
		for i := range funcs {
			source := fmt.Sprintf("$f%d", i)
			if l > 0 {
				source = fmt.Sprintf("$i%d \"g%d\"", l-1, i)
			}
			fmt.Fprintf(&b, "(with \"f%d\" (func %s))\n", i, source)
		}
		b.WriteString("))\n")
		for _, name := range []string{"poke", "set-mode", "traffic"} {
			fmt.Fprintf(&b, "(export \"%s%d\" (func $i%d %q))\n", name, l, l, name)
		}
	}
	for i := range funcs {
		fmt.Fprintf(&b, "(export \"g%d\" (func $i%d \"g%d\"))\n", i, len(levels)-1, i)
	}
	b.WriteString(")")
	return b.String()
}
