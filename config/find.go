package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"openidea-plugin/diag"
	"openidea-plugin/manifest"
	"openidea-plugin/plugin"
)

// Loader finds and reads the configurations of a run, each once. It may be used from several goroutines.
type Loader struct {
	cwd   string
	known Known

	mu sync.Mutex
	// named is the configuration of the command line; nil where it names none.
	named *Config
	// read are what was read of each folder that was looked into.
	read map[string]*found
}

// found is the configuration of a folder: its own, or that of a folder above it.
type found struct {
	config *Config
	err    *plugin.ReadError
}

// none is the configuration of a plugin that has none.
var none = &Config{}

// NewLoader makes a loader. cwd is absolute; printed paths are relative to it.
func NewLoader(cwd string, known Known) *Loader {
	return &Loader{cwd: cwd, known: known, read: map[string]*found{}}
}

// Use reads the configuration at path (relative to the working directory, or absolute), which from now on is that of every plugin.
func (l *Loader) Use(path string) error {
	path = filepath.Clean(plugin.Abs(l.cwd, path))
	if name := filepath.Base(path); name == manifest.FileName || strings.HasSuffix(name, ".test.toml") {
		kind := "a test file"
		if name == manifest.FileName {
			kind = "the manifest of a plugin"
		}
		return &plugin.ReadError{Path: plugin.Printed(l.cwd, path), Reason: "it is " + kind + ", not a configuration"}
	}
	c, err := l.load(path)
	if err != nil {
		return err
	}
	l.named = c
	return nil
}

// For is the configuration of the plugin in the folder dir (absolute): the named one, else the nearest at or above it. The search ends at the root of the
// repository, or where there is none, of the file system. It is never nil. An error is a configuration that is there and cannot be read.
func (l *Loader) For(dir string) (*Config, *plugin.ReadError) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.named != nil {
		return l.named, nil
	}
	f := l.at(dir)
	return f.config, f.err
}

// at looks into a folder and those above it.
func (l *Loader) at(dir string) *found {
	if f := l.read[dir]; f != nil {
		return f
	}
	f := &found{config: none}
	l.read[dir] = f
	file := filepath.Join(dir, FileName)
	up := filepath.Dir(dir)
	switch _, err := os.Lstat(file); {
	case err == nil:
		f.config, f.err = l.discovered(dir, file)
	case errors.Is(err, fs.ErrPermission):
		// What stands above such a folder is somebody else's.
	case up != dir && !repository(dir):
		*f = *l.at(up)
	}
	return f
}

// repository says whether dir is the root of a repository.
func repository(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}

// discovered reads a configuration that nobody named. A checkout of somebody else's plugin must not print what a link leads to.
func (l *Loader) discovered(dir, file string) (*Config, *plugin.ReadError) {
	leaves, err := plugin.Leaves(dir, file)
	switch {
	case err != nil:
		return none, &plugin.ReadError{Path: plugin.Printed(l.cwd, file), Reason: plugin.Reason(err)}
	case leaves:
		return unread(&diag.SourceFile{Path: plugin.Printed(l.cwd, file)}, dir, "is a link that leaves its folder"), nil
	}
	c, readErr := l.load(file)
	if readErr != nil {
		return none, readErr
	}
	return c, nil
}

func (l *Loader) load(file string) (*Config, *plugin.ReadError) {
	source := &diag.SourceFile{Path: plugin.Printed(l.cwd, file)}
	data, large, err := plugin.ReadFile(file, MaxSize)
	switch {
	case err != nil:
		return nil, &plugin.ReadError{Path: source.Path, Reason: plugin.Reason(err)}
	case large:
		return unread(source, filepath.Dir(file), tooLarge), nil
	}
	source.Data = data
	c := Parse(source, filepath.Dir(file), l.known)
	c.cwd = l.cwd
	return c, nil
}

// Used are the configurations that plugins had, in the order of their paths, and what could not be read.
func (l *Loader) Used() (list []*Config, errs []*plugin.ReadError) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.named != nil {
		return []*Config{l.named}, nil
	}
	for _, f := range l.read {
		if f.config != none && !slices.Contains(list, f.config) {
			list = append(list, f.config)
		}
		if f.err != nil && !slices.Contains(errs, f.err) {
			errs = append(errs, f.err)
		}
	}
	slices.SortFunc(list, func(a, b *Config) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(errs, func(a, b *plugin.ReadError) int { return strings.Compare(a.Path, b.Path) })
	return list, errs
}
