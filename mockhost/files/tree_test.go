package files

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func kindOf(err error) Kind {
	if e := (*Error)(nil); errors.As(err, &e) {
		return e.Kind
	}
	return ""
}

func TestClean(t *testing.T) {
	for path, want := range map[string]string{
		"a.md": "a.md", "a/b.md": "a/b.md", "./a/b/./c.md": "a/b/c.md", "买.md": "买.md", "..a/b..": "..a/b..",
	} {
		if got, err := Clean(path); err != nil || got != want {
			t.Errorf("Clean(%q) = %q, %v; want %q", path, got, err, want)
		}
	}
	for _, path := range []string{"", ".", "./", "a//b", "a.md/", "a/./", "/etc/passwd", "..", "a/../../b", "a/..", `a\b`, "C:/x", "c:x", "a\x00b", "\xff", strings.Repeat("a", MaxPath+1)} {
		if _, err := Clean(path); kindOf(err) != Invalid {
			t.Errorf("Clean(%q): %v, want invalid", path, err)
		}
	}
}

func TestReadWriteDelete(t *testing.T) {
	tree := New(map[string][]byte{"a.md": []byte("A"), "d/b.md": []byte("B"), "bin": {0xff}})
	before := tree.Clone()
	steps := []struct {
		name string
		do   func() error
		want Kind
	}{
		{"read", func() error { _, err := tree.Read("./a.md"); return err }, ""},
		{"read missing", func() error { _, err := tree.Read("x.md"); return err }, NotFound},
		{"read a folder", func() error { _, err := tree.Read("d"); return err }, NotFound},
		{"read binary", func() error { _, err := tree.Read("bin"); return err }, Failed},
		{"read outside", func() error { _, err := tree.Read("../a.md"); return err }, Invalid},
		{"create existing", func() error { return tree.Create("a.md", "") }, Failed},
		{"create", func() error { return tree.Create("n/e/w.md", "new") }, ""},
		{"write a folder", func() error { return tree.Write("d", "x") }, Failed},
		{"write below a file", func() error { return tree.Write("a.md/x", "x") }, Failed},
		{"write", func() error { return tree.Write("a.md", "A2") }, ""},
		{"delete missing", func() error { return tree.Delete("x") }, NotFound},
		{"delete", func() error { return tree.Delete("d/b.md") }, ""},
		{"write too much", func() error { return tree.Write("big", strings.Repeat("x", MaxBytes)) }, Failed},
	}
	for _, s := range steps {
		err := s.do()
		if kindOf(err) != s.want || (s.want == "") != (err == nil) {
			t.Errorf("%s: %v, want kind %q", s.name, err, s.want)
		}
	}
	want := []Change{
		{Path: "a.md", Before: []byte("A"), After: []byte("A2")},
		{Path: "d/b.md", Before: []byte("B")},
		{Path: "n/e/w.md", After: []byte("new")},
	}
	if diff := cmp.Diff(want, Diff(before, tree)); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
}

// TestFolders: what is a folder and what is not, as in a tree that looks at every file, whatever came and went before, in a tree and in those that come from it.
func TestFolders(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	tree := New(nil)
	var before *Tree
	folder := func(tree *Tree, path string) bool {
		for _, other := range tree.Paths() {
			if strings.HasPrefix(other, path+"/") {
				return true
			}
		}
		return false
	}
	for i := range 6000 {
		path := fmt.Sprintf("d%d/e%d/f%d", random.IntN(12), random.IntN(12), random.IntN(12))
		if random.IntN(3) == 0 {
			_ = tree.Delete(path)
		} else if err := tree.Write(path, "x"); err != nil {
			t.Fatal(err)
		}
		if i%1500 == 700 {
			before, tree = tree, tree.Clone()
		}
		for _, tree := range []*Tree{before, tree} {
			if i%7 != 0 || tree == nil {
				continue
			}
			for _, path := range []string{fmt.Sprintf("d%d", random.IntN(12)), fmt.Sprintf("d%d/e%d", random.IntN(12), random.IntN(12)), path, "d", "d1/e"} {
				if got, want := tree.isFolder(path), folder(tree, path); got != want {
					t.Fatalf("after %d changes %s is a folder: %v, want %v", i+1, path, got, want)
				}
			}
		}
	}
}

func TestList(t *testing.T) {
	tree := New(map[string][]byte{"a.md": nil, "b.txt": nil, "d/c.md": nil, "d/e/f.md": nil})
	for _, c := range []struct {
		glob      string
		limit     int
		want      []string
		truncated bool
	}{
		{"*.md", 9, []string{"a.md"}, false},
		{"**/*.md", 9, []string{"a.md", "d/c.md", "d/e/f.md"}, false},
		{"**", 2, []string{"a.md", "b.txt"}, true},
		{"**/*.md", 3, []string{"a.md", "d/c.md", "d/e/f.md"}, false},
		{"{a,b}.*", 9, []string{"a.md", "b.txt"}, false},
		{"*.rs", 9, []string{}, false},
	} {
		got, truncated, err := tree.List(c.glob, c.limit)
		if err != nil || truncated != c.truncated || !cmp.Equal(got, c.want) {
			t.Errorf("List(%q, %d) = %v, %v, %v; want %v, %v", c.glob, c.limit, got, truncated, err, c.want, c.truncated)
		}
	}
	for _, glob := range []string{"[", "{a", strings.Repeat("{a,b}", 9), strings.Repeat("*", maxGlob+1)} {
		if _, _, err := tree.List(glob, 1); kindOf(err) != Invalid {
			t.Errorf("List(%q): %v, want invalid", glob, err)
		}
	}
}

func TestSearch(t *testing.T) {
	tree := New(map[string][]byte{
		"b.md":   []byte("no\nMilk and milk\r\n𝒜 milk"),
		"a.md":   []byte("milk\n"),
		"d/c.md": []byte("a.b\n"),
		"bin":    []byte("milk\xff"),
	})
	md := "d/**"
	for _, c := range []struct {
		name      string
		query     Query
		limit     int
		want      []Match
		truncated bool
	}{
		{"by path then line", Query{Pattern: "milk"}, 9, []Match{
			{"a.md", 0, 0, 4, "milk"}, {"b.md", 1, 0, 4, "Milk and milk"}, {"b.md", 2, 3, 7, "𝒜 milk"},
		}, false},
		{"whole words", Query{Pattern: "mil", WholeWord: true}, 9, []Match{}, false},
		{"whole words, the first in each line that is one", Query{Pattern: "m[a-z]*", Regex: true, WholeWord: true}, 9, []Match{
			{"a.md", 0, 0, 4, "milk"}, {"b.md", 1, 0, 4, "Milk and milk"}, {"b.md", 2, 3, 7, "𝒜 milk"},
		}, false},
		{"case-sensitive", Query{Pattern: "milk", CaseSensitive: true}, 9, []Match{
			{"a.md", 0, 0, 4, "milk"}, {"b.md", 1, 9, 13, "Milk and milk"}, {"b.md", 2, 3, 7, "𝒜 milk"},
		}, false},
		{"limited", Query{Pattern: "milk"}, 1, []Match{{"a.md", 0, 0, 4, "milk"}}, true},
		{"exactly the limit", Query{Pattern: "milk"}, 3, []Match{
			{"a.md", 0, 0, 4, "milk"}, {"b.md", 1, 0, 4, "Milk and milk"}, {"b.md", 2, 3, 7, "𝒜 milk"},
		}, false},
		{"limit zero", Query{Pattern: "milk"}, 0, []Match{}, true},
		{"text is no expression", Query{Pattern: "."}, 9, []Match{{"d/c.md", 0, 1, 2, "a.b"}}, false},
		{"expression", Query{Pattern: "^m.*d", Regex: true}, 9, []Match{{"b.md", 1, 0, 8, "Milk and milk"}}, false},
		{"expression with an open quotation", Query{Pattern: `\QMILK`, Regex: true}, 1, []Match{{"a.md", 0, 0, 4, "milk"}}, true},
		{"glob", Query{Pattern: "a", Glob: &md}, 9, []Match{{"d/c.md", 0, 0, 1, "a.b"}}, false},
	} {
		got, truncated, err := tree.Search(t.Context(), c.query, c.limit)
		if diff := cmp.Diff(c.want, got); err != nil || diff != "" || truncated != c.truncated {
			t.Errorf("%s: truncated %v, %v (-want +got):\n%s", c.name, truncated, err, diff)
		}
	}
	for pattern, want := range map[string]string{
		"a(":   `"a(" is no valid regular expression: missing closing ): ` + "`a(`",
		"a)(b": `"a)(b" is no valid regular expression: unexpected ): ` + "`a)(b`",
		`a\`:   `"a\\" is no valid regular expression: trailing backslash at end of expression: ` + "``",
	} {
		for _, sensitive := range []bool{false, true} {
			_, _, err := tree.Search(t.Context(), Query{Pattern: pattern, Regex: true, CaseSensitive: sensitive}, 1)
			if kindOf(err) != Invalid || err.Error() != want {
				t.Errorf("%s: %v, want %s", pattern, err, want)
			}
		}
	}
}

func TestLoad(t *testing.T) {
	outside := t.TempDir()
	dir := t.TempDir()
	write := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(outside, "secret"), "s")
	write(filepath.Join(dir, "a.md"), "A")
	write(filepath.Join(dir, "d", "b.md"), "B")
	write(filepath.Join(dir, ".git", "config"), "x")
	for link, target := range map[string]string{
		"in.md": "a.md", "out.md": filepath.Join(outside, "secret"), "folder": "d", "up": "../" + filepath.Base(outside) + "/secret", "dangling": "nowhere",
	} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	tree, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"a.md", "d/b.md", "in.md"}; !cmp.Equal(tree.Paths(), want) {
		t.Errorf("paths %v, want %v", tree.Paths(), want)
	}
	if err := tree.Write("a.md", "changed"); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(filepath.Join(dir, "a.md")); string(data) != "A" {
		t.Errorf("the folder was written to: %q", data)
	}
	if _, err := Load(filepath.Join(dir, "nowhere")); err == nil || !strings.Contains(err.Error(), "does not exist") {
		t.Errorf("a missing folder: %v", err)
	}
}
