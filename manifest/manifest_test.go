package manifest

import (
	"fmt"
	"strings"
	"testing"

	"openidea-plugin/diag"
)

func parse(text string) *Manifest {
	return Parse(&diag.SourceFile{Path: FileName, Data: []byte(text)})
}

func marked(s diag.Span) string {
	if s.File == nil {
		return "-"
	}
	return string(s.File.Data[s.Start:s.End])
}

const whole = `id = "acme.notes"
name = "Acme Notes"
version = "0.1.0"
engines.openidea = "^1.4"
wasm = "dist/plugin.wasm"

[capabilities]
required = ["project.read", "project.write"]
optional = ["network"]

[[contributes.mcpTools]]
name = "find_notes"
description = ""
inputSchema = 'find-notes.schema.json'
readOnly = true
destructive = false

[[contributes.mcpTools]]
name = "purge_notes"
`

func TestEveryKeyKnowsItsPlace(t *testing.T) {
	m := parse(whole)
	if len(m.Findings) != 0 || len(m.Tools) != 2 {
		t.Fatalf("findings %v, %d tools", m.Findings, len(m.Tools))
	}
	text := func(f Field[string]) string {
		return fmt.Sprintf("%d %q %s|%s|%s", f.State, f.Value, marked(f.Key), marked(f.Span), marked(f.Whole))
	}
	flag := func(f Field[bool]) string {
		return fmt.Sprintf("%d %v %s|%s|%s", f.State, f.Value, marked(f.Key), marked(f.Span), marked(f.Whole))
	}
	first, second := m.Tools[0], m.Tools[1]
	for _, c := range []struct{ got, want string }{
		{text(m.ID), `2 "acme.notes" id|acme.notes|"acme.notes"`},
		{text(m.Name), `2 "Acme Notes" name|Acme Notes|"Acme Notes"`},
		{text(m.Version), `2 "0.1.0" version|0.1.0|"0.1.0"`},
		{text(m.Engines), `2 "^1.4" openidea|^1.4|"^1.4"`},
		{text(m.Wasm), `2 "dist/plugin.wasm" wasm|dist/plugin.wasm|"dist/plugin.wasm"`},
		{text(m.Required[1]), `2 "project.write" -|project.write|"project.write"`},
		{text(m.Optional[0]), `2 "network" -|network|"network"`},
		{marked(first.Table.Span), "[[contributes.mcpTools]]"},
		{text(first.Name), `2 "find_notes" name|find_notes|"find_notes"`},
		{text(first.Description), `2 "" description|""|""`},
		{text(first.InputSchema), `2 "find-notes.schema.json" inputSchema|find-notes.schema.json|'find-notes.schema.json'`},
		{flag(first.ReadOnly), `2 true readOnly|true|true`},
		{flag(first.Destructive), `2 false destructive|false|false`},
		{text(second.Name), `2 "purge_notes" name|purge_notes|"purge_notes"`},
		{flag(second.ReadOnly), `0 false -|-|-`},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

func TestInlineArrayIsTheSame(t *testing.T) {
	m := parse(`contributes = { mcpTools = [ { name = "a", readOnly = true }, { name = "b" } ] }`)
	if len(m.Findings) != 0 || len(m.Tools) != 2 || m.Tools[1].Name.Value != "b" {
		t.Fatalf("%+v", m)
	}
	if got := marked(m.Tools[0].Table.Span); got != `{ name = "a", readOnly = true }` {
		t.Errorf("a tool's table is marked as %q", got)
	}
}

func TestKeysAreExact(t *testing.T) {
	m := parse("ID = 'x'\n[[contributes.mcpTools]]\nreadonly = true\nNAME = 'x'\n[[contributes.mcptools]]\nname = 1\n")
	if len(m.Findings) != 0 || !m.ID.Missing() || len(m.Tools) != 1 || !m.Tools[0].ReadOnly.Missing() || !m.Tools[0].Name.Missing() {
		t.Errorf("%+v", m)
	}
}

// TestWrongTypes: one wrong value gives one finding, at the value, and says what is allowed.
func TestWrongTypes(t *testing.T) {
	const tool = "[[contributes.mcpTools]]\n"
	for _, c := range []struct{ in, marked, message, label string }{
		{"id = 1", "1", "id must be a string, not an integer", `for example "acme.notes"`},
		{"wasm = ['a']", "['a']", "wasm must be a string, not an array", "the package path of the component, in quotes"},
		{"engines = '^1.4'", "'^1.4'", "engines must be a table, not a string", `write engines.openidea = "^1.4"`},
		{"engines.openidea = 1.4", "1.4", "engines.openidea must be a string, not a float", `a version range in quotes, for example "^1.4"`},
		{"capabilities = []", "[]", "capabilities must be a table, not an array", "write [capabilities]"},
		{"[[capabilities]]", "[[capabilities]]", "capabilities must be a table, not an array of tables", "write [capabilities]"},
		{"capabilities.required = 'x.y'", "'x.y'", "capabilities.required must be an array of strings, not a string", `write ["x.y"]`},
		{"capabilities.optional = ['a', 2]", "2", "each element of capabilities.optional must be a string, not an integer", "put it in quotes"},
		{"contributes = true", "true", "contributes must be a table, not a boolean", "write [contributes]"},
		{"[contributes.mcpTools]\nname = 'a'", "[contributes.mcpTools]", "contributes.mcpTools must be an array of tables, not one table", "write [[contributes.mcpTools]] above each tool"},
		{"contributes.mcpTools = 'a'", "'a'", "contributes.mcpTools must be an array of tables, not a string", "write [[contributes.mcpTools]] above each tool"},
		{"contributes.mcpTools = [1]", "1", "each element of contributes.mcpTools must be a table, not an integer", "a tool is a table with name, description, inputSchema, readOnly and destructive"},
		{tool + "name = 1", "1", "name must be a string, not an integer", "put it in quotes"},
		{tool + "description = 2026-01-01", "2026-01-01", "description must be a string, not a local date", "put it in quotes"},
		{tool + "inputSchema = { type = 'object' }", "{ type = 'object' }", "inputSchema must be a string, not a table", "the package path of a JSON Schema file, in quotes"},
		{tool + "readOnly = 'true'", "'true'", "readOnly must be a boolean, not a string", "true or false, without quotes"},
		{tool + "destructive = 0", "0", "destructive must be a boolean, not an integer", "true or false"},
	} {
		m := parse(c.in)
		if len(m.Findings) != 1 {
			t.Errorf("%q: %d findings, want 1", c.in, len(m.Findings))
			continue
		}
		d := m.Findings[0]
		if d.Rule != RuleType || d.Severity != diag.Error || marked(d.Span) != c.marked || d.Message != c.message || d.Label != c.label {
			t.Errorf("%q:\n got %s %q, %q, %q\nwant %q, %q, %q", c.in, d.Rule, marked(d.Span), d.Message, d.Label, c.marked, c.message, c.label)
		}
	}
	if m := parse("[contributes.mcpTools]\nname = 'a'"); len(m.Tools) != 1 || m.Tools[0].Name.Value != "a" {
		t.Error("a single table is still read as the tool that it was meant to be")
	}
	if m := parse("engines = 1"); m.Engines.State != WrongType {
		t.Error("an engines of the wrong type is not a missing range")
	}
}

func TestSyntaxIsOneFinding(t *testing.T) {
	m := parse("id = \"acme.notes\"\nname = \nreadOnly = True\n")
	if len(m.Findings) != 1 || m.Findings[0].Rule != RuleSyntax || m.Findings[0].Span.Start != 25 {
		t.Errorf("%+v", m.Findings)
	}
	if m.Doc != nil || !m.ID.Missing() {
		t.Error("nothing is read of a file that is not TOML")
	}
	m = parse(strings.Repeat("#", MaxSize+1))
	if len(m.Findings) != 1 || !strings.Contains(m.Findings[0].Message, "larger than 1 MiB") {
		t.Errorf("%+v", m.Findings)
	}
}

// FuzzParse: any bytes give a manifest whose findings mark bytes of the file.
func FuzzParse(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte("[contributes.mcpTools]\nname = 1\n[[capabilities]]\n"))
	f.Add([]byte("\xef\xbb\xbfcontributes.mcpTools = [{name=\"\\u0000\"}]\r\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m := Parse(&diag.SourceFile{Path: FileName, Data: data})
		for _, d := range m.Findings {
			if d.Message == "" || d.Rule == "" || d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(data) {
				t.Fatalf("unsound finding %+v", d)
			}
		}
		for _, tool := range m.Tools {
			if tool.Name.Set() && tool.Name.Value != "" && tool.Name.Span.End <= tool.Name.Span.Start {
				t.Fatalf("name %q has no place", tool.Name.Value)
			}
		}
	})
}
