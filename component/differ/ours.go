package main

import (
	"context"
	"errors"
	"fmt"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
)

// outcome is what one case came to: the events as the JSON text that both sides write, and, for people, why it trapped.
type outcome struct {
	events string
	why    string
}

// ours runs a batch on package component.
type ours struct {
	rt    *component.Runtime
	comp  *component.Component
	batch *batch
	hosts map[string]*component.ResourceType

	inst   *component.Instance
	held   map[int]component.Value
	serial int

	events  []byte
	replies map[string][]component.Value
}

// resourceNumbers are the host's resource types as events name them.
var resourceNumbers = map[string]uint32{"x": 1, "y": 2}

func runOurs(ctx context.Context, cfg component.Config, wasm []byte, b *batch) ([]outcome, error) {
	rt, err := component.NewRuntime(ctx, cfg)
	if err != nil {
		return nil, err
	}
	defer rt.Close(ctx)
	o := &ours{rt: rt, batch: b, hosts: map[string]*component.ResourceType{}}
	for name, number := range resourceNumbers {
		o.hosts[name] = &component.ResourceType{Name: name, Drop: func(_ context.Context, rep any) error {
			o.event(fmt.Sprintf(`["dtor",%d,%d]`, number, rep.(hostHandle).rep))
			return nil
		}}
	}
	if o.comp, err = component.Parse(wasm); err != nil {
		return nil, err
	}
	outs := make([]outcome, len(b.cases))
	for i := range b.cases {
		if outs[i], err = o.run(ctx, &b.cases[i]); err != nil {
			return nil, err
		}
	}
	o.end(ctx)
	return outs, nil
}

func (o *ours) end(ctx context.Context) {
	if o.inst != nil {
		events := o.events
		_ = o.inst.Close(ctx)
		o.events, o.inst = events, nil
	}
}

func (o *ours) event(text string) {
	if len(o.events) > 1 {
		o.events = append(o.events, ',')
	}
	o.events = append(o.events, text...)
}

func (o *ours) run(ctx context.Context, c *testCase) (out outcome, err error) {
	defer func() {
		if p := recover(); p != nil {
			out, err = outcome{events: string(append(o.events, `,["panic"]]`...)), why: fmt.Sprint(p)}, nil
			o.inst = nil
		}
	}()
	if c.fresh {
		o.end(ctx)
	}
	o.events = []byte{'['}
	o.replies = map[string][]component.Value{}
	for name, vs := range c.replies {
		o.replies[name] = vs
	}
	err = o.steps(ctx, c)
	var call *component.CallError
	switch {
	case errors.As(err, &call):
		o.event(`["trap"]`)
		out.why = fmt.Sprintf("%s (kind %d)", call.Message, call.Kind)
		if c.after != nil && o.inst != nil {
			if err := o.step(ctx, *c.after); errors.As(err, &call) {
				o.event(`["trap"]`)
			}
		}
		o.end(ctx)
	case err != nil:
		return out, err
	}
	out.events = string(append(o.events, ']'))
	return out, nil
}

func (o *ours) steps(ctx context.Context, c *testCase) error {
	if o.inst == nil {
		o.held, o.serial = map[int]component.Value{}, 0
		inst, err := o.rt.Instantiate(ctx, o.comp, o, component.Limits{Memory: 1 << 30, HostBytes: 1 << 30})
		if err != nil {
			return err
		}
		o.inst = inst
	}
	for _, s := range c.steps {
		if err := o.step(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func (o *ours) step(ctx context.Context, s step) error {
	if s.call == "" {
		return o.drop(ctx, s.drop)
	}
	f := o.inst.Func("", s.call)
	args, ok := o.heldArgs(f.Type(), s.args)
	if !ok {
		o.event(`["skip"]`)
		return nil
	}
	v, err := f.Call(ctx, args...)
	if err != nil {
		return err
	}
	if f.Type().Result == nil {
		o.event(`["result",null]`)
		return nil
	}
	o.event(string(append(appendValue([]byte(`["result",`), f.Type().Result, v, o.keep), ']')))
	return nil
}

// drop ends a resource of the guest that the host holds.
func (o *ours) drop(ctx context.Context, serial int) error {
	h, ok := o.held[serial]
	if !ok {
		o.event(`["skip"]`)
		return nil
	}
	delete(o.held, serial)
	if err := h.(component.Handle).Rep.(*component.Resource).Drop(ctx); err != nil {
		return err
	}
	o.event(`["dropped"]`)
	return nil
}

// heldArgs puts the resources of the guest that the host holds in the place of their numbers; ok is false where it does not hold one.
func (o *ours) heldArgs(t *types.Func, args []component.Value) (out []component.Value, ok bool) {
	out = append(out, args...)
	var given []int
	for i, a := range args {
		h, is := a.(component.Handle)
		if !is {
			continue
		}
		g, is := h.Rep.(guestHandle)
		if !is {
			continue
		}
		if out[i], ok = o.held[g.serial]; !ok {
			return nil, false
		}
		if t.Params[i].Type.Kind == types.Own {
			given = append(given, g.serial)
		}
	}
	for _, serial := range given {
		delete(o.held, serial)
	}
	return out, true
}

// keep numbers a resource of the guest that the host got.
func (o *ours) keep(rep any) int {
	o.serial++
	o.held[o.serial] = component.Handle{Rep: rep}
	return o.serial
}

// Func is the host function `name`: it records its arguments and gives the next answer of the case.
func (o *ours) Func(instance, name string, t *types.Func) (component.HostFunc, bool, error) {
	if _, ok := o.batch.imports[name]; !ok || instance != "" {
		return nil, false, nil
	}
	return func(ctx context.Context, args []component.Value) (component.Value, error) {
		e := appendText([]byte(`["host",`), name)
		for i, a := range args {
			e = appendValue(append(e, ','), t.Params[i].Type, a, o.keep)
		}
		o.event(string(append(e, ']')))
		if name == "host-drop" {
			return nil, o.drop(ctx, int(args[0].(uint32)))
		}
		if t.Result == nil {
			return nil, nil
		}
		if kind, ok := o.batch.auto[name]; ok {
			return automatic(kind, args[0]), nil
		}
		left := o.replies[name]
		if len(left) == 0 {
			return nil, errors.New("no reply is left")
		}
		o.replies[name] = left[1:]
		return left[0], nil
	}, true, nil
}

// automatic is the answer of a function that needs none given: the number of its first argument, or of the resource in it, and one, as a
// number or as a new resource of the type kind.
func automatic(kind string, first component.Value) component.Value {
	n, ok := first.(uint32)
	if !ok {
		n = first.(component.Handle).Rep.(hostHandle).rep
	}
	if kind == "u32" {
		return n + 1
	}
	return hostValue(kind, n+1)
}

// Resource is a resource type of the host.
func (o *ours) Resource(instance, name string) (*component.ResourceType, bool) {
	r, ok := o.hosts[name]
	return r, ok && instance == ""
}
