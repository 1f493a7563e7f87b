package abi

import (
	"context"
	"errors"
	"testing"

	"openidea-plugin/component/types"
)

// What a guest may not give, as parameters of a call that it makes: the rule, and where.
func TestLiftViolations(t *testing.T) {
	const end = 1 << 16 // of the memory
	many := make([]*types.Type, 17)
	for i := range many {
		many[i] = tU32
	}
	for _, c := range []struct {
		name  string
		enc   Encoding
		t     *types.Type
		stack []uint64
		rule  string
		path  string
	}{
		{"char surrogate", UTF8, tChar, []uint64{0xd800}, RuleCharRange, "argument a"},
		{"char last surrogate", UTF8, tChar, []uint64{0xdfff}, RuleCharRange, "argument a"},
		{"char too high", UTF8, tChar, []uint64{0x110000}, RuleCharRange, "argument a"},
		{"char far too high", UTF8, tChar, []uint64{0xffffffff}, RuleCharRange, "argument a"},
		{"enum", UTF8, types.NewEnum(labels(3)), []uint64{3}, RuleDiscriminant, "argument a"},
		{"variant", UTF8, variant(nil, tU8), []uint64{2, 0}, RuleDiscriminant, "argument a"},
		{"option", UTF8, option(tU8), []uint64{2, 0}, RuleDiscriminant, "argument a"},
		{"result", UTF8, resultType(tU8, nil), []uint64{0xffffffff, 0}, RuleDiscriminant, "argument a"},
		{"in a record", UTF8, record(tU8, tuple(tU8, option(tChar))), []uint64{0, 0, 1, 0xd800}, RuleCharRange, "argument a.b.1.some"},
		{"in a result", UTF8, resultType(nil, variant(nil, tChar)), []uint64{1, 1, 0xd800}, RuleCharRange, "argument a.err.b"},

		{"utf8 beyond", UTF8, tString, []uint64{end - 1, 2}, RuleStringBounds, "argument a"},
		{"empty utf8 beyond", UTF8, tString, []uint64{end + 1, 0}, RuleStringBounds, "argument a"},
		{"utf8 length wraps", UTF8, tString, []uint64{0xffffffff, 2}, RuleStringBounds, "argument a"},
		{"utf8 too long", UTF8, tString, []uint64{0, 1 << 28}, RuleStringLength, "argument a"},
		{"utf8 longest is only out of bounds", UTF8, tString, []uint64{0, 1<<28 - 1}, RuleStringBounds, "argument a"},
		{"utf16 odd", UTF16, tString, []uint64{1, 0}, RuleStringAlign, "argument a"},
		{"utf16 odd and beyond", UTF16, tString, []uint64{end + 1, 1}, RuleStringAlign, "argument a"},
		{"utf16 beyond", UTF16, tString, []uint64{end - 2, 2}, RuleStringBounds, "argument a"},
		{"utf16 too long", UTF16, tString, []uint64{0, 1 << 27}, RuleStringLength, "argument a"},
		{"utf16 longest", UTF16, tString, []uint64{0, 1<<27 - 1}, RuleStringBounds, "argument a"},
		{"utf16 length doubles beyond 32 bits", UTF16, tString, []uint64{0, 0x80000001}, RuleStringLength, "argument a"},
		{"latin1 odd", Latin1UTF16, tString, []uint64{1, 1}, RuleStringAlign, "argument a"},
		{"latin1 beyond", Latin1UTF16, tString, []uint64{end - 2, 3}, RuleStringBounds, "argument a"},
		{"latin1 too long", Latin1UTF16, tString, []uint64{0, 1 << 28}, RuleStringLength, "argument a"},
		{"tagged beyond", Latin1UTF16, tString, []uint64{end - 2, utf16Tag | 2}, RuleStringBounds, "argument a"},
		{"tagged odd and empty", Latin1UTF16, tString, []uint64{3, utf16Tag}, RuleStringAlign, "argument a"},
		{"tagged too long", Latin1UTF16, tString, []uint64{0, utf16Tag | 1<<27}, RuleStringLength, "argument a"},

		{"list beyond", UTF8, list(tU8), []uint64{end - 1, 2}, RuleListBounds, "argument a"},
		{"empty list beyond", UTF8, list(tU8), []uint64{end + 1, 0}, RuleListBounds, "argument a"},
		{"list unaligned", UTF8, list(tU32), []uint64{2, 0}, RuleListAlign, "argument a"},
		{"list unaligned and beyond", UTF8, list(tU32), []uint64{end + 2, 9}, RuleListAlign, "argument a"},
		{"list size wraps", UTF8, list(tU64), []uint64{0, 1 << 29}, RuleListLength, "argument a"},
		{"list too long", UTF8, list(tU8), []uint64{0, 1 << 28}, RuleListLength, "argument a"},
		{"list longest", UTF8, list(tU8), []uint64{0, 1<<28 - 1}, RuleListBounds, "argument a"},
		{"list of pairs beyond", UTF8, list(tuple(tU8, tU64)), []uint64{end - 16, 2}, RuleListBounds, "argument a"},

		{"own unknown", UTF8, types.NewOwn(&types.Resource{}), []uint64{0}, RuleHandleUnknown, "argument a"},
		{"borrow unknown", UTF8, types.NewBorrow(&types.Resource{}), []uint64{4}, RuleHandleUnknown, "argument a"},

		{"arguments unaligned", UTF8, tuple(many...), []uint64{2}, RulePointerAlign, ""},
		{"arguments unaligned and beyond", UTF8, tuple(many...), []uint64{end + 2}, RulePointerAlign, ""},
		{"arguments beyond", UTF8, tuple(many...), []uint64{end - 64}, RulePointerBounds, ""},
		{"arguments wrap", UTF8, tuple(many...), []uint64{0xfffffffc}, RulePointerBounds, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGuest()
			_, err := g.side(c.enc).LiftParams(params(c.t), c.stack)
			if r := rule(t, err); r != c.rule || err.(*Violation).Path != c.path {
				t.Errorf("broke %q at %q, want %q at %q: %v", r, err.(*Violation).Path, c.rule, c.path, err)
			}
			// Between components the same rules hold.
			_, err = PassParams(ctx, g.side(c.enc), newGuest().side(UTF8), params(c.t), params(c.t), c.stack, nil)
			if r := rule(t, err); r != c.rule || err.(*Violation).Path != c.path {
				t.Errorf("passing broke %q at %q, want %q at %q: %v", r, err.(*Violation).Path, c.rule, c.path, err)
			}
		})
	}
}

// What ends exactly at the end of memory is inside it.
func TestLiftAtTheEndOfMemory(t *testing.T) {
	const end = 1 << 16
	for _, c := range []struct {
		enc   Encoding
		t     *types.Type
		stack []uint64
	}{
		{UTF8, tString, []uint64{end, 0}},
		{UTF8, tString, []uint64{end - 3, 3}},
		{UTF16, tString, []uint64{end - 4, 2}},
		{Latin1UTF16, tString, []uint64{end - 4, utf16Tag | 2}},
		{UTF8, list(tU64), []uint64{end, 0}},
		{UTF8, list(tU64), []uint64{end - 8, 1}},
		{UTF8, list(tU8), []uint64{end - 1, 1}},
	} {
		if _, err := newGuest().side(c.enc).LiftParams(params(c.t), c.stack); err != nil {
			t.Errorf("%s at %v: %v", c.t, c.stack, err)
		}
	}
}

func TestMalformedStrings(t *testing.T) {
	for _, c := range []struct {
		enc   Encoding
		bytes string
		n     uint32
		want  string
	}{
		{UTF8, "61 ff", 2, "the string is not valid UTF-8 (at byte 1 of 2) (in argument a)"},
		{UTF8, "c3", 1, "the string is not valid UTF-8 (at byte 0 of 1) (in argument a)"},
		{UTF8, "eda080", 3, "the string is not valid UTF-8 (at byte 0 of 3) (in argument a)"},         // a surrogate
		{UTF8, "c080", 2, "the string is not valid UTF-8 (at byte 0 of 2) (in argument a)"},           // overlong
		{UTF8, "61 f4908080", 5, "the string is not valid UTF-8 (at byte 1 of 5) (in argument a)"},    // above 10ffff
		{UTF16, "6100 3cd8", 2, "the string has a lone surrogate (unit 1 of 2) (in argument a)"},      // high at the end
		{UTF16, "3cd8 6100", 2, "the string has a lone surrogate (unit 0 of 2) (in argument a)"},      // high alone
		{UTF16, "70df", 1, "the string has a lone surrogate (unit 0 of 1) (in argument a)"},           // low alone
		{UTF16, "3cd8 3cd8 70df", 3, "the string has a lone surrogate (unit 0 of 3) (in argument a)"}, // high before a pair
		{Latin1UTF16, "6100 70df", utf16Tag | 2, "the string has a lone surrogate (unit 1 of 2) (in argument a)"},
	} {
		g := newGuest()
		g.at(0x20, unhex(c.bytes)...)
		stack := []uint64{0x20, uint64(c.n)}
		if _, err := g.side(c.enc).LiftParams(params(tString), stack); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.bytes, err, c.want)
		}
		for _, to := range encodings {
			if _, err := PassParams(ctx, g.side(c.enc), newGuest().side(to), params(tString), params(tString), stack, nil); err == nil || err.Error() != c.want {
				t.Errorf("%s passed to %s: %v, want %s", c.bytes, encodingNames[to], err, c.want)
			}
		}
	}
}

// What realloc returns is checked each time that it is called, even for nothing.
func TestReallocViolations(t *testing.T) {
	constant := func(p uint32) func(align, size uint32) uint32 { return func(_, _ uint32) uint32 { return p } }
	many := make([]*types.Type, 17)
	vals := make(Tuple, 17)
	for i := range many {
		many[i], vals[i] = tU32, uint32(0)
	}
	// shrinking answers well until the last call, which asks for fewer bytes than before.
	last := func(p uint32) func(align, size uint32) uint32 {
		seen := uint32(0)
		return func(_, size uint32) uint32 {
			if size < seen {
				return p
			}
			seen = size
			return 0x1000
		}
	}
	for _, c := range []struct {
		name   string
		enc    Encoding
		t      *types.Type
		v      Value
		answer func(align, size uint32) uint32
		rule   string
	}{
		{"empty string beyond", UTF8, tString, "", constant(0xffffffff), RuleReallocBounds},
		{"empty list beyond", UTF8, list(tU8), []byte{}, constant(0xffffffff), RuleReallocBounds},
		{"list unaligned", UTF8, list(tU32), List{uint32(1)}, constant(2), RuleReallocAlign},
		{"list unaligned and beyond", UTF8, list(tU32), List{}, constant(0xffffffff), RuleReallocAlign},
		{"list beyond", UTF8, list(tU32), List{uint32(1)}, constant(0xfffffffc), RuleReallocBounds},
		{"list one byte beyond", UTF8, list(tU8), []byte{1, 2}, constant(1<<16 - 1), RuleReallocBounds},
		{"utf16 odd", UTF16, tString, "a", constant(1), RuleReallocAlign},
		{"utf16 shrunk odd", UTF16, tString, "é", last(1), RuleReallocAlign},
		{"utf16 shrunk beyond", UTF16, tString, "é", last(0xfffffffe), RuleReallocBounds},
		{"compact shrunk beyond", Latin1UTF16, tString, "é", last(0xfffffffe), RuleReallocBounds},
		{"compact grown beyond", Latin1UTF16, tString, "☃☃", func(_, size uint32) uint32 { return map[uint32]uint32{6: 0, 12: 0xfff8}[size] }, RuleReallocBounds},
		{"arguments unaligned", UTF8, tuple(many...), vals, constant(2), RuleReallocAlign},
		{"arguments beyond", UTF8, tuple(many...), vals, constant(0xffc0), RuleReallocBounds},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGuest()
			g.answer = c.answer
			_, err := g.side(c.enc).LowerParams(ctx, params(c.t), []Value{c.v}, nil)
			if r := rule(t, err); r != c.rule {
				t.Errorf("broke %q, want %q: %v", r, c.rule, err)
			}
		})
	}
}

func TestReturnPointerViolations(t *testing.T) {
	typ := tuple(tU8, tU32)
	f := &types.Func{Params: params(tU8), Result: typ}
	v := Tuple{uint8(1), uint32(1)}
	for _, c := range []struct {
		ptr  uint64
		rule string
	}{{2, RulePointerAlign}, {1<<16 + 2, RulePointerAlign}, {1<<16 - 4, RulePointerBounds}, {0xfffffffc, RulePointerBounds}} {
		g := newGuest()
		s := g.side(UTF8)
		if r := rule(t, s.LowerResult(ctx, f, v, []uint64{0, c.ptr})); r != c.rule {
			t.Errorf("lowering to %#x broke %q, want %q", c.ptr, r, c.rule)
		}
		if _, err := s.LiftResult(typ, []uint64{c.ptr}); rule(t, err) != c.rule {
			t.Errorf("lifting from %#x: %v, want %q", c.ptr, err, c.rule)
		}
		if err := PassResult(ctx, newGuest().side(UTF8), s, typ, f, []uint64{0}, []uint64{0, c.ptr}); rule(t, err) != c.rule {
			t.Errorf("passing to %#x: %v, want %q", c.ptr, err, c.rule)
		}
		if err := PassResult(ctx, s, newGuest().side(UTF8), typ, f, []uint64{c.ptr}, []uint64{0, 0}); rule(t, err) != c.rule {
			t.Errorf("passing from %#x: %v, want %q", c.ptr, err, c.rule)
		}
	}
}

func TestSideWithoutOptions(t *testing.T) {
	s := &Side{}
	if _, err := s.LowerParams(ctx, params(tString), []Value{"x"}, nil); rule(t, err) != RuleReallocMissing {
		t.Error(err)
	}
	if _, err := s.LiftParams(params(tString), []uint64{0, 1}); rule(t, err) != RuleStringBounds {
		t.Error(err)
	}
	own := types.NewOwn(&types.Resource{})
	if _, err := s.LiftParams(params(own), []uint64{1}); rule(t, err) != RuleHandleUnknown {
		t.Error(err)
	}
	if _, err := s.LowerParams(ctx, params(own), []Value{Handle{}}, nil); rule(t, err) != RuleHandleLimit {
		t.Error(err)
	}
	if out, err := s.LowerParams(ctx, params(tU8), []Value{uint8(1)}, nil); err != nil || out[0] != 1 {
		t.Error(out, err)
	}
}

// Realloc's own error (a trap, a spent budget) comes out as it is.
func TestReallocError(t *testing.T) {
	trap := errors.New("trap")
	s := newGuest().side(UTF8)
	s.Realloc = func(_ context.Context, _, _, _, _ uint32) (uint32, error) { return 0, trap }
	if _, err := s.LowerParams(ctx, params(tString), []Value{"x"}, nil); err != trap {
		t.Error(err)
	}
}

// The budget is asked for about what the host takes, before it takes it.
func TestBudget(t *testing.T) {
	spent := errors.New("spent")
	for _, c := range []struct {
		name       string
		t          *types.Type
		stack      []uint64
		need, most uint64
	}{
		{"string", tString, []uint64{0, 60000}, 60000, 61000},
		{"bytes", list(tU8), []uint64{0, 60000}, 60000, 61000},
		{"list of u32", list(tU32), []uint64{0, 16000}, 16000 * 16, 16000 * 24 * 2},
		{"list of records", list(record(tU8, tU8)), []uint64{0, 30000}, 30000 * 64, 30000 * 200},
		{"list of options", list(option(tU8)), []uint64{0, 30000}, 30000 * 40, 30000 * 200},
		{"list of empty lists", list(list(tU8)), []uint64{0, 8000}, 8000 * 40, 8000 * 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			var asked uint64
			s := newGuest().side(UTF8)
			s.Budget = func(n uint64) error { asked += n; return nil }
			if _, err := s.LiftParams(params(c.t), c.stack); err != nil {
				t.Fatal(err)
			}
			if asked < c.need || asked > c.most {
				t.Errorf("asked for %d bytes, want %d to %d", asked, c.need, c.most)
			}
			limit := asked / 2
			asked = 0
			s.Budget = func(n uint64) error {
				if asked += n; asked > limit {
					return spent
				}
				return nil
			}
			if _, err := s.LiftParams(params(c.t), c.stack); err != spent {
				t.Errorf("over the budget: %v", err)
			}
		})
	}
}

func TestZeroSizedElementsAreBounded(t *testing.T) {
	empty := &types.Type{Kind: types.Tuple, Layout: types.Layout{Align: 1}}
	s := newGuest().side(UTF8)
	if _, err := s.LiftParams(params(list(empty)), []uint64{0, 1 << 28}); rule(t, err) != RuleListLength {
		t.Error(err)
	}
	if v, err := s.LiftParams(params(list(empty)), []uint64{0, 3}); err != nil || len(v[0].(List)) != 3 {
		t.Error(v, err)
	}
}

func TestRulesAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules {
		if seen[r.ID] || r.Title == "" || r.Broken == "" || r.Cause == "" {
			t.Errorf("the rule %q is there twice or not explained", r.ID)
		}
		seen[r.ID] = true
	}
	if _, ok := RuleByID("no-such-rule"); ok {
		t.Error("a rule that does not exist was found")
	}
}
