package wit

import (
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
)

// TestReadOwnModel: read as somebody's own WIT, our model says what our table says, but that then nothing is made up.
func TestReadOwnModel(t *testing.T) {
	api, err := Read(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(api.Interfaces, Model().Interfaces) || !api.Own || Model().Own {
		t.Errorf("interfaces %q, want %q", api.Interfaces, Model().Interfaces)
	}
	if len(api.Functions) != len(Functions) {
		t.Fatalf("%d functions, want %d", len(api.Functions), len(Functions))
	}
	for i, f := range api.Functions {
		want := Functions[i]
		want.Published, want.ReservedPublished, want.SincePublished = true, true, true
		if f != want {
			t.Errorf("got %+v, want %+v", f, want)
		}
	}
}

func TestReadFolders(t *testing.T) {
	files := fstest.MapFS{
		"world.wit":      {Data: []byte("package acme:notes;\nworld w { import openidea:plugin/project@1.5.0; }")},
		"deps/api/a.wit": {Data: []byte("package openidea:plugin@1.5.0;\n@since(version = 1.2.0)\ninterface project {\n  resource project {\n    read-file: func(path: string) -> string;\n    /// Capability: code.index.\n    /// Context: commands and events only.\n    @since(version = 1.5.0)\n    find-symbol: func(name: string) -> string;\n    @unstable(feature = x)\n    later: func();\n  }\n}")},
		"deps/api/b.wit": {Data: []byte("interface lsp { /// Capability: see below, for it depends.\n hover: func(); }\ninterface mcp-provider { call: func(); }\nworld w { import lsp; export mcp-provider; }")},
	}
	api, err := Read(files)
	if err != nil {
		t.Fatal(err)
	}
	want := []Function{
		{Interface: "lsp", Function: "hover", Since: "0.0.0", SincePublished: true},
		{Interface: "project", Resource: "project", Function: "find-symbol", Capability: "code.index", Published: true, Reserved: true, ReservedPublished: true, Since: "1.5.0", SincePublished: true},
		{Interface: "project", Resource: "project", Function: "read-file", Capability: "project.read", Since: "1.2.0", SincePublished: true},
	}
	if !reflect.DeepEqual(api.Functions, want) {
		t.Errorf("got  %+v\nwant %+v", api.Functions, want)
	}
	if _, ok := api.Lookup("project", "later"); ok || !api.Interface("mcp-provider") || api.Interface("net") {
		t.Error("an unstable function, or an interface that is not there, is found")
	}
}

func TestReadMistakes(t *testing.T) {
	for want, files := range map[string]fstest.MapFS{
		"no file in it belongs to the package openidea:plugin": {"a.wit": {Data: []byte("package a:b;")}},
		`deps/x.wit:1:13: ";" is expected, not "!"`:            {"deps/x.wit": {Data: []byte("package a:b x;")}},
		"big.wit is larger than 4 MiB":                         {"big.wit": {Data: []byte(strings.Repeat(" ", 4<<20+1))}},
	} {
		if _, err := Read(files); err == nil || err.Error() != strings.Replace(want, `"!"`, `"x"`, 1) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
