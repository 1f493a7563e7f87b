package watch

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// The tests wait for what must come, and for what must not come only until a later change has been seen.

// patient is how long a test waits for what must come: as long as the slowest machine may take.
const patient = 5 * time.Minute

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// watchers are one that the system helps and one that looks by itself.
func watchers(t *testing.T, test func(t *testing.T, w *Watcher)) {
	t.Run("told", func(t *testing.T) {
		w := New()
		defer w.Close()
		test(t, w)
	})
	t.Run("looking", func(t *testing.T) {
		test(t, &Watcher{dirs: map[string]bool{}})
	})
}

func TestChanges(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(t *testing.T, dir string)
		want   []string
	}{
		{"a file is written anew", func(t *testing.T, dir string) { write(t, dir+"/plugin.toml", "longer than before") }, []string{"plugin.toml"}},
		{"a file takes another's place", func(t *testing.T, dir string) {
			write(t, dir+"/new", "2")
			if err := os.Rename(dir+"/new", dir+"/plugin.toml"); err != nil {
				t.Fatal(err)
			}
		}, []string{"plugin.toml"}},
		{"a file that was not there, in a folder that was not there", func(t *testing.T, dir string) { write(t, dir+"/target/release/plugin.wasm", "x") }, []string{"target/release/plugin.wasm"}},
		{"a file goes", func(t *testing.T, dir string) {
			if err := os.Remove(dir + "/plugin.toml"); err != nil {
				t.Fatal(err)
			}
		}, []string{"plugin.toml"}},
		{"a file comes in a folder", func(t *testing.T, dir string) { write(t, dir+"/tests/b.test.toml", "") }, []string{"tests/b.test.toml"}},
		{"a file comes far below a folder", func(t *testing.T, dir string) { write(t, dir+"/tests/snapshots/deep/er.txt", "") }, []string{"tests/snapshots/deep/er.txt"}},
		{"two at once", func(t *testing.T, dir string) {
			write(t, dir+"/plugin.toml", "12345")
			write(t, dir+"/tests/a.test.toml", "12345")
		}, []string{"plugin.toml", "tests/a.test.toml"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			watchers(t, func(t *testing.T, w *Watcher) {
				dir := t.TempDir()
				write(t, dir+"/plugin.toml", "1")
				write(t, dir+"/tests/a.test.toml", "1")
				inputs := []string{dir + "/plugin.toml", dir + "/target/release/plugin.wasm", dir + "/tests"}
				look := func() *State { return Look(inputs, nil) }
				before := look()
				ctx, cancel := context.WithTimeout(t.Context(), patient)
				defer cancel()
				started := make(chan struct{})
				go func() {
					<-started
					c.change(t, dir)
				}()
				close(started)
				changed := map[string]bool{}
				for len(changed) < len(c.want) {
					got, now := w.Wait(ctx, before, look)
					if got == nil {
						t.Fatalf("nothing more changed after %v; want %v", changed, c.want)
					}
					for _, c := range got {
						name, _ := filepath.Rel(dir, c.File)
						changed[filepath.ToSlash(name)] = true
					}
					before = now
				}
				for _, name := range c.want {
					if !changed[name] {
						t.Errorf("changed %v, want %v", changed, c.want)
					}
				}
			})
		})
	}
}

func TestWhatIsNoChange(t *testing.T) {
	watchers(t, func(t *testing.T, w *Watcher) {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "plugin.toml"), "1")
		write(t, filepath.Join(dir, "tests/a.test.toml"), "1")
		inputs := []string{filepath.Join(dir, "plugin.toml"), filepath.Join(dir, "tests")}
		ignored := []string{filepath.Join(dir, "tests", "report.json"), filepath.Join(dir, "tests", "snapshots")}
		look := func() *State { return Look(inputs, ignored) }
		before := look()
		write(t, filepath.Join(dir, "unrelated.txt"), "x")
		write(t, filepath.Join(dir, "tests/report.json"), "{}")
		write(t, filepath.Join(dir, "tests/snapshots/a.txt"), "x")
		if changed := before.Changed(look()); len(changed) > 0 {
			t.Fatalf("changed %v, though only what is ignored or unrelated did", changed)
		}
		write(t, filepath.Join(dir, "plugin.toml"), "12")
		ctx, cancel := context.WithTimeout(t.Context(), patient)
		defer cancel()
		if got, _ := w.Wait(ctx, before, look); !slices.Equal(got, []Change{{filepath.Join(dir, "plugin.toml"), filepath.Join(dir, "plugin.toml")}}) {
			t.Errorf("changed %v, want plugin.toml alone", got)
		}
	})
}

func TestWaitEndsWithItsContext(t *testing.T) {
	watchers(t, func(t *testing.T, w *Watcher) {
		dir := t.TempDir()
		look := func() *State { return Look([]string{filepath.Join(dir, "plugin.toml")}, nil) }
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if got, _ := w.Wait(ctx, look(), look); got != nil {
			t.Errorf("changed %v, want nothing", got)
		}
	})
}

// TestNothingIsMissedWhileInputsAreRead: what is written after somebody began to read an input that was not known before counts as a change, what was written before does not.
func TestNothingIsMissedWhileInputsAreRead(t *testing.T) {
	dir := t.TempDir()
	old, late, known := filepath.Join(dir, "tests/old.test.toml"), filepath.Join(dir, "tests/late.test.toml"), filepath.Join(dir, "plugin.toml")
	start := time.Now()
	for path, at := range map[string]time.Time{old: start.Add(-time.Second), late: start.Add(time.Second), known: start.Add(time.Second)} {
		write(t, path, "1")
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	before := Look([]string{known}, nil)
	look := func() *State { return Look([]string{known, filepath.Join(dir, "tests")}, nil) }
	if got := look().But(before, start).Changed(look()); !slices.Equal(got, []Change{{filepath.Join(dir, "tests"), late}}) {
		t.Errorf("changed %v, want %s alone", got, late)
	}
}
