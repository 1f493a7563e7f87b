package check

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"

	"openidea-plugin/component"
	"openidea-plugin/config"
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
	// Select, if not empty, reports only these rules, also those that a configuration switches off; Ignore leaves rules out. Both hold ids.
	Select, Ignore []string
	// Raise makes the findings of these rules errors.
	Raise []string
	// Configs finds the configuration of each plugin; nil: none has one.
	Configs *config.Loader
}

// Result is what a run found.
type Result struct {
	// Plugins and Tools are how many were looked at.
	Plugins, Tools int
	// Checked are the plugins, in the order of their paths.
	Checked []Checked
	// Findings are sorted, without duplicates, and not more than diag.Cap leaves. Those of config-invalid are among them.
	Findings []diag.Diagnostic
	// Errors are files and folders that could not be read, in the order of their paths; what else there is was checked all the same.
	Errors []*plugin.ReadError
	// Configs are the configurations of the plugins, each once, in the order of their paths.
	Configs []*config.Config
}

// Checked is a plugin by its id, "" where the manifest has none, and its folder as printed.
type Checked struct{ ID, Path string }

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
	checked := make([]*checked, len(found.Manifests))
	each(len(found.Manifests), func(i int) { checked[i] = o.check(cwd, found.Manifests[i]) })

	r := &Result{Errors: found.Errors}
	all := o.level(slices.Clone(found.Findings), none)
	var members []*Member
	for _, c := range checked {
		r.Errors = append(r.Errors, c.errors...)
		all = append(all, c.findings...)
		if c.member != nil {
			r.Plugins++
			r.Tools += len(c.member.Tools)
			r.Checked = append(r.Checked, Checked{c.member.ID, c.member.Path})
			members = append(members, c.member)
		}
	}
	all = append(all, o.together(members)...)
	if o.Configs != nil {
		var unread []*plugin.ReadError
		r.Configs, unread = o.Configs.Used()
		r.Errors = append(r.Errors, unread...)
		for _, c := range r.Configs {
			all = append(all, c.Findings...)
		}
	}
	slices.SortStableFunc(r.Errors, func(a, b *plugin.ReadError) int { return strings.Compare(a.Path, b.Path) })
	r.Findings = diag.Cap(diag.Sort(all))
	return r
}

// checked is what is kept of a plugin that was checked.
type checked struct {
	// member is nil where the manifest could not be read.
	member   *Member
	findings []diag.Diagnostic
	errors   []*plugin.ReadError
}

// check checks one plugin on its own.
func (o Options) check(cwd string, m plugin.ManifestPath) *checked {
	p, err := plugin.Load(cwd, m)
	if err != nil {
		return &checked{errors: []*plugin.ReadError{err}}
	}
	conf := o.config(p)
	c := &checked{member: newMember(p, conf), findings: o.alone(p, conf), errors: p.Errors}
	if !o.NoWasm {
		if w := p.Wasm(); w != nil && w.ReadError != nil {
			c.errors = append(c.errors, w.ReadError)
		}
	}
	return c
}

// none is the configuration of a plugin that has none.
var none = &config.Config{}

// config is the configuration of a plugin. What cannot be read of it is known to the loader.
func (o Options) config(p *plugin.Plugin) *config.Config {
	if o.Configs == nil || p.Dir == "" {
		return none
	}
	c, _ := o.Configs.For(p.Dir)
	return c
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

// Plugin checks one plugin on its own, as Run does. The findings are sorted.
func Plugin(p *plugin.Plugin, o Options) []diag.Diagnostic {
	return diag.Sort(o.alone(p, o.config(p)))
}

// alone applies the rules that look at one plugin.
func (o Options) alone(p *plugin.Plugin, conf *config.Config) []diag.Diagnostic {
	var findings []diag.Diagnostic
	code := o.Code
	if code == nil {
		code = func(c *component.Component) error { return c.Validate(context.Background()) }
	}
	for _, r := range all {
		if r.plugin != nil && !(r.Wasm && o.NoWasm) {
			r.plugin(&Pass{Rule: r, Plugin: p, Config: conf, code: code, findings: &findings})
		}
	}
	return o.level(findings, conf)
}

// together applies the rules that look at several plugins at once.
func (o Options) together(members []*Member) []diag.Diagnostic {
	var leveled []diag.Diagnostic
	for _, r := range all {
		if r.workspace != nil {
			r.workspace(&Workspace{Rule: r, Members: members, report: func(m *Member, d diag.Diagnostic) {
				leveled = append(leveled, o.level([]diag.Diagnostic{d}, m.Config)...)
			}})
		}
	}
	return leveled
}
