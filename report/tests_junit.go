package report

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"strings"
)

// The names of the properties of a suite, by which MergeTests finds back what the report is about.
const (
	junitPlugin  = "plugin"
	junitPath    = "path"
	junitFiles   = "test-files"
	junitSeed    = "seed"
	junitVersion = "openidea-plugin"
	junitPlugins = "plugins"
	junitTools   = "tools"
)

// How the reasons of tests that did not run, or are known to fail, begin.
const (
	junitKnown  = "known to fail: "
	junitNotRun = "not run: "
)

// TestJUnit prints the results as a JUnit report: a suite for each test file of each plugin, and one for findings and what could not be read. A test that
// is known to fail, or was not run, is a skipped case whose message says so. The time of a case varies from run to run and is left out unless times is set.
func TestJUnit(w io.Writer, r *TestRun, times bool) error {
	x := junitReport{Name: "openidea-plugin test", Suites: r.Report.junitSuites()}
	for _, s := range x.Suites {
		s.Properties = r.junitProperties(nil)
	}
	for _, result := range r.Results {
		x.Suites = append(x.Suites, r.junitResult(result, times)...)
	}
	return x.write(w)
}

// junitProperties are those of a suite with tests of a plugin; nil: with none.
func (r *TestRun) junitProperties(result *Result) [][2]string {
	list := [][2]string{{junitVersion, r.Version}, {junitSeed, fmt.Sprint(r.Seed)}, {junitPlugins, fmt.Sprint(r.Plugins)}, {junitTools, fmt.Sprint(r.Tools)}}
	if result != nil {
		list = append(list, [2]string{junitPlugin, Escape(result.Plugin)}, [2]string{junitPath, Escape(result.Path)}, [2]string{junitFiles, fmt.Sprint(result.Files)})
	}
	return list
}

// junitResult are the suites of a plugin, one for each of its test files; one that is empty where no test is reported.
func (r *TestRun) junitResult(result *Result, times bool) []*junitSuite {
	var suites []*junitSuite
	suite := func(file string) *junitSuite {
		for _, s := range suites {
			if s.File == Escape(file) {
				return s
			}
		}
		s := &junitSuite{Name: Escape(strings.TrimSuffix(result.Plugin+": "+file, ": ")), File: Escape(file), Properties: r.junitProperties(result)}
		suites = append(suites, s)
		return s
	}
	for _, t := range result.Tests {
		s := suite(t.File)
		s.Cases = append(s.Cases, t.junit(result.Plugin, times))
	}
	if len(suites) == 0 {
		suite("")
	}
	return suites
}

// junit is a test as a case. Its class is the test file in the package of the plugin.
func (t *Test) junit(plugin string, times bool) *junitCase {
	stem := strings.TrimSuffix(path.Base(t.File), ".test.toml")
	c := &junitCase{Name: Escape(t.Name), Class: Escape(plugin + "." + strings.ReplaceAll(stem, ".", "_")), File: Escape(t.File)}
	if t.Range != nil {
		c.Line = t.Range.Start.Line
	}
	if times && len(t.Calls) > 0 {
		seconds := 0.0
		for _, call := range t.Calls {
			seconds += call.Outcome.Millis / 1000
		}
		c.Time = &seconds
	}
	switch t.Status {
	case Failed:
		failure, trace := t.failure()
		c.Failure, c.Out = &junitFailure{Type: string(Failed), Message: t.summary(), Text: failure}, trace
	case Skipped:
		c.Skipped = &junitFailure{Message: Escape(t.Reason)}
	case KnownFailing:
		c.Skipped = &junitFailure{Message: junitKnown + Escape(t.Reason)}
	case NotRun:
		c.Skipped = &junitFailure{Message: junitNotRun + Escape(t.Reason)}
	}
	return c
}

// summary is the first thing that is wrong in a test that failed, on one line.
func (t *Test) summary() string {
	for _, c := range t.Calls {
		if len(c.Problems) == 0 {
			continue
		}
		p := c.Problems[0]
		line := "expected " + Escape(p.Expected) + ", got " + Escape(p.Got)
		if p.What != "outcome" && p.What != "text" {
			line = Escape(p.What) + ": " + line
		}
		return line
	}
	return Escape(cmp.Or(t.Summary, t.Reason))
}
