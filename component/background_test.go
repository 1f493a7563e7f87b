package component

import (
	"context"
	"encoding/binary"
	"errors"
	"testing"

	"openidea-plugin/component/types"
)

func section(id byte, payload string) string {
	return string(id) + string(binary.AppendUvarint(nil, uint64(len(payload)))) + payload
}

// recursive is a component whose function f(n) calls itself n times and gives n, with so many bytes in its core module that it counts as large or not.
// Its start function does the same `starts` times, below 64.
func recursive(t *testing.T, size int, starts byte, locals string) *Component {
	t.Helper()
	f := locals + "\x20\x00\x45\x04\x7f\x41\x00\x05\x20\x00\x41\x01\x6b\x10\x00\x41\x01\x6a\x0b\x0b"
	start := "\x00\x41" + string(starts) + "\x10\x00\x1a\x0b"
	module := "\x00asm\x01\x00\x00\x00" + section(1, "\x02\x60\x01\x7f\x01\x7f\x60\x00\x00") + section(3, "\x02\x00\x01") + section(7, "\x01\x01f\x00\x00") + section(8, "\x01") +
		section(10, "\x02"+string(byte(len(f)))+f+string(byte(len(start)))+start) + section(0, "\x01x"+string(make([]byte, size)))
	return parseParts(t, module)
}

// parseParts is a component around a core module, whose export f it lifts.
func parseParts(t *testing.T, module string) *Component {
	t.Helper()
	c, err := Parse([]byte("\x00asm\x0d\x00\x01\x00" + section(1, module) + section(2, "\x01\x00\x00\x00") + section(7, "\x01\x40\x01\x01n\x79\x00\x79") +
		section(6, "\x01\x00\x00\x01\x00\x01f") + section(8, "\x01\x00\x00\x00\x00\x00") + section(11, "\x01\x00\x01f\x01\x00\x00")))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// nothing supplies nothing.
type nothing struct{}

func (nothing) Func(string, string, *types.Func) (HostFunc, bool, error) { return nil, false, nil }
func (nothing) Resource(string, string) (*ResourceType, bool)            { return nil, false }

func started(t *testing.T, cfg Config) *Runtime {
	t.Helper()
	rt, err := NewRuntime(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = rt.Close(context.Background()) })
	return rt
}

func made(t *testing.T, rt *Runtime, c *Component) *Instance {
	t.Helper()
	in, err := rt.Instantiate(t.Context(), c, nothing{}, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

const noLocals = "\x00"

// atWork has the compiler be at work on c until done is closed.
func atWork(rt *Runtime, c *Component) *ahead {
	work := &ahead{slow: make(chan struct{}), done: make(chan struct{})}
	close(work.slow)
	rt.ahead[c] = work
	return work
}

// While the compiler works instances run on the interpreter, later ones are compiled, and nobody sees a difference in results or fuel.
func TestBackground(t *testing.T) {
	rt, c := started(t, Config{Background: true}), recursive(t, largeCode, 5, noLocals)
	work := atWork(rt, c)
	if err := rt.Ready(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	first := made(t, rt, c)
	close(work.done)
	second := made(t, rt, c)
	if first.Compiled() || !second.Compiled() {
		t.Errorf("compiled: %t while the compiler works, %t when it is done", first.Compiled(), second.Compiled())
	}
	if first.FuelUsed() == 0 || first.FuelUsed() != second.FuelUsed() {
		t.Errorf("making them took %d and %d units of fuel", first.FuelUsed(), second.FuelUsed())
	}
	for _, in := range []*Instance{first, second} {
		if got, err := in.Func("", "f").Call(t.Context(), uint32(100)); err != nil || got != uint32(100) {
			t.Errorf("f gives %v, %v", got, err)
		}
	}
	if first.FuelUsed() != second.FuelUsed() {
		t.Errorf("the calls took %d and %d units of fuel", first.FuelUsed(), second.FuelUsed())
	}
}

// What overflows the interpreter's stack says so, and succeeds once the compiler is done.
func TestBackgroundOverflow(t *testing.T) {
	rt, c := started(t, Config{Background: true}), recursive(t, largeCode, 0, noLocals)
	work := atWork(rt, c)
	_, err := made(t, rt, c).Func("", "f").Call(t.Context(), uint32(10_000))
	if ended := new(CallError); !errors.As(err, &ended) || ended.Kind != AbortStack || !ended.Interpreted {
		t.Errorf("on the interpreter: %+v", err)
	}
	close(work.done)
	if err := rt.Compile(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if got, err := made(t, rt, c).Func("", "f").Call(t.Context(), uint32(10_000)); err != nil || got != uint32(10_000) {
		t.Errorf("compiled: %v, %v", got, err)
	}
}

// Who waits for the compiler may give up; the compiler does not.
func TestBackgroundWait(t *testing.T) {
	rt, c := started(t, Config{Background: true}), recursive(t, largeCode, 0, noLocals)
	work := atWork(rt, c)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var ended *CallError
	if err := rt.Compile(ctx, c); !errors.As(err, &ended) || ended.Kind != AbortCancelled {
		t.Errorf("Compile: %v", err)
	}
	close(work.done)
	if err := rt.Compile(t.Context(), c); err != nil {
		t.Errorf("Compile afterwards: %v", err)
	}
}

// Where the cache has the code nothing runs on the interpreter, and where there is little code neither.
func TestBackgroundIsNotNeeded(t *testing.T) {
	dir := t.TempDir()
	if err := started(t, Config{CacheDir: dir}).Compile(t.Context(), recursive(t, largeCode, 0, noLocals)); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]*Component{"in the cache": recursive(t, largeCode, 0, noLocals), "little code": recursive(t, 10, 0, noLocals)} {
		rt := started(t, Config{Background: true, CacheDir: dir})
		if in := made(t, rt, c); !in.Compiled() || rt.interp != nil {
			t.Errorf("%s: the interpreter was used", what)
		}
	}
}

// Code that is invalid is told whichever engine finds it first, and closing waits for the other.
func TestBackgroundInvalid(t *testing.T) {
	module := "\x00asm\x01\x00\x00\x00" + section(1, "\x01\x60\x01\x7f\x01\x7f") + section(3, "\x01\x00") + section(7, "\x01\x01f\x00\x00") + section(10, "\x01\x02\x00\x0b") +
		section(0, "\x01x"+string(make([]byte, largeCode)))
	rt := started(t, Config{Background: true})
	_, err := rt.Instantiate(t.Context(), parseParts(t, module), nothing{}, Limits{})
	if invalid := new(DecodeError); !errors.As(err, &invalid) {
		t.Errorf("%v", err)
	}
	if err := rt.Close(t.Context()); err != nil {
		t.Errorf("Close: %v", err)
	}
}

// The stack of a start function is bounded on the interpreter as that of a call is: 1,000 frames with 49,000 locals each would take 400 MB.
func TestStackOfAStartFunction(t *testing.T) {
	many := "\x01\xe8\xfe\x02\x7e" // 49,000 of i64
	c := recursive(t, 10, 5, many)
	in := made(t, started(t, Config{Interpreter: true}), c)
	if got, err := in.Func("", "f").Call(t.Context(), uint32(10)); err != nil || got != uint32(10) {
		t.Fatalf("%v, %v", got, err)
	}
	f := many + "\x20\x00\x45\x04\x7f\x41\x00\x05\x20\x00\x41\x01\x6b\x10\x00\x41\x01\x6a\x0b\x0b"
	start := "\x00\x41\xdc\x0b\x10\x00\x1a\x0b" // f(1500)
	module := "\x00asm\x01\x00\x00\x00" + section(1, "\x02\x60\x01\x7f\x01\x7f\x60\x00\x00") + section(3, "\x02\x00\x01") + section(7, "\x01\x01f\x00\x00") + section(8, "\x01") +
		section(10, "\x02"+string(byte(len(f)))+f+string(byte(len(start)))+start)
	_, err := started(t, Config{Interpreter: true}).Instantiate(t.Context(), parseParts(t, module), nothing{}, Limits{})
	if ended := new(CallError); !errors.As(err, &ended) || ended.Kind != AbortStack || ended.Message != "the call stack overflowed: calls inside one another take 128 MiB" {
		t.Errorf("%v", err)
	}
}
