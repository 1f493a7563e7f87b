package wit

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestLookup(t *testing.T) {
	for _, want := range []Function{
		{Interface: "project", Resource: "project", Function: "search-text", Capability: "project.read",
			Published: true, ReservedPublished: true, Since: "1.0.0"},
		{Interface: "project", Resource: "project", Function: "write-file", Capability: "project.write", Since: "1.0.0"},
		{Interface: "runs", Function: "start-run", Capability: "runs", Reserved: true, ReservedPublished: true, Since: "1.2.0"},
		{Interface: "mcp", Function: "stdio-command", Published: true, ReservedPublished: true, Since: "1.4.0", SincePublished: true},
	} {
		if got, ok := Lookup(want.Interface, want.Function); !ok || got != want {
			t.Errorf("Lookup(%q, %q) = %+v, %v, want %+v", want.Interface, want.Function, got, ok, want)
		}
	}
	for _, none := range [][2]string{
		{"project", "[method]project.search-text"}, {"project", "fetch"}, {"mcp-provider", "call"},
		{"commands", "run-command"}, {"openidea:plugin/project@1.4.0", "search-text"}, {"", ""},
	} {
		if got, ok := Lookup(none[0], none[1]); ok {
			t.Errorf("Lookup(%q, %q) = %+v, want nothing", none[0], none[1], got)
		}
	}
}

func TestFunctionsAreAllFound(t *testing.T) {
	for _, f := range Functions {
		if got, ok := Lookup(f.Interface, f.Function); !ok || got != f {
			t.Errorf("Lookup(%q, %q) = %+v, %v", f.Interface, f.Function, got, ok)
		}
	}
}

func TestCapabilities(t *testing.T) {
	want := []string{"editor.read", "editor.write", "network", "notifications", "process", "project.read",
		"project.write", "runs", "storage", "vcs.fetch", "vcs.read"}
	if got := Capabilities(); !slices.Equal(got, want) {
		t.Errorf("Capabilities() = %q, want %q", got, want)
	}
}

func TestFilesHoldThePackage(t *testing.T) {
	onDisk, err := filepath.Glob("*.wit")
	if err != nil {
		t.Fatal(err)
	}
	embedded, err := fs.Glob(Files, "*.wit")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(embedded, onDisk) || len(embedded) == 0 {
		t.Errorf("embedded %q, on disk %q", embedded, onDisk)
	}
	types, err := os.ReadFile("types.wit")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(types), "package "+Package+";") {
		t.Errorf("types.wit does not declare %s", Package)
	}
}
