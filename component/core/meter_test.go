package core

import (
	"errors"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero/api"

	"openidea-plugin/component/types"
)

// runOf instantiates a module, rewritten, and gives its export "run".
func (h *host) runOf(t testing.TB, b *build, r Rewrite) api.Function {
	t.Helper()
	return h.instantiate(t, rewritten(t, b.bytes(), r)).ExportedFunction("run")
}

// TestOutOfFuel fills the tank with one unit less than each program needs, and with just enough. A program may still return when a
// few operators are missing, because they come behind the last check; it may never use more than it needs.
func TestOutOfFuel(t *testing.T) {
	for _, engine := range engines {
		for _, p := range fuelPrograms {
			h := newHost(t, engine.config)
			run := h.runOf(t, &p.mod, metering())
			h.tank.Fill(uint64(p.fuel))
			if _, err := run.Call(h.ctx, p.args...); err != nil {
				t.Errorf("%s on the %s with just enough fuel: %v", p.name, engine.name, err)
			}
			h.tank.Fill(1)
			_, err := run.Call(h.ctx, p.args...)
			if p.fuel > 2*small && !errors.Is(err, ErrNoFuel) {
				t.Errorf("%s on the %s with 1 unit of fuel: %v", p.name, engine.name, err)
			}
			if err != nil && !errors.Is(err, ErrNoFuel) && !strings.Contains(err.Error(), "wasm error") {
				t.Errorf("%s on the %s with 1 unit of fuel: %v", p.name, engine.name, err)
			}
		}
	}
}

// TestRunaways: code that would never end, in all the ways there are, does when the fuel is used up, soon after.
func TestRunaways(t *testing.T) {
	const fuel = 100_000
	for _, c := range []struct{ name, code string }{
		{"empty loop", "loop -; br 0; end"},
		{"conditional loop", "loop -; i32.const 1; br_if 0; end"},
		{"small loop", "loop -; global.get 0; i32.const 1; i32.add; global.set 0; i32.const 1; br_if 0; end"},
		{"loop over a table", "loop -; i32.const 0; br_table 0 0; end"},
		{"loop with a parameter", "i32.const 0; loop 1; i32.const 1; i32.add; br 0; end; drop"},
		{"loop in a dead end", "loop -; block -; loop -; br 1; end; end; br 0; end"},
		{"recursion", "call 3"},
		{"recursion through the table", "i32.const 1; call_indirect 0 0; call 3"},
		{"tail recursion", "return_call 3"},
		{"bulk operations", "loop -; i32.const 0; i32.const 0; i32.const 65536; memory.fill; br 0; end"},
		{"loop around calls", "loop -; call 0; call 2; br 0; end"},
		{"loop around try", "loop -; block -; try_table_all 0; call 0; end; end; br 0; end"},
	} {
		for _, engine := range engines {
			h := newHost(t, engine.config)
			b := program(none, nil, c.code)
			run := h.runOf(t, &b, metering())
			h.tank.Fill(fuel)
			_, err := run.Call(h.ctx)
			if !errors.Is(err, ErrNoFuel) && !(strings.HasPrefix(c.name, "recursion") && strings.Contains(err.Error(), "stack overflow")) {
				t.Errorf("%s on the %s: %v", c.name, engine.name, err)
			}
			if spent := h.tank.Spent(); errors.Is(err, ErrNoFuel) && (spent < fuel || spent > fuel+66_000) {
				t.Errorf("%s on the %s: spent %d of %d", c.name, engine.name, spent, fuel)
			}
		}
	}
}

// TestTankIsShared: two instances that call each other draw on one tank, and what one holds is not lost for the other.
func TestTankIsShared(t *testing.T) {
	square := program(i32i32, nil, "local.get 0; call 1")
	caller := program(i32i32, []byte{I32}, "loop -; local.get 0; call 0; local.get 1; i32.add; local.set 1; local.get 0; i32.const 1; i32.sub; local.tee 0; br_if 0; end; local.get 1")
	caller.imports = []Import{{Module: "square", Name: "run", Kind: types.CoreFunc, Func: 1}}
	const rounds = 500
	const need = 1 + rounds*(10+3+4) + 1 // the caller's entry and loop, the entry and calls of square, the caller's result
	for _, slice := range []int64{1, 7, 100, 1_000_000} {
		h := newHost(t, engines[1].config)
		h.tank.Slice = slice
		h.modules["square"] = h.instantiate(t, rewritten(t, square.bytes(), metering()))
		run := h.runOf(t, &caller, metering())
		h.tank.Fill(need)
		if _, err := run.Call(h.ctx, rounds); err != nil {
			t.Errorf("slices of %d: %v", slice, err)
		}
		if got := h.tank.Spent(); got != need {
			t.Errorf("slices of %d: spent %d, want %d", slice, got, need)
		}
		h.tank.Fill(need / 2)
		if _, err := run.Call(h.ctx, rounds); !errors.Is(err, ErrNoFuel) {
			t.Errorf("slices of %d, half the fuel: %v", slice, err)
		}
	}
}

// TestStartFunctionIsMetered: a start function runs before the counter of its instance can be reached; its fuel counts all the same.
func TestStartFunctionIsMetered(t *testing.T) {
	b := program(none, nil, "call 0")
	b.funcs[1] = fn{typ: 0, locals: []byte{I32}, code: "i32.const 1000; local.set 0;" + tightLoop}
	b.start = ptr[uint32](2)
	for _, slice := range []int64{1, 100, 100_000} {
		h := newHost(t, engines[0].config)
		h.tank.Slice = slice
		h.tank.Fill(0)
		h.runOf(t, &b, metering())
		if got := h.tank.Spent(); got != 5003 {
			t.Errorf("slices of %d: spent %d, want 5003", slice, got)
		}
	}
}

func TestGrowthAsks(t *testing.T) {
	growing := program(sig("i", "i"), nil, "local.get 0; memory.grow; i32.const 100; i32.mul; ref.null func; local.get 0; table.grow 0; i32.add")
	plain := Rewrite{Growth: true, Hook: ImportName{"host", "hook"}}
	for _, c := range []struct {
		name            string
		r               Rewrite
		pages, entries  uint64
		by              uint64
		want            int32
		refused, failed int
	}{
		{"allowed", plain, 9, 9, 2, 100 + 3, 0, 0},
		{"allowed, metered", metering(), 9, 9, 2, 100 + 3, 0, 0},
		{"memory refused", plain, 1, 9, 2, -100 + 3, 1, 0},
		{"table refused", plain, 9, 1, 2, 100 - 1, 1, 0},
		{"both refused, metered", metering(), 1, 1, 2, -100 - 1, 2, 0},
		{"beyond the declared maximum", plain, 99, 99, 8, -100 - 1, 0, 2},
		{"beyond the lowered maximum", Rewrite{Growth: true, Hook: plain.Hook, MaxMemoryPages: 2, MaxTableEntries: 4}, 99, 99, 2, -100 - 1, 0, 2},
		{"not at all", metering(), 0, 0, 0, 100 + 3, 0, 0},
	} {
		for _, engine := range engines {
			h := newHost(t, engine.config)
			run := h.runOf(t, &growing, c.r)
			h.pages, h.entries = c.pages, c.entries
			out, err := run.Call(h.ctx, c.by)
			if err != nil {
				t.Errorf("%s on the %s: %v", c.name, engine.name, err)
				continue
			}
			if got := int32(out[0]); got != c.want || h.refused != c.refused || h.failed != c.failed {
				t.Errorf("%s on the %s: result %d, %d refused, %d failed, want %d, %d, %d", c.name, engine.name, got, h.refused, h.failed, c.want, c.refused, c.failed)
			}
			if c.failed > 0 && (h.pages != c.pages || h.entries != c.entries) {
				t.Errorf("%s on the %s: what failed was not given back", c.name, engine.name)
			}
		}
	}
	// Code that never grows anything is not touched.
	still := program(i32i32, nil, "local.get 0")
	b := still.bytes()
	if out := rewritten(t, b, plain); string(out) != string(b) {
		t.Error("a module that grows nothing was changed")
	}
}

// everywhere names functions by index in every place there is.
func everywhere() *build {
	return &build{
		types: []FuncType{sig("", "i"), sig("", ""), sig("i", "i")},
		imports: []Import{
			{Module: "env", Name: "nop", Kind: types.CoreFunc, Func: 1},
			{Module: "env", Name: "nop", Kind: types.CoreFunc, Func: 1},
		},
		funcs: []fn{
			{typ: 0, code: "i32.const 100"},
			{typ: 1, code: "i32.const 1; global.set 0; call 0; call 1"}, // the start function
			{typ: 0, code: "global.get 0; call 2; i32.add"},
			{typ: 0, code: "i32.const 1; call_indirect 0 0; i32.const 0; call_indirect 0 1; i32.add; call 4; i32.add; i32.const 0; ref.func 5; table.set 0; i32.const 0; table.get 0; ref.is_null; i32.add"},
			{typ: 0, code: "unreachable"},
		},
		tables:  []Table{{Elem: FuncRef, Min: 4}, {Elem: FuncRef, Min: 2, Init: ptr(expr("ref.func 2"))}},
		globals: []Global{{Type: I32, Mutable: true, Init: expr("i32.const 0")}, {Type: FuncRef, Init: expr("ref.func 4")}},
		exports: []Export{exportFunc("run", 5), exportFunc("trap", 6), {Name: "(fuel)", Kind: types.CoreGlobal, Index: 0}},
		start:   ptr[uint32](3),
		elems:   [][]byte{activeElem("i32.const 0", 0, 2, 4), {4, 0x41, 3, 0x0b, 1, 0x23, 1, 0x0b}, {3, 0, 1, 5}},
		names:   []funcName{{1, "nop_two"}, {2, "hundred"}, {6, "trapper"}},
	}
}

func TestIndicesFollow(t *testing.T) {
	b := everywhere()
	for _, engine := range engines {
		for _, r := range []Rewrite{{}, metering()} {
			h := newHost(t, engine.config)
			m := h.instantiate(t, rewritten(t, b.bytes(), r))
			out, err := m.ExportedFunction("run").Call(h.ctx)
			if err != nil {
				t.Fatal(err)
			}
			if want := uint64(100 + 100 + 101); out[0] != want {
				t.Errorf("on the %s, metered %v: %d, want %d", engine.name, r.Meter != nil, out[0], want)
			}
			_, err = m.ExportedFunction("trap").Call(h.ctx)
			if err == nil || !strings.Contains(err.Error(), ".trapper()") {
				t.Errorf("on the %s, metered %v: the trap does not name its function: %v", engine.name, r.Meter != nil, err)
			}
		}
	}
	m := parsed(t, b.bytes())
	if got := m.CounterExport(); got != "(fuel)'" {
		t.Errorf("the counter is exported as %q", got)
	}
	got := parsed(t, rewritten(t, b.bytes(), metering()))
	for i, want := range []string{"", "nop_two", "", "hundred", "$3", "$4", "$5", "trapper", HelperName} {
		if got.Names.Func(uint32(i)) != want {
			t.Errorf("function %d is named %q, want %q", i, got.Names.Func(uint32(i)), want)
		}
	}
}

// TestIndicesOutOfRange: an index that would be one of what is added is refused, not taken for it.
func TestIndicesOutOfRange(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"call 4", "function 4 does not exist"},
		{"ref.func 4; drop", "function 4 does not exist"},
		{"return_call 4", "function 4 does not exist"},
		{"global.get 1; drop", "global 1 does not exist"},
		{"i64.const 0; global.set 1", "global 1 does not exist"},
		{"local.get 1; drop", "local 1 does not exist"},
		{"i64.const 0; local.set 1", "local 1 does not exist"},
		{"i32.const 0; call_indirect 3 0", "type 3 does not exist"},
		{"block 3; end", "type 3 does not exist"},
		{"br 1", "label 1 does not exist"},
		{"else", "`else` without `if`"},
		{"block -", "ends within a block"},
		{"end; nop", "code follows the end"},
	} {
		b := program(sig("i", ""), nil, c.code)
		_, err := parsed(t, b.bytes()).Rewrite(metering())
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.code, err, c.want)
		}
	}
}
