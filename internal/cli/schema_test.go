package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemaOf is what the command prints, compiled: a schema that is not valid in its dialect fails the test.
func schemaOf(t *testing.T, kind string) *jsonschema.Schema {
	t.Helper()
	var out, errs bytes.Buffer
	if status := Main([]string{"schema", kind}, Streams{Out: &out, Err: &errs}); status != ExitOK || errs.Len() > 0 {
		t.Fatalf("schema %s: status %d, %s", kind, status, errs.String())
	}
	value, err := jsonschema.UnmarshalJSON(&out)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", value); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// editor is what an editor says of a TOML file with the schema; nil where it has nothing to say.
func editor(t *testing.T, s *jsonschema.Schema, text string) error {
	t.Helper()
	var value any
	if err := toml.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	if value, err = jsonschema.UnmarshalJSON(bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	return s.Validate(value)
}

// TestSchemasAcceptTheFixtures: an editor does not complain of files that the tool itself accepts.
func TestSchemasAcceptTheFixtures(t *testing.T) {
	for _, c := range []struct{ kind, files string }{
		{"manifest", "plugin.toml"},
		{"test", "tests/*.test.toml"},
	} {
		s := schemaOf(t, c.kind)
		found, err := filepath.Glob("../../fixtures/*/" + c.files)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: no files, %v", c.kind, err)
		}
		for _, path := range found {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := editor(t, s, string(data)); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}

// editorCases are files of each kind with what an editor says of them, "" for nothing.
var editorCases = []struct{ kind, text, wrong string }{
	{"manifest", wholeManifest, ""},
	{"manifest", wholeManifest + "[[contributes.commands]]\nid = 'x'\n[theme]\ncolours = [1, 2]\n[settings]\n", ""},
	{"manifest", "id = 'a'\nengines.openidea = '^1.4'\n", ""},
	{"manifest", strings.Replace(wholeManifest, "readOnly = true", "readOnly = 'true'", 1), "/contributes/mcpTools/0/readOnly"},
	{"manifest", strings.Replace(wholeManifest, "readOnly", "readonly", 1), "/contributes/mcpTools/0"},
	{"manifest", strings.Replace(wholeManifest, "find_notes", "find-notes", 1), "/contributes/mcpTools/0/name"},
	{"manifest", strings.Replace(wholeManifest, "wasm = ", "wsam = ", 1), "wasm"},
	{"manifest", strings.NewReplacer("[[", "[", "]]", "]").Replace(wholeManifest), "/contributes/mcpTools"},
	{"manifest", strings.Replace(wholeManifest, "['project.read']", "'project.read'", 1), "/capabilities/required"},
	{"manifest", "id = 'a'\n", "engines"},
	{"manifest", "id = 1\nengines = '^1.4'\n", "/id"},
	{"test", "[[test]]\nname = 'a'\ntool = 'b'\narguments = { x = [1, { y = 2 }] }\nexpect.error = { kind = 'denied', message.contains = 'not' }\n", ""},
	{"test", "clock = 2026-05-01T00:00:00Z\n[limits]\nmemory = '64 MiB'\nfuel = 1000\n[[test]]\nname = 'a'\ncommand = 'b'\nexpect.aborted = ['fuel', 'deadline']\n", ""},
	{"test", "[[test]]\nname = 'a'\ntool = 'b'\nexpect.refused = 'rejcted'\n", "/test/0/expect/refused"},
	{"test", "[[test]]\nname = 'a'\ntool = 'b'\ncommand = 'c'\n", "/test/0"},
	{"test", "[[test]]\nname = 'a'\ntool = 'b'\nargument = {}\n", "argument"},
	{"test", "[[test]]\nname = 'a'\ntool = 'b'\nconfirm = 'yes'\n", "/test/0/confirm"},
	{"test", "[[test]]\nname = 'a'\n", "/test/0"},
	{"test", "[limits]\nmemory = '64 MB'\n", "/limits/memory"},
	{"test", "[limits]\nfuel = 0\n", "/limits/fuel"},
	{"config", "", ""},
	{"config", "wit = 'wit'\nclients = ['claude']\n[rules]\ntool-name = 'off'\n[capabilities]\n'vcs#blame' = 'vcs.read'\n'vcs#log' = ''\n" +
		"[[ignore]]\nrules = ['tool-name']\npaths = ['old/**']\nreason = 'generated'\n", ""},
	{"config", "[rules]\ntool-nam = 'off'\n", "/rules"},
	{"config", "[rules]\ntool-name = 'of'\n", "/rules/tool-name"},
	{"config", "[[ignore]]\nrules = ['tool-name']\npaths = ['x']\n", "reason"},
	{"config", "[capabilities]\n'vcs#log' = 1\n", "/capabilities/vcs#log"},
	{"config", "wti = 'wit'\n", "wti"},
}

const wholeManifest = `id = "acme.notes"
engines.openidea = "^1.4"
wasm = "dist/plugin.wasm"
[capabilities]
required = ['project.read']
[[contributes.mcpTools]]
name = "find_notes"
description = "Find notes"
inputSchema = "a.json"
readOnly = true
destructive = false
`

func TestSchemasFindMistakes(t *testing.T) {
	schemas := map[string]*jsonschema.Schema{}
	for _, c := range editorCases {
		if schemas[c.kind] == nil {
			schemas[c.kind] = schemaOf(t, c.kind)
		}
		err := editor(t, schemas[c.kind], c.text)
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s\n%s\n got %v, want %q", c.kind, c.text, err, c.wrong)
		}
	}
}
