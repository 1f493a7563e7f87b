package report

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"openidea-plugin/diag"
)

// TestReport is a report of a run of tests that was read back from a file.
type TestReport struct {
	// Name is the file, as printed.
	Name string
	Run  *TestRun
	// form is "JSON" or "JUnit".
	form string
}

// ReadTestReport reads what TestJSON or TestJUnit wrote; which of them it was is told from data. Errors are sentences about the file that do not name it.
func ReadTestReport(name string, data []byte) (*TestReport, error) {
	text := bytes.TrimLeft(bytes.TrimPrefix(data, bom), " \t\r\n")
	r := &TestReport{Name: name}
	var err error
	switch {
	case len(text) == 0:
		return nil, fmt.Errorf("the file is empty")
	case text[0] == '{':
		r.form = "JSON"
		r.Run, err = readTestJSON(text)
	case text[0] == '<':
		r.form = "JUnit"
		r.Run, err = readTestJUnit(text)
	default:
		return nil, fmt.Errorf("it is neither a JSON nor a JUnit report of openidea-plugin test")
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// MergeTests joins the reports of shards, of which there is at least one, to that of one run. The order of the reports does not matter. Errors are sentences
// for people: reports of different forms, seeds or versions, or a test that two of them hold.
func MergeTests(reports []*TestReport) (*TestRun, error) {
	first := reports[0]
	for i, r := range reports {
		if slices.ContainsFunc(reports[:i], func(x *TestReport) bool { return x.Name == r.Name }) {
			return nil, fmt.Errorf("%s is named twice", r.Name)
		}
		for _, x := range []struct{ what, a, b string }{
			{"form", first.form, r.form},
			{"version of openidea-plugin", first.Run.Version, r.Run.Version},
			{"seed", fmt.Sprint(first.Run.Seed), fmt.Sprint(r.Run.Seed)},
		} {
			if x.a != x.b {
				return nil, fmt.Errorf("the reports are not of one run: the %s of %s is %s, that of %s is %s", x.what, first.Name, x.a, r.Name, x.b)
			}
		}
	}
	out := &TestRun{Report: Report{Command: "test", Version: first.Run.Version}, Seed: first.Run.Seed, Results: []*Result{}}
	m := merger{results: map[[2]string]*Result{}, held: map[testKey]string{}}
	shared := false // two reports speak of one plugin: they are shards of one run, which counted the same plugins
	for _, r := range reports {
		out.Findings = append(out.Findings, r.Run.Findings...)
		out.Errors = append(out.Errors, r.Run.Errors...)
		out.Configs = append(out.Configs, r.Run.Configs...)
		for _, result := range r.Run.Results {
			again := m.add(r.Name, result)
			shared = shared || again
		}
	}
	if m.twice > 0 {
		return nil, m.duplicate()
	}
	for _, r := range reports {
		if shared {
			out.Plugins, out.Tools = max(out.Plugins, r.Run.Plugins), max(out.Tools, r.Run.Tools)
		} else {
			out.Plugins, out.Tools = out.Plugins+r.Run.Plugins, out.Tools+r.Run.Tools
		}
	}
	out.known = map[diag.Span]Range{}
	for _, r := range reports {
		maps.Copy(out.known, r.Run.known)
	}
	out.Findings = diag.Sort(out.Findings)
	slices.Sort(out.Configs)
	out.Configs = slices.Compact(out.Configs)
	slices.SortFunc(out.Errors, func(a, b Error) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Message, b.Message))
	})
	out.Errors = slices.Compact(out.Errors)
	for _, result := range m.results {
		slices.SortStableFunc(result.Tests, compareTests)
		result.Tools = uses(result.Tests)
		out.Results = append(out.Results, result)
	}
	slices.SortFunc(out.Results, func(a, b *Result) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Plugin, b.Plugin))
	})
	return out, nil
}

// testKey is what makes a test one and the same.
type testKey struct {
	plugin, path, file string
	line               int
	name               string
}

// merger joins the results of plugins.
type merger struct {
	// results are by plugin and path.
	results map[[2]string]*Result
	// held says which report holds a test; the first that a second report holds too is kept for the error.
	held  map[testKey]string
	first testKey
	in    [2]string
	twice int
}

// add adds the result of a plugin; again says that another report has one of it too.
func (m *merger) add(report string, r *Result) (again bool) {
	key := [2]string{r.Plugin, r.Path}
	to, again := m.results[key]
	if !again {
		to = &Result{Plugin: r.Plugin, Path: r.Path, Tests: []*Test{}}
		m.results[key] = to
	}
	to.Files = max(to.Files, r.Files)
	to.Millis = max(to.Millis, r.Millis)
	for _, t := range r.Tests {
		key := testKey{plugin: r.Plugin, path: r.Path, file: t.File, name: t.Name}
		if t.Range != nil {
			key.line = t.Range.Start.Line
		}
		if other, ok := m.held[key]; ok && other != report {
			if m.twice++; m.twice == 1 {
				m.first, m.in = key, [2]string{other, report}
			}
		}
		m.held[key] = report
	}
	to.Tests = append(to.Tests, r.Tests...)
	return again
}

// duplicate says which test two reports hold.
func (m *merger) duplicate() error {
	more := ""
	if m.twice > 1 {
		more = fmt.Sprintf(", and %d more of theirs", m.twice-1)
	}
	return fmt.Errorf("%s and %s both hold the test %s of %s (%s:%d)%s: each test belongs to one shard", m.in[0], m.in[1], diag.Quote(m.first.name), m.first.plugin, m.first.file, m.first.line, more)
}

// compareTests is the order of the test files and of the tests in them. Where that is not known of the tests of one place, it is that of their names.
func compareTests(a, b *Test) int {
	if a.Number > 0 && b.Number > 0 {
		return cmp.Compare(a.Number, b.Number)
	}
	place := func(t *Test) (line, column int) {
		if t.Range == nil {
			return 0, 0
		}
		return t.Range.Start.Line, t.Range.Start.Column
	}
	lineA, columnA := place(a)
	lineB, columnB := place(b)
	return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(lineA, lineB), cmp.Compare(columnA, columnB), compareNames(a.Name, b.Name))
}

// compareNames compares as people count: "case 9" stands before "case 10".
func compareNames(a, b string) int {
	number := func(s string) (digits, rest string) {
		n := len(s) - len(strings.TrimLeft(s, "0123456789"))
		return strings.TrimLeft(s[:n], "0"), s[n:]
	}
	digit := func(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }
	for x, y := a, b; x != "" && y != ""; {
		if digit(x) && digit(y) {
			var i, j string
			i, x = number(x)
			j, y = number(y)
			if c := cmp.Or(cmp.Compare(len(i), len(j)), strings.Compare(i, j)); c != 0 {
				return c
			}
			continue
		}
		if x[0] != y[0] {
			break
		}
		x, y = x[1:], y[1:]
	}
	return strings.Compare(a, b)
}

// uses sums up what the calls of each tool and command used, as a run of tests does.
func uses(tests []*Test) []Use {
	fuel := map[string][]uint64{}
	times := map[string][]float64{}
	for _, t := range tests {
		for _, c := range t.Calls {
			if c.Outcome.Outcome == "refused" {
				continue
			}
			name := c.Tool
			if name == "" {
				name = "command " + c.Command
			}
			fuel[name] = append(fuel[name], c.Outcome.Fuel)
			times[name] = append(times[name], c.Outcome.Millis)
		}
	}
	list := []Use{}
	for _, name := range slices.Sorted(maps.Keys(fuel)) {
		f, t := fuel[name], times[name]
		slices.Sort(f)
		slices.Sort(t)
		list = append(list, Use{Name: name, Calls: len(f), Median: f[len(f)/2], Most: f[len(f)-1], Millis: t[len(t)/2]})
	}
	return list
}
