package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestManyFindings: a file with 100,000 mistakes of one kind is reported in what a person can still open.
func TestManyFindings(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "plugin.toml"), []byte("id='a'\nengines.openidea='1'\n"+strings.Repeat("id=1\n", 100_000)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"check", "test"} {
		var out bytes.Buffer
		status := Main([]string{command}, Streams{Out: &out, Dir: dir})
		text := out.String()
		if n := strings.Count(text, "error[manifest-syntax]"); status != ExitFindings || n != 1001 || len(text) > 500_000 {
			t.Errorf("%s: exit status %d, %d findings, %d bytes", command, status, n, len(text))
		}
		if !strings.Contains(text, "error[manifest-syntax]: and 99000 more of manifest-syntax in this file, which are not reported\n    --> plugin.toml:1003:1\n") {
			t.Errorf("%s does not count the rest: %s", command, text[max(0, len(text)-300):])
		}
	}
}
