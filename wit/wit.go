// Package wit holds our model of the plugin API of OpenIDEA, the WIT package
// openidea:plugin@1.4.0, and what it says about each host function: the capability that a plugin
// must have been granted and whether a tool call may use it.
//
// The model's documentation comments are the one source of both. The table is written from them
// by `go generate`, so nothing is parsed at run time.
package wit

import (
	"cmp"
	"embed"
	"slices"
	"strings"
)

//go:generate go run ./gen

// Package is the name and version of the WIT package.
const Package = "openidea:plugin@1.4.0"

// Files are the *.wit files of the package, all in the root folder.
//
//go:embed *.wit
var Files embed.FS

// Function is one host function: one that a plugin may import.
//
// The three Published fields say which facts come from the IDE's own documentation. A fact that
// is not published was invented by this model and must never fail somebody's plugin.
type Function struct {
	Interface string // bare name of the interface: "project"
	Resource  string // resource that it is a method of, "" for a free function
	Function  string // bare name of the function: "search-text"

	// Capability that the plugin must have been granted; "" where none is needed.
	Capability string
	// Published: that it needs exactly this capability, or none, is published.
	Published bool

	// Reserved to commands and events: from a tool call it answers the error `invalid`.
	Reserved bool
	// ReservedPublished: Reserved, be it true or false, is published.
	ReservedPublished bool

	// Since is the API version that brought the function: "1.4.0".
	Since string
	// SincePublished: Since is published.
	SincePublished bool
}

// Lookup finds a host function by the bare names of its interface and of itself, for example
// ("project", "search-text") for the import "[method]project.search-text" of
// "openidea:plugin/project@1.4.0".
func Lookup(iface, function string) (Function, bool) {
	i, ok := slices.BinarySearchFunc(Functions, Function{Interface: iface, Function: function}, compare)
	if !ok {
		return Function{}, false
	}
	return Functions[i], true
}

// Capabilities are the capabilities that some host function needs, sorted.
func Capabilities() []string {
	var names []string
	for _, f := range Functions {
		if f.Capability != "" {
			names = append(names, f.Capability)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// compare orders functions by interface, then by name.
func compare(a, b Function) int {
	return cmp.Or(strings.Compare(a.Interface, b.Interface), strings.Compare(a.Function, b.Function))
}
