package wasi

import (
	"openidea-plugin/component"
	"openidea-plugin/component/abi"
)

// pollable is ready at once, or as a timer when the monotonic clock has reached when.
type pollable struct {
	resource
	timer bool
	when  uint64
}

func (p *pollable) ready(now uint64) bool { return !p.timer || now >= p.when }

func (c *call) ready() (component.Value, error) {
	p, err := self[*pollable](c)
	if err != nil {
		return nil, err
	}
	return p.ready(c.host.clock.Monotonic()), nil
}

func (c *call) block() (component.Value, error) {
	p, err := self[*pollable](c)
	if err != nil {
		return nil, err
	}
	_, err = c.waitFor([]*pollable{p})
	return nil, err
}

func (c *call) poll() (component.Value, error) {
	in := c.args[0].(abi.List)
	if len(in) == 0 {
		return nil, c.broken("the list of pollables is empty")
	}
	ps := make([]*pollable, len(in))
	for i, v := range in {
		var err error
		if ps[i], err = handle[*pollable](c, v); err != nil {
			return nil, err
		}
	}
	return c.waitFor(ps)
}

// waitFor gives the places of the pollables that are ready, in ascending order; where none is, it waits for the earliest.
func (c *call) waitFor(ps []*pollable) (component.Value, error) {
	for {
		now := c.host.clock.Monotonic()
		out := abi.List{}
		var earliest *pollable
		for i, p := range ps {
			if p.ready(now) {
				out = append(out, uint32(i))
			} else if earliest == nil || p.when < earliest.when {
				earliest = p
			}
		}
		if len(out) > 0 {
			return out, nil
		}
		if err := c.host.clock.Wait(c.ctx, earliest.when); err != nil {
			return nil, err
		}
	}
}
