// Package check holds the rules that a plugin is judged by. A rule is a unit: one variable of type Rule with its documentation, its
// examples and its code. The registry (registry.go) is generated from these variables; `explain` and docs/rules.md are made from them,
// and a test runs every example.
package check

//go:generate go run ./internal/registry
//go:generate go run ./internal/rulesdoc

import (
	"slices"

	"openidea-plugin/component"
	"openidea-plugin/config"
	"openidea-plugin/diag"
	"openidea-plugin/plugin"
)

// Rule is one rule of the catalogue.
type Rule struct {
	// ID is the stable name, in kebab-case.
	ID       string
	Severity diag.Severity
	// Title is one line without a full stop.
	Title string
	// Text explains the rule and why it is one, in paragraphs of plain words with `code`.
	Text string
	// Source is where the rule comes from: S1–S10 and R1–R9 are the sentences of the IDE's published reference as docs/rules.md lists them.
	Source string
	// Bad is reported by the rule, Good is not.
	Bad, Good Example
	// Fix says whether findings carry an edit.
	Fix Fixable
	// Wasm marks the rules that read the component: --no-wasm leaves them out.
	Wasm bool
	// Model marks the rules whose findings are only notes where nothing but our model of the plugin API speaks for them.
	Model bool
	// Clients are the names of the MCP clients that the rule is about (see Clients); none: it concerns all. Where a configuration names the clients that matter,
	// notes that concern only others are left out.
	Clients []string

	// plugin looks at one plugin; workspace at all plugins of a run. One of them is set, or neither for what is found while searching.
	plugin    func(*Pass)
	workspace func(*Workspace)
}

// Fixable says whether and how a rule's findings can be fixed by the tool.
type Fixable uint8

// NotFixable findings need an author; SafeFix keeps the meaning; UnsafeFix changes what the plugin means to others.
const (
	NotFixable Fixable = iota
	SafeFix
	UnsafeFix
)

// Rules are all rules, sorted by severity (errors first), then id.
func Rules() []*Rule { return all }

// Find is the rule with this id, or nil.
func Find(id string) *Rule {
	for _, r := range all {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// IDs are the ids of all rules, in the order of Rules.
func IDs() []string {
	ids := make([]string, len(all))
	for i, r := range all {
		ids[i] = r.ID
	}
	return ids
}

// Pass is one rule at work on one plugin.
type Pass struct {
	Rule   *Rule
	Plugin *plugin.Plugin
	// Config is the plugin's configuration, never nil.
	Config   *config.Config
	code     func(*component.Component) error
	findings *[]diag.Diagnostic
}

// Report adds a finding of the rule. One without a severity has the rule's.
func (p *Pass) Report(d diag.Diagnostic) {
	*p.findings = append(*p.findings, p.Rule.finding(d))
}

func (r *Rule) finding(d diag.Diagnostic) diag.Diagnostic {
	d.Rule = r.ID
	if d.Severity == 0 {
		d.Severity = r.Severity
	}
	return d
}

// Workspace is one rule at work on all plugins of a run, in the order of their paths.
type Workspace struct {
	Rule    *Rule
	Members []*Member
	report  func(diag.Diagnostic, []*Member)
}

// Report adds a finding of the rule about one or more plugins; the first is the one in which it stands. One without a severity has the rule's.
func (w *Workspace) Report(d diag.Diagnostic, members ...*Member) {
	w.report(w.Rule.finding(d), members)
}

// Member is what is kept of a plugin for the rules that look at several: a workspace may have thousands.
type Member struct {
	// ID is the plugin's id, "" when it has none; Path its folder as printed.
	ID, Path string
	Tools    []MemberTool
	// Config is the plugin's configuration, never nil.
	Config *config.Config

	manifest *diag.SourceFile
	// suppressions are those that name a rule about several plugins.
	suppressions []*suppression
}

// MemberTool is a tool of the manifest: its name, "" where it has none, and where that stands.
type MemberTool struct {
	Name string
	Span diag.Span
}

func newMember(p *plugin.Plugin, conf *config.Config, list []*suppression) *Member {
	m := &Member{ID: p.ID(), Path: p.Path, Config: conf, manifest: p.Manifest.File}
	for _, s := range list {
		if slices.ContainsFunc(s.rules, func(r suppressed) bool { return Find(r.id).workspace != nil }) {
			m.suppressions = append(m.suppressions, s)
		}
	}
	for _, t := range p.Tools {
		m.Tools = append(m.Tools, MemberTool{t.Name.Value, t.Name.Span})
	}
	return m
}
