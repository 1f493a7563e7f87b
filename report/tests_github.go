package report

import (
	"bufio"
	"io"
	"strings"
)

// TestGitHub prints the text form and then an annotation for each test that failed, at its name in the test file, and for each finding. Paths are relative
// to the repository's root.
func TestGitHub(w io.Writer, r *TestRun, o TestTextOptions) error {
	r = r.rooted()
	if err := TestText(w, r, o); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	r.annotate(out)
	for _, result := range r.Results {
		for _, t := range result.Tests {
			if t.Status != Failed {
				continue
			}
			failure, _ := t.failure()
			annotation(out, "error", t.Place, result.Plugin+" › "+t.Name, strings.TrimPrefix(failure, "\n"))
		}
	}
	return out.Flush()
}

// rooted is the run with paths relative to the repository's root.
func (r *TestRun) rooted() *TestRun {
	out := &TestRun{Report: *r.Report.rooted(), Seed: r.Seed}
	for _, result := range r.Results {
		moved := *result
		moved.Path = r.Root.path(result.Path)
		moved.Tests = make([]*Test, len(result.Tests))
		for i, t := range result.Tests {
			test := *t
			test.File = r.Root.path(t.File)
			moved.Tests[i] = &test
		}
		out.Results = append(out.Results, &moved)
	}
	return out
}
