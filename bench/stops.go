package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"openidea-plugin/bench/world"
	"openidea-plugin/component"
	"openidea-plugin/component/types"
)

// allowed is how long a call that never ends of itself is given.
const allowed = 20 * time.Millisecond

// stops measures how long after its deadline a call ends, and how much fuel above its limit it uses.
func (b *bench) stops() error {
	runs := 100
	if b.quick {
		runs = 3
	}
	waiting := filepath.Join(b.root, "docs", "examples", "greeter.wasm")
	for _, c := range []struct {
		what, path, tool string
		resolver         component.Resolver
		compiledOnly     bool
	}{
		{what: "a loop", path: b.fixture("misbehaving"), tool: "endless_loop", resolver: world.New()},
		{what: "calls inside calls", path: b.fixture("misbehaving"), tool: "exponential_recursion", resolver: world.New()},
		// Without an end the interpreter's stack is full before.
		{what: "calls inside calls without end", path: b.fixture("misbehaving"), tool: "endless_recursion", resolver: world.New(), compiledOnly: true},
		{what: "a host function that waits", path: waiting, resolver: component.Resolvers{waits{}, world.New()}},
	} {
		for _, e := range []struct {
			name string
			cfg  component.Config
		}{{"compiled", component.Config{}}, {"interpreted", component.Config{Interpreter: true}}} {
			if c.compiledOnly && e.cfg.Interpreter {
				continue
			}
			late, err := b.late(c.path, c.tool, c.resolver, e.cfg, runs)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", c.what, e.name, err)
			}
			b.table.add(row{
				what: fmt.Sprintf("after a deadline of %v: %s, %s", allowed, c.what, e.name),
				ours: fmt.Sprintf("%s, at most %s", duration(median(late)), duration(slices.Max(late))),
				note: fmt.Sprintf("%d runs; wanted: at most 50 ms", runs),
			})
		}
	}
	return b.fuelStop()
}

// late gives for each run the seconds from the deadline to the end of the call.
func (b *bench) late(path, tool string, r component.Resolver, cfg component.Config, runs int) ([]float64, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c, err := component.Parse(data)
	if err != nil {
		return nil, err
	}
	rt, err := component.NewRuntime(b.ctx, cfg)
	if err != nil {
		return nil, err
	}
	defer rt.Close(b.ctx)
	var late []float64
	for range runs {
		in, err := rt.Instantiate(b.ctx, c, r, component.Limits{})
		if err != nil {
			return nil, err
		}
		ctx, cancel := context.WithTimeout(b.ctx, allowed)
		deadline, _ := ctx.Deadline()
		if tool == "" {
			_, err = in.Func("acme:notes/api@1.0.0", "greet").Call(ctx, "Ada")
		} else {
			err = world.First(ctx, in, tool, "{}")
		}
		late = append(late, time.Since(deadline).Seconds())
		cancel()
		if ended := new(component.CallError); !errors.As(err, &ended) || ended.Kind != component.AbortDeadline {
			return nil, fmt.Errorf("the call ended otherwise than by its deadline: %v", err)
		}
		if err := in.Close(b.ctx); err != nil {
			return nil, err
		}
	}
	return late, nil
}

// fuelStop is how far above its limit a loop gets.
func (b *bench) fuelStop() error {
	const limit = 1_000_000
	l, err := b.load(b.guestPath(), component.Config{})
	if err != nil {
		return err
	}
	defer l.close(b)
	in, err := l.rt.Instantiate(b.ctx, l.c, world.New(), component.Limits{Fuel: limit})
	if err != nil {
		return err
	}
	defer in.Close(b.ctx)
	_, err = in.Func("", "spin").Call(b.ctx, uint32(0))
	if ended := new(component.CallError); !errors.As(err, &ended) || ended.Kind != component.AbortFuel {
		return fmt.Errorf("an endless loop ended with %v", err)
	}
	b.table.add(row{what: fmt.Sprintf("above a limit of %d units of fuel: a loop", limit), ours: fmt.Sprintf("%d units", in.FuelUsed()-limit)})
	return nil
}

// waits has a store whose function waits until its time is over.
type waits struct{}

func (waits) Resource(string, string) (*component.ResourceType, bool) { return nil, false }

func (waits) Func(instance, name string, _ *types.Func) (component.HostFunc, bool, error) {
	return func(ctx context.Context, _ []component.Value) (component.Value, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}, instance == "acme:notes/store@1.0.0" && name == "get", nil
}
