package abi

import (
	"reflect"
	"testing"

	"openidea-plugin/component/types"
)

func TestTableIndices(t *testing.T) {
	tab := NewTable(0)
	add := func() uint32 {
		i, err := tab.New("r", Handle{})
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	drop := func(i uint32) {
		if _, own, err := tab.Drop("r", i); err != nil || !own {
			t.Fatal(own, err)
		}
	}
	if a, b, c, d := add(), add(), add(), add(); a != 1 || b != 2 || c != 3 || d != 4 {
		t.Errorf("the first handles are %d, %d, %d, %d", a, b, c, d)
	}
	drop(2)
	drop(4)
	drop(1)
	if a, b, c, d := add(), add(), add(), add(); a != 1 || b != 4 || c != 2 || d != 5 {
		t.Errorf("what was freed last comes first: %d, %d, %d, %d", a, b, c, d)
	}
	if tab.Len() != 5 {
		t.Errorf("%d handles are held", tab.Len())
	}
}

func TestTableRules(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(tab *Table, own, borrow uint32, scope *Scope) error
		rule string
	}{
		{"rep of 0", func(tab *Table, _, _ uint32, _ *Scope) error { _, err := tab.Rep("r", 0); return err }, RuleHandleUnknown},
		{"rep beyond", func(tab *Table, _, _ uint32, _ *Scope) error { _, err := tab.Rep("r", 3); return err }, RuleHandleUnknown},
		{"rep of the highest", func(tab *Table, _, _ uint32, _ *Scope) error { _, err := tab.Rep("r", 0xffffffff); return err }, RuleHandleUnknown},
		{"rep of another type", func(tab *Table, own, _ uint32, _ *Scope) error { _, err := tab.Rep("s", own); return err }, RuleHandleType},
		{"drop of another type", func(tab *Table, own, _ uint32, _ *Scope) error { _, _, err := tab.Drop("s", own); return err }, RuleHandleType},
		{"drop twice", func(tab *Table, own, _ uint32, _ *Scope) error {
			_, _, _ = tab.Drop("r", own)
			_, _, err := tab.Drop("r", own)
			return err
		}, RuleHandleUnknown},
		{"use after giving away", func(tab *Table, own, _ uint32, s *Scope) error {
			_, _ = tab.LiftOwn("r", own)
			_, err := tab.LiftBorrow("r", own, s)
			return err
		}, RuleHandleUnknown},
		{"own of another type", func(tab *Table, own, _ uint32, _ *Scope) error { _, err := tab.LiftOwn("s", own); return err }, RuleHandleType},
		{"borrow of another type", func(tab *Table, own, _ uint32, s *Scope) error { _, err := tab.LiftBorrow("s", own, s); return err }, RuleHandleType},
		{"own from a borrow", func(tab *Table, _, borrow uint32, _ *Scope) error { _, err := tab.LiftOwn("r", borrow); return err }, RuleHandleNotOwn},
		{"own while lent", func(tab *Table, own, _ uint32, s *Scope) error {
			_, _ = tab.LiftBorrow("r", own, s)
			_, err := tab.LiftOwn("r", own)
			return err
		}, RuleHandleLent},
		{"drop while lent", func(tab *Table, own, _ uint32, s *Scope) error {
			_, _ = tab.LiftBorrow("r", own, s)
			_, _, err := tab.Drop("r", own)
			return err
		}, RuleHandleLent},
		{"too many", func(tab *Table, _, _ uint32, _ *Scope) error { _, err := tab.New("r", Handle{}); return err }, RuleHandleLimit},
		{"too many borrows", func(tab *Table, _, _ uint32, s *Scope) error { _, err := tab.NewBorrow("r", Handle{}, s); return err }, RuleHandleLimit},
		{"borrow held at return", func(_ *Table, _, _ uint32, s *Scope) error { return s.Exit() }, RuleBorrowHeld},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab, scope := NewTable(2), &Scope{}
			own, _ := tab.New("r", Handle{Rep: 1})
			borrow, _ := tab.NewBorrow("r", Handle{Rep: 2}, scope)
			if r := rule(t, c.do(tab, own, borrow, scope)); r != c.rule {
				t.Errorf("broke %q, want %q", r, c.rule)
			}
		})
	}
}

func TestScope(t *testing.T) {
	caller, callee, call := NewTable(0), NewTable(0), &Scope{}
	own, _ := caller.New("r", Handle{Rep: "x"})
	for range 2 { // lent twice by one call
		h, err := caller.LiftBorrow("r", own, call)
		if err != nil || h.Rep != "x" {
			t.Fatal(h, err)
		}
		b, err := callee.NewBorrow("r", h, call)
		if err != nil {
			t.Fatal(err)
		}
		// The callee may lend on what it borrowed, and drop it after that.
		inner := &Scope{}
		if h, err := callee.LiftBorrow("r", b, inner); err != nil || h.Rep != "x" {
			t.Fatal(h, err)
		}
		if err := inner.Exit(); err != nil {
			t.Fatal(err)
		}
		if err := call.Exit(); err == nil || err.Error() != "a borrowed handle is still held at return: 1" {
			t.Errorf("returning with the borrow: %v", err)
		}
		if _, own, err := callee.Drop("r", b); own || err != nil {
			t.Fatal(own, err)
		}
	}
	if err := call.Exit(); err != nil {
		t.Fatal(err)
	}
	if h, err := caller.LiftOwn("r", own); err != nil || h.Rep != "x" {
		t.Errorf("after the call the handle can be given away: %v, %v", h, err)
	}
}

// named is a run-time resource type that messages name.
type named string

func (n named) String() string { return string(n) }

func TestHandleMessages(t *testing.T) {
	tab, scope := NewTable(0), &Scope{}
	file, err := tab.New(named("file"), Handle{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tab.Rep(named("stream"), file); err == nil || err.Error() != "the handle 1 of type file is used as another resource type, stream" {
		t.Error(err)
	}
	for range 5 {
		if _, err := tab.NewBorrow(named("file"), Handle{}, scope); err != nil {
			t.Fatal(err)
		}
	}
	if err := scope.Exit(); err == nil || err.Error() != "5 borrowed handles are still held at return: 2 of type file, 3 of type file, 4 of type file, …" {
		t.Error(err)
	}
}

func TestDrainDropsTheYoungestFirst(t *testing.T) {
	tab, scope := NewTable(0), &Scope{}
	parent, _ := tab.New("r", Handle{Rep: "gone"})
	_, _ = tab.New("r", Handle{Rep: "first"})
	_, _, _ = tab.Drop("r", parent)
	_, _ = tab.New("s", Handle{Rep: "second"}) // takes the lower index
	_, _ = tab.NewBorrow("r", Handle{Rep: "borrow"}, scope)
	third, _ := tab.New("r", Handle{Rep: "third"})
	_, _ = tab.New("r", Handle{Rep: "fourth"})
	var order []Value
	tab.Drain(func(typ any, h Handle) {
		order = append(order, h.Rep)
		if h.Rep == "fourth" { // a destructor may drop others
			_, _, _ = tab.Drop("r", third)
		}
	})
	if want := []Value{"fourth", "second", "first"}; !reflect.DeepEqual(order, want) || tab.Len() != 0 {
		t.Errorf("dropped %v, want %v; %d handles are left", order, want, tab.Len())
	}
	if err := scope.Exit(); err != nil {
		t.Error(err)
	}
}

// Handles inside values go through the tables of both components.
func TestPassHandles(t *testing.T) {
	r := &types.Resource{Name: "r"}
	other := &types.Resource{Name: "r"} // the same resource, as the callee sees it
	a, b := newGuest(), newGuest()
	idx, _ := a.Table.New(r, Handle{Rep: "x"})
	src := params(list(types.NewBorrow(r)))
	dst := params(list(types.NewBorrow(other)))
	a.at(0x20, byte(idx), 0, 0, 0, byte(idx), 0, 0, 0)
	out, err := PassParams(ctx, a.side(UTF8), b.side(UTF8), src, dst, []uint64{0x20, 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.mem[out[0] : out[0]+8]; !reflect.DeepEqual(got, []byte{1, 0, 0, 0, 2, 0, 0, 0}) {
		t.Errorf("the callee got % x", got)
	}
	own := params(types.NewOwn(r))
	if _, err := PassParams(ctx, a.side(UTF8), b.side(UTF8), own, params(types.NewOwn(other)), []uint64{uint64(idx)}, nil); rule(t, err) != RuleHandleLent {
		t.Error(err)
	}
	if err := a.scope.Exit(); err != nil {
		t.Error(err)
	}
	if out, err = PassParams(ctx, a.side(UTF8), b.side(UTF8), own, params(types.NewOwn(other)), []uint64{uint64(idx)}, nil); err != nil || out[0] != 3 {
		t.Error(out, err)
	}
	if h, err := b.Table.Rep(other, 3); err != nil || h.Rep != "x" || a.Table.Len() != 0 {
		t.Error(h, err, a.Table.Len())
	}
}
