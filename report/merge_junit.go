package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"openidea-plugin/diag"
)

// The part of a JUnit report that is read back.
type (
	xmlReport struct {
		XMLName xml.Name   `xml:"testsuites"`
		Name    string     `xml:"name,attr"`
		Tests   int        `xml:"tests,attr"`
		Suites  []xmlSuite `xml:"testsuite"`
	}
	xmlSuite struct {
		File       string        `xml:"file,attr"`
		Properties []xmlProperty `xml:"properties>property"`
		Cases      []xmlCase     `xml:"testcase"`
	}
	xmlProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	xmlCase struct {
		Name    string      `xml:"name,attr"`
		File    string      `xml:"file,attr"`
		Line    int         `xml:"line,attr"`
		Failure *xmlFailure `xml:"failure"`
		Error   *xmlFailure `xml:"error"`
		Skipped *xmlFailure `xml:"skipped"`
		Out     string      `xml:"system-out"`
	}
	xmlFailure struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

func (s *xmlSuite) property(name string) string {
	for _, p := range s.Properties {
		if p.Name == name {
			return p.Value
		}
	}
	return ""
}

// readTestJUnit reads what TestJUnit wrote. It holds less than JSON: of the calls of tests only what was printed of those that failed, of places no bytes.
func readTestJUnit(data []byte) (*TestRun, error) {
	var in xmlReport
	text := xml.NewDecoder(bytes.NewReader(data))
	if err := text.Decode(&in); err != nil {
		var syntax *xml.SyntaxError
		if errors.As(err, &syntax) {
			return nil, fmt.Errorf("it is not XML, or not complete: it goes wrong in line %d", syntax.Line)
		}
		return nil, fmt.Errorf("it is no JUnit report of openidea-plugin test")
	}
	if in.Name != "openidea-plugin test" {
		return nil, fmt.Errorf("it is no JUnit report of openidea-plugin test")
	}
	if rest := bytes.TrimSpace(data[text.InputOffset():]); len(rest) > 0 {
		return nil, fmt.Errorf("more stands behind the end of the report: name each report of its own")
	}
	run := &TestRun{Report: Report{Command: "test"}}
	back := reader{files: map[string]*diag.SourceFile{}, known: map[diag.Span]Range{}}
	cases := 0
	for i := range in.Suites {
		s := &in.Suites[i]
		cases += len(s.Cases)
		run.Version = s.property(junitVersion)
		run.Plugins, _ = strconv.Atoi(s.property(junitPlugins))
		run.Tools, _ = strconv.Atoi(s.property(junitTools))
		seed, err := strconv.ParseUint(s.property(junitSeed), 10, 64)
		if err != nil || run.Version == "" {
			return nil, fmt.Errorf("it is no JUnit report of openidea-plugin test: the properties of a suite are missing")
		}
		run.Seed = seed
		if plugin := s.property(junitPlugin); plugin != "" {
			run.readSuite(s, plugin)
		} else {
			back.readFindings(run, s)
		}
	}
	if cases != in.Tests {
		return nil, fmt.Errorf("it says that it holds %d tests, and holds %d", in.Tests, cases)
	}
	run.known = back.known
	return run, nil
}

// readSuite reads the tests of one test file.
func (r *TestRun) readSuite(s *xmlSuite, plugin string) {
	var result *Result
	for _, known := range r.Results {
		if known.Plugin == plugin && known.Path == s.property(junitPath) {
			result = known
		}
	}
	if result == nil {
		result = &Result{Plugin: plugin, Path: s.property(junitPath)}
		r.Results = append(r.Results, result)
	}
	result.Files, _ = strconv.Atoi(s.property(junitFiles))
	for _, c := range s.Cases {
		t := &Test{Name: c.Name, Status: Passed, Place: Place{File: c.File}, Calls: []*Call{}}
		if c.Line > 0 {
			t.Range = &Range{Start: Position{Line: c.Line, Column: 1}, End: Position{Line: c.Line, Column: 1}}
		}
		switch {
		case c.Failure != nil:
			t.Status, t.Summary, t.Text, t.Output = Failed, c.Failure.Message, c.Failure.Text, c.Out
		case c.Skipped != nil:
			t.Status, t.Reason = Skipped, c.Skipped.Message
			if reason, ok := strings.CutPrefix(t.Reason, junitKnown); ok {
				t.Status, t.Reason = KnownFailing, reason
			} else if reason, ok := strings.CutPrefix(t.Reason, junitNotRun); ok {
				t.Status, t.Reason = NotRun, reason
			}
		}
		result.Tests = append(result.Tests, t)
	}
}

// printedFinding is the first line of a finding as findingCase prints it.
var printedFinding = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:(.*?)(?::([0-9]+):([0-9]+))?: )?(error|warning|note)\[([a-z0-9-]+)\]: (.*)$`)
})

// readFindings reads the suite of findings and of what could not be read.
func (r *reader) readFindings(run *TestRun, s *xmlSuite) {
	for _, c := range s.Cases {
		if c.Error != nil {
			run.Errors = append(run.Errors, Error{Path: c.File, Message: c.Error.Message})
			continue
		}
		text := c.Out
		if c.Failure != nil {
			text = strings.TrimSuffix(c.Failure.Text+"\n"+text, "\n")
		}
		for line := range strings.SplitSeq(text, "\n") {
			m := printedFinding().FindStringSubmatch(line)
			if m == nil {
				if last := len(run.Findings) - 1; last >= 0 {
					run.Findings[last].Help = append(run.Findings[last].Help, line)
				}
				continue
			}
			place, order := Place{File: m[1]}, 0
			if line, err := strconv.Atoi(m[2]); err == nil {
				column, _ := strconv.Atoi(m[3])
				start := Position{Line: line, Column: column}
				place.Range, order = &Range{start, start}, line<<20+column
			}
			d := diag.Diagnostic{Rule: m[5], Message: m[6], Span: r.at(place, order, order)}
			for _, severity := range []diag.Severity{diag.Note, diag.Warning, diag.Error} {
				if severity.String() == m[4] {
					d.Severity = severity
				}
			}
			run.Findings = append(run.Findings, d)
		}
	}
}
