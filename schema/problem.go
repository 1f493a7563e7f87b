package schema

import (
	"cmp"
	"slices"
)

// Kind says what sort of mistake a Problem is. The values are the ids of the rules that report them.
type Kind string

// The kinds of problems. There is one more rule about schema files, schema-size, which is for whoever reads the file
// to decide by MaxSize.
const (
	// KindEncoding: not UTF-8, or a byte order mark.
	KindEncoding Kind = "schema-encoding"
	// KindSyntax: not one JSON value.
	KindSyntax Kind = "schema-syntax"
	// KindTooComplex: deeper or larger than the limits of this package, so it cannot be checked in bounded time.
	KindTooComplex Kind = "schema-too-complex"
	// KindRoot: the root is no object with "type": "object".
	KindRoot Kind = "schema-root"
	// KindDialect: "$schema" is no string, or names a dialect that is not known.
	KindDialect Kind = "schema-dialect"
	// KindInvalid: a keyword whose value its dialect's meta-schema refuses.
	KindInvalid Kind = "schema-invalid"
	// KindRefRemote: a reference that is no local fragment.
	KindRefRemote Kind = "schema-ref-remote"
	// KindRefUnresolved: a local fragment that leads nowhere.
	KindRefUnresolved Kind = "schema-ref-unresolved"
	// KindRefLoop: references that come back to the same value without consuming input.
	KindRefLoop Kind = "schema-ref-loop"
	// KindPatternInvalid: a pattern that neither ECMA-262 nor RE2 accepts.
	KindPatternInvalid Kind = "schema-pattern-invalid"
)

// Limits of what is read.
const (
	// MaxSize is the largest schema file, in bytes (256 KiB). Load does not enforce it.
	MaxSize = 262144
	// MaxDepth is how many arrays and objects may be nested in each other, in schemas and in arguments.
	MaxDepth = 10000
	// MaxPatternDepth is how many groups of a pattern may be nested in each other.
	MaxPatternDepth = 500
)

// Problem is one mistake. Start and End are byte offsets (half open) into the file; Start == End marks a place between
// two bytes. Strings are marked without their quotes.
type Problem struct {
	Kind       Kind
	Start, End int
	// Message is one sentence without a full stop: what is wrong.
	Message string
	// Label is a few words for the marked characters: what is allowed, or why. It may be empty.
	Label string
	// Help is what to do, each line a full thought.
	Help []string
	// Fix mends the problem; nil where it needs an author.
	Fix *Fix
	// Related are further places that the problem speaks of.
	Related []Related
}

// Related is a second place of a Problem, with a few words of its own.
type Related struct {
	Start, End int
	Message    string
}

// sortProblems orders by place, then kind, then words.
func sortProblems(ps []Problem) {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(
			cmp.Compare(a.Start, b.Start),
			cmp.Compare(a.End, b.End),
			cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.Message, b.Message),
		)
	})
}
