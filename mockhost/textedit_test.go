package mockhost

import (
	"context"
	"errors"
	"strings"
	"testing"

	"openidea-plugin/mockhost/bind"
)

func kindOf(err error) string {
	if e := (*bind.Error)(nil); errors.As(err, &e) {
		return e.Kind
	}
	return ""
}

func TestOffset(t *testing.T) {
	const text = "ab\r\n𝒜é\n\nlast"
	for _, c := range []struct {
		line, character uint32
		want            int
	}{
		{0, 0, 0}, {0, 2, 2}, {1, 0, 4}, {1, 2, 8}, {1, 3, 10}, {2, 0, 11}, {3, 4, 16},
		{0, 3, -1}, {1, 1, -1}, {1, 4, -1}, {4, 0, -1}, {3, 5, -1}, {1 << 31, 0, -1},
	} {
		got, err := offset(text, position{c.line, c.character})
		if c.want < 0 && kindOf(err) != "invalid" || c.want >= 0 && (err != nil || got != c.want) {
			t.Errorf("%d:%d: %d, %v; want %d", c.line, c.character, got, err, c.want)
		}
	}
}

func TestApplyEdits(t *testing.T) {
	edit := func(l1, c1, l2, c2 uint32, text string) textEdit {
		return textEdit{span{position{l1, c1}, position{l2, c2}}, text}
	}
	const text = "one\ntwo\nthree\n"
	for _, c := range []struct {
		name  string
		edits []textEdit
		want  string // "" for invalid
	}{
		{"none", nil, text},
		{"all at once, in any order", []textEdit{edit(2, 0, 3, 0, ""), edit(0, 0, 0, 3, "1")}, "1\ntwo\n"},
		{"insertions at one place keep their order", []textEdit{edit(1, 0, 1, 0, "a"), edit(1, 0, 1, 0, "b")}, "one\nabtwo\nthree\n"},
		{"neighbours do not overlap", []textEdit{edit(0, 0, 0, 1, "O"), edit(0, 1, 0, 2, "N")}, "ONe\ntwo\nthree\n"},
		{"across lines", []textEdit{edit(0, 3, 1, 0, " ")}, "one two\nthree\n"},
		{"overlap", []textEdit{edit(0, 0, 0, 2, "x"), edit(0, 1, 0, 3, "y")}, ""},
		{"backwards", []textEdit{edit(0, 2, 0, 1, "x")}, ""},
		{"outside", []textEdit{edit(9, 0, 9, 0, "x")}, ""},
	} {
		got, err := applyEdits(t.Context(), text, c.edits)
		if c.want == "" && kindOf(err) != "invalid" || c.want != "" && (err != nil || got != c.want) {
			t.Errorf("%s: %q, %v; want %q", c.name, got, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := applyEdits(ctx, text, []textEdit{edit(0, 0, 0, 0, "")}); !errors.Is(err, context.Canceled) {
		t.Errorf("with a call that is over: %v", err)
	}
}

func TestNearestPlace(t *testing.T) {
	const text = "one\r\n𝒜b\n\nend"
	for _, c := range []struct{ at, want position }{
		{position{0, 0}, position{0, 0}},
		{position{0, 2}, position{0, 2}},
		{position{0, 3}, position{0, 3}},
		{position{0, 4}, position{0, 3}}, // before the line end
		{position{1, 1}, position{1, 0}}, // within a character
		{position{1, 2}, position{1, 2}},
		{position{1, 4294967295}, position{1, 3}},
		{position{2, 1}, position{2, 0}},
		{position{3, 9}, position{3, 3}},
		{position{4, 0}, position{3, 3}},
		{position{4294967295, 4294967295}, position{3, 3}},
	} {
		if got := nearestPlace(text, c.at); got != c.want {
			t.Errorf("%v: %v, want %v", c.at, got, c.want)
		}
	}
	if got := nearestPlace("", position{1, 1}); got != (position{}) {
		t.Errorf("in an empty text: %v", got)
	}
}

// TestStorageLimits: a value and all values of a plugin are bounded, and what is replaced does not count twice.
func TestStorageLimits(t *testing.T) {
	c := &call{ide: host(t, Options{}), plugin: newInstalled(Plugin{ID: "p"}), changes: newChanges()}
	set := func(key string, size int) string {
		_, err := setStored(c, keyValueIn{key, strings.Repeat("x", size)})
		return kindOf(err)
	}
	if kind := set("a", MaxStoredValue+1); kind != "invalid" {
		t.Errorf("a value that is too large: %q", kind)
	}
	for i := range 15 {
		if kind := set(string(rune('a'+i)), MaxStoredValue); kind != "" {
			t.Fatalf("value %d: %q", i, kind)
		}
	}
	if kind := set("a", MaxStoredValue); kind != "" {
		t.Errorf("a value that is replaced: %q", kind)
	}
	if kind := set("z", MaxStoredValue); kind != "invalid" {
		t.Errorf("more than 16 MiB with the keys: %q", kind)
	}
	if kind := set("z", MaxStoredValue-16); kind != "" {
		t.Errorf("exactly 16 MiB: %q", kind)
	}
}
