package cli

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"openidea-plugin/check"
	"openidea-plugin/mockhost/testfile"
)

func init() {
	register(command{order: 50, example: "openidea-plugin explain tool-name", make: explainCommand})
}

// testRules are the rules of test files. Their findings name what is allowed, so there is no more to explain.
var testRules = []string{testfile.RuleSyntax, testfile.RuleUnknownKey, testfile.RuleType, testfile.RuleInvalid}

func explainCommand(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "explain [RULE]",
		Short: "Say what a rule of check means, and why, with examples",
		Long:  "Says what a rule of check means, why it is one, and shows what is reported and what is not. Without RULE it lists all rules.",
		Example: `  openidea-plugin explain tool-name
  openidea-plugin explain`,
		ValidArgsFunction: cobra.FixedCompletions(check.IDs(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch len(args) {
			case 0:
				_, err := io.WriteString(e.Out, check.List())
				return writeError("", err)
			case 1:
				if slices.Contains(testRules, args[0]) {
					return usage("each finding says what is allowed; the documentation of test files has all keys", "explain: %s is a mistake in a test file, and no rule of check", args[0])
				}
				if err := knownRules("explain", args); err != nil {
					return err
				}
				_, err := io.WriteString(e.Out, check.Explain(check.Find(args[0])))
				return writeError("", err)
			}
			return usage("", "explain takes one rule, not %d", len(args))
		},
	}
}
