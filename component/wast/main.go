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
	total := &tally{}
	for _, f := range files {
		t, err := runScript(context.Background(), f, *verbose)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		total.add(t)
	}
	fmt.Print(total)
	if total.failed() > 0 {
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

// tally counts assertions by kind.
type tally struct{ pass, fail map[string]int }

func (t *tally) count(kind string, ok bool) {
	if t.pass == nil {
		t.pass, t.fail = map[string]int{}, map[string]int{}
	}
	if ok {
		t.pass[kind]++
	} else {
		t.fail[kind]++
	}
}

func (t *tally) add(o *tally) {
	for k, n := range o.pass {
		for range n {
			t.count(k, true)
		}
	}
	for k, n := range o.fail {
		for range n {
			t.count(k, false)
		}
	}
}

func (t *tally) failed() int {
	n := 0
	for _, f := range t.fail {
		n += f
	}
	return n
}

func (t *tally) String() string {
	kinds := map[string]bool{}
	for k := range t.pass {
		kinds[k] = true
	}
	for k := range t.fail {
		kinds[k] = true
	}
	names := make([]string, 0, len(kinds))
	for k := range kinds {
		names = append(names, k)
	}
	slices.Sort(names)
	var b strings.Builder
	passed := 0
	for _, k := range names {
		passed += t.pass[k]
		fmt.Fprintf(&b, "%-18s %5d passed %5d failed\n", k, t.pass[k], t.fail[k])
	}
	fmt.Fprintf(&b, "%d passed, %d failed\n", passed, t.failed())
	return b.String()
}
