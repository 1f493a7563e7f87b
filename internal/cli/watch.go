package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"openidea-plugin/component"
	"openidea-plugin/internal/watch"
	"openidea-plugin/mockhost/snapshot"
	"openidea-plugin/plugin"
	"openidea-plugin/report"
)

// watching is a run of test --watch.
type watching struct {
	e     *env
	flags *testFlags
	paths []string

	rt         *component.Runtime
	components plugin.Components
	// inputs are what the tests of each plugin depend on, by the manifest's file.
	inputs map[string][]string
	// before is the state of the inputs that the last run has seen.
	before *watch.State
}

// watchTests runs the tests, and again those of each plugin of which something changes, until ctx ends or nobody reads the output any more.
func (e *env) watchTests(ctx context.Context, f *testFlags, paths []string) error {
	w := &watching{e: e, flags: f, paths: paths, inputs: map[string][]string{}}
	var err error
	if w.rt, err = e.runtime(ctx); err != nil {
		return err
	}
	defer func() { w.rt.Close(context.WithoutCancel(ctx)) }()
	files := watch.New()
	defer files.Close()
	var changed []watch.Change
	seen := w.look()
	for {
		if err := w.run(ctx, changed, seen); err != nil {
			return err
		}
		if ctx.Err() != nil || e.out.unread {
			return exitStatus(ExitInterrupted)
		}
		w.say("waiting for changes (Ctrl-C ends)")
		if changed, seen = files.Wait(ctx, w.before, w.look); changed == nil {
			return exitStatus(ExitInterrupted)
		}
		w.say("%s changed", w.names(changed))
	}
}

// say tells a person what happens between two runs.
func (w *watching) say(format string, args ...any) {
	if !w.e.quiet {
		fmt.Fprintln(w.e.Err, report.Escape(fmt.Sprintf(format, args...)))
	}
}

// names are the first of the files that changed, for people.
func (w *watching) names(changed []watch.Change) string {
	const most = 3
	var names []string
	for _, c := range changed[:min(most, len(changed))] {
		names = append(names, plugin.Printed(w.e.Dir, c.File))
	}
	if more := len(changed) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// look takes the state of all inputs. What the runs themselves write is no change: reports and, with --update, snapshots.
func (w *watching) look() *watch.State {
	var inputs, ignored []string
	for manifest, files := range w.inputs {
		inputs = append(inputs, files...)
		if w.flags.update {
			ignored = append(ignored, filepath.Join(filepath.Dir(manifest), filepath.FromSlash(snapshot.Folder)))
		}
	}
	for _, o := range w.flags.outs {
		if o.file != "" {
			ignored = append(ignored, w.e.path(o.file))
		}
	}
	return watch.Look(inputs, ignored)
}

// run runs the tests of the plugins that changed, of all of them where changed is nil or a report in a file is to have them all, and of those that are new.
// seen is the state that shows what changed: whatever changes after it is a change for the next run.
func (w *watching) run(ctx context.Context, changed []watch.Change, seen *watch.State) error {
	start, known := time.Now(), w.inputs
	all := changed == nil || slices.ContainsFunc(w.flags.outs, func(o output) bool { return o.file != "" })
	t, err := w.e.newTestRun(w.flags, w.components.Load)
	switch {
	case err != nil && changed == nil:
		return err
	case err != nil: // the configuration that was named is gone: it may come back
		w.e.complain("%s", err)
		w.before = seen
		return nil
	}
	w.inputs = map[string][]string{}
	for _, m := range t.find(w.paths) {
		inputs, ok := known[m.File]
		if ok && !all && !slices.ContainsFunc(changed, func(c watch.Change) bool { return slices.Contains(inputs, c.Input) }) {
			w.inputs[m.File] = inputs
			continue
		}
		w.inputs[m.File] = t.plugin(m, false, func(c *component.Component) error { return w.ready(ctx, c) })
	}
	// Inputs that were not known before this run are seen as they are now, but for what was written meanwhile; the others as they were before it.
	w.before = w.look().But(seen, start)
	var status exitStatus
	switch err := t.finish(ctx, w.rt, w.flags); {
	case err == nil, errors.As(err, &status):
	case changed == nil: // no change of the plugins mends an output that cannot be written
		return err
	default:
		w.e.complain("%s", err)
	}
	return nil
}

// ready gets a component ready to run. Where it has taken the place of another, everything moves to a new runtime, for a runtime keeps what it has compiled.
func (w *watching) ready(ctx context.Context, c *component.Component) error {
	if w.components.Replaced() {
		rt, err := w.e.runtime(ctx)
		if err != nil {
			return err
		}
		old := w.rt
		w.rt = rt
		go old.Close(context.WithoutCancel(ctx)) // it may have to wait for the compiler
	}
	return w.rt.Ready(ctx, c)
}
