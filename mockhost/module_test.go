package mockhost

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestFromAnotherModule: a test in another module, which finds this one through replace, builds without a network and passes.
func TestFromAnotherModule(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	read := func(name string) string {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	// The same version of Go and the same requirements: nothing else has to be read, or fetched, to know what the test is built of.
	same := strings.Join(regexp.MustCompile(`(?ms)^go \S+$|^require \(.*?^\)\n`).FindAllString(read("../go.mod"), -1), "\n\n")
	for name, text := range map[string]string{
		"go.mod":        "module example.com/notes\n\nrequire openidea-plugin v0.0.0\n\nreplace openidea-plugin => " + strconv.Quote(root) + "\n\n" + same,
		"go.sum":        read("../go.sum"),
		"notes_test.go": read("testdata/module/notes_test.go.txt"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", "-mod=readonly", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOWORK=off", "PLUGIN="+filepath.Join(root, "fixtures", "reference-example"))
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "ok  \texample.com/notes") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestOpen: what keeps a folder from being a plugin that can be tested.
func TestOpen(t *testing.T) {
	const manifest = "id = \"a.b\"\nwasm = \"p.wasm\"\n[[contributes.mcpTools]]\nname = \"x\"\ndescription = \"X\"\ninputSchema = \"x.json\"\nreadOnly = true\ndestructive = false\n"
	wasm, err := os.ReadFile("../fixtures/variants/tools-only/plugin.wasm")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		files map[string]string
		want  string
	}{
		{map[string]string{}, "there are 0 plugins in "},
		{map[string]string{"a/plugin.toml": manifest, "b/plugin.toml": manifest}, "there are 2 plugins in "},
		{map[string]string{"plugin.toml": manifest, "x.json": `{"type":"object"}`}, "a.b has no component that can be run: is it built?"},
		{map[string]string{"plugin.toml": manifest, "x.json": `{"type":"object"}`, "p.wasm": "x"}, "a.b has no component that can be run: is it built?"},
		{map[string]string{"plugin.toml": manifest, "x.json": `{`, "p.wasm": string(wasm)}, `the tool "x" of a.b has errors: openidea-plugin check shows them`},
		{map[string]string{"plugin.toml": manifest, "x.json": `{"type":"object"}`, "p.wasm": string(wasm)}, ""},
	} {
		dir := t.TempDir()
		for name, text := range c.files {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		_, err := Open(dir)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%v: %v, want %q", c.files, err, c.want)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "nowhere")); err == nil {
		t.Error("a folder that is not there was opened")
	}
}
