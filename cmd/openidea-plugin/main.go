// Command openidea-plugin checks and tests OpenIDEA plugins.
package main

import (
	"os"

	"openidea-plugin/internal/cli"
)

func main() {
	cli.EndOnInterrupt()
	os.Exit(cli.Main(os.Args[1:], cli.System()))
}
