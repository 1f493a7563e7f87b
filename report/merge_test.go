package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// printers are the forms that are read back.
var printers = map[string]func(io.Writer, *TestRun) error{
	"json":  TestJSON,
	"junit": func(w io.Writer, r *TestRun) error { return TestJUnit(w, r, false) },
}

func written(t *testing.T, form string, r *TestRun) string {
	t.Helper()
	var b bytes.Buffer
	if err := printers[form](&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// shard is the part of the shared run that one of n runs would report: every n-th test, all findings.
func shard(i, n int) *TestRun {
	r := sharedRun()
	at := 0
	for _, result := range r.Results {
		var kept []*Test
		for _, t := range result.Tests {
			if at++; at%n == i {
				kept = append(kept, t)
			}
		}
		result.Tests, result.Tools = kept, uses(kept)
	}
	return r
}

func merge(t *testing.T, form string, runs ...*TestRun) (*TestRun, error) {
	t.Helper()
	var reports []*TestReport
	for i, r := range runs {
		x, err := ReadTestReport(fmt.Sprintf("%d.%s", i, form), []byte(written(t, form, r)))
		if err != nil {
			t.Fatal(err)
		}
		reports = append(reports, x)
	}
	return MergeTests(reports)
}

// TestMerge: the reports of shards, joined in any order, print what one run would have printed; JSON all of it, JUnit itself.
func TestMerge(t *testing.T) {
	for form := range printers {
		whole := sharedRun()
		if form == "json" { // a run that knows no more than it writes
			whole.Results[0].Tests[0].Calls[0].Outcome.Line = ""
		}
		want := written(t, form, whole)
		for _, runs := range [][]*TestRun{
			{sharedRun()}, {shard(0, 2), shard(1, 2)}, {shard(1, 2), shard(0, 2)}, {shard(2, 3), shard(0, 3), shard(1, 3)},
		} {
			got, err := merge(t, form, runs...)
			if err != nil {
				t.Fatal(err)
			}
			text := written(t, form, got)
			if form == "json" {
				text, want = utf8Only(text), utf8Only(want)
			}
			if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(text, "\n")); diff != "" {
				t.Errorf("%s of %d shards (-one run +merged):\n%s", form, len(runs), diff)
			}
		}
	}
}

// utf8Only leaves out what JSON writes in place of bytes that are no UTF-8: the character, or the first time its escape.
func utf8Only(s string) string {
	return strings.NewReplacer("\ufffd", "", `\ufffd`, "").Replace(s)
}

// TestMergedText: what was read back can be shown, with the places of findings though their files are not at hand.
func TestMergedText(t *testing.T) {
	for form := range printers {
		r, err := merge(t, form, shard(0, 2), shard(1, 2))
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "merged-"+form+".txt", func(w io.Writer) error { return TestText(w, r, TestTextOptions{}) })
		golden(t, "merged-"+form+".github.txt", func(w io.Writer) error { return TestGitHub(w, r, TestTextOptions{}) })
	}
	r, err := merge(t, "junit", sharedRun())
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "merged-junit.json", func(w io.Writer) error { return TestJSON(w, r) })
}

// TestMergeDifferentPlugins: reports of different plugins are no shards, so that their counts are added.
func TestMergeDifferentPlugins(t *testing.T) {
	a, b := sharedRun(), sharedRun()
	a.Results, b.Results = a.Results[:1], b.Results[1:]
	a.Plugins, a.Tools, b.Plugins, b.Tools = 1, 3, 1, 2
	r, err := merge(t, "json", b, a)
	if err != nil {
		t.Fatal(err)
	}
	if r.Plugins != 2 || r.Tools != 5 || len(r.Results) != 2 || r.Results[0].Plugin != "acme.notes" {
		t.Errorf("%d plugins, %d tools, %d results", r.Plugins, r.Tools, len(r.Results))
	}
}

func TestMergeRefuses(t *testing.T) {
	seed, version, one := sharedRun(), sharedRun(), shard(0, 2)
	seed.Seed, version.Version = 7, "2.0.0"
	twice := shard(0, 4)
	twice.Results[0].Tests = twice.Results[0].Tests[:1]
	for _, c := range []struct {
		name string
		runs []*TestRun
		want string
	}{
		{"seeds", []*TestRun{sharedRun(), seed}, "the reports are not of one run: the seed of 0.json is 1, that of 1.json is 7"},
		{"versions", []*TestRun{sharedRun(), version}, "the reports are not of one run: the version of openidea-plugin of 0.json is 1.2.3, that of 1.json is 2.0.0"},
		{"a test twice", []*TestRun{one, twice}, `0.json and 1.json both hold the test "case 10 `},
		{"tests twice", []*TestRun{one, one}, `and 3 more of theirs: each test belongs to one shard`},
	} {
		if _, err := merge(t, "json", c.runs...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	a, _ := ReadTestReport("a", []byte(written(t, "json", one)))
	b, _ := ReadTestReport("b", []byte(written(t, "junit", shard(1, 2))))
	if _, err := MergeTests([]*TestReport{a, b}); err == nil || err.Error() != "the reports are not of one run: the form of a is JSON, that of b is JUnit" {
		t.Errorf("mixed forms: %v", err)
	}
	if _, err := MergeTests([]*TestReport{a, a}); err == nil || err.Error() != "a is named twice" {
		t.Errorf("the same file: %v", err)
	}
}

func TestReadTestReportRefuses(t *testing.T) {
	json, junit := written(t, "json", sharedRun()), written(t, "junit", sharedRun())
	replace := func(s, old, new string) string {
		if !strings.Contains(s, old) {
			t.Fatalf("%s is not there", old)
		}
		return strings.Replace(s, old, new, 1)
	}
	for _, c := range []struct{ name, text, want string }{
		{"nothing", " \n", "the file is empty"},
		{"text", "1 passed", "it is neither a JSON nor a JUnit report of openidea-plugin test"},
		{"half of JSON", json[:len(json)/2], "it is not JSON, or not complete: it goes wrong at byte "},
		{"half of XML", junit[:len(junit)/2], "it is not XML, or not complete: it goes wrong in line "},
		{"other JSON", "{}", "it is no report of openidea-plugin"},
		{"other XML", `<testsuites name="x"/>`, "it is no JUnit report of openidea-plugin test"},
		{"two reports in one file", junit + junit, "more stands behind the end of the report: name each report of its own"},
		{"HTML", "<html></html>", "it is no JUnit report of openidea-plugin test"},
		{"another type", replace(json, `"seed": 1`, `"seed": "1"`), `it is no report of openidea-plugin test: "seed" has another type there`},
		{"another type in what all reports have", replace(json, `"summary": {`, `"summary": 1, "other": {`), `it is no report of openidea-plugin test: "summary" has another type there`},
		{"a report of check", replace(json, `"command": "test"`, `"command": "check"`), "it is a report of openidea-plugin check, not of test"},
		{"a later version", replace(json, `"version": 1`, `"version": 2`), "it is a report of version 2, and this program reads version 1"},
		{"an unknown status", replace(json, `"status": "passed"`, `"status": "flaky"`), `the test "finds a note" has the status "flaky", which this program does not know`},
		{"an unknown severity", replace(json, `"severity": "error"`, `"severity": "fatal"`), `a finding of "a-rule" has the severity "fatal", which this program does not know`},
		{"another number of tests", replace(json, `"passed": 2`, `"passed": 3`), "it says another number of tests than it holds"},
		{"another number of cases", replace(junit, `tests="10"`, `tests="11"`), "it says that it holds 11 tests, and holds 10"},
		{"a suite without properties", replace(junit, `<property name="seed" value="1"/>`, ""), "it is no JUnit report of openidea-plugin test: the properties of a suite are missing"},
		{"null", `{"version": 1, "tool": {"name": "openidea-plugin"}, "command": "test", "results": [null]}`, "null stands where a result should be"},
		{"a null test", `{"version": 1, "tool": {"name": "openidea-plugin"}, "command": "test", "results": [{"tests": [null]}]}`, "null stands where a result should be"},
		{"a null call", `{"version": 1, "tool": {"name": "openidea-plugin"}, "command": "test", "results": [{"tests": [{"status": "failed", "calls": [null]}]}]}`, "null stands where a result should be"},
	} {
		if _, err := ReadTestReport("x", []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// TestNamesByNumber: the tests that one place makes stand in the order in which people count.
func TestNamesByNumber(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"case 9", "case 10", -1}, {"case 10", "case 9", 1}, {"case 09", "case 10", -1}, {"case 1", "case 1", 0}, {"a", "b", -1}, {"a1b2", "a1b10", -1},
		{"case 123456789012345678901234567890", "case 123456789012345678901234567891", -1}, {"case", "case 1", -1}, {"", "a", -1},
	} {
		if got := compareNames(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
