package plugin

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"openidea-plugin/manifest"
)

// listing is what stands in a folder.
type listing struct {
	folder string
	// entries are sorted by name.
	entries []fs.DirEntry
	// manifest describes plugin.toml itself, not what it may lead to as a link; nil where there is none.
	manifest fs.FileInfo
	// other is a name that differs from plugin.toml only in case.
	other string
}

func (l *listing) file() string { return filepath.Join(l.folder, manifest.FileName) }

// named says whether something of this name is there, for all file systems: some read it by another case too.
func (l *listing) named(name string) bool {
	return slices.ContainsFunc(l.entries, func(e fs.DirEntry) bool { return strings.EqualFold(e.Name(), name) })
}

// list reads a folder. A folder in which nothing may be looked at is an error even where its names may be read.
func list(folder string) (listing, error) {
	l := listing{folder: folder}
	var err error
	if l.entries, err = os.ReadDir(folder); err != nil {
		return l, err
	}
	there := false
	for _, e := range l.entries {
		switch name := e.Name(); {
		case name == manifest.FileName:
			there = true
		case strings.EqualFold(name, manifest.FileName):
			l.other = name
		}
	}
	info, err := os.Lstat(l.file())
	switch {
	case err == nil && there: // on some file systems plugin.toml is there by another name
		l.manifest = info
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return l, err
	}
	return l, nil
}

// Holds says whether a plugin other than those in the folders known stands below a folder: Find enters no plugin's folder, and so finds none in another one.
// Links are not followed. Where a folder cannot be read, or holds more than 10,000 others, the answer is yes.
func Holds(folder string, known []string) bool {
	left := 10_000
	var look func(folder string) bool
	look = func(folder string) bool {
		l, err := list(folder)
		if left--; err != nil || left < 0 || l.manifest != nil && !slices.Contains(known, folder) {
			return true
		}
		return slices.ContainsFunc(l.entries, func(e fs.DirEntry) bool {
			return e.IsDir() && !slices.Contains(skipped, e.Name()) && look(filepath.Join(folder, e.Name()))
		})
	}
	return look(folder)
}
