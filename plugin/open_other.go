//go:build !unix

package plugin

import (
	"io/fs"
	"os"
)

// file is a file that is read once, from its start to its end.
type file struct{ *os.File }

// open opens a file for reading.
func open(path string) (file, error) {
	f, err := os.Open(path)
	return file{f}, err
}

// stat is the file's type and its size in bytes.
func (f file) stat() (fs.FileMode, int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, 0, err
	}
	return info.Mode().Type(), info.Size(), nil
}
