// Command wast runs script tests of the component model against package component. It reads what
// `wasm-tools json-from-wast SCRIPT.wast -o T.json --wasm-dir DIR` makes of a script:
//
//	go run ./component/wast [-v] [-skip PATTERN] T.json|DIR…
//
// A folder stands for all .json files in and below it. It prints one line for each assertion that does not hold and, at the end, the
// counts for each kind; exit status 1 where anything failed. Messages of traps and of invalid components are the business of each
// implementation: only the kind of the outcome is compared.
package main

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	verbose := flag.Bool("v", false, "print every assertion, and the reason of each rejection")
	skip := flag.String("skip", "", "leave out scripts whose path matches this regular expression")
	flag.Parse()
	files, err := scripts(flag.Args(), *skip)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	total := newTally()
	for _, f := range files {
		t, err := runScript(context.Background(), f, *verbose)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		total.add(t)
	}
	fmt.Print(total)
	if total.total().fail > 0 {
		os.Exit(1)
	}
}

func scripts(args []string, skip string) ([]string, error) {
	var files []string
	for _, a := range args {
		err := filepath.WalkDir(a, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.HasSuffix(path, ".json") {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if skip != "" {
		re, err := regexp.Compile(skip)
		if err != nil {
			return nil, err
		}
		files = slices.DeleteFunc(files, re.MatchString)
	}
	slices.Sort(files)
	return files, nil
}

// counts are how often something passed, failed and was skipped.
type counts struct{ pass, fail, skip int }

// tally counts commands by kind, and the skipped ones by the feature that they need.
type tally struct {
	kinds    map[string]counts
	features map[string]int
}

func newTally() *tally { return &tally{kinds: map[string]counts{}, features: map[string]int{}} }

func (t *tally) count(kind string, ok bool) {
	c := t.kinds[kind]
	if ok {
		c.pass++
	} else {
		c.fail++
	}
	t.kinds[kind] = c
}

func (t *tally) skip(kind, feature string) {
	c := t.kinds[kind]
	c.skip++
	t.kinds[kind] = c
	t.features[feature]++
}

func (t *tally) add(o *tally) {
	for k, c := range o.kinds {
		mine := t.kinds[k]
		t.kinds[k] = counts{mine.pass + c.pass, mine.fail + c.fail, mine.skip + c.skip}
	}
	for f, n := range o.features {
		t.features[f] += n
	}
}

func (t *tally) total() (sum counts) {
	for _, c := range t.kinds {
		sum = counts{sum.pass + c.pass, sum.fail + c.fail, sum.skip + c.skip}
	}
	return sum
}

func (t *tally) String() string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(t.kinds)) {
		c := t.kinds[k]
		fmt.Fprintf(&b, "%-18s %5d passed %5d failed %5d skipped\n", k, c.pass, c.fail, c.skip)
	}
	for _, f := range slices.Sorted(maps.Keys(t.features)) {
		fmt.Fprintf(&b, "  skipped for want of %s: %d\n", f, t.features[f])
	}
	sum := t.total()
	fmt.Fprintf(&b, "%d passed, %d failed, %d skipped\n", sum.pass, sum.fail, sum.skip)
	return b.String()
}
