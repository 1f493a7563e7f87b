//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOutputs: an output that nobody reads to its end changes nothing, one that cannot be written is a failure.
func TestOutputs(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "good", "plugin.toml"), "id = 'acme.good'\nengines.openidea = '^1.4'\n")
	write(t, filepath.Join(dir, "bad", "plugin.toml"), "id = ''\nengines.openidea = '^1.4'\n")
	for _, c := range []struct {
		args         string
		closed, full int
	}{
		{"explain", 0, 2},
		{"version", 0, 2},
		{"--version", 0, 2},
		{"--help", 0, 2},
		{"help", 0, 2},
		{"help check", 0, 2},
		{"test --help", 0, 2},
		{"completion bash", 0, 2},
		{"check good", 0, 2},
		{"check bad", 1, 2},
		{"check bad --output json", 1, 2},
		{"check bad nowhere", 2, 2},
	} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		run := func(to *os.File) (int, string) {
			cmd := exec.Command(binary, strings.Fields(c.args)...)
			var stderr bytes.Buffer
			cmd.Dir, cmd.Stdout, cmd.Stderr = dir, to, &stderr
			return exitStatus(t, cmd.Run()), stderr.String()
		}
		if status, stderr := run(w); status != c.closed || status < 2 && stderr != "" {
			t.Errorf("%q into a closed pipe: exit status %d, want %d; stderr %q", c.args, status, c.closed, stderr)
		}
		w.Close()
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			continue // not on every system
		}
		if status, stderr := run(full); status != c.full || !strings.HasSuffix(stderr, "openidea-plugin: cannot write the output: the disk is full\n") {
			t.Errorf("%q to a full disk: exit status %d, want %d; stderr %q", c.args, status, c.full, stderr)
		}
		full.Close()
	}
}

func TestWorkingDirectoryIsGone(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "good", "plugin.toml"), "id = 'acme.good'\nengines.openidea = '^1.4'\n")
	for _, c := range []struct {
		args   []string
		status int
	}{
		{[]string{"version"}, 0},
		{[]string{"explain", "tool-name"}, 0},
		{[]string{"--help"}, 0},
		{[]string{"check", filepath.Join(dir, "good")}, 0},
		{[]string{"check"}, 2},
		{[]string{"check", "good"}, 2},
		{[]string{"test"}, 2},
		{[]string{"new", "notes"}, 2},
	} {
		gone := filepath.Join(dir, "gone")
		if err := os.Mkdir(gone, 0o755); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("/bin/sh", append([]string{"-c", `rmdir "$PWD" && exec "$0" "$@"`, binary}, c.args...)...)
		var stderr bytes.Buffer
		cmd.Dir, cmd.Stderr = gone, &stderr
		want := ""
		if c.status == 2 {
			want = "openidea-plugin: the working directory is gone\n  go to another one, or name paths from the root\n"
		}
		if status := exitStatus(t, cmd.Run()); status != c.status || stderr.String() != want {
			t.Errorf("%q: exit status %d, stderr %q", c.args, status, stderr.String())
		}
	}
}

// TestInterrupt interrupts a run that waits for somebody to read its output.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "plugin.toml"), strings.Repeat("id = 1\n", 2000)) // findings that no pipe holds at once
	cmd := exec.Command(binary, "check")
	var stderr bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := stdout.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if status := exitStatus(t, cmd.Wait()); status != 130 || stderr.String() != "openidea-plugin: interrupted\n" {
		t.Errorf("exit status %d, stderr %q", status, stderr.String())
	}
}
