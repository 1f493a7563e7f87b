package component

import (
	"cmp"
	"strconv"
	"strings"

	"openidea-plugin/component/types"
)

// MatchVersion finds which of the instance names that a host has is meant by the import `want`, as wasmtime does: the very name, else the highest
// version that is compatible with it. Versions are compatible that have the same major number, or, where that is 0, the same minor number; versions 0.0.x and
// pre-releases are compatible with nothing but themselves. It is "" where there is none. Whether the types fit is for the linker to check.
func MatchVersion(want string, have []string) string {
	var best string
	var highest version
	track := parseVersion(want).track
	for _, name := range have {
		if name == want {
			return name
		}
		if v := parseVersion(name); track != "" && v.track == track && (best == "" || v.compare(highest) > 0) {
			best, highest = name, v
		}
	}
	return best
}

// Versions is a Resolver for imports of other versions than it was written for: each instance is asked for by the one of Names that MatchVersion finds, or by its own
// name where there is none.
type Versions struct {
	Names []string
	Resolver
}

// Func asks for the function of the instance that is meant.
func (v Versions) Func(instance, name string, t *types.Func) (HostFunc, bool, error) {
	return v.Resolver.Func(v.match(instance), name, t)
}

// Resource asks for the resource type of the instance that is meant.
func (v Versions) Resource(instance, name string) (*ResourceType, bool) {
	return v.Resolver.Resource(v.match(instance), name)
}

// Module asks for the core module of the instance that is meant.
func (v Versions) Module(instance, name string) (*CoreModule, bool) {
	return Resolvers{v.Resolver}.Module(v.match(instance), name)
}

// match replaces the name of the outermost instance.
func (v Versions) match(instance string) string {
	outer, inner, nested := strings.Cut(instance, "#")
	if m := MatchVersion(outer, v.Names); m != "" {
		outer = m
	}
	if nested {
		return outer + "#" + inner
	}
	return outer
}

// version is the version of an instance name; track is the name up to the number that compatible versions share, "" where there are none.
type version struct {
	track               string
	major, minor, patch uint64
	build               string
}

func parseVersion(name string) version {
	base, v, ok := strings.Cut(name, "@")
	v, build, _ := strings.Cut(v, "+")
	parts := strings.Split(v, ".")
	if !ok || len(parts) != 3 {
		return version{}
	}
	var n [3]uint64
	for i, p := range parts { // a pre-release fails here, since it follows the patch number
		var err error
		if n[i], err = strconv.ParseUint(p, 10, 64); err != nil {
			return version{}
		}
	}
	out := version{major: n[0], minor: n[1], patch: n[2], build: build}
	switch {
	case n[0] != 0:
		out.track = base + "@" + parts[0]
	case n[1] != 0:
		out.track = base + "@0." + parts[1]
	}
	return out
}

func (v version) compare(w version) int {
	return cmp.Or(cmp.Compare(v.major, w.major), cmp.Compare(v.minor, w.minor), cmp.Compare(v.patch, w.patch), strings.Compare(v.build, w.build))
}
