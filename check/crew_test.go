package check

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"testing"
)

// TestRunIsTheSameOnAnyNumberOfCores: what is found and what cannot be read, in the middle of a workspace too, depend neither on how many plugins are checked at once nor on
// the order of the paths.
func TestRunIsTheSameOnAnyNumberOfCores(t *testing.T) {
	var files []File
	for i := range 24 {
		text := fmt.Sprintf("id = \"acme.p%d\"\nname = \"\"\n", i%20)
		files = append(files, File{Path: fmt.Sprintf("p%02d/plugin.toml", i), Text: text})
	}
	dir := write(t, files)
	for _, unreadable := range []string{"p07b", "p15b"} {
		if err := os.MkdirAll(filepath.Join(dir, unreadable, "plugin.toml"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	folders, err := filepath.Glob(filepath.Join(dir, "p*"))
	if err != nil {
		t.Fatal(err)
	}
	backwards := slices.Clone(folders)
	slices.Reverse(backwards)
	type shown struct {
		findings []string
		errors   []string
		checked  []Checked
	}
	show := func(paths []string) (s shown) {
		r := Run(dir, paths, Options{NoWasm: true})
		for _, d := range r.Findings {
			s.findings = append(s.findings, fmt.Sprint(d.Span.File.Path, d.Span.Start, d.Span.End, d.Rule, d.Message))
		}
		for _, e := range r.Errors {
			s.errors = append(s.errors, e.Error())
		}
		s.checked = r.Checked
		return s
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	want := show(folders)
	if len(want.checked) != 24 || len(want.errors) != 2 || len(want.findings) < 24 {
		t.Fatalf("%d plugins, errors %v, findings %v", len(want.checked), want.errors, want.findings)
	}
	for _, cores := range []int{1, 2, 7} {
		runtime.GOMAXPROCS(cores)
		for _, paths := range [][]string{folders, backwards, {"."}, {".", "p15b", "p03"}} {
			if got := show(paths); !reflect.DeepEqual(got, want) {
				t.Errorf("%d cores, %v:\n got %+v\nwant %+v", cores, paths, got, want)
			}
		}
	}
}
