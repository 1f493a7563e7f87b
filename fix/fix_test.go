package fix

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"openidea-plugin/diag"
)

// finding is one of the rule r whose fix replaces old by new in the file, each "old=new" an edit.
func finding(file *diag.SourceFile, unsafe bool, edits ...string) diag.Diagnostic {
	d := diag.Diagnostic{Rule: "r", Severity: diag.Error, Span: diag.Span{File: file}, Fix: &diag.Fix{Title: edits[0], Unsafe: unsafe}}
	for _, e := range edits {
		old, text, _ := strings.Cut(e, "=")
		at := bytes.Index(file.Data, []byte(old))
		d.Fix.Edits = append(d.Fix.Edits, diag.Edit{Span: diag.Span{File: file, Start: at, End: at + len(old)}, New: text})
	}
	return d
}

func TestRound(t *testing.T) {
	const text = "one two three\nfour"
	for _, c := range []struct {
		name   string
		unsafe bool
		fixes  [][]string
		want   string
		fixed  int
	}{
		{"one", false, [][]string{{"two=2"}}, "one 2 three\nfour", 1},
		{"in any order", false, [][]string{{"four=4"}, {"one=1"}}, "1 two three\n4", 2},
		{"neighbours", false, [][]string{{"one =1"}, {"two=2"}}, "12 three\nfour", 2},
		{"the first of two that overlap wins", false, [][]string{{"two three=x"}, {"three\nfour=y"}}, "one x\nfour", 1},
		{"all edits of a fix or none", false, [][]string{{"two=2"}, {"one=1", "two three=y"}}, "one 2 three\nfour", 1},
		{"the same edit twice", false, [][]string{{"two=2"}, {"two=2", "one=1"}}, "1 2 three\nfour", 2},
		{"edits of one fix overlap", false, [][]string{{"two=2", "two three=y"}}, text, 0},
		{"unsafe is not asked for", false, [][]string{{"two=2", "unsafe"}}, text, 0},
		{"unsafe is asked for", true, [][]string{{"two=2", "unsafe"}}, "one 2 three\nfour", 1},
		{"it changes nothing", false, [][]string{{"two=two"}}, text, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := &diag.SourceFile{Path: "p/plugin.toml", Data: []byte(text)}
			var ds []diag.Diagnostic
			for _, edits := range c.fixes {
				n := len(edits)
				unsafe := edits[n-1] == "unsafe"
				if unsafe {
					n--
				}
				ds = append(ds, finding(file, unsafe, edits[:n]...))
			}
			s := &Session{Dir: "/w", Unsafe: c.unsafe}
			changed := s.Round(ds, []string{"/w/p"})
			got, fixed := text, 0
			for _, f := range s.Files() {
				got, fixed = string(f.After), len(f.Fixed)
			}
			if changed != (c.want != text) || got != c.want || fixed != c.fixed {
				t.Errorf("changed %v, %d fixed: %q, want %q", changed, fixed, got, c.want)
			}
			if changed && string(s.Overlay()[filepath.FromSlash("/w/p/plugin.toml")]) != c.want {
				t.Error("the overlay has another text")
			}
		})
	}
	outside := &diag.SourceFile{Path: "q/plugin.toml", Data: []byte(text)}
	if (&Session{Dir: "/w"}).Round([]diag.Diagnostic{finding(outside, false, "two=2")}, []string{"/w/p"}) {
		t.Error("a file outside of the plugins is changed")
	}
}

func TestPlacesBetweenCharacters(t *testing.T) {
	file := &diag.SourceFile{Path: "plugin.toml", Data: []byte("\xef\xbb\xbfab\r\ncd\r\n")}
	insert := func(at int, text string) diag.Diagnostic {
		return diag.Diagnostic{Span: diag.Span{File: file}, Fix: &diag.Fix{Edits: []diag.Edit{{Span: diag.Span{File: file, Start: at, End: at}, New: text}}}}
	}
	s := &Session{Dir: "/w"}
	s.Round([]diag.Diagnostic{insert(7, "x\ny\n"), insert(7, "lost"), insert(3, "begin "), finding(file, false, "cd=CD")}, []string{"/w"})
	if got, want := string(s.Files()[0].After), "\xef\xbb\xbfbegin ab\r\nx\r\ny\r\nCD\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWrite: a file is replaced as a whole with its permissions, or stays as it is and one learns why.
func TestWrite(t *testing.T) {
	for _, c := range []struct {
		name, reason string
		prepare      func(t *testing.T, dir, path string)
	}{
		{"an ordinary file", "", func(t *testing.T, dir, path string) {}},
		{"a script", "", func(t *testing.T, dir, path string) { must(t, os.Chmod(path, 0o750)) }},
		{"a link in the plugin", "", func(t *testing.T, dir, path string) {
			must(t, os.Mkdir(filepath.Join(dir, "sub"), 0o755))
			must(t, os.Rename(path, filepath.Join(dir, "sub", "real")))
			must(t, os.Symlink(filepath.Join("sub", "real"), path))
		}},
		{"a link that leaves the plugin", "it is a link that leaves the plugin's folder", func(t *testing.T, dir, path string) {
			out := filepath.Join(t.TempDir(), "out")
			must(t, os.Rename(path, out))
			must(t, os.Symlink(out, path))
		}},
		{"read-only", "it is read-only", func(t *testing.T, dir, path string) { must(t, os.Chmod(path, 0o444)) }},
		{"changed meanwhile", "it was changed meanwhile; run again", func(t *testing.T, dir, path string) { must(t, os.WriteFile(path, []byte("old!"), 0o644)) }},
		{"gone", "there is no such file or folder", func(t *testing.T, dir, path string) { must(t, os.Remove(path)) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "plugin.toml")
			must(t, os.WriteFile(path, []byte("old"), 0o644))
			c.prepare(t, dir, path)
			before, _ := os.ReadFile(path)
			mode, link := modes(path)
			err := (&File{Path: path, Printed: "p/plugin.toml", Before: []byte("old"), After: []byte("new")}).Write([]string{dir})
			after, _ := os.ReadFile(path)
			switch {
			case c.reason == "" && (err != nil || string(after) != "new"):
				t.Errorf("%q: %v", after, err)
			case c.reason != "" && (err == nil || err.Error() != "p/plugin.toml: "+c.reason || !bytes.Equal(before, after)):
				t.Errorf("%q: %v, want %s", after, err, c.reason)
			}
			if m, l := modes(path); m != mode || l != link {
				t.Errorf("permissions %v and link %v became %v and %v", mode, link, m, l)
			}
			left, _ := filepath.Glob(filepath.Join(dir, ".openidea-plugin-*"))
			if len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func modes(path string) (mode os.FileMode, link bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	l, _ := os.Lstat(path)
	return info.Mode(), l.Mode()&os.ModeSymlink != 0
}

func TestDiff(t *testing.T) {
	s := &Session{Dir: "/w"}
	a := &diag.SourceFile{Path: "p/b.toml", Data: []byte("one\ntwo\nthree\n")}
	b := &diag.SourceFile{Path: "p/a.toml", Data: []byte("x")}
	s.Round([]diag.Diagnostic{finding(a, false, "two=2"), finding(b, false, "x=y")}, []string{"/w/p"})
	var out bytes.Buffer
	must(t, s.Diff(&out))
	const want = `--- a/p/a.toml
+++ b/p/a.toml
@@ -1,1 +1,1 @@
-x
\ No newline at end of file
+y
\ No newline at end of file
--- a/p/b.toml
+++ b/p/b.toml
@@ -1,3 +1,3 @@
 one
-two
+2
 three
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

// TestDiffName: names as git quotes them, so that git apply finds the files.
func TestDiffName(t *testing.T) {
	for name, want := range map[string]string{
		"a/plugin.toml": "a/plugin.toml", "a/b c": "a/b c\t", "a/%41": "a/%41", "a/é": "a/é",
		"a/q\"q": `"a/q\"q"`, "a/b\\c": `"a/b\\c"`, "a/x\ny": `"a/x\012y"`, "a/\té\x7f": `"a/\011\303\251\177"`,
	} {
		if got := diffName(name); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}
