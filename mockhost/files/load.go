package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Load copies a folder into a tree. Nothing is left out but a folder named ".git"; a symbolic link to a file inside of the folder is read, one
// that leads out of it, to a folder or nowhere is left out. A folder over MaxFiles or MaxBytes is an error, and so is one that cannot be read.
func Load(dir string) (*Tree, error) { return LoadAs(dir, dir) }

// LoadAs is Load, with errors that call the folder shown.
func LoadAs(dir, shown string) (*Tree, error) {
	info, err := os.Stat(dir) // to open a pipe would be to wait for its writer
	if err == nil && !info.IsDir() {
		err = errNoFolder
	}
	var root *os.Root
	if err == nil {
		root, err = os.OpenRoot(dir)
	}
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
	t.settle()
	return t, nil
}

func (t *Tree) load(root *os.Root, shown, path string) error {
	file, err := root.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe may have taken the file's place
	if err != nil {
		return fmt.Errorf("cannot read %q: %s", filepath.ToSlash(filepath.Join(shown, path)), reason(err))
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return fmt.Errorf("cannot read %q: %s", filepath.ToSlash(filepath.Join(shown, path)), reason(err))
	case !info.Mode().IsRegular():
		return nil
	case info.Size() > int64(MaxBytes-t.bytes): // known before it takes memory
		return tooLarge(shown)
	}
	data, err := io.ReadAll(io.LimitReader(file, int64(MaxBytes-t.bytes)+1))
	switch {
	case err != nil:
		return fmt.Errorf("cannot read %q: %s", filepath.ToSlash(filepath.Join(shown, path)), reason(err))
	case t.bytes+len(data) > MaxBytes:
		return tooLarge(shown)
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

func tooLarge(shown string) error {
	return fmt.Errorf("the project folder %q holds more than %d MiB", shown, MaxBytes>>20)
}

var errNoFolder = errors.New("it is no folder")

// reason is what went wrong in words, without the path that an OS error repeats.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "it does not exist"
	case errors.Is(err, fs.ErrPermission):
		return "no permission"
	case errors.Is(err, errNoFolder), errors.Is(err, syscall.ENOTDIR):
		return "it is no folder"
	case errors.Is(err, syscall.ELOOP):
		return "a link leads back to itself"
	case errors.Is(err, syscall.ENAMETOOLONG):
		return "the name is too long"
	case errors.Is(err, syscall.EMFILE):
		return "too many files are open"
	}
	return "the system reports an error"
}
