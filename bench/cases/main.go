// Command cases compares 1,000 tests of a plugin's component with the same tests as native Rust: `openidea-plugin test`, which runs the
// component that ships, and `cargo test`, which runs the plugin's code on the SDK's mock of the host, written by hand. Both are measured as whole
// processes, with everything built beforehand and from a clean start, on one core and on all:
//
//	go run ./bench/cases
//
// It needs cargo, and the crate registry for one crate. See docs/performance.md.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// work is one run of the program.
type work struct {
	root, dir string
	cases     int
	rounds    int
}

func main() {
	w := &work{}
	flag.IntVar(&w.cases, "cases", 1000, "how many tests")
	flag.IntVar(&w.rounds, "rounds", 7, "how often what is built is run")
	flag.Parse()
	if err := w.run(); err != nil {
		fmt.Fprintln(os.Stderr, "cases: "+err.Error())
		os.Exit(1)
	}
}

func (w *work) run() (err error) {
	if w.root, err = os.Getwd(); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(w.root, "fixtures", "data-tools", "Cargo.toml")); err != nil {
		return errors.New("run it in the root of the repository")
	}
	if _, err := exec.LookPath("cargo"); err != nil {
		return errors.New("cargo is not here, and there is nothing to compare with without it")
	}
	if w.dir, err = os.MkdirTemp("", "cases-"); err != nil {
		return err
	}
	defer os.RemoveAll(w.dir)
	if err := w.write(); err != nil {
		return err
	}
	if _, err := w.command(w.root, nil, "go", "build", "-o", w.tool(), "./cmd/openidea-plugin").took(); err != nil {
		return err
	}
	fetched := w.command(w.plugin(), nil, "cargo", "fetch", "--quiet")
	if _, err := fetched.took(); err != nil {
		return err
	}
	return w.measure()
}

// side is one way to run the tests.
type side struct {
	name  string
	setup func() error // before each run, not measured; may be nil
	steps []*command
	took  []time.Duration
}

func (w *work) measure() error {
	absent := w.cannotBuild()
	if absent != "" {
		fmt.Println("the component is not built from its source, since " + absent)
	}
	fmt.Printf("%d tests; medians; cores: %d\n", w.cases, runtime.NumCPU())
	for _, cores := range slices.Compact([]int{1, runtime.NumCPU()}) {
		ours, cargo := w.ours(cores, w.dir+"/cache"), w.cargo(cores)
		// What is built beforehand: the component's code in the cache, and the program of the native tests.
		for _, s := range []*command{ours, cargo} {
			if _, err := s.took(); err != nil {
				return err
			}
		}
		built := []*side{{name: "openidea-plugin test", steps: []*command{ours}}, {name: "cargo test", steps: []*command{cargo}}}
		if err := w.rows(fmt.Sprintf("built beforehand, %s", on(cores)), w.rounds, built); err != nil {
			return err
		}
		ofComponent := &side{name: "openidea-plugin test, empty cache", setup: w.remove("clean"), steps: []*command{w.ours(cores, w.dir+"/clean")}}
		ofTests := &side{name: "cargo test, nothing built", setup: w.remove("target"), steps: []*command{cargo}}
		if err := w.rows(fmt.Sprintf("from a clean start with the component that ships, %s", on(cores)), min(w.rounds, 3), []*side{ofComponent, ofTests}); err != nil {
			return err
		}
		if absent != "" {
			continue
		}
		ofSource := &side{name: "component from source, and openidea-plugin test", setup: w.remove("clean", "wasm"), steps: append(w.component(cores), w.ours(cores, w.dir+"/clean"))}
		if err := w.rows(fmt.Sprintf("from a clean start with nothing built, %s", on(cores)), min(w.rounds, 3), []*side{ofSource, {name: ofTests.name, setup: ofTests.setup, steps: ofTests.steps}}); err != nil {
			return err
		}
	}
	return nil
}

func on(cores int) string {
	if cores == 1 {
		return "1 core"
	}
	return fmt.Sprintf("%d cores", cores)
}

// rows measures the sides one after another in each round and prints their medians, and the ratio of the first to the second.
func (w *work) rows(title string, rounds int, sides []*side) error {
	for range rounds {
		for _, s := range sides {
			if s.setup != nil {
				if err := s.setup(); err != nil {
					return err
				}
			}
			var sum time.Duration
			for _, step := range s.steps {
				d, err := step.took()
				if err != nil {
					return err
				}
				sum += d
			}
			s.took = append(s.took, sum)
		}
	}
	fmt.Printf("\n%s\n", title)
	for _, s := range sides {
		fmt.Printf("  %-50s %10.1f ms   %8.1f µs a test\n", s.name, ms(median(s.took)), 1000*ms(median(s.took))/float64(w.cases))
	}
	var ratios []time.Duration // in millionths
	for i := range sides[0].took {
		ratios = append(ratios, time.Duration(1e6*float64(sides[0].took[i])/float64(sides[1].took[i])))
	}
	fmt.Printf("  %-50s %10.3f\n", "the first : the second", float64(median(ratios))/1e6)
	return nil
}

func median(d []time.Duration) time.Duration {
	d = slices.Sorted(slices.Values(d))
	return d[len(d)/2]
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func (w *work) tool() string   { return filepath.Join(w.dir, "openidea-plugin") }
func (w *work) plugin() string { return filepath.Join(w.dir, "data-tools") }

func (w *work) remove(names ...string) func() error {
	return func() (err error) {
		for _, name := range names {
			err = errors.Join(err, os.RemoveAll(filepath.Join(w.dir, name)))
		}
		return err
	}
}

const target = "wasm32-unknown-unknown"

// cannotBuild says why the component cannot be built from its source here, "": it can.
func (w *work) cannotBuild() string {
	if _, err := exec.LookPath("wasm-tools"); err != nil {
		return "wasm-tools is not here"
	}
	sysroot, err := exec.Command("rustc", "--print", "sysroot").Output()
	if _, missing := os.Stat(filepath.Join(strings.TrimSpace(string(sysroot)), "lib", "rustlib", target, "lib")); err != nil || missing != nil {
		return "Rust's target " + target + " is not here"
	}
	return ""
}

// component builds the component as an author does.
func (w *work) component(cores int) []*command {
	env := []string{"CARGO_TARGET_DIR=" + filepath.Join(w.dir, "wasm"), fmt.Sprintf("CARGO_BUILD_JOBS=%d", cores)}
	module := filepath.Join(w.dir, "wasm", target, "release", "data_tools.wasm")
	return []*command{
		w.command(w.plugin(), env, pinned(cores, "cargo", "build", "--quiet", "--offline", "--release", "--target", target)...),
		w.command(w.plugin(), nil, pinned(cores, "wasm-tools", "component", "new", module, "-o", "dist/plugin.wasm")...),
	}
}

// ours runs the component.
func (w *work) ours(cores int, cache string) *command {
	return w.command(w.plugin(), []string{fmt.Sprintf("GOMAXPROCS=%d", cores), "XDG_CACHE_HOME=" + cache}, pinned(cores, w.tool(), "test", "--quiet")...)
}

// cargo runs the native tests.
func (w *work) cargo(cores int) *command {
	env := []string{"CARGO_TARGET_DIR=" + filepath.Join(w.dir, "target"), fmt.Sprintf("CARGO_BUILD_JOBS=%d", cores)}
	return w.command(w.plugin(), env, pinned(cores, "cargo", "test", "--quiet", "--offline", "--", fmt.Sprintf("--test-threads=%d", cores))...)
}

// pinned keeps a command on one core where that can be done.
func pinned(cores int, args ...string) []string {
	if taskset, err := exec.LookPath("taskset"); err == nil && cores == 1 {
		return append([]string{taskset, "-c", "0"}, args...)
	}
	return args
}

// command is a process that can be run again and again.
type command struct {
	dir  string
	env  []string
	args []string
}

func (w *work) command(dir string, env []string, args ...string) *command {
	return &command{dir, append(os.Environ(), env...), args}
}

// took runs the command to its end.
func (c *command) took() (time.Duration, error) {
	cmd := exec.Command(c.args[0], c.args[1:]...)
	cmd.Dir, cmd.Env = c.dir, c.env
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	began := time.Now()
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("%s: %w\n%s", strings.Join(c.args, " "), err, strings.TrimSpace(out.String()))
	}
	return time.Since(began), nil
}

// write lays the plugin out with the tests in both forms.
func (w *work) write() error {
	from := os.DirFS(filepath.Join(w.root, "fixtures", "data-tools"))
	for _, name := range []string{"plugin.toml", "Cargo.toml", "Cargo.lock", "schemas", "src", "dist"} {
		err := fs.WalkDir(from, name, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := fs.ReadFile(from, path)
			if err != nil {
				return err
			}
			if path == "Cargo.toml" {
				data = bytes.ReplaceAll(data, []byte("../../scaffold/sdk"), []byte(filepath.Join(w.root, "scaffold", "sdk")))
			}
			return w.file(path, string(data))
		})
		if err != nil {
			return err
		}
	}
	ours, rust := tests(w.cases)
	return errors.Join(w.file("tests/cases.test.toml", ours), w.file("src/tests.rs", rust))
}

func (w *work) file(path, text string) error {
	path = filepath.Join(w.plugin(), filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}
