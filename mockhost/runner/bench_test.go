package runner

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkCases runs 1,000 tests of the reference plugin, each in an IDE and an instance of its own.
func BenchmarkCases(b *testing.B) {
	var text strings.Builder
	text.WriteString("[project]\ndir = \"../project\"\n")
	for i := range 1000 {
		fmt.Fprintf(&text, "[[test]]\nname = \"%d\"\ntool = \"find_notes\"\narguments = { text = \"milk\" }\nexpect.ok.contains = \"milk\"\n", i)
	}
	s := load(b, "data-tools", map[string]string{"a.test.toml": text.String()})
	rt, err := shared()
	if err != nil {
		b.Fatal(err)
	}
	Run(b.Context(), rt, []*Suite{s}, Options{Seed: 1}) // the code is compiled
	for b.Loop() {
		if r := Run(b.Context(), rt, []*Suite{s}, Options{Seed: 1})[0]; r.Count(Passed) != 1000 {
			b.Fatal(states(r))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/1000, "µs/case")
}
