// Package atomicfile replaces files as a whole: whoever reads one sees all of its old content or all of the new, whatever happens to the program, and no other file is left behind.
package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
)

var (
	mu sync.Mutex
	// pending are the temporary files that are being written.
	pending = map[string]bool{}
)

// Replace puts data in the place of the regular file at path, which need not exist, with the permissions of mode. Where owner is not nil, the new file gets the owner that it
// describes, if the system allows it. Links are not followed: path itself is replaced.
func Replace(path string, data []byte, mode os.FileMode, owner os.FileInfo) error {
	f, err := create(filepath.Dir(path))
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if owner != nil {
		chown(f, owner)
	}
	err = errors.Join(err, f.Chmod(mode.Perm()), f.Sync(), f.Close())
	mu.Lock()
	defer mu.Unlock()
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	delete(pending, f.Name())
	return err
}

func create(dir string) (*os.File, error) {
	mu.Lock()
	defer mu.Unlock()
	f, err := os.CreateTemp(dir, ".openidea-plugin-*")
	if err == nil {
		pending[f.Name()] = true
	}
	return f, err
}

// Abandon removes the temporary files and lets no other be made or take its place: the program is about to end.
func Abandon() {
	mu.Lock() // and it stays locked
	for name := range pending {
		os.Remove(name)
	}
}
