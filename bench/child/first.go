package main

import (
	"context"
	"flag"
	"fmt"

	"openidea-plugin/bench/process"
	"openidea-plugin/bench/world"
	"openidea-plugin/component"
)

func first(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("first", flag.ContinueOnError)
	cache := flags.String("cache", "", "a folder that keeps compiled code")
	background := flags.Bool("background", false, "start on the interpreter while the compiler works")
	wait := flags.Bool("wait", false, "wait for the compiler after the first result")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 3 {
		return fmt.Errorf("usage: child first [flags] COMPONENT TOOL ARGUMENTS")
	}
	c, err := load(flags.Arg(0))
	if err != nil {
		return err
	}
	lap("parse", start)
	rt, err := component.NewRuntime(ctx, component.Config{CacheDir: *cache, Background: *background})
	if err != nil {
		return err
	}
	in, err := rt.Instantiate(ctx, c, world.New(), component.Limits{Memory: 1 << 30})
	if err != nil {
		return err
	}
	lap("instantiate", start)
	if err := world.First(ctx, in, flags.Arg(1), flags.Arg(2)); err != nil {
		return err
	}
	lap("first", start)
	fmt.Println("peak", process.PeakBytes())
	if *wait {
		if err := rt.Compile(ctx, c); err != nil {
			return err
		}
		lap("compile", start)
		fmt.Println("compilepeak", process.PeakBytes())
	}
	return nil
}
