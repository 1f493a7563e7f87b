package cli

import (
	"io"

	"github.com/spf13/cobra"

	"openidea-plugin/check"
)

func init() {
	register(command{order: 50, example: "openidea-plugin explain tool-name", make: explainCommand})
}

func explainCommand(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "explain [RULE]",
		Short: "Say what a rule means, and why, with examples",
		Long: "Says what a rule of check or of test files means, why it is one, and shows what is reported and what is not. Without RULE it lists\n" +
			"all rules.",
		Example: `  openidea-plugin explain tool-name
  openidea-plugin explain`,
		ValidArgsFunction: cobra.FixedCompletions(check.DocumentedIDs(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch len(args) {
			case 0:
				_, err := io.WriteString(e.Out, check.List())
				return writeError("", err)
			case 1:
				if err := knownRules("explain", args, check.DocumentedIDs()); err != nil {
					return err
				}
				_, err := io.WriteString(e.Out, check.Explain(check.Documented(args[0])))
				return writeError("", err)
			}
			return usage("", "explain takes one rule, not %d", len(args))
		},
	}
}
