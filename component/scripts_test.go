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

// TestScripts runs every script of testdata/scripts on both engines. All assertions must hold, and every outcome, message and
// amount of fuel must be the same on both.
func TestScripts(t *testing.T) {
	for _, source := range scriptSources(t) {
		name := strings.TrimSuffix(filepath.Base(source), ".wast")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := wast.Load(packedPath(name))
			if err != nil {
				t.Fatal(err)
			}
			var compiled, interpreted bytes.Buffer
			for _, e := range []struct {
				name string
				cfg  component.Config
				out  *bytes.Buffer
			}{{"compiler", component.Config{}, &compiled}, {"interpreter", component.Config{Interpreter: true}, &interpreted}} {
				tally, err := s.Run(t.Context(), e.cfg, e.out, true)
				if err != nil {
					t.Fatal(err)
				}
				if sum := tally.Total(); sum.Fail > 0 || sum.Skip > 0 || sum.Pass == 0 {
					t.Errorf("%s:\n%s%s", e.name, notOK(e.out.String()), tally)
				}
			}
			if a, b := strings.Split(compiled.String(), "\n"), strings.Split(interpreted.String(), "\n"); !t.Failed() {
				for i := range a {
					if a[i] != b[i] {
						t.Errorf("the engines differ:\ncompiler:    %s\ninterpreter: %s", a[i], b[i])
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
