package plugin

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unicode"

	"openidea-plugin/diag"
)

// State says how the search for a file that a manifest names ended.
type State uint8

const (
	// OK is a regular file inside the package.
	OK State = iota
	// Missing is a package path that names no file.
	Missing
	// Refused is no package path, or one that does not name a regular file of the package; Reason says why.
	Refused
)

// Location is what a path of a manifest leads to.
type Location struct {
	State State
	// Clean is the path from the plugin's folder, with /, without "." and doubled slashes; empty when the path itself is refused.
	Clean string
	// Reason says why the path is refused, as the end of a sentence about it ("leaves the plugin's folder").
	Reason string
	// Instead is a path that was likely meant, or "".
	Instead string
}

// Locate finds the file that the package path ref names in the folder dir. It compares each part with the names in the folder, so that a path
// is right on every file system or on none, and follows links only as far as they stay inside. An error is one of reading folders.
func Locate(dir, ref string) (Location, error) {
	return newLocator(dir).locate(ref)
}

// locator finds the files of one plugin. It reads each folder once.
type locator struct {
	dir string
	// real is dir with links followed.
	real    string
	folders map[string][]string
	// missing counts the files that were not there.
	missing int
}

func newLocator(dir string) *locator {
	return &locator{dir: dir, folders: map[string][]string{}}
}

// names are the names in a folder, sorted.
func (l *locator) names(folder string) ([]string, error) {
	if names, known := l.folders[folder]; known {
		return names, nil
	}
	names, err := readNames(folder)
	if err == nil {
		l.folders[folder] = names
	}
	return names, err
}

func (l *locator) locate(ref string) (Location, error) {
	if reason, instead := badPath(ref); reason != "" {
		return Location{State: Refused, Reason: reason, Instead: instead}, nil
	}
	var parts []string
	for _, part := range strings.Split(ref, "/") {
		if part != "" && part != "." {
			parts = append(parts, part)
		}
	}
	at := Location{Clean: strings.Join(parts, "/")}
	if len(parts) == 0 || strings.HasSuffix(ref, "/") {
		return Location{State: Refused, Clean: at.Clean, Reason: "names a folder, not a file"}, nil
	}
	folder := l.dir
	for i, part := range parts {
		names, err := l.names(folder)
		if err != nil {
			return at, err
		}
		if _, there := slices.BinarySearch(names, part); !there {
			return l.notThere(at, parts, i, names), nil
		}
		folder = filepath.Join(folder, part)
		info, reason, err := l.enter(folder)
		switch {
		case errors.Is(err, fs.ErrNotExist): // a link that leads nowhere
			at.State = Missing
			return at, nil
		case err != nil:
			return at, err
		case reason != "":
			at.State, at.Reason = Refused, reason
			return at, nil
		}
		if i < len(parts)-1 && !info.IsDir() {
			at.State = Missing
			return at, nil
		}
		if i == len(parts)-1 {
			return classify(at, info), nil
		}
	}
	return at, nil
}

// classify decides by what the file is.
func classify(l Location, info fs.FileInfo) Location {
	switch {
	case info.IsDir():
		l.State, l.Reason = Refused, "names a folder, not a file"
	case !info.Mode().IsRegular():
		l.State, l.Reason = Refused, "names "+fileType(info.Mode())+", not a file"
	}
	return l
}

// badPath says why a path can be refused without looking at the disk.
func badPath(ref string) (reason, instead string) {
	switch {
	case ref == "":
		return "is empty", ""
	case strings.IndexFunc(ref, unicode.IsControl) >= 0:
		return "has a control character", ""
	case isURL(ref):
		return "is a URL, not a package path", ""
	case strings.Contains(ref, `\`):
		instead = strings.ReplaceAll(ref, `\`, "/")
		if reason, _ := badPath(instead); reason != "" {
			instead = ""
		}
		return "has a backslash", instead
	case strings.HasPrefix(ref, "/"), strings.HasPrefix(ref, "~/"), len(ref) > 1 && ref[1] == ':':
		return "is absolute", ""
	case slices.Contains(strings.Split(ref, "/"), ".."):
		return `has ".."`, ""
	}
	return "", ""
}

func isURL(ref string) bool {
	scheme, rest, found := strings.Cut(ref, ":")
	if !found || len(scheme) < 2 {
		return false
	}
	for _, c := range scheme {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune("+-.", c) {
			return false
		}
	}
	return strings.HasPrefix(rest, "//") || strings.EqualFold(scheme, "file") || strings.EqualFold(scheme, "data")
}

// notThere decides what it means that part i is not in its folder: another case, or no such file.
func (l *locator) notThere(at Location, parts []string, i int, names []string) Location {
	for _, name := range names {
		if strings.EqualFold(name, parts[i]) {
			right := slices.Clone(parts)
			right[i] = name
			at.State, at.Reason, at.Instead = Refused, "is spelt in another case than the file on disk", strings.Join(right, "/")
			return at
		}
	}
	at.State = Missing
	// Where hundreds of files are missing, or a folder holds thousands, a suggestion is not worth its time.
	const mostFiles, mostNames = 100, 1000
	l.missing++
	if l.missing > mostFiles || len(names) > mostNames {
		return at
	}
	file, _, fragment := strings.Cut(parts[i], "#")
	switch near := diag.Nearest(parts[i], names); {
	case fragment && slices.Contains(names, file): // a path names a whole file
		at.Instead = strings.Join(append(slices.Clone(parts[:i]), file), "/")
	case near != "" && i < len(parts)-1 && !l.isFolder(parts[:i], near):
	case near != "":
		right := slices.Clone(parts)
		right[i] = near
		at.Instead = strings.Join(right, "/")
	}
	return at
}

// isFolder says whether a name in the folder that parts lead to is a folder, or a link to one.
func (l *locator) isFolder(parts []string, name string) bool {
	info, err := os.Stat(filepath.Join(l.dir, filepath.Join(parts...), name))
	return err == nil && info.IsDir()
}

// enter looks at what stands in a folder that is in the plugin's, with links followed; a reason says that it is not in the plugin's folder. What is no link is where it
// stands.
func (l *locator) enter(path string) (info fs.FileInfo, reason string, err error) {
	if info, err = os.Lstat(path); err != nil || info.Mode()&os.ModeSymlink == 0 {
		return info, "", err
	}
	if reason, err = l.outside(path); err != nil || reason != "" {
		return nil, reason, err
	}
	info, err = os.Stat(path)
	return info, "", err
}

// outside says that path, with links followed, is not in the plugin's folder.
func (l *locator) outside(path string) (reason string, err error) {
	if _, err := os.Stat(path); errors.Is(err, syscall.ELOOP) {
		return "is a link that leads back to itself", nil
	}
	if l.real == "" {
		if l.real, err = filepath.EvalSymlinks(l.dir); err != nil {
			return "", err
		}
	}
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	inside := strings.TrimSuffix(l.real, string(filepath.Separator)) + string(filepath.Separator)
	if target != l.real && !strings.HasPrefix(target, inside) {
		return "goes through a link that leaves the plugin's folder", nil
	}
	return "", nil
}

// Folder finds the folder that the path ref names in the folder dir: relative, inside of dir also behind every link, and a folder. A reason says why it is none, as the
// end of a sentence about the path.
func Folder(dir, ref string) (abs, reason string) {
	if reason, _ := badPath(ref); reason != "" {
		return "", reason
	}
	abs = filepath.Join(dir, filepath.FromSlash(ref))
	l := newLocator(dir)
	switch reason, err := l.outside(abs); {
	case err != nil:
		return "", "names no folder: " + Reason(err)
	case reason != "":
		return "", "goes through a link that leaves the folder"
	}
	info, err := os.Stat(abs)
	switch {
	case err != nil:
		return "", "names no folder: " + Reason(err)
	case !info.IsDir():
		return "", "names a file, not a folder"
	}
	return abs, ""
}

// Within says whether path is the folder dir or below it; both are absolute or both relative.
func Within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// Leaves says that file is, or stands behind, a link that leaves the folder dir.
func Leaves(dir, file string) (bool, error) {
	reason, err := newLocator(dir).outside(file)
	return reason != "", err
}

// readNames are the names in a folder, sorted.
func readNames(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, nil
}

func fileType(m fs.FileMode) string {
	switch {
	case m&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	case m.IsDir():
		return "a folder"
	}
	return "a special file"
}
