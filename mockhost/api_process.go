package mockhost

import (
	"openidea-plugin/mockhost/bind"
)

// Command is a program that a plugin wants to run in the project's root; Timeout is in milliseconds.
type Command struct {
	Program string
	Args    []string
	Stdin   *[]byte
	Timeout *uint32
}

// Output is what Options.Process answers; Status is nil where a signal or the timeout ended the program.
type Output struct {
	Status         *int32
	Stdout, Stderr []byte
}

type runIn struct {
	Program string
	Args    *[]string
	Stdin   *[]byte
	Timeout *uint32
}

var processAPI = functions{
	"run": bind.Func(func(c *call, in runIn) (Output, error) {
		if in.Program == "" {
			return Output{}, hostError("invalid", "the name of the program is empty")
		}
		if c.ide.opts.Process == nil {
			return Output{}, &unscripted{function: "process.run", why: "and the mock IDE runs no programs", help: scriptHelp(target{iface: "process", function: "run"})}
		}
		cmd := Command{Program: in.Program, Stdin: in.Stdin, Timeout: in.Timeout}
		if in.Args != nil {
			cmd.Args = *in.Args
		}
		var out Output
		var err error
		c.unlocked(func() { out, err = c.ide.opts.Process(c.ctx, cmd) })
		return out, err
	}),
}
