package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTableIsUpToDate(t *testing.T) {
	want, err := Generate("..")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../table_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("wit/table_gen.go does not belong to wit/*.wit: run go generate ./wit")
	}
}

func TestMistakesAreRefused(t *testing.T) {
	const head = "@since(version = 1.0.0)\ninterface a {\n"
	for name, c := range map[string]struct{ text, want string }{
		"no capability": {head + "/// Context: any.\nf: func();\n}\n", `a.wit:4: a#f: its documentation has no line "Capability"`},
		"no context":    {head + "/// Capability: none.\nf: func();\n}\n", `a.wit:4: a#f: its documentation has no line "Context"`},
		"other context": {head + "/// Capability: none.\n/// Context: tools.\nf: func();\n}\n",
			`a.wit:5: a#f: the line "Context" says "tools", not "any" or "commands and events only"`},
		"no full stop": {head + "/// Capability: none\n/// Context: any.\nf: func();\n}\n",
			`a.wit:5: a#f: the line "Capability" does not end with a full stop`},
		"another since": {head + "/// Capability: none.\n/// Context: any.\n/// Since: 1.1.0.\nf: func();\n}\n",
			`a.wit:6: a#f: the line "Since" says 1.1.0, @since says 1.0.0`},
		"a line twice":     {head + "/// Context: any.\n/// Context: any.\nf: func();\n}\n", `a.wit:4: a second line "Context"`},
		"ungated":          {"interface a {\n}\n", "a.wit:1: interface a has no @since"},
		"function twice":   {head + strings.Repeat("/// Capability: none.\n/// Context: any.\nf: func();\n", 2) + "}\n", "a.wit:8: a#f is there twice, also at a.wit:5"},
		"facts of exports": {head + "/// Capability: none.\nf: func();\n}\nworld w {\nexport a;\n}\n", "a.wit:4: f is an export: it needs no capability and has no context"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "a.wit"), []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := Generate(dir)
			if err == nil || err.Error() != c.want {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
		})
	}
}
