// Package report prints findings: one renderer a file. It does not know how a finding came to be. Columns are counted here and nowhere
// else, and everything that came from a plugin passes through the escapes of this package before it reaches a terminal.
package report

import (
	"fmt"

	"openidea-plugin/diag"
)

// Report is what a run of a command has to say.
type Report struct {
	// Command is the word of the command line, Version that of the program.
	Command, Version string
	// Plugins and Tools count what was looked at.
	Plugins, Tools int
	// Checked are the plugins in the order of their paths, for the formats that report on each.
	Checked []Plugin
	// Strict: warnings fail, too.
	Strict bool
	// Configs are the configurations in use, as printed paths, sorted.
	Configs []string
	// Findings are sorted.
	Findings []diag.Diagnostic
	// Fixed are findings that were mended; Findings are what remains.
	Fixed []Fixed
	// Errors are what kept the command from doing its work, one line each; they are printed elsewhere, and machine formats repeat them.
	Errors []Error
	// Rules are those that the machine formats describe: all that were applied, in the order in which they are listed.
	Rules []RuleInfo
	// Root says what the paths of github, sarif and gitlab are relative to.
	Root Root

	// known are the places of findings that came without their files.
	known map[diag.Span]Range
}

// files shows the files that the findings stand in.
func (r *Report) files() *files { return &files{known: r.known} }

// Plugin is a plugin by its id and its folder as printed.
type Plugin struct{ ID, Path string }

// Fixed is a finding that was mended.
type Fixed struct {
	// Path is the file that was changed, as printed.
	Path, Rule string
	// Message is that of the finding, Title what was done.
	Message, Title string
	Unsafe         bool
}

// RuleInfo is a rule as reports describe it.
type RuleInfo struct {
	// ID is the stable name, Title one line without a full stop, Text paragraphs of plain words with `code`.
	ID, Title, Text string
	Severity        diag.Severity
	// Source is where the rule comes from.
	Source string
	// Fixable: the tool can mend its findings.
	Fixable bool
}

// Error is something that could not be read or done.
type Error struct {
	// Path is as printed, "" where no file is concerned.
	Path    string
	Message string
}

// counts are the findings by severity.
func (r *Report) counts() (errors, warnings, notes int) {
	for _, d := range r.Findings {
		switch d.Severity {
		case diag.Error:
			errors++
		case diag.Warning:
			warnings++
		case diag.Note:
			notes++
		}
	}
	return errors, warnings, notes
}

// Plural is a count with its noun: "1 plugin", "2 plugins".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
