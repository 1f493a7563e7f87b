package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTestIsDeterministic: the same tests give the same bytes, whatever runs at once; in JSON all but the fields that are documented to vary.
func TestTestIsDeterministic(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"data-tools", "api-tour", "reference-example"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS("../../fixtures/"+name)); err != nil {
			t.Fatal(err)
		}
	}
	varying := regexp.MustCompile(`"[a-z]+_ms": [0-9.e+-]+`)
	cache := environment(map[string]string{"XDG_CACHE_HOME": t.TempDir()})
	for _, format := range testFormats {
		var first string
		for i, args := range [][]string{
			{"data-tools", "api-tour", "reference-example", "--jobs", "1"}, {"reference-example", "data-tools", "api-tour", "--jobs", "8"}, {".", "--jobs", "3"},
		} {
			var out bytes.Buffer
			args = append([]string{"test", "--trace", "--output", format}, args...)
			if status := Main(args, Streams{Out: &out, Err: os.Stderr, Dir: dir, Getenv: cache}); status != ExitOK {
				t.Fatalf("%v: exit status %d\n%s", args, status, out.String())
			}
			got := varying.ReplaceAllString(out.String(), "")
			if i == 0 {
				first = got
			} else if got != first {
				t.Errorf("%v gives another output than the first run", args)
			}
		}
	}
}

// TestTwentyRuns: failures with their diffs and traces are the same bytes over 20 runs, with one worker and with sixteen, in the forms for people and for machines.
func TestTwentyRuns(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "notes"), os.DirFS("../../fixtures/data-tools")); err != nil {
		t.Fatal(err)
	}
	tests := `
[project]
files = { "notes/list.md" = "# List\nbuy milk\n" }
[[test]]
name = "finds {text}"
tool = "find_notes"
arguments = { text = "{text}" }
expect.ok.equals = "notes/list.md:1: {text}"
each = [{ text = "milk" }, { text = "buy" }, { text = "List" }, { text = "tea" }]
[[test]]
name = "writes"
grants = []
tool = "add_note"
arguments = { name = "ideas", title = "Ideas" }
expect.files = { "notes/ideas.md" = "# Ideas\n" }
`
	if err := os.WriteFile(filepath.Join(dir, "notes", "tests", "red.test.toml"), []byte(tests), 0o600); err != nil {
		t.Fatal(err)
	}
	varying := regexp.MustCompile(`"[a-z]+_ms": [0-9.e+-]+`)
	cache := environment(map[string]string{"XDG_CACHE_HOME": t.TempDir()})
	var first [2]string
	for i := range 20 {
		for _, jobs := range []string{"1", "16"} {
			var out bytes.Buffer
			args := []string{"test", "notes", "--trace", "--jobs", jobs, "--output", "text", "--output", "json=report.json"}
			if status := Main(args, Streams{Out: &out, Err: os.Stderr, Dir: dir, Getenv: cache}); status != ExitFindings {
				t.Fatalf("exit status %d\n%s", status, out.String())
			}
			report, err := os.ReadFile(filepath.Join(dir, "report.json"))
			if err != nil {
				t.Fatal(err)
			}
			got := [2]string{out.String(), varying.ReplaceAllString(string(report), "")}
			if first[0] == "" {
				first = got
			} else if got != first {
				t.Fatalf("run %d with %s jobs gives another output than the first run:\n%s", i, jobs, got[0])
			}
		}
	}
}

// TestInvalidCodeIsSaidOnce: code that does not validate is one finding of the plugin, not an abort of each of its tests.
func TestInvalidCodeIsSaidOnce(t *testing.T) {
	core := "\x00asm\x01\x00\x00\x00\x01\x04\x01\x60\x00\x00\x03\x02\x01\x00\x0a\x05\x01\x03\x00\x6a\x0b" // i32.add on an empty stack
	dir := t.TempDir()
	for name, text := range map[string]string{
		"plugin.toml": "id = 'acme.notes'\nname = 'Notes'\nversion = '0.1.0'\nengines.openidea = '^1.4'\nwasm = 'plugin.wasm'\n" +
			"[[contributes.mcpTools]]\nname = 'find'\ndescription = 'Find'\ninputSchema = 'find.json'\nreadOnly = true\ndestructive = false\n",
		"find.json":             `{"type": "object", "additionalProperties": false}`,
		"plugin.wasm":           "\x00asm\x0d\x00\x01\x00\x01" + string(rune(len(core))) + core,
		"tests/notes.test.toml": "[[test]]\nname = 'a'\ntool = 'find'\n[[test]]\nname = 'b'\ntool = 'find'\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	status := Main([]string{"test"}, Streams{Out: &out, Err: &errs, Dir: dir})
	if status != ExitFindings || strings.Count(out.String(), "error[wasm-invalid]") != 1 || strings.Contains(out.String(), "aborted") {
		t.Errorf("status %d, stderr %q, output:\n%s", status, errs.String(), out.String())
	}
}
