//go:build !unix

package atomicfile

import "os"

// chown does nothing where files have no owner of that kind.
func chown(*os.File, os.FileInfo) {}
