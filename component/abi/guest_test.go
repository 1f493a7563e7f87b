package abi

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"openidea-plugin/component/types"
)

var ctx = context.Background()

// guest is a component instance reduced to what this package sees of it: a memory and an allocator that only ever goes up. Each call of the
// allocator moves the memory and spoils the old one, so that a view kept too long shows.
type guest struct {
	mem  []byte
	next uint32
	// log has each call of realloc: "(old, old size, align, new size)".
	log []string
	// answer, where not nil, is what realloc returns instead.
	answer func(align, size uint32) uint32
	Table  *Table
	scope  Scope
}

func newGuest() *guest {
	return &guest{mem: make([]byte, 1<<16), next: 0x1000, Table: NewTable(0)}
}

func (g *guest) Bytes() []byte { return g.mem }

func (g *guest) realloc(_ context.Context, old, oldSize, align, size uint32) (uint32, error) {
	g.log = append(g.log, fmt.Sprintf("(%#x, %d, %d, %d)", old, oldSize, align, size))
	if g.answer != nil {
		return g.answer(align, size), nil
	}
	ptr := old
	if old == 0 || size > oldSize {
		ptr = (g.next + align - 1) &^ (align - 1)
		g.next = ptr + size
	}
	moved := make([]byte, max(len(g.mem), int(g.next+0xffff)&^0xffff))
	copy(moved, g.mem)
	if ptr != old {
		copy(moved[ptr:], g.mem[old:old+oldSize])
	}
	for i := range g.mem[:min(len(g.mem), 1<<16)] {
		g.mem[i] = 0xaa
	}
	g.mem = moved
	return ptr, nil
}

func (g *guest) side(enc Encoding) *Side {
	return &Side{Encoding: enc, Memory: g, Realloc: g.realloc, Handles: g}
}

// In the fake the run-time identity of a resource type is the static one.
func (g *guest) LiftOwn(r *types.Resource, idx uint32) (Handle, error) {
	return g.Table.LiftOwn(r, idx)
}
func (g *guest) LiftBorrow(r *types.Resource, idx uint32) (Handle, error) {
	return g.Table.LiftBorrow(r, idx, &g.scope)
}
func (g *guest) LowerOwn(r *types.Resource, h Handle) (uint32, error) { return g.Table.New(r, h) }
func (g *guest) LowerBorrow(r *types.Resource, h Handle) (uint32, error) {
	return g.Table.NewBorrow(r, h, &g.scope)
}

// at writes bytes into the guest's memory.
func (g *guest) at(ptr uint32, b ...byte) { copy(g.mem[ptr:], b) }

func (g *guest) calls() string { return strings.Join(g.log, " ") }

// rule is the rule that err says was broken.
func rule(t *testing.T, err error) string {
	t.Helper()
	v, ok := err.(*Violation)
	if !ok {
		t.Fatalf("want a violation, have %v", err)
	}
	if _, ok := RuleByID(v.Rule); !ok {
		t.Errorf("the rule %q is not in the table of rules", v.Rule)
	}
	return v.Rule
}

// Short names for types.
var (
	tBool, tS8, tU8    = types.Prim(types.Bool), types.Prim(types.S8), types.Prim(types.U8)
	tS16, tU16         = types.Prim(types.S16), types.Prim(types.U16)
	tS32, tU32         = types.Prim(types.S32), types.Prim(types.U32)
	tS64, tU64         = types.Prim(types.S64), types.Prim(types.U64)
	tF32, tF64         = types.Prim(types.F32), types.Prim(types.F64)
	tChar, tString     = types.Prim(types.Char), types.Prim(types.String)
	encodings          = []Encoding{UTF8, UTF16, Latin1UTF16}
	encodingNames      = []string{"utf8", "utf16", "latin1+utf16"}
	list, tuple        = types.NewList, types.NewTuple
	option, resultType = types.NewOption, types.NewResult
)

// record makes a record with the fields a, b, c, …
func record(ts ...*types.Type) *types.Type {
	fs := make([]types.Field, len(ts))
	for i, t := range ts {
		fs[i] = types.Field{Name: string(rune('a' + i)), Type: t}
	}
	return types.NewRecord(fs)
}

// variant makes a variant with the cases a, b, c, …; nil is a case without payload.
func variant(ts ...*types.Type) *types.Type {
	cs := make([]types.Case, len(ts))
	for i, t := range ts {
		cs[i] = types.Case{Name: string(rune('a' + i)), Type: t}
	}
	return types.NewVariant(cs)
}

func labels(n int) []string {
	ls := make([]string, n)
	for i := range ls {
		ls[i] = fmt.Sprintf("l%d", i)
	}
	return ls
}

// params are parameters a, b, c, …
func params(ts ...*types.Type) []types.Field { return record(ts...).Fields }
