package scaffold

import (
	"slices"
	"strings"
	"testing"

	"openidea-plugin/plugin"
)

func TestCrateNames(t *testing.T) {
	for name, want := range map[string]string{
		"notes": "notes", "acme-notes": "acme-notes", "a-": "a", "a--b": "a-b", "n1": "n1",
		// Names that the build has for something else.
		"openidea-plugin": "openidea-plugin-plugin", "serde-json": "serde-json-plugin", "std": "std-plugin", "self": "self-plugin", "con": "con-plugin", "build-": "build-plugin",
	} {
		if got := crateName(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got := (Spec{Name: "acme-notes"}).Module(); got != "acme_notes.wasm" {
		t.Errorf("the module of acme-notes is %s", got)
	}
}

func TestFunctionNames(t *testing.T) {
	for _, c := range []struct{ tools, want string }{
		{"find_notes add", "find_notes add"},
		{"fn type self", "tool_fn tool_type tool_self"},
		{"args ctx project text", "tool_args tool_ctx tool_project tool_text"},
		{"1st 2", "tool_1st tool_2"},
		{"a_b a__b _a_b_", "a_b a_b_2 a_b_3"},
		{"_ __", "tool_2 tool_3"},
		{"tool _", "tool_tool tool_2"},
		{"tool_2 _", "tool_2 tool_3"},
		{"_ tool_2", "tool_2 tool_2_2"},
	} {
		var tools []Tool
		for _, name := range strings.Fields(c.tools) {
			tools = append(tools, Tool{Name: name})
		}
		if got := functionNames(tools); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: %v, want %s", c.tools, got, c.want)
		}
	}
}

func TestDefaultTools(t *testing.T) {
	long := strings.Repeat("x", 70)
	for _, c := range []struct{ name, id, want string }{
		{"notes", "notes", "notes"},
		{"acme-notes", "acme-notes", "acme_notes"},
		{"a-", "a-", "a"},
		// Cut at a word, where clients' prefixes still fit.
		{"notes-of-all-our-projects", "notes-of-all-our-projects", "notes_of_all_our"},
		{"a-name-that-leaves-clients-no-room-at-all", "a-name-that-leaves-clients-no-room-at-all", "a_name_that_leaves"},
		{"notes", long[:57], "notes"},
		{"notes", long[:58], "note"},
		{"notes", long[:61], "n"},
		{"notes", long[:62], ""},
		{long, "acme", long[:40]},
	} {
		got := DefaultTool(c.name, c.id)
		if got != c.want {
			t.Errorf("%s with id %s: %q, want %q", c.name, c.id, got, c.want)
		}
		if got != "" && (!plugin.ValidToolName(got) || len(plugin.RegisteredName(c.id, got)) > plugin.MaxRegisteredName) {
			t.Errorf("%s with id %s: %q does not fit", c.name, c.id, got)
		}
	}
}

func TestTitles(t *testing.T) {
	for name, want := range map[string]string{"notes": "Notes", "acme-notes-2": "Acme Notes 2", "a--b-": "A B"} {
		if got := title(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
