// Command child does one thing in a process of its own and prints how it went: a line for each figure, its name and seconds or bytes. The
// benchmarks start it.
//
//	child nothing                                                              end at once
//	child first [-cache DIR] [-background] [-wait] COMPONENT TOOL ARGUMENTS   up to the first result
//	child fill MIB                                                             fill memory of the guest
//	child killed COMPONENT COUNT                                               make instances that are killed, and close them
//	child made COMPONENT COUNT                                                 make instances, and close them
package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"time"

	"openidea-plugin/component"
)

// start is when the process began to do something.
var start = time.Now()

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	switch {
	case len(args) >= 4 && args[0] == "first":
		return first(ctx, args[1:])
	case len(args) == 1 && args[0] == "nothing":
		return nil
	case len(args) == 2 && args[0] == "fill":
		n, err := strconv.ParseUint(args[1], 10, 16)
		if err != nil {
			return fmt.Errorf("%q is no number of mebibytes", args[1])
		}
		return fill(ctx, uint32(n))
	case len(args) == 3 && (args[0] == "killed" || args[0] == "made"):
		n, err := strconv.Atoi(args[2])
		if err != nil {
			return fmt.Errorf("%q is no number of instances", args[2])
		}
		if args[0] == "killed" {
			return killed(ctx, args[1], n)
		}
		return made(ctx, args[1], n)
	}
	return fmt.Errorf("usage: child first|fill|killed|made …, see the source")
}

func lap(name string, since time.Time) { fmt.Printf("%s %.6f\n", name, time.Since(since).Seconds()) }

// load reads a component.
func load(path string) (*component.Component, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return component.Parse(data)
}
