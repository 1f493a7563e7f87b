package tomlschema

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
)

var statement = Table{
	Keys: []Key{{Name: "equals", Type: String}, {Name: "contains", Type: String | Array, Of: &Key{Type: String}, MinLength: 1}},
}

// sample has a key of every form.
var sample = Table{
	Doc: "A sample.",
	Keys: []Key{
		{Name: "id", Type: String, Required: true, MinLength: 1, MaxLength: 5, Doc: "Who it is.", Form: `for example "a"`},
		{Name: "level", Type: String, Values: []string{"off", "on"}, Default: "on"},
		{Name: "name", Type: String, Pattern: "^[a-z]+$", Form: "a to z"},
		{Name: "fuel", Type: Integer, Min: new(int64(1)), Max: new(int64(10))},
		{Name: "ratio", Type: Float | Integer, Min: new(int64(0)), Max: new(int64(1))},
		{Name: "flag", Type: Boolean, Default: false},
		{Name: "clock", Type: DateTime | String},
		{Name: "grants", Type: Array, Of: &Key{Type: String}, Default: []string{}},
		{Name: "ok", Type: String | SubTable, Table: &statement},
		{Name: "files", Type: SubTable, Table: &Table{Rest: &Key{Name: "path", Type: String}}},
		{Name: "test", Type: Array, Table: &Table{
			Keys:     []Key{{Name: "tool", Type: String}, {Name: "command", Type: String}, {Name: "any", Type: Any}},
			Excludes: [][2]string{{"tool", "command"}}, OneOf: [][]string{{"tool", "command"}},
		}},
		{Name: "open", Type: SubTable, Table: &Table{Open: true, Keys: []Key{{Name: "required", Type: Boolean}}}},
		{Name: "old", Type: String, Deprecated: "write id"},
	},
	Needs: []Need{{If: "open.required", Then: "flag"}},
}

func parse(t *testing.T, text string) *tomlpos.Value {
	t.Helper()
	doc, errs := tomlpos.Parse(&diag.SourceFile{Path: "x.toml", Data: []byte(text)})
	if len(errs) > 0 {
		t.Fatalf("%s: %v", text, errs[0])
	}
	return doc.Root
}

func compile(t *testing.T, table *Table) *jsonschema.Schema {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(table.JSONSchema("sample")))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sample.json", value); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("sample.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// valid is what an editor says that reads the TOML and holds it against the schema.
func valid(t *testing.T, s *jsonschema.Schema, text string) bool {
	t.Helper()
	var value any
	if err := toml.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	if value, err = jsonschema.UnmarshalJSON(bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	return s.Validate(value) == nil
}

// TestCheckAndSchemaAgree: what the code says of a file and what an editor says of it with the schema.
func TestCheckAndSchemaAgree(t *testing.T) {
	schema := compile(t, &sample)
	for _, c := range []struct{ text, want string }{
		{"id = 'a'", ""},
		{"id = 'a'\nlevel = 'off'\nname = 'abc'\nfuel = 10\nratio = 0.5\nflag = true\nclock = 2026-01-01T00:00:00Z\ngrants = ['x']\nok = 'x'\n[files]\n'a/b' = 'x'\n[[test]]\ntool = 'x'\nany = [1]\n[open]\nrequired = true\nother = 1", ""},
		{"id = 'a'\nclock = '2026-01-01'\nratio = 1\nok.contains = ['x']", ""},
		{"", "id is missing|"},
		{"id = 1", `id must be a string, not an integer|for example "a"`},
		{"id = ''", `id is empty|for example "a"`},
		{"id = 'abcdef'", "id has 6 characters|at most 5"},
		{"id = 'ä€😀'", ""},
		{"id = 'a'\nlevel = 'of'", `level cannot be "of"|one of off, on`},
		{"id = 'a'\nname = 'A'", `name cannot be "A"|a to z`},
		{"id = 'a'\nname = \"a\\n\"", `name cannot be "a\n"|a to z`},
		{"id = 'a'\nfuel = 0", "fuel is too small|at least 1"},
		{"id = 'a'\nfuel = 11", "fuel is too large|at most 10"},
		{"id = 'a'\nfuel = 1.5", "fuel must be an integer, not a float|"},
		{"id = 'a'\nratio = 1.5", "ratio is too large|at most 1"},
		{"id = 'a'\nflag = 'true'", "flag must be a boolean, not a string|true or false, without quotes"},
		{"id = 'a'\nflag = 1", "flag must be a boolean, not an integer|true or false"},
		{"id = 'a'\nclock = 1", "clock must be a string or a date-time, not an integer|"},
		{"id = 'a'\ngrants = 'x'", `grants must be an array of strings, not a string|write ["x"]`},
		{"id = 'a'\ngrants = [1]", "each element of grants must be a string, not an integer|put it in quotes"},
		{"id = 'a'\nok = 1", "ok must be a string or a table, not an integer|"},
		{"id = 'a'\nok.equal = 'x'", `there is no key "equal" here|known: equals, contains`},
		{"id = 'a'\nok.contains = []", "ok.contains is empty|"},
		{"id = 'a'\nok.contains = [1]", "each element of ok.contains must be a string, not an integer|put it in quotes"},
		{"id = 'a'\nfiles = { a = 1 }", "files.a must be a string, not an integer|put it in quotes"},
		{"id = 'a'\n[test]\ntool = 'x'", "test must be an array of tables, not one table|"},
		{"id = 'a'\ntest = [1]", "each element of test must be a table, not an integer|"},
		{"id = 'a'\n[[test]]\nany = 1", "one of tool, command is missing|"},
		{"id = 'a'\n[[test]]\ncommand = 'a'\ntool = 'x'", "tool cannot stand beside command|one or the other"},
		{"id = 'a'\n[[test]]\ntool = 1", "tool must be a string, not an integer|put it in quotes"},
		{"id = 'a'\nopen.required = true", "flag is missing: open.required needs it|"},
		{"id = 'a'\nwhat = 1", `there is no key "what" here|known: ` + strings.Join(sample.Names(), ", ")},
	} {
		var got []string
		for _, p := range sample.Check(parse(t, c.text)) {
			if p.Span().End < p.Span().Start || p.Kind == 0 {
				t.Errorf("%q: unsound problem %+v", c.text, p)
			}
			got = append(got, p.Message+"|"+p.Label)
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.text, strings.Join(got, "\n"), c.want)
		}
		if valid(t, schema, c.text) != (c.want == "") {
			t.Errorf("%q: the schema says otherwise than the code: %q", c.text, c.want)
		}
	}
}

// TestOpenTablesKnowNearMisses: only of keys that are absent.
func TestOpenTablesKnowNearMisses(t *testing.T) {
	open := sample.At("open").Table
	for text, want := range map[string]string{
		"requierd = true": "required", "Required = true": "required", "other = true": "", "requierd = true\nrequired = true": "",
	} {
		near := ""
		for _, u := range open.Unknown(parse(t, text)) {
			near += u.Near
		}
		if near != want {
			t.Errorf("%q: %q, want %q", text, near, want)
		}
	}
}

func TestTypesAlone(t *testing.T) {
	problems := sample.CheckTypes(parse(t, "fuel = 0\nflag = 1\nwhat = 1\n[[test]]\ntool = 2\n"))
	var names []string
	for _, p := range problems {
		names = append(names, p.Name)
	}
	if !slices.Equal(names, []string{"flag", "tool"}) {
		t.Errorf("%q", names)
	}
}

func TestAtFollowsTablesAndArrays(t *testing.T) {
	if k := sample.At("test", "command"); k.Name != "command" {
		t.Errorf("%+v", k)
	}
	defer func() {
		if recover() == nil {
			t.Error("a key that is not there is found")
		}
	}()
	sample.At("test", "nothing")
}

// TestJSONSchemaText: the members that editors show stand where they look for them, and the bytes are the same each time.
func TestJSONSchemaText(t *testing.T) {
	text := string(sample.JSONSchema("sample"))
	for _, part := range []string{
		`"$schema": "http://json-schema.org/draft-07/schema#"`, `"title": "sample"`, `"x-tombi-toml-version": "v1.0.0"`,
		"\"id\": {\n      \"description\": \"Who it is.\",\n      \"type\": \"string\",\n      \"minLength\": 1,\n      \"maxLength\": 5\n    }",
		`"pattern": "^[a-z]+$"`, `"deprecated": true`, `"default": []`, "\"initKeys\": [\n      \"id\"\n    ]",
		`"x-tombi-additional-key-label": "path"`,
	} {
		if !strings.Contains(text, part) {
			t.Errorf("the schema lacks %s:\n%s", part, text)
		}
	}
	if again := string(sample.JSONSchema("sample")); again != text || !strings.HasSuffix(text, "}\n") {
		t.Error("the schema differs from one time to the next, or has no line end")
	}
}
