package plugin

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestSearchTellsOfEach: whoever is told of manifests while the search goes on hears of the same ones as in the end, once each, whatever lies between them and however
// the paths lead there.
func TestSearchTellsOfEach(t *testing.T) {
	root := t.TempDir()
	var all []string
	for i := range 40 {
		all = append(all, fmt.Sprintf("w/p%02d/plugin.toml", i))
	}
	lay(t, root, append(slices.Clone(all), "w/none/x", "w/p-20/deep/er/plugin.toml")...)
	all = append(all, "w/p-20/deep/er/plugin.toml")
	link(t, "w", filepath.Join(root, "a-link"))
	link(t, "..", filepath.Join(root, "w", "none", "loop"))
	if err := os.Mkdir(filepath.Join(root, "w", "p15-loop"), 0o755); err != nil {
		t.Fatal(err)
	}
	link(t, "plugin.toml", filepath.Join(root, "w", "p15-loop", "plugin.toml"))
	var linked []string
	for _, p := range all {
		linked = append(linked, "a-link"+p[1:])
	}
	for _, c := range []struct {
		paths, want []string
		errors      int
	}{
		{[]string{"w"}, all, 1},
		{[]string{"."}, all, 1},
		{[]string{"w", "w/p03", "w/p39/plugin.toml"}, all, 1},
		{[]string{"w/p03", filepath.Join(root, "w")}, all, 1},
		{[]string{"a-link"}, linked, 1},
		{[]string{"w", "a-link"}, linked, 2},
		{[]string{"a-link", "w"}, linked, 2},
		{[]string{"w/p03", "nothing", "w/p02"}, []string{"w/p02/plugin.toml", "w/p03/plugin.toml"}, 1},
		{[]string{"w/p01", "a-link/p01", "w/p02"}, []string{"a-link/p01/plugin.toml", "w/p02/plugin.toml"}, 0},
	} {
		var told []ManifestPath
		f := Search(root, c.paths, func(m ManifestPath) { told = append(told, m) })
		slices.Sort(c.want)
		if got := printed(f); !slices.Equal(got, c.want) || len(f.Errors) != c.errors {
			t.Errorf("%v: found %v, errors %v", c.paths, got, f.Errors)
		}
		slices.SortFunc(told, func(a, b ManifestPath) int { return slices.Compare([]byte(a.Printed), []byte(b.Printed)) })
		if !slices.Equal(told, f.Manifests) {
			t.Errorf("%v: told of %v, found %v", c.paths, told, f.Manifests)
		}
	}
}
