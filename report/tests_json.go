package report

import "io"

// TestJSON prints everything that a run of tests has to say as one JSON object: what JSON prints of the findings, and under "results" each
// plugin with its tests. The fields fuel_… are the same from run to run, those that end in _ms vary.
func TestJSON(w io.Writer, r *TestRun) error {
	report := r.Report
	report.Command = "test"
	out := jsonTestRun{jsonReport: report.json(), Seed: r.Seed, Tests: countTests(r.Results), Results: r.Results}
	if out.Results == nil {
		out.Results = []*Result{}
	}
	return encodeJSON(w, out)
}

type jsonTestRun struct {
	jsonReport
	Seed    uint64    `json:"seed"`
	Tests   testCount `json:"tests"`
	Results []*Result `json:"results"`
}

// testCount is how many tests ended in each state.
type testCount struct {
	Passed       int `json:"passed"`
	Failed       int `json:"failed"`
	KnownFailing int `json:"known_failing"`
	Skipped      int `json:"skipped"`
	NotRun       int `json:"not_run"`
}

func countTests(results []*Result) testCount {
	var n testCount
	for _, r := range results {
		n.Passed += r.count(Passed)
		n.Failed += r.count(Failed)
		n.KnownFailing += r.count(KnownFailing)
		n.Skipped += r.count(Skipped)
		n.NotRun += r.count(NotRun)
	}
	return n
}

// Failed is how many tests failed.
func (r *TestRun) Failed() int { return countTests(r.Results).Failed }
