package component_test

import (
	"fmt"
	"os"
	"testing"

	"openidea-plugin/component"
)

// The memories of a component that traps while it is made are given back.
func TestMemoryOfWhatIsNeverMade(t *testing.T) {
	rt, c := newRuntime(t, component.Config{}), hostile(t, "Stillborn")
	before := addressSpace(t)
	const limit, times = 256 << 20, 128
	for range times {
		_, err := rt.Instantiate(t.Context(), c, none{}, component.Limits{Memory: limit})
		aborted(t, err, component.AbortTrap)
	}
	if grown := addressSpace(t) - before; grown > limit*times/4 {
		t.Errorf("the address space has grown by %d MiB", grown>>20)
	}
}

// addressSpace is how many bytes of address space the process has.
func addressSpace(t *testing.T) int64 {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var pages int64
	if _, err := fmt.Sscan(string(statm), &pages); err != nil {
		t.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}
