package manifest

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/Masterminds/semver/v3"
)

// foreignOperators are operators that our parser of ranges takes, and neither Cargo nor npm.
var foreignOperators = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`!=|=[<>]`) })

// leadingZero is a number as neither of them takes it.
var leadingZero = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^|[^\w.+-])v?(?:\d+\.){0,2}0\d`) })

// ParseRange reads a range of versions in Cargo's or npm's spelling; nil where it is none. The length is bounded, because ranges are parsed by backtracking.
func ParseRange(s string) *semver.Constraints {
	const longest = 200
	if strings.TrimSpace(s) == "" || len(s) > longest || foreignOperators().MatchString(s) || leadingZero().MatchString(s) {
		return nil
	}
	c, err := semver.NewConstraint(s)
	if err != nil {
		return nil
	}
	return c
}

// versionInRange finds the versions that a range is written with, whole or in part.
var versionInRange = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?`) })

// Floor is the oldest version that a range admits, pre-releases left aside; nil where s is no range or admits none. A range's lower ends are 0.0.0 or stand
// beside the versions that it is written with, so that these are all that have to be tried.
func Floor(s string) *semver.Version {
	c := ParseRange(s)
	if c == nil {
		return nil
	}
	var floor *semver.Version
	try := func(major, minor, patch uint64) {
		v := semver.New(major, minor, patch, "", "")
		if (floor == nil || v.LessThan(floor)) && c.Check(v) {
			floor = v
		}
	}
	try(0, 0, 0)
	for _, m := range versionInRange().FindAllStringSubmatch(s, -1) {
		major, minor, patch := number(m[1]), number(m[2]), number(m[3])
		try(major, minor, patch)
		try(major, minor, patch+1)
		try(major, minor+1, 0)
		try(major+1, 0, 0)
	}
	return floor
}

// AdmitsNone says that a range is well formed and no version is in it, as in ">=2, <1". Of ranges that name pre-releases nothing is known.
func AdmitsNone(s string) bool {
	return ParseRange(s) != nil && !strings.Contains(strings.ReplaceAll(s, " - ", " "), "-") && Floor(s) == nil
}

func number(digits string) uint64 {
	n, _ := strconv.ParseUint(digits, 10, 64) // none: 0
	return n
}
