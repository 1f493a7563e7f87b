package runner

import (
	"fmt"
	"strings"
	"testing"

	"openidea-plugin/mockhost/testfile"
)

// TestKept: of a plugin that logs 64 MiB in a call, a run keeps little, and of a test that passed only what is asked for.
func TestKept(t *testing.T) {
	text := "[limits]\ndeadline = \"10m\"\n" // the slowest machine takes the 64 MiB too
	for i := range 200 {
		text += fmt.Sprintf("[[test]]\nname = \"%d\"\ntool = \"healthy\"\n", i)
	}
	text += "[[test]]\nname = \"much\"\ntool = \"host_call_bytes\"\nexpect.aborted = \"memory\"\n"
	text += "[[test]]\nname = \"red\"\ntool = \"host_call_bytes\"\n"
	s := load(t, "misbehaving", map[string]string{"a.test.toml": text})
	kept := func(test *Test) int {
		o, n := test.Calls[0].Outcome, 0
		for _, h := range o.Trace.Calls {
			n += len(h.Args)
		}
		for _, l := range o.Effects.Log {
			n += len(l.Text)
		}
		return n
	}
	for _, detail := range []bool{false, true} {
		r := run(t, Options{Detail: detail}, s)[0]
		if got := states(r); got != strings.Repeat("passed ", 201)+"failed" {
			t.Fatal(got)
		}
		much, red := r.Tests[200], r.Tests[201]
		if n := kept(much); detail != (n > 0) || n > 1<<20 {
			t.Errorf("detail %v: %d bytes are kept of a test that passed", detail, n)
		}
		if n := kept(red); n == 0 || n > 1<<20 {
			t.Errorf("detail %v: %d bytes are kept of a test that failed", detail, n)
		}
		if e := red.Calls[0].Outcome.Effects; e.Dropped == 0 {
			t.Error("nobody says that lines of the log were dropped")
		}
		if fuel := r.Tools; len(fuel) != 2 || fuel[1].Calls != 2 || fuel[1].Most == 0 {
			t.Errorf("what the tools used is lost: %+v", fuel)
		}
	}
}

func TestShare(t *testing.T) {
	for calls, want := range map[int]int{1: keptAtMost, 128: keptAtMost, 1024: keptAtMost / 8, 1 << 20: keptAtLeast} {
		jobs := []*job{{test: &testfile.Test{Calls: make([]*testfile.Call, calls)}}}
		share(jobs)
		if jobs[0].room != want {
			t.Errorf("%d calls: %d bytes each, want %d", calls, jobs[0].room, want)
		}
	}
}
