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
		">2, <1": "none", "!=1.3.0": "none", ">=1.3, !=1.3.0": "none", "=>1.4": "none", "=<2": "none", "latest": "none", ">=01.4": "none", "^1.04": "none", "1.4.00": "none", "^0.4.0": "0.4.0", "^10.0": "10.0.0", "": "none", strings.Repeat(">=1.4,", 50) + "<2": "none",
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

func TestAdmitsNone(t *testing.T) {
	for s, want := range map[string]bool{
		">=2, <1": true, "^1, ^2": true, "1,4": true, ">1.4, <1.4.2": true, "<0.0.0": true,
		"^1.4": false, "*": false, "<2": false, "1.4 - 1.9": false, ">=1.4, <1.4.1": false, "^1.4 || ^2, ^1": false, "^1.4 ^1.5": false, "latest": false, "": false,
		"=1.4.0-beta.2": false, ">1.4.0-rc.1, <1.4.0": false, ">1.4.1, <1.4.3": false, ">1.9, <2": false, "~1.4, >=1.4.7": false,
	} {
		if got := AdmitsNone(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}
