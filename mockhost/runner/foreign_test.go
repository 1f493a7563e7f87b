package runner

import (
	"fmt"
	"testing"

	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/testfile"
)

// TestForeignTools: a tool of another plugin is refused for its own reason, whether or not it is listed.
func TestForeignTools(t *testing.T) {
	manifest := func(id string) string {
		text := fmt.Sprintf("id = %q\nname = \"Other\"\nversion = \"1.0.0\"\nengines.openidea = \"^1.4\"\nwasm = \"none.wasm\"\n", id)
		for _, tool := range []struct{ name, readOnly string }{{"write", "false"}, {"read", "true"}} {
			text += fmt.Sprintf("[[contributes.mcpTools]]\nname = %q\ndescription = \"Does it.\"\ninputSchema = \"s.json\"\nreadOnly = %s\ndestructive = false\n", tool.name, tool.readOnly)
		}
		return text
	}
	const schema = `{"type":"object"}`
	r := run(t, Options{}, load(t, "data-tools", map[string]string{
		"one/plugin.toml": manifest("acme.one"), "one/s.json": schema,
		"two/plugin.toml": manifest("acme.two"), "two/s.json": schema, "three/plugin.toml": manifest("acme-two"), "three/s.json": schema,
		"a.test.toml": `
[[plugin]]
path = "one"
[[plugin]]
path = "two"
[[plugin]]
path = "three"

[[test]]
name = "a writing tool in Restricted Mode"
restricted = true
tool = "acme_one__write"
expect = { refused = "restricted", listed = false }

[[test]]
name = "two of one name"
tool = "acme_two__read"
expect = { refused = "withheld", listed = false }

[[test]]
name = "nobody's"
tool = "acme_one__delete"
expect.refused = "unknown-tool"

[[test]]
name = "without a component"
tool = "acme_one__read"
expect = { aborted = "unrepresentable", listed = true }
`}))[0]
	report(t, r)
}

// TestWordsOfProblems: what is said where JSON was expected, and where another kind of error was.
func TestWordsOfProblems(t *testing.T) {
	ok := func(text string) after { return after{outcome: mockhost.Outcome{Kind: mockhost.OK, Text: text}} }
	json := testfile.Expect{OK: &testfile.Text{JSON: "[1]"}}
	denied := after{outcome: mockhost.Outcome{Kind: mockhost.Error, Reason: "denied", Message: "no"}}
	kind := func(k string) testfile.Expect { return testfile.Expect{Error: &testfile.Failure{Kind: k}} }
	for _, c := range []struct {
		x             testfile.Expect
		a             after
		expected, got string
	}{
		{json, ok("there is nothing"), "JSON with [1]", `a text that is no JSON: "there is nothing"`},
		{json, ok("[1,]"), "JSON with [1]", `a text that is no JSON (a comma stands before the closing "]"): "[1,]"`},
		{kind("invalid"), denied, "error invalid", `error denied: "no"`},
		{kind("conflict"), denied, "error conflict", `error denied: "no"`},
	} {
		ps, _ := compare(&c.x, c.a)
		if len(ps) != 1 || ps[0].Expected != c.expected || ps[0].Got != c.got {
			t.Errorf("%v\nwant %s, %s", ps, c.expected, c.got)
		}
	}
}
