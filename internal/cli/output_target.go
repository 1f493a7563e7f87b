package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"openidea-plugin/plugin"
)

// sources are the ends of names that no report has, with what such files are: a report in the place of one is a slip of the keyboard, and the work in it would be lost.
var sources = []struct{ end, is string }{
	{".test.toml", "a test file"},
	{".toml", "a manifest or a configuration"},
	{".wasm", "a component"},
	{".wit", "WIT"},
	{".snap", "a snapshot"},
}

// outputTarget is where the file of an --output leads to. What cannot be written in any case is refused here, before any work is done.
func (e *env) outputTarget(format, file string) (string, error) {
	if err := e.need(file); err != nil {
		return "", err
	}
	path := e.path(file)
	info, err := os.Stat(path)
	folder, folderErr := os.Stat(filepath.Dir(path))
	switch {
	case err == nil && info.IsDir(), os.IsPathSeparator(file[len(file)-1]):
		return "", fmt.Errorf("cannot write %s: it is a folder", file)
	case err != nil && os.IsNotExist(folderErr):
		return "", fmt.Errorf("cannot write %s: there is no folder %s", file, plugin.Printed(e.Dir, filepath.Dir(path)))
	case folderErr == nil && !folder.IsDir():
		return "", fmt.Errorf("cannot write %s: %s is a file, not a folder", file, plugin.Printed(e.Dir, filepath.Dir(path)))
	}
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	} else if real, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		target = filepath.Join(real, filepath.Base(path))
	}
	for _, name := range []string{path, target} {
		for _, s := range sources {
			if strings.HasSuffix(strings.ToLower(name), s.end) {
				return "", usage("name another file: --output "+format+"=FILE", "cannot write %s: by its name it is %s, not a report", file, s.is)
			}
		}
	}
	if err == nil && info.Mode().IsRegular() && !isReport(target) {
		if inputs := pluginFiles(target); slices.ContainsFunc(inputs, func(input string) bool { return holds(input, target, info) }) {
			return "", replaces(format, file, "a plugin needs it")
		}
	}
	return target, nil
}

// replaces refuses to put a report in the place of a file.
func replaces(format, file, why string) error {
	return usage("name another file: --output "+format+"=FILE", "cannot write %s: %s, and the report would replace it", file, why)
}

// pluginFiles are the files of the plugin that a file lies in, if there is one, whether or not the run is about it.
func pluginFiles(file string) []string {
	var inputs []string
	for _, m := range plugin.Find(filepath.Dir(file), []string{file}).Manifests {
		if p, err := plugin.Load(filepath.Dir(file), m); err == nil {
			inputs = append(inputs, p.Inputs()...)
		}
	}
	return inputs
}

// protect refuses outputs that would replace what the run reads: inputs are its files, and folders with its projects, absolute. A report that an earlier run left in a
// project's folder may be written again.
func (e *env) protect(outputs []output, inputs []string) error {
	for _, o := range outputs {
		info, err := os.Stat(o.target)
		if o.file == "" || err != nil || !info.Mode().IsRegular() {
			continue
		}
		i := slices.IndexFunc(inputs, func(input string) bool { return holds(input, o.target, info) })
		if i >= 0 {
			return replaces(o.format, o.file, "this run reads it")
		}
	}
	return nil
}

// holds says whether input is the file target, or a folder that has it in it and not as a report.
func holds(input, target string, file os.FileInfo) bool {
	info, err := os.Stat(input)
	switch {
	case err != nil:
		return false
	case !info.IsDir():
		return os.SameFile(info, file)
	}
	if input, err = filepath.EvalSymlinks(input); err != nil {
		return false
	}
	rel, err := filepath.Rel(input, target)
	return err == nil && filepath.IsLocal(rel) && !isReport(target)
}

// reportMarks are what the first bytes of a report in a format for machines hold.
var reportMarks = []string{`"name": "openidea-plugin"`, `<testsuites name="openidea-plugin `}

// isReport says whether a file is a report that this tool wrote, or empty.
func isReport(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	first, err := io.ReadAll(io.LimitReader(f, 300))
	return err == nil && (len(first) == 0 || slices.ContainsFunc(reportMarks, func(mark string) bool { return bytes.Contains(first, []byte(mark)) }))
}
