package files

import (
	"maps"
	"slices"
	"strings"
)

// paths finds what lies below a folder in a tree of very many files without looking at each of them. Trees that come from one another share the slices, which are
// never changed in place.
type paths struct {
	// sorted were all paths at some time.
	sorted []string
	// changed are paths that came or went since then, in no order; some of them several times.
	changed []string
}

// few is how many changes are looked through one by one at least.
const few = 256

// note remembers that a path came or went.
func (p *paths) note(path string) { p.changed = append(p.changed, path) }

// shared is p for another tree.
func (p *paths) shared() paths { return paths{p.sorted, slices.Clip(p.changed)} }

// settle sorts the paths of all files anew.
func (t *Tree) settle() {
	t.paths = paths{sorted: slices.Sorted(maps.Keys(t.files))}
}

// isFolder says whether files lie below path.
func (t *Tree) isFolder(path string) bool {
	if len(t.paths.changed) > max(few, len(t.paths.sorted)/16) {
		t.settle()
	}
	prefix := path + "/"
	below := func(other string) bool {
		_, exists := t.files[other]
		return exists && strings.HasPrefix(other, prefix)
	}
	from, _ := slices.BinarySearch(t.paths.sorted, prefix)
	for _, other := range t.paths.sorted[from:] {
		if !strings.HasPrefix(other, prefix) {
			break
		}
		if below(other) {
			return true
		}
	}
	return slices.ContainsFunc(t.paths.changed, below)
}
