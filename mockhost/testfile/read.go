package testfile

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/files"
	"openidea-plugin/plugin"
)

// Find gives the test files of a plugin's folder, by name; none where it has no folder of tests.
func Find(pluginDir string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(pluginDir, Folder))
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), Suffix) && !e.IsDir() {
			paths = append(paths, filepath.Join(pluginDir, Folder, e.Name()))
		}
	}
	slices.Sort(paths)
	return paths, nil
}

// Load reads a test file that was found at path in the folder of a plugin; printed is how its path is shown. A file that cannot be read, that is none, or that
// a link leads out of the plugin's folder for is an error; everything else that is wrong is in Findings.
func Load(path, printed, pluginDir string) (*File, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %s", printed, plugin.Reason(err))
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: it is no file", printed)
	case !within(real(pluginDir), real(path)):
		return nil, fmt.Errorf("%s: it leads out of the plugin's folder through a link", printed)
	}
	source := &diag.SourceFile{Path: printed}
	if info.Size() > MaxSize {
		source.Data = make([]byte, MaxSize+1) // enough for the finding
	} else if source.Data, err = os.ReadFile(path); err != nil {
		return nil, fmt.Errorf("%s: %s", printed, plugin.Reason(err))
	}
	return Read(source, path, pluginDir), nil
}

// Read reads the contents of a test file that stands at path in the folder of a plugin. It never fails: what is wrong is in Findings.
func Read(source *diag.SourceFile, path, pluginDir string) *File {
	r := &reader{file: &File{Source: source}, dir: real(filepath.Dir(path)), root: real(pluginDir)}
	if len(source.Data) > MaxSize {
		r.file.Source = &diag.SourceFile{Path: source.Path}
		r.find(RuleSyntax, diag.Diagnostic{Span: diag.Span{File: r.file.Source}, Message: fmt.Sprintf("the test file is larger than %d MiB, so it is not read", MaxSize>>20)})
		return r.file
	}
	doc, errs := tomlpos.Parse(source)
	for _, e := range errs {
		r.find(RuleSyntax, diag.Diagnostic{Span: e.Span, Message: e.Message, Label: e.Label, Help: e.Help, Related: e.Related})
	}
	if doc == nil {
		return r.file
	}
	r.top(doc.Root)
	slices.SortStableFunc(r.file.Findings, func(a, b diag.Diagnostic) int { return a.Span.Start - b.Span.Start })
	return r.file
}

// real is a path without links, or as it is where that cannot be.
func real(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	return path
}

// top reads the top of the file. [defaults] comes first, wherever it stands, for tests are read over it.
func (r *reader) top(root *tomlpos.Value) {
	var defaults Settings
	if e := root.Entry("defaults"); e != nil {
		r.subtable(e, "[defaults]", r.settings(&defaults))
	}
	w := &r.file.World
	r.table(root, "a test file", keys{
		"defaults": func(*tomlpos.Entry) {},
		"project":  func(e *tomlpos.Entry) { r.project(e, w) },
		"limits":   func(e *tomlpos.Entry) { r.limits(e, &w.Limits) },
		"plugin":   func(e *tomlpos.Entry) { r.plugins(e, w) },
		"storage":  func(e *tomlpos.Entry) { w.Storage = r.storage(e) },
		"editor":   func(e *tomlpos.Entry) { r.editor(e, w) },
		"clock":    func(e *tomlpos.Entry) { r.clock(e, w) },
		"test": func(e *tomlpos.Entry) {
			for _, v := range r.tables(e, "[[test]]") {
				r.test(v, defaults)
			}
		},
	})
	r.sameNames()
}

// sameNames finds tests of one name: reports and --run tell tests apart by it.
func (r *reader) sameNames() {
	first := map[string]*Test{}
	for _, t := range r.file.Tests {
		if t.Name == "" {
			continue
		}
		if before := first[t.Name]; before != nil {
			r.find(RuleInvalid, diag.Diagnostic{
				Span: t.Span, Message: fmt.Sprintf("two tests of this file are called %q", t.Name), Label: "each needs a name of its own",
				Related: []diag.Related{{Span: before.Span, Message: "the first"}},
			})
			continue
		}
		first[t.Name] = t
	}
}

func (r *reader) project(e *tomlpos.Entry, w *World) {
	r.subtable(e, "[project]", keys{
		"dir": func(e *tomlpos.Entry) {
			if path, ok := r.text(e); ok {
				w.Dir, _ = r.folder(path, marked(e.Value))
			}
		},
		"files": func(e *tomlpos.Entry) { w.Files = r.namedTexts(e, true) },
	})
}

// namedTexts is a table of texts by name, or by path.
func (r *reader) namedTexts(e *tomlpos.Entry, paths bool) map[string]string {
	if e.Value.Kind != tomlpos.Table {
		r.wrongType(e, "a table")
		return nil
	}
	texts := map[string]string{}
	for _, f := range e.Value.Entries {
		name, ok := f.Name, true
		if paths {
			name, ok = r.path(f)
		}
		if text, isText := r.text(f); ok && isText {
			texts[name] = text
		}
	}
	return texts
}

// path is a key that is the path of a file of the project.
func (r *reader) path(e *tomlpos.Entry) (string, bool) {
	clean, err := files.Clean(e.Name)
	if err != nil {
		r.invalid(e.Key, "a path relative to the project", "%s", err)
		return "", false
	}
	return clean, true
}

func (r *reader) limits(e *tomlpos.Entry, l *mockhost.Limits) {
	number := func(set func(int64)) func(*tomlpos.Entry) {
		return func(e *tomlpos.Entry) {
			if n, ok := r.count(e, 1); ok {
				set(n)
			}
		}
	}
	size := func(set func(uint64)) func(*tomlpos.Entry) {
		return func(e *tomlpos.Entry) {
			if n, ok := r.size(e); ok {
				set(n)
			}
		}
	}
	r.subtable(e, "[limits]", keys{
		"fuel":          number(func(n int64) { l.Fuel = uint64(n) }),
		"table-entries": number(func(n int64) { l.TableEntries = uint32(min(n, 1<<32-1)) }),
		"handles":       number(func(n int64) { l.Handles = int(min(n, 1<<28)) }),
		"memory":        size(func(n uint64) { l.Memory = n }),
		"host-bytes":    size(func(n uint64) { l.HostBytes = n }),
		"deadline": func(e *tomlpos.Entry) {
			const form = `a time like "500ms" or "5s"`
			text, ok := r.text(e)
			if !ok {
				return
			}
			d, err := time.ParseDuration(strings.ReplaceAll(text, " ", ""))
			if err != nil || d <= 0 {
				r.invalid(marked(e.Value), form, "%q is no time that a call can take", text)
				return
			}
			l.Deadline = d
		},
	})
}

// units of sizes, in bytes.
var units = []struct {
	suffix string
	bytes  uint64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"B", 1}}

// size is a number of bytes: an integer, or a string with a unit ("64 MiB").
func (r *reader) size(e *tomlpos.Entry) (uint64, bool) {
	if e.Value.Kind == tomlpos.Integer {
		n, ok := r.count(e, 1)
		return uint64(n), ok
	}
	if e.Value.Kind != tomlpos.String {
		r.wrongType(e, `a number of bytes, or a size like "64 MiB"`)
		return 0, false
	}
	for _, u := range units {
		number, ok := strings.CutSuffix(e.Value.Text, u.suffix)
		if !ok {
			continue
		}
		if n, err := strconv.ParseUint(strings.TrimSpace(number), 10, 33); err == nil && n > 0 {
			return n * u.bytes, true
		}
		break
	}
	r.invalid(marked(e.Value), `a size like "64 MiB"`, "%q is no size", e.Value.Text)
	return 0, false
}

func (r *reader) plugins(e *tomlpos.Entry, w *World) {
	for _, v := range r.tables(e, "[[plugin]]") {
		path := ""
		r.table(v, "[[plugin]]", keys{"path": func(e *tomlpos.Entry) {
			if text, ok := r.text(e); ok {
				if path, ok = r.folder(text, marked(e.Value)); ok {
					w.Plugins = append(w.Plugins, path)
				}
			}
		}})
		if v.Entry("path") == nil {
			r.invalid(v.Span, `path = "folder"`, "[[plugin]] needs a path")
		}
	}
}

func (r *reader) storage(e *tomlpos.Entry) map[string]string { return r.namedTexts(e, false) }

func (r *reader) editor(e *tomlpos.Entry, w *World) {
	var active *tomlpos.Entry
	r.subtable(e, "[editor]", keys{
		"active": func(e *tomlpos.Entry) {
			if text, ok := r.filled(e, "the path of an open file"); ok {
				w.Active, active = text, e
			}
		},
		"files": func(e *tomlpos.Entry) { r.openFiles(e, w) },
	})
	open := slices.ContainsFunc(w.Open, func(f mockhost.OpenFile) bool { return f.Path == w.Active })
	if active != nil && !open {
		w.Open = append(w.Open, mockhost.OpenFile{Path: w.Active})
	}
}

// openFiles are paths, or paths with the texts that they have in the editor.
func (r *reader) openFiles(e *tomlpos.Entry, w *World) {
	switch e.Value.Kind {
	case tomlpos.Array:
		paths, _ := r.texts(e, false)
		for _, path := range paths {
			w.Open = append(w.Open, mockhost.OpenFile{Path: path})
		}
	case tomlpos.Table:
		for _, f := range e.Value.Entries {
			path, ok := r.path(f)
			if text, isText := r.text(f); ok && isText {
				w.Open = append(w.Open, mockhost.OpenFile{Path: path, Text: &text})
			}
		}
	default:
		r.wrongType(e, "an array of paths, or a table of texts by path")
	}
}

func (r *reader) clock(e *tomlpos.Entry, w *World) {
	const form = "a time like 2026-01-01T00:00:00Z"
	if e.Value.Kind != tomlpos.OffsetDateTime && e.Value.Kind != tomlpos.String {
		r.wrongType(e, form)
		return
	}
	text := strings.ToUpper(strings.Replace(e.Value.Text, " ", "T", 1))
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil || t.Unix() < 0 {
		r.invalid(marked(e.Value), form, "%q is no time that the clock can begin at", e.Value.Text)
		return
	}
	w.Clock = t
}
