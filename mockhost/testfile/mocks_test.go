package testfile

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMocks: those of a test come first, then those of its group, then those of the file.
func TestMocks(t *testing.T) {
	file, _ := readOf(t, `
[[mock]]
function = "project#read-file"
returns = "of the file"
[[group]]
name = "g"
[[group.mock]]
function = "openidea:plugin/project@1.4.0#read-file"
arguments = ["a.md"]
error = "not-found"
[[group.test]]
name = "t"
tool = "x"
[[group.test.mock]]
function = "project#list-files"
arguments-json = '{"glob": "*"}'
answers = [{ returns.paths = ["a.md"], delay = "1s" }, { returns-json = '{"paths": [], "truncated": true}' }, { error = { kind = "failed", message = "no" } }]
times = 3
anyway = true
[[test]]
name = "u"
tool = "x"
`, parse(t, "../../fixtures/data-tools/dist/plugin.wasm"))
	for _, d := range file.Findings {
		t.Error(shown(d))
	}
	var got []string
	for _, test := range file.Tests {
		line := test.Name + ":"
		for _, m := range test.Mocks {
			line += " " + m.Function
		}
		got = append(got, line)
	}
	want := []string{"g › t: project#list-files openidea:plugin/project@1.4.0#read-file project#read-file", "u: project#read-file"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if m := file.Tests[0].Mocks[0]; len(m.Answers) != 3 || *m.Times != 3 || !m.Anyway || m.Answers[0].Delay.Seconds() != 1 {
		t.Errorf("%+v", m)
	}
	if own, shared := file.Tests[0].Mocks[0], file.Tests[1].Mocks[0]; !own.Once || shared.Once {
		t.Errorf("answers in a list are given once each, an answer of the mock itself for ever: %v, %v", own.Once, shared.Once)
	}
}

// TestMockMistakes: what does not fit the component's types is a finding at the value, in TOML and, where it is written as it is read, in JSON.
func TestMockMistakes(t *testing.T) {
	of := parse(t, "../../fixtures/data-tools/dist/plugin.wasm")
	mock := func(lines string) string {
		return "[[test]]\nname = \"t\"\ntool = \"x\"\n[[test.mock]]\n" + lines + "\n"
	}
	for _, c := range []struct{ text, want string }{
		{mock(`function = "project#raed-file"`), `test-invalid [project#raed-file] no plugin imports the function "project#raed-file" (did you mean "project#read-file"?)`},
		{mock(`returns = 1`), `test-invalid [[[test.mock]]] [[test.mock]] needs a function`},
		{mock("function = \"project#read-file\"\nreturns = 7"), `test-type [7] project#read-file: this is an integer, the component declares string: write a string`},
		{mock("function = \"project#list-files\"\nreturns-json = '{\"paths\": [\"a\", 7]}'"), `test-type [7] project#list-files: this is an integer`},
		{mock("function = \"project#list-files\"\nreturns-json = '''\n{\n  \"pahts\": []\n}'''"), `test-type ["pahts"] project#list-files: the component's record has no field "pahts": it has paths, truncated (did you mean "paths"?)`},
		{mock("function = \"project#list-files\"\nreturns-json = \"{\\\"pahts\\\": []}\""), `test-type [{\"pahts\": []}] project#list-files: the component's record has no field "pahts"`},
		{mock("function = \"project#list-files\"\nreturns-json = '{\"paths\": ['"), `test-invalid [] "returns-json" is no JSON`},
		{mock("function = \"project#list-files\"\nreturns-json = '[1 2]'"), `test-invalid [2] "returns-json" is no JSON`},
		{mock("function = \"project#read-file\"\nerror = \"dennied\""), `test-invalid ["dennied"] project#read-file: the component's error cannot be "dennied"`},
		{mock("function = \"project#read-file\"\narguments = { paht = \"a\" }"), `test-type [paht] project#read-file: `},
		{mock("function = \"project#read-file\"\narguments = { path = { contians = \"a\" } }"), `test-type [contians] project#read-file: `},
		{mock("function = \"project#read-file\"\nanswers = []"), `test-invalid [[]] "answers" is empty`},
		{mock("function = \"project#read-file\"\nanswers = [{ retruns = \"a\" }]"), `test-unknown-key [retruns] an answer has no key "retruns" (did you mean "returns"?)`},
		{mock("function = \"project#read-file\"\nreturns = \"a\"\nerror = \"denied\""), `test-invalid [error] a mock cannot have both "returns" and "error"`},
		{mock("function = \"project#read-file\"\nexpect.ok = {}"), `test-unknown-key [expect] [[test.mock]] has no key "expect" ("expect" is a key of [[test]]: write it above the first [[test.mock]], since keys behind a header belong to its table)`},
		{"[[group]]\nname = \"g\"\n[[group.mock]]\nfunction = \"project#read-file\"\nrestricted = true\n[[group.test]]\nname = \"t\"\ntool = \"x\"\n", `test-unknown-key [restricted] [[group.mock]] has no key "restricted" ("restricted" is a key of [[group]]: write it above the first [[group.mock]]`},
		{"[[test]]\nname = \"t\"\n[[test.call]]\ntool = \"x\"\ngrants = []\n", `test-unknown-key [grants] [[test.call]] has no key "grants" ("grants" is a key of [[test]]: write it above the first [[test.call]]`},
		{mock("function = \"project#read-file\"\ndelay = \"soon\""), `test-invalid [soon] "soon" is no time that an answer can take`},
		{mock("function = \"project#read-file\"\ntimes = -1"), `test-invalid [-1] "times" is too small`},
		{"[[test]]\nname = \"t\"\ntool = \"x\"\nexpect.calls = [{ function = \"project.read-file\", arguments = { path = 7 } }]\n", `test-type [7] project#read-file: this is an integer, the component declares string`},
		{"[[mock]]\nfunction = \"project#read-file\"\nreturns = 7\n[[test]]\nname = \"t\"\ntool = \"x\"\n[[test]]\nname = \"u\"\ntool = \"x\"\n", `test-type [7] project#read-file: this is an integer`},
		{"[[test]]\nname = \"t {v}\"\ntool = \"x\"\nmock = [{ function = \"project#read-file\", returns = \"{v}\" }]\neach = [{ v = \"a\" }, { v = 7 }]\n", `test-type [7] project#read-file: this is an integer`},
	} {
		file, _ := readOf(t, c.text, of)
		if len(file.Findings) != 1 || !strings.HasPrefix(shown(file.Findings[0]), c.want) {
			t.Errorf("%s\nwant %s", c.text, c.want)
			for _, d := range file.Findings {
				t.Logf("got %s", shown(d))
			}
		}
	}
}
