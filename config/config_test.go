package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"openidea-plugin/diag"
)

var known = Known{
	Rules:   []Word{{"tool-name", ""}, {"unknown-key", ""}, {"uses-ref", ""}},
	Fixed:   []string{"config-invalid"},
	Clients: []Word{{"claude", ""}, {"openai", ""}},
}

func parse(t *testing.T, text string) *Config {
	t.Helper()
	dir := t.TempDir()
	for path, text := range map[string]string{
		"wit/api.wit": "package openidea:plugin@1.5.0;\ninterface log { write: func(text: string); }\n", "other/a.wit": "package a:b;\n", "broken/a.wit": "package a:b;\nworld {\n",
	} {
		path = filepath.Join(dir, path)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return Parse(&diag.SourceFile{Path: FileName, Data: []byte(text)}, dir, known)
}

func TestWholeConfiguration(t *testing.T) {
	c := parse(t, `wit = "wit"
clients = ["openai"]

[rules]
tool-name = "off"
uses-ref = "error"

[capabilities]
"project#read-file" = "project.secret"
"log#write" = ""

[[ignore]]
rules = ["unknown-key", "uses-ref"]
paths = ["old/**", "plugins/*/plugin.toml"]
reason = "nobody works on these"
`)
	if c.Broken() {
		t.Fatal(c.Findings)
	}
	if c.Wit != "wit" || c.WitDir != filepath.Join(c.Dir, "wit") {
		t.Errorf("wit %q leads to %q", c.Wit, c.WitDir)
	}
	if _, known := c.API.Lookup("log", "write"); !known || !c.API.Own {
		t.Errorf("the WIT says %+v", c.API)
	}
	if d := cmp.Diff(map[string]Level{"tool-name": Off, "uses-ref": Error}, c.Rules); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(map[string]string{"project#read-file": "project.secret", "log#write": ""}, c.Capabilities); d != "" {
		t.Error(d)
	}
	if len(c.Ignores) != 1 || c.Ignores[0].Reason != "nobody works on these" || c.Ignores[0].Rules[1].ID != "uses-ref" {
		t.Fatalf("%+v", c.Ignores)
	}
	for rel, want := range map[string]bool{
		"old/a/plugin.toml": true, "old": true, "plugins/a/plugin.toml": true, "plugins/a/b/plugin.toml": false, "plugin.toml": false, "oldest/plugin.toml": false,
	} {
		if got := c.Ignores[0].At(rel); got != want {
			t.Errorf("the entry speaks of %s: %v, want %v", rel, got, want)
		}
	}
	if !c.Concerns(nil) || !c.Concerns([]string{"claude", "openai"}) || c.Concerns([]string{"claude"}) {
		t.Error("the clients that matter are not those of clients")
	}
}

// TestMistakes: each is one finding at the exact characters, says what is allowed, and takes away only itself.
func TestMistakes(t *testing.T) {
	const ignore = "[[ignore]]\nrules = ['tool-name']\npaths = ['a']\nreason = 'r'\n"
	for _, c := range []struct{ in, marked, message, label, help string }{
		{"rule.tool-name = 'off'", "rule", `there is no key "rule" here`, "known: rules, ignore, capabilities, wit, clients", "did you mean rules?"},
		{"[rules]\ntoolname = 'off'", "toolname", `there is no rule "toolname"`, "", "did you mean tool-name?"},
		{"[rules]\nabsurdity = 'off'", "absurdity", `there is no rule "absurdity"`, "", "openidea-plugin explain lists the rules"},
		{"[rules]\nconfig-invalid = 'off'", "config-invalid", `the rule "config-invalid" is always an error`, "its findings end in exit status 2", ""},
		{"[rules]\ntool-name = 'warn'", "warn", `rules.tool-name cannot be "warn"`, "one of off, note, warning, error", "did you mean warning?"},
		{"[rules]\ntool-name = 'eror'", "eror", `rules.tool-name cannot be "eror"`, "one of off, note, warning, error", "did you mean error?"},
		{"[rules]\ntool-name = false", "false", "rules.tool-name must be a string, not a boolean", `"off", "note", "warning" or "error"`, ""},
		{"rules = []", "[]", "rules must be a table, not an array", "write [rules]", ""},
		{"clients = 'claude'", "'claude'", "clients must be an array of strings, not a string", `write ["claude"]`, ""},
		{"clients = ['cloude']", "cloude", `an element of clients cannot be "cloude"`, "one of claude, openai", "did you mean claude?"},
		{"clients = []", "[]", "clients is empty", "name at least one, or leave the key out", ""},
		{"wit = 'no'", "no", `wit: "no" names no folder: there is no such file or folder`, "a folder, relative to this file", ""},
		{"wit = 'other'", "other", `wit: "other" cannot be used: no file in it belongs to the package openidea:plugin`, "a folder with the WIT of the package openidea:plugin", ""},
		{"wit = 'broken'", "broken", `wit: "broken" cannot be used: a.wit:2:7: a name is expected, not "{"`, "a folder with the WIT of the package openidea:plugin", ""},
		{"wit = '../wit'", "../wit", `wit: "../wit" has ".."`, "a folder, relative to this file", ""},
		{"[capabilities]\nproject = 'x'", "project", `"project" names no host function`, `"interface#function" with bare names, for example "project#search-text"`, ""},
		{"[capabilities]\n'project#read' = 'no such'", "no such", `capabilities.project#read cannot be "no such"`, `for example "project.read", or "" where none is needed`, ""},
		{"[capabilities]\nproject#read = 'x'", "", `"=" and a value are missing after the key`, "key = value", `a key with # in it stands in quotes: "interface#function"`},
		{"[ignore]\nrules = ['tool-name']", "[ignore]", "ignore must be an array of tables, not one table", "write [[ignore]]", ""},
		{strings.Replace(ignore, "reason = 'r'\n", "", 1), "[[ignore]]", "an [[ignore]] has no reason", "say why, in a few words", ""},
		{strings.Replace(ignore, "'r'", "' '", 1), " ", `reason cannot be " "`, "say why, in a few words", ""},
		{strings.Replace(ignore, "'tool-name'", "'tool_name'", 1), "tool_name", `there is no rule "tool_name"`, "", "did you mean tool-name?"},
		{strings.Replace(ignore, "['a']", "'a'", 1), "'a'", "paths must be an array of strings, not a string", `write ["a"]`, ""},
		{strings.Replace(ignore, "'a'", "'[a'", 1), "[a", `the path "[a" is no glob`, "a glob relative to this file, such as plugins/old/**", "* ? ** [a-z] {a,b} are known, brackets and braces must be closed"},
		{strings.Replace(ignore, "'a'", "'/a'", 1), "/a", `the path "/a" is absolute`, "a glob relative to this file, such as plugins/old/**", "it is relative to the folder of the configuration"},
		{strings.Replace(ignore, "'a'", "'../a'", 1), "../a", `the path "../a" has ".."`, "a glob relative to this file, such as plugins/old/**", "the configuration speaks of what is in its folder"},
		{strings.Replace(ignore, "'a'", "'./a'", 1), "./a", `the path "./a" begins with "./"`, "a glob relative to this file, such as plugins/old/**", "did you mean a?"},
		{strings.Replace(ignore, "paths", "path", 1), "", "", "", ""},
		{"= 1", "=", `there is no key before "="`, `"" is the empty key, if you mean it`, ""},
	} {
		got := parse(t, c.in+"\n")
		if c.message == "" { // several findings
			if len(got.Findings) != 2 || len(got.Ignores) != 0 {
				t.Errorf("%q: %d findings, %d entries", c.in, len(got.Findings), len(got.Ignores))
			}
			continue
		}
		if len(got.Findings) != 1 {
			t.Errorf("%q: %d findings, want 1: %+v", c.in, len(got.Findings), got.Findings)
			continue
		}
		d := got.Findings[0]
		marked := string(d.Span.File.Data[d.Span.Start:d.Span.End])
		help := strings.Join(d.Help, "; ")
		if d.Rule != RuleInvalid || d.Severity != diag.Error || marked != c.marked || d.Message != c.message || d.Label != c.label || help != c.help {
			t.Errorf("%q:\n got %q %q %q %q\nwant %q %q %q %q", c.in, marked, d.Message, d.Label, help, c.marked, c.message, c.label, c.help)
		}
		if len(got.Ignores) > 0 || len(got.Clients) > 0 || len(got.Rules) > 0 || len(got.Capabilities) > 0 {
			t.Errorf("%q: what has a mistake is not left out", c.in)
		}
	}
}

func TestGlobsAreBounded(t *testing.T) {
	for _, glob := range []string{strings.Repeat("{a,b}", 11), strings.Repeat("a", 501), "{a,{b,c},d}" + strings.Repeat("{a,b,c,d,e}", 5)} {
		if reason, _ := badGlob(glob); reason == "" {
			t.Errorf("%.40q is taken", glob)
		}
	}
	if reason, _ := badGlob("{a,b,c}/**/{x,y}*[0-9].toml"); reason != "" {
		t.Error(reason)
	}
}

// TestNearest: the configuration of a plugin is the nearest at or above it, not above the repository, and never one that a link brought in.
func TestNearest(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		FileName:                            "[rules]\ntool-name = 'note'\n",
		"repository/.git/config":            "",
		"repository/plugin/plugin.toml":     "",
		"plugins/" + FileName:               "[rules]\ntool-name = 'warning'\n",
		"plugins/a/plugin.toml":             "",
		"plugins/b/plugin.toml":             "",
		"plugins/b/" + FileName:             "",
		"plain/c/plugin.toml":               "",
		"folder/" + FileName + "/plugin.md": "",
		"linked/plugin.toml":                "",
		"plugins/other.toml":                "clients = ['claude']\n",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	secret := filepath.Join(outside, "secret")
	if err := os.WriteFile(secret, []byte("password = 1"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(root, "linked", FileName)); err != nil {
		t.Fatal(err)
	}
	l := NewLoader(root, known)
	for dir, want := range map[string]string{
		"repository/plugin": "", "plugins/a": "plugins/" + FileName, "plugins/b": "plugins/b/" + FileName, "plain/c": FileName, "linked": "linked/" + FileName,
	} {
		c, err := l.For(filepath.Join(root, filepath.FromSlash(dir)))
		if err != nil || c.Path != want {
			t.Errorf("%s: %q, want %q (%v)", dir, c.Path, want, err)
		}
		if dir == "linked" && (!c.Broken() || len(c.File.Data) > 0) {
			t.Error("a link out of the folder is followed")
		}
	}
	if _, err := l.For(filepath.Join(root, "folder")); err == nil || err.Reason != "it is a folder, not a file" {
		t.Errorf("a folder of that name: %v", err)
	}
	used, errs := l.Used()
	if len(used) != 4 || len(errs) != 1 {
		t.Errorf("%d used, %v", len(used), errs)
	}
	if err := l.Use("plugins/a/plugin.toml"); err == nil || !strings.Contains(err.Error(), "the manifest of a plugin") {
		t.Error("a manifest is taken for a configuration:", err)
	}
	if err := l.Use("plugins/other.toml"); err != nil {
		t.Fatal(err)
	}
	if c, _ := l.For(filepath.Join(root, "plugins", "b")); c.Path != "plugins/other.toml" || len(c.Clients) != 1 {
		t.Errorf("the named configuration is not that of every plugin: %q", c.Path)
	}
}

// FuzzParse: any bytes give a configuration whose findings mark bytes of the file.
func FuzzParse(f *testing.F) {
	f.Add([]byte("[rules]\ntool-name = 'off'\n[[ignore]]\nrules = ['x']\npaths = ['**/{a,b}']\nreason = ''\n"))
	f.Add([]byte("\xef\xbb\xbfwit = '.'\r\nclients = [1]\n[capabilities]\n'a#b' = ''\n"))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		c := Parse(&diag.SourceFile{Path: FileName, Data: data}, dir, known)
		for _, d := range c.Findings {
			if d.Message == "" || d.Rule != RuleInvalid || d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(data) {
				t.Fatalf("unsound finding %+v", d)
			}
		}
		for _, i := range c.Ignores {
			i.At("plugins/a/plugin.toml")
		}
	})
}
