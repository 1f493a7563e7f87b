package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"openidea-plugin/bench/guest"
	"openidea-plugin/bench/process"
	"openidea-plugin/bench/world"
	"openidea-plugin/component"
)

// fill fills memory of the guest, a mebibyte after another.
func fill(ctx context.Context, mib uint32) error {
	c, err := component.Parse(guest.Component)
	if err != nil {
		return err
	}
	rt, err := component.NewRuntime(ctx, component.Config{})
	if err != nil {
		return err
	}
	in, err := rt.Instantiate(ctx, c, world.New(), component.Limits{Memory: uint64(mib)<<20 + 64<<20})
	if err != nil {
		return err
	}
	begin := time.Now()
	got, err := in.Func("", "fill").Call(ctx, mib)
	if err == nil && got != mib {
		err = fmt.Errorf("only %v of %d MiB were to be had", got, mib)
	}
	if err != nil {
		return err
	}
	lap("fill", begin)
	fmt.Println("peak", process.PeakBytes())
	return nil
}

// killedHolds is how many mebibytes an instance holds when it is killed.
const killedHolds = 32

// killed makes instances one after another; each fills memory, is killed because it uses up its fuel, and is closed.
func killed(ctx context.Context, path string, count int) error {
	return many(ctx, path, count, component.Limits{Fuel: 40_000_000}, func(in *component.Instance) error {
		if got, err := in.Func("", "fill").Call(ctx, uint32(killedHolds)); err != nil || got != uint32(killedHolds) {
			return fmt.Errorf("filling the memory gave %v (%w)", got, err)
		}
		var ended *component.CallError
		if _, err := in.Func("", "spin").Call(ctx, uint32(0)); !errors.As(err, &ended) || ended.Kind != component.AbortFuel {
			return fmt.Errorf("an endless loop ended with %w", err)
		}
		return nil
	})
}

// made makes instances one after another and closes them.
func made(ctx context.Context, path string, count int) error {
	return many(ctx, path, count, component.Limits{}, func(*component.Instance) error { return nil })
}

// many makes instances and says ten times on the way what the process holds.
func many(ctx context.Context, path string, count int, limits component.Limits, use func(*component.Instance) error) error {
	c, err := load(path)
	if err != nil {
		return err
	}
	rt, err := component.NewRuntime(ctx, component.Config{})
	if err != nil {
		return err
	}
	begin := time.Now()
	for i := range count {
		in, err := rt.Instantiate(ctx, c, world.New(), limits)
		if err != nil {
			return err
		}
		if err := use(in); err != nil {
			return err
		}
		if err := in.Close(ctx); err != nil {
			return err
		}
		if done := i + 1; done == 1 || done == count/100 || done%max(1, count/10) == 0 {
			debug.FreeOSMemory()
			fmt.Printf("at %d %d %d %d %d\n", done, process.ResidentBytes(), process.Goroutines(), process.OpenFiles(), process.Mappings())
		}
	}
	lap("all", begin)
	fmt.Println("peak", process.PeakBytes())
	return nil
}
