package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestExitStatusesOfTest: how the command test ends, with a real component.
func TestExitStatusesOfTest(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	for name, test := range map[string]string{
		"green":  "[[test]]\nname = 'a'\ntool = 'recent_searches'\nexpect.ok.equals = ''\n",
		"red":    "[[test]]\nname = 'a'\ntool = 'recent_searches'\nexpect.ok.equals = 'milk'\n",
		"broken": "[[test]]\nname = 'a'\ntool = 'recent_searches'\nexpect.ok.equal = ''\n",
		"none":   "",
	} {
		plugin := filepath.Join(dir, name)
		if err := os.CopyFS(plugin, os.DirFS("../../fixtures/data-tools")); err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(filepath.Join(plugin, "tests")); err != nil {
			t.Fatal(err)
		}
		if test == "" {
			continue
		}
		if err := os.Mkdir(filepath.Join(plugin, "tests"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(plugin, "tests", "a.test.toml"), []byte(test), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	unbuilt := filepath.Join(dir, "unbuilt")
	if err := os.CopyFS(unbuilt, os.DirFS(filepath.Join(dir, "green"))); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(unbuilt, "dist")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   string
		status int
	}{
		{"test green", 0},
		{"test none", 0},
		{"test green --output json", 0},
		{"test red", 1},
		{"test red --output json", 1},
		{"test green red --quiet", 1},
		{"test broken", 2},
		{"test broken red", 2},
		{"test unbuilt", 2},
		{"test nowhere", 2},
		{"test green --run nowhere", 2},
		{"test green --jobs -1", 2},
	} {
		expectStatus(t, dir, c.args, c.status, []string{"XDG_CACHE_HOME=" + cache})
	}
}
