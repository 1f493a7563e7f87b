//go:build unix

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestOutputPlaces: what --output FORMAT=FILE does with a FILE that is no plain file.
func TestOutputPlaces(t *testing.T) {
	dir := t.TempDir()
	check := func(file string) (status int, stdout, stderr string) {
		var out, err bytes.Buffer
		status = Main([]string{"check", "--output", "json=" + file, "plugin"}, Streams{Out: &out, Err: &err, Dir: dir})
		return status, out.String(), err.String()
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Mkdir(at("plugin"), 0o755))
	must(os.WriteFile(at("plugin/plugin.toml"), []byte("id = 'acme.a'\nengines.openidea = '^1.4'\n"), 0o644))
	must(os.Mkdir(at("reports"), 0o755))
	must(os.WriteFile(at("reports/old.json"), []byte("old"), 0o644))
	must(os.Symlink("reports/old.json", at("link.json")))
	must(os.Symlink("reports/none.json", at("nowhere.json")))
	must(syscall.Mkfifo(at("unread"), 0o644))

	t.Run("a name of the standard output", func(t *testing.T) {
		for _, file := range []string{"-", "/dev/stdout"} {
			if status, stdout, stderr := check(file); status != 0 || !strings.HasPrefix(stdout, "{\n") || stderr != "" {
				t.Errorf("%s: exit status %d, stdout %q, stderr %q", file, status, stdout, stderr)
			}
		}
		if _, err := os.Lstat(at("-")); err == nil {
			t.Error("a file is named -")
		}
	})
	t.Run("a link", func(t *testing.T) {
		if status, _, stderr := check("link.json"); status != 0 || stderr != "" {
			t.Errorf("exit status %d, stderr %q", status, stderr)
		}
		if data, _ := os.ReadFile(at("reports/old.json")); !strings.HasPrefix(string(data), "{\n") {
			t.Errorf("the link's file holds %q", data)
		}
		if info, err := os.Lstat(at("link.json")); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Error("the link is replaced")
		}
	})
	for file, want := range map[string]string{
		"nowhere.json": "it is a link that leads nowhere",
		"unread":       "it is a pipe that nobody reads",
		"reports":      "it is a folder",
	} {
		t.Run(file, func(t *testing.T) {
			status, _, stderr := check(file)
			if want := "openidea-plugin: cannot write " + file + ": " + want + "\n"; status != ExitFailed || stderr != want {
				t.Errorf("exit status %d, stderr %q, want %q", status, stderr, want)
			}
		})
	}
	t.Run("a device", func(t *testing.T) {
		if status, _, stderr := check(os.DevNull); status != 0 || stderr != "" {
			t.Errorf("exit status %d, stderr %q", status, stderr)
		}
	})
	t.Run("a pipe that is read", func(t *testing.T) {
		must(syscall.Mkfifo(at("read"), 0o644))
		reader, err := os.OpenFile(at("read"), os.O_RDONLY|syscall.O_NONBLOCK, 0)
		must(err)
		defer reader.Close()
		if status, _, stderr := check("read"); status != 0 || stderr != "" {
			t.Errorf("exit status %d, stderr %q", status, stderr)
		}
		begin := make([]byte, 2)
		if _, err := reader.Read(begin); err != nil || string(begin) != "{\n" {
			t.Errorf("read %q, %v", begin, err)
		}
	})
}
