package mockhost

import (
	"context"
	"fmt"
	"time"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
	"openidea-plugin/component/wasi"
	"openidea-plugin/mockhost/bind"
)

// traced is how many bytes of the arguments and of the result of a host call are kept.
const traced = 200

// hostFunction is a function of the host as one component imports it.
type hostFunction struct {
	in     *instance
	t      *types.Func
	target target
	entry  HostCall                                   // what is the same in the trace of each call
	say    func(*bind.Error) (component.Value, error) // an error in the component's own words
	// Who answers, in this order: a script, the mock host, what the script was put upon. All may be missing.
	mocks   []*boundMock
	watches []boundWatch
	builtin *bind.Bound
	beneath component.HostFunc
}

// reply is what a host function answered, in the component's types and for the trace.
type reply struct {
	value  component.Value
	out    any // the result in Go
	failed *bind.Error
}

func (h *hostFunction) call(ctx context.Context, args []component.Value) (component.Value, error) {
	c := h.in.current
	c.ide.state.Lock()
	defer c.ide.state.Unlock()
	entry := h.entry
	entry.Args, entry.Granted = bind.RenderArgs(h.t, args, traced), c.granted(entry.Capability)
	c.trace.see(h.watches, args)
	r, err := h.answer(ctx, c, &entry, args)
	switch {
	case err != nil:
		entry.Result = inWords(err)
	case r.failed != nil:
		entry.Error = r.failed.Kind
		entry.Result = r.failed.Kind + " " + bind.Quote(r.failed.Message)
	default:
		entry.Result = h.summary(r.out, r.value)
	}
	c.trace.add(entry)
	return r.value, err
}

func (h *hostFunction) answer(ctx context.Context, c *call, entry *HostCall, args []component.Value) (r reply, err error) {
	r.failed = c.refusal(entry)
	if m := h.pick(c, args, r.failed != nil); m != nil {
		entry.Scripted = true
		return h.scripted(ctx, c, m)
	}
	switch {
	case r.failed != nil:
		r.value, err = h.say(r.failed)
	case h.builtin != nil:
		r.value, r.out, r.failed, err = h.builtin.Call(c, args)
	case h.beneath != nil:
		c.unlocked(func() { r.value, err = h.beneath(ctx, args) })
	default:
		err = h.unscripted(entry)
	}
	return r, err
}

// pick is the first mock that answers this call. A call that the rules refuse is answered only by those that answer anyway.
func (h *hostFunction) pick(c *call, args []component.Value, refused bool) *boundMock {
	for _, m := range h.mocks {
		left := len(m.answers) == 1 && !m.mock.Once || c.ide.mocked[m.index] < len(m.answers)
		if left && (!refused || m.mock.Anyway) && (m.matches == nil || m.matches(args)) {
			return m
		}
	}
	return nil
}

func (h *hostFunction) scripted(ctx context.Context, c *call, m *boundMock) (reply, error) {
	at := min(c.ide.mocked[m.index], len(m.answers)-1)
	c.ide.mocked[m.index]++
	if len(m.mock.Answers) > 0 {
		if before := m.mock.Answers[at].Before; before != nil {
			c.unlocked(func() { before(ctx) })
		}
		if err := c.wait(ctx, m.mock.Answers[at].Delay); err != nil {
			return reply{}, err
		}
	}
	said := m.answers[at]
	return reply{value: said.Value, failed: said.Failed}, nil
}

// unscripted is the end of a call of a function that nobody answers.
func (h *hostFunction) unscripted(entry *HostCall) error {
	e := &unscripted{function: entry.Name(), why: "which the mock IDE does not have", help: scriptHelp(h.target)}
	if len(h.mocks) > 0 {
		e.why = "for which the script has no answer: none of its arguments match " + entry.Args + ", or all of its answers are used up"
	}
	return e
}

// wait lets time pass on the guests' clock. What is over the deadline of the call ends it.
func (c *call) wait(ctx context.Context, d time.Duration) error {
	return c.waitUntil(ctx, c.ide.clock.Monotonic()+uint64(max(d, 0)))
}

func (c *call) waitUntil(ctx context.Context, when uint64) error {
	now := c.ide.clock.Monotonic()
	if when <= now {
		return ctx.Err()
	}
	left := uint64(max(c.ide.opts.Limits.Deadline-c.waited, 0))
	if when-now > left {
		c.waited += time.Duration(left)
		if err := c.ide.clock.Wait(ctx, now+left); err != nil {
			return err
		}
		return &overslept{c.ide.opts.Limits.Deadline}
	}
	c.waited += time.Duration(when - now)
	return c.ide.clock.Wait(ctx, when)
}

// overslept is a wait on the guests' clock that does not fit into the time of a call.
type overslept struct{ limit time.Duration }

func (e *overslept) Error() string {
	return fmt.Sprintf("the plugin waited longer than a call may take (%s); the wait was on the guests' clock", e.limit)
}

// guestClock is the clock of the IDE as one plugin sees it.
type guestClock struct {
	*wasi.FixedClock
	in *instance
}

// Wait lets the time of the IDE pass, within the time of the call.
func (g guestClock) Wait(ctx context.Context, when uint64) error {
	return g.in.current.waitUntil(ctx, when)
}

// unlocked lets others at the state of the IDE while f runs: it waits for the outside.
func (c *call) unlocked(f func()) {
	c.ide.state.Unlock()
	defer c.ide.state.Lock()
	f()
}

// granted says whether the plugin has a capability; everyone has none ("").
func (c *call) granted(capability string) bool {
	if capability == "" {
		return true
	}
	for _, g := range c.grants {
		if g == capability {
			return true
		}
	}
	return false
}

// refusal is the error that the rules R4 and R5 demand before a function runs: first the grant, then the context.
func (c *call) refusal(spec *HostCall) *bind.Error {
	switch {
	case !c.granted(spec.Capability):
		return &bind.Error{Kind: "denied", Message: spec.Capability + " is not granted"}
	case spec.Reserved && c.source == "tool":
		return &bind.Error{Kind: "invalid", Message: fmt.Sprintf("%s.%s is reserved to commands and events", spec.Interface, spec.Function)}
	}
	return nil
}

// summarized is a result that can say itself in a few words.
type summarized interface{ summary() string }

// summary is the result of a host call for the trace.
func (h *hostFunction) summary(out any, value component.Value) string {
	if s, ok := out.(summarized); ok {
		return s.summary()
	}
	t := h.t.Result
	if t == nil {
		return "done"
	}
	if r, ok := value.(component.Result); ok && !r.Err {
		if t.Ok == nil {
			return "done"
		}
		t, value = t.Ok, r.Value
	}
	if o, ok := value.(component.Option); ok && o.Some {
		if _, handle := o.Value.(component.Handle); handle {
			return "some"
		}
	}
	return bind.Render(t, value, traced)
}
