// Package diag is what a finding is: a rule, a severity, words, and the exact bytes that it speaks of.
// It does not know who finds things nor who prints them.
package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Severity orders findings. The zero value is no severity.
type Severity uint8

// The three severities of the rule catalogue.
const (
	// Note is known to break some MCP clients or to serve agents badly.
	Note Severity = iota + 1
	// Warning is accepted by the IDE but almost certainly not what the author meant.
	Warning
	// Error is refused by the IDE, or a call can never work.
	Error
)

// String is the word that every output format uses: "note", "warning", "error".
func (s Severity) String() string {
	switch s {
	case Note:
		return "note"
	case Warning:
		return "warning"
	case Error:
		return "error"
	}
	return "none"
}

// SourceFile is a file as it was read: Path as the user reached it (with /, not cleaned of the prefix
// that was given) and the bytes that every Span counts in. Data is nil for a file that could not be
// read, and may be anything at all (invalid UTF-8, binary): renderers decide what of it can be shown.
type SourceFile struct {
	Path string
	Data []byte
}

// Span is the half-open byte range [Start, End) in File. Start == End marks a place between two bytes.
// A span of a whole file that cannot be shown (missing, binary) is 0,0.
type Span struct {
	File       *SourceFile
	Start, End int
}

// Related is a second place that a finding speaks of, with a few words of its own.
type Related struct {
	Span    Span
	Message string
}

// Edit replaces the bytes of Span by New.
type Edit struct {
	Span Span
	New  string
}

// Fix is a change that would mend the finding. Unsafe fixes change what the plugin means to others
// (a tool's name, say) and are applied only when asked for twice.
type Fix struct {
	Title  string
	Edits  []Edit
	Unsafe bool
}

// Diagnostic is one finding.
type Diagnostic struct {
	// Rule is the stable kebab-case id of the rule.
	Rule     string
	Severity Severity
	// Message is one sentence without a final full stop: what is wrong.
	Message string
	Span    Span
	// Label is the few words that stand at the marked characters: what is allowed, or why.
	Label   string
	Related []Related
	// Help is further lines, each a full thought: what to do.
	Help []string
	Fix  *Fix
}

// Sort brings findings into the one order of all outputs: file, position, severity (worst first), rule, message.
// Exact duplicates are dropped.
func Sort(ds []Diagnostic) []Diagnostic {
	slices.SortStableFunc(ds, compare)
	return slices.CompactFunc(ds, func(a, b Diagnostic) bool { return compare(a, b) == 0 })
}

// MaxAlike is how many findings of one rule and severity are reported of one file.
const MaxAlike = 1000

// Cap leaves of sorted findings those that people and machines can do with: of each rule, severity and file the first MaxAlike, and where there are more, one that
// counts them, where the first of them stands.
func Cap(ds []Diagnostic) []Diagnostic {
	type kind struct {
		path, rule string
		severity   Severity
	}
	of := func(d Diagnostic) kind { return kind{path(d.Span), d.Rule, d.Severity} }
	counts := map[kind]int{}
	for _, d := range ds {
		counts[of(d)]++
	}
	seen := map[kind]int{}
	kept := ds[:0]
	for _, d := range ds {
		k := of(d)
		seen[k]++
		switch more := counts[k] - MaxAlike; {
		case seen[k] <= MaxAlike:
			kept = append(kept, d)
		case seen[k] == MaxAlike+1:
			kept = append(kept, Diagnostic{
				Rule: d.Rule, Severity: d.Severity, Span: d.Span, Message: fmt.Sprintf("and %d more of %s in this file, which are not reported", more, d.Rule),
			})
		}
	}
	return kept
}

func compare(a, b Diagnostic) int {
	return cmp.Or(
		strings.Compare(path(a.Span), path(b.Span)),
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Span.End, b.Span.End),
		cmp.Compare(b.Severity, a.Severity),
		strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.Message, b.Message),
	)
}

func path(s Span) string {
	if s.File == nil {
		return ""
	}
	return s.File.Path
}
