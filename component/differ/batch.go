package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"openidea-plugin/component"
	"openidea-plugin/component/abi"
	"openidea-plugin/component/types"
)

// batch is a component and what is done with it.
type batch struct {
	kind      string
	wat       string
	imports   map[string]*types.Func // functions of the host
	resources []string               // resource types of the host
	auto      map[string]string      // functions of the host that answer by themselves: see automatic
	exports   map[string]*types.Func
	// concurrency chooses between the two ways in which wasmtime keeps track of calls.
	concurrency bool
	cases       []testCase
}

// testCase is a few calls in a row, of which the first that traps ends it. The next case goes on with the same instance unless it is fresh or this one trapped.
type testCase struct {
	fresh   bool
	steps   []step
	replies map[string][]component.Value // what the host answers, by function
	after   *step                        // what is tried after a trap
}

// step is a call of an export, or, where call is "", the end of a resource that the host holds.
type step struct {
	call string
	args []component.Value
	drop int
}

func (c *testCase) call(name string, args ...component.Value) {
	c.steps = append(c.steps, step{call: name, args: args})
}

// profile is a kind of batch that passes values.
type profile struct {
	levels    int // how many components are in the chain, at most
	raw, mode int // in how many of 8 functions raw data is used, in how many of 8 cases realloc or post-return misbehave
	mixed     int // in how many of 8 hops the encodings of lift and lower differ
}

var profiles = map[string]profile{
	"relay":   {levels: 1, mixed: 1},
	"chain":   {levels: 3, mixed: 1},
	"raw":     {levels: 3, raw: 6},
	"realloc": {levels: 2, raw: 1, mode: 6},
}

const (
	functions = 30
	perFunc   = 20
)

// passing makes a batch that passes values of random types through a chain of components.
func passing(kind string, r *rand.Rand) *batch {
	p := profiles[kind]
	s := newSchema(r, p.raw == 0 || r.IntN(4) == 0)
	b := &batch{kind: kind, imports: map[string]*types.Func{"tick": {}}, exports: map[string]*types.Func{}, resources: []string{"x", "y"}}
	funcs := make([]*types.Func, functions)
	for i := range funcs {
		funcs[i] = s.makeFunc()
		b.imports[fmt.Sprintf("f%d", i)] = funcs[i]
		b.exports[fmt.Sprintf("g%d", i)] = funcs[i]
	}
	levels := make([][]hop, 1+r.IntN(p.levels))
	if kind == "chain" {
		levels = make([][]hop, 2+r.IntN(p.levels-1))
	}
	for l := range levels {
		levels[l] = make([]hop, functions)
		for i := range levels[l] {
			levels[l][i] = p.hop(r)
		}
		suffix := b.levelSuffix(l, len(levels))
		b.exports["poke"+suffix] = &types.Func{Params: []types.Field{{Name: "at", Type: types.Prim(types.U32)}, {Name: "data", Type: types.NewList(types.Prim(types.U8))}}}
		u32 := types.Prim(types.U32)
		b.exports["set-mode"+suffix] = &types.Func{Params: []types.Field{{Name: "mode", Type: u32}, {Name: "nth", Type: u32}, {Name: "arg", Type: u32}, {Name: "post", Type: u32}}}
		b.exports["traffic"+suffix] = &types.Func{Result: types.Prim(types.U64)}
	}
	b.wat = chain(s, funcs, levels)
	for range perFunc {
		for i, f := range funcs {
			b.cases = append(b.cases, p.makeCase(r, b, i, f, levels))
		}
	}
	return b
}

// levelSuffix is what stands behind the names of the functions that belong to one level.
func (b *batch) levelSuffix(l, levels int) string {
	if levels == 1 {
		return ""
	}
	return fmt.Sprint(l)
}

func (p profile) hop(r *rand.Rand) hop {
	h := hop{lift: abi.Encoding(r.IntN(3)), postReturn: r.IntN(3) > 0, inTheCall: r.IntN(20) == 0}
	h.lower = h.lift
	if r.IntN(8) < p.mixed {
		h.lower = abi.Encoding(r.IntN(3))
	}
	if r.IntN(8) < p.raw {
		h.rawArgs, h.rawResult = r.IntN(2) == 0, r.IntN(2) == 0
	}
	return h
}

func (p profile) makeCase(r *rand.Rand, b *batch, i int, f *types.Func, levels [][]hop) testCase {
	c := testCase{replies: map[string][]component.Value{}}
	g := &values{r: r, left: 60}
	for l, hops := range levels {
		suffix := b.levelSuffix(l, len(levels))
		if hops[i].rawArgs || hops[i].rawResult {
			c.call("poke"+suffix, uint32(flatsAt), rawMemory(g, f, hops[i]))
		}
		if p.mode > 0 {
			mode := [4]uint32{0, uint32(1 + r.IntN(4)), 0, 0}
			if r.IntN(8) < p.mode {
				mode[0], mode[2] = uint32(1+r.IntN(6)), misplaced[r.IntN(len(misplaced))]
			}
			if r.IntN(12) == 0 {
				mode[3] = uint32(1 + r.IntN(2))
			}
			c.call("set-mode"+suffix, mode[0], mode[1], mode[2], mode[3])
		}
	}
	size := 80
	if r.IntN(80) == 0 {
		size = 5 * many
	}
	g.left = size
	c.call(fmt.Sprintf("g%d", i), g.args(f)...)
	if f.Result != nil {
		g.left = size
		c.replies[fmt.Sprintf("f%d", i)] = []component.Value{g.make(f.Result)}
	}
	for l := range levels {
		c.call("traffic" + b.levelSuffix(l, len(levels)))
	}
	if r.IntN(40) == 0 {
		c.call(fmt.Sprintf("g%d", i), c.steps[len(c.steps)-1-len(levels)].args...) // once more, without an answer left
	}
	if r.IntN(8) == 0 {
		c.after = &step{call: "traffic" + b.levelSuffix(0, len(levels))}
	}
	return c
}

// misplaced are addresses, or distances to where memory should be, for a realloc that misbehaves.
var misplaced = []uint32{0, 1, 2, 3, 4, 8, 16, 0x1000, 0x8001, 0x1fff0, 0x1fffe, 0x1ffff, 0x20000, 0x20001, 0x7fffffff, 0x80000000, 0xfffffff0, 0xfffffffe, 0xffffffff}

// rawMemory is what lies in a guest's memory from flatsAt on: arguments and a result of f as a careful guest would lower them, with a few mistakes.
func rawMemory(g *values, f *types.Func, h hop) []byte {
	m := &rawGuest{buf: make([]byte, dataAt), next: dataAt}
	side := &abi.Side{Encoding: h.lower, Memory: m, Realloc: m.realloc, Handles: guesses{g}}
	g.left = 40
	flats, err := side.LowerParams(context.Background(), f.Params, g.args(f), nil)
	used := len(flats)
	for len(flats) < types.MaxFlatParams {
		flats = append(flats, 0)
	}
	var ret []uint64
	if err == nil && f.Result != nil {
		side.Encoding = h.lift
		g.left = 40
		size, align := f.Result.Layout.Size, f.Result.Layout.Align
		stack := make([]uint64, 18)
		n := len(f.FlattenLower().Params)
		at, _ := m.realloc(context.Background(), 0, 0, align, size)
		if len(f.FlatResults()) > types.MaxFlatResults {
			stack[n-1] = uint64(at)
		}
		err = side.LowerResult(context.Background(), f, g.make(f.Result), stack)
		ret = stack[:1]
		if len(f.FlatResults()) > types.MaxFlatResults {
			ret = []uint64{uint64(at)}
		}
		back, _ := m.realloc(context.Background(), 0, 0, align, size)
		binary.LittleEndian.PutUint64(m.buf[retPtrAt:], uint64(back))
	}
	if err != nil { // it did not fit: whatever is there now will do
		flats[0] = uint64(g.r.Uint32())
	}
	for i, v := range flats {
		binary.LittleEndian.PutUint64(m.buf[flatsAt+8*i:], v)
	}
	for _, v := range ret {
		binary.LittleEndian.PutUint64(m.buf[returnAt:], v)
	}
	found := &survey{m: m}
	switch {
	case err != nil:
	case used == 1 && len(f.FlatParams()) > types.MaxFlatParams:
		found.memory(f.ParamsType(), int(flats[0]))
	default:
		at := flatsAt
		for _, p := range f.Params {
			found.flat(p.Type, at)
			at += 8 * len(p.Type.Layout.Flat)
		}
	}
	if err == nil && len(ret) > 0 && len(f.FlatResults()) > types.MaxFlatResults {
		found.memory(f.Result, int(ret[0]))
	} else if err == nil && len(ret) > 0 {
		found.flat(f.Result, returnAt)
	}
	m.spoil(g, used, found.sites)
	return m.buf[flatsAt:]
}

// rawGuest is a guest's memory while it is made.
type rawGuest struct {
	buf  []byte
	next uint32
}

// Bytes is the memory.
func (m *rawGuest) Bytes() []byte { return m.buf }

func (m *rawGuest) realloc(_ context.Context, old, had, align, size uint32) (uint32, error) {
	p := (m.next + align - 1) &^ (align - 1)
	if p+size > heapAt || p+size < p {
		return 0, fmt.Errorf("no room")
	}
	m.next = p + size
	for uint32(len(m.buf)) < m.next {
		m.buf = append(m.buf, 0)
	}
	copy(m.buf[p:], m.buf[old:old+min(had, size)])
	return p, nil
}

// guesses are handles that a guest may or may not have.
type guesses struct{ g *values }

func (h guesses) LiftOwn(*types.Resource, uint32) (abi.Handle, error)    { return abi.Handle{}, nil }
func (h guesses) LiftBorrow(*types.Resource, uint32) (abi.Handle, error) { return abi.Handle{}, nil }
func (h guesses) LowerOwn(*types.Resource, abi.Handle) (uint32, error) {
	return uint32(1 + h.g.r.IntN(4)), nil
}
func (h guesses) LowerBorrow(r *types.Resource, v abi.Handle) (uint32, error) {
	return h.LowerOwn(r, v)
}

// spoil makes up to three mistakes in what lies in memory: at one of the sites, in the first used core arguments, in the two addresses, or in what
// lies where they point to.
func (m *rawGuest) spoil(g *values, used int, sites []site) {
	for i := range used {
		// What a variant does not use of its slots is to be ignored.
		if at := flatsAt + 8*i; g.r.IntN(3) == 0 && binary.LittleEndian.Uint64(m.buf[at:]) == 0 {
			binary.LittleEndian.PutUint64(m.buf[at:], g.r.Uint64())
		}
	}
	for range g.r.IntN(4) {
		if len(sites) > 0 && g.r.IntN(3) > 0 {
			m.mistake(g, sites[g.r.IntN(len(sites))])
			continue
		}
		at := m.wordAt(g, used)
		old := binary.LittleEndian.Uint32(m.buf[at:])
		m.setWord(g, at, old)
	}
}

func (m *rawGuest) wordAt(g *values, used int) int {
	switch n := g.r.IntN(6); {
	case n < 2 && used > 0:
		return flatsAt + 8*g.r.IntN(used) + 4*g.r.IntN(2)
	case n == 2:
		return retPtrAt + 8*g.r.IntN(2)
	case len(m.buf) <= dataAt+4:
		return returnAt
	}
	at := dataAt + g.r.IntN(len(m.buf)-dataAt-4)
	if g.r.IntN(2) == 0 {
		at &^= 3
	}
	return at
}

func (m *rawGuest) setWord(g *values, at int, old uint32) {
	set := func(v uint32) { binary.LittleEndian.PutUint32(m.buf[at:], v) }
	switch g.r.IntN(9) {
	case 8:
		set(old ^ 1<<31)
	case 0:
		m.buf[at] ^= 1 << g.r.IntN(8)
	case 1:
		set(uint32(g.bits()))
	case 2:
		set(old + 1)
	case 3:
		set(old - 1)
	case 4:
		m.buf[at] = byte(g.bits())
	case 5:
		set(misplaced[g.r.IntN(len(misplaced))] - old%3)
	case 6:
		set(uint32(dataAt + g.r.IntN(heapAt-dataAt)))
	case 7:
		set(uint32(g.r.IntN(70)))
	}
}
