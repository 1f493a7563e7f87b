package check

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"openidea-plugin/config"
	"openidea-plugin/diag"
	"openidea-plugin/plugin"
)

// ignored are the rules of [[ignore]] tables that left something out.
type ignored map[ignoredRule]bool

type ignoredRule struct {
	table *config.Ignore
	rule  int
}

func (g ignored) add(other ignored) {
	for r := range other {
		g[r] = true
	}
}

// apply says whether a finding is left out by the configuration, and notes by which of its tables.
func (g ignored) apply(conf *config.Config, d diag.Diagnostic) bool {
	if len(conf.Ignores) == 0 || d.Span.File == nil {
		return false
	}
	rel, inside := conf.Rel(d.Span.File.Path)
	if !inside {
		return false
	}
	left := false
	for _, table := range conf.Ignores {
		for i, r := range table.Rules {
			if r.ID == d.Rule && table.At(rel) {
				g[ignoredRule{table, i}], left = true, true
			}
		}
	}
	return left
}

// unusedIgnores are the findings about rules of [[ignore]] tables that left nothing out, of those tables all of whose paths lie in the folders that were checked.
// plugins are the folders of the plugins among them, absolute.
func (o Options) unusedIgnores(conf *config.Config, roots, plugins []string, g ignored) []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, table := range conf.Ignores {
		var unused []config.IgnoredRule
		for i, r := range table.Rules {
			if rule := Find(r.ID); !g[ignoredRule{table, i}] && rule.workspace == nil && o.applies(rule) {
				unused = append(unused, r)
			}
		}
		if len(unused) == 0 || !allChecked(conf.Dir, table.Paths, roots, plugins) {
			continue
		}
		for _, r := range unused {
			findings = append(findings, suppressionUnused.finding(diag.Diagnostic{
				Span: r.Span, Message: "no finding of " + r.ID + " is ignored by this table", Label: "nothing to leave out there",
			}))
		}
	}
	return findings
}

// allChecked says whether everything that the globs, relative to dir, can match lies in one of the folders, and not in a plugin inside another one, which was not looked at.
func allChecked(dir string, globs, folders, plugins []string) bool {
	for _, glob := range globs {
		base, rest := doublestar.SplitPattern(glob)
		if !strings.ContainsAny(rest, "*?[{\\") {
			base = path.Join(base, rest)
		}
		at := filepath.Join(dir, filepath.FromSlash(base))
		if !slices.ContainsFunc(folders, func(folder string) bool { return plugin.Within(folder, at) }) {
			return false
		}
		if slices.ContainsFunc(plugins, func(folder string) bool {
			return (plugin.Within(folder, at) || plugin.Within(at, folder)) && plugin.Holds(folder, plugins)
		}) {
			return false
		}
	}
	return true
}
