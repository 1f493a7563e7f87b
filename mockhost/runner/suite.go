package runner

import (
	"fmt"
	"path/filepath"
	"slices"

	"openidea-plugin/diag"
	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/snapshot"
	"openidea-plugin/mockhost/testfile"
	"openidea-plugin/plugin"
)

// Suite are the tests of one plugin, ready to run.
type Suite struct {
	id, path string
	host     mockhost.Plugin
	// optional are the capabilities that the manifest lists as optional.
	optional []string
	// broken are tools that the manifest declares and the IDE would refuse, with the reason.
	broken map[string]string
	// files are those without mistakes; found is how many there are in all.
	files []*testfile.File
	found int
	// inputs are what the plugin and its test files were read from.
	inputs []string
	// snapshots are those of the plugin; unjudged are sets of them whose test file could not be read or has mistakes.
	snapshots snapshot.Store
	unjudged  map[string]bool
}

// SetCapabilities says of host functions, by "interface#function", which capability they need where that differs from our model: what the plugin's configuration says.
func (s *Suite) SetCapabilities(capabilities map[string]string) { s.host.Capabilities = capabilities }

// NewSuite reads the test files of a plugin. broken are tools that have errors, with the reason: nothing is run for them. Findings are mistakes in the
// test files, of which a file that has an error is not part of the suite, and warnings about them. Errors are files that could not be read, one line each.
func NewSuite(cwd string, p *plugin.Plugin, broken map[string]string) (*Suite, []diag.Diagnostic, []error) {
	s := &Suite{id: p.ID(), path: p.Path, broken: broken, snapshots: snapshot.Store(p.Dir), unjudged: map[string]bool{}}
	s.host = mockhost.FromDisk(p)
	for _, c := range p.Manifest.Optional {
		if c.Set() {
			s.optional = append(s.optional, c.Value)
		}
	}
	s.host.Tools = slices.DeleteFunc(s.host.Tools, func(t mockhost.PluginTool) bool { return broken[t.Name] != "" })
	paths, err := testfile.Find(p.Dir)
	if err != nil {
		return s, nil, []error{fmt.Errorf("%s: %s", plugin.Printed(cwd, filepath.Join(p.Dir, testfile.Folder)), plugin.Reason(err))}
	}
	s.found = len(paths)
	s.inputs = append(p.Inputs(), filepath.Join(p.Dir, testfile.Folder))
	findings := strays(cwd, p)
	subject := testfile.SubjectOf(p)
	var errs []error
	for _, path := range paths {
		file, err := testfile.Load(path, plugin.Printed(cwd, path), subject)
		if err != nil {
			errs = append(errs, err)
			s.unjudged[set(path)] = true
			continue
		}
		findings = append(findings, file.Findings...)
		s.inputs = append(s.inputs, file.Inputs...)
		if file.Broken() {
			s.unjudged[set(path)] = true
			continue
		}
		s.files = append(s.files, file)
	}
	return s, findings, errs
}

// strays is a warning about files that their author may believe to be run.
func strays(cwd string, p *plugin.Plugin) []diag.Diagnostic {
	paths := testfile.Stray(p.Dir)
	if len(paths) == 0 {
		return nil
	}
	d := diag.Diagnostic{
		Rule: testfile.RuleInvalid, Severity: diag.Warning, Message: "the file is not run",
		Span:  diag.Span{File: &diag.SourceFile{Path: plugin.Printed(cwd, filepath.Join(p.Dir, testfile.Folder, filepath.FromSlash(paths[0])))}},
		Label: "test files lie directly in " + testfile.Folder + ", and their names end in " + testfile.Suffix,
	}
	if more := len(paths) - 1; more > 0 {
		d.Message = fmt.Sprintf("the file and %d more in %s are not run", more, testfile.Folder)
	}
	return []diag.Diagnostic{d}
}

// ID is the plugin's id.
func (s *Suite) ID() string { return s.id }

// Inputs are the files and folders, absolute, that decide what comes of the suite: those of the plugin, its folder of tests, and what test files lead to.
func (s *Suite) Inputs() []string { return s.inputs }

// Files is how many test files the plugin has, also those with mistakes.
func (s *Suite) Files() int { return s.found }

// Path is the plugin's folder as printed.
func (s *Suite) Path() string { return s.path }
