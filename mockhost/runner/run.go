package runner

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"openidea-plugin/component"
	"openidea-plugin/diag"
	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/testfile"
	"openidea-plugin/plugin"
)

// Options say which tests run and how.
type Options struct {
	// Selected are the tests that run; nil: all.
	Selected Selection
	// FailFast: what stands behind the first test that fails is not run.
	FailFast bool
	// Jobs is how many tests run at once; 0: as many as there are cores.
	Jobs int
	// Seed decides the random numbers of the guests.
	Seed uint64
	// Fuel, where not 0, is the limit of every call, whatever the test files say.
	Fuel uint64
	// Detail keeps the host calls, the texts and the effects also of tests that did not fail.
	Detail bool
	// Progress, where not nil, is told of each test that begins.
	Progress Progress
	// Update writes snapshots that are missing or differ, instead of telling so.
	Update bool
}

// job is a test that has its place in the results.
type job struct {
	suite  *Suite
	file   *testfile.File
	test   *testfile.Test
	result *Test
	// room is how much of each outcome may be kept, in bytes.
	room int
	// kept notes what becomes of the plugin's snapshots.
	kept *snapshotLog
}

// Run runs the tests of all suites on rt, several at once, and gives a result for each suite, in order. A test that hits a deadline while others
// run is run again alone. Cancelling ctx ends the run.
func Run(ctx context.Context, rt *component.Runtime, suites []*Suite, o Options) []*Result {
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	results := make([]*Result, len(suites))
	kept := make([]*snapshotLog, len(suites))
	var jobs []*job
	for i, s := range suites {
		results[i] = &Result{ID: s.id, Path: s.path, Files: s.found}
		kept[i] = &snapshotLog{}
		number := 0
		for _, f := range s.files {
			for _, t := range f.Tests {
				number++
				if !o.Selected.has(t) {
					continue
				}
				j := &job{suite: s, file: f, test: t, kept: kept[i], result: &Test{Name: t.Name, Number: number, Span: t.Span, Seed: o.Seed}}
				results[i].Tests = append(results[i].Tests, j.result)
				jobs = append(jobs, j)
			}
		}
	}
	share(jobs)
	began := time.Now()
	first := o.pool(ctx, rt, jobs)
	for _, j := range jobs[:min(first+1, len(jobs))] {
		if min(o.Jobs, len(jobs)) > 1 && j.crowdedOut() {
			o.run(ctx, rt, j)
			j.result.Alone = j.crowdedOut() // where that helped, nothing tells of it: it depends on what else ran
		}
	}
	if o.FailFast {
		cutAfterFailure(jobs)
	}
	for i, r := range results {
		r.Tools = uses(r.Tests)
		r.Duration = time.Since(began)
		slices.Sort(kept[i].written)
		r.Written, r.WriteError = kept[i].written, kept[i].failed
	}
	return results
}

// pool runs the jobs in order, several at once. It gives the index of the last one that was started.
func (o Options) pool(ctx context.Context, rt *component.Runtime, jobs []*job) int {
	var next atomic.Int64
	var stop atomic.Bool
	var wg sync.WaitGroup
	begun := progress{tell: o.Progress}
	for range min(o.Jobs, len(jobs)) {
		wg.Go(func() {
			for !stop.Load() {
				i := int(next.Add(1)) - 1
				if i >= len(jobs) {
					return
				}
				begun.begin(jobs[i], len(jobs))
				o.run(ctx, rt, jobs[i])
				if o.FailFast && jobs[i].result.Status == Failed && !jobs[i].hitDeadline() {
					stop.Store(true)
				}
			}
		})
	}
	wg.Wait()
	for _, j := range jobs {
		if j.result.Status == "" {
			j.result.Status, j.result.Reason = NotRun, "an earlier test failed"
		}
	}
	return min(int(next.Load()), len(jobs)) - 1
}

// cutAfterFailure makes the results the same whatever ran beside the first test that failed.
func cutAfterFailure(jobs []*job) {
	failed := slices.IndexFunc(jobs, func(j *job) bool { return j.result.Status == Failed })
	if failed < 0 {
		return
	}
	for _, j := range jobs[failed+1:] {
		j.result.Status, j.result.Reason, j.result.Calls = NotRun, "an earlier test failed", nil
	}
}

func (j *job) hitDeadline() bool {
	return slices.ContainsFunc(j.result.Calls, func(c *Call) bool { return c.Outcome.Kind == mockhost.Aborted && c.Outcome.Reason == mockhost.Deadline })
}

// crowdedOut says whether a call hit its deadline that was not to hit exactly that: it may not have, with the machine to itself.
func (j *job) crowdedOut() bool {
	return slices.ContainsFunc(j.result.Calls, func(c *Call) bool {
		return c.Outcome.Kind == mockhost.Aborted && c.Outcome.Reason == mockhost.Deadline && !slices.Equal(c.Expect.Aborted, []string{mockhost.Deadline})
	})
}

// run runs one test in an IDE of its own. Where the interpreter ran it and its smaller stack or its slower pace ended a call, the test is run again on
// compiled code.
func (o Options) run(ctx context.Context, rt *component.Runtime, j *job) {
	o.attempt(ctx, rt, j)
	if !j.outranInterpreter() {
		return
	}
	for _, p := range append([]mockhost.Plugin{j.suite.host}, j.file.World.Plugins...) {
		if p.Component != nil && rt.Compile(ctx, p.Component) != nil {
			return
		}
	}
	o.attempt(ctx, rt, j)
}

func (j *job) outranInterpreter() bool {
	return slices.ContainsFunc(j.result.Calls, func(c *Call) bool { return c.Outcome.OutranInterpreter() })
}

func (o Options) attempt(ctx context.Context, rt *component.Runtime, j *job) {
	r := j.result
	r.Calls, r.Reason = nil, ""
	if r.Status, r.Reason = j.reasonNotToRun(); r.Status != "" {
		return
	}
	ide, watch := o.ide(rt, j)
	defer ide.Close(context.WithoutCancel(ctx))
	failed := false
	for i, call := range j.test.Calls {
		c := o.call(ctx, ide, j, call, watch)
		r.Calls = append(r.Calls, c)
		if i == len(j.test.Calls)-1 {
			c.Problems = append(c.Problems, unmet(ide, j.test.Mocks)...)
		}
		c.shorten(j.room)
		failed = failed || len(c.Problems) > 0
	}
	switch {
	case j.test.KnownFailing == "" && failed:
		r.Status = Failed
	case j.test.KnownFailing == "":
		r.Status = Passed
	case failed:
		r.Status, r.Reason = KnownFailing, j.test.KnownFailing
	default:
		r.Status, r.Reason = Failed, "the test passes, though it says that it is known to fail: "+j.test.KnownFailing
	}
	if r.Status != Failed && !o.Detail {
		for _, c := range r.Calls {
			c.forget()
		}
	}
}

func (j *job) reasonNotToRun() (Status, string) {
	if j.test.Skip != "" {
		return Skipped, j.test.Skip
	}
	for _, c := range j.test.Calls {
		if why := j.suite.broken[c.Tool]; why != "" {
			return NotRun, why
		}
	}
	return "", ""
}

// ide makes the IDE that a test begins with. watch says which of its watches is for which expected host call.
func (o Options) ide(rt *component.Runtime, j *job) (ide *mockhost.IDE, watch map[*testfile.Count]int) {
	w, s := j.file.World, j.test.Settings
	limits := w.Limits
	if o.Fuel != 0 {
		limits.Fuel = o.Fuel
	}
	watches, watch := watched(j.test)
	ide = mockhost.New(rt, mockhost.Options{
		Project: w.Project, Open: w.Open, Active: w.Active, Storage: map[string]map[string]string{j.suite.id: w.Storage},
		Restricted: is(s.Restricted), Remote: is(s.Remote), NoWindow: isNot(s.Window), NoServer: isNot(s.Server),
		Limits: limits, Clock: w.Clock, Seed: o.Seed, Mocks: j.test.Mocks, Watches: watches,
		Dialogs: s.Dialogs, Runs: w.Runs,
	})
	under := j.suite.host
	if s.Grants != nil {
		under.Grants = *s.Grants
	}
	for _, p := range append([]mockhost.Plugin{under}, j.file.World.Plugins...) {
		_ = ide.Install(p) // a second plugin of the same id stays out, as in the IDE
	}
	return ide, watch
}

func is(b *bool) bool    { return b != nil && *b }
func isNot(b *bool) bool { return b != nil && !*b }

// call makes one call and compares.
func (o Options) call(ctx context.Context, ide *mockhost.IDE, j *job, call *testfile.Call, watch map[*testfile.Count]int) *Call {
	answer := mockhost.Accept
	if j.test.Settings.Confirm != nil {
		answer = *j.test.Settings.Confirm
	}
	if call.Confirm != nil {
		answer = *call.Confirm
	}
	j.before(ide, call.Before)
	c := &Call{Call: call, Settings: append(settingsInWords(j.test.Settings, answer), beforeInWords(call.Before)...)}
	opts := mockhost.CallOptions{Confirm: answer}
	x := &call.Expect
	a := after{watch: watch}
	if x.Listed != nil || x.Listing != nil || x.Tools != nil {
		a.tools = ide.ListTools()
	}
	if call.Command != "" {
		c.Outcome = ide.RunCommand(ctx, j.suite.id, call.Command, call.Arg, opts)
	} else {
		a.registered = j.registered(call.Tool)
		c.Outcome = ide.CallTool(ctx, a.registered, call.Arguments, opts)
	}
	if len(j.file.Snapshots) > 0 {
		a.snapshots = &snapshots{store: j.suite.snapshots, set: set(j.file.Source.Path), update: o.Update && j.test.KnownFailing == "", log: j.kept}
	}
	a.outcome = c.Outcome
	if len(x.Files) > 0 {
		a.project = ide.Project()
	}
	if len(x.Storage) > 0 {
		a.storage = ide.Stored(j.suite.id)
	}
	if len(x.Editor) > 0 {
		a.editor = ide.OpenTexts()
	}
	c.Got, c.Changes = Describe(c.Outcome), Changes(c.Outcome.Effects)
	var stale bool
	c.Problems, stale = compare(x, a)
	switch c.Hint = hint(c.Outcome, *x, j.declared(call.Tool), j.given()); {
	case c.Hint == "" && stale:
		c.Hint = HowToUpdate
	case c.Hint == "" && c.Outcome.Kind == mockhost.Refused && c.Outcome.Reason == mockhost.UnknownTool:
		c.Hint = j.misnamed(call.Tool)
	}
	return c
}

// given are the capabilities of the plugin's manifest, nil where the test says itself what is granted.
func (j *job) given() *capabilities {
	if j.test.Settings.Grants != nil || slices.ContainsFunc(j.test.Calls, func(c *testfile.Call) bool { return c.Before.Grants != nil }) {
		return nil
	}
	return &capabilities{required: j.suite.host.Grants, optional: j.suite.optional}
}

// misnamed says how a tool is named that some plugin declares under another name than the test's, or "".
func (j *job) misnamed(tool string) string {
	for _, t := range j.suite.host.Tools {
		if plugin.RegisteredName(j.suite.id, t.Name) == tool {
			return fmt.Sprintf("A tool of the plugin under test goes by its local name: tool = %s.", diag.Quote(t.Name))
		}
	}
	for _, p := range j.file.World.Plugins {
		for _, t := range p.Tools {
			if t.Name == tool {
				return fmt.Sprintf("A tool of another plugin goes by its registered name: tool = %s.", diag.Quote(plugin.RegisteredName(p.ID, tool)))
			}
		}
	}
	return ""
}

// before changes the IDE before a call.
func (j *job) before(ide *mockhost.IDE, b testfile.Before) {
	for _, id := range b.Disable {
		ide.SetEnabled(id, false)
	}
	for _, id := range b.Enable {
		ide.SetEnabled(id, true)
	}
	for _, id := range b.Uninstall {
		ide.Uninstall(id)
	}
	if b.Grants != nil {
		ide.SetGrants(j.suite.id, *b.Grants)
	}
}

// declared is the tool of the plugin under test with this local name, or nil.
func (j *job) declared(tool string) *mockhost.PluginTool {
	for i, t := range j.suite.host.Tools {
		if t.Name == tool {
			return &j.suite.host.Tools[i]
		}
	}
	return nil
}

// registered is the registered name of a tool of the plugin under test, or, where it declares no such tool, the name itself where another plugin
// declares it: whether it is listed now does not matter.
func (j *job) registered(tool string) string {
	foreign := slices.ContainsFunc(j.file.World.Plugins, func(p mockhost.Plugin) bool {
		return slices.ContainsFunc(p.Tools, func(t mockhost.PluginTool) bool { return plugin.RegisteredName(p.ID, t.Name) == tool })
	})
	if j.declared(tool) == nil && foreign {
		return tool
	}
	return plugin.RegisteredName(j.suite.id, tool)
}
