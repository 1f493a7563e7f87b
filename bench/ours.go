package main

import (
	"fmt"
	"os"
	"time"

	"openidea-plugin/bench/world"
	"openidea-plugin/component"
)

// loaded is a component that this process runs.
type loaded struct {
	rt *component.Runtime
	c  *component.Component
	in *component.Instance
}

// load compiles a component and makes an instance.
func (b *bench) load(path string, cfg component.Config) (*loaded, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	l := &loaded{}
	if l.c, err = component.Parse(data); err != nil {
		return nil, err
	}
	if l.rt, err = component.NewRuntime(b.ctx, cfg); err != nil {
		return nil, err
	}
	l.in, err = l.instance(b)
	return l, err
}

func (l *loaded) instance(b *bench) (*component.Instance, error) {
	return l.rt.Instantiate(b.ctx, l.c, world.New(), component.Limits{Memory: 1 << 30})
}

func (l *loaded) close(b *bench) {
	_ = l.in.Close(b.ctx)
	_ = l.rt.Close(b.ctx)
}

// timed repeats what f does.
func timed(name string, f func() error) side {
	return side{name: name, run: func(n int) (float64, error) {
		start := time.Now()
		for range n {
			if err := f(); err != nil {
				return 0, err
			}
		}
		return time.Since(start).Seconds(), nil
	}}
}

// call is a side that calls an exported function of ours.
func (l *loaded) call(b *bench, name, export string, args ...component.Value) side {
	f := l.in.Func("", export)
	if f == nil {
		return side{name: name, absent: fmt.Sprintf("the component exports no %q", export)}
	}
	return timed(name, func() error {
		_, err := f.Call(b.ctx, args...)
		return err
	})
}

// first is a side that calls a tool, or work.
func (l *loaded) first(b *bench, name, tool, arguments string) side {
	return timed(name, func() error { return world.First(b.ctx, l.in, tool, arguments) })
}

// What the guest is given. The sides in C and JavaScript make the same.
const (
	joinA = "find_notes"
	joinB = `{"text":"milk"}`
	mixed = "Grüße, 世界! "
	mib   = 1 << 20
	spins = 10_000_000
	fibOf = 30
)
