package fix

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/diff"

	"openidea-plugin/internal/atomicfile"
	"openidea-plugin/plugin"
)

// Write puts the fixed text in the place of the file, at once or not at all, with its permissions. A link in the plugin is followed to the file. A file that may not be
// written, that a link leads out of the folders for, or that somebody else has changed meanwhile, stays as it is.
func (f *File) Write(folders []string) error {
	real, err := filepath.EvalSymlinks(f.Path)
	if err != nil {
		return f.fail(plugin.Reason(err))
	}
	inside := slices.ContainsFunc(folders, func(dir string) bool {
		realDir, err := filepath.EvalSymlinks(dir)
		return err == nil && plugin.Within(realDir, real)
	})
	if !inside {
		return f.fail("it is a link that leaves the plugin's folder")
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return f.fail(plugin.Reason(err))
	case !info.Mode().IsRegular(): // a pipe may have taken its place, and to open one is to wait
		return f.fail("it was changed meanwhile; run again")
	case info.Mode().Perm()&0o222 == 0:
		return f.fail("it is read-only")
	}
	// The permissions of the file count, not only those of its folder, which decide about a replacement.
	if probe, err := os.OpenFile(real, os.O_WRONLY, 0); err != nil {
		return f.fail(plugin.Reason(err))
	} else {
		probe.Close()
	}
	now, large, err := plugin.ReadFile(real, int64(len(f.Before))+1)
	switch {
	case err != nil:
		return f.fail(plugin.Reason(err))
	case large || !bytes.Equal(now, f.Before):
		return f.fail("it was changed meanwhile; run again")
	}
	if err := atomicfile.Replace(real, f.After, info.Mode(), info); err != nil {
		return f.fail(plugin.Reason(err))
	}
	return nil
}

func (f *File) fail(reason string) error {
	return &plugin.ReadError{Path: f.Printed, Reason: reason}
}

// Diff writes the fixes of all files as one unified diff, which git apply and patch -p1 take.
func (s *Session) Diff(w io.Writer) error {
	for _, f := range s.Files() {
		text := diff.Diff("a/"+f.Printed, f.Before, "b/"+f.Printed, f.After)
		_, text, _ = bytes.Cut(text, []byte("\n")) // "diff a/… b/…"
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return nil
}
