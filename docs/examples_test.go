// Package docs has no code: its tests keep the documents true.
package docs

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"openidea-plugin/internal/cli"
)

// update, where set, makes TestExamples write what the program prints into the documents instead of comparing it.
var update = os.Getenv("UPDATE_DOCS") != ""

// ran are the documents in which every block of TOML, of a console session and of output is executed. A comment before a block says how:
//
//	<!-- run FIXTURE [STATUS] -->  the block is executed in a fresh copy of fixtures/FIXTURE or examples/FIXTURE ("empty": in an empty folder; "same": where the block before
//	                               was), and must end with STATUS (default 0). A block of TOML is the one test file of that plugin and is given to
//	                               `openidea-plugin test`; one of a console holds commands behind "$ " and what each prints.
//	<!-- output -->                what the block of TOML before it printed
//
// A block of TOML without a comment fails the test.
var ran = []string{"test-files.md", "api-model.md", "writing-plugins.md", "output-json.md", "output.md", "inspect.md"}

func TestExamples(t *testing.T) {
	for _, name := range ran {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &document{T: t, name: name, lines: strings.SplitAfter(read(t, name), "\n")}
			d.run()
			if update {
				if err := os.WriteFile(name, []byte(strings.Join(d.lines, "")), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// document is a document while its blocks are executed one after another.
type document struct {
	*testing.T
	name  string
	lines []string
	// root is the folder that the blocks work in; dir the one that a console is in.
	root, dir string
	printed   string
}

// block is the text between two fences: lines[start:end].
type block struct {
	language, comment string
	start, end        int
}

func (d *document) run() {
	blocks := 0
	for at := 0; at < len(d.lines); {
		b, ok := d.next(at)
		if !ok {
			break
		}
		at = b.end + 1
		switch words := strings.Fields(b.comment); {
		case len(words) > 1 && words[0] == "run":
			blocks++
			at += d.execute(b, words[1:])
		case b.comment == "output":
			at += d.expect(b.start, b.end, d.printed)
		case b.language == "toml" || b.language == "console":
			d.Errorf("%s:%d: nothing says how this block is executed", d.name, b.start)
		}
	}
	if blocks == 0 {
		d.Errorf("%s has no block that is executed", d.name)
	}
}

// next is the first block from a line on.
func (d *document) next(at int) (block, bool) {
	for ; at < len(d.lines); at++ {
		language, ok := strings.CutPrefix(d.lines[at], "```")
		if !ok {
			continue
		}
		b := block{language: strings.TrimSpace(language), start: at + 1}
		for b.end = b.start; b.end < len(d.lines) && !strings.HasPrefix(d.lines[b.end], "```"); b.end++ {
		}
		if at > 0 {
			if text, ok := strings.CutPrefix(strings.TrimSpace(d.lines[at-1]), "<!--"); ok {
				b.comment = strings.TrimSpace(strings.TrimSuffix(text, "-->"))
			}
		}
		return b, true
	}
	return block{}, false
}

// execute runs a block and gives by how many lines it has grown.
func (d *document) execute(b block, words []string) int {
	status := 0
	if len(words) > 1 {
		var err error
		if status, err = strconv.Atoi(words[1]); err != nil {
			d.Fatalf("%s:%d: %q is no exit status", d.name, b.start, words[1])
		}
	}
	d.enter(words[0])
	if b.language == "toml" {
		d.testFile(strings.Join(d.lines[b.start:b.end], ""))
		d.command(b.start, status, "test")
		return 0
	}
	return d.session(b, status)
}

// enter prepares the folder of a block.
func (d *document) enter(fixture string) {
	if fixture == "same" {
		d.dir = d.root
		return
	}
	d.root = d.TempDir()
	d.dir = d.root
	if fixture == "empty" {
		return
	}
	from := filepath.Join("..", "fixtures", fixture)
	if _, err := os.Stat(from); err != nil {
		from = filepath.Join("examples", fixture)
	}
	for _, part := range []string{"plugin.toml", "dist", "project", "tests"} {
		d.copy(from, part)
	}
	schemas, _ := filepath.Glob(from + "/*.schema.json")
	for _, schema := range schemas {
		d.copy(from, filepath.Base(schema))
	}
	d.copy(from, "schemas")
}

// copy copies a file or a folder of a fixture, where it has it.
func (d *document) copy(from, part string) {
	err := filepath.WalkDir(filepath.Join(from, part), func(path string, entry fs.DirEntry, err error) error {
		if os.IsNotExist(err) && path == filepath.Join(from, part) {
			return nil
		}
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(from, path)
		if entry.IsDir() {
			return os.MkdirAll(filepath.Join(d.root, rel), 0o777)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		to := filepath.Join(d.root, rel)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o666)
	})
	if err != nil {
		d.Fatal(err)
	}
}

// testFile makes text the one test file of the plugin.
func (d *document) testFile(text string) {
	tests := filepath.Join(d.root, "tests")
	if err := os.RemoveAll(tests); err != nil {
		d.Fatal(err)
	}
	if err := os.Mkdir(tests, 0o777); err != nil {
		d.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(tests, "notes.test.toml"), []byte(text), 0o666); err != nil {
		d.Fatal(err)
	}
}

// command runs the program and keeps what it prints.
func (d *document) command(line, want int, args ...string) {
	var out strings.Builder
	status := cli.Main(args, cli.Streams{Out: &out, Err: &out, Dir: d.dir})
	d.printed = out.String()
	if status != want {
		d.Errorf("%s:%d: %s ends with status %d, want %d\n%s", d.name, line, strings.Join(args, " "), status, want, d.printed)
	}
}

// session runs the commands of a console. The last one has to end with status, those before it with 0.
func (d *document) session(b block, status int) int {
	var prompts []int
	for i := b.start; i < b.end; i++ {
		if strings.HasPrefix(d.lines[i], "$ ") {
			prompts = append(prompts, i)
		}
	}
	grown := 0
	for i, at := range prompts {
		end, want := b.end, status
		if i+1 < len(prompts) {
			end, want = prompts[i+1], 0
		}
		words := shellWords(strings.TrimPrefix(d.lines[at+grown], "$ "))
		switch words[0] {
		case "cd":
			d.dir, d.printed = filepath.Join(d.dir, words[1]), ""
		case "openidea-plugin":
			d.command(at+grown, want, words[1:]...)
		default:
			d.Fatalf("%s:%d: the test cannot run %q", d.name, at+grown, words[0])
		}
		grown += d.expect(at+grown+1, end+grown, d.printed)
	}
	return grown
}

var varying = regexp.MustCompile(`("[a-z_]+_ms": )[0-9.]+`)

// expect compares lines of the document with what was printed, or replaces them; it gives by how many lines they have grown. Times vary, so that
// those of the document stand for any.
func (d *document) expect(start, end int, printed string) int {
	printed = varying.ReplaceAllString(printed, "${1}0.5")
	if update {
		var lines []string
		if printed != "" {
			lines = strings.SplitAfter(strings.TrimSuffix(printed, "\n")+"\n", "\n")
			lines = lines[:len(lines)-1]
		}
		grown := len(lines) - (end - start)
		d.lines = append(d.lines[:start:start], append(lines, d.lines[end:]...)...)
		return grown
	}
	if diff := cmp.Diff(strings.TrimSuffix(strings.Join(d.lines[start:end], ""), "\n"), strings.TrimSuffix(printed, "\n")); diff != "" {
		d.Errorf("%s:%d: the output differs (-document +program); UPDATE_DOCS=1 go test ./docs writes what the program prints:\n%s", d.name, start, fmt.Sprint(diff))
	}
	return 0
}
