package scaffold

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"openidea-plugin/check"
	"openidea-plugin/diag"
	"openidea-plugin/plugin"
)

// TestEmbeddedIsWhatIsOnDisk: go:embed leaves files out without a word.
func TestEmbeddedIsWhatIsOnDisk(t *testing.T) {
	for _, c := range []struct {
		folder   string
		embedded fs.FS
		leftOut  []string
	}{
		{"templates", templates, nil},
		{"sdk", sdk, []string{"sdk/tests", "sdk/target", "sdk/Cargo.lock"}},
	} {
		list := func(files fs.FS) map[string]string {
			texts := map[string]string{}
			err := fs.WalkDir(files, c.folder, func(name string, entry fs.DirEntry, err error) error {
				switch {
				case err != nil:
					return err
				case slices.Contains(c.leftOut, name) && entry.IsDir():
					return fs.SkipDir
				case slices.Contains(c.leftOut, name) || entry.IsDir():
					return nil
				}
				text, err := fs.ReadFile(files, name)
				texts[name] = string(text)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return texts
		}
		want, got := list(os.DirFS(".")), list(c.embedded)
		if len(want) < 10 {
			t.Fatalf("only %d files in %s", len(want), c.folder)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (- on disk, + embedded):\n%s", c.folder, diff)
		}
	}
}

func TestEveryTemplateIsUsed(t *testing.T) {
	used := map[string]bool{}
	for _, f := range pluginFiles {
		used["templates/plugin/"+f.template] = true
	}
	for _, kind := range Kinds() {
		for _, f := range toolFiles {
			used["templates/tool/"+kind+"/"+f.template] = true
		}
		used["templates/tool/"+kind+"/lib.rs.tmpl"], used["templates/tool/"+kind+"/tests.rs.tmpl"] = true, true
	}
	err := fs.WalkDir(templates, "templates", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && !used[name] {
			t.Errorf("%s is used by nothing", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// specs are plugins of every shape: each kind alone, all together, names that Rust or cargo would not take, an id that needs escapes.
var specs = []Spec{
	{Name: "notes", ID: "notes", Tools: []Tool{{"notes", ReadOnly}}},
	{Name: "writer", ID: "acme.writer", Tools: []Tool{{"add", Writing}}},
	{Name: "purge", ID: "acme.purge", Tools: []Tool{{"purge", Destructive}}},
	{Name: "all-kinds", ID: "acme.all", Tools: []Tool{{"find", ReadOnly}, {"add", Writing}, {"purge", Destructive}, {"find_more", ReadOnly}}},
	{Name: "self", ID: `a "quoted" \ id`, Tools: []Tool{{"fn", Destructive}, {"a__b", Writing}, {"a_b", ReadOnly}, {"_", Writing}, {"1st", ReadOnly}}},
	{Name: "a-", ID: "メモ", Tools: []Tool{{"a", ReadOnly}}},
}

// TestNewPluginsAreClean: check has nothing to say about them, not even a note.
func TestNewPluginsAreClean(t *testing.T) {
	for _, s := range specs {
		t.Run(s.Name, func(t *testing.T) {
			dir := t.TempDir()
			files, err := s.Files()
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				path := filepath.Join(dir, filepath.FromSlash(f.Path))
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(f.Text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			r := check.Run(dir, []string{"."}, check.Options{NoWasm: true})
			if len(r.Findings)+len(r.Errors) > 0 || r.Plugins != 1 || r.Tools != len(s.Tools) {
				t.Errorf("%d plugins, %d tools, findings %+v, errors %v", r.Plugins, r.Tools, r.Findings, r.Errors)
			}
			p, readErr := plugin.Load(dir, plugin.Find(dir, []string{"."}).Manifests[0])
			if readErr != nil {
				t.Fatal(readErr)
			}
			if got := p.ID(); got != s.ID {
				t.Errorf("the id is %s, want %s", diag.Quote(got), diag.Quote(s.ID))
			}
			for i, tool := range p.Tools {
				want := s.Tools[i]
				if tool.Name.Value != want.Name || tool.ReadOnly.Value != (want.Kind == ReadOnly) || tool.Destructive.Value != (want.Kind == Destructive) {
					t.Errorf("tool %s is readOnly %v, destructive %v; want %s", tool.Name.Value, tool.ReadOnly.Value, tool.Destructive.Value, want.Kind)
				}
			}
		})
	}
}

// TestFilesReadWell: what a careful author would see in a review.
func TestFilesReadWell(t *testing.T) {
	for _, s := range specs {
		files, err := s.Files()
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, f := range files {
			if seen[strings.ToLower(f.Path)] {
				t.Errorf("%s: %s comes twice", s.Name, f.Path)
			}
			seen[strings.ToLower(f.Path)] = true
			if strings.HasPrefix(f.Path, SDK+"/") {
				continue
			}
			if f.About == "" || strings.Contains(f.Text, "<no value>") || strings.Contains(f.Text, "{{") {
				t.Errorf("%s: %s has no description, or a hole:\n%s", s.Name, f.Path, f.Text)
			}
			if !strings.HasSuffix(f.Text, "\n") || strings.HasSuffix(f.Text, "\n\n") || strings.Contains(f.Text, "\n\n\n") || strings.Contains(f.Text, " \n") {
				t.Errorf("%s: %s has empty lines or blanks that nobody wants:\n%q", s.Name, f.Path, f.Text)
			}
		}
		for _, tool := range s.Tools {
			tests := fileText(t, files, "tests/"+strings.ReplaceAll(tool.Name, "_", "-")+".test.toml")
			if !strings.Contains(tests, "expect.ok") || !strings.Contains(tests, "grants = []\n") || !strings.Contains(tests, `expect.error = "denied"`) {
				t.Errorf("%s: the tests of %s lack the ok or the denied case:\n%s", s.Name, tool.Name, tests)
			}
		}
	}
}

func fileText(t *testing.T, files []File, path string) string {
	t.Helper()
	i := slices.IndexFunc(files, func(f File) bool { return f.Path == path })
	if i < 0 {
		t.Fatalf("there is no %s", path)
	}
	return files[i].Text
}

func TestCapabilitiesAreThoseThatTheToolsNeed(t *testing.T) {
	for _, c := range []struct {
		kinds []Kind
		want  string
	}{
		{[]Kind{ReadOnly}, `required = ["project.read"]`},
		{[]Kind{Writing}, `required = ["project.write"]`},
		{[]Kind{Destructive, Writing}, `required = ["project.write"]`},
		{[]Kind{Destructive, ReadOnly}, `required = ["project.read", "project.write"]`},
	} {
		s := Spec{Name: "notes", ID: "notes"}
		for i, kind := range c.kinds {
			s.Tools = append(s.Tools, Tool{fmt.Sprintf("tool%d", i), kind})
		}
		files, err := s.Files()
		if err != nil {
			t.Fatal(err)
		}
		if manifest := fileText(t, files, "plugin.toml"); !strings.Contains(manifest, "\n"+c.want+"\n") {
			t.Errorf("%v: no %s in\n%s", c.kinds, c.want, manifest)
		}
	}
}
