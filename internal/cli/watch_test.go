package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// bothStreams is what a person sees of both streams.
type bothStreams struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *bothStreams) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *bothStreams) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

const waiting = "waiting for changes (Ctrl-C ends)\n"

// next waits for the run number n to end, and gives what it printed.
func (s *bothStreams) next(t *testing.T, n int) string {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if runs := strings.SplitAfter(s.String(), waiting); len(runs) > n {
			return strings.TrimSuffix(runs[n-1], waiting)
		}
	}
	t.Fatalf("run %d did not end:\n%s", n, s.String())
	return ""
}

func TestWatch(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../fixtures/data-tools")); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "tests")); err != nil {
		t.Fatal(err)
	}
	// A file is there as a whole or not at all: one that was seen half written, on a machine that stalls, would be a change and a run of its own.
	aside := filepath.Join(t.TempDir(), "new")
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(aside, []byte(text), 0o644), os.Rename(aside, path)); err != nil {
			t.Fatal(err)
		}
	}
	read := func(name string) string {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	const test = "[project]\ndir = \"../notes-project\"\n\n[[test]]\nname = \"finds\"\ntool = \"find_notes\"\narguments = { text = \"milk\" }\nexpect.ok.snapshot = true\n"
	write("notes-project/notes/a.md", "buy milk\n")
	write("tests/a.test.toml", test)

	s := &bothStreams{}
	e := newEnv(Streams{Out: s, Err: s, Dir: dir, Getenv: func(name string) string {
		return map[string]string{"XDG_CACHE_HOME": filepath.Join(dir, "cache")}[name]
	}})
	f := &testFlags{outputs: []string{"text", "json=tests/report.json"}, contract: "quick", update: true, watch: true, seed: 1}
	if err := f.read(e); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- e.watchTests(ctx, f, []string{"."}) }()

	wasm := read("dist/plugin.wasm")
	if got := s.next(t, 1); !strings.Contains(got, "1 passed") || !strings.Contains(got, "wrote 1 snapshot") {
		t.Fatalf("the first run says:\n%s", got)
	}
	// Each step changes something and says what the next run must show. The run before wrote a report and a snapshot into the folder of tests: had that
	// been taken for a change, there would be one run too many.
	for i, step := range []struct {
		change func()
		want   []string
	}{
		{func() { write("notes-project/notes/a.md", "buy oat milk\n") }, []string{"notes-project/notes/a.md changed", "1 passed", "wrote 1 snapshot"}},
		{func() { write("tests/a.test.toml", strings.Replace(test, "milk", "bread", 1)) }, []string{"tests/a.test.toml changed", "1 passed", "wrote 1 snapshot"}},
		{func() { write("tests/b.test.toml", strings.Replace(test, "find_notes", "no_tool", 1)) }, []string{"tests/b.test.toml changed", "1 passed, 1 failed", "refused unknown-tool"}},
		{func() { _ = os.Remove(filepath.Join(dir, "tests/b.test.toml")) }, []string{"tests/b.test.toml changed", "1 passed"}},
		{func() { write("dist/plugin.wasm", wasm[:1000]) }, []string{"dist/plugin.wasm changed", "error[wasm-invalid]"}},
		{func() { write("dist/plugin.wasm", wasm) }, []string{"dist/plugin.wasm changed", "1 passed"}},
		{func() { write("schemas/find-notes.schema.json", "{}") }, []string{"schemas/find-notes.schema.json changed", "error[schema-root]"}},
		{func() {
			write("plugin.toml", strings.ReplaceAll(read("plugin.toml"), "schemas/find-notes", "schemas/other"))
		}, []string{"plugin.toml changed", "error[schema-missing]"}},
		{func() { write("schemas/other.schema.json", `{"type": "object"}`) }, []string{"schemas/other.schema.json changed", "1 passed"}},
		{func() { write("openidea-plugin.toml", "[rulez]\n") }, []string{"openidea-plugin.toml changed", "error[config-invalid]"}},
		{func() { write("openidea-plugin.toml", "") }, []string{"openidea-plugin.toml changed", "1 passed"}},
	} {
		step.change()
		got := s.next(t, i+2)
		for _, want := range step.want {
			if !strings.Contains(got, want) {
				t.Fatalf("run %d says:\n%s\nwhich lacks %q", i+2, got, want)
			}
		}
	}
	cancel()
	var status exitStatus
	if err := <-ended; !errors.As(err, &status) || status != ExitInterrupted {
		t.Errorf("it ended with %v, want the status %d", err, ExitInterrupted)
	}
}
