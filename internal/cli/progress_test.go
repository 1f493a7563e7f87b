package cli

import (
	"bytes"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"openidea-plugin/report"
)

// screen is a terminal of one line: what is on it after all that was written.
type screen struct {
	mu    sync.Mutex
	cells []rune
	at    int
	// most is how many characters it ever showed.
	most int
	raw  bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.raw.Write(p)
	for _, r := range string(p) {
		if r == '\r' {
			s.at = 0
			continue
		}
		for len(s.cells) <= s.at {
			s.cells = append(s.cells, ' ')
		}
		s.cells[s.at] = r
		s.at++
	}
	s.most = max(s.most, utf8.RuneCountInString(strings.TrimSpace(string(s.cells))))
	return len(p), nil
}

func (s *screen) line() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.TrimRight(string(s.cells), " ")
}

func environment(pairs map[string]string) func(string) string {
	return func(name string) string { return pairs[name] }
}

// TestProgress: the line says which test runs, is never longer than it may be, obeys nothing of a plugin, and nothing of it remains.
func TestProgress(t *testing.T) {
	s := &screen{}
	e := newEnv(Streams{Err: s, ErrTerminal: true, Getenv: environment(nil)})
	p := e.progress()
	shows := func(want string) {
		t.Helper()
		for end := time.Now().Add(5 * time.Minute); s.line() != want; time.Sleep(progressEvery / 4) {
			if time.Now().After(end) {
				t.Fatalf("the screen shows %q, want %q", s.line(), want)
			}
		}
	}
	p.tell(12, 40, "acme.notes", "finds a note")
	shows("12/40 acme.notes › finds a note")
	p.tell(13, 40, "acme.notes", "\x1b[2J\n")
	shows("13/40 acme.notes › <U+001B>[2J<U+000A>")
	p.tell(14, 40, "a", "b")
	shows("14/40 a › b")
	p.tell(15, 40, "acme.notes", strings.Repeat("x", 200))
	shows("15/40 acme.notes › " + strings.Repeat("x", progressWidth-20) + "…")
	p.end()
	p.end()
	if s.line() != "" || s.most > progressWidth || strings.ContainsRune(s.raw.String(), '\x1b') {
		t.Errorf("the screen shows %q at the end, and showed %d characters", s.line(), s.most)
	}
	if report.Cells("15/40") != 5 || onScreen.Load() != 0 {
		t.Error("something is left on the screen")
	}
}

// TestNoProgress: nothing is shown where nobody looks, or where it is not wanted.
func TestNoProgress(t *testing.T) {
	for name, c := range map[string]struct {
		terminal bool
		env      map[string]string
		args     []string
	}{
		"no terminal":     {false, nil, nil},
		"NO_COLOR":        {true, map[string]string{"NO_COLOR": "1"}, nil},
		"a dumb terminal": {true, map[string]string{"TERM": "dumb"}, nil},
		"a CI system":     {true, map[string]string{"CI": "true"}, nil},
		"quiet":           {true, nil, []string{"--quiet"}},
		"no colour":       {true, nil, []string{"--color", "never"}},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(Streams{ErrTerminal: c.terminal, Getenv: environment(c.env)})
			root := newRoot(e)
			root.SetArgs(append([]string{"version"}, c.args...))
			if err := root.Execute(); err != nil {
				t.Fatal(err)
			}
			if p := e.progress(); p.out != nil {
				p.end()
				t.Error("a line is shown")
			}
		})
	}
}

// TestProgressLeavesNothing: what a run prints on a terminal ends as it would without the line, and files hold nothing of it.
func TestProgressLeavesNothing(t *testing.T) {
	s := &screen{}
	var out bytes.Buffer
	status := Main([]string{"test", "../../fixtures/reference-example"}, Streams{Out: &out, Err: s, ErrTerminal: true, Getenv: os.Getenv})
	if status != ExitOK || s.line() != "" || strings.ContainsRune(out.String(), '\r') {
		t.Errorf("status %d, the screen shows %q, output %q", status, s.line(), out.String())
	}
}
