//go:build unix

package plugin

import (
	"io"
	"io/fs"
	"syscall"
)

// file is a file that is read once, from its start to its end. os.File would first ask the system whether it can be waited for, which takes as long as
// reading a small one.
type file int

// open opens a file for reading. It does not wait for the other end of a pipe.
func open(path string) (file, error) {
	fd, err := again(func() (int, error) {
		return syscall.Open(path, syscall.O_RDONLY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	})
	return file(fd), err
}

// again repeats a call that a signal has interrupted.
func again(call func() (int, error)) (int, error) {
	for {
		if n, err := call(); err != syscall.EINTR {
			return n, err
		}
	}
}

var fileTypes = map[uint32]fs.FileMode{
	syscall.S_IFREG: 0, syscall.S_IFDIR: fs.ModeDir, syscall.S_IFIFO: fs.ModeNamedPipe, syscall.S_IFSOCK: fs.ModeSocket,
	syscall.S_IFCHR: fs.ModeDevice, syscall.S_IFBLK: fs.ModeDevice,
}

// stat is the file's type and its size in bytes.
func (f file) stat() (fs.FileMode, int64, error) {
	var s syscall.Stat_t
	if _, err := again(func() (int, error) { return 0, syscall.Fstat(int(f), &s) }); err != nil {
		return 0, 0, err
	}
	mode, known := fileTypes[uint32(s.Mode)&syscall.S_IFMT]
	if !known {
		mode = fs.ModeIrregular
	}
	return mode, s.Size, nil
}

func (f file) Read(p []byte) (int, error) {
	// Systems refuse to read more than 2 GiB at once.
	n, err := again(func() (int, error) { return syscall.Read(int(f), p[:min(len(p), 1<<30)]) })
	switch {
	case err != nil:
		return 0, err
	case n == 0 && len(p) > 0:
		return 0, io.EOF
	}
	return n, nil
}

func (f file) Close() error { return syscall.Close(int(f)) }
