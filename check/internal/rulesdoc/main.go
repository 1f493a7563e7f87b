// Command rulesdoc writes docs/rules.md from the rules. Run it by `go generate ./check`.
package main

import (
	"log"
	"os"

	"openidea-plugin/check"
)

func main() {
	if err := os.WriteFile("../docs/rules.md", []byte(check.Markdown()), 0o644); err != nil {
		log.Fatal(err)
	}
}
