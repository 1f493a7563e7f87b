package docs

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"openidea-plugin/internal/cli"
	"openidea-plugin/schema"
)

// TestOutputSchema: what the program prints as JSON is valid by output.schema.json, which names every field and no other.
func TestOutputSchema(t *testing.T) {
	text := read(t, filepath.Join("..", "report", "output.schema.json"))
	open := compile(t, []byte(text))
	var tree any
	if err := json.Unmarshal([]byte(text), &tree); err != nil {
		t.Fatal(err)
	}
	closeObjects(tree)
	closed, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	strict := compile(t, closed)

	var printed strings.Builder
	if cli.Main([]string{"schema", "output"}, cli.Streams{Out: &printed}); printed.String() != text {
		t.Error("openidea-plugin schema output prints another schema")
	}

	outputs := map[string]string{}
	for _, name := range []string{"check.json", "test.json", "merged-junit.json"} {
		outputs[name] = read(t, filepath.Join("..", "report", "testdata", name))
	}
	for name, args := range map[string][]string{
		"check":       {"check", "../fixtures/data-tools", "--output", "json"},
		"test":        {"test", "../fixtures/reference-example", "--output", "json"},
		"no plugin":   {"check", "nowhere", "--output", "json"},
		"not to test": {"test", "nowhere", "--output", "json"},
		"inspect":     {"inspect", "../fixtures/data-tools", "../fixtures/reference-example", "--output", "json"},
		"one broken":  {"inspect", "../fixtures/variants", "../fixtures/misbehaving", "--output", "json"},
		"explain":     {"explain", "--output", "json"},
		"one rule":    {"explain", "tool-name", "--output", "json"},
		"listed":      {"test", "../fixtures/data-tools", "--list", "--output", "json"},
		"call":        {"call", "find_notes", `{"text":"milk"}`, "--plugin", "../fixtures/reference-example", "--output", "json"},
	} {
		var out strings.Builder
		cli.Main(args, cli.Streams{Out: &out})
		outputs[name] = out.String()
	}
	for name, output := range outputs {
		for kind, s := range map[string]*schema.Schema{"as it is": open, "without other fields": strict} {
			if failure := s.Validate([]byte(output), schema.Limits{}); failure != nil {
				t.Errorf("%s, the schema %s: %s", name, kind, failure)
			}
		}
	}

	// What a reader must be able to rely on.
	for name, broken := range map[string]string{
		"a field is missing":       replaceOnce(t, outputs["test.json"], `"seed": 1,`, ""),
		"another version":          replaceOnce(t, outputs["check.json"], `"version": 1`, `"version": 2`),
		"null instead of a list":   replaceOnce(t, outputs["check.json"], `"related": []`, `"related": null`),
		"an unknown severity":      replaceOnce(t, outputs["check.json"], `"severity": "error"`, `"severity": "fatal"`),
		"a place without an end":   regexp.MustCompile(`(?s),\s*"end": \{.*?\}`).ReplaceAllString(outputs["check.json"], ""),
		"a test without its calls": regexp.MustCompile(`(?s),\s*"calls": \[\]`).ReplaceAllString(outputs["test.json"], ""),
	} {
		if open.Validate([]byte(broken), schema.Limits{}) == nil {
			t.Errorf("valid though %s", name)
		}
	}

	// Every field that the program can write is in the schema.
	tag := regexp.MustCompile(`json:"([a-zA-Z_]+)`)
	for _, name := range jsonSources {
		for _, f := range tag.FindAllStringSubmatch(read(t, filepath.Join("..", "report", name)), -1) {
			if !strings.Contains(text, `"`+f[1]+`": {`) {
				t.Errorf("output.schema.json does not name the field %q", f[1])
			}
		}
	}
}

// compile refuses a schema that has any problem, and one that is not valid by the rules for schemas of tools.
func compile(t *testing.T, data []byte) *schema.Schema {
	t.Helper()
	s, problems := schema.Compile(data)
	if len(problems) > 0 {
		t.Fatalf("output.schema.json: %v", problems)
	}
	return s
}

// closeObjects forbids other properties than those that are named.
func closeObjects(v any) {
	switch v := v.(type) {
	case map[string]any:
		if v["type"] == "object" && v["properties"] != nil {
			v["additionalProperties"] = false
		}
		for _, x := range v {
			closeObjects(x)
		}
	case []any:
		for _, x := range v {
			closeObjects(x)
		}
	}
}

func replaceOnce(t *testing.T, s, old, new string) string {
	t.Helper()
	if !strings.Contains(s, old) {
		t.Fatalf("%s is not there", old)
	}
	return strings.Replace(s, old, new, 1)
}
