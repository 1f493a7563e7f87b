package wit

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"openidea-plugin/component/wittext"
)

// API is what is known of the plugin API: our model, or what somebody's own WIT says.
type API struct {
	// Functions are ordered by interface, then by name.
	Functions []Function
	// Interfaces are the bare names of all interfaces, exports too, sorted.
	Interfaces []string
	// Own says that it was read from WIT that the user handed over, and not made up: what it does not have, the IDE does not have.
	Own bool
}

// Model is the API as our model has it, for all who read it.
var Model = sync.OnceValue(func() *API {
	api := &API{Functions: Functions, Interfaces: []string{"commands", "mcp-provider", "types"}}
	for _, f := range Functions {
		api.Interfaces = append(api.Interfaces, f.Interface)
	}
	slices.Sort(api.Interfaces)
	api.Interfaces = slices.Compact(api.Interfaces)
	return api
})

// Lookup finds a host function by bare names.
func (a *API) Lookup(iface, function string) (Function, bool) {
	i, ok := slices.BinarySearchFunc(a.Functions, Function{Interface: iface, Function: function}, compare)
	if !ok {
		return Function{}, false
	}
	return a.Functions[i], true
}

// Interface says whether there is an interface of this bare name.
func (a *API) Interface(name string) bool {
	_, ok := slices.BinarySearch(a.Interfaces, name)
	return ok
}

// Bounds of a folder of WIT.
const (
	maxFiles = 1000
	maxDepth = 8
)

// apiName is the package of the plugin API.
const apiName = "openidea:plugin"

// Read reads the plugin API from a folder: the package openidea:plugin, in the folder itself or below it (WIT's own tools keep it in deps). The gates @since say
// which version brought a function; one without a gate was always there. A function of @unstable is in no version. Documentation lines "Capability: …." and
// "Context: …." as in our model say the rest; where a function has no such line, what our model says of it holds. An error says in one line what is wrong
// with which file.
func Read(dir fs.FS) (*API, error) {
	paths, err := witFiles(dir)
	if err != nil {
		return nil, err
	}
	api := &API{Own: true}
	found, exported := false, map[string]bool{}
	for _, p := range paths {
		text, err := readFile(dir, p)
		if err != nil {
			return nil, err
		}
		file, err := wittext.Read(text)
		if err != nil {
			return nil, fmt.Errorf("%s:%w", p, err)
		}
		if file.Package.Name == "" { // a file may leave it to the others of its folder
			file.Package.Name = packageOf(dir, path.Dir(p), paths)
		}
		for _, pkg := range append([]*wittext.Package{&file.Package}, file.Nested...) {
			if pkg.Name == apiName {
				found = true
				api.add(pkg, exported)
			}
		}
	}
	if !found {
		return nil, fmt.Errorf("no file in it belongs to the package %s", apiName)
	}
	api.Functions = slices.DeleteFunc(api.Functions, func(f Function) bool { return exported[f.Interface] })
	slices.SortFunc(api.Functions, compare)
	api.Functions = slices.CompactFunc(api.Functions, func(a, b Function) bool { return compare(a, b) == 0 })
	slices.Sort(api.Interfaces)
	api.Interfaces = slices.Compact(api.Interfaces)
	return api, nil
}

// witFiles are the *.wit files of a folder and of those below it, sorted.
func witFiles(dir fs.FS) ([]string, error) {
	var paths []string
	err := fs.WalkDir(dir, ".", func(p string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return errors.New(p + " cannot be read")
		case e.IsDir():
			if strings.Count(p, "/") >= maxDepth || p != "." && strings.HasPrefix(e.Name(), ".") {
				return fs.SkipDir
			}
		case e.Type().IsRegular() && strings.HasSuffix(p, ".wit"):
			paths = append(paths, p)
		}
		if len(paths) > maxFiles {
			return fmt.Errorf("there are more than %d files", maxFiles)
		}
		return nil
	})
	return paths, err
}

func readFile(dir fs.FS, p string) (string, error) {
	info, err := fs.Stat(dir, p)
	if err != nil || !info.Mode().IsRegular() {
		return "", errors.New(p + " cannot be read")
	}
	if info.Size() > wittext.MaxSize {
		return "", fmt.Errorf("%s is larger than %d MiB", p, wittext.MaxSize>>20)
	}
	text, err := fs.ReadFile(dir, p)
	if err != nil {
		return "", errors.New(p + " cannot be read")
	}
	return string(text), nil
}

// packageOf is the name of the package that a folder's files belong to, "" where none says.
func packageOf(dir fs.FS, folder string, paths []string) string {
	for _, p := range paths {
		if path.Dir(p) != folder {
			continue
		}
		text, err := readFile(dir, p)
		if err != nil {
			continue
		}
		if file, err := wittext.Read(text); err == nil && file.Package.Name != "" {
			return file.Package.Name
		}
	}
	return ""
}

// add takes the interfaces of a package, and notes in exported those that a world only exports.
func (a *API) add(pkg *wittext.Package, exported map[string]bool) {
	for _, i := range pkg.Interfaces {
		a.Interfaces = append(a.Interfaces, i.Name)
		add := func(resource string, gate wittext.Gate, f *wittext.Func) {
			if gate.Feature != "" || f.Gate.Feature != "" || i.Gate.Feature != "" {
				return
			}
			known, _ := Lookup(i.Name, f.Name)
			known.Interface, known.Resource, known.Function = i.Name, resource, f.Name
			known.Since, known.SincePublished = cmp.Or(f.Gate.Since, gate.Since, i.Gate.Since, "0.0.0"), true
			known.facts(f.Docs)
			a.Functions = append(a.Functions, known)
		}
		for _, f := range i.Funcs {
			add("", wittext.Gate{}, f)
		}
		for _, t := range i.Types {
			for _, f := range t.Funcs {
				add(t.Name, t.Gate, f)
			}
		}
	}
	for _, w := range pkg.Worlds {
		for _, e := range w.Exports {
			if !slices.ContainsFunc(w.Imports, func(i wittext.WorldItem) bool { return i.Path == e.Path }) {
				exported[e.Path] = true
			}
		}
	}
}

// capabilityName is the form of capabilities.
var capabilityName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)*$`) })

// facts reads the documentation lines "Capability: …" and "Context: …" of a function. Lines that say something else under these words are prose.
func (f *Function) facts(docs string) {
	for line := range strings.Lines(docs) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		value = strings.TrimSuffix(strings.TrimSuffix(value, "."), " (published)")
		switch {
		case !ok:
		case name == "Capability" && value == "none":
			f.Capability, f.Published = "", true
		case name == "Capability" && capabilityName().MatchString(value):
			f.Capability, f.Published = value, true
		case name == "Context" && value == "any":
			f.Reserved, f.ReservedPublished = false, true
		case name == "Context" && value == "commands and events only":
			f.Reserved, f.ReservedPublished = true, true
		}
	}
}
