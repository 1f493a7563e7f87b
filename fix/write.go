package fix

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

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
		text := diff.Diff("a", f.Before, "b", f.After)
		if len(text) == 0 {
			continue
		}
		parts := bytes.SplitN(text, []byte("\n"), 4) // "diff a b", "--- a", "+++ b", the rest
		text = slices.Concat([]byte("--- "+diffName("a/"+f.Printed)+"\n+++ "+diffName("b/"+f.Printed)+"\n"), parts[3])
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return nil
}

// diffName is a name in the head of a diff as git writes it: with a tab behind one with spaces, and in quotes where it has characters that would end it or that quotes need.
func diffName(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f || r == '"' || r == '\\' }) {
		if strings.Contains(name, " ") {
			name += "\t"
		}
		return name
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(name) {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
