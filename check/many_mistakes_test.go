package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"openidea-plugin/check"
)

// TestManyMistakesInOneSuppression: a comment with tens of thousands of mistakes is told of by the first thousand.
func TestManyMistakesInOneSuppression(t *testing.T) {
	dir := t.TempDir()
	var list strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&list, "tool-nam%d,", i)
	}
	text := "# openidea-plugin: ignore[" + list.String() + "] why\nid = \"acme.x\"\nname = \"X\"\nversion = \"0.1.0\"\nengines.openidea = \"^1.4\"\n"
	if err := os.WriteFile(filepath.Join(dir, "plugin.toml"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	result := check.Run(dir, []string{"."}, check.Options{})
	if n := len(result.Findings); n < 1000 || n > 1010 {
		t.Errorf("%d findings", n)
	}
	if first := result.Findings[0]; first.Message != `there is no rule "tool-nam0"` {
		t.Errorf("%q", first.Message)
	}
}
