package cli

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// TestFixesOfCases: whatever is wrong with a plugin, its fixes bring forth no new error, and a second run has nothing more to fix.
func TestFixesOfCases(t *testing.T) {
	names, err := filepath.Glob("testdata/cases/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases")
	}
	fixed := 0
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			s := &script{T: t, path: name, dir: t.TempDir(), env: map[string]string{}}
			s.read()
			for _, line := range s.commands {
				if words := splitWords(line); len(words) > 0 && words[0] != "openidea-plugin" && scriptCommands[words[0]] != nil && prepares[words[0]] {
					scriptCommands[words[0]](s, words[1:])
				}
			}
			run := func(args ...string) (out string) {
				var stdout, stderr bytes.Buffer
				if status := Main(append([]string{"check", "--no-wasm"}, args...), Streams{Out: &stdout, Err: &stderr, Dir: s.dir}); status > 1 {
					t.Errorf("%v: exit status %d: %s", args, status, stderr.String())
				}
				return stdout.String()
			}
			before := strings.Count(run(), "error[")
			if out := run("--fix", "--unsafe", "--notes"); strings.Contains(out, "\nfixed ") || strings.HasPrefix(out, "fixed ") {
				fixed++
			}
			if after := run(); strings.Count(after, "error[") > before {
				t.Errorf("there were %d errors, and after fixing:\n%s", before, after)
			}
			if diff := run("--diff", "--unsafe", "--notes"); diff != "" {
				t.Errorf("a second run would change:\n%s", diff)
			}
		})
	}
	if fixed < 20 {
		t.Errorf("only %d of %d cases have a fix", fixed, len(names))
	}
}

// prepares are the commands of scripts that lay out files.
var prepares = map[string]bool{"unescape": true, "mkdir": true, "symlink": true, "remove": true, "provider": true}
