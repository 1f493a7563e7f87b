package wasi

import (
	"context"
	"math"
	"math/bits"
	"sync"
	"time"

	"openidea-plugin/component"
	"openidea-plugin/component/abi"
	"openidea-plugin/component/bylabel"
	"openidea-plugin/component/types"
)

// Clock is what time it is for a guest.
type Clock interface {
	// Now is the time of day.
	Now() time.Time
	// Monotonic are the nanoseconds since some start; it never goes back.
	Monotonic() uint64
	// Wait returns when Monotonic is at least when, or with the error of ctx when that is done first.
	Wait(ctx context.Context, when uint64) error
}

// DefaultTime is where the clock stands where no other is given.
var DefaultTime = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// monotonicStart is where monotonic clocks start, in nanoseconds: at a second, because the Go runtime gives up where it reads 0.
const monotonicStart = 1_000_000_000

// FixedClock stands still and is advanced by waiting alone: a guest that waits for an hour goes on at once, an hour later. It is
// safe for concurrent use.
type FixedClock struct {
	start time.Time
	mu    sync.Mutex
	now   uint64
}

// NewFixedClock makes a clock that stands at start; its monotonic clock stands at one second.
func NewFixedClock(start time.Time) *FixedClock {
	return &FixedClock{start: start, now: monotonicStart}
}

// Now is the start and what has been waited for.
func (c *FixedClock) Now() time.Time {
	e := c.Monotonic() - monotonicStart
	return time.Unix(c.start.Unix()+int64(e/1e9), int64(c.start.Nanosecond())+int64(e%1e9)).UTC()
}

// Monotonic is one second and what has been waited for.
func (c *FixedClock) Monotonic() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Wait advances the clock to when; it never takes time.
func (c *FixedClock) Wait(ctx context.Context, when uint64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = max(c.now, when)
	return nil
}

// RealClock is the clock of the machine; a wait takes its time. The monotonic clock starts with NewRealClock, at one second.
type RealClock struct {
	start time.Time
}

// NewRealClock makes one.
func NewRealClock() *RealClock { return &RealClock{start: time.Now()} }

// Now is the time of day.
func (c *RealClock) Now() time.Time { return time.Now() }

// Monotonic is one second and the time since the clock was made.
func (c *RealClock) Monotonic() uint64 { return monotonicStart + uint64(time.Since(c.start)) }

// Wait sleeps.
func (c *RealClock) Wait(ctx context.Context, when uint64) error {
	for {
		now := c.Monotonic()
		if now >= when {
			return ctx.Err()
		}
		t := time.NewTimer(time.Duration(min(when-now, math.MaxInt64)))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
	}
}

var clockInterfaces = []iface{
	{"wasi:clocks/monotonic-clock", []string{"pollable"}, []row{
		{"now", "func() -> u64", func(c *call) (component.Value, error) { return c.host.clock.Monotonic(), nil }},
		{"resolution", "func() -> u64", func(*call) (component.Value, error) { return uint64(1), nil }},
		{"subscribe-instant", "func(when: u64) -> own<pollable>", func(c *call) (component.Value, error) {
			return own(&pollable{timer: true, when: c.u64(0)}), nil
		}},
		{"subscribe-duration", "func(when: u64) -> own<pollable>", func(c *call) (component.Value, error) {
			when, carry := bits.Add64(c.host.clock.Monotonic(), c.u64(0), 0)
			if carry != 0 {
				when = math.MaxUint64
			}
			return own(&pollable{timer: true, when: when}), nil
		}},
	}},
	{"wasi:clocks/wall-clock", nil, []row{
		{"now", "func() -> datetime", func(c *call) (component.Value, error) { return datetime(c.fn.Result, c.host.clock.Now()) }},
		{"resolution", "func() -> datetime", func(c *call) (component.Value, error) { return datetime(c.fn.Result, time.Unix(0, 1)) }},
	}},
	{"wasi:clocks/timezone", nil, []row{
		{"display", "func(when: datetime) -> timezone-display", func(c *call) (component.Value, error) {
			return bylabel.Record(c.fn.Result, map[string]abi.Value{"utc-offset": int32(0), "name": "UTC", "in-daylight-saving-time": false})
		}},
		{"utc-offset", "func(when: datetime) -> s32", func(*call) (component.Value, error) { return int32(0), nil }},
	}},
}

// datetime is the record of a time; what lies before 1970 is 1970.
func datetime(t *types.Type, at time.Time) (component.Value, error) {
	if at.Unix() < 0 {
		at = time.Unix(0, 0)
	}
	return bylabel.Record(t, map[string]abi.Value{"seconds": uint64(at.Unix()), "nanoseconds": uint32(at.Nanosecond())})
}
