package plugin

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// ReadError is a file or folder that could not be read: not a finding about a plugin, but a reason why there can be none.
type ReadError struct {
	// Path is as printed, with /.
	Path   string
	Reason string
}

func (e *ReadError) Error() string { return e.Path + ": " + e.Reason }

// readError puts an error of the operating system into words.
func readError(path string, err error) *ReadError {
	return &ReadError{Path: path, Reason: Reason(err)}
}

// Reason is an error of the operating system in plain words, and that of a ReadError.
func Reason(err error) string {
	var known *ReadError
	if errors.As(err, &known) {
		return known.Reason
	}
	for _, w := range []struct {
		is  error
		say string
	}{
		{fs.ErrNotExist, "there is no such file or folder"},
		{fs.ErrPermission, "no permission"},
		{syscall.ENAMETOOLONG, "the name is too long"},
		{syscall.ELOOP, "a link leads back to itself"},
		{syscall.ENOTDIR, "a part of the path is a file, not a folder"},
		{syscall.EISDIR, "it is a folder"},
		{syscall.ENOSPC, "the disk is full"},
		{syscall.EROFS, "the file system is read-only"},
		{syscall.EIO, "the disk reports an error"},
		{syscall.EMFILE, "too many files are open"},
		{syscall.EINVAL, "the system does not take this name"},
	} {
		if errors.Is(err, w.is) {
			return w.say
		}
	}
	return "the system reports an error"
}

// tooLarge is how read says that a file is larger than it was allowed to be.
type tooLarge struct{ size int64 }

func (e *tooLarge) Error() string { return fmt.Sprintf("%d bytes", e.size) }

// ReadFile reads a regular file of at most limit bytes; large says that it has more. It never waits for a pipe or a device.
func ReadFile(path string, limit int64) (data []byte, large bool, err error) {
	data, err = read(path, limit)
	if errors.As(err, new(*tooLarge)) {
		return nil, true, nil
	}
	return data, false, err
}

// read reads a regular file of at most limit bytes. It never waits: pipes and devices are refused unopened, or as soon as they are opened.
func read(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := refuse(path, info.Mode()); err != nil {
		return nil, err
	}
	return readRegular(path, limit)
}

// refuse says of what is no regular file that it is none.
func refuse(path string, mode fs.FileMode) error {
	if mode.IsRegular() {
		return nil
	}
	return &ReadError{Path: path, Reason: "it is " + fileType(mode) + ", not a file"}
}

// readRegular is read for a file that was just seen to be a regular one: a pipe that took its place meanwhile does not hold us up.
func readRegular(path string, limit int64) ([]byte, error) {
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	mode, size, err := f.stat()
	if err != nil {
		return nil, err
	}
	if err := refuse(path, mode); err != nil {
		return nil, err
	}
	if size > limit {
		return nil, &tooLarge{size}
	}
	data := make([]byte, 0, size+1)
	for {
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case int64(len(data)) > limit: // it grew while it was read
			return nil, &tooLarge{int64(len(data))}
		case err == io.EOF, err == nil && size > 0 && int64(len(data)) == size: // files that the system makes up say that they are empty
			return data, nil
		case err != nil:
			return nil, err
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
	}
}
