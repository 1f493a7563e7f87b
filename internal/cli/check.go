package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"openidea-plugin/check"
	"openidea-plugin/config"
	"openidea-plugin/diag"
	"openidea-plugin/report"
)

func init() {
	register(command{order: 10, example: "openidea-plugin check", make: checkCommand})
}

func checkCommand(e *env) *cobra.Command {
	var (
		outputs, selected, ignored, raised []string
		notes, noWasm, strict              bool
	)
	cmd := &cobra.Command{
		Use:   "check [PATH...]",
		Short: "Find what the IDE would refuse, and what would go wrong at a call",
		Long: `Reads the manifest, the schemas and the component of each plugin, and reports what the IDE would refuse at
install or what would go wrong at a call, with the place and what to do.

PATH is a plugin's folder, a manifest, any file of a plugin, or a folder to search; the default is the
working directory. Plugins of one run are compared with each other.

Exit status: 0 nothing wrong, 1 errors (with --strict: or warnings), 2 the check could not be done.`,
		Example: `  openidea-plugin check
  openidea-plugin check plugins/notes --no-wasm
  openidea-plugin check --output sarif=check.sarif --output text`,
	}
	flags := cmd.Flags()
	outputFlag(cmd, &outputs, checkFormats...)
	flags.BoolVar(&notes, "notes", false, "show notes too; otherwise they are only counted")
	flags.BoolVar(&noWasm, "no-wasm", false, "leave out the rules that read the component")
	flags.StringSliceVar(&selected, "select", nil, "report only the rules `RULE,...`")
	flags.StringSliceVar(&ignored, "ignore", nil, "leave out the rules `RULE,...`")
	flags.StringSliceVar(&raised, "error", nil, "make the findings of the rules `RULE,...` errors")
	flags.BoolVar(&strict, "strict", false, "warnings fail too")
	for _, f := range []string{"select", "ignore", "error"} {
		_ = cmd.RegisterFlagCompletionFunc(f, cobra.FixedCompletions(check.IDs(), cobra.ShellCompDirectiveNoFileComp))
	}
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		outs, err := parseOutputs(outputs, checkFormats)
		if err != nil {
			return err
		}
		for _, f := range []struct {
			name string
			ids  []string
		}{{"select", selected}, {"ignore", ignored}, {"error", raised}} {
			if err := knownRules("--"+f.name, f.ids, check.IDs()); err != nil {
				return err
			}
		}
		if err := e.need(paths...); err != nil {
			return err
		}
		if len(paths) == 0 {
			paths = []string{"."}
		}
		configs, err := e.configs()
		if err != nil {
			return err
		}
		result := check.Run(e.Dir, paths, check.Options{NoWasm: noWasm, Select: selected, Ignore: ignored, Raise: raised, Configs: configs})
		r := &report.Report{
			Command: "check", Version: Version,
			Plugins: result.Plugins, Tools: result.Tools, Findings: result.Findings, Strict: strict,
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
		err = e.write(outs, e.printCheck(e.checkReport(r), notes))
		if err != nil {
			return err
		}
		for _, err := range result.Errors {
			e.complain("cannot read %s: %s", err.Path, err.Reason)
		}
		switch {
		case len(result.Errors) > 0, slices.ContainsFunc(result.Configs, (*config.Config).Broken):
			return exitStatus(ExitFailed)
		case result.Count(diag.Error) > 0, strict && result.Count(diag.Warning) > 0:
			return exitStatus(ExitFindings)
		}
		return nil
	}
	return cmd
}

// knownRules refuses ids of rules that do not exist: a misspelt one would silently change nothing.
func knownRules(flag string, ids, known []string) error {
	for i, id := range ids {
		id = strings.TrimSpace(id) // "a, b" in quotes
		ids[i] = id
		if !slices.Contains(known, id) {
			hint := didYouMean(id, known)
			if hint == "" {
				hint = "openidea-plugin explain lists the rules"
			}
			return usage(hint, "%s: there is no rule %q", flag, id)
		}
	}
	return nil
}
