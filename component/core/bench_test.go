package core

import (
	"testing"

	"github.com/tetratelabs/wazero"
)

// The tightest loop: four operators and the branch back.
const tightLoop = "loop -; local.get 0; i32.const 1; i32.sub; local.tee 0; br_if 0; end"

const fib = `local.get 0; i32.const 2; i32.lt_u; if i32; local.get 0; else
	local.get 0; i32.const 1; i32.sub; call 0; local.get 0; i32.const 2; i32.sub; call 0; i32.add; end`

// A loop with memory: the sum of an array.
const sumArray = `local.get 0; local.set 1; loop -; local.get 2; local.get 1; i32.const 1; i32.sub; local.tee 1; i32.const 65532; i32.and; i32.load 2 0; i32.add; local.set 2; local.get 1; br_if 0; end
	local.get 2; drop`

// A sieve: loops in loops.
const sieve = `i32.const 2; local.set 1
	loop -
	  local.get 1; i32.load8_u 0 0; i32.eqz; if -
	    local.get 1; local.get 1; i32.mul; local.set 2
	    block -; loop -
	      local.get 2; i32.const 65536; i32.ge_u; br_if 1
	      local.get 2; i32.const 1; i32.store8 0 0
	      local.get 2; local.get 1; i32.add; local.set 2
	      br 0
	    end; end
	  end
	  local.get 1; i32.const 1; i32.add; local.tee 1; i32.const 256; i32.ne; br_if 0
	end
	i32.const 0; i32.const 0; i32.const 65536; memory.fill; local.get 0; i32.const 1; i32.sub; local.tee 0; br_if 0`

func BenchmarkMetering(b *testing.B) {
	for _, p := range []struct {
		name string
		f    fn
		arg  uint64
	}{
		{"loop", fn{typ: 0, code: tightLoop}, 10_000_000},
		{"fib", fn{typ: 1, code: fib}, 30},
		{"sum", fn{typ: 0, locals: []byte{I32, I32}, code: sumArray}, 5_000_000},
		{"sieve", fn{typ: 0, locals: []byte{I32, I32}, code: "loop -;" + sieve + "; end"}, 20},
	} {
		mod := &build{types: []FuncType{sig("i", ""), sig("i", "i")}, memories: []Memory{{Min: 1}}, funcs: []fn{p.f}, exports: []Export{exportFunc("run", 0)}}
		for _, v := range []struct {
			name string
			r    Rewrite
		}{{"plain", Rewrite{}}, {"metered", metering()}} {
			b.Run(p.name+"/"+v.name, func(b *testing.B) {
				h := newHost(b, wazero.NewRuntimeConfigCompiler())
				h.tank.Slice = 1_000_000
				f := h.instantiate(b, rewritten(b, mod.bytes(), v.r)).ExportedFunction("run")
				for b.Loop() {
					if _, err := f.Call(h.ctx, p.arg); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
