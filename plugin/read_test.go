//go:build unix

package plugin

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"openidea-plugin/manifest"
	"openidea-plugin/schema"
)

// TestNothingIsWaitedFor: pipes and devices are no files, wherever they stand. Each of these would block or never end.
func TestNothingIsWaitedFor(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe.json")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Fatal(err)
	}
	link(t, "/dev/zero", filepath.Join(dir, "zero.json"))

	for _, path := range []string{pipe, "/dev/zero"} {
		var e *ReadError
		if _, err := read(path, 100); !errors.As(err, &e) || !strings.Contains(e.Reason, ", not a file") {
			t.Errorf("read(%s): %v", path, err)
		}
	}
	at, err := Locate(dir, "pipe.json")
	if err != nil || at.State != Refused || at.Reason != "names a named pipe, not a file" {
		t.Errorf("%+v %v", at, err)
	}
	at, err = Locate(dir, "zero.json")
	if err != nil || at.State != Refused || !strings.Contains(at.Reason, "leaves the plugin's folder") {
		t.Errorf("%+v %v", at, err)
	}

	if err := syscall.Mkfifo(filepath.Join(dir, "plugin.toml"), 0o644); err != nil {
		t.Fatal(err)
	}
	f := Find(dir, []string{"."})
	if len(f.Manifests) != 1 {
		t.Fatalf("%+v", f)
	}
	if _, e := Load(dir, f.Manifests[0]); e == nil || e.Error() != "plugin.toml: it is a named pipe, not a file" {
		t.Errorf("%v", e)
	}
}

func TestReadIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, bytes.Repeat([]byte("x"), 1000), 0o644); err != nil {
		t.Fatal(err)
	}
	if data, err := read(path, 1000); err != nil || len(data) != 1000 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	var large *tooLarge
	if _, err := read(path, 999); !errors.As(err, &large) || large.size != 1000 {
		t.Errorf("%v", err)
	}
	if data, err := read(os.DevNull, 999); err == nil {
		t.Errorf("a device gave %d bytes", len(data))
	}
}

func TestSizesOfPluginFiles(t *testing.T) {
	dir := t.TempDir()
	lay(t, dir, "a.json")
	write := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const tool = "[[contributes.mcpTools]]\ninputSchema = 'a.json'\n"
	write("plugin.toml", []byte(tool+tool))
	write("a.json", bytes.Repeat([]byte(" "), schema.MaxSize+1))
	load := func() *Plugin {
		t.Helper()
		p, e := Load(dir, Find(dir, []string{"."}).Manifests[0])
		if e != nil {
			t.Fatal(e)
		}
		return p
	}
	p := load()
	if len(p.Schemas) != 1 || p.Schemas[0].Size != schema.MaxSize+1 || p.Schemas[0].File.Data != nil {
		t.Errorf("a schema of one byte too many is not read, and two tools share it: %+v", p.Schemas)
	}
	if p.Tools[0].Schema != p.Tools[1].Schema {
		t.Error("two tools that name one file have one schema")
	}
	write("a.json", append(bytes.Repeat([]byte(" "), schema.MaxSize-20), []byte(`{ "type": "object" }`)...))
	if p = load(); p.Schemas[0].Size != 0 || len(p.Schemas[0].Problems) != 0 || p.Schemas[0].Document == nil {
		t.Errorf("a schema of 262144 bytes is read: %+v", p.Schemas[0].Problems)
	}
	write("plugin.toml", bytes.Repeat([]byte("#"), manifest.MaxSize+1))
	if p = load(); len(p.Manifest.Findings) != 1 || !strings.Contains(p.Manifest.Findings[0].Message, "larger than 1 MiB") {
		t.Errorf("%+v", p.Manifest.Findings)
	}
}
