package core

import (
	"fmt"
	"testing"

	"openidea-plugin/component/types"
)

// TestLazyTables: which tables are filled only when they are first used, and that nobody can tell.
func TestLazyTables(t *testing.T) {
	table := Table{Elem: FuncRef, Min: 6, Max: ptr[uint64](9)}
	exprs := append([]byte{4}, asm("i32.const 2")...)
	exprs = append(exprs, opEnd, 2, opRefFunc, 2, opEnd, opRefFunc, 3, opEnd)
	withNull := append([]byte{4}, asm("i32.const 2")...)
	withNull = append(withNull, opEnd, 2, opRefFunc, 2, opEnd, opRefNull, FuncRef, opEnd)
	second := append([]byte{2, 1}, asm("i32.const 0")...)
	second = append(second, opEnd, 0, 1, 3)
	const call = "local.get 0; call_indirect 0 0"
	for _, c := range []struct {
		name string
		// f calls the functions in the table: what it gives for 0 to 6 is compared.
		f     string
		elems [][]byte
		mod   build
		// lazy is the number of entries that are filled late, in the tables.
		lazy string
	}{
		{name: "one segment", f: call, elems: [][]byte{activeElem("i32.const 1", 2, 3)}, lazy: "2 in [0]"},
		{name: "a tail call", f: "local.get 0; return_call_indirect 0 0", elems: [][]byte{activeElem("i32.const 1", 2, 3)}, lazy: "2 in [0]"},
		{name: "an imported function", f: call, elems: [][]byte{activeElem("i32.const 1", 0, 3)}, lazy: "2 in [0]"},
		{name: "expressions", f: call, elems: [][]byte{exprs}, lazy: "2 in [0]"},
		{name: "an expression that is null", f: call, elems: [][]byte{withNull}, lazy: "none"},
		{name: "the later segment wins", f: call, elems: [][]byte{activeElem("i32.const 0", 2, 2, 2), activeElem("i32.const 1", 3)}, lazy: "4 in [0]"},
		{name: "nothing to write", f: call, elems: [][]byte{activeElem("i32.const 0")}, lazy: "none"},
		{name: "passive", f: "i32.const 0; i32.const 0; i32.const 1; table.init 0 0; " + call, elems: [][]byte{{1, 0, 1, 3}}, mod: build{dataN: true}, lazy: "none"},
		{name: "set first", f: "i32.const 1; i32.const 2; table.get 0; table.set 0; " + call, elems: [][]byte{activeElem("i32.const 1", 2, 3)}, lazy: "2 in [0]"},
		{name: "set before anything is read", f: "i32.const 1; ref.null func; table.set 0; " + call, elems: [][]byte{activeElem("i32.const 1", 2, 3)}, lazy: "2 in [0]"},
		{name: "filled first", f: "i32.const 0; ref.null func; i32.const 2; table.fill 0; " + call, elems: [][]byte{activeElem("i32.const 1", 2, 3)}, lazy: "2 in [0]"},
		{name: "copied first", f: "i32.const 4; i32.const 1; i32.const 2; table.copy 0 0; " + call, elems: [][]byte{activeElem("i32.const 1", 2, 3)}, lazy: "2 in [0]"},
		{name: "initialized first", f: "i32.const 1; i32.const 0; i32.const 1; table.init 1 0; " + call, elems: [][]byte{activeElem("i32.const 1", 2, 3), {1, 0, 1, 3}}, lazy: "2 in [0]"},
		{name: "a segment that was written is dropped", f: "i32.const 1; i32.const 0; i32.const 1; table.init 0 0; " + call, elems: [][]byte{activeElem("i32.const 1", 2, 3)}, lazy: "2 in [0]"},
		{name: "grown first", f: "ref.null func; i32.const 1; table.grow 0; drop; " + call, elems: [][]byte{activeElem("i32.const 4", 2, 3)}, lazy: "2 in [0]"},
		{name: "in a loop", f: "loop -; i32.const 1; table.get 0; drop; local.get 1; i32.const 1; i32.add; local.tee 1; i32.const 9; i32.lt_u; br_if 0; end; " + call,
			elems: [][]byte{activeElem("i32.const 1", 2, 3)}, lazy: "2 in [0]"},
		{name: "an offset that an import decides", f: call, elems: [][]byte{activeElem("global.get 0", 2, 3)},
			mod: build{globals: []Global{{Type: I32, Init: expr("i32.const 1")}}}, lazy: "2 in [0]"},
		{name: "exported", f: call, elems: [][]byte{activeElem("i32.const 1", 2, 3)}, mod: build{exports: []Export{{Name: "table", Kind: types.CoreTable}}}, lazy: "none"},
		{name: "two tables", f: "i32.const 2; i32.const 0; i32.const 1; table.copy 0 1; " + call, elems: [][]byte{activeElem("i32.const 1", 2), second},
			mod: build{tables: []Table{table, table}}, lazy: "2 in [0 1]"},
		{name: "one of two is exported", f: "i32.const 2; i32.const 0; i32.const 1; table.copy 0 1; " + call, elems: [][]byte{activeElem("i32.const 1", 2), second},
			mod: build{tables: []Table{table, table}, exports: []Export{{Name: "table", Kind: types.CoreTable, Index: 1}}}, lazy: "1 in [0]"},
		{name: "at start", f: call, elems: [][]byte{activeElem("i32.const 1", 2, 3)}, mod: build{start: ptr[uint32](4)}, lazy: "2 in [0]"},
		{name: "too many", f: call, elems: [][]byte{activeElem("i32.const 1", make([]uint32, maxLazy+1)...)}, mod: build{tables: []Table{{Elem: FuncRef, Min: maxLazy + 2}}}, lazy: "none"},
	} {
		b := c.mod
		b.types = []FuncType{sig("", "i"), sig("i", "i"), sig("", "")}
		b.imports = []Import{{Module: "env", Name: "nop", Kind: types.CoreFunc, Func: 2}}
		if b.tables == nil {
			b.tables = []Table{table}
		}
		b.elems = c.elems
		b.exports = append(b.exports, exportFunc("f", 1))
		b.funcs = []fn{{typ: 1, locals: []byte{I32}, code: c.f}, {code: "i32.const 22"}, {code: "i32.const 33"}, {typ: 2, code: "i32.const 3; i32.const 2; table.get 0; table.set 0"}}
		m := parsed(t, b.bytes())
		lazy := "none"
		if l := m.lazyTables(); l != nil {
			var tables []uint32
			for i := range m.NumTables() {
				if l.tables[i] {
					tables = append(tables, i)
				}
			}
			lazy = fmt.Sprintf("%d in %v", len(l.entries), tables)
		}
		if lazy != c.lazy {
			t.Errorf("%s: %s, want %s", c.name, lazy, c.lazy)
		}
		for _, e := range engines {
			plain, metered := indirect(t, &b, e.name, Rewrite{}), indirect(t, &b, e.name, metering())
			if plain != metered {
				t.Errorf("%s: metered on the %s\n%s\nwant\n%s", c.name, e.name, metered, plain)
			}
		}
	}
}

// indirect gives what f of a module gives in fresh instances, and in one that is used again.
func indirect(t *testing.T, b *build, engine string, r Rewrite) (out string) {
	t.Helper()
	for _, e := range engines {
		if e.name != engine {
			continue
		}
		h := newHost(t, e.config)
		code := rewritten(t, b.bytes(), r)
		used := h.instantiate(t, code)
		for i := range uint64(7) {
			fresh, err := h.instantiate(t, code).ExportedFunction("f").Call(h.ctx, i)
			again, err2 := used.ExportedFunction("f").Call(h.ctx, i)
			out += fmt.Sprintf("%d: %v %t, again %v %t\n", i, fresh, err == nil, again, err2 == nil)
		}
	}
	return out
}
