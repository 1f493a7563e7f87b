// Command bench measures the component runtime against others on this machine and prints one table:
//
//	go run ./bench
//
// The others are wazero's bare core calls, wasmtime (libwasmtime out of its Go module, which needs a C compiler) and jco on Node. What is not to be
// had here is named as absent. Whatever is compared is measured in rounds, one after another in each round; the table has the medians, and of
// the ratios the median as well. See docs/performance.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// bench is one run of the program.
type bench struct {
	ctx   context.Context
	root  string // of the module
	dir   string // for what is built
	table table

	rounds int
	atom   time.Duration // how long one measurement takes at least
	quick  bool

	large, quickjs, tool, jco string

	wasmtime, jcoPeer *peer
	child             string
	failed            bool
}

// section is a group of figures.
type section struct {
	name, what string
	run        func(*bench) error
	// long: only where it is asked for.
	long bool
}

var sections = []section{
	{name: "call", what: "calls with short texts, long texts and bytes", run: (*bench).calls},
	{name: "instantiate", what: "instances of a compiled Rust component", run: (*bench).instantiate},
	{name: "metering", what: "what metering costs", run: (*bench).metering},
	{name: "stops", what: "how soon a call ends after its deadline", run: (*bench).stops},
	{name: "cold", what: "whole processes up to the first result, with a warm cache", run: (*bench).cold},
	{name: "large", what: "the first result of a large component", run: (*bench).largeComponent},
	{name: "fill", what: "filling 512 MiB of memory", run: (*bench).fill},
	{name: "killed", what: "memory after 1,000 killed instances", run: (*bench).killed},
	{name: "made", what: "memory, goroutines and files over 100,000 instances", run: (*bench).made},
	{name: "misbehaving", what: "every tool of fixtures/misbehaving 1,000 times, from 8 goroutines (takes long; only where it is asked for)", run: (*bench).misbehaving, long: true},
}

func main() {
	b := &bench{ctx: context.Background(), rounds: 15, atom: 100 * time.Millisecond}
	only := flag.String("only", "", "which sections to run, with commas between them (default: all but those that take long)")
	dir := flag.String("dir", "", "a folder for what is built, kept for the next run (default: a new one that is removed)")
	flag.BoolVar(&b.quick, "quick", false, "few and short rounds: to see that everything works, not for figures")
	flag.IntVar(&b.rounds, "rounds", b.rounds, "how often each figure is measured")
	flag.StringVar(&b.large, "large", os.Getenv("BENCH_LARGE"), "a large component, built with StarlingMonkey or the like (or BENCH_LARGE)")
	flag.StringVar(&b.quickjs, "quickjs", os.Getenv("BENCH_QUICKJS"), "a component built with QuickJS, for the cost of metering (or BENCH_QUICKJS)")
	flag.StringVar(&b.tool, "tool", "echo", "the tool that those two are asked for, where they are plugins; otherwise their function work is called")
	flag.StringVar(&b.jco, "jco", os.Getenv("JCO"), "jco's program (or JCO; default: the one that is found)")
	flag.Usage = usage
	flag.Parse()
	if b.quick {
		b.rounds, b.atom = min(b.rounds, 3), 5*time.Millisecond
	}
	if err := b.run(*only, *dir); err != nil {
		fmt.Fprintln(os.Stderr, "bench: "+err.Error())
		os.Exit(1)
	}
	if b.failed {
		os.Exit(1)
	}
}

func usage() {
	fmt.Fprintln(os.Stderr, "usage: go run ./bench [flags]")
	flag.PrintDefaults()
	fmt.Fprintln(os.Stderr, "Sections:")
	for _, s := range sections {
		fmt.Fprintf(os.Stderr, "  %-12s %s\n", s.name, s.what)
	}
}

func (b *bench) run(only, dir string) error {
	chosen, err := choose(only)
	if err != nil {
		return err
	}
	mod, err := exec.Command("go", "env", "GOMOD").Output()
	if b.root = filepath.Dir(strings.TrimSpace(string(mod))); err != nil || b.root == "." {
		return fmt.Errorf("run this inside the module: go run ./bench")
	}
	if dir == "" {
		if dir, err = os.MkdirTemp("", "bench"); err != nil {
			return fmt.Errorf("no folder could be made for what is built: %w", err)
		}
		defer os.RemoveAll(dir)
	}
	if b.dir, err = filepath.Abs(dir); err == nil {
		err = os.MkdirAll(b.dir, 0o755)
	}
	if err != nil {
		return fmt.Errorf("the folder %s cannot be used: %w", dir, err)
	}
	if b.child, err = b.build(); err != nil {
		return err
	}
	b.wasmtime = b.buildWasmtime()
	b.jcoPeer = b.findJco()
	b.say("%s\n", b.machine())
	for _, s := range chosen {
		b.say("%s: %s\n", s.name, s.what)
		begin := time.Now()
		if err := s.run(b); err != nil {
			b.failed = true
			b.table.add(row{what: s.name, note: "FAILED: " + err.Error()})
			b.say("  FAILED: %v\n", err)
		}
		b.say("  (%.0f s)\n", time.Since(begin).Seconds())
		runtime.GC()
		debug.FreeOSMemory()
	}
	fmt.Printf("%s\n\n%s", b.machine(), b.table.markdown())
	return nil
}

// choose gives the sections that are named, or those that do not take long.
func choose(only string) ([]section, error) {
	var chosen []section
	names := strings.FieldsFunc(only, func(r rune) bool { return r == ',' })
	for _, s := range sections {
		if len(names) == 0 && !s.long || slices.Contains(names, s.name) {
			chosen = append(chosen, s)
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(sections, func(s section) bool { return s.name == name }) {
			return nil, fmt.Errorf("there is no section %q; -h lists them", name)
		}
	}
	return chosen, nil
}

// say tells how far the work is.
func (b *bench) say(format string, args ...any) { fmt.Fprintf(os.Stderr, format, args...) }

// machine is what the figures were measured with.
func (b *bench) machine() string {
	return fmt.Sprintf("%s/%s, %d processors, %s, wazero %s, %s, %s; %d rounds of at least %v", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(),
		dependency("github.com/tetratelabs/wazero"), b.wasmtime.version(), b.jcoPeer.version(), b.rounds, b.atom)
}

// dependency is the version of a module in this program.
func dependency(path string) string {
	info, ok := debug.ReadBuildInfo()
	if ok {
		for _, d := range info.Deps {
			if d.Path == path {
				return d.Version
			}
		}
	}
	return "?"
}

// fixture is a component of the repository.
func (b *bench) fixture(name string) string {
	return filepath.Join(b.root, "fixtures", name, "dist", "plugin.wasm")
}

// guestPath is the benchmarks' own component.
func (b *bench) guestPath() string { return filepath.Join(b.root, "bench", "guest", "guest.wasm") }

// build builds the program that does one thing in a process of its own.
func (b *bench) build() (string, error) {
	out := filepath.Join(b.dir, "child")
	if runtime.GOOS == "windows" {
		out += ".exe"
	}
	cmd := exec.CommandContext(b.ctx, "go", "build", "-o", out, "./bench/child")
	cmd.Dir, cmd.Env = b.root, append(os.Environ(), "CGO_ENABLED=0") // as programs are released: nothing is linked when they start
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("bench/child could not be built: %s", strings.TrimSpace(string(text)))
	}
	return out, nil
}
