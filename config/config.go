// Package config reads openidea-plugin.toml, the configuration of the tool: severities of rules, findings that are to be ignored, capabilities of host
// functions, a WIT folder, and the MCP clients that matter. It knows nothing of how these are used.
package config

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"openidea-plugin/diag"
	"openidea-plugin/wit"
)

// FileName is the name of a configuration that is found on its own. One that is named on the command line may have any name.
const FileName = "openidea-plugin.toml"

// MaxSize is the largest configuration that is read, in bytes.
const MaxSize = 1 << 20

// RuleInvalid is the rule of every mistake in a configuration. It has no severity but error and ends in exit status 2.
const RuleInvalid = "config-invalid"

// Level is what [rules] says of a rule. The zero value is no level.
type Level uint8

// The levels of a rule.
const (
	Off Level = iota + 1
	Note
	Warning
	Error
)

// levels are the words of [rules], by Level.
var levels = []string{Off: "off", Note: "note", Warning: "warning", Error: "error"}

// String is the word of the configuration: "off", "note", "warning", "error".
func (l Level) String() string {
	if l == 0 || int(l) >= len(levels) {
		return "unset"
	}
	return levels[l]
}

// Severity is the level as a severity of findings; none for Off and for no level.
func (l Level) Severity() diag.Severity {
	switch l {
	case Note:
		return diag.Note
	case Warning:
		return diag.Warning
	case Error:
		return diag.Error
	}
	return 0
}

// Config is what one configuration says. The zero value says nothing, and is that of a plugin without one.
type Config struct {
	// File is the file that was read; nil where there is none.
	File *diag.SourceFile
	// Path is the file as printed, "" where there is none.
	Path string
	// Dir is the folder of the file, absolute. The paths of the configuration are relative to it.
	Dir string
	// cwd is the working directory, to which printed paths are relative.
	cwd string

	// Rules are the levels of [rules], by rule.
	Rules map[string]Level
	// Ignores are the tables of [[ignore]] that have no mistake, in order.
	Ignores []*Ignore
	// Capabilities are those of [capabilities]: "interface#function" with bare names leads to the capability that the function needs, or to "" where it needs none.
	Capabilities map[string]string
	// Wit is the folder of wit as it was written, "" where it was not, and WitDir that folder, absolute.
	Wit, WitDir string
	// API is what the folder says of the plugin API; nil without one.
	API *wit.API
	// Clients are the MCP clients whose limits matter; none: those of all clients do.
	Clients []string

	// Findings are mistakes of the file, all of rule config-invalid, in its order. What has a mistake is left out of the other fields.
	Findings []diag.Diagnostic
}

// Ignore is one [[ignore]]: findings of Rules in files that one of Paths matches are left out.
type Ignore struct {
	// Span is the header of the table.
	Span  diag.Span
	Rules []IgnoredRule
	// Paths are globs relative to the folder of the configuration, with /.
	Paths  []string
	Reason string
}

// IgnoredRule is a rule of an [[ignore]]: its id, and where it was written.
type IgnoredRule struct {
	ID   string
	Span diag.Span
}

// At says whether the entry speaks of the file at rel, a path from the configuration's folder with /. A glob that matches a folder covers the files in it.
func (i *Ignore) At(rel string) bool {
	return slices.ContainsFunc(i.Paths, func(glob string) bool { return matches(glob, rel) })
}

func matches(glob, rel string) bool {
	for ; rel != "." && rel != "/"; rel = path.Dir(rel) {
		if ok, err := doublestar.Match(glob, rel); err == nil && ok {
			return true
		}
	}
	return false
}

// Rel is a path, absolute or as printed, as the globs of the configuration see it; ok is false for one outside of its folder.
func (c *Config) Rel(path string) (rel string, ok bool) {
	path = filepath.FromSlash(path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.cwd, path)
	}
	rel, err := filepath.Rel(c.Dir, path)
	rel = filepath.ToSlash(rel)
	if c.Dir == "" || err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
		return "", false
	}
	return rel, true
}

// Broken says that the file has a mistake.
func (c *Config) Broken() bool { return len(c.Findings) > 0 }

// Concerns says whether what is known of some clients concerns a plugin with this configuration. No clients are all clients.
func (c *Config) Concerns(clients []string) bool {
	return len(clients) == 0 || len(c.Clients) == 0 || slices.ContainsFunc(clients, func(name string) bool { return slices.Contains(c.Clients, name) })
}
