package testfile

import (
	"os"
	"path/filepath"
	"strings"

	"openidea-plugin/diag"
)

// folder resolves a path of a test file: relative to the file, inside of the plugin's folder also behind every link, and a folder. ok is false after a finding.
func (r *reader) folder(path string, at diag.Span) (abs string, ok bool) {
	const label = "a folder in the plugin, relative to this file"
	switch {
	case path == "":
		r.invalid(at, label, "the path is empty")
		return "", false
	case strings.ContainsAny(path, "\\\x00"):
		r.invalid(at, label, "%q has a character that no path here may have: they are separated by /", path)
		return "", false
	case filepath.IsAbs(path) || strings.HasPrefix(path, "/"):
		r.invalid(at, label, "%q is absolute", path)
		return "", false
	}
	abs = filepath.Join(r.dir, filepath.FromSlash(path))
	if !within(r.root, abs) {
		r.invalid(at, label, "%q leads out of the plugin's folder", path)
		return "", false
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		r.invalid(at, label, "there is no folder %q", path)
		return "", false
	}
	if !within(r.root, real) {
		r.invalid(at, label, "%q leads out of the plugin's folder through a link", path)
		return "", false
	}
	if info, err := os.Stat(real); err != nil || !info.IsDir() {
		r.invalid(at, label, "%q is no folder", path)
		return "", false
	}
	return real, true
}

// within says whether path is root or below it.
func within(root, path string) bool {
	rel, err := filepath.Rel(root, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
