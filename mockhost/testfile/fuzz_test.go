package testfile

import (
	"testing"

	"openidea-plugin/diag"
)

// FuzzRead: whatever stands in a test file is read or refused, and every finding marks characters of the file.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"[[test]]\nname = \"a {n}\"\ntool = \"{n}\"\narguments = { \"{n}\" = \"{n}{m}\" }\nexpect = \"{x}\"\neach = [{ n = 1, m = 2.5, x = { ok.snapshot = true } }]\n",
		"[[group]]\nname = \"g\"\n[[group.test]]\nname = \"t\"\n[[group.test.call]]\nbefore.disable = \"a\"\ntool = \"x\"\nexpect.calls = [{ function = \"a.b\", arguments-json = '[1]' }]\n",
		"[[mock]]\nfunction = \"project#search-text\"\nreturns-json = '''\n{\"a\": [1, }'''\n[[test]]\nname = \"t\"\ntool = \"x\"\n[[test.mock]]\nfunction = \"x\"\nanswers = [{ error = { kind = 1 } }]\n",
		"clock = 1979-05-27T07:32:00Z\n[limits]\nmemory = \"1 MiB\"\n[storage]\na = 1\n[editor]\nfiles = [\"a\"]\n[defaults]\ndialogs = [{ kind = \"confirm\", answer = \"maybe\" }]\n",
		"[[test]]\nname = \"t\"\ntool = \"x\"\nexpect = { diff.snapshot = \"a\", changes = [\"../a\"], tabs = [1], log = true, listing.schema = nan, status = [], tools = [1] }\n",
	} {
		f.Add(seed)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		source := &diag.SourceFile{Path: "tests/a.test.toml", Data: []byte(text)}
		file := Read(source, dir+"/tests/a.test.toml", Subject{ID: "acme.notes", Dir: dir})
		for _, d := range file.Findings {
			if d.Span.File != source || d.Span.Start < 0 || d.Span.Start > d.Span.End || d.Span.End > len(text) || d.Message == "" {
				t.Errorf("%s: %q at %d to %d of %d", d.Rule, d.Message, d.Span.Start, d.Span.End, len(text))
			}
		}
		for _, test := range file.Tests {
			if !file.Broken() && (test.Name == "" || len(test.Calls) == 0) {
				t.Errorf("a test without a name or a call: %+v", test)
			}
		}
	})
}
