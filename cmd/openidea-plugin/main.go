// Command openidea-plugin checks and tests OpenIDEA plugins.
package main

import (
	"os"

	"openidea-plugin/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], cli.System()))
}
