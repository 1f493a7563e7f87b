package report

import "io"

// RuleDoc is the documentation of a rule.
type RuleDoc struct {
	ID       string `json:"id"`
	Severity string `json:"severity"`
	Title    string `json:"title"`
	// Text is paragraphs of plain words with `code`.
	Text   string `json:"text"`
	Source string `json:"source"`
	// Fix is "safe", "unsafe" or "".
	Fix string `json:"fix"`
	// Of says who finds it: "check", "test" or "config".
	Of string `json:"of"`
	// Wasm: --no-wasm leaves it out.
	Wasm bool `json:"wasm"`
	// Clients are the MCP clients that it is about, none for all.
	Clients []string `json:"clients"`
	// Bad is reported, Good is not.
	Bad  []RuleFile `json:"bad"`
	Good []RuleFile `json:"good"`
}

// RuleFile is a file of an example.
type RuleFile struct {
	File string `json:"file"`
	Text string `json:"text"`
}

// RulesJSON prints the documentation of rules as one JSON object. docs/output-json.md describes it.
func RulesJSON(w io.Writer, version string, rules []RuleDoc) error {
	return encodeJSON(w, struct {
		Version int       `json:"version"`
		Tool    jsonTool  `json:"tool"`
		Command string    `json:"command"`
		Rules   []RuleDoc `json:"rules"`
	}{JSONVersion, jsonTool{"openidea-plugin", version}, "explain", rules})
}
