package main

import (
	"bytes"
	"errors"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// binary is the built program: `go run` would turn every failure into exit status 1.
var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "openidea-plugin-")
	if err != nil {
		log.Fatal(err)
	}
	binary = filepath.Join(dir, "openidea-plugin")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	status := 1
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		log.Printf("%v\n%s", err, out)
	} else {
		status = m.Run()
	}
	os.RemoveAll(dir)
	os.Exit(status)
}

// write writes a file, and the folders above it.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// expectStatus runs the binary with args, split at spaces, in dir: it must end with status, and speak on stderr only where that is 2.
func expectStatus(t *testing.T, dir, args string, status int, env []string) {
	t.Helper()
	cmd := exec.Command(binary, strings.Fields(args)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	_, err := cmd.Output()
	if got := exitStatus(t, err); got != status {
		t.Errorf("%q: exit status %d, want %d\n%s", args, got, status, stderr.String())
	}
	if (status == 2) != (stderr.Len() > 0) {
		t.Errorf("%q: stderr speaks only of failures: %q", args, stderr.String())
	}
}

func exitStatus(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	t.Fatal(err)
	return -1
}

func TestExitStatuses(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"good/plugin.toml": "id = 'acme.good'\nengines.openidea = '^1.4'\n",
		"warn/plugin.toml": "\ufeffid = 'acme.warn'\nengines.openidea = '^1.4'\n",
		"bad/plugin.toml":  "id = ''\nengines.openidea = '^1.4'\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args   string
		status int
	}{
		{"", 0},
		{"version", 0},
		{"--help", 0},
		{"help check", 0},
		{"completion bash", 0},
		{"explain tool-name", 0},
		{"check good", 0},
		{"check good --output json", 0},
		{"check warn", 0},
		{"check warn --strict", 1},
		{"check good bad", 1},
		{"check bad --output json", 1},
		{"check bad --output json=report.json", 1},
		{"check bad --quiet", 1},
		{"check bad nowhere", 2},
		{"check nowhere", 2},
		{"check --no-such-flag", 2},
		{"check --output nothing", 2},
		{"check good --output json=no/such/folder.json", 2},
		{"no-such-command", 2},
		{"explain no-such-rule", 2},
	} {
		expectStatus(t, dir, c.args, c.status, nil)
	}
}
