package report

import _ "embed"

// OutputSchema is the JSON Schema (2020-12) of the JSON output of check, test, call, inspect and explain.
//
//go:embed output.schema.json
var OutputSchema []byte
