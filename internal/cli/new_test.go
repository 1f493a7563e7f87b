package cli

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"openidea-plugin/scaffold"
)

// everything is every file and folder below dir.
func everything(t *testing.T, dir string) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, path)
		list = append(list, filepath.ToSlash(rel))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestNewWritesAllOrNothing: after a failure in the middle nothing is left, and what was there before is.
func TestNewWritesAllOrNothing(t *testing.T) {
	files := []scaffold.File{
		{Path: "plugin.toml", Text: "x"}, {Path: "src/deep/lib.rs", Text: "x"}, {Path: "src/deep/more/lib.rs", Text: "x"},
		{Path: "plugin.toml/lib.rs", Text: "nothing can be written below a file"},
	}
	for _, c := range []struct{ name, dir, there string }{
		{"a new folder", "notes", ""},
		{"new folders above it too", "a/b/notes", ""},
		{"a folder that is there", "notes", "notes/LICENSE"},
		{"a part of its folders", "notes", "notes/src/main.rs"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if c.there != "" {
				path := filepath.Join(dir, filepath.FromSlash(c.there))
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte("mine"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			before := everything(t, dir)
			target := filepath.Join(dir, filepath.FromSlash(c.dir))
			err := writePlugin(target, "notes", files)
			if err == nil || err.Error() != "cannot write notes/plugin.toml/lib.rs: a part of the path is a file, not a folder\n  what was written before was removed again" {
				t.Fatalf("the error is %v", err)
			}
			if after := everything(t, dir); !slices.Equal(after, before) {
				t.Errorf("left behind: %v, before: %v", after, before)
			}
			// The same without the bad file is written as a whole.
			if err := writePlugin(target, "notes", files[:3]); err != nil {
				t.Fatal(err)
			}
			for _, f := range files[:3] {
				if _, err := os.Stat(filepath.Join(target, filepath.FromSlash(f.Path))); err != nil {
					t.Errorf("%s is not there", f.Path)
				}
			}
		})
	}
}

// TestNewRefusesHostileNames: names that the shell would pass on, but that a script cannot hold.
func TestNewRefusesHostileNames(t *testing.T) {
	for _, args := range [][]string{
		{"new", "notes\n"}, {"new", "notes\x1b[31m"}, {"new", "a/../../b"}, {"new", "/etc/notes"}, {"new", "notes\x00"}, {"new", "n\xffotes"},
		{"new", "."}, {"new", ".."}, {"new", "notes.toml"}, {"new", "nötes"}, {"new", strings.Repeat("X", 100_000)},
		{"new", "notes", "--id", "a\nwasm = 'x'"}, {"new", "notes", "--id", "a\x1b[31m"}, {"new", "notes", "--id", "a\xff"}, {"new", "notes", "--id", "a\u202eb"},
		{"new", "notes", "--tool", "a\"\nreadOnly = true\n:writing"}, {"new", "notes", "--tool", "../../x:writing"}, {"new", "notes", "--tool", "a\x1b[31m:writing"},
		{"new", "notes", "--tool", "a:\x1b[31m"}, {"new", "notes", "--tool", "\xff:read-only"}, {"new", "notes", "--tool", strings.Repeat("x", 100_000) + ":read-only"},
		{"new", "notes", "--dir", "a\x00b"}, {"new", "notes", "--dir", strings.Repeat("d", 300)},
	} {
		dir := t.TempDir()
		var out, errs bytes.Buffer
		status := Main(args, Streams{Out: &out, Err: &errs, Dir: dir})
		if status != ExitFailed || out.Len() > 0 || errs.Len() == 0 {
			t.Errorf("%.80q: status %d\n%s%s", args, status, out.String(), errs.String())
		}
		if strings.ContainsAny(errs.String(), "\x1b\x00\u202e") || errs.Len() > 2000 {
			t.Errorf("%.80q prints %.2000q", args, errs.String())
		}
		if left := everything(t, dir); len(left) > 1 {
			t.Errorf("%.80q leaves %v", args, left)
		}
	}
}
