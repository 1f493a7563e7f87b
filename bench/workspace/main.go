// Command workspace measures `openidea-plugin check` as a whole process: over fixtures/data-tools beside `openidea-plugin version`, and over
// workspaces of 100 and 1,000 plugins with five tools each, with and without their components, on one core and on all:
//
//	go run ./bench/workspace
//
// See docs/performance.md.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// bench is one run of the program.
type bench struct {
	root, dir string
	tool      string
	rounds    int
}

func main() {
	b := &bench{}
	flag.IntVar(&b.rounds, "rounds", 7, "how often each figure is measured")
	flag.Parse()
	if err := b.run(); err != nil {
		fmt.Fprintln(os.Stderr, "workspace: "+err.Error())
		os.Exit(1)
	}
}

func (b *bench) run() (err error) {
	if b.root, err = os.Getwd(); err != nil {
		return err
	}
	component, err := os.ReadFile(filepath.Join(b.root, "fixtures", "data-tools", "dist", "plugin.wasm"))
	if err != nil {
		return errors.New("run it in the root of the repository")
	}
	if b.dir, err = os.MkdirTemp("", "workspace-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	b.tool = filepath.Join(b.dir, "openidea-plugin")
	if out, err := exec.Command("go", "build", "-o", b.tool, "./cmd/openidea-plugin").CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %s", bytes.TrimSpace(out))
	}
	for _, n := range []int{100, 1000} {
		if err := write(b.workspace(n), n, component); err != nil {
			return err
		}
	}
	cores := runtime.NumCPU()
	plugin := filepath.Join(b.root, "fixtures", "data-tools")
	tables := []table{
		{"one plugin", []*row{
			{name: "version", args: []string{"version"}, cores: cores},
			{name: "check fixtures/data-tools", args: []string{"check", "--quiet", plugin}, cores: cores},
			{name: "the same, nothing remembered of the component", args: []string{"check", "--quiet", plugin}, cores: cores, forget: true},
		}},
		b.workspaceTable("without components", cores, "--no-wasm"),
		b.workspaceTable("with components", cores),
	}
	for _, t := range tables {
		if err := b.measure(t.rows); err != nil {
			return err
		}
		t.print()
	}
	return nil
}

// table is what is measured in turn.
type table struct {
	title string
	rows  []*row
}

func (b *bench) workspaceTable(title string, cores int, flags ...string) table {
	check := func(n int) []string { return append([]string{"check", "--quiet", b.workspace(n)}, flags...) }
	return table{"workspaces, " + title, []*row{
		{name: "1,000 plugins, 1 core", args: check(1000), cores: 1},
		{name: fmt.Sprintf("1,000 plugins, %d cores", cores), args: check(1000), cores: cores},
		{name: fmt.Sprintf("100 plugins, %d cores", cores), args: check(100), cores: cores},
	}}
}

func (b *bench) workspace(n int) string { return filepath.Join(b.dir, fmt.Sprint("plugins-", n)) }

// row is a command that is measured, and its figures.
type row struct {
	name  string
	args  []string
	cores int
	// forget: what the tool has remembered is removed before each run.
	forget bool

	took []time.Duration
	peak int64 // in KiB
}

// measure runs the rows one after another in each round, after a round that does not count.
func (b *bench) measure(rows []*row) error {
	for round := range b.rounds + 1 {
		for _, r := range rows {
			cache := filepath.Join(b.dir, "cache")
			if r.forget {
				cache = filepath.Join(b.dir, "forgotten")
				if err := os.RemoveAll(cache); err != nil {
					return err
				}
			}
			cmd := exec.Command(b.tool, r.args...)
			cmd.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", r.cores), "XDG_CACHE_HOME="+cache)
			began := time.Now()
			out, err := cmd.CombinedOutput()
			took := time.Since(began)
			if err != nil {
				return fmt.Errorf("%s: %w\n%s", strings.Join(r.args, " "), err, bytes.TrimSpace(out))
			}
			if round > 0 {
				r.took = append(r.took, took)
				r.peak = max(r.peak, peak(cmd.ProcessState))
			}
		}
	}
	return nil
}

// print prints the medians, and of each row the median of its ratios to the first.
func (t table) print() {
	fmt.Printf("%s\n", t.title)
	for _, r := range t.rows {
		var ratios []float64
		for i, d := range r.took {
			ratios = append(ratios, float64(d)/float64(t.rows[0].took[i]))
		}
		slices.Sort(ratios)
		took := slices.Sorted(slices.Values(r.took))
		fmt.Printf("  %-50s %9.1f ms  %6.1f MiB  %6.2f times the first\n",
			r.name, took[len(took)/2].Seconds()*1000, float64(r.peak)/1024, ratios[len(ratios)/2])
	}
	fmt.Println()
}
