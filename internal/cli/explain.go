package cli

import (
	"io"

	"github.com/spf13/cobra"

	"openidea-plugin/check"
	"openidea-plugin/report"
)

func init() {
	register(command{order: 60, make: explainCommand})
}

// explainFormats are the formats of explain.
var explainFormats = []string{"text", "json"}

func explainCommand(e *env) *cobra.Command {
	var outputs []string
	cmd := &cobra.Command{
		Use:   "explain [RULE]",
		Short: "Say what a rule means, and why, with examples",
		Long: "Says what a rule of check, of test files or of the configuration means, why it is one, and shows what is reported and\n" +
			"what is not. Without RULE it lists all rules.\n\n" +
			"Exit status: 0 it was printed, 2 there is no such rule.",
		Example: `  openidea-plugin explain tool-name
  openidea-plugin explain
  openidea-plugin explain --output json`,
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var list []cobra.Completion
			if len(args) == 0 {
				for _, r := range documented(nil) {
					list = append(list, cobra.CompletionWithDesc(r.ID, r.Title))
				}
			}
			return list, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			outs, err := e.parseOutputs(outputs, explainFormats)
			if err != nil {
				return err
			}
			if len(args) > 1 {
				return usage("", "explain takes one rule, not %d", len(args))
			}
			if err := knownRules("explain", args, check.DocumentedIDs()); err != nil {
				return err
			}
			return e.write(outs, []format{
				{"text", func(w io.Writer, _ bool) error {
					text := check.List()
					if len(args) == 1 {
						text = check.Explain(check.Documented(args[0]))
					}
					_, err := io.WriteString(w, text)
					return err
				}},
				{"json", func(w io.Writer, _ bool) error { return report.RulesJSON(w, Version, documented(args)) }},
			})
		},
	}
	outputFlag(cmd, &outputs, explainFormats...)
	return cmd
}

// documented is the documentation of the rules with these ids; none are all.
func documented(ids []string) []report.RuleDoc {
	if len(ids) == 0 {
		ids = check.DocumentedIDs()
	}
	fixes := map[check.Fixable]string{check.SafeFix: "safe", check.UnsafeFix: "unsafe"}
	files := func(e check.Example) []report.RuleFile {
		list := []report.RuleFile{}
		for _, f := range e {
			list = append(list, report.RuleFile{File: f.Path, Text: f.Shown()})
		}
		return list
	}
	var list []report.RuleDoc
	for _, id := range ids {
		r := check.Documented(id)
		list = append(list, report.RuleDoc{
			ID: r.ID, Severity: r.Severity.String(), Title: r.Title, Text: r.Text, Source: check.SourceWords(r), Fix: fixes[r.Fix], Of: check.FoundBy(id), Wasm: r.Wasm,
			Clients: append([]string{}, r.Clients...), Bad: files(r.Bad), Good: files(r.Good),
		})
	}
	return list
}
