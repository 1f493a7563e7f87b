package runner

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"openidea-plugin/mockhost"
)

// uses sums up what the calls of each tool and command used.
func uses(tests []*Test) []Use {
	fuel := map[string][]uint64{}
	times := map[string][]time.Duration{}
	for _, t := range tests {
		for _, c := range t.Calls {
			if c.Outcome.Kind == mockhost.Refused {
				continue
			}
			name := c.Tool
			if name == "" {
				name = fmt.Sprintf("command %s", c.Command)
			}
			fuel[name] = append(fuel[name], c.Outcome.Fuel)
			times[name] = append(times[name], c.Outcome.Duration)
		}
	}
	var list []Use
	for _, name := range slices.Sorted(maps.Keys(fuel)) {
		f, t := fuel[name], times[name]
		slices.Sort(f)
		slices.Sort(t)
		list = append(list, Use{Name: name, Calls: len(f), Median: f[len(f)/2], Most: f[len(f)-1], MedianTime: t[len(t)/2], MostTime: t[len(t)-1]})
	}
	return list
}
