package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

// TestScripts runs the command line end to end, in-process. Each file of testdata/script is a story that can be read from top to bottom:
// first commands, then the files that they work on, in the txtar form. UPDATE_SCRIPTS=1 rewrites the expected outputs in them.
func TestScripts(t *testing.T) { runScripts(t, "testdata/script") }

// TestCases runs check on the shapes of plugins that are known to go wrong, or to look wrong and be right: the verdict, and the
// whole output with the place of each finding. Each file holds one case.
func TestCases(t *testing.T) { runScripts(t, "testdata/cases") }

func runScripts(t *testing.T, dir string) {
	names, err := filepath.Glob(dir + "/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no scripts in %s", dir)
	}
	cache := t.TempDir() // one for all: each component is compiled once
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			s := &script{T: t, path: name, dir: t.TempDir(), env: map[string]string{"XDG_CACHE_HOME": cache}}
			s.read()
			s.run()
		})
	}
}

// script is one file: commands and the files that they find.
type script struct {
	*testing.T
	path, dir      string
	commands       []string
	files          []scriptFile
	env            map[string]string
	stdout, stderr string
	status         int
	updated        bool
}

type scriptFile struct{ name, text string }

// read parses the txtar form: a comment, then files behind lines like "-- name --".
func (s *script) read() {
	s.Helper()
	data, err := os.ReadFile(s.path)
	if err != nil {
		s.Fatal(err)
	}
	var head strings.Builder
	at := &head
	var bodies []*strings.Builder
	for line := range strings.Lines(string(data)) {
		name, found := strings.CutPrefix(strings.TrimSpace(line), "-- ")
		if name, closed := strings.CutSuffix(name, " --"); found && closed {
			s.files = append(s.files, scriptFile{name: name})
			at = &strings.Builder{}
			bodies = append(bodies, at)
			continue
		}
		at.WriteString(line)
	}
	s.commands = strings.Split(head.String(), "\n")
	for i := range s.files {
		s.files[i].text = bodies[i].String()
		s.write(s.files[i].name, s.files[i].text)
	}
}

func (s *script) write(name, text string) {
	s.Helper()
	path := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.Fatal(err)
	}
}

func (s *script) text(name string) string {
	s.Helper()
	switch name {
	case "stdout":
		return s.stdout
	case "stderr":
		return s.stderr
	}
	data, err := os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(name)))
	if err != nil {
		s.Fatal(err)
	}
	return string(data)
}

// scriptCommands are what a script can say. A word in single quotes is one argument.
var scriptCommands = map[string]func(s *script, args []string){
	"openidea-plugin": (*script).main,
	// status N: how the last run ended.
	"status": func(s *script, args []string) {
		if want, err := strconv.Atoi(args[0]); err != nil || s.status != want {
			s.Fatalf("exit status %d, want %s\nstderr: %s", s.status, args[0], s.stderr)
		}
	},
	// cmp stdout|stderr|FILE FILE: both are the same.
	"cmp": (*script).cmp,
	// empty stdout|stderr: nothing was printed.
	"empty": func(s *script, args []string) {
		if got := s.text(args[0]); got != "" {
			s.Fatalf("%s is not empty: %s", args[0], got)
		}
	},
	// printable stdout|stderr: no character that a terminal obeys or hides.
	"printable": func(s *script, args []string) {
		for i, r := range s.text(args[0]) {
			if r != '\n' && !unicode.IsPrint(r) {
				s.Fatalf("U+%04X at byte %d of %s", r, i, args[0])
			}
		}
	},
	// places FILE: the rule, file and byte range of each finding of a JSON report.
	"places":   (*script).places,
	"unescape": (*script).unescape,
	// same-but-times FILE FILE: two JSON reports differ in nothing but times.
	"same-but-times": func(s *script, args []string) {
		times := regexp.MustCompile(`("[a-z_]+_ms": )[0-9.e+-]+`)
		a, b := times.ReplaceAllString(s.text(args[0]), "${1}0"), times.ReplaceAllString(s.text(args[1]), "${1}0")
		if diff := cmp.Diff(strings.Split(a, "\n"), strings.Split(b, "\n")); diff != "" {
			s.Fatalf("%s and %s differ (- first, + second):\n%s", args[0], args[1], diff)
		}
	},
	// provider PATH: a component that exports mcp-provider.
	"provider": func(s *script, args []string) {
		data, err := os.ReadFile("../../check/testdata/components/provider.wasm")
		if err != nil {
			s.Fatal(err)
		}
		s.write(args[0], string(data))
	},
	"env": func(s *script, args []string) {
		name, value, _ := strings.Cut(args[0], "=")
		s.env[name] = value
	},
	"mkdir": func(s *script, args []string) {
		if err := os.MkdirAll(filepath.Join(s.dir, args[0]), 0o755); err != nil {
			s.Fatal(err)
		}
	},
	// symlink LINK TARGET
	"symlink": func(s *script, args []string) {
		if err := os.Symlink(args[1], filepath.Join(s.dir, args[0])); err != nil {
			s.Fatal(err)
		}
	},
	// remove FILE
	"remove": func(s *script, args []string) {
		if err := os.Remove(filepath.Join(s.dir, args[0])); err != nil {
			s.Fatal(err)
		}
	},
}

func (s *script) run() {
	ran := 0
	for i, line := range s.commands {
		words := splitWords(line)
		if len(words) == 0 {
			continue
		}
		do := scriptCommands[words[0]]
		if do == nil {
			s.Fatalf("%s:%d: no command %q", s.path, i+1, words[0])
		}
		s.Logf("%s:%d: %s", s.path, i+1, line)
		do(s, words[1:])
		ran++
	}
	if ran == 0 {
		s.Fatal("the script does nothing")
	}
	if s.updated {
		out := strings.Join(s.commands, "\n")
		for _, f := range s.files {
			out += "-- " + f.name + " --\n" + f.text
		}
		if err := os.WriteFile(s.path, []byte(out), 0o644); err != nil {
			s.Fatal(err)
		}
	}
}

// splitWords parts a line at blanks, keeps what stands in single quotes together, and leaves out comments.
func splitWords(line string) []string {
	var words []string
	quoted := false
	for i, piece := range strings.Split(line, "'") {
		if quoted = i%2 == 1; quoted {
			words = append(words, piece)
			continue
		}
		before, _, comment := strings.Cut(piece, "#")
		words = append(words, strings.Fields(before)...)
		if comment {
			return words
		}
	}
	return words
}

func (s *script) main(args []string) {
	var stdout, stderr bytes.Buffer
	s.status = Main(args, Streams{
		Out: &stdout, Err: &stderr, Dir: s.dir, Getenv: func(name string) string { return s.env[name] },
	})
	s.stdout, s.stderr = stdout.String(), stderr.String()
}

func (s *script) cmp(args []string) {
	got, want := s.text(args[0]), s.text(args[1])
	if got == want {
		return
	}
	i := slices.IndexFunc(s.files, func(f scriptFile) bool { return f.name == args[1] })
	if i >= 0 && os.Getenv("UPDATE_SCRIPTS") != "" {
		// Only terminal escapes are written as unescape reads them: other bytes do not occur in outputs.
		s.files[i].text, s.updated = strings.ReplaceAll(got, "\x1b", `\x1b`), true
		return
	}
	s.Fatalf("%s is not %s (- want, + got):\n%s", args[0], args[1], cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")))
}

func (s *script) places(args []string) {
	var r struct {
		Findings []struct {
			Rule, Severity, File string
			Range                *struct{ Start, End struct{ Offset int } }
		}
	}
	if err := json.Unmarshal([]byte(s.text(args[0])), &r); err != nil {
		s.Fatal(err)
	}
	s.stdout = ""
	for _, f := range r.Findings {
		place := "-"
		if f.Range != nil {
			place = fmt.Sprintf("%d-%d", f.Range.Start.Offset, f.Range.End.Offset)
		}
		s.stdout += fmt.Sprintf("%s %s %s %s\n", f.Severity, f.Rule, f.File, place)
	}
	if s.stdout == "" {
		s.stdout = "none\n"
	}
}

// unescape FILE...: replaces \xNN in files, for bytes that a script cannot hold readably, and removes the last line end where \c stands before it.
func (s *script) unescape(args []string) {
	for _, name := range args {
		text := strings.TrimSuffix(s.text(name), "\\c\n")
		var out strings.Builder
		for {
			before, after, found := strings.Cut(text, `\x`)
			out.WriteString(before)
			if !found {
				break
			}
			b, err := strconv.ParseUint(after[:2], 16, 8)
			if err != nil {
				s.Fatal(err)
			}
			out.WriteByte(byte(b))
			text = after[2:]
		}
		s.write(name, out.String())
	}
}
