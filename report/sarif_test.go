package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"openidea-plugin/diag"
)

// TestSARIFHasNoMoreThanGitHubTakes: of too many findings the most severe are in the log, in their order, and it says how many are not.
func TestSARIFHasNoMoreThanGitHubTakes(t *testing.T) {
	file := &diag.SourceFile{Path: "plugin.toml", Data: []byte("id = 1\n")}
	severities := []diag.Severity{diag.Note, diag.Warning, diag.Error}
	for _, c := range []struct {
		each                    int
		notes, warnings, errors int
		message                 string
	}{
		{8_333, 8_333, 8_333, 8_333, ""},
		{10_000, 5_000, 10_000, 10_000, "5000 findings of the least severity are not in this log: GitHub takes no run with more than 25000 results."},
		{20_000, 0, 5_000, 20_000, "35000 findings of the least severity are not in this log: GitHub takes no run with more than 25000 results."},
	} {
		r := &Report{}
		for i := range 3 * c.each {
			r.Findings = append(r.Findings, diag.Diagnostic{
				Rule: "a-rule", Severity: severities[i%3], Message: fmt.Sprintf("finding %06d", i), Span: diag.Span{File: file, Start: 0, End: 2},
			})
		}
		var out bytes.Buffer
		if err := SARIF(&out, r); err != nil {
			t.Fatal(err)
		}
		var log sarifLog
		if err := json.Unmarshal(out.Bytes(), &log); err != nil {
			t.Fatal(err)
		}
		counts, last := map[string]int{}, ""
		for _, x := range log.Runs[0].Results {
			counts[x.Level]++
			if x.Message.Text <= last {
				t.Fatalf("%q stands behind %q", x.Message.Text, last)
			}
			last = x.Message.Text
		}
		if counts["note"] != c.notes || counts["warning"] != c.warnings || counts["error"] != c.errors {
			t.Errorf("of %d findings of each severity: %v", c.each, counts)
		}
		got := ""
		for _, n := range log.Runs[0].Invocations[0].Notifications {
			got += n.Message.Text
		}
		if got != c.message || !log.Runs[0].Invocations[0].Successful {
			t.Errorf("it says %q", got)
		}
	}
}
