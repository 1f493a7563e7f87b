package component

import (
	"os"
	"testing"
)

// Of what wit-component makes of a Rust plugin only the plugin's own core module is instantiated.
func TestShimsAreLeftOut(t *testing.T) {
	for _, plugin := range []string{"data-tools", "misbehaving"} {
		data, err := os.ReadFile("../fixtures/" + plugin + "/dist/plugin.wasm")
		if err != nil {
			t.Fatal(err)
		}
		c, err := Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		left := 0
		for _, l := range c.plan.links {
			if l.passing == passesNothing {
				left++
			}
		}
		if left != 1 || c.plan.cores != 3 {
			t.Errorf("%s: %d of %d core modules are instantiated", plugin, left, c.plan.cores)
		}
	}
}
