package cli

import (
	"fmt"
	"os"
	"regexp"
	"slices"
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
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if !slices.Contains(colors, e.color) {
				return usage(didYouMean(e.color, colors), "--color does not know %q", e.color)
			}
			return emptyFlags(cmd)
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
	root.SetHelpCommand(helpCommand(e, root))
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if words := cmd.Flags().Args(); cmd == root && len(words) > 0 {
			e.unknown = words[0]
			return
		}
		help(cmd, args)
	})
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

// colors are what --color may be.
var colors = []string{"auto", "always", "never"}

// neverEmpty are flags that name something. An empty value comes from a variable that is not set, and would be taken for the flag not being there.
var neverEmpty = []string{"config", "plugin", "project", "command", "confirm", "shard", "select", "ignore", "error"}

// emptyFlags refuses flags that were given an empty value and need one.
func emptyFlags(cmd *cobra.Command) error {
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if value := f.Value.String(); err == nil && (value == "" || value == "[]") && slices.Contains(neverEmpty, f.Name) {
			err = usage("leave it out, or say which", "--%s is empty", f.Name)
		}
	})
	return err
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

func helpCommand(e *env, root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show the help of a command",
		Long: `Shows what a command does, its exit statuses and its flags. COMMAND --help does the same.

Exit status: 0 it was shown, 2 there is no such command.`,
		Example: `  openidea-plugin help check`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("", "help takes one command, not %d", len(args))
			}
			found, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(e, root, args[0])
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
