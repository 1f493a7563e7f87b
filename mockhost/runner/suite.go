package runner

import (
	"fmt"
	"path/filepath"
	"slices"

	"openidea-plugin/diag"
	"openidea-plugin/manifest"
	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/files"
	"openidea-plugin/mockhost/testfile"
	"openidea-plugin/plugin"
)

// Suite are the tests of one plugin, ready to run.
type Suite struct {
	id, path string
	host     mockhost.Plugin
	// broken are tools that the manifest declares and the IDE would refuse, with the reason.
	broken map[string]string
	worlds []*world
	files  int
}

// world is a test file with everything that its tests begin with.
type world struct {
	file    *testfile.File
	project *files.Tree
	others  []mockhost.Plugin
}

// NewSuite reads the test files of a plugin. broken are tools that have errors, with the reason: nothing is run for them. Findings are mistakes in the
// test files; a file that has any is not part of the suite. Errors are files that could not be read, one line each.
func NewSuite(cwd string, p *plugin.Plugin, broken map[string]string) (*Suite, []diag.Diagnostic, []error) {
	s := &Suite{id: p.ID(), path: p.Path, broken: broken}
	s.host = mockhost.FromDisk(p)
	s.host.Tools = slices.DeleteFunc(s.host.Tools, func(t mockhost.PluginTool) bool { return broken[t.Name] != "" })
	paths, err := testfile.Find(p.Dir)
	if err != nil {
		return s, nil, []error{fmt.Errorf("%s: %s", plugin.Printed(cwd, filepath.Join(p.Dir, testfile.Folder)), plugin.Reason(err))}
	}
	s.files = len(paths)
	var findings []diag.Diagnostic
	var errs []error
	for _, path := range paths {
		file, err := testfile.Load(path, plugin.Printed(cwd, path), p.Dir)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if len(file.Findings) > 0 {
			findings = append(findings, file.Findings...)
			continue
		}
		w, err := newWorld(cwd, file)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", file.Source.Path, err))
			continue
		}
		s.worlds = append(s.worlds, w)
	}
	return s, findings, errs
}

// Files is how many test files the plugin has.
func (s *Suite) Files() int { return s.files }

// ID is the plugin's id.
func (s *Suite) ID() string { return s.id }

func newWorld(cwd string, file *testfile.File) (*world, error) {
	w := &world{file: file, project: files.New(nil)}
	if file.World.Dir != "" {
		tree, err := files.Load(file.World.Dir)
		if err != nil {
			return nil, err
		}
		w.project = tree
	}
	for path, text := range file.World.Files {
		if err := w.project.Write(path, text); err != nil {
			return nil, err
		}
	}
	for _, open := range file.World.Open {
		if _, ok := w.project.Get(open.Path); !ok && open.Text == nil {
			return nil, fmt.Errorf("[editor]: the project has no file %q, so it cannot be open (give it a text in files)", open.Path)
		}
	}
	for _, dir := range file.World.Plugins {
		found := filepath.Join(dir, manifest.FileName)
		p, err := plugin.Load(cwd, plugin.ManifestPath{File: found, Printed: plugin.Printed(cwd, found)})
		if err != nil {
			return nil, err
		}
		if p.ID() == "" {
			return nil, fmt.Errorf("%s has no id", plugin.Printed(cwd, found))
		}
		w.others = append(w.others, mockhost.FromDisk(p))
	}
	return w, nil
}

// Named is a test by its place.
type Named struct {
	Name string
	Span diag.Span
}

// List gives the tests that match, in order.
func (s *Suite) List(match func(name string) bool) []Named {
	var list []Named
	for _, w := range s.worlds {
		for _, t := range w.file.Tests {
			if match(t.Name) {
				list = append(list, Named{t.Name, t.Span})
			}
		}
	}
	return list
}
