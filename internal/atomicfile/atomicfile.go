// Package atomicfile replaces files as a whole: whoever reads one sees all of its old content or all of the new, whatever happens to the program, and no other file is left behind.
package atomicfile

import (
	"crypto/rand"
	"errors"
	"os"
	"path"
	"path/filepath"
	"sync"
)

var (
	mu sync.Mutex
	// pending remove the temporary files that are being written, by the files.
	pending = map[*os.File]func(){}
)

// prefix begins the names of temporary files.
const prefix = ".openidea-plugin-"

// Replace puts data in the place of the regular file at path, which need not exist, with the permissions of mode. Where owner is not nil, the new file gets the owner that it
// describes, if the system allows it. Links are not followed: path itself is replaced.
func Replace(path string, data []byte, mode os.FileMode, owner os.FileInfo) error {
	f, name, err := begin(os.Remove, func() (*os.File, string, error) {
		f, err := os.CreateTemp(filepath.Dir(path), prefix+"*")
		if err != nil {
			return nil, "", err
		}
		return f, f.Name(), nil
	})
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if owner != nil {
		chown(f, owner)
	}
	err = errors.Join(err, f.Chmod(mode.Perm()), f.Sync(), f.Close())
	return end(f, name, err, os.Remove, func(name string) error { return os.Rename(name, path) })
}

// ReplaceIn is Replace for a file below root, by its name there with "/" between the parts. Nothing outside of root is touched, wherever links lead.
func ReplaceIn(root *os.Root, name string, data []byte, mode os.FileMode) error {
	f, temporary, err := begin(root.Remove, func() (*os.File, string, error) {
		temporary := path.Join(path.Dir(name), prefix+rand.Text())
		f, err := root.OpenFile(temporary, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		return f, temporary, err
	})
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(mode.Perm()), f.Close())
	return end(f, temporary, err, root.Remove, func(temporary string) error { return root.Rename(temporary, name) })
}

// begin makes a temporary file.
func begin(remove func(string) error, create func() (*os.File, string, error)) (*os.File, string, error) {
	mu.Lock()
	defer mu.Unlock()
	f, name, err := create()
	if err == nil {
		pending[f] = func() { _ = remove(name) }
	}
	return f, name, err
}

// end gives a temporary file that was written its place, or removes it.
func end(f *os.File, name string, err error, remove, rename func(string) error) error {
	mu.Lock()
	defer mu.Unlock()
	if err == nil {
		err = rename(name)
	}
	if err != nil {
		_ = remove(name)
	}
	delete(pending, f)
	return err
}

// Abandon removes the temporary files and lets no other be made or take its place: the program is about to end.
func Abandon() {
	mu.Lock() // and it stays locked
	for _, remove := range pending {
		remove()
	}
}
