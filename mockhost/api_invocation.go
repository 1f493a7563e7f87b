package mockhost

import "openidea-plugin/mockhost/bind"

// invocation stands behind the borrowed handle that a plugin gets for the length of a call.
type invocation struct{ c *call }

// Resource is the name of the resource.
func (*invocation) Resource() string { return "invocation" }

// source is what made the IDE call the plugin.
type source string

// Labels are the cases of the enum.
func (source) Labels() []string { return []string{"command", "event", "tool"} }

type invocationIn struct{ Self *invocation }

var invocationAPI = functions{
	"project": bind.Func(func(c *call, _ invocationIn) (*project, error) {
		if c.ide.opts.NoProject {
			return nil, nil
		}
		return &project{}, nil
	}),
	"source": bind.Func(func(c *call, _ invocationIn) (source, error) { return c.source, nil }),
}
