package core

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"openidea-plugin/component/types"
)

// oracle is the version that made the figures of fuelPrograms: its Python package with Config.consume_fuel, the fuel after
// instantiation less that after the call. `go test -run TestFuel -dump FOLDER` writes the modules for it.
const oracle = "wasmtime 50.0.1"

var dump = flag.String("dump", "", "folder to write the modules of TestFuel to")

// fuelProgram is a module whose export "run" is called once.
type fuelProgram struct {
	name string
	mod  build
	args []uint64
	// result is the first result, fuel what the call costs.
	result uint64
	fuel   int64
}

// program is a module with one function of the given type that may use a memory of one page, a table with three entries
// (functions 1 and 2: the square of an i32, and a function without parameters; null) and an imported function without parameters or results.
func program(sig FuncType, locals []byte, code string) build {
	return build{
		types:    []FuncType{{}, {Params: []byte{I32}, Results: []byte{I32}}, sig},
		imports:  []Import{{Module: "env", Name: "nop", Kind: types.CoreFunc}},
		funcs:    []fn{{typ: 1, code: "local.get 0; local.get 0; i32.mul"}, {typ: 0, code: ""}, {typ: 2, locals: locals, code: code}},
		tables:   []Table{{Elem: FuncRef, Min: 3, Max: ptr[uint64](10)}},
		memories: []Memory{{Min: 1, Max: ptr[uint64](4)}},
		globals:  []Global{{Type: I32, Mutable: true, Init: expr("i32.const 7")}},
		exports:  []Export{exportFunc("run", 3)},
		elems:    [][]byte{activeElem("i32.const 0", 1, 2)},
		datas:    [][]byte{passiveData("0123456789")},
		dataN:    true,
	}
}

var (
	none   = sig("", "")
	toI32  = sig("", "i")
	i32i32 = sig("i", "i")
)

var fuelPrograms = []fuelProgram{
	{"empty", program(none, nil, ""), nil, 0, 1},
	{"free operators", program(none, nil, "nop; block -; end; i32.const 1; drop; block -; br 0; end; return"), nil, 0, 3},
	{"straight", program(i32i32, nil, "local.get 0; i32.const 3; i32.mul; i32.const 1; i32.add"), []uint64{5}, 16, 6},
	{"loop of five operators", program(i32i32, nil, tightLoop+"; local.get 0"), []uint64{1000}, 0, 5002},
	{"loop of one round", program(i32i32, nil, tightLoop+"; local.get 0"), []uint64{1}, 0, 7},
	{"loop of six rounds", program(i32i32, nil, tightLoop+"; local.get 0; i32.const 4; i32.add"), []uint64{6}, 4, 34},
	{"while loop", program(i32i32, []byte{I32}, "block -; loop -; local.get 0; i32.eqz; br_if 1; local.get 1; local.get 0; i32.add; local.set 1; local.get 0; i32.const 1; i32.sub; local.set 0; br 0; end; end; local.get 1"), []uint64{100}, 5050, 1205},
	{"loops in loops", program(i32i32, []byte{I32, I32}, "loop -; i32.const 7; local.set 1; loop -; local.get 2; i32.const 3; i32.add; local.set 2; local.get 1; i32.const 1; i32.sub; local.tee 1; br_if 0; end; local.get 0; i32.const 1; i32.sub; local.tee 0; br_if 0; end; local.get 2"), []uint64{9}, 189, 632},
	{"loop with a result", program(i32i32, nil, "loop i32; local.get 0; i32.const 1; i32.sub; local.tee 0; i32.const 5; i32.ne; br_if 0; local.get 0; i32.const 2; i32.mul; end"), []uint64{50}, 10, 319},
	{"loop with a parameter", program(i32i32, nil, "local.get 0; loop 1; i32.const 1; i32.sub; local.tee 0; local.get 0; br_if 0; end"), []uint64{50}, 0, 252},
	{"loop left by a table", program(i32i32, []byte{I32}, "block -; loop -; local.get 1; i32.const 1; i32.add; local.set 1; local.get 1; local.get 0; i32.lt_u; i32.eqz; br_table 0 1 1; end; end; local.get 1"), []uint64{20}, 20, 182},
	{"if without else, taken", program(i32i32, nil, "local.get 0; if -; i32.const 5; local.set 0; end; local.get 0"), []uint64{1}, 5, 6},
	{"if without else, not taken", program(i32i32, nil, "local.get 0; if -; i32.const 5; local.set 0; end; local.get 0"), []uint64{0}, 0, 4},
	{"if and else, first", program(i32i32, nil, "local.get 0; if i32; i32.const 1; i32.const 2; i32.add; else; i32.const 9; end"), []uint64{1}, 3, 6},
	{"if and else, second", program(i32i32, nil, "local.get 0; if i32; i32.const 1; i32.const 2; i32.add; else; i32.const 9; end"), []uint64{0}, 9, 4},
	{"ifs in ifs", program(i32i32, nil, "local.get 0; i32.const 1; i32.and; if i32; local.get 0; i32.const 2; i32.and; if i32; i32.const 10; else; i32.const 20; i32.const 1; i32.add; end; else; local.get 0; i32.const 4; i32.and; if -; call 0; end; i32.const 30; end"), []uint64{4}, 30, 11},
	{"return from within", program(i32i32, nil, "block -; local.get 0; i32.eqz; br_if 0; local.get 0; i32.const 2; i32.add; return; end; i32.const 77"), []uint64{3}, 5, 7},
	{"br_if with a value", program(i32i32, nil, "block i32; i32.const 4; local.get 0; br_if 0; i32.const 3; i32.add; end"), []uint64{0}, 7, 6},
	{"br_if to the end of the function", program(i32i32, nil, "local.get 0; local.get 0; br_if 0; i32.const 3; i32.add"), []uint64{6}, 6, 4},
	{"br_table", program(i32i32, nil, "block -; block -; block -; local.get 0; br_table 0 1 2; end; i32.const 10; return; end; i32.const 20; i32.const 1; i32.add; return; end; i32.const 30"), []uint64{1}, 21, 6},
	{"br_table, default", program(i32i32, nil, "block -; block -; block -; local.get 0; br_table 0 1 2; end; i32.const 10; return; end; i32.const 20; i32.const 1; i32.add; return; end; i32.const 30"), []uint64{7}, 30, 4},
	{"dead code", program(i32i32, nil, "block -; br 0; i32.const 1; drop; loop -; br 0; end; end; block -; local.get 0; br_if 0; unreachable; i32.const 3; drop; end; local.get 0"), []uint64{2}, 2, 5},
	{"call", program(i32i32, nil, "local.get 0; call 1; i32.const 1; i32.add"), []uint64{9}, 82, 9},
	{"calls in a loop", program(i32i32, []byte{I32}, "loop -; local.get 1; local.get 0; call 1; i32.add; local.set 1; call 0; call 2; local.get 0; i32.const 1; i32.sub; local.tee 0; br_if 0; end; local.get 1"), []uint64{10}, 385, 172},
	{"fib", program(i32i32, nil, "local.get 0; i32.const 2; i32.lt_u; if i32; local.get 0; else; local.get 0; i32.const 1; i32.sub; call 3; local.get 0; i32.const 2; i32.sub; call 3; i32.add; end"), []uint64{15}, 610, 19726},
	{"host calls", program(none, nil, "call 0; call 0; call 0"), nil, 0, 4},
	{"call_indirect", program(i32i32, nil, "local.get 0; i32.const 0; call_indirect 1 0; i32.const 1; call_indirect 0 0"), []uint64{6}, 36, 11},
	{"tail call", program(i32i32, nil, "local.get 0; return_call 1"), []uint64{6}, 36, 7},
	{"tail calls in a circle", program(i32i32, nil, "local.get 0; i32.eqz; if -; i32.const 5; return; end; local.get 0; i32.const 1; i32.sub; return_call 3"), []uint64{200}, 5, 1605},
	{"indirect tail call", program(i32i32, nil, "local.get 0; i32.const 0; return_call_indirect 1 0"), []uint64{6}, 36, 8},
	{"loads and stores", program(i32i32, nil, "local.get 0; i32.const 42; i32.store 2 4; local.get 0; i32.load 2 4; local.get 0; i32.load8_u 0 4; i32.add"), []uint64{64}, 84, 9},
	{"sum of an array", program(i32i32, []byte{I32}, "loop -; local.get 1; local.get 0; i32.load 2 0; i32.add; local.set 1; local.get 0; i32.const 4; i32.sub; local.tee 0; br_if 0; end; local.get 1"), []uint64{4000}, 0, 10002},
	{"floats", program(sig("d", "d"), []byte{F64}, "loop -; local.get 1; local.get 0; f64.sqrt; f64.add; local.set 1; local.get 0; f64.const 1; f64.add; local.tee 0; f64.const 100; f64.lt; br_if 0; end; local.get 1"), []uint64{0x3ff0000000000000}, 4649029505432444513, 1190},
	{"vectors", program(i32i32, nil, "local.get 0; i32x4.splat; local.get 0; i32x4.splat; i32x4.add; i32x4.extract_lane 1"), []uint64{21}, 42, 7},
	{"globals and select", program(i32i32, nil, "global.get 0; i32.const 1; i32.add; global.set 0; global.get 0; i32.const 1; local.get 0; select"), []uint64{1}, 8, 9},
	{"memory.fill", program(sig("i", ""), nil, "i32.const 0; i32.const 1; local.get 0; memory.fill"), []uint64{5000}, 0, 5005},
	{"memory.fill of nothing", program(sig("i", ""), nil, "i32.const 0; i32.const 1; local.get 0; memory.fill"), []uint64{0}, 0, 5},
	{"memory.fill of a constant length", program(none, nil, "i32.const 0; i32.const 1; i32.const 100; memory.fill; i32.const 0; i32.const 1; i32.const 1000; memory.fill"), nil, 0, 1109},
	{"memory.copy in a loop", program(i32i32, nil, "loop -; i32.const 8; i32.const 0; local.get 0; memory.copy; local.get 0; i32.const 1; i32.sub; local.tee 0; br_if 0; end; local.get 0"), []uint64{40}, 0, 1182},
	{"memory.init and data.drop", program(none, nil, "i32.const 8; i32.const 2; i32.const 5; memory.init 0 0; data.drop 0"), nil, 0, 11},
	{"memory.grow", program(i32i32, nil, "local.get 0; memory.grow"), []uint64{2}, 1, 5},
	{"memory.grow that fails", program(i32i32, nil, "local.get 0; memory.grow"), []uint64{4}, 4294967295, 3},
	{"memory.grow by a constant that fails", program(toI32, nil, "i32.const 100; memory.grow; i32.const 200; memory.grow; i32.add"), nil, 4294967294, 106},
	{"memory.grow by a constant", program(toI32, nil, "i32.const 3; memory.grow; memory.size; i32.add"), nil, 5, 8},
	{"table.grow", program(i32i32, nil, "ref.null func; local.get 0; table.grow 0; table.size 0; i32.add"), []uint64{6}, 12, 12},
	{"table.grow that fails", program(i32i32, nil, "ref.null func; local.get 0; table.grow 0; table.size 0; i32.add"), []uint64{60}, 2, 6},
	{"table.fill, table.copy, table.get", program(i32i32, nil, "i32.const 0; ref.null func; local.get 0; table.fill 0; i32.const 1; i32.const 0; local.get 0; table.copy 0 0; i32.const 2; table.get 0; ref.is_null"), []uint64{2}, 1, 16},
	{"sieve", program(i32i32, []byte{I32, I32}, "loop -;"+sieve+"; end; local.get 0"), []uint64{2}, 0, 3112348},
	{"exception caught across calls", func() build {
		b := program(i32i32, nil, "block -; try_table_all 0; i32.const 1; drop; local.get 0; call 4; i32.const 3; drop; end; end; local.get 0; i32.const 1; i32.add")
		b.tags = []Tag{{Type: 0}}
		b.types = append(b.types, sig("i", ""))
		b.funcs = append(b.funcs, fn{typ: 3, code: "local.get 0; if -; i32.const 1; drop; local.get 0; i32.const 1; i32.sub; call 4; i32.const 8; drop; else; throw 0; end; i32.const 2; drop"})
		return b
	}(), []uint64{5}, 6, 52},
	{"exception not thrown, in a loop", func() build {
		b := program(i32i32, nil, "block -; loop -; try_table_all 1; local.get 0; call 1; drop; local.get 0; i32.const 1; i32.sub; local.tee 0; br_if 1; end; end; end; local.get 0; i32.const 1; i32.add")
		b.tags = []Tag{{Type: 0}}
		return b
	}(), []uint64{5}, 1, 64},
}

func TestFuel(t *testing.T) {
	if *dump != "" {
		for _, p := range fuelPrograms {
			if err := os.WriteFile(filepath.Join(*dump, p.name+".wasm"), p.mod.bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, engine := range engines {
		for _, p := range fuelPrograms {
			h := newHost(t, engine.config)
			b := p.mod.bytes()
			plain, err := h.instantiate(t, rewritten(t, b, Rewrite{})).ExportedFunction("run").Call(h.ctx, p.args...)
			if err != nil {
				t.Errorf("%s: %v", p.name, err)
				continue
			}
			run := h.instantiate(t, rewritten(t, b, metering())).ExportedFunction("run")
			h.tank.Fill(0)
			metered, err := run.Call(h.ctx, p.args...)
			if err != nil {
				t.Errorf("%s, metered: %v", p.name, err)
				continue
			}
			if len(metered) > 0 && (metered[0] != p.result || plain[0] != p.result) {
				t.Errorf("%s on the %s: %d plain, %d metered, want %d", p.name, engine.name, plain[0], metered[0], p.result)
			}
			if got := int64(h.tank.Spent()); got != p.fuel {
				t.Errorf("%s on the %s: %d fuel, %s counts %d", p.name, engine.name, got, oracle, p.fuel)
			}
		}
	}
}
