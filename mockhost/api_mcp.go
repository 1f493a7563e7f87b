package mockhost

import "openidea-plugin/mockhost/bind"

// StdioCommand is the command line of the stdio bridge, as the published example shows it.
var StdioCommand = []string{"/path/openidea", "--mcp-stdio", "--project", ProjectRoot}

var mcpAPI = functions{
	"stdio-command": bind.Func(func(c *call, _ none) (*[]string, error) {
		o := c.ide.opts
		if o.NoServer || o.NoWindow || o.Remote || o.NoProject {
			return nil, nil
		}
		return &StdioCommand, nil
	}),
}
