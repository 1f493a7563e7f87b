package core

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero/api"
)

// FuzzParse: Parse never panics, and what the compiler takes plain it also takes rewritten.
func FuzzParse(f *testing.F) {
	for _, b := range []*build{sample(), everywhere()} {
		f.Add(b.bytes())
	}
	for i := range fuelPrograms {
		f.Add(fuelPrograms[i].mod.bytes())
	}
	h := newHost(f, engines[0].config)
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := Parse(b)
		if err != nil {
			return
		}
		m.ModuleType()
		m.ActiveElems()
		plain, err := m.Rewrite(Rewrite{MaxMemoryPages: 1000, MaxTableEntries: 10_000})
		if err != nil {
			return
		}
		c, err := h.rt.CompileModule(h.ctx, plain)
		if err != nil {
			return
		}
		c.Close(h.ctx)
		r := metering()
		r.MaxMemoryPages, r.MaxTableEntries = 1000, 10_000
		out, err := m.Rewrite(r)
		if err != nil {
			t.Fatalf("a module that compiles was not rewritten: %v", err)
		}
		c, err = h.rt.CompileModule(h.ctx, out)
		if err != nil {
			t.Fatalf("a rewritten module does not compile: %v", err)
		}
		c.Close(h.ctx)
		if m, err = Parse(out); err != nil {
			t.Fatalf("a rewritten module was not read: %v", err)
		}
		if _, err = m.Rewrite(r); err != nil {
			t.Fatalf("a rewritten module was not rewritten again: %v", err)
		}
	})
}

// FuzzRewrite: a metered module does what the plain one does, on both engines, and uses as much fuel as one in which each operator
// counts for itself.
func FuzzRewrite(f *testing.F) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		seed := make([]byte, 400)
		for i := range seed {
			seed[i] = byte(rnd.Uint32())
		}
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		g := random{src: src}
		b := g.module().bytes()
		var want string
		on := engines
		if g.throws {
			// Compiled by wazero 1.12.0, code that catches an exception sees the locals as they were before the try_table.
			on = engines[:1]
		}
		for i, engine := range on {
			if got := outcome(t, engine.name, rewritten(t, b, Rewrite{})); i == 0 {
				want = got
			} else if got != want {
				t.Fatalf("plain on the %s:\n%s\nwant\n%s\n%x", engine.name, got, want, b)
			}
			if got := outcome(t, engine.name, rewritten(t, b, metering())); got != want {
				t.Fatalf("metered on the %s:\n%s\nwant\n%s\n%x", engine.name, got, want, b)
			}
		}
		exact, counted := fuelOf(t, naive(parsed(t, b))), fuelOf(t, rewritten(t, b, metering()))
		if exact != counted {
			t.Fatalf("fuel %s, want %s\n%x", counted, exact, b)
		}
	})
}

// TestRandomModules is FuzzRewrite on 150 modules.
func TestRandomModules(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	returned := 0
	for n := range 150 {
		seed := make([]byte, 100+n*2)
		for i := range seed {
			seed[i] = byte(rnd.Uint32())
		}
		g := random{src: seed}
		b := g.module().bytes()
		plain, metered := outcome(t, "interpreter", rewritten(t, b, Rewrite{})), outcome(t, "interpreter", rewritten(t, b, metering()))
		if plain != metered {
			t.Fatalf("module %d: metered\n%s\nwant\n%s\n%x", n, metered, plain, b)
		}
		exact, counted := fuelOf(t, naive(parsed(t, b))), fuelOf(t, rewritten(t, b, metering()))
		if exact != counted {
			t.Fatalf("module %d: fuel %s, want %s\n%x", n, counted, exact, b)
		}
		returned += strings.Count(plain, "returns")
	}
	if returned < 150 {
		t.Errorf("only %d of 450 calls returned", returned)
	}
}

// calls calls f0, f1 and f2 of a module in turn.
func calls(t testing.TB, h *host, m api.Module, each func(name string, result uint64, err error)) {
	t.Helper()
	for i := range 3 {
		name := fmt.Sprintf("f%d", i)
		out, err := m.ExportedFunction(name).Call(h.ctx, uint64(i*7), uint64(i*1000+1))
		var v uint64
		if err == nil {
			v = out[0]
		}
		each(name, v, err)
	}
}

// outcome describes what the calls give and leave in memory.
func outcome(t testing.TB, engine string, b []byte) string {
	t.Helper()
	var out strings.Builder
	for _, e := range engines {
		if e.name != engine {
			continue
		}
		h := newHost(t, e.config)
		m := h.instantiate(t, b)
		calls(t, h, m, func(name string, v uint64, err error) {
			if err != nil {
				msg, _, _ := strings.Cut(err.Error(), "\n")
				fmt.Fprintf(&out, "%s: %s\n", name, msg)
			} else {
				fmt.Fprintf(&out, "%s returns %d\n", name, v)
			}
		})
		mem, _ := m.Memory().Read(0, m.Memory().Size())
		fmt.Fprintf(&out, "%d pages, sum %d, global %d\n", len(mem)/65536, sum(mem), m.ExportedGlobal("g").Get())
		h.rt.Close(h.ctx)
	}
	return out.String()
}

func sum(b []byte) (s uint32) {
	for i, c := range b {
		s = s*31 + uint32(c)*uint32(i%7+1)
	}
	return s
}

// fuelOf gives the fuel of each call that returns.
func fuelOf(t testing.TB, b []byte) string {
	t.Helper()
	var out strings.Builder
	h := newHost(t, engines[0].config)
	defer h.rt.Close(h.ctx)
	m := h.instantiate(t, b)
	h.tank.Fill(0)
	last := uint64(0)
	calls(t, h, m, func(name string, _ uint64, err error) {
		if err == nil {
			fmt.Fprintf(&out, "%s %d ", name, h.tank.Spent()-last)
		} else {
			h.tank.Fill(0) // what was used before a trap is not exact
		}
		last = h.tank.Spent()
	})
	return out.String()
}

// naive meters a module in the plainest way: each operator takes its fuel for itself. Nothing ever asks for more.
func naive(m *Module) []byte {
	counter := m.NumGlobals()
	bodies := appendU32(nil, uint32(len(m.Funcs)))
	for i, b := range m.Bodies {
		c := &naiveCode{m: m, counter: counter}
		bodies = appendName(bodies, string(c.function(i, b)))
	}
	w := &writer{m: m, emitter: &emitter{code: code{m: m}, hook: 1 << 30, counter: counter, metered: true}, code: bodies}
	out := bytes.Clone(preamble)
	for _, id := range sectionIDs {
		payload := w.raw(id)
		switch id {
		case secGlobal, secExport, secCode:
			payload = w.section(id)
		}
		if payload != nil {
			out = appendSection(out, id, payload)
		}
	}
	return out
}

// naiveCode writes one function of naive.
type naiveCode struct {
	m       *Module
	counter uint32
	out     []byte
}

func (c *naiveCode) take(push string) {
	c.out = append(c.out, asm(fmt.Sprintf("global.get %d; %s; i64.sub; global.set %d", c.counter, push, c.counter))...)
}

func (c *naiveCode) function(i int, b Body) []byte {
	n := len(c.m.Types[c.m.Funcs[i]].Params)
	c.out = appendU32(nil, uint32(len(b.Locals)+1))
	for _, l := range b.Locals {
		c.out = append(appendU32(c.out, l.Count), l.Type)
		n += int(l.Count)
	}
	c.out = append(c.out, 2, I32)
	c.take("i64.const 1")
	r := &reader{b: c.m.raw, pos: b.Code, end: b.End}
	constant := int64(-1)
	for r.more() {
		in := r.instr()
		if in.op != opElse && in.op != opEnd && flatCost(in.op) > 0 {
			c.take("i64.const 1")
		}
		units := fmt.Sprintf("local.get %d; i64.extend_i32_u", n)
		switch in.op {
		case opMemoryInit, opMemoryCopy, opMemoryFill, opTableInit, opTableCopy, opTableFill:
			c.out = append(c.out, asm(fmt.Sprintf("local.tee %d", n))...)
			c.take(units)
		case opMemoryGrow, opTableGrow:
			if constant >= 0 && constant <= 128 {
				c.take(fmt.Sprintf("i64.const %d", constant))
				break
			}
			c.out = append(c.out, asm(fmt.Sprintf("local.tee %d", n))...)
			c.out = append(c.out, c.m.raw[in.pos:in.end]...)
			// The result is on the stack; on success it is not -1.
			c.out = append(c.out, asm(fmt.Sprintf("local.tee %d; i32.const -1; i32.ne; if -; global.get %d; %s; i64.sub; global.set %d; end; local.get %d", n+1, c.counter, units, c.counter, n+1))...)
			constant = -1
			continue
		}
		constant = -1
		if in.op == opI32Const {
			constant = int64(uint32(in.a))
		}
		c.out = append(c.out, c.m.raw[in.pos:in.end]...)
	}
	return c.out
}
