package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"openidea-plugin/internal/cli"
)

// TestReadme: the README shows a command line for every command of the program, and each works as it stands: `new` in an empty folder, the others beside a
// built plugin in the folder notes.
func TestReadme(t *testing.T) {
	d := &document{T: t, name: "README.md"}
	d.enter("empty")
	beside := d.dir
	d.root = filepath.Join(beside, "notes")
	for _, part := range []string{"plugin.toml", "dist", "tests", "find-notes.schema.json"} {
		d.copy("../fixtures/reference-example", part)
	}
	shown := map[string]bool{}
	for _, m := range regexp.MustCompile("(?m)^\\| `openidea-plugin ([a-z]+)( [^`]*)?` \\|").FindAllStringSubmatch(read(t, "../README.md"), -1) {
		shown[m[1]] = true
		d.dir = beside
		if m[1] == "new" {
			d.dir = t.TempDir()
		}
		d.command(0, 0, append([]string{m[1]}, shellWords(m[2])...)...)
	}
	var help strings.Builder
	cli.Main([]string{"--help"}, cli.Streams{Out: &help})
	for _, m := range regexp.MustCompile(`(?m)^  ([a-z]+)  `).FindAllStringSubmatch(help.String(), -1) {
		if m[1] != "help" && !shown[m[1]] {
			t.Errorf("README.md has no example of %s", m[1])
		}
	}
}

// shellWords parts a command line at blanks; what stands in single quotes is one word.
func shellWords(line string) []string {
	var words []string
	for i, piece := range strings.Split(line, "'") {
		if i%2 == 1 {
			words = append(words, piece)
		} else {
			words = append(words, strings.Fields(piece)...)
		}
	}
	return words
}

// TestHook: the hook for pre-commit that configuration.md shows finds what is wrong, and nothing in a repository that has other TOML and JSON files too.
func TestHook(t *testing.T) {
	_, hook, _ := strings.Cut(read(t, "configuration.md"), "```yaml\n")
	hook, _, _ = strings.Cut(hook, "```")
	entry := regexp.MustCompile(`(?m)^ +entry: openidea-plugin (.*)$`).FindStringSubmatch(hook)
	if entry == nil || !strings.Contains(hook, "pass_filenames: false") {
		t.Fatalf("the hook is\n%s", hook)
	}
	d := &document{T: t, name: "configuration.md"}
	d.enter("empty")
	repository := d.dir
	for name, text := range map[string]string{"package.json": "{}", "Cargo.toml": "[workspace]\n", "openidea-plugin.toml": "[rules]\n"} {
		if err := os.WriteFile(filepath.Join(repository, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	d.root = filepath.Join(repository, "notes")
	d.copy("../fixtures/reference-example", "plugin.toml")
	d.command(0, 1, shellWords(entry[1])...) // its schema is not there
	d.copy("../fixtures/reference-example", "find-notes.schema.json")
	d.command(0, 0, shellWords(entry[1])...)
}
