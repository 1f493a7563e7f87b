package plugin

import (
	"os"
	"path/filepath"
	"testing"
)

func lay(t *testing.T, dir string, files ...string) {
	t.Helper()
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("{}"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
}

func TestLocate(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "plugin")
	lay(t, root, "outside/a.json", "plugin/a.json", "plugin/sub/b.json", "plugin/with space/ü.json", "plugin-two/a.json")
	link(t, "sub", filepath.Join(dir, "inner"))
	link(t, "../outside", filepath.Join(dir, "outer"))
	link(t, filepath.Join(root, "plugin-two", "a.json"), filepath.Join(dir, "two.json"))
	link(t, "../plugin/a.json", filepath.Join(dir, "round.json"))
	link(t, "nowhere", filepath.Join(dir, "broken.json"))
	link(t, "loop", filepath.Join(dir, "loop"))

	for _, c := range []struct {
		ref     string
		state   State
		clean   string
		reason  string
		instead string
	}{
		{"a.json", OK, "a.json", "", ""},
		{"./sub//./b.json", OK, "sub/b.json", "", ""},
		{"with space/ü.json", OK, "with space/ü.json", "", ""},
		{"inner/b.json", OK, "inner/b.json", "", ""},
		{"round.json", OK, "round.json", "", ""},
		{"c.json", Missing, "c.json", "", "a.json"},
		{"sub/c.json", Missing, "sub/c.json", "", "sub/b.json"},
		{"a.json#/definitions/a", Missing, "a.json#/definitions/a", "", "a.json"},
		{"sub/b.json#", Missing, "sub/b.json#", "", "sub/b.json"},
		{"subs/b.json", Missing, "subs/b.json", "", "sub/b.json"},
		{"b.json/b", Missing, "b.json/b", "", ""},
		{"nothing/like/it.json", Missing, "nothing/like/it.json", "", ""},
		{"a.json/b", Missing, "a.json/b", "", ""},
		{"broken.json", Missing, "broken.json", "", ""},
		{"", Refused, "", "is empty", ""},
		{".", Refused, "", "names a folder, not a file", ""},
		{"sub", Refused, "sub", "names a folder, not a file", ""},
		{"a.json/", Refused, "a.json", "names a folder, not a file", ""},
		{"/a.json", Refused, "", "is absolute", ""},
		{"~/a.json", Refused, "", "is absolute", ""},
		{"C:/a.json", Refused, "", "is absolute", ""},
		{`C:\a.json`, Refused, "", "has a backslash", ""},
		{`sub\b.json`, Refused, "", "has a backslash", "sub/b.json"},
		{"../outside/a.json", Refused, "", `has ".."`, ""},
		{"sub/../a.json", Refused, "", `has ".."`, ""},
		{"https://acme.dev/a.json", Refused, "", "is a URL, not a package path", ""},
		{"file:a.json", Refused, "", "is a URL, not a package path", ""},
		{"a\x00.json", Refused, "", "has a control character", ""},
		{"A.json", Refused, "A.json", "is spelt in another case than the file on disk", "a.json"},
		{"SUB/b.json", Refused, "SUB/b.json", "is spelt in another case than the file on disk", "sub/b.json"},
		{"outer/a.json", Refused, "outer/a.json", "goes through a link that leaves the plugin's folder", ""},
		{"two.json", Refused, "two.json", "goes through a link that leaves the plugin's folder", ""},
		{"loop", Refused, "loop", "is a link that leads back to itself", ""},
		{"loop/a.json", Refused, "loop/a.json", "is a link that leads back to itself", ""},
	} {
		got, err := Locate(dir, c.ref)
		want := Location{c.state, c.clean, c.reason, c.instead}
		if err != nil || got != want {
			t.Errorf("Locate(%q) = %+v, %v, want %+v", c.ref, got, err, want)
		}
	}
}

func TestRegisteredName(t *testing.T) {
	for _, c := range []struct{ id, tool, want string }{
		{"acme.notes", "find_notes", "acme_notes__find_notes"},
		{"Acme-Notes 2", "a", "_cme__otes_2__a"},
		{"汉字", "a", "____a"},
		{"a\xffb", "a", "a_b__a"},
		{"acme", "b__c", "acme__b__c"},
		{"acme--b", "c", "acme__b__c"},
	} {
		if got := RegisteredName(c.id, c.tool); got != c.want {
			t.Errorf("RegisteredName(%q, %q) = %q, want %q", c.id, c.tool, got, c.want)
		}
	}
	for name, want := range map[string]bool{
		"find_notes": true, "_": true, "0": true, "": false, "find-notes": false, "Find": false, "a\n": false,
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": true, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": false,
	} {
		if got := ValidToolName(name); got != want {
			t.Errorf("ValidToolName(%q) = %v", name, got)
		}
	}
}
