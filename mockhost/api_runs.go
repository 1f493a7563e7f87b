package mockhost

import (
	"slices"

	"openidea-plugin/mockhost/bind"
)

// RunConfiguration is a run configuration of the project.
type RunConfiguration struct{ Name, Kind string }

// RunConfigurations are those of a project for which Options.Runs says nothing, by name.
var RunConfigurations = []RunConfiguration{{"build", "shell"}, {"checks", "shell"}, {"run", "shell"}, {"test", "shell"}}

type startRunIn struct{ Configuration string }

var runsAPI = functions{
	"start-run": bind.Func(func(c *call, in startRunIn) (uint64, error) {
		known := slices.ContainsFunc(c.ide.opts.Runs, func(r RunConfiguration) bool { return r.Name == in.Configuration })
		if !known {
			return 0, hostError("not-found", "there is no run configuration %q", in.Configuration)
		}
		c.ide.runs++
		if c.effects.note(in.Configuration) {
			c.effects.Runs = append(c.effects.Runs, Run{c.ide.runs, in.Configuration})
		}
		return c.ide.runs, nil
	}),
	"list-configurations": bind.Func(func(c *call, _ none) ([]RunConfiguration, error) { return c.ide.opts.Runs, nil }),
}
