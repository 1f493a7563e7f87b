package check

import (
	"strings"
	"testing"
)

// TestWasmInvalidLooksInside: function bodies are validated too, though nothing of them can be seen in the component's own structure.
func TestWasmInvalidLooksInside(t *testing.T) {
	core := "\x00asm\x01\x00\x00\x00" +
		"\x01\x04\x01\x60\x00\x00" + // type () -> ()
		"\x03\x02\x01\x00" + // one function
		"\x0a\x05\x01\x03\x00\x6a\x0b" // i32.add on an empty stack
	component := string(componentBegins) + "\x01" + string(rune(len(core))) + core
	dir := write(t, []File{
		{Path: "plugin.toml", Text: exampleHead + strings.TrimSpace(exampleTool)},
		{Path: "find-notes.schema.json", Text: exampleSchema},
		{Path: "dist/plugin.wasm", Text: component},
	})
	var messages []string
	for _, f := range Run(dir, []string{"."}, Options{Select: []string{"wasm-invalid"}}).Findings {
		messages = append(messages, f.Message+" | "+f.Label)
	}
	got := strings.Join(messages, "\n")
	if len(messages) != 1 || !strings.Contains(got, "is no valid component: the core module is invalid") || !strings.Contains(got, "at byte offset") {
		t.Errorf("findings:\n%s", got)
	}
}

// TestNoComponent: what a file is instead decides what helps.
func TestNoComponent(t *testing.T) {
	for _, c := range []struct{ data, want string }{
		{"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
			"wasm-format: dist/plugin.wasm is a pointer of Git LFS, not the file that it stands for |  | git lfs pull fetches the file; in CI the checkout needs its option for LFS"},
		{"\x00asm\x0d", "wasm-invalid: dist/plugin.wasm is no valid component: the file ends within its first 8 bytes | at byte offset 0 (0x0) | "},
		{"\x7fELF\x02\x01\x01\x00", "wasm-format: dist/plugin.wasm is not WebAssembly | must be a WebAssembly component | "},
	} {
		dir := write(t, Example{{Path: "dist/plugin.wasm", Text: c.data}}.Complete(nil))
		var got []string
		for _, f := range Run(dir, []string{"."}, Options{Select: []string{"wasm-format", "wasm-invalid"}}).Findings {
			got = append(got, f.Rule+": "+f.Message+" | "+f.Label+" | "+strings.Join(f.Help, "; "))
		}
		if strings.Join(got, "\n") != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.data, strings.Join(got, "\n"), c.want)
		}
	}
}
