package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"openidea-plugin/check"
	"openidea-plugin/config"
	"openidea-plugin/manifest"
	"openidea-plugin/mockhost/testfile"
	"openidea-plugin/report"
)

func init() {
	register(command{order: 70, make: schemaCommand})
}

// schemas are the kinds of files that have a schema, and what is printed as JSON.
var schemas = []struct {
	kind string
	text func() []byte
}{
	{"manifest", func() []byte { return manifest.Keys.JSONSchema("plugin.toml of an OpenIDEA plugin") }},
	{"test", func() []byte { return testfile.Keys.JSONSchema("tests/*.test.toml of an OpenIDEA plugin") }},
	{"config", func() []byte {
		return config.Keys(check.ConfigKnown()).JSONSchema("openidea-plugin.toml, the configuration of openidea-plugin")
	}},
	{"output", func() []byte { return report.OutputSchema }},
}

func schemaCommand(e *env) *cobra.Command {
	var kinds []string
	for _, s := range schemas {
		kinds = append(kinds, s.kind)
	}
	return &cobra.Command{
		Use:   "schema " + strings.Join(kinds, "|"),
		Short: "Print the JSON Schema of a kind of files, for editors, or of the JSON output",
		Long: `Prints the JSON Schema (draft-07) of a kind of files, for the language servers that complete and check TOML while one types:
Even Better TOML, Taplo, tombi. It is made from the same tables with which openidea-plugin reads these files.

  manifest   plugin.toml
  test       tests/*.test.toml
  config     openidea-plugin.toml

The schema of what --output json prints (2020-12) is for programs that read it.

  output     the JSON of check, test, call, inspect and explain

Exit status: 0 it was printed, 2 there is no such kind.`,
		Example: `  openidea-plugin schema manifest > plugin.schema.json
  openidea-plugin schema test > test.schema.json`,
		ValidArgs: kinds,
		RunE: func(cmd *cobra.Command, args []string) error {
			known := "known are " + strings.Join(kinds, ", ")
			if len(args) != 1 {
				return usage(known, "schema takes the name of one kind")
			}
			for _, s := range schemas {
				if s.kind == args[0] {
					_, err := e.Out.Write(s.text())
					return writeError("", err)
				}
			}
			hint := didYouMean(args[0], kinds)
			if hint == "" {
				hint = known
			}
			return usage(hint, "schema does not know %q", args[0])
		},
	}
}
