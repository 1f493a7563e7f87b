package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

// Version is the version of the program. A release build sets it with -ldflags "-X openidea-plugin/internal/cli.Version=…".
var Version = "0.1.0-dev"

func init() {
	register(command{order: 90, make: versionCommand})
}

func versionCommand(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: `Prints the name of the program and its version. The flag --version does the same.

Exit status: 0 it was printed.`,
		Example: `  openidea-plugin version`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("", "version takes no arguments")
			}
			_, err := fmt.Fprintf(e.Out, "openidea-plugin %s\n", Version)
			return writeError("", err)
		},
	}
}
