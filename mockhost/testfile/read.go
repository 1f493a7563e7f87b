package testfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"openidea-plugin/diag"
	"openidea-plugin/manifest"
	"openidea-plugin/manifest/tomlpos"
	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/files"
	"openidea-plugin/plugin"
)

// Find gives the test files of a plugin's folder, by name; none where it has no folder of tests.
func Find(pluginDir string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(pluginDir, Folder))
	switch {
	case os.IsNotExist(err):
		return nil, nil
	case errors.Is(err, syscall.ENOTDIR):
		return nil, &plugin.ReadError{Path: Folder, Reason: "it is a file, but must be the folder of the test files"}
	case err != nil:
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

// Bounds of the search for files that are not run.
const (
	strayDepth = 4
	strayMost  = 5_000
)

// Stray are files below the folder of tests that look like test files and are not run, as paths relative to it, by name: in a folder below it, or without the
// right end of the name. Folders that hold a plugin of their own have their own tests.
func Stray(pluginDir string) []string {
	var paths []string
	seen := 0
	tests := os.DirFS(filepath.Join(pluginDir, Folder))
	_ = fs.WalkDir(tests, ".", func(path string, entry fs.DirEntry, err error) error {
		if seen++; seen > strayMost {
			return fs.SkipAll
		}
		depth := strings.Count(path, "/")
		switch {
		case err != nil:
			return nil // nothing is said of what cannot be read
		case entry.IsDir():
			_, plugin := fs.Stat(tests, path+"/"+manifest.FileName)
			if path != "." && (plugin == nil || depth >= strayDepth || strings.HasPrefix(entry.Name(), ".")) {
				return fs.SkipDir
			}
		case strings.HasSuffix(path, Suffix) && strings.Contains(path, "/"), strings.HasSuffix(path, ".toml") && !strings.HasSuffix(path, Suffix) && hasTests(tests, path):
			paths = append(paths, path)
		}
		return nil
	})
	return paths
}

// hasTests says whether a file begins a table of tests.
func hasTests(folder fs.FS, path string) bool {
	info, err := fs.Stat(folder, path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > MaxSize {
		return false
	}
	data, err := fs.ReadFile(folder, path)
	return err == nil && (bytes.HasPrefix(data, []byte("[[test]]")) || bytes.Contains(data, []byte("\n[[test]]")))
}

// Load reads a test file that was found at path in the folder of a plugin; printed is how its path is shown. A file that cannot be read, that is none, or that
// a link leads out of the plugin's folder for is an error; everything else that is wrong is in Findings.
func Load(path, printed string, s Subject) (*File, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %s", printed, plugin.Reason(err))
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: it is no file", printed)
	case !within(real(s.Dir), real(path)):
		return nil, fmt.Errorf("%s: it leads out of the plugin's folder through a link", printed)
	}
	source := &diag.SourceFile{Path: printed}
	if info.Size() > MaxSize {
		source.Data = make([]byte, MaxSize+1) // enough for the finding
	} else if source.Data, err = os.ReadFile(path); err != nil {
		return nil, fmt.Errorf("%s: %s", printed, plugin.Reason(err))
	}
	return Read(source, path, s), nil
}

// Read reads the contents of a test file that stands at path in the folder of a plugin, and what it names there: the project's files and further plugins. It
// never fails: what is wrong is in Findings.
func Read(source *diag.SourceFile, path string, s Subject) *File {
	r := &reader{file: &File{Source: source}, subject: s, dir: real(filepath.Dir(path)), root: real(s.Dir)}
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
	if e := root.Entry("defaults"); e != nil && e.Value.Kind == tomlpos.Table {
		r.subtable(e, "[defaults]", Keys.At("defaults").Table, r.settings(&defaults))
	}
	w := &r.file.World
	w.Project = files.New(nil)
	projectIsRead := true
	mocks := &mocks{reader: r}
	if e := root.Entry("mock"); e != nil {
		mocks.read(e, "[[mock]]")
	}
	r.table(root, "a test file", &Keys, keys{
		"defaults": elsewhere,
		"mock":     elsewhere,
		"project": func(e *tomlpos.Entry) {
			before := len(r.file.Findings)
			r.project(e, w)
			projectIsRead = before == len(r.file.Findings)
		},
		"limits":  func(e *tomlpos.Entry) { r.limits(e, &w.Limits) },
		"plugin":  func(e *tomlpos.Entry) { r.plugins(e, w) },
		"storage": func(e *tomlpos.Entry) { w.Storage = r.storage(e) },
		"editor":  func(e *tomlpos.Entry) { r.editor(e) },
		"clock":   func(e *tomlpos.Entry) { r.clock(e, w) },
		"test":    func(e *tomlpos.Entry) { r.tests(e, scope{form: "[[test]]", settings: defaults, mocks: mocks.list}) },
		"group":   func(e *tomlpos.Entry) { r.groups(e, defaults, mocks.list) },
	})
	slices.SortStableFunc(r.file.Tests, func(a, b *Test) int { return a.order - b.order })
	r.opened(w, projectIsRead)
	r.functionNames(w.Plugins)
	r.pluginIDs(w.Plugins)
	r.checkMocks(w.Plugins)
	r.errorKinds(w.Plugins)
	r.sameNames()
	if len(r.file.Tests) == 0 && !r.file.Broken() {
		r.file.Findings = append(r.file.Findings, diag.Diagnostic{
			Rule: RuleInvalid, Severity: diag.Warning, Span: diag.Span{File: r.file.Source},
			Message: "the file has no tests", Label: "a test begins with [[test]]",
		})
	}
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
				Span: t.Span, Message: diag.Sprintf("two tests of this file are called %q", t.Name), Label: "each needs a name of its own",
				Related: []diag.Related{{Span: before.Span, Message: "the first"}},
			})
			continue
		}
		first[t.Name] = t
	}
}

// storage is a table of texts by key. All of a file are less than what a plugin may store.
func (r *reader) storage(e *tomlpos.Entry) map[string]string {
	texts := map[string]string{}
	for _, f := range e.Value.Entries {
		text, ok := r.text(f)
		if !ok {
			continue
		}
		if len(text) > mockhost.MaxStoredValue {
			r.invalid(f.Key, "what the plugin itself could store", "the value has %d bytes, at most %d are allowed", len(text), mockhost.MaxStoredValue)
		}
		texts[f.Name] = text
	}
	return texts
}

// path is a key that is the path of a file of the project.
func (r *reader) path(e *tomlpos.Entry) (string, bool) { return r.cleaned(e.Name, e.Key) }

// places says where a thing was named first.
type places map[string]diag.Span

// once says whether a name stands here for the first time, and that it should not where it does again.
func (r *reader) once(seen places, name string, at diag.Span) bool {
	if first, again := seen[name]; again {
		r.find(RuleInvalid, diag.Diagnostic{
			Span: at, Message: diag.Sprintf("%q is named twice", name), Label: "keep one",
			Related: []diag.Related{{Span: first, Message: "the first"}},
		})
		return false
	}
	seen[name] = at
	return true
}

// cleaned is the path of a file of the project in its one spelling.
func (r *reader) cleaned(path string, at diag.Span) (string, bool) {
	clean, err := files.Clean(path)
	if err != nil {
		r.invalid(at, "a path relative to the project", "%s", err)
		return "", false
	}
	return clean, true
}

func (r *reader) limits(e *tomlpos.Entry, l *mockhost.Limits) {
	number := func(set func(int64)) func(*tomlpos.Entry) {
		return func(e *tomlpos.Entry) {
			n, _ := e.Value.Int()
			set(n)
		}
	}
	size := func(to *uint64) func(*tomlpos.Entry) {
		return func(e *tomlpos.Entry) { *to = r.size(e) }
	}
	r.subtable(e, "[limits]", &limitKeys, keys{
		"fuel":          number(func(n int64) { l.Fuel = uint64(n) }),
		"table-entries": number(func(n int64) { l.TableEntries = uint32(min(n, 1<<32-1)) }),
		"handles":       number(func(n int64) { l.Handles = int(min(n, 1<<28)) }),
		"memory":        size(&l.Memory),
		"host-bytes":    size(&l.HostBytes),
		"deadline":      func(e *tomlpos.Entry) { l.Deadline = r.duration(e, "a call") },
	})
}

// duration is a time that what can take, 0 after a finding.
func (r *reader) duration(e *tomlpos.Entry, what string) time.Duration {
	d, err := time.ParseDuration(strings.ReplaceAll(e.Value.Text, " ", ""))
	if err != nil || d <= 0 {
		r.invalid(marked(e.Value), `a time like "500ms" or "5s"`, "%q is no time that %s can take", e.Value.Text, what)
		return 0
	}
	return d
}

// units of sizes, in bytes.
var units = []struct {
	suffix string
	bytes  uint64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"B", 1}}

// size is a number of bytes: an integer, or a string with a unit ("64 MiB"). It is 0 after a finding.
func (r *reader) size(e *tomlpos.Entry) uint64 {
	if n, ok := e.Value.Int(); ok {
		return uint64(n)
	}
	for _, u := range units {
		number, ok := strings.CutSuffix(e.Value.Text, u.suffix)
		if !ok {
			continue
		}
		if n, err := strconv.ParseUint(strings.TrimSpace(number), 10, 33); err == nil && n > 0 {
			return n * u.bytes
		}
		break
	}
	r.invalid(marked(e.Value), `a size like "64 MiB"`, "%q is no size", e.Value.Text)
	return 0
}

func (r *reader) clock(e *tomlpos.Entry, w *World) {
	const form = "a time like 2026-01-01T00:00:00Z"
	text := strings.ToUpper(strings.Replace(e.Value.Text, " ", "T", 1))
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil || t.Unix() < 0 {
		r.invalid(marked(e.Value), form, "%q is no time that the clock can begin at", e.Value.Text)
		return
	}
	w.Clock = t
}
