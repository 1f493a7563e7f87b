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
