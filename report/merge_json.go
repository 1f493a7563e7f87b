package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"openidea-plugin/diag"
)

// readTestJSON reads what TestJSON wrote.
func readTestJSON(data []byte) (*TestRun, error) {
	var in jsonTestRun
	if err := json.Unmarshal(data, &in); err != nil {
		var syntax *json.SyntaxError
		var kind *json.UnmarshalTypeError
		switch {
		case errors.As(err, &syntax):
			return nil, fmt.Errorf("it is not JSON, or not complete: it goes wrong at byte %d", syntax.Offset)
		case errors.As(err, &kind):
			return nil, fmt.Errorf("it is no report of openidea-plugin test: %s has another type there", diag.Quote(strings.TrimPrefix(kind.Field, "jsonReport.")))
		}
		return nil, fmt.Errorf("it is no report of openidea-plugin test")
	}
	switch {
	case in.Tool.Name != "openidea-plugin":
		return nil, fmt.Errorf("it is no report of openidea-plugin")
	case in.Command != "test":
		return nil, fmt.Errorf("it is a report of openidea-plugin %s, not of test", in.Command)
	case in.Version != JSONVersion:
		return nil, fmt.Errorf("it is a report of version %d, and this program reads version %d", in.Version, JSONVersion)
	}
	run := &TestRun{Report: Report{Command: "test", Version: in.Tool.Version, Plugins: in.Summary.Plugins, Tools: in.Summary.Tools, Configs: in.Configs}, Seed: in.Seed}
	back := reader{files: map[string]*diag.SourceFile{}, known: map[diag.Span]Range{}}
	for _, f := range in.Findings {
		d, err := back.finding(f)
		if err != nil {
			return nil, err
		}
		run.Findings = append(run.Findings, d)
	}
	for _, e := range in.Errors {
		run.Errors = append(run.Errors, Error(e))
	}
	run.known = back.known
	for _, r := range in.Results {
		if err := complete(r); err != nil {
			return nil, err
		}
		run.Results = append(run.Results, r)
	}
	if countTests(run.Results) != in.Tests {
		return nil, fmt.Errorf("it says another number of tests than it holds")
	}
	return run, nil
}

// complete refuses what no run writes, and makes missing lists empty.
func complete(r *Result) error {
	if r == nil {
		return errNoReport
	}
	for _, t := range r.Tests {
		if t == nil {
			return errNoReport
		}
		if !slices.Contains([]Status{Passed, Failed, Skipped, KnownFailing, NotRun}, t.Status) {
			return fmt.Errorf("the test %s has the status %s, which this program does not know", diag.Quote(t.Name), diag.Quote(string(t.Status)))
		}
		if t.Calls == nil {
			t.Calls = []*Call{}
		}
		for _, c := range t.Calls {
			if c == nil {
				return errNoReport
			}
			c.Settings = append([]string{}, c.Settings...)
			c.Changes = append([]string{}, c.Changes...)
			c.Problems = append([]Problem{}, c.Problems...)
			c.HostCalls = append([]HostCall{}, c.HostCalls...)
		}
	}
	return nil
}

var errNoReport = errors.New("it is no report of openidea-plugin test: null stands where a result should be")

// reader makes findings of what was written of them: the files are not at hand, their places are known.
type reader struct {
	files map[string]*diag.SourceFile
	known map[diag.Span]Range
}

// span is a place in a file of which only the name is known.
func (r *reader) span(p Place) diag.Span {
	if p.Range == nil {
		return r.at(p, 0, 0)
	}
	return r.at(p, p.Range.Start.Offset, p.Range.End.Offset)
}

// at is a place of which the bytes are known, or at least their order.
func (r *reader) at(p Place, start, end int) diag.Span {
	if p.File == "" {
		return diag.Span{}
	}
	key := p.File
	if p.Range == nil {
		key += "\x00" // a file without places is not the same as one with
	}
	file := r.files[key]
	if file == nil {
		file = &diag.SourceFile{Path: p.File}
		r.files[key] = file
	}
	s := diag.Span{File: file, Start: start, End: end}
	if p.Range != nil {
		r.known[s] = *p.Range
	}
	return s
}

func (r *reader) finding(f jsonFinding) (diag.Diagnostic, error) {
	d := diag.Diagnostic{Rule: f.Rule, Message: f.Message, Span: r.span(f.Place), Label: f.Label, Help: f.Help}
	for _, s := range []diag.Severity{diag.Note, diag.Warning, diag.Error} {
		if s.String() == f.Severity {
			d.Severity = s
		}
	}
	if d.Severity == 0 {
		return d, fmt.Errorf("a finding of %s has the severity %s, which this program does not know", diag.Quote(f.Rule), diag.Quote(f.Severity))
	}
	for _, x := range f.Related {
		d.Related = append(d.Related, diag.Related{Span: r.span(x.Place), Message: x.Message})
	}
	if f.Fix != nil {
		d.Fix = &diag.Fix{Title: f.Fix.Title, Unsafe: f.Fix.Unsafe}
		for _, e := range f.Fix.Edits {
			d.Fix.Edits = append(d.Fix.Edits, diag.Edit{Span: r.span(e.Place), New: e.Text})
		}
	}
	return d, nil
}
