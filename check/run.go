package check

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"openidea-plugin/component"
	"openidea-plugin/config"
	"openidea-plugin/diag"
	"openidea-plugin/internal/verdict"
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
	// Verdicts remembers which components are valid; nil remembers nothing. It has no part where Code is set.
	Verdicts *verdict.Store
	// Configs finds the configuration of each plugin; nil: none has one.
	Configs *config.Loader
	// Overlay are texts that are checked in the place of those on the disk.
	Overlay plugin.Overlay
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
	// Inputs are the files of the plugins that were read, absolute.
	Inputs []string
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

// Run finds the plugins that paths lead to and checks them, each on its own and all together. Findings go through one pipeline: those that are suppressed go, the others
// get their severity, are sorted, lose their duplicates and are capped. They do not depend on the order of paths. cwd is absolute; printed paths are relative to it.
func Run(cwd string, paths []string, o Options) *Result {
	crew := newCrew(func(m plugin.ManifestPath) *checked { return o.check(cwd, m) })
	found := plugin.Search(cwd, paths, crew.add)
	checked := crew.finish()

	r := &Result{Errors: found.Errors}
	ignored := ignored{}
	all := o.unowned(cwd, found.Findings, ignored)
	var members []*Member
	for _, c := range checked {
		r.Errors = append(r.Errors, c.errors...)
		r.Inputs = append(r.Inputs, c.inputs...)
		all = append(all, c.findings...)
		ignored.add(c.ignored)
		if c.member != nil {
			r.Plugins++
			r.Tools += len(c.member.Tools)
			r.Checked = append(r.Checked, Checked{c.member.ID, c.member.Path})
			members = append(members, c.member)
		}
	}
	all = append(all, o.together(members, ignored)...)
	if o.Configs != nil {
		var unread []*plugin.ReadError
		r.Configs, unread = o.Configs.Used()
		r.Errors = append(r.Errors, unread...)
		var folders []string
		for _, c := range r.Checked {
			folders = append(folders, absolute(cwd, c.Path))
		}
		for _, c := range r.Configs {
			all = append(all, c.Findings...)
			if len(r.Errors) == 0 {
				all = append(all, o.level(o.unusedIgnores(c, found.Roots, folders, ignored), c)...)
			}
		}
	}
	slices.SortStableFunc(r.Errors, func(a, b *plugin.ReadError) int { return strings.Compare(a.Path, b.Path) })
	r.Findings = diag.Cap(diag.Sort(all))
	return r
}

// unowned levels findings about paths that lead to no plugin.
func (o Options) unowned(cwd string, findings []diag.Diagnostic, ignored ignored) []diag.Diagnostic {
	var kept []diag.Diagnostic
	for _, d := range findings {
		conf := none
		if o.Configs != nil {
			conf, _ = o.Configs.For(filepath.Dir(absolute(cwd, d.Span.File.Path)))
		}
		if !ignored.apply(conf, d) {
			kept = append(kept, o.level([]diag.Diagnostic{d}, conf)...)
		}
	}
	return kept
}

// absolute is the path of a printed one.
func absolute(cwd, printed string) string {
	path := filepath.FromSlash(printed)
	if !filepath.IsAbs(path) {
		path = filepath.Join(cwd, path)
	}
	return path
}

// checked is what is kept of a plugin that was checked.
type checked struct {
	// member is nil where the manifest could not be read.
	member   *Member
	findings []diag.Diagnostic
	errors   []*plugin.ReadError
	inputs   []string
	ignored  ignored
}

// check checks one plugin on its own.
func (o Options) check(cwd string, m plugin.ManifestPath) *checked {
	p, err := plugin.LoadOver(cwd, m, o.Overlay)
	if err != nil {
		return &checked{errors: []*plugin.ReadError{err}, inputs: []string{m.File}}
	}
	c := o.alone(p, o.config(p))
	c.errors, c.inputs = p.Errors, p.Inputs()
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

// Plugin checks one plugin on its own, as Run does. The findings are sorted.
func Plugin(p *plugin.Plugin, o Options) []diag.Diagnostic {
	return diag.Sort(o.alone(p, o.config(p)).findings)
}

// applies says whether the rule is applied at all.
func (o Options) applies(r *Rule) bool { return !(r.Wasm && o.NoWasm) }

// oneForEngines keeps one finding of one mistake: a range that begins too early for what the component imports begins too early for tools too.
func oneForEngines(findings []diag.Diagnostic) []diag.Diagnostic {
	tooOld := func(d diag.Diagnostic) bool { return d.Rule == wasmImportVersion.ID && d.Severity != diag.Note }
	if !slices.ContainsFunc(findings, tooOld) {
		return findings
	}
	return slices.DeleteFunc(findings, func(d diag.Diagnostic) bool { return d.Rule == engineTooOldForMCP.ID })
}

// alone applies the rules that look at one plugin, and leaves out what is suppressed.
func (o Options) alone(p *plugin.Plugin, conf *config.Config) *checked {
	code := o.Code
	if code == nil {
		code = func(c *component.Component) error { return o.validate(c, p.Wasm().Data) }
	}
	var found []diag.Diagnostic
	for _, r := range all {
		if r.plugin != nil && o.applies(r) {
			r.plugin(&Pass{Rule: r, Plugin: p, Config: conf, code: code, findings: &found})
		}
	}
	c := &checked{ignored: ignored{}}
	list, invalid := suppressions(p)
	left := func(d diag.Diagnostic) bool {
		byComment := suppress(list, p.Manifest.File, d.Rule, d.Span)
		return c.ignored.apply(conf, d) || byComment
	}
	found = slices.DeleteFunc(found, left)
	about := invalid
	if len(p.Errors) == 0 {
		about = append(about, unused(list, p.Manifest.File, func(r *Rule) bool { return r.workspace == nil && o.applies(r) })...)
	}
	found = append(found, slices.DeleteFunc(about, func(d diag.Diagnostic) bool { return c.ignored.apply(conf, d) })...)
	c.findings = oneForEngines(o.level(found, conf))
	c.member = newMember(p, conf, list)
	return c
}

// validate validates the code inside a component, unless it is known to be valid.
func (o Options) validate(c *component.Component, data []byte) error {
	if o.Verdicts.Valid(data) {
		return nil
	}
	err := c.Validate(context.Background())
	if err == nil {
		o.Verdicts.Remember(data)
	}
	return err
}

// together applies the rules that look at several plugins at once.
func (o Options) together(members []*Member, ignored ignored) []diag.Diagnostic {
	var kept []diag.Diagnostic
	for _, r := range all {
		if r.workspace != nil {
			r.workspace(&Workspace{Rule: r, Members: members, report: func(d diag.Diagnostic, members []*Member) {
				if !suppressedTogether(d, members, ignored) {
					kept = append(kept, o.level([]diag.Diagnostic{d}, members[0].Config)...)
				}
			}})
		}
	}
	return kept
}

// suppressedTogether says whether a finding about several plugins is left out in one of them.
func suppressedTogether(d diag.Diagnostic, members []*Member, ignored ignored) bool {
	places := []diag.Span{d.Span}
	for _, r := range d.Related {
		places = append(places, r.Span)
	}
	left := false
	for _, m := range members {
		left = suppress(m.suppressions, m.manifest, d.Rule, places...) || left
		for _, at := range places {
			if at.File == m.manifest {
				left = ignored.apply(m.Config, diag.Diagnostic{Rule: d.Rule, Span: at}) || left
			}
		}
	}
	return left
}
