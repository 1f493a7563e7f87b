package cli

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"openidea-plugin/mockhost/runner"
)

// testFlags are the flags of the command test.
type testFlags struct {
	outputs              []string
	run, contract, shard string
	list, failFast       bool
	update               bool
	jobs                 int
	seed, fuel           uint64
	trace, times, merge  bool
	watch                bool
	// What read makes of them.
	match func(string) bool // nil: every name
	part  runner.Shard
	outs  []output
}

// contracts are what --contract may be.
var contracts = []string{"off", "quick", "full"}

// listFormats are the formats of --list, which has nothing to report.
var listFormats = []string{"text", "json"}

func (f *testFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	outputFlag(cmd, &f.outputs, testFormats...)
	flags.StringVar(&f.run, "run", "", "run only the tests whose name matches the regular expression `REGEX`")
	flags.StringVar(&f.shard, "shard", "", "run only part I of the tests, of N parts of one size: `I/N`, as in 2/4")
	flags.BoolVar(&f.list, "list", false, "print the tests, as text or json, and run nothing")
	flags.BoolVar(&f.failFast, "fail-fast", false, "stop at the first test that fails")
	flags.BoolVar(&f.update, "update", false, "write snapshots that are missing or differ, and remove those that no test uses")
	flags.StringVar(&f.contract, "contract", "quick", "run the contract suite to this `LEVEL`: off, quick or full; there is none yet, so that it changes nothing")
	flags.IntVar(&f.jobs, "jobs", 0, "run `N` tests at once; 0 is as many as there are cores")
	flags.Uint64Var(&f.seed, "seed", 1, "make the random numbers of the plugin from `N`")
	flags.BoolVar(&f.trace, "trace", false, "show the host calls of every test, not only of those that failed")
	flags.Uint64Var(&f.fuel, "fuel", 0, "give every call `N` units of fuel, whatever the test files say; 0 leaves it to them")
	flags.BoolVar(&f.times, "times", false, "show times, which vary, also where the output is no terminal")
	flags.BoolVar(&f.merge, "merge", false, "run nothing, and join the JSON or JUnit reports PATH... of shards to one")
	flags.BoolVar(&f.watch, "watch", false, "run again what changes: component, manifest, schemas, tests; until Ctrl-C")
	_ = cmd.RegisterFlagCompletionFunc("contract", cobra.FixedCompletions(contracts, cobra.ShellCompDirectiveNoFileComp))
}

// read checks the flags before any work is done.
func (f *testFlags) read(e *env) error {
	var err error
	if f.outs, err = e.parseOutputs(f.outputs, testFormats); err != nil {
		return err
	}
	if f.jobs < 0 {
		return usage(wholeNumber, "--jobs does not take the value %q", strconv.Itoa(f.jobs))
	}
	re, err := regexp.Compile(f.run)
	if err != nil {
		return usage("a regular expression as RE2 reads it", "--run %q is no valid regular expression", f.run)
	}
	if f.run != "" {
		f.match = re.MatchString
	}
	if !slices.Contains(contracts, f.contract) {
		return usage(didYouMean(f.contract, contracts), "--contract does not know %q", f.contract)
	}
	for _, o := range f.outs {
		if f.list && !slices.Contains(listFormats, o.format) {
			return usage("known are "+strings.Join(listFormats, ", "), "--list does not print the format %q", o.format)
		}
	}
	if f.watch && (f.list || f.merge) {
		return usage("give one of them", "--watch runs tests, and --list and --merge run none")
	}
	if f.shard != "" {
		if f.part, err = parseShard(f.shard); err != nil {
			return err
		}
	}
	if ci := e.Getenv("CI"); f.update && ci != "" && ci != "false" && ci != "0" {
		return usage("run it where you can look at what changes, and commit that", "--update writes nothing in CI: the variable CI is set")
	}
	return nil
}

// whole says whether all tests run, as far as the flags tell.
func (f *testFlags) whole() bool { return f.run == "" && f.shard == "" && !f.failFast }

// parseShard reads "2/4".
func parseShard(text string) (runner.Shard, error) {
	const form = "I/N: part I of N parts, as in --shard 2/4"
	part, of, ok := strings.Cut(text, "/")
	i, err1 := strconv.ParseUint(part, 10, 31)
	n, err2 := strconv.ParseUint(of, 10, 31)
	switch {
	case !ok || err1 != nil || err2 != nil:
		return runner.Shard{}, usage(form, "--shard %q is no part", text)
	case n < 1 || i < 1 || i > n:
		return runner.Shard{}, usage(form, "--shard %s: there is no part %d of %d", text, i, n)
	}
	return runner.Shard{Part: int(i), Of: int(n)}, nil
}
