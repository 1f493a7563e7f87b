package cli

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"openidea-plugin/diag"
)

func newRoot(e *env) *cobra.Command {
	root := &cobra.Command{
		Use:           "openidea-plugin",
		Short:         "The toolkit for authors of OpenIDEA plugins",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		PersistentPreRunE: func(*cobra.Command, []string) error {
			switch e.color {
			case "auto", "always", "never":
				return nil
			}
			return usage(didYouMean(e.color, []string{"auto", "always", "never"}), "--color does not know %q", e.color)
		},
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetIn(e.In)
	root.SetOut(e.Out)
	root.SetErr(e.Err)
	root.PersistentFlags().StringVar(&e.color, "color", "auto", "use colour `WHEN`: auto, always or never; NO_COLOR and FORCE_COLOR are honoured")
	root.PersistentFlags().BoolVar(&e.quiet, "quiet", false, "say nothing when there is nothing wrong")
	root.PersistentFlags().StringVar(&e.config, "config", "", "use the configuration `FILE` for every plugin, instead of the openidea-plugin.toml at or above it")
	root.PersistentFlags().BoolVar(&e.verbose, "verbose", false, "say also which configuration is used")
	// The same as the command version, for those who try the flag first.
	root.Version = Version
	root.SetVersionTemplate("openidea-plugin {{.Version}}\n")
	root.Flags().Bool("version", false, "print the version")
	for _, c := range commands {
		root.AddCommand(c.make(e))
	}
	root.SetHelpCommand(helpCommand(root))
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			_, err := fmt.Fprint(e.Out, welcome(root))
			return writeError("", err)
		}
		return unknownCommand(e, root, args[0])
	}
	setFlagErrors(root)
	return root
}

// welcome is what a newcomer sees who types the program's name alone.
func welcome(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString("openidea-plugin checks and tests OpenIDEA plugins, without the IDE.\n\n")
	for _, c := range commands {
		if c.example == "" {
			continue
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(c.example, "openidea-plugin "), " ")
		for _, cmd := range root.Commands() {
			if cmd.Name() == name {
				fmt.Fprintf(&b, "  %s\n      %s\n", cmd.Short, c.example)
			}
		}
	}
	b.WriteString("\nopenidea-plugin --help lists all commands, openidea-plugin COMMAND --help the flags of one.\n")
	return b.String()
}

func names(root *cobra.Command) []string {
	var list []string
	for _, c := range root.Commands() {
		list = append(list, c.Name())
	}
	return list
}

func unknownCommand(e *env, root *cobra.Command, word string) error {
	if _, err := os.Stat(e.path(word)); err == nil && diag.Nearest(word, names(root)) == "" {
		return usage("did you mean openidea-plugin check "+word+"?", "there is no command %q", word)
	}
	hint := "openidea-plugin --help lists the commands"
	if near := diag.Nearest(word, names(root)); near != "" {
		hint = "did you mean " + near + "?"
	}
	return usage(hint, "there is no command %q", word)
}

func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show the help of a command",
		Long: `Shows what a command does, its exit statuses and its flags. COMMAND --help does the same.

Exit status: 0 it was shown, 2 there is no such command.`,
		Example: `  openidea-plugin help check`,
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return usage(didYouMean(args[0], names(root)), "there is no command %q", args[0])
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}

// wholeNumber is what flags that count take.
const wholeNumber = "a whole number, 0 or more"

// valueForms say what flags take, by pflag's name of their type.
var valueForms = map[string]string{"int": wholeNumber, "uint64": wholeNumber, "bool": "true or false; the flag alone is true"}

// setFlagErrors puts pflag's messages into words.
func setFlagErrors(root *cobra.Command) {
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		// Compiled here, where they are rarely needed: check starts in milliseconds.
		unknownFlag := regexp.MustCompile(`^unknown (?:shorthand )?flag: (?:'.' in )?(-\S+)`)
		noValue := regexp.MustCompile(`^flag needs an argument: (?:'.' in )?(-\S+)`)
		badValue := regexp.MustCompile(`(?s)^invalid argument (".*") for "(?:-., )?(--\S+)" flag`)
		var flags []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { flags = append(flags, "--"+f.Name) })
		hint := cmd.CommandPath() + " --help lists the flags"
		if m := noValue.FindStringSubmatch(err.Error()); m != nil {
			return usage(hint, "%s needs a value", m[1])
		}
		if m := badValue.FindStringSubmatch(err.Error()); m != nil {
			if f := cmd.Flags().Lookup(strings.TrimPrefix(m[2], "--")); f != nil && valueForms[f.Value.Type()] != "" {
				hint = valueForms[f.Value.Type()]
			}
			return usage(hint, "%s does not take the value %s", m[2], m[1])
		}
		m := unknownFlag.FindStringSubmatch(err.Error())
		if m == nil {
			return usage(hint, "%s", err)
		}
		flag, _, _ := strings.Cut(m[1], "=")
		switch near := diag.Nearest(flag, flags); {
		case flag == "--format" && cmd.Flags().Lookup("output") != nil:
			hint = "did you mean --output?"
		case near != "":
			hint = "did you mean " + near + "?"
		}
		if cmd == root {
			return usage(hint, "there is no flag %s before the command", flag)
		}
		return usage(hint, "%s has no flag %s", cmd.Name(), flag)
	})
}
