package cli

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"openidea-plugin/check"
	"openidea-plugin/config"
	"openidea-plugin/diag"
	"openidea-plugin/inspect"
	"openidea-plugin/plugin"
	"openidea-plugin/report"
)

func init() {
	register(command{order: 50, example: "openidea-plugin inspect notes", make: inspectCommand})
}

func inspectCommand(e *env) *cobra.Command {
	var outputs []string
	var wit bool
	formats := []string{"text", "json"}
	cmd := &cobra.Command{
		Use:   "inspect [PATH...]",
		Short: "Show what the IDE will see: names, annotations, imports, exports, capabilities",
		Long: `Shows what the IDE will see of a plugin: the registered names of its tools with their annotations and schemas, what its component
exports and imports, the capabilities that the imported functions need, and what the component is made of. Several plugins are
shown as one IDE would have them: tools that register one name are withheld.

PATH is a plugin's folder, a manifest, any file of a plugin, or a folder to search; the default is the
working directory.

Exit status: 0 nothing wrong, 1 check finds errors, 2 a plugin could not be read.`,
		Example: `  openidea-plugin inspect
  openidea-plugin inspect plugins/notes --wit
  openidea-plugin inspect --output json`,
	}
	outputFlag(cmd, &outputs, formats...)
	cmd.Flags().BoolVar(&wit, "wit", false, "print only the WIT of the component: its world and the interfaces that it imports and exports")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		outs, err := e.parseOutputs(outputs, formats)
		if err != nil {
			return err
		}
		if wit && cmd.Flags().Changed("output") {
			return usage("", "--wit prints WIT and goes with no --output")
		}
		if err := e.need(paths...); err != nil {
			return err
		}
		if len(paths) == 0 {
			paths = []string{"."}
		}
		seen := e.loadAll(paths)
		if wit {
			return e.printWIT(seen)
		}
		return e.inspect(seen, outs)
	}
	return cmd
}

// loaded are the plugins that paths lead to, and what went wrong on the way.
type loaded struct {
	plugins []*plugin.Plugin
	errors  []report.Error
	// missing are folders without a plugin.
	missing []diag.Diagnostic
}

func (e *env) loadAll(paths []string) *loaded {
	found := plugin.Find(e.Dir, paths)
	l := &loaded{missing: found.Findings}
	for _, err := range found.Errors {
		l.errors = append(l.errors, report.Error{Path: err.Path, Message: err.Reason})
	}
	for _, m := range found.Manifests {
		p, err := plugin.Load(e.Dir, m)
		if err != nil {
			l.errors = append(l.errors, report.Error{Path: err.Path, Message: err.Reason})
			continue
		}
		l.plugins = append(l.plugins, p)
	}
	return l
}

// status complains of what is wrong with the paths and gives the exit status that this alone calls for, nil for none.
func (l *loaded) status(e *env) error {
	e.complainOf("inspect", l.missing)
	for _, err := range l.errors {
		e.complain("cannot read %s: %s", err.Path, err.Message)
	}
	switch {
	case len(l.errors) > 0:
		return exitStatus(ExitFailed)
	case len(l.missing) > 0:
		return exitStatus(ExitFindings)
	}
	return nil
}

func (e *env) inspect(l *loaded, outs []output) error {
	configs, err := e.configs()
	if err != nil {
		return err
	}
	var inputs []string
	for _, p := range l.plugins {
		inputs = append(inputs, p.Inputs()...)
		configs.For(p.Dir)
	}
	if err := e.protect(outs, append(inputs, e.configFiles(configs)...)); err != nil {
		return err
	}
	conf := func(p *plugin.Plugin) *config.Config {
		c, _ := configs.For(p.Dir)
		return c
	}
	plugins := inspect.Plugins(l.plugins, conf)
	wrong := 0
	for i, p := range l.plugins {
		f := &plugins[i].Findings
		for _, d := range check.Plugin(p, check.Options{Configs: configs}) {
			switch d.Severity {
			case diag.Error:
				f.Errors++
			case diag.Warning:
				f.Warnings++
			default:
				f.Notes++
			}
		}
		for _, t := range plugins[i].Tools {
			f.Errors += min(len(t.Withheld), 1)
		}
		wrong += f.Errors
		for _, err := range p.Errors {
			l.errors = append(l.errors, report.Error{Path: err.Path, Message: err.Reason})
		}
		if w := p.Wasm(); w != nil && w.ReadError != nil {
			l.errors = append(l.errors, report.Error{Path: w.ReadError.Path, Message: w.ReadError.Reason})
		}
	}
	used, unread := configs.Used()
	for _, err := range unread {
		l.errors = append(l.errors, report.Error{Path: err.Path, Message: err.Reason})
	}
	names := usedPaths(configs)
	e.nameConfigs(names)
	unprinted := e.write(outs, []format{
		{"text", func(w io.Writer, _ bool) error { return report.InspectText(w, plugins) }},
		{"json", func(w io.Writer, _ bool) error { return report.InspectJSON(w, Version, names, plugins, l.errors) }},
	})
	if err := cmp.Or(unprinted, l.status(e)); err != nil {
		return err
	}
	if i := slices.IndexFunc(used, (*config.Config).Broken); i >= 0 {
		return usage("openidea-plugin check shows them", "%s", mistaken(used[i]))
	}
	if wrong > 0 {
		return exitStatus(ExitFindings)
	}
	return nil
}

// printWIT prints the WIT of the one component that there must be.
func (e *env) printWIT(l *loaded) error {
	if err := l.status(e); err != nil {
		return err
	}
	if len(l.plugins) != 1 {
		return usage("name one of them", "--wit prints the WIT of one plugin, and there are %d", len(l.plugins))
	}
	seen := inspect.Plugins(l.plugins, func(*plugin.Plugin) *config.Config { return &config.Config{} })[0]
	switch c := seen.Component; {
	case c.Path == "":
		return fmt.Errorf("%s names no component (wasm)", seen.Manifest)
	case c.Problem != "":
		return fmt.Errorf("%s has no WIT: %s", filepath.ToSlash(filepath.Join(l.plugins[0].Path, c.Path)), c.Problem)
	}
	_, err := io.WriteString(e.Out, inspect.WIT(l.plugins[0].Wasm().Component))
	return writeError("", err)
}
