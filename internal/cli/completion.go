package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

func init() {
	register(command{order: 80, make: completionCommand})
}

func completionCommand(e *env) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion " + strings.Join(shells, "|"),
		Short: "Print a completion script for a shell",
		Long: `Prints a completion script for bash, zsh, fish or powershell.

  bash        openidea-plugin completion bash > /etc/bash_completion.d/openidea-plugin
  zsh         openidea-plugin completion zsh > "${fpath[1]}/_openidea-plugin"
  fish        openidea-plugin completion fish > ~/.config/fish/completions/openidea-plugin.fish
  powershell  openidea-plugin completion powershell | Out-String | Invoke-Expression

Exit status: 0 it was printed, 2 there is no such shell.`,
		Example:   `  openidea-plugin completion bash > openidea-plugin.bash`,
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("known are "+strings.Join(shells, ", "), "completion takes the name of one shell")
			}
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return writeError("", root.GenBashCompletionV2(e.Out, true))
			case "zsh":
				return writeError("", root.GenZshCompletion(e.Out))
			case "fish":
				return writeError("", root.GenFishCompletion(e.Out, true))
			case "powershell":
				return writeError("", root.GenPowerShellCompletionWithDesc(e.Out))
			}
			return usage(didYouMean(args[0], shells), "completion does not know the shell %q", args[0])
		},
	}
}
