package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
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
	for _, format := range []string{"text", "json"} {
		var first string
		for i, args := range [][]string{
			{"data-tools", "api-tour", "reference-example", "--jobs", "1"}, {"reference-example", "data-tools", "api-tour", "--jobs", "8"}, {".", "--jobs", "3"},
		} {
			var out bytes.Buffer
			args = append([]string{"test", "--trace", "--output", format}, args...)
			if status := Main(args, Streams{Out: &out, Err: os.Stderr, Dir: dir}); status != ExitOK {
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
