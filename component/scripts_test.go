package component_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"openidea-plugin/component"
	"openidea-plugin/component/wast"
)

const scriptsDir = "testdata/scripts"

// scriptEngines are the ways to run core code. Code that is kept in a folder is always read from there.
var scriptEngines = []struct {
	name   string
	cfg    component.Config
	cached bool
}{
	{name: "compiler"},
	{name: "interpreter", cfg: component.Config{Interpreter: true}},
	{name: "compiled code out of a folder", cached: true},
}

// TestScripts runs every script of testdata/scripts on all of them. All assertions must hold, and every outcome, message and
// amount of fuel must be the same on all.
func TestScripts(t *testing.T) {
	for _, source := range scriptSources(t) {
		name := strings.TrimSuffix(filepath.Base(source), ".wast")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := wast.Load(packedPath(name))
			if err != nil {
				t.Fatal(err)
			}
			outs := make([]bytes.Buffer, len(scriptEngines))
			for i, e := range scriptEngines {
				if e.cached {
					e.cfg.CacheDir = t.TempDir()
				}
				tally, err := s.Run(t.Context(), e.cfg, &outs[i], true)
				if err != nil {
					t.Fatal(err)
				}
				if sum := tally.Total(); sum.Fail > 0 || sum.Skip > 0 || sum.Pass == 0 {
					t.Errorf("%s:\n%s%s", e.name, notOK(outs[i].String()), tally)
				}
			}
			if t.Failed() {
				return
			}
			want := strings.Split(outs[0].String(), "\n")
			for i, e := range scriptEngines[1:] {
				for k, got := range strings.Split(outs[i+1].String(), "\n") {
					if got != want[k] {
						t.Errorf("the engines differ:\n%s: %s\n%s: %s", scriptEngines[0].name, want[k], e.name, got)
					}
				}
			}
		})
	}
}

// TestPackedScriptsBelongToTheirSources finds a packed file that was not made anew after its script was changed.
func TestPackedScriptsBelongToTheirSources(t *testing.T) {
	sources := scriptSources(t)
	for _, source := range sources {
		name := strings.TrimSuffix(filepath.Base(source), ".wast")
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		packed, err := os.ReadFile(packedPath(name))
		if err != nil {
			t.Errorf("%s is not packed: run %s/build.sh", source, scriptsDir)
			continue
		}
		if !bytes.Contains(packed, []byte(`"sha256": "`+wast.Sum(text)+`"`)) {
			t.Errorf("%s is not made of %s as it is now: run %s/build.sh", packedPath(name), source, scriptsDir)
		}
	}
	packed, err := filepath.Glob(packedPath("*"))
	if err != nil || len(packed) != len(sources) {
		t.Errorf("%d packed files for %d scripts (%v)", len(packed), len(sources), err)
	}
}

func packedPath(name string) string { return filepath.Join(scriptsDir, "packed", name+".json") }

func scriptSources(t *testing.T) []string {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join(scriptsDir, "*.wast"))
	if err != nil || len(sources) == 0 {
		t.Fatalf("no scripts in %s (%v)", scriptsDir, err)
	}
	return sources
}

// notOK is the lines of out but those of commands that went well.
func notOK(out string) string {
	var b strings.Builder
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "ok ") {
			b.WriteString(line)
		}
	}
	return b.String()
}
