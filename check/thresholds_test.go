package check

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestThresholds: each rule with a limit lets pass what is at the limit, and reports what is one beyond it.
func TestThresholds(t *testing.T) {
	withText := func(key string) func(int) shapeFile {
		return func(n int) shapeFile {
			text := map[string]string{"name": "find_notes", "description": "Find notes"}
			text[key] = strings.Repeat("n", n)
			return shapeFile{"manifest.toml", fmt.Appendf(nil, "[[contributes.mcpTools]]\nname = %q\ndescription = %q\ninputSchema = \"find-notes.schema.json\"\nreadOnly = true\ndestructive = false\n",
				text["name"], text["description"])}
		}
	}
	// registered is a plugin whose tool registers a name of n bytes.
	registered := func(n int) shapeFile {
		return shapeFile{"manifest.toml", fmt.Appendf(nil, "id = %q\nengines.openidea = \"^1.4\"\nwasm = \"dist/plugin.wasm\"\n\n%s", strings.Repeat("i", n-len("__find_notes")), exampleTool)}
	}
	schema := func(format string) func(int) shapeFile {
		return func(n int) shapeFile {
			text := strings.ReplaceAll(format, "N", strings.Repeat("n", n))
			return shapeFile{"schema.json", []byte(text)}
		}
	}
	padded := func(n int) shapeFile {
		return shapeFile{"schema.json", []byte(exampleSchema + strings.Repeat(" ", n-len(exampleSchema)))}
	}
	nested := func(n int) shapeFile {
		return shapeFile{"schema.json", []byte(`{"type": "object", "properties": {"a": ` + strings.Repeat(`{"items": `, n-1) + `{}` + strings.Repeat(`}`, n-1) + `}}`)}
	}
	for _, c := range []struct {
		rule  string
		make  func(n int) shapeFile
		limit int
	}{
		{"tool-name", withText("name"), 40},
		{"tool-description", withText("description"), 4096},
		{"description-long", withText("description"), 1024},
		{"registered-name-too-long", registered, 64},
		{"client-prefix-may-exceed-64", registered, 64 - len("mcp__openidea__")},
		{"schema-size", padded, 262_144},
		{"schema-large", padded, 32 << 10},
		{"schema-deep", nested, 10},
		{"property-key-charset", schema(`{"type": "object", "properties": {"N": {"type": "string"}}}`), 64},
	} {
		for n, want := range map[int]bool{c.limit: false, c.limit + 1: true} {
			found := rules(checkShape(t, c.make(n)))
			if slices.Contains(found, c.rule) != want {
				t.Errorf("%s at %d: found %v", c.rule, n, found)
			}
		}
	}
	for _, key := range []string{"name", "description"} { // the other end
		for n, want := range map[int]bool{0: true, 1: false} {
			if found := rules(checkShape(t, withText(key)(n))); slices.Contains(found, "tool-"+key) != want {
				t.Errorf("%s of %d characters: found %v", key, n, found)
			}
		}
	}
}
