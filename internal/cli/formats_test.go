package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
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

// TestAnnotationsAreReadBack reads annotations as the runner of GitHub does: each names a file of the repository, whatever its name is.
func TestAnnotationsAreReadBack(t *testing.T) {
	root := t.TempDir()
	names := []string{"plain", "a b", "50%", "100%25", "a:b", "a::b", "::error::x", "a,b", "a=b", "查找 汉字", "é😀", `a\b`, "##[x]", "file=x,line=3"}
	if runtime.GOOS == "windows" { // which has no such names
		names = slices.DeleteFunc(names, func(name string) bool { return strings.ContainsAny(name, `:\`) })
	}
	for _, name := range names {
		dir := filepath.Join(root, name)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "plugin.toml"), []byte("id = 1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	Main([]string{"check", "--output", "github"}, Streams{Out: &out, Dir: root})
	found := map[string]bool{}
	for line := range strings.SplitSeq(out.String(), "\n") {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "::")
		command, message, closed := strings.Cut(rest, "::")
		name, properties, _ := strings.Cut(command, " ")
		if !ok || !closed || name != "error" && name != "warning" && name != "notice" {
			continue
		}
		if message == "" {
			t.Errorf("no message: %s", line)
		}
		for property := range strings.SplitSeq(properties, ",") {
			key, value, _ := strings.Cut(property, "=")
			if key == "file" {
				path := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%").Replace(value)
				found[filepath.Dir(path)] = true
			}
		}
	}
	for _, name := range names {
		if strings.HasPrefix(name, "##") || strings.HasPrefix(name, "::") {
			continue // these are spelt out: rather no link than a command
		}
		if !found[name] {
			t.Errorf("no annotation names a file in %q:\n%s", name, out.String())
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
