package snapshot

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNormal(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "\n"}, {"a", "a\n"}, {"a\n\n\n", "a\n"}, {"a\r\nb\rc\n", "a\nb\nc\n"}, {"\n a\n", "\n a\n"},
		{`{"b":1.50,"a":[],"b":[1,2]}`, "{\n  \"b\": 1.50,\n  \"a\": [],\n  \"b\": [\n    1,\n    2\n  ]\n}\n"},
		{"[1, 2", "[1, 2\n"}, {"[link] text", "[link] text\n"}, {"12", "12\n"}, {"日本語 ⛺", "日本語 ⛺\n"},
		{strings.Repeat("[", 60) + strings.Repeat("]", 60), strings.Repeat("[", 60) + strings.Repeat("]", 60) + "\n"},
	} {
		got := Normal(c.text)
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
		if again := Normal(got); again != got {
			t.Errorf("%q changes again: %q", got, again)
		}
	}
}

func TestStore(t *testing.T) {
	dir := t.TempDir()
	s := Store(dir)
	if _, err := s.Read("notes", "eins"); !errors.Is(err, ErrMissing) {
		t.Errorf("without a folder: %v", err)
	}
	for _, name := range []string{"find-日本語", "b"} {
		if err := s.Write("no tes%", name, "text\r\n"); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := s.Read("no tes%", "find-日本語"); got != "text\n" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if diff := cmp.Diff([]string{"tests/snapshots/no tes%/b.snap", "tests/snapshots/no tes%/find-日本語.snap"}, s.All()); diff != "" {
		t.Error(diff)
	}
	for _, p := range s.All() {
		if err := s.Remove(p); err != nil {
			t.Error(err)
		}
	}
	if entries, err := os.ReadDir(filepath.Join(dir, Folder)); err != nil || len(entries) != 0 {
		t.Errorf("left: %v, %v", entries, err)
	}
}

// TestLinks: nothing is read, written or removed behind a link, whether it leads out of the plugin or not.
func TestLinks(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	for _, d := range []string{"tests/snapshots", "elsewhere"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	secret := filepath.Join(outside, "a.snap")
	if err := os.WriteFile(secret, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"out": outside, "in": "../../elsewhere"} {
		if err := os.Symlink(target, filepath.Join(dir, "tests/snapshots", link)); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "tests/snapshots/notes"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(dir, "tests/snapshots/notes/a.snap")); err != nil {
		t.Fatal(err)
	}
	s := Store(dir)
	for _, set := range []string{"out", "in", "notes"} {
		if text, err := s.Read(set, "a"); err == nil || text != "" || errors.Is(err, ErrMissing) && set == "notes" {
			t.Errorf("%s is read: %q, %v", set, text, err)
		}
		if err := s.Write(set, "a", "mine"); err == nil || !strings.Contains(Reason(err), "is a link") {
			t.Errorf("%s is written: %v", set, err)
		}
		if err := s.Remove(Path(set, "a")); err == nil {
			t.Errorf("%s is removed", set)
		}
	}
	if data, err := os.ReadFile(secret); err != nil || string(data) != "secret" {
		t.Errorf("%q, %v", data, err)
	}
	if entries, _ := os.ReadDir(filepath.Join(dir, "elsewhere")); len(entries) != 0 {
		t.Errorf("written behind a link: %v", entries)
	}
	if paths := s.All(); len(paths) != 0 {
		t.Errorf("links are listed: %q", paths)
	}
}
