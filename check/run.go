package check

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"

	"openidea-plugin/component"
	"openidea-plugin/diag"
	"openidea-plugin/plugin"
)

// Options narrow and sharpen a run. The zero value applies every rule at its own severity.
type Options struct {
	// NoWasm leaves out the rules that read the component.
	NoWasm bool
	// Code validates the code inside a component that is valid otherwise; nil: Component.Validate. Who is about to run the component anyway
	// gets it ready here, which validates it too.
	Code func(*component.Component) error
	// Select, if not empty, reports only these rules; Ignore leaves rules out. Both hold ids.
	Select, Ignore []string
	// Raise makes the findings of these rules errors.
	Raise []string
}

// Result is what a run found.
type Result struct {
	// Plugins were read, in the order of their paths; Tools is the number of their tools.
	Plugins []*plugin.Plugin
	Tools   int
	// Findings are sorted, without duplicates, and not more than diag.Cap leaves.
	Findings []diag.Diagnostic
	// Errors are files and folders that could not be read, in the order of their paths; what else there is was checked all the same.
	Errors []*plugin.ReadError
}

// Count is the number of findings of a severity.
func (r *Result) Count(s diag.Severity) int {
	n := 0
	for _, d := range r.Findings {
		if d.Severity == s {
			n++
		}
	}
	return n
}

// Run finds the plugins that paths lead to and checks them, each on its own and all together. Findings do not depend on the order of
// paths. cwd is absolute; printed paths are relative to it.
func Run(cwd string, paths []string, o Options) *Result {
	found := plugin.Find(cwd, paths)
	loaded := make([]*plugin.Plugin, len(found.Manifests))
	failed := make([]*plugin.ReadError, len(found.Manifests))
	findings := make([][]diag.Diagnostic, len(found.Manifests))
	each(len(found.Manifests), func(i int) {
		loaded[i], failed[i] = plugin.Load(cwd, found.Manifests[i])
		if loaded[i] != nil {
			findings[i] = o.apply(Plugin(loaded[i], o))
		}
	})

	r := &Result{Errors: found.Errors}
	all := o.apply(slices.Clone(found.Findings))
	for i, p := range loaded {
		if p == nil {
			r.Errors = append(r.Errors, failed[i])
			continue
		}
		r.Plugins = append(r.Plugins, p)
		r.Tools += len(p.Tools)
		r.Errors = append(r.Errors, p.Errors...)
		if !o.NoWasm {
			if w := p.Wasm(); w != nil && w.ReadError != nil {
				r.Errors = append(r.Errors, w.ReadError)
			}
		}
		all = append(all, findings[i]...)
	}
	slices.SortStableFunc(r.Errors, func(a, b *plugin.ReadError) int { return strings.Compare(a.Path, b.Path) })
	all = append(all, o.apply(Together(r.Plugins))...)
	r.Findings = diag.Cap(diag.Sort(all))
	return r
}

// each runs f for 0 to n-1 on all cores.
func each(n int, f func(int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// Plugin applies the rules that look at one plugin, at their own severities; of o only NoWasm and Code count. The findings are sorted.
func Plugin(p *plugin.Plugin, o Options) []diag.Diagnostic {
	var findings []diag.Diagnostic
	code := o.Code
	if code == nil {
		code = func(c *component.Component) error { return c.Validate(context.Background()) }
	}
	for _, r := range all {
		if r.plugin != nil && !(r.Wasm && o.NoWasm) {
			r.plugin(&Pass{Rule: r, Plugin: p, code: code, findings: &findings})
		}
	}
	return diag.Sort(findings)
}

// Together applies the rules that look at several plugins at once, at their own severities. The findings are sorted.
func Together(plugins []*plugin.Plugin) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, r := range all {
		if r.workspace != nil {
			r.workspace(&Workspace{Rule: r, Plugins: plugins, findings: &findings})
		}
	}
	return diag.Sort(findings)
}

// apply keeps the findings that o asks for, at the severities that it asks for.
func (o Options) apply(ds []diag.Diagnostic) []diag.Diagnostic {
	kept := ds[:0]
	for _, d := range ds {
		if len(o.Select) > 0 && !slices.Contains(o.Select, d.Rule) || slices.Contains(o.Ignore, d.Rule) {
			continue
		}
		if slices.Contains(o.Raise, d.Rule) {
			d.Severity = diag.Error
		}
		kept = append(kept, d)
	}
	return kept
}
