package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestInterruptedTests: a run of tests that is ended says so with its status; no report is there, and no snapshot or other file is left half written.
func TestInterruptedTests(t *testing.T) {
	for _, c := range []struct {
		signal os.Signal
		status int
	}{{os.Interrupt, 130}, {syscall.SIGTERM, 143}, {syscall.SIGHUP, 129}} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS("../../fixtures/misbehaving")); err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(filepath.Join(dir, "tests")); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "tests", "a.test.toml"), `
[limits]
fuel = 1_000_000_000_000_000
deadline = "30m"
[[test]]
name = "one"
tool = "healthy"
expect.ok.snapshot = true
[[test]]
name = "without end"
tool = "endless_loop"
`)
		cmd := exec.Command(binary, "test", "--update", "--jobs", "1", "--output", "json=report.json", "--output", "text=report.txt")
		cmd.Env = append(os.Environ(), "CI=")
		var stderr bytes.Buffer
		cmd.Dir, cmd.Stderr = dir, &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		snapshot := filepath.Join(dir, "tests", "snapshots", "a", "one.snap")
		for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) { // until the first test has ended
			if _, err := os.Stat(snapshot); err == nil {
				break
			}
		}
		if err := cmd.Process.Signal(c.signal); err != nil {
			t.Fatal(err)
		}
		if status := exitStatus(t, cmd.Wait()); status != c.status || stderr.String() != "openidea-plugin: interrupted\n" {
			t.Errorf("%s: exit status %d, want %d; stderr %q", c.signal, status, c.status, stderr.String())
		}
		if data, err := os.ReadFile(snapshot); err != nil || string(data) != "healthy\n" {
			t.Errorf("%s: the snapshot is %q, %v", c.signal, data, err)
		}
		err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
			if name := entry.Name(); strings.HasPrefix(name, "report.") || strings.HasPrefix(name, ".openidea") {
				t.Errorf("%s: %s is left", c.signal, path)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}
