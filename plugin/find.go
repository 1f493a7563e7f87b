package plugin

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/manifest"
)

// RuleMissing is the rule of a folder without a manifest.
const RuleMissing = "manifest-missing"

// Found is what a search brought to light.
type Found struct {
	// Manifests are the paths of manifests, each once, in the order of their printed paths.
	Manifests []ManifestPath
	// Findings are those of manifest-missing.
	Findings []diag.Diagnostic
	// Roots are the folders that were searched or lead to a plugin, absolute, in the order of the paths.
	Roots []string
	// Errors are paths that do not exist or cannot be read, in the order of the paths.
	Errors []*ReadError
}

// ManifestPath is where a manifest stands.
type ManifestPath struct {
	// File is absolute.
	File string
	// Printed is File relative to the working directory, with /.
	Printed string
}

// skipped are folders that hold no plugins of the author.
var skipped = []string{".git", "target", "node_modules", "dist"}

// Find leads each of paths (relative to cwd, an absolute path, or absolute themselves) to its plugin or plugins: a plugin's
// folder, a manifest, any file of a plugin, or a folder to search. Searching honours .gitignore files and follows no links.
func Find(cwd string, paths []string) *Found { return Search(cwd, paths, func(ManifestPath) {}) }

// Search is Find that tells of each of the manifests by the time that it returns, once, as soon as nothing that is still to be found can take its place. It does so
// in the order in which they are found, which depends on that of paths.
func Search(cwd string, paths []string, tell func(ManifestPath)) *Found {
	f := &finder{cwd: cwd, found: &Found{}, tell: tell, seen: map[string][]known{}, reals: map[string]string{}}
	roots := make([]string, len(paths))
	for i, p := range paths {
		roots[i] = filepath.Clean(Abs(cwd, p))
	}
	f.direct = len(roots) == 1 || f.spelt(roots)
	for _, root := range roots {
		f.path(root)
	}
	if !f.direct {
		for _, m := range f.found.Manifests {
			tell(m)
		}
	}
	slices.SortFunc(f.found.Manifests, func(a, b ManifestPath) int { return strings.Compare(a.Printed, b.Printed) })
	f.found.Findings = diag.Sort(f.found.Findings)
	slices.SortFunc(f.found.Errors, func(a, b *ReadError) int {
		return strings.Compare(a.Path+"\x00"+a.Reason, b.Path+"\x00"+b.Reason)
	})
	f.found.Errors = slices.CompactFunc(f.found.Errors, func(a, b *ReadError) bool { return *a == *b })
	return f.found
}

// Abs is path, which is absolute or relative to cwd, as an absolute one. On Windows a path may also begin at the root of the drive (\plugins), or be relative to the
// folder that the system keeps for a drive (c:plugins), which is cwd for the drive of cwd.
func Abs(cwd, path string) string {
	switch volume := filepath.VolumeName(path); {
	case filepath.IsAbs(path):
		return path
	case volume != "" && !strings.EqualFold(volume, filepath.VolumeName(cwd)):
		if abs, err := filepath.Abs(path); err == nil {
			return abs
		}
	case volume != "":
		return filepath.Join(cwd, path[len(volume):])
	case path != "" && os.IsPathSeparator(path[0]):
		return filepath.VolumeName(cwd) + filepath.Clean(path)
	}
	return filepath.Join(cwd, path)
}

// Printed is an absolute path as users see it: relative to cwd, with /.
func Printed(cwd, abs string) string {
	if rel, err := filepath.Rel(cwd, abs); err == nil {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(abs)
}

// known is a manifest by its path without links, and its index in found.Manifests.
type known struct {
	real string
	at   int
}

type finder struct {
	cwd   string
	found *Found
	tell  func(ManifestPath)
	// direct: no plugin can be reached by two paths that differ, so that each manifest is certain once it is found.
	direct bool
	// seen maps a manifest, by the real path of its folder in lower case, to what is known of it.
	seen map[string][]known
	// reals are folders that plugins lie in, without links.
	reals map[string]string
}

func (f *finder) fail(path string, err error) {
	e := readError(Printed(f.cwd, path), err)
	e.Path = Printed(f.cwd, path)
	f.found.Errors = append(f.found.Errors, e)
}

// spelt says that no two of roots lead to one folder by paths that differ: no link stands in any of them, and no two of their folders differ in case alone. Links
// above the working directory count only where a root stands outside of it.
func (f *finder) spelt(roots []string) bool {
	base := f.cwd
	if slices.ContainsFunc(roots, func(root string) bool { return !Within(base, root) }) {
		base = ""
	}
	looked, spelling := map[string]bool{base: true}, map[string]string{}
	var look func(path string) bool
	look = func(path string) bool {
		plain, is := looked[path]
		if is {
			return plain
		}
		info, err := os.Lstat(path)
		up := filepath.Dir(path)
		plain = err == nil && info.Mode()&os.ModeSymlink == 0 && (up == path || look(up))
		if other, is := spelling[strings.ToLower(path)]; is && other != path {
			plain = false
		}
		spelling[strings.ToLower(path)] = path
		looked[path] = plain
		return plain
	}
	return !slices.ContainsFunc(roots, func(root string) bool { return !look(root) })
}

// add notes the manifest in a folder, once however it was reached; of several printed paths the first in order stays.
func (f *finder) add(file string, info fs.FileInfo) {
	var err error
	if info.Mode()&os.ModeSymlink != 0 {
		_, err = filepath.EvalSymlinks(file)
	}
	real := file
	if err == nil && !f.direct {
		real, err = f.real(file)
	}
	if err != nil {
		if _, reason := os.Stat(file); reason != nil {
			err = reason // the system's word: EvalSymlinks says of a loop only that there are too many links
		}
		f.fail(file, err)
		return
	}
	m := ManifestPath{File: file, Printed: Printed(f.cwd, file)}
	key := strings.ToLower(real)
	for _, k := range f.seen[key] {
		if k.real != real && !same(k.real, real) {
			continue
		}
		if m.Printed < f.found.Manifests[k.at].Printed {
			f.found.Manifests[k.at] = m
		}
		return
	}
	f.seen[key] = append(f.seen[key], known{real, len(f.found.Manifests)})
	f.found.Manifests = append(f.found.Manifests, m)
	if f.direct {
		f.tell(m)
	}
}

// same says that two paths which differ in case lead to one file, as they do on the usual file systems of Windows and macOS.
func same(a, b string) bool {
	x, err := os.Stat(a)
	y, other := os.Stat(b)
	return err == nil && other == nil && os.SameFile(x, y)
}

// real is a manifest's path with its folder's links followed. One that is a link itself is a manifest of its own, and a mistake where it leads out of its folder. The
// folder that many plugins lie in is looked at once.
func (f *finder) real(file string) (string, error) {
	folder := filepath.Dir(file)
	info, err := os.Lstat(folder)
	if err != nil || info.Mode()&os.ModeSymlink != 0 {
		folder, err = filepath.EvalSymlinks(folder)
		return filepath.Join(folder, filepath.Base(file)), err
	}
	above := filepath.Dir(folder)
	real, ok := f.reals[above]
	if !ok {
		if real, err = filepath.EvalSymlinks(above); err != nil {
			return "", err
		}
		f.reals[above] = real
	}
	return filepath.Join(real, filepath.Base(folder), filepath.Base(file)), nil
}

func (f *finder) path(path string) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		f.fail(path, err)
	case info.IsDir():
		f.folder(path)
	default:
		f.file(path)
	}
}

// file leads a file to its plugin. The manifest beside or above it wins over the file being one itself.
func (f *finder) file(path string) {
	folder := filepath.Dir(path)
	for {
		l, err := list(folder)
		if err != nil {
			if folder == filepath.Dir(path) {
				f.fail(folder, err)
				return
			}
			break // a folder above that may not be read ends the climb
		}
		if l.manifest != nil {
			f.found.Roots = append(f.found.Roots, folder)
			f.add(l.file(), l.manifest)
			return
		}
		up := filepath.Dir(folder)
		if _, err := os.Lstat(filepath.Join(folder, ".git")); err == nil || up == folder {
			break
		}
		folder = up
	}
	name := filepath.Base(path)
	if strings.HasSuffix(name, ".toml") && !strings.HasSuffix(name, ".test.toml") && name != "Cargo.toml" && name != "openidea-plugin.toml" {
		info, err := os.Lstat(path)
		if err != nil {
			f.fail(path, err)
			return
		}
		f.add(path, info)
		return
	}
	f.missing(path, "this file belongs to no plugin: no "+manifest.FileName+" stands beside or above it", "")
}

func (f *finder) folder(path string) {
	f.found.Roots = append(f.found.Roots, path)
	l, err := list(path)
	if err != nil {
		f.fail(path, err)
		return
	}
	if l.manifest != nil {
		f.add(l.file(), l.manifest)
		return
	}
	before, failed := len(f.found.Manifests), len(f.found.Errors)
	any := f.search(l, ignoringAt(path))
	if any || len(f.found.Manifests) > before || len(f.found.Errors) > failed {
		return
	}
	help := ""
	switch {
	case l.other != "":
		help = "there is " + l.other + ", but the name is " + manifest.FileName + ", in lower case"
	default:
		for up := filepath.Dir(path); ; up = filepath.Dir(up) {
			if above, err := list(up); err != nil {
				break
			} else if above.manifest != nil {
				help = "a plugin stands above, in " + Printed(f.cwd, up)
				break
			}
			if up == filepath.Dir(up) {
				break
			}
		}
	}
	f.missing(filepath.Join(path, manifest.FileName), "there is no plugin here: no "+manifest.FileName+" in this folder or below it", help)
}

func (f *finder) missing(path, message, help string) {
	d := diag.Diagnostic{
		Rule: RuleMissing, Severity: diag.Error, Message: message,
		Span: diag.Span{File: &diag.SourceFile{Path: Printed(f.cwd, path)}},
	}
	if help != "" {
		d.Help = []string{help}
	}
	f.found.Findings = append(f.found.Findings, d)
}

// search looks through the folders in one that has no manifest and says whether it found any.
func (f *finder) search(in listing, g ignoring) bool {
	any := false
	for _, e := range in.entries {
		if !e.IsDir() || slices.Contains(skipped, e.Name()) {
			continue
		}
		path := filepath.Join(in.folder, e.Name())
		if g.ignored(path, true) {
			continue
		}
		l, err := list(path)
		if err != nil {
			f.fail(path, err)
			continue
		}
		below := g
		if l.named(".gitignore") {
			below = g.enter(path)
		}
		switch {
		case l.manifest == nil:
			any = f.search(l, below) || any
		case !below.ignored(l.file(), false):
			f.add(l.file(), l.manifest)
			any = true
		}
	}
	return any
}
