package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDocumentedJSON: the example of docs/output-json.md is what check prints for the plugin that it speaks of.
func TestDocumentedJSON(t *testing.T) {
	doc, err := os.ReadFile("../../docs/output-json.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(doc), "```json\n")
	example, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatal("there is no example")
	}
	dir := t.TempDir()
	manifest := `# Notes of a project
id = "acme.notes"
name = "Acme Notes"
version = "0.1.0"
engines.openidea = "^1.4"
wasm = "dist/plugin.wasm"

[capabilities]
required = ["project.read"]

[[contributes.mcpTools]]
name = "find-notes"
description = "Find notes in this project"
inputSchema = "find-notes.schema.json"
readOnly = true
destructive = false
`
	for name, text := range map[string]string{"plugin.toml": manifest, "find-notes.schema.json": `{ "type": "object", "properties": {}, "additionalProperties": false }`} {
		if err := os.MkdirAll(filepath.Join(dir, "notes"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "notes", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if status := Main([]string{"check", "--no-wasm", "--output", "json"}, Streams{Out: &out, Dir: dir}); status != ExitFindings {
		t.Fatalf("exit status %d", status)
	}
	var want, got any
	if err := json.Unmarshal([]byte(strings.Replace(example, `"0.1.0"`, `"`+Version+`"`, 1)), &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("docs/output-json.md (-) and check (+):\n%s", d)
	}
}
