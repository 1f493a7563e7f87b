package files

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// Change is how one file differs between two trees. A nil Before is a file that was created, a nil After one that was deleted.
type Change struct {
	Path          string
	Before, After []byte
}

// Word is "created", "deleted" or "changed".
func (c Change) Word() string {
	switch {
	case c.Before == nil:
		return "created"
	case c.After == nil:
		return "deleted"
	}
	return "changed"
}

// maxDiffed is how long the texts of a file may be for its lines to be compared, in bytes.
const maxDiffed = 4 << 20

// Unified is the change as a unified diff, with /dev/null for what is not there. Of texts that are large together it says only how large.
func (c Change) Unified() string {
	from, to := "a/"+c.Path, "b/"+c.Path
	if c.Before == nil {
		from = "/dev/null"
	}
	if c.After == nil {
		to = "/dev/null"
	}
	if len(c.Before)+len(c.After) > maxDiffed {
		return fmt.Sprintf("--- %s\n+++ %s\n@@ %d bytes, then %d bytes @@\n", from, to, len(c.Before), len(c.After))
	}
	text := string(diff.Diff(from, c.Before, to, c.After))
	if _, rest, ok := strings.Cut(text, "\n"); ok { // the first line says "diff" and the names
		return rest
	}
	return fmt.Sprintf("--- %s\n+++ %s\n", from, to) // an empty file came or went
}

// DiffFile says how one file differs; differs is false where it does not.
func DiffFile(before, after *Tree, path string) (c Change, differs bool) {
	old, was := before.files[path]
	now, is := after.files[path]
	if was == is && string(old) == string(now) {
		return Change{}, false
	}
	c.Path = path
	if was {
		c.Before = present(old)
	}
	if is {
		c.After = present(now)
	}
	return c, true
}

// Diff gives the files that differ, by path.
func Diff(before, after *Tree) []Change {
	var changes []Change
	note := func(path string) {
		if c, differs := DiffFile(before, after, path); differs {
			changes = append(changes, c)
		}
	}
	for path := range before.files {
		note(path)
	}
	for path := range after.files {
		if _, ok := before.files[path]; !ok {
			note(path)
		}
	}
	slices.SortFunc(changes, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return changes
}

// present tells the contents of an empty file from those of a missing one.
func present(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}
