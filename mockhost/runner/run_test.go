package runner

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"openidea-plugin/component"
	"openidea-plugin/plugin"
)

var shared = sync.OnceValues(func() (*component.Runtime, error) {
	return component.NewRuntime(context.Background(), component.Config{})
})

// load copies a fixture without its tests and gives it test files by their names.
func load(t testing.TB, fixture string, tests map[string]string) *Suite {
	t.Helper()
	dir := t.TempDir()
	from := "../../fixtures/" + fixture
	for _, part := range []string{"plugin.toml", "schemas", "any.schema.json", "dist", "project"} {
		if _, err := os.Stat(filepath.Join(from, part)); err != nil {
			continue
		}
		target := filepath.Join(dir, part)
		if info, _ := os.Stat(filepath.Join(from, part)); info.IsDir() {
			if err := os.CopyFS(target, os.DirFS(filepath.Join(from, part))); err != nil {
				t.Fatal(err)
			}
			continue
		}
		data, err := os.ReadFile(filepath.Join(from, part))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(target, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range tests {
		path := filepath.Join(dir, "tests", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, readErr := plugin.Load(dir, plugin.Find(dir, []string{"."}).Manifests[0])
	if readErr != nil {
		t.Fatal(readErr)
	}
	s, findings, errs := NewSuite(dir, p, nil)
	if errs != nil {
		t.Fatal(errs)
	}
	for _, d := range findings {
		t.Fatalf("%s: %s", d.Rule, d.Message)
	}
	return s
}

func run(t *testing.T, o Options, suites ...*Suite) []*Result {
	t.Helper()
	rt, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return Run(t.Context(), rt, suites, o)
}

func states(r *Result) string {
	var list []string
	for _, t := range r.Tests {
		list = append(list, string(t.Status))
	}
	return strings.Join(list, " ")
}

// TestFixtures: the tests of every fixture pass, and their files have no mistakes.
func TestFixtures(t *testing.T) {
	cwd, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	found := plugin.Find(cwd, []string{"fixtures"})
	if len(found.Manifests) < 6 {
		t.Fatalf("only %d fixtures", len(found.Manifests))
	}
	var suites []*Suite
	for _, m := range found.Manifests {
		p, readErr := plugin.Load(cwd, m)
		if readErr != nil {
			t.Fatal(readErr)
		}
		s, findings, errs := NewSuite(cwd, p, nil)
		if errs != nil {
			t.Fatal(errs)
		}
		for _, d := range findings {
			t.Errorf("%s: %s: %s", d.Span.File.Path, d.Rule, d.Message)
		}
		suites = append(suites, s)
	}
	for _, r := range run(t, Options{Seed: 1}, suites...) {
		for _, test := range r.Tests {
			if test.Status != Failed {
				continue
			}
			for _, c := range test.Calls {
				for _, p := range c.Problems {
					t.Errorf("%s › %s: %s: expected %s, got %s", r.ID, test.Name, p.What, p.Expected, p.Got)
				}
			}
		}
		if r.ID == "openidea.data-tools" && r.Path == "fixtures/data-tools" && r.Count(Passed) < 16 {
			t.Errorf("%s has only %d passing tests", r.ID, r.Count(Passed))
		}
	}
}

const failing = `
[[test]]
name = "one"
tool = "recent_searches"
[[test]]
name = "two"
tool = "recent_searches"
expect.error = "denied"
[[test]]
name = "three"
tool = "recent_searches"
[[test]]
name = "four"
skip = "later"
tool = "recent_searches"
[[test]]
name = "five"
known-failing = "it is"
tool = "recent_searches"
expect.error = "denied"
[[test]]
name = "six"
known-failing = "it was"
tool = "recent_searches"
`

func TestStates(t *testing.T) {
	s := load(t, "data-tools", map[string]string{"a.test.toml": failing})
	for _, jobs := range []int{1, 4} {
		if got, want := states(run(t, Options{Jobs: jobs}, s)[0]), "passed failed passed skipped known-failing failed"; got != want {
			t.Errorf("%d jobs: %s, want %s", jobs, got, want)
		}
		if got, want := states(run(t, Options{Jobs: jobs, FailFast: true}, s)[0]), "passed failed not-run not-run not-run not-run"; got != want {
			t.Errorf("%d jobs, fail-fast: %s, want %s", jobs, got, want)
		}
	}
	match := func(name string) bool { return name == "two" || name == "four" }
	if got := states(run(t, Options{Selected: Select([]*Suite{s}, match, Shard{})}, s)[0]); got != "failed skipped" {
		t.Errorf("two that match: %s", got)
	}
}

// TestWorld: what a test file sets up is what the plugin sees, anew for each test.
func TestWorld(t *testing.T) {
	const text = `
[project]
dir = "../project"
files = { "notes/new.md" = "# New\n" }

[storage]
"notes/new.md" = "pinned"

[defaults]
grants = ["project.read", "project.write", "storage"]

[[test]]
name = "files of the folder and of the table"
tool = "list_notes"
expect.ok.matches = 'archive/holiday.*notes/new'

[[test]]
name = "two calls share an IDE"
[[test.call]]
tool = "purge_notes"
arguments = { text = "# New" }
expect.files = { "notes/new.md" = false }
[[test.call]]
tool = "read_note"
arguments = { path = "notes/new.md" }
expect.error = "not-found"
[[test.call]]
tool = "purge_notes"
arguments = { text = "Holiday" }
confirm = "reject"
expect.refused = "rejected"

[[test]]
name = "and the next test has its own"
tool = "read_note"
arguments = { path = "notes/new.md" }
expect.ok.equals = "# New\n"

[[test]]
name = "stored values"
tool = "pinned_notes"
expect.ok.equals = "notes/new.md"

[[test]]
name = "values that are stored"
tool = "pin_note"
arguments = { path = "notes/meeting.md" }
expect.storage = { "notes/meeting.md" = "pinned", "notes/new.md" = "pinned", "notes/other.md" = false }

[[test]]
name = "another plugin collides"
tool = "pinned_notes"
expect = { refused = "withheld", listed = false }
`
	tests := map[string]string{"a.test.toml": strings.Split(text, "[[test]]\nname = \"another")[0]}
	r := run(t, Options{}, load(t, "data-tools", tests))[0]
	report(t, r)

	manifest := `id = "openidea-data.tools"
name = "Other"
version = "1.0.0"
engines.openidea = "^1.4"
wasm = "none.wasm"
[[contributes.mcpTools]]
name = "pinned_notes"
description = "The same name."
inputSchema = "s.json"
readOnly = true
destructive = false
`
	r = run(t, Options{}, load(t, "data-tools", map[string]string{
		"other/plugin.toml": manifest, "other/s.json": `{"type":"object"}`,
		"b.test.toml": "[[plugin]]\npath = \"other\"\n[[test]]\nname = \"another" + strings.Split(text, "[[test]]\nname = \"another")[1],
	}))[0]
	report(t, r)
}

func report(t *testing.T, r *Result) {
	t.Helper()
	for _, test := range r.Tests {
		for _, c := range test.Calls {
			for _, p := range c.Problems {
				t.Errorf("%s: %s: expected %s, got %s", test.Name, p.What, p.Expected, p.Got)
			}
		}
	}
}

// TestAlone: a test that hits its deadline while others run gets a second chance alone; only where it needs one.
func TestAlone(t *testing.T) {
	const text = `
[limits]
deadline = "1ns"
[[test]]
name = "too slow"
tool = "recent_searches"
[[test]]
name = "as expected"
tool = "recent_searches"
expect.aborted = "deadline"
[[test]]
name = "as one of two"
tool = "recent_searches"
expect.aborted = ["fuel", "deadline"]
`
	s := load(t, "data-tools", map[string]string{"a.test.toml": text})
	for _, c := range []struct {
		jobs  int
		alone bool
	}{{1, false}, {2, true}} {
		r := run(t, Options{Jobs: c.jobs}, s)[0]
		if states(r) != "failed passed passed" || r.Tests[0].Alone != c.alone || r.Tests[1].Alone || r.Tests[2].Alone != c.alone {
			t.Errorf("%d jobs: %s, alone %v, %v and %v", c.jobs, states(r), r.Tests[0].Alone, r.Tests[1].Alone, r.Tests[2].Alone)
		}
	}
}

// TestAloneFromTheStart: a test beside which nothing ran does not run twice.
func TestAloneFromTheStart(t *testing.T) {
	const text = "[limits]\ndeadline = \"1ns\"\n[[test]]\nname = \"too slow\"\ntool = \"recent_searches\"\n"
	r := run(t, Options{Jobs: 4}, load(t, "data-tools", map[string]string{"a.test.toml": text}))[0]
	if states(r) != "failed" || r.Tests[0].Alone {
		t.Errorf("%s, alone %v", states(r), r.Tests[0].Alone)
	}
}

// TestFuel: the limit of the command line goes before that of the file.
func TestFuel(t *testing.T) {
	const text = `
[limits]
fuel = 1000
[[test]]
name = "hungry"
tool = "find_notes"
arguments = { text = "milk" }
expect.fuel-at-most = 10
`
	s := load(t, "data-tools", map[string]string{"a.test.toml": text})
	o := run(t, Options{}, s)[0].Tests[0].Calls[0].Outcome
	if o.String() != "aborted fuel" {
		t.Errorf("with the file's limit: %s", o)
	}
	c := run(t, Options{Fuel: 1e9}, s)[0].Tests[0].Calls[0]
	if c.Outcome.String() != "ok" || len(c.Problems) != 1 || c.Problems[0].What != "fuel" {
		t.Errorf("with the command line's: %s, %v", c.Outcome, c.Problems)
	}
}

// TestPanic: a panic of a Rust plugin says where it was and why, though the trap itself does not.
func TestPanic(t *testing.T) {
	s := load(t, "api-tour", map[string]string{"a.test.toml": "[[test]]\nname = \"a\"\ngrants = []\ntool = \"unwrap\"\n"})
	c := run(t, Options{}, s)[0].Tests[0].Calls[0]
	want := "aborted trap: panicked at src/lib.rs:62:60: called `Result::unwrap()` on an `Err` value: Denied(\"storage is not granted\")," +
		" in api_tour::tour, called from openidea:plugin/mcp-provider@1.4.0#call"
	if c.Got != want {
		t.Errorf("got  %s\nwant %s", c.Got, want)
	}
	if want := "The plugin trapped after the denial: an error of a host call was not handled (unwrap?)."; c.Hint != want {
		t.Errorf("hint %q, want %q", c.Hint, want)
	}
}
