package plugin

import (
	"crypto/sha256"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"openidea-plugin/component"
)

// Inputs are the files that the plugin was read from, or would be if they were there: absolute paths, sorted.
func (p *Plugin) Inputs() []string {
	inputs := []string{p.manifestFile}
	add := func(at *Location) {
		if at != nil && filepath.IsLocal(filepath.FromSlash(at.Clean)) {
			inputs = append(inputs, filepath.Join(p.Dir, filepath.FromSlash(at.Clean)))
		}
	}
	for _, t := range p.Tools {
		switch {
		case t.Schema != nil:
			add(&t.Schema.Location)
		case t.Unread != nil:
			add(&Location{Clean: path.Clean(t.InputSchema.Value)})
		}
	}
	add(p.WasmAt)
	slices.Sort(inputs)
	return slices.Compact(inputs)
}

// Components remembers the component of each plugin from one reading to the next, so that a file that has not changed is decoded and compiled once.
// The zero value is ready; it is safe for concurrent use.
type Components struct {
	mu     sync.Mutex
	byFile map[string]decoded
	other  bool
}

type decoded struct {
	sum       [sha256.Size]byte
	component *component.Component
}

// parse decodes data, which was read from file, unless it is what was read the last time.
func (c *Components) parse(file string, data []byte) (*component.Component, error) {
	if c == nil {
		return component.Parse(data)
	}
	sum := sha256.Sum256(data)
	c.mu.Lock()
	before, ok := c.byFile[file]
	c.mu.Unlock()
	if ok && before.sum == sum {
		return before.component, nil
	}
	parsed, err := component.Parse(data)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.other = c.other || ok
	if err != nil {
		delete(c.byFile, file)
		return nil, err
	}
	if c.byFile == nil {
		c.byFile = map[string]decoded{}
	}
	c.byFile[file] = decoded{sum, parsed}
	return parsed, nil
}

// Load is the function Load with a memory.
func (c *Components) Load(cwd string, m ManifestPath) (*Plugin, *ReadError) {
	return (&Plugin{components: c}).load(cwd, m)
}

// Replaced says whether another component has taken the place of one since it was last asked. What was made of the old one is of no use any more.
func (c *Components) Replaced() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	other := c.other
	c.other = false
	return other
}
