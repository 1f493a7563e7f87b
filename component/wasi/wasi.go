// Package wasi is WASI 0.2 for a sandbox: everything that a component can import from wasi:cli/imports, and what an HTTP client needs
// to be told no. A Host is a component.Resolver; the functions take and give dynamic values and are bound by the types that the component declares.
//
// By default a guest sees nothing of the machine, and a run gives the same result each time: a clock that stands at 2026-01-01T00:00:00Z and
// moves only by what the guest waits for, random numbers from a seed, no arguments, no environment, an empty standard
// input, output that goes nowhere, no directories. Each of these can be replaced through Config. Sockets and HTTP requests are
// always refused with the error codes that their interfaces have for it.
//
// What a guest does against the rules of an interface (a write beyond what check-write permitted, an empty poll, a stream dropped before its
// pollable) is an error of the HostFunc and ends the call, as it does in wasmtime.
package wasi

import (
	"fmt"
	"io"

	"openidea-plugin/component/wasi/internal/shape"
)

// Limits of what one call can ask for.
const (
	// MaxRandom is how many random bytes one call can ask for: 64 MiB, as in wasmtime. More ends the call.
	MaxRandom = 64 << 20
	// MaxRead is how many bytes one read of a stream or file gives at most; a guest asks again for more.
	MaxRead = 64 << 10
	// WritePermit is what check-write permits to an open stream.
	WritePermit = 64 << 10
	// maxBlockingWrite is what blocking-write-and-flush takes, by the definition of the interface.
	maxBlockingWrite = 4096
)

// Var is a variable of the environment.
type Var struct {
	Name, Value string
}

// Config says what a guest sees; the zero value is the closed, deterministic world that the package describes. Strings must be valid UTF-8.
type Config struct {
	// Clock is both the wall clock and the monotonic one; nil: a new FixedClock at DefaultTime.
	Clock Clock
	// Random is where all random numbers come from (crypto/rand.Reader for real ones); nil: generators seeded with Seed.
	Random io.Reader
	// Seed decides the random numbers where Random is nil: the same seed gives the same numbers.
	Seed uint64

	// Args are the arguments, the name of the program first.
	Args []string
	// Env are the variables of the environment, in the order that the guest sees.
	Env []Var
	// InitialCwd is the working directory at the start; nil: none.
	InitialCwd *string

	// Stdin is read when the guest reads; a Read should not block, for nothing interrupts it. nil: at its end from the start.
	Stdin io.Reader
	// Stdout and Stderr get what the guest writes, see Buffer; nil: nowhere. A Write that fails closes the guest's stream.
	Stdout, Stderr io.Writer

	// Preopens are the directories that the guest can open; none by default.
	Preopens []Preopen
}

// Host is the world of one component instance. It is not safe for concurrent use, as an instance is not either.
type Host struct {
	cfg      Config
	clock    Clock
	random   io.Reader
	insecure io.Reader
	seed     io.Reader
	bound    shape.Resources
	// messages are the bytes that the guest's HTTP messages take.
	messages int
}

// New makes a host for one instance.
func New(cfg Config) *Host {
	h := &Host{cfg: cfg, clock: cfg.Clock, random: cfg.Random, insecure: cfg.Random, seed: cfg.Random, bound: shape.Resources{}}
	if h.clock == nil {
		h.clock = NewFixedClock(DefaultTime)
	}
	if cfg.Random == nil {
		h.random = seeded(cfg.Seed, "random")
		h.insecure = seeded(cfg.Seed, "insecure")
		h.seed = seeded(cfg.Seed, "insecure-seed")
	}
	return h
}

// ExitError is the end of a program by wasi:cli/exit. It is the cause of the *component.CallError that ends the call.
type ExitError struct {
	// Code is the exit status; 0 is success.
	Code uint8
}

// Error is one line.
func (e *ExitError) Error() string {
	return fmt.Sprintf("the program ended itself by wasi:cli/exit with status %d", e.Code)
}

// RuleError is something that a guest did against the rules of an interface.
type RuleError struct {
	// Interface and Func name the function, without a version ("wasi:io/poll", "poll"). Where a handle was dropped, Interface is the name of its
	// resource and Func is "".
	Interface, Func string
	// Message says what the guest did and what is allowed.
	Message string
}

// Error is the message; what reports it says in which function.
func (e *RuleError) Error() string { return e.Message }
