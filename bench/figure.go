package main

import (
	"cmp"
	"fmt"
	"slices"
)

// side is one way to do what a figure measures.
type side struct {
	name string
	// run does it n times and gives the seconds that took.
	run func(n int) (float64, error)
	// absent says why it is not to be had, "" where it is.
	absent string
}

// figure is something that several sides do.
type figure struct {
	what string
	// bytes that one repetition moves: the figure is then a throughput.
	bytes float64
	// sides are ours and those beside it.
	sides []side
	// once: a repetition is long enough to be measured by itself.
	once bool
	// note is a remark on ours beside the first of the others.
	note string
}

// maxRepetitions bounds the repetitions of what takes no time at all.
const maxRepetitions = 50_000_000

// compare measures a figure and adds its rows.
func (b *bench) compare(f figure) error {
	present := make([]bool, len(f.sides))
	counts := make([]int, len(f.sides))
	for i, s := range f.sides {
		if s.absent != "" {
			continue
		}
		n, err := b.repetitions(s, f.once)
		if err != nil {
			return fmt.Errorf("%s, %s: %w", f.what, s.name, err)
		}
		present[i], counts[i] = true, n
	}
	times := make([][]float64, len(f.sides))
	for range b.rounds {
		for i, s := range f.sides {
			if !present[i] {
				continue
			}
			took, err := s.run(counts[i])
			if err != nil {
				return fmt.Errorf("%s, %s: %w", f.what, s.name, err)
			}
			times[i] = append(times[i], took/float64(counts[i]))
		}
	}
	if !present[0] {
		b.table.add(row{what: f.what, ours: "absent", note: f.sides[0].absent})
		return nil
	}
	ours := f.show(median(times[0]))
	if len(f.sides) == 1 {
		b.table.add(row{what: f.what, ours: ours, note: f.note})
	}
	for i, s := range f.sides[1:] {
		r := row{what: f.what, ours: ours, peer: s.name, theirs: "absent", note: s.absent}
		if present[i+1] {
			ratios := make([]float64, b.rounds)
			for k := range ratios {
				ratios[k] = times[0][k] / times[i+1][k]
			}
			r.theirs, r.ratio = f.show(median(times[i+1])), three(median(ratios))
			if i == 0 {
				r.note = f.note
			}
		}
		b.table.add(r)
	}
	return nil
}

// repetitions is how many of them take long enough to be measured, after a few to get warm.
func (b *bench) repetitions(s side, once bool) (int, error) {
	for n := 1; ; {
		took, err := s.run(n)
		if err != nil {
			return 0, err
		}
		if once || took >= b.atom.Seconds() || n >= maxRepetitions {
			return n, nil
		}
		n = min(maxRepetitions, max(2*n, int(1.2*float64(n)*b.atom.Seconds()/max(took, 1e-9))))
	}
}

func (f *figure) show(seconds float64) string {
	if f.bytes > 0 {
		return fmt.Sprintf("%s (%s GB/s)", duration(seconds), three(f.bytes/seconds/1e9))
	}
	return duration(seconds)
}

func median(xs []float64) float64 {
	xs = slices.SortedFunc(slices.Values(xs), cmp.Compare[float64])
	n := len(xs)
	if n == 0 {
		return 0
	}
	return (xs[(n-1)/2] + xs[n/2]) / 2
}
