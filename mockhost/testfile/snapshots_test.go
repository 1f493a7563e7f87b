package testfile

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFileName(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"finds a note", "finds-a-note"},
		{"  Über\tGröße! ", "über-größe"},
		{"日本語 ⛺ 2", "日本語-2"},
		{"../../etc/passwd", "etc-passwd"},
		{"…", "snapshot"},
		{"CON", "con_"}, {"com7", "com7_"}, {"com77", "com77"},
		{"e\u0301", "e-bf12767b"}, // some file systems take it for \u00e9
		{"\u0301", "e98c7967"},
		{strings.Repeat("日", 100), strings.Repeat("日", 37) + "-892b6e95"},
	} {
		if got := fileName(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// FuzzFileName: whatever a test is called, its snapshot has a name that every file system takes, leads nowhere else, and may be written as it is.
func FuzzFileName(f *testing.F) {
	for _, seed := range []string{"a b", "..", "CON", "lpt1.x", "e\u0301", "\u0301\u0301", "İ ẞ", strings.Repeat("e\u0301日", 90), "\xff", "a/\\:*?\"<>|b", "K\u212a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name := fileName(text)
		if name == "" || len(name) > longestName+1 || !utf8.ValidString(name) || strings.ContainsAny(name, "/\\:*?\"<>|. ") || strings.HasPrefix(name, "-") {
			t.Errorf("%q: %q", text, name)
		}
		if again := fileName(name); again != name {
			t.Errorf("%q: %q, which is %q when it is written", text, name, again)
		}
	})
}
