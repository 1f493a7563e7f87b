// Package wholefile writes files as a whole: whoever looks sees what was there before or what is there now, also where the process is interrupted.
package wholefile

import (
	"crypto/rand"
	"errors"
	"os"
	"path"
	"path/filepath"
	"sync"
)

// prefix begins the names of files that are being written.
const prefix = ".openidea-plugin-"

var (
	mu sync.Mutex
	// begun removes the files that are being written, by the key of their writer.
	begun = map[*os.File]func(){}
)

// Abandon removes what is being written and lets nobody write any more: a writer waits for ever. It is for a process that is about to end.
func Abandon() {
	mu.Lock() // and never unlocked
	for _, remove := range begun {
		remove()
	}
}

// Write replaces the file at path, or makes it. It follows no link: where path is one, the link is replaced.
func Write(path string, data []byte) error {
	return write(data, func() (*os.File, string, error) {
		f, err := os.CreateTemp(filepath.Dir(path), prefix+"*")
		if err != nil {
			return nil, "", err
		}
		return f, f.Name(), nil
	}, func(name string) error { return os.Rename(name, path) }, os.Remove)
}

// WriteIn replaces the file name in root, or makes it; its folder must be there. Nothing outside of root is written, wherever links lead.
func WriteIn(root *os.Root, name string, data []byte) error {
	return write(data, func() (*os.File, string, error) {
		for {
			temporary := path.Join(path.Dir(name), prefix+rand.Text())
			f, err := root.OpenFile(temporary, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
			if !errors.Is(err, os.ErrExist) {
				return f, temporary, err
			}
		}
	}, func(temporary string) error { return root.Rename(temporary, name) }, root.Remove)
}

// write writes data to a new file and renames it when all of it is there.
func write(data []byte, create func() (*os.File, string, error), rename, remove func(string) error) error {
	mu.Lock()
	f, name, err := create()
	if err != nil {
		mu.Unlock()
		return err
	}
	begun[f] = func() { _ = remove(name) }
	mu.Unlock()

	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(0o644), f.Close())

	mu.Lock()
	defer mu.Unlock()
	delete(begun, f)
	if err == nil {
		err = rename(name)
	}
	if err != nil {
		_ = remove(name)
	}
	return err
}
