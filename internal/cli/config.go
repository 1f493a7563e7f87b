package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"openidea-plugin/check"
	"openidea-plugin/config"
	"openidea-plugin/plugin"
)

// configs finds the configurations of plugins: that of --config for all of them, or the nearest of each.
func (e *env) configs() (*config.Loader, error) {
	l := config.NewLoader(e.Dir, check.ConfigKnown())
	if e.config == "" {
		return l, nil
	}
	if err := e.need(e.config); err != nil {
		return nil, err
	}
	if err := l.Use(e.config); err != nil {
		unread := &plugin.ReadError{Path: e.config, Reason: "it cannot be read"}
		errors.As(err, &unread)
		return nil, fmt.Errorf("--config %s: %s", unread.Path, unread.Reason)
	}
	return l, nil
}

// nameConfigs says with --verbose which configurations are in use.
func (e *env) nameConfigs(paths []string) {
	switch {
	case !e.verbose:
	case len(paths) == 0:
		e.complain("no configuration: no openidea-plugin.toml stands at or above a plugin")
	default:
		e.complain("configuration: %s", strings.Join(paths, ", "))
	}
}

// usedPaths are the configurations in use, as printed paths; what could not be read is said elsewhere.
func usedPaths(l *config.Loader) []string {
	used, _ := l.Used()
	var paths []string
	for _, c := range used {
		paths = append(paths, c.Path)
	}
	return paths
}

// configFiles are the files of the configurations in use, absolute.
func (e *env) configFiles(l *config.Loader) []string {
	var files []string
	for _, path := range usedPaths(l) {
		files = append(files, e.path(filepath.FromSlash(path)))
	}
	return files
}

// mistaken says that a configuration cannot be trusted, the same words in every command.
func mistaken(c *config.Config) string { return "the configuration " + c.Path + " has mistakes" }

// capabilities is what the configuration of a plugin says of host functions: what each needs. A configuration with mistakes is an error: what it says cannot be
// trusted.
func (e *env) capabilities(p *plugin.Plugin, l *config.Loader) (map[string]string, error) {
	c, unread := l.For(p.Dir)
	switch {
	case unread != nil:
		return nil, fmt.Errorf("cannot read %s: %s", unread.Path, unread.Reason)
	case c.Broken():
		return nil, usage("openidea-plugin check shows them", "%s", mistaken(c))
	}
	return c.Capabilities, nil
}
