package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHowToBuild: the commands can be pasted: the module has the crate's name, and paths that need it are quoted.
func TestHowToBuild(t *testing.T) {
	const cargo = "cargo build --release --target wasm32-unknown-unknown; "
	const component = "wasm-tools component new target/wasm32-unknown-unknown/release/"
	for _, c := range []struct{ file, text, shown, out, want string }{
		{"Cargo.toml", "[package]\nname = \"my-notes\"\n", ".", "plugin.wasm", cargo + component + "my_notes.wasm -o plugin.wasm"},
		{"Cargo.toml", "[lib]\nname = \"core\"\n[package]\nname = \"notes\"\n", "my notes", "out/a b.wasm",
			"cd 'my notes'; " + cargo + "mkdir -p out; " + component + "core.wasm -o 'out/a b.wasm'"},
		{"Cargo.toml", "[package\n", ".", "plugin.wasm", cargo + component + "NAME.wasm -o plugin.wasm"},
		{"package.json", "{}", "notes", "dist/plugin.wasm", "cd notes; npx jco componentize app.js --wit wit --world-name plugin-mcp --out dist/plugin.wasm"},
		{"Makefile", "", "notes", "dist/plugin.wasm", "make a core module a component with: wasm-tools component new CORE.wasm -o dist/plugin.wasm"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, c.file), []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(howToBuild(dir, c.shown, c.out), "; "); got != c.want {
			t.Errorf("%s %q:\n got %s\nwant %s", c.file, c.text, got, c.want)
		}
	}
}
