package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// report is what a process printed: its figures by name, and the lines that begin with "at".
type report struct {
	figures map[string]float64
	at      [][]float64
	// took is the time of the whole process.
	took float64
}

// process runs a program to its end.
func (b *bench) process(program string, args ...string) (*report, error) {
	cmd := exec.CommandContext(b.ctx, program, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	start := time.Now()
	err := cmd.Run()
	r := &report{figures: map[string]float64{}, took: time.Since(start).Seconds()}
	if err != nil {
		return nil, fmt.Errorf("%s %s: %s", filepath.Base(program), args[0], firstLine(errs.String()))
	}
	for line := range strings.Lines(out.String()) {
		fields := strings.Fields(line)
		var numbers []float64
		for _, f := range fields[min(1, len(fields)):] {
			n, err := strconv.ParseFloat(f, 64)
			if err != nil {
				return nil, fmt.Errorf("%s printed %q", filepath.Base(program), line)
			}
			numbers = append(numbers, n)
		}
		switch {
		case len(numbers) > 1:
			r.at = append(r.at, numbers)
		case len(numbers) == 1:
			r.figures[fields[0]] = numbers[0]
		}
	}
	return r, nil
}

// whole is a side that runs a process; figure is what it prints, "" for the time of all of it.
func (b *bench) whole(name, figure, program string, args ...string) side {
	return side{name: name, run: func(n int) (float64, error) {
		var sum float64
		for range n {
			r, err := b.process(program, args...)
			if err != nil {
				return 0, err
			}
			took := r.took
			if figure != "" {
				took = r.figures[figure]
			}
			sum += took
		}
		return sum, nil
	}}
}

// cold compares whole processes: start, load what is compiled already, instantiate, call, end.
func (b *bench) cold() error {
	plugin, cache := b.fixture("data-tools"), filepath.Join(b.dir, "cache")
	const tool, arguments = "recent_searches", "{}"
	args := []string{"first", "-cache", cache, plugin, tool, arguments}
	if _, err := b.process(b.child, args...); err != nil { // fills the cache
		return err
	}
	wasmtime, err := b.loadsCompiled("plugin", plugin, tool, arguments)
	if err != nil {
		return err
	}
	jco := side{name: "jco", absent: b.jcoPeer.absent}
	if jco.absent == "" {
		jco = b.whole("jco", "", b.jcoPeer.program, append(append([]string{}, b.jcoPeer.args...), "first", b.jcoPeer.folders[1], tool, arguments)...)
	}
	sides := append([]side{b.whole("ours", "", b.child, args...)}, wasmtime("")...)
	err = b.compare(figure{
		what: "process up to the end of its first call, cache warm", note: "wanted: at most 1.5 of wasmtime's with its cache; both count fuel",
		sides: append(sides, jco, b.whole("a Go program that does nothing", "", b.child, "nothing")),
	})
	if err != nil {
		return err
	}
	return b.compare(figure{what: "the same from main on, without starting the process", sides: append([]side{b.whole("ours", "first", b.child, args...)}, wasmtime("first")...)})
}

// loadsCompiled has wasmtime compile a component and gives its two ways to use that from a new process: with its cache, which as ours is asked by the bytes of the
// component, and with a file of compiled code that it takes as it is. figure is what the processes print, "" for the time of all of it.
func (b *bench) loadsCompiled(name, component, tool, arguments string) (sides func(figure string) []side, err error) {
	if b.wasmtime.absent != "" {
		return func(string) []side { return []side{{name: "wasmtime", absent: b.wasmtime.absent}} }, nil
	}
	compiled, cache := filepath.Join(b.dir, name+".cwasm"), filepath.Join(b.dir, name+"-cache.toml")
	if err := os.WriteFile(cache, fmt.Appendf(nil, "[cache]\ndirectory = %q\n", filepath.Join(b.dir, name+"-cache")), 0o600); err != nil {
		return nil, err
	}
	cached := []string{"cached", "1", component, tool, arguments, cache}
	for _, args := range [][]string{{"compile", "1", component, compiled}, cached} {
		if _, err := b.process(b.wasmtime.program, args...); err != nil {
			return nil, err
		}
	}
	return func(figure string) []side {
		return []side{
			b.whole("wasmtime, its cache warm", figure, b.wasmtime.program, cached...),
			b.whole("wasmtime, a compiled file", figure, b.wasmtime.program, "first", "1", compiled, tool, arguments),
		}
	}, nil
}

// largeComponent runs a large component with nothing compiled, in the background, and with a cache.
func (b *bench) largeComponent() error {
	if b.large == "" {
		b.table.add(row{what: "large component", ours: "absent", note: "give one with -large; docs/performance.md says how to build one"})
		return nil
	}
	info, err := os.Stat(b.large)
	if err != nil {
		return fmt.Errorf("%s cannot be read", b.large)
	}
	what := fmt.Sprintf("large component (%s)", mebibytes(float64(info.Size())))
	cache := filepath.Join(b.dir, "large")
	if err := os.RemoveAll(cache); err != nil {
		return err
	}
	last := []string{b.large, b.tool, littleWork}
	rounds := b.rounds
	defer func() { b.rounds = rounds }()
	b.rounds = min(rounds, 5)
	if b.quick {
		b.rounds = 1
	}
	cold := side{name: "wasmtime", absent: b.wasmtime.absent}
	if cold.absent == "" {
		cold = b.whole("wasmtime", "", b.wasmtime.program, "cold", "1", b.large, b.tool, littleWork)
	}
	wasmtime, err := b.loadsCompiled("large", b.large, b.tool, littleWork)
	if err != nil {
		return err
	}
	first := append([]string{"first", "-background"}, last...)
	if err := b.compare(figure{what: what + ", first result, no cache", once: true, note: "ours starts on the interpreter; wanted: at most 3 s", sides: []side{
		b.whole("ours", "first", b.child, first...), cold,
	}}); err != nil {
		return err
	}
	r, err := b.process(b.child, append([]string{"first", "-background", "-wait"}, last...)...)
	if err != nil {
		return err
	}
	b.table.add(row{what: what + ", compiled in the background", ours: duration(r.figures["compile"]), note: "after the start; most memory resident: " + mebibytes(r.figures["compilepeak"])})
	cached := append([]string{"first", "-cache", cache}, last...)
	if _, err := b.process(b.child, cached...); err != nil {
		return err
	}
	return b.compare(figure{what: what + ", first result, cache warm", once: true, sides: append([]side{b.whole("ours", "", b.child, cached...)}, wasmtime("")...)})
}
