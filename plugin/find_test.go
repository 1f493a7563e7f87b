package plugin

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// printed are the printed paths of what was found.
func printed(f *Found) []string {
	list := []string{}
	for _, m := range f.Manifests {
		list = append(list, m.Printed)
	}
	return list
}

// TestSearchHonoursGitignore: the patterns as gitignore(5) describes them, from the repository's root down.
func TestSearchHonoursGitignore(t *testing.T) {
	root := t.TempDir()
	lay(t, root, ".git/x", "a/plugin.toml", "ab/plugin.toml", "deep/a/plugin.toml", "deep/b/c/plugin.toml", "kept/plugin.toml",
		"anchored/plugin.toml", "deep/anchored/plugin.toml", "{x}/plugin.toml", "file/plugin.toml", "manifest/plugin.toml")
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(root, path), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name, ignore, deeper string
		want                 []string
	}{
		{"nothing is left out", "", "", []string{"a", "ab", "anchored", "deep/a", "deep/anchored", "deep/b/c", "file", "kept", "manifest", "{x}"}},
		{"a name at any depth", "a\n", "", []string{"ab", "anchored", "deep/anchored", "deep/b/c", "file", "kept", "manifest", "{x}"}},
		{"a name at the root", "/anchored\r\n", "", []string{"a", "ab", "deep/a", "deep/anchored", "deep/b/c", "file", "kept", "manifest", "{x}"}},
		{"folders, comments, blanks", "# kept\n\ndeep/ \n", "", []string{"a", "ab", "anchored", "file", "kept", "manifest", "{x}"}},
		{"all but one", "/*\n!/kept\n", "", []string{"kept"}},
		{"stars", "a*\n", "", []string{"deep/b/c", "file", "kept", "manifest", "{x}"}},
		{"two stars", "deep/**/c\n", "", []string{"a", "ab", "anchored", "deep/a", "deep/anchored", "file", "kept", "manifest", "{x}"}},
		{"braces are ordinary", "{x}\n{a,b}\n", "", []string{"a", "ab", "anchored", "deep/a", "deep/anchored", "deep/b/c", "file", "kept", "manifest"}},
		{"the manifest itself", "manifest/plugin.toml\n", "", []string{"a", "ab", "anchored", "deep/a", "deep/anchored", "deep/b/c", "file", "kept", "{x}"}},
		{"a deeper file decides", "a\n", "!a\n/b\n", []string{"ab", "anchored", "deep/a", "deep/anchored", "file", "kept", "manifest", "{x}"}},
	} {
		write(".gitignore", c.ignore)
		write("deep/.gitignore", c.deeper)
		for i, w := range c.want {
			c.want[i] = w + "/plugin.toml"
		}
		f := Find(root, []string{"."})
		if got := printed(f); !slices.Equal(got, c.want) || len(f.Errors) > 0 {
			t.Errorf("%s:\n got %v\nwant %v", c.name, got, c.want)
		}
	}
	// Patterns of the repository's root hold for a search that begins deeper.
	write(".gitignore", "/deep/b\n")
	write("deep/.gitignore", "")
	if got := printed(Find(root, []string{"deep"})); !slices.Equal(got, []string{"deep/a/plugin.toml", "deep/anchored/plugin.toml"}) {
		t.Errorf("from a folder of the repository: %v", got)
	}
}

func TestSearchSkipsAndFollowsNoLinks(t *testing.T) {
	root := t.TempDir()
	lay(t, root, "w/.git/p/plugin.toml", "w/target/p/plugin.toml", "w/node_modules/p/plugin.toml", "w/dist/p/plugin.toml", "w/ok/plugin.toml", "elsewhere/plugin.toml")
	link(t, "../elsewhere", filepath.Join(root, "w", "linked"))
	link(t, ".", filepath.Join(root, "w", "loop"))
	if got := printed(Find(root, []string{"w"})); !slices.Equal(got, []string{"w/ok/plugin.toml"}) {
		t.Errorf("%v", got)
	}
	// Given by name, a link is the plugin that it leads to; with the plugin itself it is one.
	if got := printed(Find(root, []string{"w/linked"})); !slices.Equal(got, []string{"w/linked/plugin.toml"}) {
		t.Errorf("%v", got)
	}
	for _, paths := range [][]string{{"w/linked", "elsewhere"}, {"elsewhere", "w/linked"}} {
		if got := printed(Find(root, paths)); !slices.Equal(got, []string{"elsewhere/plugin.toml"}) {
			t.Errorf("%v: %v", paths, got)
		}
	}
}

func TestPathsAreRelativeToTheWorkingDirectory(t *testing.T) {
	root := t.TempDir()
	lay(t, root, "a/plugin.toml", "b/c/x")
	for _, c := range []struct{ cwd, path, want string }{
		{"", "a", "a/plugin.toml"},
		{"a", ".", "plugin.toml"},
		{"b/c", "../../a", "../../a/plugin.toml"},
		{"b/c", filepath.Join(root, "a"), "../../a/plugin.toml"},
	} {
		if got := printed(Find(filepath.Join(root, c.cwd), []string{c.path})); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s in %q: %v, want %s", c.path, c.cwd, got, c.want)
		}
	}
}

// TestCase: a plugin is found once, however its path is spelt, and two plugins that differ in case are two where the file system tells them apart.
func TestCase(t *testing.T) {
	root := t.TempDir()
	lay(t, root, "notes/plugin.toml")
	want := []string{"NOTES/plugin.toml"}
	if _, err := os.Stat(filepath.Join(root, "NOTES")); err != nil {
		lay(t, root, "NOTES/plugin.toml")
		want = append(want, "notes/plugin.toml")
	}
	for _, paths := range [][]string{{"notes", "NOTES"}, {"NOTES", "notes"}, {"notes/plugin.toml", "NOTES", "notes"}} {
		if got := printed(Find(root, paths)); !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", paths, got, want)
		}
	}
}

// TestAbs: a path is relative to the working directory, absolute, or on Windows something in between.
func TestAbs(t *testing.T) {
	cwd := t.TempDir()
	volume := filepath.VolumeName(cwd)
	cases := map[string]string{"a/b": filepath.Join(cwd, "a", "b"), "..": filepath.Dir(cwd), "": cwd, cwd: cwd, "/a": volume + filepath.FromSlash("/a")}
	if runtime.GOOS == "windows" {
		cases[`\a\b`] = volume + `\a\b`
		cases[volume+"a"] = filepath.Join(cwd, "a")
		cases[strings.ToLower(volume)+`..\a`] = filepath.Join(filepath.Dir(cwd), "a")
		cases[`\\server\share\a`] = `\\server\share\a`
	}
	for path, want := range cases {
		if got := Abs(cwd, path); got != want {
			t.Errorf("%q is %q, want %q", path, got, want)
		}
	}
}

// TestManifestThatIsALoop: the reason is said in words, not "the system reports an error".
func TestManifestThatIsALoop(t *testing.T) {
	root := t.TempDir()
	link(t, "plugin.toml", filepath.Join(root, "plugin.toml"))
	f := Find(root, []string{"."})
	if len(f.Errors) != 1 || f.Errors[0].Error() != "plugin.toml: a link leads back to itself" {
		t.Errorf("%v", f.Errors)
	}
}
