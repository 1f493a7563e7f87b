//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"testing"
)

// TestWriteFileKeepsPermissions: a report that only its owner may read stays so when it is written again.
func TestWriteFileKeepsPermissions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.json")
	for _, mode := range []os.FileMode{0o644, 0o600} {
		if err := writeFile(path, []byte("{}")); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if err := writeFile(path, []byte("[]")); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode() != mode {
			t.Errorf("%v, %v, want %v", info.Mode(), err, mode)
		}
	}
}
