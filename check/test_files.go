package check

import "openidea-plugin/diag"

// testFileRules are the rules of test files. `check` does not read those files and has no part in these rules: `test` finds the mistakes, and the documentation
// stands here with that of all other rules, so that `explain` and docs/rules.md know them.
var testFileRules = []*Rule{
	{
		ID:       "test-syntax",
		Severity: diag.Error,
		Title:    "a test file is not TOML 1.0, or too large",
		Text: "A test file (`tests/*.test.toml`) is TOML 1.0 of at most 4 MiB. A file that cannot be read as TOML is not run, the other files are, and the exit status of " +
			"`test` is 2.",
		Source: "docs/test-files.md",
		Bad:    testText(`[[test]`, `name = "finds a note"`, `tool = "find_notes"`),
		Good:   testText(`[[test]]`, `name = "finds a note"`, `tool = "find_notes"`),
	},
	{
		ID:       "test-unknown-key",
		Severity: diag.Error,
		Title:    "a key that test files do not have",
		Text: "A misspelt key would make a test pass that checks nothing, so that every key must be known. The finding lists the keys that may stand in this place; " +
			"docs/test-files.md says what each means.",
		Source: "docs/test-files.md",
		Bad:    testText(`[[test]]`, `name = "finds a note"`, `tool = "find_notes"`, `argument = { text = "milk" }`),
		Good:   testText(`[[test]]`, `name = "finds a note"`, `tool = "find_notes"`, `arguments = { text = "milk" }`),
	},
	{
		ID:       "test-type",
		Severity: diag.Error,
		Title:    "a key of a test file has the wrong type",
		Text: "The finding says which type the value has and which it must have. Often a text stands where a table is needed: `expect.ok` is a table, so that it can " +
			"state the whole text, a part of it, a pattern or a JSON value.",
		Source: "docs/test-files.md",
		Bad:    testText(`[[test]]`, `name = "finds a note"`, `tool = "find_notes"`, `expect.ok = "a.md:1: milk"`),
		Good:   testText(`[[test]]`, `name = "finds a note"`, `tool = "find_notes"`, `expect.ok.equals = "a.md:1: milk"`),
	},
	{
		ID:       "test-invalid",
		Severity: diag.Error,
		Title:    "a value of a test file cannot be right",
		Text: "The value has the right type, but it is not one of those allowed, contradicts another key, or names something that is not there: a file, a folder, a plugin, " +
			"a capability, a host function, or a command of a component that exports none. An undeclared tool is no mistake: its outcome is `unknown-tool`. " +
			"As a warning: a file without tests, and files below `tests` that look like test files and are not run.",
		Source: "docs/test-files.md",
		Bad:    testText(`[[test]]`, `name = "asks first"`, `tool = "purge_notes"`, `confirm = "no"`),
		Good:   testText(`[[test]]`, `name = "asks first"`, `tool = "purge_notes"`, `confirm = "reject"`),
	},
}

// testText is an example of a test file.
func testText(lines ...string) Example {
	e := manifestText(lines...)
	e[0].Path = "tests/notes.test.toml"
	return e
}
