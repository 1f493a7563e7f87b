// Package runner runs the tests of test files against the mock host, each in an IDE of its own, and says what was expected and what came. It renders nothing.
package runner

import (
	"time"

	"openidea-plugin/diag"
	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/testfile"
)

// Status says how a test ended.
type Status string

// The states of a test.
const (
	Passed Status = "passed"
	Failed Status = "failed"
	// Skipped: the test says so.
	Skipped Status = "skipped"
	// KnownFailing: the test fails, and says that it does.
	KnownFailing Status = "known-failing"
	// NotRun: an earlier test failed and --fail-fast was given, or the tool has errors.
	NotRun Status = "not-run"
)

// Result is what came of a suite, which is the tests of one plugin.
type Result struct {
	// ID is the plugin's id, Path its folder as printed.
	ID, Path string
	// Files is how many test files the plugin has.
	Files int
	// Tests are in the order of the files and of the tests in them.
	Tests []*Test
	// Tools says what each tool and command used, by name.
	Tools []Use
	// Written are the paths, within the plugin, of the snapshots that were written, by name. WriteError is why one could not be.
	Written    []string
	WriteError error
	// Duration is the time from the first to the last test. It varies from run to run.
	Duration time.Duration
}

// Count is how many tests ended in a state.
func (r *Result) Count(s Status) int {
	n := 0
	for _, t := range r.Tests {
		if t.Status == s {
			n++
		}
	}
	return n
}

// Test is a test that was run (or not).
type Test struct {
	Name string
	// Number is its place among all tests of the plugin, from 1, also those that are not selected.
	Number int
	// Span is the test's name in its file.
	Span   diag.Span
	Status Status
	// Reason says why a test was skipped, is known to fail or was not run.
	Reason string
	// Calls are those that were made, in order.
	Calls []*Call
	// Alone: the test hit a deadline while others ran, so it was run again by itself, and hit one again; this is what came then.
	Alone bool
	// Seed decided the random numbers.
	Seed uint64
}

// Call is one call of a test.
type Call struct {
	*testfile.Call
	// Settings are those that the test names, in words: "grants none", "no window".
	Settings []string
	// Outcome is shortened where the run has so many calls that all of it could not be kept; of a test that did not fail it has only what Options.Detail asks for.
	Outcome mockhost.Outcome
	// Got is the outcome as one line, Changes what the call changed, in a few words each.
	Got     string
	Changes []string
	// Problems are the expectations that did not hold.
	Problems []Problem
	// Hint is a sentence about what likely went wrong in the plugin, or "".
	Hint string
}

// Problem is one expectation that did not hold.
type Problem struct {
	// What names the expectation: "outcome", "text", "unchanged", "file TODO.md", …
	What string
	// Expected and Got are one line each. Texts of plugins in them are quoted.
	Expected, Got string
	// Diff, where not empty, are lines that begin with "-" (expected), "+" (got), " " (both) or "@@"; what follows is as the plugin gave it.
	Diff []string
}

// Use is what the calls of one tool or command used.
type Use struct {
	Name string
	// Calls that reached the plugin.
	Calls int
	// Median and Most are of the fuel and the time of these calls. Times vary from run to run.
	Median, Most         uint64
	MedianTime, MostTime time.Duration
}
