// Package scaffold makes the files of a new plugin: embedded templates, and the Rust crate that its source is written with. It
// writes nothing; whether names are legal is for the rules of package check.
package scaffold

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"text/template"
)

// Templates have names that go:embed keeps: it drops files that begin with a dot or an underscore, and folders with a go.mod.
//
//go:embed all:templates
var templates embed.FS

// The crate without its tests. Folders are named one by one, so that a target folder of cargo is never part of it.
//
//go:embed sdk/Cargo.toml sdk/LICENSE sdk/README.md sdk/rustfmt.toml all:sdk/src all:sdk/wit
var sdk embed.FS

// SDK is the folder of a new plugin that the crate openidea_plugin lies in.
const SDK = "sdk"

// Kind is what a tool may do.
type Kind string

// ReadOnly changes nothing, Writing changes but loses nothing, Destructive may lose something and asks the user before each call.
const (
	ReadOnly    Kind = "read-only"
	Writing     Kind = "writing"
	Destructive Kind = "destructive"
)

// Kinds are all kinds, the mildest first.
func Kinds() []string { return []string{string(ReadOnly), string(Writing), string(Destructive)} }

// Tool is one tool of a new plugin.
type Tool struct {
	Name string
	Kind Kind
}

// Spec is what a new plugin is made from.
type Spec struct {
	// Name matches [a-z][a-z0-9-]*.
	Name string
	// ID is the plugin's id, in characters that can be printed.
	ID string
	// Tools are in the order of the manifest; there is at least one, and no name comes twice.
	Tools []Tool
}

// File is a file of a new plugin.
type File struct {
	// Path is relative to the plugin's folder, with /.
	Path string
	Text string
	// About says in a few words what the file is; it is empty for the files of the crate in the folder SDK.
	About string
}

// Files are the files of the plugin: the manifest first, the crate last.
func (s Spec) Files() ([]File, error) {
	m := s.model()
	var files []File
	for _, f := range pluginFiles {
		text, err := render("plugin/"+f.template, m)
		if err != nil {
			return nil, err
		}
		files = append(files, File{f.path, text, f.about})
		if f.path != "plugin.toml" {
			continue
		}
		for _, t := range m.Tools {
			for _, f := range toolFiles {
				text, err := t.part(f.template)
				if err != nil {
					return nil, err
				}
				files = append(files, File{fmt.Sprintf(f.path, t.File), text, fmt.Sprintf(f.about, t.Name)})
			}
		}
	}
	crate, err := crate()
	return append(files, crate...), err
}

// pluginFiles are the files that every plugin has once, in the order in which they are listed.
var pluginFiles = []struct{ path, template, about string }{
	{"plugin.toml", "plugin.toml.tmpl", "the manifest: id, capabilities, tools"},
	{"src/lib.rs", "src/lib.rs.tmpl", "the code of the tools"},
	{"src/tests.rs", "src/tests.rs.tmpl", "its tests, for cargo test"},
	{"Cargo.toml", "Cargo.toml.tmpl", "how cargo builds it"},
	{"README.md", "README.md.tmpl", "how to build, test and change it"},
	{".gitignore", "gitignore.tmpl", "keeps what is built out of git"},
	{"dist/.gitignore", "dist/gitignore.tmpl", "keeps the folder of the component"},
}

// toolFiles are the files that every tool has.
var toolFiles = []struct{ path, template, about string }{
	{"schemas/%s.schema.json", "schema.json.tmpl", "the arguments of %s"},
	{"tests/%s.test.toml", "test.toml.tmpl", "tests of %s, for openidea-plugin test"},
}

func render(name string, data any) (string, error) {
	text, err := templates.ReadFile("templates/" + name)
	if err != nil {
		return "", err
	}
	t, err := template.New(name).Option("missingkey=error").Parse(string(text))
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		return "", err
	}
	return b.String(), nil
}

// crate are the files of the crate, by path.
func crate() ([]File, error) {
	var files []File
	err := fs.WalkDir(sdk, SDK, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := sdk.ReadFile(name)
		files = append(files, File{Path: path.Clean(name), Text: string(text)})
		return err
	})
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files, err
}
