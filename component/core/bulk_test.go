package core

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"openidea-plugin/component/types"
)

// TestLargeMoves: what fills or copies many bytes comes by the hook after each piece, and does what the operator does: whatever overlaps, and nothing
// where it does not fit.
func TestLargeMoves(t *testing.T) {
	const pages = 80 // 5 MiB
	module := build{
		types:    []FuncType{sig("iii", "")},
		funcs:    []fn{{typ: 0, code: "local.get 0; local.get 1; local.get 2; memory.fill"}, {typ: 0, code: "local.get 0; local.get 1; local.get 2; memory.copy"}},
		memories: []Memory{{Min: pages}},
		exports:  []Export{exportFunc("fill", 0), exportFunc("copy", 1), {Name: "memory", Kind: types.CoreMemory}},
	}
	for _, c := range []struct {
		name          string
		first, second uint32
		n             uint32
		pauses        int
	}{
		{"fill", 3, 7, 4<<20 + 5, 4},
		{"fill", 3, 7, 4 << 20, 3},
		{"fill", 3, 7, 1<<20 + 1, 1},
		{"fill", 3, 7, 1 << 20, 0},
		{"fill", 0, 7, pages << 16, 4},
		{"fill", 1, 7, pages << 16, 0},
		{"fill", 1 << 20, 7, 0xffff_ffff, 0},
		{"fill", 0xffff_ffff, 7, 2 << 20, 0},
		{"copy", 0, 1, 4<<20 + 5, 4},
		{"copy", 1, 0, 4<<20 + 5, 4},
		{"copy", 5, 5, 4 << 20, 3},
		{"copy", 0, 3 << 20, 2 << 20, 1},
		{"copy", 3 << 20, 1, 2 << 20, 1},
		{"copy", 0, 1<<20 - 1, 3 << 20, 2},
		{"copy", 1<<20 - 1, 0, 3 << 20, 2},
		{"copy", 1, 0, pages << 16, 0},
		{"copy", 0, 1, pages << 16, 0},
		{"copy", 1 << 20, 0, 0xfff0_0001, 0},
	} {
		for _, engine := range engines {
			h := newHost(t, engine.config)
			var memories [2][]byte
			var errs [2]error
			for i, r := range []Rewrite{{}, metering()} {
				m := h.instantiate(t, rewritten(t, module.bytes(), r))
				memory, _ := m.Memory().Read(0, pages<<16)
				for k := range memory {
					memory[k] = byte(k>>8) ^ byte(k*7)
				}
				_, errs[i] = m.ExportedFunction(c.name).Call(h.ctx, uint64(c.first), uint64(c.second), uint64(c.n))
				memories[i] = memory
			}
			if !bytes.Equal(memories[0], memories[1]) || (errs[0] == nil) != (errs[1] == nil) {
				t.Errorf("%s of %d bytes, %#x and %#x, on the %s: something else than unmetered (%v, %v)", c.name, c.n, c.first, c.second, engine.name, errs[0], errs[1])
			}
			if h.pauses != c.pauses {
				t.Errorf("%s of %d bytes, %#x and %#x, on the %s: %d pauses, want %d", c.name, c.n, c.first, c.second, engine.name, h.pauses, c.pauses)
			}
			if errs[1] != nil && !strings.Contains(errs[1].Error(), "out of bounds memory access") {
				t.Errorf("%s on the %s: %v", c.name, engine.name, errs[1])
			}
		}
	}
}

// TestPausesEnd: the hook may end a call in the middle of a large move, and the fuel of the whole of it is taken before.
func TestPausesEnd(t *testing.T) {
	over := errors.New("time is over")
	for _, engine := range engines {
		h := newHost(t, engine.config)
		b := build{
			types:    []FuncType{{}},
			funcs:    []fn{{typ: 0, code: "i32.const 0; i32.const 1; i32.const 5000000; memory.fill"}},
			memories: []Memory{{Min: 80}},
			exports:  []Export{exportFunc("run", 0)},
		}
		run := h.runOf(t, &b, metering())
		h.pause = func() {
			if h.pauses == 2 {
				panic(over)
			}
		}
		h.tank.Fill(0)
		if _, err := run.Call(h.ctx); !errors.Is(err, over) {
			t.Errorf("on the %s: %v", engine.name, err)
		}
		if spent := h.tank.Spent(); spent < 5_000_000 || spent > 5_001_000 {
			t.Errorf("on the %s: spent %d", engine.name, spent)
		}
		h.pause = nil
		h.tank.Fill(4_000_000)
		if _, err := run.Call(h.ctx); !errors.Is(err, ErrNoFuel) || h.pauses != 2 {
			t.Errorf("on the %s: %v after %d pauses", engine.name, err, h.pauses)
		}
	}
}
