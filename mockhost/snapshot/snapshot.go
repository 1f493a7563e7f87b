// Package snapshot keeps the texts that tests compare with in files of the plugin: tests/snapshots/NAME-OF-THE-TEST-FILE/NAME.snap. It never reads or writes
// outside of the plugin's folder, nor through links, and it replaces files as a whole.
package snapshot

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"

	"openidea-plugin/diag"
	"openidea-plugin/internal/atomicfile"
	"openidea-plugin/plugin"
)

// Where snapshots lie in a plugin, and how their names end.
const (
	Folder = "tests/snapshots"
	Suffix = ".snap"
)

// maxSize is the largest file that is read, in bytes: a result has at most 4 MiB, and JSON grows when it is indented.
const maxSize = 64 << 20

// Store is the plugin's folder, an absolute path. It need not have snapshots.
type Store string

// folder is the plugin's folder while something is done in it.
type folder struct{ *os.Root }

func (s Store) open() (folder, error) {
	root, err := os.OpenRoot(string(s))
	return folder{root}, err
}

// Path is where a snapshot lies in the plugin. set is what the snapshots of one test file have in common: its name without .test.toml.
func Path(set, name string) string { return path.Join(Folder, set, name+Suffix) }

// ErrMissing: there is no such snapshot.
var ErrMissing = errors.New("there is no such snapshot")

// refusal is a snapshot that is not read or written, in words.
type refusal string

func (e refusal) Error() string { return string(e) }

func refuse(format, path string) error { return refusal(diag.Sprintf(format, path)) }

// Read gives a snapshot; the error is ErrMissing where there is none.
func (s Store) Read(set, name string) (string, error) {
	p := Path(set, name)
	root, err := s.open()
	if err != nil {
		return "", err
	}
	defer root.Close()
	switch err := root.noLinks(p); {
	case errors.Is(err, fs.ErrNotExist):
		return "", ErrMissing
	case err != nil:
		return "", err
	}
	f, err := root.OpenFile(p, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe must not hold us up
	if err != nil {
		return "", err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return "", err
	} else if !info.Mode().IsRegular() {
		return "", refuse("%q is no file", p)
	}
	data, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if len(data) > maxSize {
		return "", refuse("%q is larger than any snapshot", p)
	}
	return Normal(string(data)), err
}

// Write keeps a text as a snapshot.
func (s Store) Write(set, name, text string) error {
	p := Path(set, name)
	root, err := s.open()
	if err != nil {
		return err
	}
	defer root.Close()
	if err := root.noLinks(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if info, err := root.Lstat(p); err == nil && !info.Mode().IsRegular() {
		return refuse("%q is no file", p)
	}
	if err := root.MkdirAll(path.Dir(p), 0o755); err != nil {
		return err
	}
	return atomicfile.ReplaceIn(root.Root, p, []byte(Normal(text)), 0o644)
}

// noLinks says whether a path leads through a link; fs.ErrNotExist where it does not, as far as it is there.
func (f folder) noLinks(p string) error {
	for i := 0; i <= len(p); i++ {
		if i < len(p) && p[i] != '/' {
			continue
		}
		info, err := f.Lstat(p[:i])
		if err != nil {
			return err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return refuse("%q is a link, and snapshots are not kept behind links", p[:i])
		}
	}
	return nil
}

// mostFiles bounds the search for snapshots.
const mostFiles = 100_000

// All are the paths of all snapshots, by name; links are left out.
func (s Store) All() []string {
	root, err := s.open()
	if err != nil {
		return nil
	}
	defer root.Close()
	if root.noLinks(Folder) != nil {
		return nil
	}
	var paths []string
	seen := 0
	_ = fs.WalkDir(root.FS(), Folder, func(p string, entry fs.DirEntry, err error) error {
		if seen++; seen > mostFiles {
			return fs.SkipAll
		}
		switch {
		case err != nil:
			return nil // what cannot be read is nobody's
		case entry.Type().IsRegular() && strings.HasSuffix(p, Suffix):
			paths = append(paths, p)
		}
		return nil
	})
	slices.Sort(paths)
	return paths
}

// Remove removes a snapshot by its path, and the folder of its set where nothing else is in it.
func (s Store) Remove(p string) error {
	root, err := s.open()
	if err != nil {
		return err
	}
	defer root.Close()
	if err := root.noLinks(p); err != nil {
		return err
	}
	if err := root.Remove(p); err != nil {
		return err
	}
	if dir := path.Dir(p); dir != Folder {
		_ = root.Remove(dir) // fails where something else is in it
	}
	return nil
}

// Reason says in words what went wrong.
func Reason(err error) string {
	if refused := refusal(""); errors.As(err, &refused) {
		return refused.Error()
	}
	return plugin.Reason(err)
}
