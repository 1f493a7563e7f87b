package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Load copies a folder into a tree. Nothing is left out but a folder named ".git"; a symbolic link to a file inside of the folder is read, one
// that leads out of it, to a folder or nowhere is left out. A folder over MaxFiles or MaxBytes is an error, and so is one that cannot be read.
func Load(dir string) (*Tree, error) { return LoadAs(dir, dir) }

// LoadAs is Load, with errors that call the folder shown.
func LoadAs(dir, shown string) (*Tree, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("cannot read the project folder %q: %s", shown, reason(err))
	}
	defer root.Close()
	t := New(nil)
	err = fs.WalkDir(root.FS(), ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fmt.Errorf("cannot read %q: %s", filepath.ToSlash(filepath.Join(shown, path)), reason(err))
		case entry.IsDir() && entry.Name() == ".git":
			return fs.SkipDir
		case entry.Type()&fs.ModeSymlink != 0:
			// Root refuses links that lead out of the folder.
			if info, err := root.Stat(path); err != nil || !info.Mode().IsRegular() {
				return nil
			}
		case !entry.Type().IsRegular():
			return nil
		}
		return t.load(root, shown, path)
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

func (t *Tree) load(root *os.Root, shown, path string) error {
	file, err := root.Open(path)
	if err != nil {
		return fmt.Errorf("cannot read %q: %s", filepath.ToSlash(filepath.Join(shown, path)), reason(err))
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, int64(MaxBytes-t.bytes)+1))
	switch {
	case err != nil:
		return fmt.Errorf("cannot read %q: %s", filepath.ToSlash(filepath.Join(shown, path)), reason(err))
	case t.bytes+len(data) > MaxBytes:
		return fmt.Errorf("the project folder %q holds more than %d MiB", shown, MaxBytes>>20)
	case len(t.files) >= MaxFiles:
		return fmt.Errorf("the project folder %q holds more than %d files", shown, MaxFiles)
	}
	clean, err := Clean(path)
	if err != nil {
		return fmt.Errorf("the project folder %q has a file whose name cannot be a path of a project: %w", shown, err)
	}
	t.put(clean, data)
	return nil
}

// reason is what went wrong in words, without the path that an OS error repeats.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "it does not exist"
	case errors.Is(err, fs.ErrPermission):
		return "no permission"
	}
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		return e.Err.Error()
	}
	return err.Error()
}
