package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"openidea-plugin/report"
)

// TestFormatsOfCheck: in every format the output is the same for every order of the paths, and from a folder inside a repository the formats of those who
// host repositories name files from its root, whatever characters are in their names.
func TestFormatsOfCheck(t *testing.T) {
	root := t.TempDir()
	odd := "50%: 查找, ok"
	write := func(path, text string) {
		t.Helper()
		path = filepath.Join(root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	manifest := func(id, name string) string {
		return "id = '" + id + "'\nname = 'N'\nversion = '1.0.0'\nengines.openidea = '^1.4'\nwasm = 'p.wasm'\n[[contributes.mcpTools]]\nname = \"" + name +
			"\"\ndescription = 'x'\ninputSchema = 's.json'\nreadOnly = true\ndestructive = false\n"
	}
	write(".git/HEAD", "")
	write("sub/"+odd+"/plugin.toml", manifest("acme.one", "find-a"))
	write("sub/"+odd+"/s.json", `{"type": "object"}`)
	write("sub/two/plugin.toml", manifest("acme.two", "::error::x\\u001B[2J\\n##[group]"))
	write("sub/two/s.json", `{"type": "array"}`)
	write("sub/three/plugin.toml", manifest("acme.three", "fine"))

	check := func(format string, paths ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		args := append([]string{"check", "--no-wasm", "--output", format}, paths...)
		if status := Main(args, Streams{Out: &out, Err: &errs, Dir: filepath.Join(root, "sub")}); status != ExitFindings || errs.Len() > 0 {
			t.Fatalf("%s: status %d, stderr %s", format, status, errs.String())
		}
		return out.String()
	}
	for format, wants := range map[string][]string{
		"text":   {"--> " + odd + "/plugin.toml:7:9\n"},
		"json":   {`"file": "` + odd + `/plugin.toml"`},
		"sarif":  {`"uri": "sub/50%25%3A%20%E6%9F%A5%E6%89%BE%2C%20ok/plugin.toml"`, `"uri": "sub/two/s.json"`},
		"github": {"--> sub/" + odd + "/plugin.toml:7:9\n", "\n::error file=sub/50%25%3A 查找%2C ok/plugin.toml,line=7,endLine=7,col=9,endColumn=15,title=tool-name::"},
		"gitlab": {`"path": "sub/` + odd + `/plugin.toml"`},
		"junit":  {`<testsuite name="acme.one" tests="2" failures="1"`, `file="` + odd + `/plugin.toml"`},
	} {
		first := check(format, odd, "two", "three")
		for _, paths := range [][]string{{"three", "two", odd}, {"two/s.json", odd + "/plugin.toml", "three", "two"}, {"."}} {
			if got := check(format, paths...); got != first {
				t.Errorf("%s: %v gives another output", format, paths)
			}
		}
		for _, want := range wants {
			if !strings.Contains(first, want) {
				t.Errorf("%s does not have %q:\n%s", format, want, first)
			}
		}
		for line := range strings.SplitSeq(first, "\n") {
			command := strings.HasPrefix(strings.TrimSpace(line), "::error::") || strings.Contains(line, "##[group]")
			if command || strings.ContainsAny(line, "\x1b\r") {
				t.Errorf("%s: %q", format, line)
			}
		}
	}
}

// TestEveryFormatHasAPrinter: what can be asked for can be printed.
func TestEveryFormatHasAPrinter(t *testing.T) {
	e := newEnv(Streams{})
	for what, c := range map[string]struct {
		names    []string
		printers []format
	}{
		"check": {checkFormats, e.printCheck(nil, false)},
		"test":  {testFormats, e.printTests(&report.TestRun{}, &testFlags{})},
	} {
		var names []string
		for _, f := range c.printers {
			names = append(names, f.name)
		}
		if strings.Join(names, " ") != strings.Join(c.names, " ") {
			t.Errorf("%s prints %v and offers %v", what, names, c.names)
		}
	}
}
