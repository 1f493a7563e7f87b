package core

import (
	"errors"
	"math"
)

// Counter is the counter of one metered instance: the global that it exports as CounterExport says (wazero's api.MutableGlobal is
// one).
type Counter interface {
	Get() uint64
	Set(uint64)
}

// ErrNoFuel is what Refill says when nothing is left.
var ErrNoFuel = errors.New("out of fuel")

// DefaultSlice is how much fuel a Tank gives at a time. Compiled code uses it up in some twenty microseconds, and a call of the hook is some hundred times
// shorter; the interpreter in a few milliseconds. It is the same for both, because after a trap the counter may be too high by what was used of a slice:
// the figure would tell the engine.
const DefaultSlice = 50_000

// Tank holds the fuel of one component instance, whose core instances each have a counter. Fuel is given to them by the slice. Not
// safe for use from several goroutines at once, as an instance itself is not.
type Tank struct {
	// Slice is how much is given at a time; 0: DefaultSlice.
	Slice    int64
	pool     int64 // below zero where Take took what is in the counters
	budget   int64
	counters []Counter
}

// Add adds the counter of an instance with what it holds.
func (t *Tank) Add(c Counter) { t.counters = append(t.counters, c) }

// Fill starts to count anew with so much fuel; 0: as much as can be counted. It comes before the first instance is made if the start
// functions are to draw on it.
func (t *Tank) Fill(fuel uint64) {
	if fuel == 0 || fuel > math.MaxInt64 {
		fuel = math.MaxInt64
	}
	t.budget = int64(fuel)
	t.pool = t.budget
	for _, c := range t.counters {
		c.Set(0)
	}
}

// Spent is the fuel used since Fill. It may be above what was filled by a few operators: code is stopped at the next check.
func (t *Tank) Spent() uint64 { return uint64(t.budget - t.left()) }

// left is the fuel that is left, wherever it is.
func (t *Tank) left() int64 {
	left := t.pool
	for _, c := range t.counters {
		left += int64(c.Get())
	}
	return left
}

// Refill is the answer to HookFuel: it takes the counter's value (below zero) and gives the new one. What other instances hold is
// taken back. The instance that asks need not have been added yet: its start function may run before its globals can be reached.
// The error is ErrNoFuel.
func (t *Tank) Refill(counter int64) (int64, error) {
	t.pool = t.left() + counter
	for _, c := range t.counters {
		c.Set(0)
	}
	if t.pool < 0 {
		return 0, ErrNoFuel
	}
	given := t.Slice
	if given == 0 {
		given = DefaultSlice
	}
	given = min(given, t.pool)
	t.pool -= given
	return given, nil
}

// Take takes fuel for what the host does in the place of code, while no code runs. The error is ErrNoFuel.
func (t *Tank) Take(n int64) error {
	if t.pool -= n; t.pool < 0 && t.left() < 0 {
		return ErrNoFuel
	}
	return nil
}
