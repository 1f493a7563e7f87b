package check

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"openidea-plugin/config"
	"openidea-plugin/diag"
)

// write lays out files in a fresh folder.
func write(t *testing.T, files []File) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		data := []byte(f.Text)
		if f.Component != "" {
			data = componentBytes(t, f.Component)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func provider(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/components/provider.wasm")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func componentBytes(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/components/" + name + ".wasm")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// run checks the plugin in a folder with its configuration.
func run(dir string, o Options) *Result {
	o.Configs = config.NewLoader(dir, ConfigKnown())
	return Run(dir, []string{"."}, o)
}

// rules are the ids that findings have, each once.
func rules(ds []diag.Diagnostic) []string {
	var ids []string
	for _, d := range ds {
		ids = append(ids, d.Rule)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// TestExamples runs the bad and the good example of every rule.
func TestExamples(t *testing.T) {
	wasm := provider(t)
	for _, r := range Rules() {
		t.Run(r.ID, func(t *testing.T) {
			bad := run(write(t, r.Bad.Complete(wasm)), Options{NoWasm: !r.Wasm})
			if len(bad.Errors) > 0 || !slices.Contains(rules(bad.Findings), r.ID) {
				t.Errorf("the bad example is not reported; found %v %v", rules(bad.Findings), bad.Errors)
			}
			fixed := false
			for _, d := range bad.Findings {
				if d.Rule == r.ID && d.Severity != r.Severity {
					t.Errorf("reported as %s, documented as %s", d.Severity, r.Severity)
				}
				fixed = fixed || d.Rule == r.ID && d.Fix != nil
				if d.Rule == r.ID && d.Fix != nil && r.Fix == SafeFix && d.Fix.Unsafe {
					t.Errorf("the fix of %q is unsafe, documented is a safe one", d.Message)
				}
				if d.Severity == diag.Error && r.Severity == diag.Error && d.Rule != r.ID {
					t.Errorf("the bad example shows another mistake too: %s: %s", d.Rule, d.Message)
				}
			}
			if fixed && r.Fix == NotFixable {
				t.Error("the bad example has a fix, which is not documented")
			}
			good := run(write(t, r.Good.Complete(wasm)), Options{})
			if len(good.Errors) > 0 || good.Count(diag.Error)+good.Count(diag.Warning) > 0 || slices.Contains(rules(good.Findings), r.ID) {
				t.Errorf("the good example is reported: %+v %v", good.Findings, good.Errors)
			}
		})
	}
}

func TestRulesAreDocumented(t *testing.T) {
	for _, r := range Rules() {
		if r.ID != strings.ToLower(r.ID) || r.Title == "" || strings.HasSuffix(r.Title, ".") || len(r.Text) < 80 || r.Source == "" || r.Bad == nil || r.Good == nil || r.Severity == 0 {
			t.Errorf("%s is not documented as the others are", r.ID)
		}
		if Find(r.ID) != r {
			t.Errorf("%s is not found, or twice there", r.ID)
		}
	}
	if Find("no-such-rule") != nil {
		t.Error("a rule is found that does not exist")
	}
}

func TestDocsAreUpToDate(t *testing.T) {
	got, err := os.ReadFile("../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != Markdown() {
		t.Error("docs/rules.md is not what the rules say: run go generate ./check")
	}
}

// TestRegistryIsUpToDate: a rule that was written but not generated into the registry would never run.
func TestRegistryIsUpToDate(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	written := 0
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			if strings.HasPrefix(line, "var ") && strings.HasSuffix(line, " = Rule{\n") {
				written++
			}
		}
	}
	if written != len(Rules()) {
		t.Errorf("%d rules are written, %d are in the registry: run go generate ./check", written, len(Rules()))
	}
}
