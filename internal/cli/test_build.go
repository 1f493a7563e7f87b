package cli

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
)

// builds are the ways in which components are made, by a file that tells them apart; they give the lines of a shell that make the component out, a path
// in the plugin's folder.
var builds = []struct {
	file string
	how  func(file []byte, out string) []string
}{
	{"Cargo.toml", cargoBuild},
	{"package.json", func(_ []byte, out string) []string {
		return []string{"npx jco componentize app.js --wit wit --world-name plugin-mcp --out " + quoteWord(out)}
	}},
	{"go.mod", func(_ []byte, out string) []string {
		return []string{"build the core module with Go, then: wasm-tools component new CORE.wasm -o " + quoteWord(out)}
	}},
}

// howToBuild are the lines of a shell that make the component of the plugin in dir, which is printed as shown.
func howToBuild(dir, shown, out string) []string {
	for _, b := range builds {
		if data, err := os.ReadFile(filepath.Join(dir, b.file)); err == nil {
			lines := b.how(data, out)
			if shown != "." {
				lines = append([]string{"cd " + quoteWord(shown)}, lines...)
			}
			return lines
		}
	}
	return []string{"make a core module a component with: wasm-tools component new CORE.wasm -o " + quoteWord(out)}
}

// cargoBuild names the module as cargo does: by the library's name, or the package's with _ for -.
func cargoBuild(file []byte, out string) []string {
	crate := "NAME"
	if doc, errs := tomlpos.Parse(&diag.SourceFile{Path: "Cargo.toml", Data: file}); doc != nil && len(errs) == 0 {
		for _, table := range []string{"package", "lib"} {
			if name := entryText(doc.Root, table, "name"); name != "" {
				crate = strings.ReplaceAll(name, "-", "_")
			}
		}
	}
	lines := []string{"cargo build --release --target wasm32-unknown-unknown"}
	if folder := path.Dir(out); folder != "." {
		lines = append(lines, "mkdir -p "+quoteWord(folder))
	}
	return append(lines, fmt.Sprintf("wasm-tools component new target/wasm32-unknown-unknown/release/%s -o %s", quoteWord(crate+".wasm"), quoteWord(out)))
}

// entryText is a string in a table of a document, "" where there is none.
func entryText(root *tomlpos.Value, table, key string) string {
	if t := root.Entry(table); t != nil {
		if e := t.Value.Entry(key); e != nil && e.Value.Kind == tomlpos.String {
			return e.Value.Text
		}
	}
	return ""
}

// quoteWord makes a text one word of a shell.
func quoteWord(text string) string {
	if text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") == "" {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
