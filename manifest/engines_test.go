package manifest

import (
	"strings"
	"testing"
)

func TestFloor(t *testing.T) {
	for s, want := range map[string]string{
		"^1.4": "1.4.0", "1.4": "1.4.0", "~1.4.2": "1.4.2", "1": "1.0.0", "=1.4.1": "1.4.1", "v1.5": "1.5.0",
		">=1.4, <2": "1.4.0", ">=1.4 <2": "1.4.0", ">1.4.0": "1.4.1", ">1.4": "1.5.0", "<2": "0.0.0", "<=1.4": "0.0.0", "*": "0.0.0", "1.x": "1.0.0", "1.4.*": "1.4.0",
		"1.4 - 1.9": "1.4.0", "^1.6 || ^1.2": "1.2.0",
		"^1.4.0-beta.2": "1.4.0", ">=0.9": "0.9.0",
		">2, <1": "none", "!=1.3.0": "none", ">=1.3, !=1.3.0": "none", "=>1.4": "none", "=<2": "none", "latest": "none", "": "none", strings.Repeat(">=1.4,", 50) + "<2": "none",
	} {
		got := "none"
		if v := Floor(s); v != nil {
			got = v.String()
		}
		if got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
}
