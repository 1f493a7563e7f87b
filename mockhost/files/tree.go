// Package files is a project in memory: a tree of files that is copied from a folder and never written back, with the reading, searching
// and writing that the plugin API offers. It knows nothing of plugins.
package files

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"

	"openidea-plugin/diag"
)

// Limits of a tree. They keep a plugin that writes without end, and a folder that was named by mistake, from filling the memory.
const (
	// MaxBytes is how much all files together may hold.
	MaxBytes = 128 << 20
	// MaxFiles is how many files there may be.
	MaxFiles = 50_000
	// MaxPath is how long a path may be, in bytes.
	MaxPath = 4096
)

// Kind says what went wrong, in the words of the plugin API.
type Kind string

// The kinds of errors.
const (
	Invalid  Kind = "invalid"
	NotFound Kind = "not-found"
	Failed   Kind = "failed"
)

// Error is a request that a tree refused.
type Error struct {
	Kind    Kind
	Message string
}

// Error is the message.
func (e *Error) Error() string { return e.Message }

func fail(kind Kind, format string, args ...any) error {
	return &Error{Kind: kind, Message: diag.Sprintf(format, args...)}
}

// Tree is a set of files under paths relative to the project's root and separated by "/". Folders exist where files are in them.
// It is not safe for concurrent use.
type Tree struct {
	files map[string][]byte // contents are never changed in place
	bytes int
	paths paths
}

// New makes a tree of the given files; the paths must be as Clean gives them.
func New(contents map[string][]byte) *Tree {
	t := &Tree{files: make(map[string][]byte, len(contents))}
	for path, data := range contents {
		t.put(path, data)
	}
	t.settle()
	return t
}

// Clone makes a tree that can be changed without changing t.
func (t *Tree) Clone() *Tree {
	return &Tree{files: maps.Clone(t.files), bytes: t.bytes, paths: t.paths.shared()}
}

// Paths are the paths of all files, sorted by their bytes.
func (t *Tree) Paths() []string {
	return slices.Sorted(maps.Keys(t.files))
}

// Get is the contents of a file by its clean path.
func (t *Tree) Get(path string) ([]byte, bool) {
	data, ok := t.files[path]
	return data, ok
}

func (t *Tree) put(path string, data []byte) {
	old, exists := t.files[path]
	if !exists {
		t.paths.note(path)
	}
	t.bytes += len(data) - len(old)
	t.files[path] = data
}

// Clean checks a path and gives its one spelling: relative, separated by "/", without ".". A path that is empty or absolute, has an empty part, a ".." or a
// backslash, or leads to the root itself is Invalid.
func Clean(path string) (string, error) {
	switch {
	case path == "":
		return "", fail(Invalid, "the path is empty")
	case len(path) > MaxPath:
		return "", fail(Invalid, "the path is longer than %d bytes", MaxPath)
	case strings.HasPrefix(path, "/"), len(path) > 1 && path[1] == ':' && isLetter(path[0]):
		return "", fail(Invalid, "%q is absolute: paths are relative to the project", path)
	case strings.ContainsRune(path, '\\'):
		return "", fail(Invalid, "%q has a backslash: paths are separated by /", path)
	case strings.ContainsRune(path, 0):
		return "", fail(Invalid, "the path has a NUL character")
	case !utf8.ValidString(path):
		return "", fail(Invalid, "the path is not UTF-8")
	}
	var parts []string
	for part := range strings.SplitSeq(path, "/") {
		switch part {
		case "":
			return "", fail(Invalid, "%q has an empty part: two \"/\" in a row, or one at the end", path)
		case ".":
		case "..":
			return "", fail(Invalid, "%q has \"..\": paths stay inside the project", path)
		default:
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return "", fail(Invalid, "%q is the project itself, not a file", path)
	}
	return strings.Join(parts, "/"), nil
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func (t *Tree) missing(path string) error {
	if t.isFolder(path) {
		return fail(NotFound, "%q is a folder, not a file", path)
	}
	return fail(NotFound, "there is no file %q", path)
}

// Read gives the text of a file: NotFound where there is none, Failed where it is not UTF-8.
func (t *Tree) Read(path string) (string, error) {
	path, err := Clean(path)
	if err != nil {
		return "", err
	}
	data, ok := t.files[path]
	if !ok {
		return "", t.missing(path)
	}
	if !utf8.Valid(data) {
		return "", fail(Failed, "%q is not UTF-8 text", path)
	}
	return string(data), nil
}

// Write replaces a file or creates it.
func (t *Tree) Write(path, text string) error {
	path, err := Clean(path)
	if err != nil {
		return err
	}
	return t.store(path, text)
}

// Create creates a file: Failed where it exists.
func (t *Tree) Create(path, text string) error {
	path, err := Clean(path)
	if err != nil {
		return err
	}
	if _, ok := t.files[path]; ok {
		return fail(Failed, "%q exists already", path)
	}
	return t.store(path, text)
}

func (t *Tree) store(path, text string) error {
	for i := range path {
		if path[i] != '/' {
			continue
		}
		if _, ok := t.files[path[:i]]; ok {
			return fail(Failed, "%q is a file, not a folder", path[:i])
		}
	}
	old, exists := t.files[path]
	switch {
	case !exists && t.isFolder(path):
		return fail(Failed, "%q is a folder", path)
	case !exists && len(t.files) >= MaxFiles:
		return fail(Failed, "the project of the mock host holds at most %d files", MaxFiles)
	case t.bytes-len(old)+len(text) > MaxBytes:
		return fail(Failed, "the project of the mock host holds at most %d MiB", MaxBytes>>20)
	}
	t.put(path, []byte(text))
	return nil
}

// Delete deletes a file: NotFound where there is none.
func (t *Tree) Delete(path string) error {
	path, err := Clean(path)
	if err != nil {
		return err
	}
	data, ok := t.files[path]
	if !ok {
		return t.missing(path)
	}
	t.bytes -= len(data)
	delete(t.files, path)
	t.paths.note(path)
	return nil
}

// List gives the paths that a glob matches, sorted, at most limit of them, and whether there were more. In a glob * stays within one folder
// and ** crosses folders; a bad one is Invalid.
func (t *Tree) List(glob string, limit int) (paths []string, truncated bool, err error) {
	match, err := compileGlob(glob)
	if err != nil {
		return nil, false, err
	}
	paths = []string{}
	for _, path := range t.Paths() {
		if !match(path) {
			continue
		}
		if len(paths) >= limit {
			return paths, true, nil
		}
		paths = append(paths, path)
	}
	return paths, false, nil
}

// Bounds of a glob: alternatives are tried one after another, so many of them in a row would take exponential time.
const (
	maxGlob         = 1024
	maxAlternatives = 8
)

func compileGlob(glob string) (func(path string) bool, error) {
	switch {
	case len(glob) > maxGlob:
		return nil, fail(Invalid, "the glob is longer than %d bytes", maxGlob)
	case strings.Count(glob, "{") > maxAlternatives:
		return nil, fail(Invalid, "the glob has more than %d alternatives in braces", maxAlternatives)
	case !doublestar.ValidatePattern(glob):
		return nil, fail(Invalid, "%q is no valid glob", glob)
	}
	return func(path string) bool { return doublestar.MatchUnvalidated(glob, path) }, nil
}
