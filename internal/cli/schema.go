package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"openidea-plugin/check"
	"openidea-plugin/config"
	"openidea-plugin/manifest"
	"openidea-plugin/mockhost/testfile"
	"openidea-plugin/tomlschema"
)

func init() {
	register(command{order: 70, make: schemaCommand})
}

// schemas are the kinds of files that have a schema.
var schemas = []struct {
	kind, title string
	table       func() *tomlschema.Table
}{
	{"manifest", "plugin.toml of an OpenIDEA plugin", func() *tomlschema.Table { return &manifest.Keys }},
	{"test", "tests/*.test.toml of an OpenIDEA plugin", func() *tomlschema.Table { return &testfile.Keys }},
	{"config", "openidea-plugin.toml, the configuration of openidea-plugin", func() *tomlschema.Table { return config.Keys(check.ConfigKnown()) }},
}

func schemaCommand(e *env) *cobra.Command {
	var kinds []string
	for _, s := range schemas {
		kinds = append(kinds, s.kind)
	}
	return &cobra.Command{
		Use:   "schema " + strings.Join(kinds, "|"),
		Short: "Print the JSON Schema with which editors complete and check a file",
		Long: `Prints the JSON Schema (draft-07) of a kind of files, for the language servers that complete and check TOML while one types:
Even Better TOML, Taplo, tombi. It is made from the same tables with which openidea-plugin reads these files.

  manifest   plugin.toml
  test       tests/*.test.toml
  config     openidea-plugin.toml

Exit status: 0 it was printed, 2 there is no such kind.`,
		Example: `  openidea-plugin schema manifest > plugin.schema.json
  openidea-plugin schema test > test.schema.json`,
		ValidArgs: kinds,
		RunE: func(cmd *cobra.Command, args []string) error {
			known := "known are " + strings.Join(kinds, ", ")
			if len(args) != 1 {
				return usage(known, "schema takes the name of one kind of files")
			}
			for _, s := range schemas {
				if s.kind == args[0] {
					_, err := e.Out.Write(s.table().JSONSchema(s.title))
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
