package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"openidea-plugin/plugin"
	"openidea-plugin/scaffold"
)

// writePlugin writes files into dir (absolute; printed is how users see it), and makes the folder where it is not there. Either all files are
// written or none: what exists is in the way, and after a failure what was made is removed again. Nothing outside dir is touched,
// whatever links it holds; dir itself may be one, or lie behind one.
func writePlugin(dir, printed string, files []scaffold.File) error {
	w := &pluginWriter{printed: printed}
	err := w.write(dir, files)
	if err != nil && len(w.made)+len(w.outer) > 0 {
		err = fmt.Errorf("%w\n  %s", err, w.undo())
	}
	if w.root != nil {
		w.root.Close()
	}
	return err
}

type pluginWriter struct {
	printed string
	root    *os.Root
	// outer are folders that were made down to the plugin's own, absolute; made are files and folders in it. Both in the order in which they were made.
	outer, made []string
}

func (w *pluginWriter) write(dir string, files []scaffold.File) error {
	if err := w.folder(dir, false); err != nil {
		return err
	}
	var err error
	if w.root, err = os.OpenRoot(dir); err != nil {
		return w.fail("", err)
	}
	conflicts, err := w.conflicts(files)
	if err != nil {
		return err
	}
	if len(conflicts) > 0 {
		return w.inTheWay(conflicts)
	}
	for _, f := range files {
		if err := w.parents(f.Path); err != nil {
			return err
		}
		if err := w.file(f); err != nil {
			return w.fail(f.Path, err)
		}
	}
	return nil
}

// folder makes dir and the folders above it that are not there; above says that dir is one of those.
func (w *pluginWriter) folder(dir string, above bool) error {
	info, err := os.Stat(dir)
	switch {
	case err == nil && !info.IsDir() && above:
		return w.fail("", errBelowFile)
	case err == nil && !info.IsDir():
		return usage("nothing was written; --dir names another folder", "%s is there, and is no folder", w.printed)
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return w.fail("", err)
	}
	if _, err := os.Lstat(dir); err == nil {
		return usage("nothing was written", "%s is a link that leads nowhere", w.printed)
	}
	if up := filepath.Dir(dir); up != dir {
		if err := w.folder(up, true); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		return w.fail("", err)
	}
	w.outer = append(w.outer, dir)
	return nil
}

// errBelowFile is in words what Windows tells only as a path that is not there.
var errBelowFile = &plugin.ReadError{Reason: "a part of the path is a file, not a folder"}

// conflict is something that exists where a file or a folder is to be written.
type conflict struct{ path, is string }

// conflicts are all of them, by path.
func (w *pluginWriter) conflicts(files []scaffold.File) ([]conflict, error) {
	var found []conflict
	for _, f := range files {
		parts := strings.Split(f.Path, "/")
		for i := range parts {
			at := path.Join(parts[:i+1]...)
			info, err := w.root.Lstat(at)
			if errors.Is(err, fs.ErrNotExist) {
				break
			}
			if err != nil {
				return nil, w.fail(at, err)
			}
			if i < len(parts)-1 && info.IsDir() {
				continue
			}
			c := conflict{path: at}
			switch {
			case info.Mode()&fs.ModeSymlink != 0:
				c.is = "a link"
			case info.IsDir():
				c.is = "a folder"
			case i < len(parts)-1:
				c.is = "no folder"
			}
			if !slices.Contains(found, c) {
				found = append(found, c)
			}
			break
		}
	}
	slices.SortFunc(found, func(a, b conflict) int { return strings.Compare(a.path, b.path) })
	return found, nil
}

func (w *pluginWriter) inTheWay(conflicts []conflict) error {
	says := fmt.Sprintf("%d files in %s are in the way, so nothing was written:", len(conflicts), folderName(w.printed))
	if len(conflicts) == 1 {
		says = fmt.Sprintf("a file in %s is in the way, so nothing was written:", folderName(w.printed))
	}
	for i, c := range conflicts {
		// Whoever runs new twice need not read all of its files.
		if more := len(conflicts) - i; i >= 9 && more > 1 {
			says += fmt.Sprintf("\n  and %d more", more)
			break
		}
		says += "\n  " + path.Join(w.printed, c.path)
		if c.is != "" {
			says += " (is " + c.is + ")"
		}
	}
	return errors.New(says + "\nmove them away, or write to another folder with --dir")
}

// parents makes the folders of a file.
func (w *pluginWriter) parents(file string) error {
	parts := strings.Split(path.Dir(file), "/")
	for i := range parts {
		folder := path.Join(parts[:i+1]...)
		err := w.root.Mkdir(folder, 0o777)
		switch {
		case err == nil:
			w.made = append(w.made, folder)
		case !errors.Is(err, fs.ErrExist):
			return w.fail(folder, err)
		}
		if info, err := w.root.Lstat(folder); err == nil && info.Mode().IsRegular() { // of what is below a file, Windows only says that it is not there
			return w.fail(file, errBelowFile)
		}
	}
	return nil
}

func (w *pluginWriter) file(f scaffold.File) error {
	out, err := w.root.OpenFile(f.Path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	w.made = append(w.made, f.Path)
	_, err = out.WriteString(f.Text)
	return errors.Join(err, out.Close())
}

// undo removes what was made, the newest first, and says how that ended. A folder that somebody else has put something into stays.
func (w *pluginWriter) undo() string {
	var left []string
	for _, name := range slices.Backward(w.made) {
		if err := w.root.Remove(name); err != nil {
			left = append(left, path.Join(w.printed, name))
		}
	}
	if w.root != nil { // Windows removes no folder that is open
		w.root.Close()
		w.root = nil
	}
	for _, dir := range slices.Backward(w.outer) {
		if err := os.Remove(dir); err != nil && len(left) == 0 {
			left = append(left, filepath.Base(dir))
		}
	}
	if len(left) > 0 {
		return "and could not remove again what was written before: " + strings.Join(left, ", ")
	}
	return "what was written before was removed again"
}

func (w *pluginWriter) fail(name string, err error) error {
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("cannot write %s: somebody else wrote it meanwhile", path.Join(w.printed, name))
	}
	return fmt.Errorf("cannot write %s: %s", path.Join(w.printed, name), plugin.Reason(err))
}
