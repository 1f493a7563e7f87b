package abi

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"openidea-plugin/component/types"
)

// MaxHandles is the highest index that a handle may have.
const MaxHandles = 1<<28 - 1

// Table is the handle table of one component instance: one for all its resource types, as the specification wants it. Index 0 is never
// used, and the index that was freed last is given out first. The type of a resource is any comparable value whose equality is the identity
// of the type at run time; where it has a String method, messages name it. A Table is used by one goroutine at a time. Its errors are
// *Violation and leave it as it was.
//
// A runtime implements Handles with it in a few lines. For each call it makes a Scope, looks up what each *types.Resource is for the
// instance, and then:
//
//	resource.new      t.New(rt, h)
//	resource.rep      t.Rep(rt, idx)
//	resource.drop     h, own, err := t.Drop(rt, idx); if own, run the destructor
//	LiftOwn           t.LiftOwn(rt, idx)
//	LiftBorrow        t.LiftBorrow(rt, idx, scope)
//	LowerOwn          t.New(rt, h)
//	LowerBorrow       the bare representation where this instance defines rt, else t.NewBorrow(rt, h, scope)
//	end of the call   scope.Exit(), after the core function and before its result is lifted
//	instance closed   t.Drain(func(rt any, h Handle) { run the destructor })
//
// One Scope serves both ends of a call between two components: it counts the borrows that the callee got and holds the handles that the caller lent.
type Table struct {
	slots []slot
	free  uint32 // the index freed last, 0 for none
	quota *Quota
	live  int
	made  uint64
}

type slotKind uint8

const (
	slotFree slotKind = iota
	slotOwn
	slotBorrow
)

type slot struct {
	kind   slotKind
	lends  uint32 // own: how often it is lent
	next   uint32 // free: the index freed before
	made   uint64 // own: the order of creation
	typ    any
	handle Handle
	scope  *Scope // borrow: the call that it is for
}

// NewTable makes an empty table for at most limit handles at once; limit is MaxHandles where it is 0 or less.
func NewTable(limit int) *Table { return NewQuota(limit).NewTable() }

// Quota bounds the handles that several tables hold together.
type Quota struct{ limit, live int }

// NewQuota makes a quota of limit handles; limit is MaxHandles where it is 0 or less.
func NewQuota(limit int) *Quota {
	if limit <= 0 || limit > MaxHandles {
		limit = MaxHandles
	}
	return &Quota{limit: limit}
}

// NewTable makes an empty table whose handles count.
func (q *Quota) NewTable() *Table { return &Table{quota: q} }

// Len is the number of handles held.
func (t *Table) Len() int { return t.live }

// New puts an own handle into the table: for resource.new, and for an own that comes in with a call.
func (t *Table) New(typ any, h Handle) (uint32, error) {
	t.made++
	return t.insert(slot{kind: slotOwn, typ: typ, handle: h, made: t.made})
}

// NewBorrow puts a borrow into the table that has to be dropped before scope ends. The borrow that a component gets of a resource that it
// defines itself is no handle but its representation, and does not come here.
func (t *Table) NewBorrow(typ any, h Handle, scope *Scope) (uint32, error) {
	i, err := t.insert(slot{kind: slotBorrow, typ: typ, handle: h, scope: scope})
	if err == nil {
		scope.borrows++
		scope.holder = t
	}
	return i, err
}

func (t *Table) insert(s slot) (uint32, error) {
	if t.quota.live >= t.quota.limit {
		return 0, violate(RuleHandleLimit, "the component holds %d handles, which is as many as it may", t.quota.live)
	}
	t.quota.live++
	t.live++
	if i := t.free; i != 0 {
		t.free = t.slots[i].next
		t.slots[i] = s
		return i, nil
	}
	if len(t.slots) == 0 {
		t.slots = make([]slot, 1, 4) // index 0 is reserved
	}
	t.slots = append(t.slots, s)
	return uint32(len(t.slots) - 1), nil
}

// find gives the handle idx, which must be of type typ.
func (t *Table) find(typ any, idx uint32) (*slot, error) {
	if uint64(idx) >= uint64(len(t.slots)) || t.slots[idx].kind == slotFree {
		return nil, violate(RuleHandleUnknown, "there is no handle %d", idx)
	}
	s := &t.slots[idx]
	if s.typ != typ {
		return nil, violate(RuleHandleType, "the handle %d%s is used as another resource type%s", idx, typeName(" of type ", s.typ), typeName(", ", typ))
	}
	return s, nil
}

func (t *Table) remove(idx uint32) {
	t.slots[idx] = slot{next: t.free}
	t.free = idx
	t.live--
	t.quota.live--
}

// Rep gives what the handle idx stands for: for resource.rep.
func (t *Table) Rep(typ any, idx uint32) (Handle, error) {
	s, err := t.find(typ, idx)
	if err != nil {
		return Handle{}, err
	}
	return s.handle, nil
}

// Drop takes the handle idx out of the table: for resource.drop. Where own is true the resource has no owner any more, and the caller runs its destructor.
func (t *Table) Drop(typ any, idx uint32) (h Handle, own bool, err error) {
	s, err := t.find(typ, idx)
	if err != nil {
		return Handle{}, false, err
	}
	if s.lends > 0 {
		return Handle{}, false, violate(RuleHandleLent, "the handle %d is dropped while it is lent", idx)
	}
	h, own = s.handle, s.kind == slotOwn
	if !own {
		s.scope.borrows--
	}
	t.remove(idx)
	return h, own, nil
}

// LiftOwn takes the own handle idx out of the table: it goes out with a call or a result.
func (t *Table) LiftOwn(typ any, idx uint32) (Handle, error) {
	s, err := t.find(typ, idx)
	switch {
	case err != nil:
		return Handle{}, err
	case s.kind != slotOwn:
		return Handle{}, violate(RuleHandleNotOwn, "the handle %d is borrowed and cannot be given away", idx)
	case s.lends > 0:
		return Handle{}, violate(RuleHandleLent, "the handle %d is given away while it is lent", idx)
	}
	h := s.handle
	t.remove(idx)
	return h, nil
}

// LiftBorrow lends the handle idx until scope ends. A handle that is itself borrowed may be lent on.
func (t *Table) LiftBorrow(typ any, idx uint32, scope *Scope) (Handle, error) {
	s, err := t.find(typ, idx)
	if err != nil {
		return Handle{}, err
	}
	if s.kind == slotOwn {
		s.lends++
		scope.lent = append(scope.lent, lent{t, idx})
	}
	return s.handle, nil
}

// Drain empties the table and calls drop for each own handle, the one made last first: what was opened from another is dropped before it.
// drop may use the table.
func (t *Table) Drain(drop func(typ any, h Handle)) {
	for t.live > 0 {
		var owned []uint32
		for i := range t.slots {
			switch t.slots[i].kind {
			case slotOwn:
				owned = append(owned, uint32(i))
			case slotBorrow:
				t.slots[i].scope.borrows--
				t.remove(uint32(i))
			}
		}
		slices.SortFunc(owned, func(a, b uint32) int { return cmp.Compare(t.slots[b].made, t.slots[a].made) })
		made := make([]uint64, len(owned))
		for k, i := range owned {
			made[k] = t.slots[i].made
		}
		for k, i := range owned {
			if s := t.slots[i]; s.made == made[k] {
				t.remove(i)
				drop(s.typ, s.handle)
			}
		}
	}
}

// Scope is what one call has borrowed and lent. The zero Scope is ready for use.
type Scope struct {
	borrows int
	holder  *Table // of the borrows
	lent    []lent
}

type lent struct {
	table *Table
	index uint32
}

// Exit ends the call: what was lent can be dropped again. It fails where the callee still holds a borrow of the call.
func (s *Scope) Exit() error {
	if s.borrows > 0 {
		return s.held()
	}
	for _, l := range s.lent {
		l.table.slots[l.index].lends--
	}
	s.lent = s.lent[:0]
	return nil
}

// held says which borrows the callee still has: the first three by their numbers.
func (s *Scope) held() error {
	names := make([]string, 0, 4)
	for i := range s.holder.slots {
		if h := &s.holder.slots[i]; h.kind == slotBorrow && h.scope == s && len(names) < 3 {
			names = append(names, fmt.Sprintf("%d%s", i, typeName(" of type ", h.typ)))
		}
	}
	if s.borrows > len(names) {
		names = append(names, "…")
	}
	what := "a borrowed handle is"
	if s.borrows > 1 {
		what = fmt.Sprintf("%d borrowed handles are", s.borrows)
	}
	return violate(RuleBorrowHeld, "%s still held at return: %s", what, strings.Join(names, ", "))
}

// typeName is the name of a resource type behind prefix, empty where it has none.
func typeName(prefix string, typ any) string {
	if n, ok := typ.(fmt.Stringer); ok {
		return prefix + n.String()
	}
	return ""
}

// noHandles stands in for a side without a table.
type noHandles struct{}

func (noHandles) LiftOwn(_ *types.Resource, idx uint32) (Handle, error) {
	return Handle{}, violate(RuleHandleUnknown, "there is no handle %d", idx)
}

func (n noHandles) LiftBorrow(r *types.Resource, idx uint32) (Handle, error) {
	return n.LiftOwn(r, idx)
}

func (noHandles) LowerOwn(*types.Resource, Handle) (uint32, error) {
	return 0, violate(RuleHandleLimit, "the component can hold no handles")
}

func (n noHandles) LowerBorrow(r *types.Resource, h Handle) (uint32, error) { return n.LowerOwn(r, h) }

func (s *Side) handles() Handles {
	if s.Handles == nil {
		return noHandles{}
	}
	return s.Handles
}
