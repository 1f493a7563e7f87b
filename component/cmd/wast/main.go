// Command wast runs script tests of the component model against package component. It reads what
// `wasm-tools json-from-wast SCRIPT.wast -o T.json --wasm-dir DIR` makes of a script:
//
//	go run ./component/cmd/wast [-v] [-skip PATTERN] T.json|DIR…
//	go run ./component/cmd/wast -pack SCRIPT.wast T.json >PACKED.json
//
// A folder stands for all .json files in and below it, packed or not. It prints one line for each assertion that does not hold and, at the end, the
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

	"openidea-plugin/component"
	"openidea-plugin/component/wast"
)

func main() {
	verbose := flag.Bool("v", false, "print every assertion, and the reason of each rejection")
	skip := flag.String("skip", "", "leave out scripts whose path matches this regular expression")
	pack := flag.String("pack", "", "print T.json and its binaries as one file instead, for the script `SCRIPT.wast` that they were made of")
	flag.Parse()
	files, err := scripts(flag.Args(), *skip)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if *pack != "" {
		packed, err := wast.Pack(files[0], *pack)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		os.Stdout.Write(packed)
		return
	}
	total := wast.NewTally()
	for _, f := range files {
		s, err := wast.Load(f)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		t, err := s.Run(context.Background(), component.Config{}, os.Stdout, *verbose)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		total.Add(t)
	}
	fmt.Print(total)
	if total.Total().Fail > 0 {
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
