package testfile

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/manifest"
	"openidea-plugin/manifest/tomlpos"
	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/files"
	"openidea-plugin/plugin"
)

// openAt is an open file with the place that names it.
type openAt struct {
	mockhost.OpenFile
	at diag.Span
}

// project reads [project]: the folder first, then the files over it.
func (r *reader) project(e *tomlpos.Entry, w *World) {
	var texts *tomlpos.Entry
	r.subtable(e, "[project]", &projectKeys, keys{
		"dir":   func(e *tomlpos.Entry) { r.projectDir(e, w) },
		"files": func(e *tomlpos.Entry) { texts = e },
		"runs": func(e *tomlpos.Entry) {
			w.Runs = []mockhost.RunConfiguration{}
			items, _ := r.items(e, projectKeys.Key(e.Name))
			seen := places{}
			for _, item := range items {
				if item.Text == "" {
					r.invalid(item.Span, "the name of a run configuration", "the name is empty")
				} else if r.once(seen, item.Text, marked(item)) {
					w.Runs = append(w.Runs, mockhost.RunConfiguration{Name: item.Text, Kind: "shell"})
				}
			}
		},
	})
	if texts == nil {
		return
	}
	seen := places{}
	for _, f := range texts.Value.Entries {
		path, ok := r.path(f)
		text, isText := r.text(f)
		if !ok || !isText || !r.once(seen, path, f.Key) {
			continue
		}
		if err := w.Project.Write(path, text); err != nil {
			r.invalid(f.Key, "each path is a file or a folder, not both", "%s", err)
		}
	}
}

func (r *reader) projectDir(e *tomlpos.Entry, w *World) {
	path := e.Value.Text
	dir, ok := r.folder(path, marked(e.Value))
	if !ok {
		return
	}
	r.file.Inputs = append(r.file.Inputs, dir)
	tree, err := files.Load(dir)
	if err != nil {
		r.invalid(marked(e.Value), "a folder whose files can be a project", "%s", strings.ReplaceAll(err.Error(), filepath.ToSlash(dir), path))
		return
	}
	w.Project = tree
}

// plugins reads [[plugin]].
func (r *reader) plugins(e *tomlpos.Entry, w *World) {
	for _, v := range r.tables(e, "[[plugin]]") {
		r.table(v, "[[plugin]]", &pluginKeys, keys{"path": func(e *tomlpos.Entry) {
			if dir, ok := r.folder(e.Value.Text, marked(e.Value)); ok {
				r.plugin(dir, e.Value.Text, marked(e.Value), w)
			}
		}})
		if v.Entry("path") == nil {
			r.invalid(v.Span, `path = "folder"`, "[[plugin]] needs a path")
		}
	}
}

// plugin loads a further plugin from a folder that was written as path.
func (r *reader) plugin(dir, path string, at diag.Span, w *World) {
	file := filepath.Join(dir, manifest.FileName)
	r.file.Inputs = append(r.file.Inputs, file)
	if _, err := os.Stat(file); os.IsNotExist(err) {
		r.invalid(at, "a folder with a "+manifest.FileName, "%q holds no plugin: there is no %s in it", path, manifest.FileName)
		return
	}
	p, err := plugin.Load(dir, plugin.ManifestPath{File: file, Printed: strings.TrimSuffix(path, "/") + "/" + manifest.FileName})
	if p != nil {
		r.file.Inputs = append(r.file.Inputs, p.Inputs()...)
	}
	switch {
	case err != nil:
		r.invalid(at, "a folder with a plugin", "%q: its %s cannot be read: %s", path, manifest.FileName, err.Reason)
	case p.ID() == "":
		r.invalid(at, "a plugin that check has nothing against", "%s has no id", p.Manifest.File.Path)
	case p.ID() == r.subject.ID:
		r.invalid(at, "a further plugin", "%q has the id of the plugin under test, %q, which is there anyway", path, p.ID())
	case slices.ContainsFunc(w.Plugins, func(other mockhost.Plugin) bool { return other.ID == p.ID() }):
		r.invalid(at, "name each plugin once", "%q is the second plugin of this file with the id %q", path, p.ID())
	case unusable(p) != "":
		r.invalid(at, "a plugin that is built", "%q: %s", path, unusable(p))
	case len(mockhost.LeftOut(p)) > 0:
		r.invalid(at, "a plugin that check has nothing against", "%q: its tool %q has errors, so the IDE would not install it (openidea-plugin check says more)", path, mockhost.LeftOut(p)[0])
	default:
		w.Plugins = append(w.Plugins, mockhost.FromDisk(p))
	}
}

// unusable says what is wrong with the component that a plugin names, or "".
func unusable(p *plugin.Plugin) string {
	const more = " (openidea-plugin check says more)"
	w := p.Wasm()
	switch {
	case p.WasmAt == nil || p.WasmAt.State == plugin.Missing: // it can be there for its names alone
		return ""
	case w == nil:
		return "its wasm is no package path" + more
	case w.Component == nil && w.ReadError != nil:
		return "its component cannot be read: " + w.ReadError.Reason
	case w.Component == nil:
		return diag.Sprintf("its %q is no component that can be run", p.WasmAt.Clean) + more
	}
	return ""
}

// editor reads [editor].
func (r *reader) editor(e *tomlpos.Entry) {
	r.subtable(e, "[editor]", &editorKeys, keys{
		"active": func(e *tomlpos.Entry) {
			if path, ok := r.cleaned(e.Value.Text, marked(e.Value)); ok {
				r.active = &openAt{mockhost.OpenFile{Path: path}, marked(e.Value)}
			}
		},
		"files": r.openFiles,
	})
}

// openFiles are paths, or paths with the texts that they have in the editor.
func (r *reader) openFiles(e *tomlpos.Entry) {
	seen := places{}
	if e.Value.Kind == tomlpos.Array {
		items, _ := r.items(e, editorKeys.Key("files"))
		for _, item := range items {
			if path, ok := r.cleaned(item.Text, marked(item)); ok && r.once(seen, path, marked(item)) {
				r.open = append(r.open, openAt{mockhost.OpenFile{Path: path}, marked(item)})
			}
		}
		return
	}
	for _, f := range e.Value.Entries {
		path, ok := r.path(f)
		if text, isText := r.text(f); ok && isText && r.once(seen, path, f.Key) {
			r.open = append(r.open, openAt{mockhost.OpenFile{Path: path, Text: &text}, f.Key})
		}
	}
}

// opened puts the open files into the world, once the project is known: a file without a text of its own must be there.
func (r *reader) opened(w *World, projectIsRead bool) {
	if r.active != nil {
		w.Active = r.active.Path
		if !slices.ContainsFunc(r.open, func(f openAt) bool { return f.Path == w.Active }) {
			r.open = append(r.open, *r.active)
		}
	}
	for _, f := range r.open {
		if _, ok := w.Project.Get(f.Path); !ok && f.Text == nil && projectIsRead {
			d := diag.Diagnostic{
				Span: f.at, Message: diag.Sprintf("the project has no file %q, so it cannot be open", f.Path),
				Label: "a file of [project], or one with a text in [editor] files",
			}
			if near := diag.Nearest(f.Path, w.Project.Paths()); near != "" {
				d.Help = []string{diag.Sprintf("did you mean %q?", near)}
			}
			r.find(RuleInvalid, d)
		}
		w.Open = append(w.Open, f.OpenFile)
	}
}
