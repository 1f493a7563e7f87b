package cli

import (
	"cmp"
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"openidea-plugin/diag"
	"openidea-plugin/mockhost/testfile"
	"openidea-plugin/plugin"
	"openidea-plugin/report"
)

// mergeFlags are the flags of test that say how a report is printed; all others say what is run.
var mergeFlags = []string{"merge", "output", "times", "color", "quiet", "help"}

// mistakes are the rules of test files: a file with one of their errors was not run.
var mistakes = []string{testfile.RuleSyntax, testfile.RuleUnknownKey, testfile.RuleType, testfile.RuleInvalid}

// longestReport is how large a report may be that is read back: a run keeps at most 128 MiB of what plugins said.
const longestReport = 1 << 30

// mergeTests joins the reports of shards and prints the result as if one run had made it; the exit status is that of such a run.
func (e *env) mergeTests(cmd *cobra.Command, f *testFlags, paths []string) error {
	var odd string
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if !slices.Contains(mergeFlags, flag.Name) && odd == "" {
			odd = flag.Name
		}
	})
	switch {
	case odd != "":
		return usage("give it to the runs that write the reports", "--merge runs nothing, so --%s has no meaning with it", odd)
	case len(paths) == 0:
		return usage("openidea-plugin test --merge shard-1.json shard-2.json", "--merge needs the reports that it joins")
	}
	var files []string
	for _, path := range paths {
		files = append(files, e.path(path))
	}
	if err := e.protect(f.outs, files); err != nil {
		return err
	}
	var reports []*report.TestReport
	for _, path := range paths {
		r, err := e.readReport(path)
		if err != nil {
			return err
		}
		reports = append(reports, r)
	}
	run, err := report.MergeTests(reports)
	if err != nil {
		return usage("", "%s", err)
	}
	unprinted := e.write(f.outs, e.printTests(run, f))
	return cmp.Or(unprinted, e.mergedStatus(run)) // which complains, whatever was printed
}

// readReport reads the report of one shard.
func (e *env) readReport(path string) (*report.TestReport, error) {
	abs := e.path(path)
	info, err := os.Stat(abs)
	if err == nil && info.IsDir() {
		return nil, usage("name the reports that the shards wrote", "cannot merge %s: it is a folder", path)
	}
	data, large, err := plugin.ReadFile(abs, longestReport)
	switch {
	case err != nil:
		return nil, usage("", "cannot merge %s: %s", path, plugin.Reason(err))
	case large:
		return nil, usage("", "cannot merge %s: it is larger than 1 GiB", path)
	}
	r, err := report.ReadTestReport(path, data)
	if err != nil {
		return nil, usage("", "cannot merge %s: %s", path, err)
	}
	return r, nil
}

// mergedStatus says how a run ends that has this report, and prints what kept it from its work.
func (e *env) mergedStatus(run *report.TestRun) error {
	for _, x := range run.Errors {
		if x.Path == "" {
			e.complain("%s", x.Message)
		} else {
			e.complain("%s: %s", x.Path, x.Message)
		}
	}
	failed, mistaken := run.Failed() > 0, len(run.Errors) > 0
	for _, d := range run.Findings {
		if d.Severity == diag.Error {
			failed = true
			mistaken = mistaken || slices.Contains(mistakes, d.Rule)
		}
	}
	switch {
	case mistaken:
		return exitStatus(ExitFailed)
	case failed:
		return exitStatus(ExitFindings)
	}
	return nil
}
