package main

import (
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"openidea-plugin/bench/process"
	"openidea-plugin/component"
	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/runner"
	"openidea-plugin/plugin"
)

// fillMiB is how much memory is filled.
const fillMiB = 512

// fill fills memory in a process of its own, ours and wasmtime's in turn.
func (b *bench) fill() error {
	var seconds, peaks, theirSeconds, theirPeaks, ratios []float64
	for range min(b.rounds, 9) {
		r, err := b.process(b.child, "fill", strconv.Itoa(fillMiB))
		if err != nil {
			return err
		}
		seconds, peaks = append(seconds, r.figures["fill"]), append(peaks, r.figures["peak"])
		if b.wasmtime.absent != "" {
			continue
		}
		t, err := b.process(b.wasmtime.program, "fill", "1", b.guestPath(), strconv.Itoa(fillMiB))
		if err != nil {
			return err
		}
		theirSeconds, theirPeaks = append(theirSeconds, t.figures["fill"]), append(theirPeaks, t.figures["peak"]*1024)
		ratios = append(ratios, r.figures["fill"]/t.figures["fill"])
	}
	size := func(peaks []float64) string {
		if median(peaks) <= 0 {
			return "not known here"
		}
		return fmt.Sprintf("%s, %s times what was filled", mebibytes(median(peaks)), three(median(peaks)/(fillMiB<<20)))
	}
	took := row{what: fmt.Sprintf("filling %d MiB; wanted: at most 0.5 s", fillMiB), ours: duration(median(seconds)), peer: "wasmtime", theirs: "absent", note: b.wasmtime.absent}
	held := row{what: "most memory resident in that process; wanted: at most 1.1 times", ours: size(peaks), peer: "wasmtime", theirs: "absent", note: b.wasmtime.absent}
	if b.wasmtime.absent == "" {
		took.theirs, took.ratio = duration(median(theirSeconds)), three(median(ratios))
		held.theirs, held.ratio = size(theirPeaks), three(median(peaks)/median(theirPeaks))
	}
	b.table.add(took)
	b.table.add(held)
	return nil
}

// killed makes instances that are killed and says what stays.
func (b *bench) killed() error {
	count := 1000
	if b.quick {
		count = 20
	}
	return b.curve("killed", fmt.Sprintf("%d instances killed with 32 MiB each", count), b.guestPath(), count)
}

// made makes very many instances and says what stays.
func (b *bench) made() error {
	count := 100_000
	if b.quick {
		count = 1000
	}
	return b.curve("made", fmt.Sprintf("%d instances made and closed", count), b.fixture("data-tools"), count)
}

func (b *bench) curve(mode, what, path string, count int) error {
	r, err := b.process(b.child, mode, path, strconv.Itoa(count))
	if err != nil {
		return err
	}
	for _, at := range r.at {
		b.table.add(row{what: fmt.Sprintf("%s: after %.0f", what, at[0]), ours: holding(int64(at[1]), int(at[2]), int(at[3]), int(at[4]))})
	}
	b.table.add(row{what: what + ": all of it", ours: duration(r.figures["all"]), note: "most memory resident: " + mebibytes(r.figures["peak"])})
	return nil
}

func holding(resident int64, goroutines, files, mappings int) string {
	return fmt.Sprintf("%s, %d goroutines, %d files, %d mappings", mebibytes(float64(resident)), goroutines, files, mappings)
}

// misbehavingFuel ends what never ends of itself; what should succeed needs less.
const misbehavingFuel = 60_000_000

// misbehaving runs every tool of fixtures/misbehaving 1,000 times in this process, from 8 goroutines, and compares each outcome with what the
// fixture's own test files expect.
func (b *bench) misbehaving() error {
	times, batch := 1000, 50
	if b.quick {
		times, batch = 4, 2
	}
	const manifest = "fixtures/misbehaving/plugin.toml"
	p, unread := plugin.Load(b.root, plugin.ManifestPath{File: filepath.Join(b.root, filepath.FromSlash(manifest)), Printed: manifest})
	if unread != nil {
		return unread
	}
	suite, findings, errs := runner.NewSuite(b.root, p, nil)
	if len(findings)+len(errs) > 0 {
		return fmt.Errorf("the fixture's test files have mistakes")
	}
	rt, err := component.NewRuntime(b.ctx, component.Config{})
	if err != nil {
		return err
	}
	defer rt.Close(b.ctx)
	suites := make([]*runner.Suite, batch)
	for i := range suites {
		suites[i] = suite
	}
	calls, alone, wrong := 0, 0, map[string]int{}
	begin := time.Now()
	for done := 0; done < times; done += batch {
		for _, r := range runner.Run(b.ctx, rt, suites, runner.Options{Jobs: 8, Seed: 1, Fuel: misbehavingFuel}) {
			for _, t := range r.Tests {
				calls += len(t.Calls)
				if t.Alone {
					alone++
				}
				if t = b.patiently(rt, suite, t); t.Status != runner.Passed {
					wrong[t.Name+": "+got(t)]++
				}
			}
		}
		if at := done + batch; at == batch || at%(times/4) == 0 {
			debug.FreeOSMemory()
			b.table.add(row{what: fmt.Sprintf("misbehaving: after %d times each", at), ours: holding(process.ResidentBytes(), process.Goroutines(), process.OpenFiles(), process.Mappings())})
		}
		b.say("  %d of %d, %.0f s\n", done+batch, times, time.Since(begin).Seconds())
	}
	var names []string
	for name, n := range wrong {
		names = append(names, fmt.Sprintf("%s (%d times)", name, n))
	}
	slices.Sort(names)
	b.table.add(row{what: fmt.Sprintf("misbehaving: %d calls, 8 goroutines", calls), ours: fmt.Sprintf("%d wrong outcomes", len(wrong)), note: strings.Join(append(names, fmt.Sprintf("%d were run again alone, since their time ran out beside others", alone)), "; ")})
	b.table.add(row{what: "misbehaving: most memory resident", ours: mebibytes(float64(process.PeakBytes())), note: "stacks of 8 endless recursions at once among it"})
	if len(wrong) > 0 {
		return fmt.Errorf("wrong outcomes: %s", strings.Join(names, ", "))
	}
	return nil
}

// patiently gives a test more chances whose time ran out even when it was alone, as other programs on the machine may have it: that says nothing
// about what becomes of it.
func (b *bench) patiently(rt *component.Runtime, suite *runner.Suite, t *runner.Test) *runner.Test {
	for range 5 {
		if t.Status == runner.Passed || !outOfTime(t) {
			break
		}
		suites := []*runner.Suite{suite}
		alone := runner.Select(suites, func(name string) bool { return name == t.Name }, runner.Shard{})
		for _, r := range runner.Run(b.ctx, rt, suites, runner.Options{Jobs: 1, Seed: 1, Fuel: misbehavingFuel, Selected: alone}) {
			for _, second := range r.Tests {
				t = second
			}
		}
	}
	return t
}

func outOfTime(t *runner.Test) bool {
	return slices.ContainsFunc(t.Calls, func(c *runner.Call) bool { return c.Outcome.Reason == mockhost.Deadline })
}

// got is what came of a test instead of what was expected.
func got(t *runner.Test) string {
	for _, c := range t.Calls {
		for _, p := range c.Problems {
			return p.What + " " + p.Got
		}
	}
	return string(t.Status)
}
