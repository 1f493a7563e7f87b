package cli

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"openidea-plugin/check"
	"openidea-plugin/config"
	"openidea-plugin/diag"
	"openidea-plugin/fix"
	"openidea-plugin/internal/verdict"
	"openidea-plugin/report"
)

func init() {
	register(command{order: 20, example: "openidea-plugin check notes", make: checkCommand})
}

// checkFlags are the flags of the command check.
type checkFlags struct {
	outputs, selected, ignored, raised []string
	notes, noWasm, strict              bool
	fix, unsafe, diff                  bool
	// What read makes of them.
	outs []output
}

func checkCommand(e *env) *cobra.Command {
	f := &checkFlags{}
	cmd := &cobra.Command{
		Use:   "check [PATH...]",
		Short: "Find what the IDE would refuse, and what would go wrong at a call",
		Long: `Reads the manifest, the schemas and the component of each plugin, and reports what the IDE would refuse at
install or what would go wrong at a call, with the place and what to do.

PATH is a plugin's folder, a manifest, any file of a plugin, or a folder to search; the default is the
working directory. Plugins of one run are compared with each other.

--fix mends what can be mended without changing what the plugin means to others; --fix --unsafe mends the rest too.
A tool that --unsafe renames has its new name in the manifest only: its component, its tests and those who call
it need it as well. --diff shows what --fix would write, as a diff for git apply, and writes nothing.

Exit status: 0 nothing wrong, 1 errors (with --strict: or warnings), 2 the check could not be done.
With --fix it speaks of what remains.`,
		Example: `  openidea-plugin check
  openidea-plugin check plugins/notes --no-wasm
  openidea-plugin check --fix
  openidea-plugin check --output sarif=check.sarif --output text`,
	}
	flags := cmd.Flags()
	outputFlag(cmd, &f.outputs, checkFormats...)
	flags.BoolVar(&f.notes, "notes", false, "show notes too; otherwise they are only counted")
	flags.BoolVar(&f.noWasm, "no-wasm", false, "leave out the rules that read the component")
	flags.StringSliceVar(&f.selected, "select", nil, "report only the rules `RULE,...`")
	flags.StringSliceVar(&f.ignored, "ignore", nil, "leave out the rules `RULE,...`")
	flags.StringSliceVar(&f.raised, "error", nil, "make the findings of the rules `RULE,...` errors")
	flags.BoolVar(&f.strict, "strict", false, "warnings fail too")
	flags.BoolVar(&f.fix, "fix", false, "mend findings in the files, where that is safe")
	flags.BoolVar(&f.unsafe, "unsafe", false, "with --fix or --diff: also where it changes what the plugin means to others")
	flags.BoolVar(&f.diff, "diff", false, "print what --fix would change instead of the findings, and write nothing")
	for _, name := range []string{"select", "ignore", "error"} {
		_ = cmd.RegisterFlagCompletionFunc(name, completeRules)
	}
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		if err := f.read(e); err != nil {
			return err
		}
		if err := e.need(paths...); err != nil {
			return err
		}
		if len(paths) == 0 {
			paths = []string{"."}
		}
		return e.check(f, paths)
	}
	return cmd
}

// read checks the flags before any work is done.
func (f *checkFlags) read(e *env) error {
	var err error
	if f.outs, err = e.parseOutputs(f.outputs, checkFormats); err != nil {
		return err
	}
	for _, list := range []struct {
		name string
		ids  []string
	}{{"select", f.selected}, {"ignore", f.ignored}, {"error", f.raised}} {
		if err := knownRules("--"+list.name, list.ids, check.IDs()); err != nil {
			return err
		}
	}
	if f.unsafe && !f.fix && !f.diff {
		return usage("openidea-plugin check --fix --unsafe", "--unsafe needs --fix or --diff")
	}
	if f.diff {
		for i, o := range f.outs {
			switch {
			case o.file == "" && o.format == "text":
				f.outs = slices.Delete(f.outs, i, i+1)
				return nil
			case o.file == "":
				return usage("send one of them to a file: --output "+o.format+"=FILE", "--diff and --output %s would both go to the terminal", o.format)
			}
		}
	}
	return nil
}

func (e *env) check(f *checkFlags, paths []string) error {
	o := check.Options{NoWasm: f.noWasm, Select: f.selected, Ignore: f.ignored, Raise: f.raised}
	if dir := e.cacheDir(); dir != "" {
		o.Verdicts = verdict.Open(filepath.Join(dir, "verdicts"))
	}
	var err error
	if o.Configs, err = e.configs(); err != nil {
		return err
	}
	result := check.Run(e.Dir, paths, o)
	if err := e.protect(f.outs, append(result.Inputs, e.configFiles(o.Configs)...)); err != nil {
		return err
	}
	var fixes *fix.Session
	if f.fix || f.diff {
		fixes, result = e.fixed(o, paths, result, f)
	}
	r := &report.Report{
		Command: "check", Version: Version,
		Plugins: result.Plugins, Tools: result.Tools, Findings: result.Findings, Strict: f.strict,
	}
	var unwritten []error
	switch {
	case f.diff:
		if err := e.printDiff(fixes, result); err != nil {
			return err
		}
	case f.fix:
		r.Fixed, unwritten = e.writeFixes(fixes, result)
		if len(unwritten) > 0 { // what is on the disk is not what was checked
			result = check.Run(e.Dir, paths, o)
			r.Findings = result.Findings
		}
	}
	for _, p := range result.Checked {
		r.Checked = append(r.Checked, report.Plugin(p))
	}
	for _, c := range result.Configs {
		r.Configs = append(r.Configs, c.Path)
	}
	e.nameConfigs(r.Configs)
	for _, err := range result.Errors {
		r.Errors = append(r.Errors, report.Error{Path: err.Path, Message: err.Reason})
	}
	unprinted := e.write(f.outs, e.printCheck(e.checkReport(r, o), f.notes))
	for _, err := range result.Errors {
		e.complain("cannot read %s: %s", err.Path, err.Reason)
	}
	for _, err := range unwritten {
		e.complain("cannot write %s", err)
	}
	switch {
	case unprinted != nil:
		return unprinted
	case len(result.Errors)+len(unwritten) > 0, slices.ContainsFunc(result.Configs, (*config.Config).Broken):
		return exitStatus(ExitFailed)
	case result.Count(diag.Error) > 0, f.strict && result.Count(diag.Warning) > 0:
		return exitStatus(ExitFindings)
	}
	return nil
}

// completeRules completes a list of rules, separated by commas.
func completeRules(_ *cobra.Command, _ []string, toComplete string) ([]cobra.Completion, cobra.ShellCompDirective) {
	before := toComplete[:strings.LastIndex(toComplete, ",")+1]
	var list []cobra.Completion
	for _, r := range check.Rules() {
		if !slices.Contains(strings.Split(before, ","), r.ID) {
			list = append(list, cobra.CompletionWithDesc(before+r.ID, r.Title))
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// knownRules refuses ids of rules that do not exist: a misspelt one would silently change nothing.
func knownRules(flag string, ids, known []string) error {
	for i, id := range ids {
		id = strings.TrimSpace(id) // "a, b" in quotes
		ids[i] = id
		if !slices.Contains(known, id) {
			switch check.FoundBy(id) {
			case "test":
				return usage("openidea-plugin explain "+id+" says more", "%s: %s is a rule of test files, which check does not read", flag, id)
			case "config":
				return usage("openidea-plugin explain "+id+" says more", "%s: %s is a rule of the configuration, and cannot be chosen", flag, id)
			}
			hint := didYouMean(id, known)
			if hint == "" {
				hint = "openidea-plugin explain lists the rules"
			}
			return usage(hint, "%s: there is no rule %q", flag, id)
		}
	}
	return nil
}
