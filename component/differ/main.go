// Command differ compares package component with wasmtime on random components: the same calls with the same values, the same answers of
// the host, and what each of the two does is compared to the letter (results, what the host is asked, the order of destructors, what the guests'
// realloc is asked for, and whether it ends in a trap).
//
//	go run ./component/differ [-cases 100000] [-seed 1] [-kinds relay,chain,raw,realloc,handles] [-python python3] [-save DIR]
//
// It needs Python 3 with the package `wasmtime` (pip install wasmtime), which brings the engine with it; the version is printed. Exit status 0: all agree; 1: some
// case differs (printed, and kept in DIR); 2: something that it needs is missing.
//
// A batch is one component with many cases; it is made from the seed and its number alone, so that -seed and -batch bring one batch back.
//
// Decided differences, which the comparison leaves out:
//   - NaN: this runtime makes every NaN the canonical one; any NaN counts as equal to any other.
//   - Strings and lists of more than 2^28-1 bytes trap here; no guest in the test has that much memory.
//   - The words of a trap: only that it is one is compared.
//   - Cases in which wasmtime reports a bug in itself are listed apart, not compared. Version 50.0.1 does ("deferred host scope has no call context") where a
//     call of a host function lends two own handles, unless its concurrency support is off, as it is in two thirds of the batches.
//   - A host function that ends a resource of a component that waits for it, or calls that component: version 50.0.1 lets it, though the specification says
//     that the component may not be entered; this runtime refuses. No program does it.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"openidea-plugin/component"
)

// kinds makes a batch of each kind.
var kinds = map[string]func(kind string, r *rand.Rand) *batch{
	"relay": passing, "chain": passing, "raw": passing, "realloc": passing, "handles": handles,
}

func main() {
	cases := flag.Int("cases", 100_000, "stop after `N` cases")
	seed := flag.Uint64("seed", 1, "the seed of the random numbers")
	only := flag.String("kinds", "relay,chain,raw,realloc,handles", "the kinds of components, in turn")
	python := flag.String("python", "python3", "the Python that has the package wasmtime")
	save := flag.String("save", "", "keep the components and cases that differ in `DIR`")
	number := flag.Int("batch", -1, "run the batch of this number only")
	flag.Parse()
	d := &differ{seed: *seed, kinds: strings.Split(*only, ","), save: *save, counts: map[string]int{}, traps: map[string]int{}}
	for _, k := range d.kinds {
		if kinds[k] == nil {
			fail("there is no kind %q", k)
		}
	}
	var err error
	if d.theirs, err = startTheirs(*python); err != nil {
		fail("wasmtime cannot be run by %q: %s; it needs Python 3 and its package wasmtime (pip install wasmtime): -python names another Python", *python, err)
	}
	start := time.Now()
	if *number >= 0 {
		err = d.batch(*number)
	}
	for n := 0; err == nil && *number < 0 && d.total < *cases; n++ {
		err = d.batch(n)
	}
	d.theirs.stop()
	if err != nil {
		fail("%s", err)
	}
	fmt.Printf("wasmtime %s, seed %d: %d cases, %d differ (%s)\n", d.theirs.version, d.seed, d.total, d.differ, time.Since(start).Round(time.Second))
	if d.bugs > 0 {
		fmt.Printf("  not counted: %d cases in which wasmtime reports a bug in itself\n", d.bugs)
	}
	for _, k := range d.kinds {
		fmt.Printf("  %-8s %6d cases, of which %d trap\n", k, d.counts[k], d.traps[k])
	}
	if d.differ > 0 {
		os.Exit(1)
	}
}

func fail(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
	os.Exit(2)
}

type differ struct {
	seed   uint64
	kinds  []string
	save   string
	theirs *theirs

	total, differ, bugs int
	counts, traps       map[string]int
}

// makeBatch makes the batch of a number.
func makeBatch(seed uint64, number int, kind string) *batch {
	r := rand.New(rand.NewPCG(seed, uint64(number)))
	concurrency := r.IntN(3) == 0
	b := kinds[kind](kind, r)
	b.concurrency = concurrency
	return b
}

// batch makes, runs and compares one batch.
func (d *differ) batch(number int) error {
	kind := d.kinds[number%len(d.kinds)]
	b := makeBatch(d.seed, number, kind)
	where := fmt.Sprintf("seed %d, batch %d (%s)", d.seed, number, kind)
	wasm, err := d.theirs.compile(b)
	if err != nil {
		d.keep(number, 0, b)
		return fmt.Errorf("%s: %w", where, err)
	}
	type result struct {
		outs []outcome
		err  error
	}
	there := make(chan result, 1)
	go func() {
		outs, err := d.theirs.run(b)
		there <- result{outs, err}
	}()
	// Every other batch runs on the interpreter, so that both engines are compared.
	got, err := runOurs(context.Background(), component.Config{Interpreter: number%2 == 1}, wasm, b)
	want := <-there
	if err != nil {
		d.keep(number, 0, b)
		return fmt.Errorf("%s: %w", where, err)
	}
	if want.err != nil {
		return fmt.Errorf("%s: %w", where, want.err)
	}
	shown := 0
	for i := range got {
		if strings.Contains(want.outs[i].why, engineBug) {
			d.bugs++
			continue
		}
		d.total++
		d.counts[kind]++
		if strings.HasSuffix(want.outs[i].events, `["trap"]]`) {
			d.traps[kind]++
		}
		if got[i].events == want.outs[i].events {
			continue
		}
		d.differ++
		if shown++; shown > 3 {
			continue
		}
		fmt.Printf("%s, case %d\n  case     %s\n  here     %s %s\n  wasmtime %s %s\n", where, i, short(string(b.caseJSON(&b.cases[i])), 0),
			short(got[i].events, firstDifference(got[i].events, want.outs[i].events)), got[i].why,
			short(want.outs[i].events, firstDifference(got[i].events, want.outs[i].events)), strings.Join(strings.Fields(want.outs[i].why), " "))
		d.keep(number, i, b)
	}
	return nil
}

// engineBug begins the message of a trap in which wasmtime finds itself at fault.
const engineBug = "This is a bug in Wasmtime"

func firstDifference(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// short is what stands around a place of a long text.
func short(s string, at int) string {
	const before, most = 160, 500
	if at > before && len(s) > most {
		s = "…" + s[at-before:]
	}
	if len(s) > most {
		s = s[:most] + "…"
	}
	return s
}

// keep writes a component and the case of it that differs into the folder for such.
func (d *differ) keep(number, i int, b *batch) {
	if d.save == "" {
		return
	}
	name := filepath.Join(d.save, fmt.Sprintf("%d-%d", d.seed, number))
	_ = os.MkdirAll(d.save, 0o755)
	_ = os.WriteFile(name+".wat", []byte(b.wat), 0o644)
	_ = os.WriteFile(fmt.Sprintf("%s-%d.json", name, i), b.caseJSON(&b.cases[i]), 0o644)
}
