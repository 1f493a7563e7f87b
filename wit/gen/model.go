package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// model is what the generator needs of the WIT: its functions and which interfaces are exports.
// It reads the model's own, uniformly written files line by line and refuses what it does not
// know; wasm-tools is the judge of whether they are WIT at all.
type model struct {
	functions []function
	exported  map[string]bool
}

type function struct {
	at                    string // file:line
	iface, resource, name string
	lines                 map[string]string // "Capability" → "project.read (published)."

	capability          string
	capabilityPublished bool
	reserved            bool
	contextPublished    bool
	since               string
	sincePublished      bool
}

// factLines are the documentation lines that the table is made of.
var factLines = []string{"Capability", "Context", "Since"}

func (m *model) read(file, text string) error {
	if m.exported == nil {
		m.exported = map[string]bool{}
	}
	var iface, ifaceSince, resource, since string
	facts := map[string]string{}
	for i, line := range strings.Split(text, "\n") {
		at := fmt.Sprintf("%s:%d", file, i+1)
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "///"):
			for _, fact := range factLines {
				if value, ok := strings.CutPrefix(line, "/// "+fact+": "); ok {
					if facts[fact] != "" {
						return fmt.Errorf("%s: a second line %q", at, fact)
					}
					facts[fact] = value
				}
			}
			continue
		case strings.HasPrefix(line, "@since(version = "):
			since = strings.TrimSuffix(strings.TrimPrefix(line, "@since(version = "), ")")
			continue
		case strings.HasPrefix(line, "interface "):
			iface, ifaceSince, resource = strings.Fields(line)[1], since, ""
			if since == "" {
				return fmt.Errorf("%s: interface %s has no @since", at, iface)
			}
		case strings.HasPrefix(line, "resource "):
			resource = strings.Fields(line)[1]
		case line == "}":
			resource = "" // functions stand directly in an interface or in a resource, so this ends it
		case strings.HasPrefix(line, "export "):
			m.exported[strings.TrimSuffix(strings.TrimPrefix(line, "export "), ";")] = true
		case strings.Contains(line, ": func("):
			name, _, _ := strings.Cut(line, ":")
			m.functions = append(m.functions, function{
				at: at, iface: iface, resource: resource, name: name, lines: facts,
				since: cmp.Or(since, ifaceSince),
			})
		}
		if line != "" {
			facts, since = map[string]string{}, ""
		}
	}
	return nil
}

// imported gives the functions that a plugin imports, ordered, with their facts read.
func (m *model) imported() ([]function, error) {
	var out []function
	for _, f := range m.functions {
		if m.exported[f.iface] {
			if len(f.lines) > 0 {
				return nil, fmt.Errorf("%s: %s is an export: it needs no capability and has no context", f.at, f.name)
			}
			continue
		}
		if err := f.readFacts(); err != nil {
			return nil, fmt.Errorf("%s: %s#%s: %w", f.at, f.iface, f.name, err)
		}
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b function) int {
		return cmp.Or(strings.Compare(a.iface, b.iface), strings.Compare(a.name, b.name))
	})
	for i := 1; i < len(out); i++ {
		if out[i].iface == out[i-1].iface && out[i].name == out[i-1].name {
			return nil, fmt.Errorf("%s: %s#%s is there twice, also at %s", out[i].at, out[i].iface, out[i].name, out[i-1].at)
		}
	}
	return out, nil
}

func (f *function) readFacts() error {
	capability, published, err := fact(f.lines, "Capability")
	if err != nil {
		return err
	}
	f.capabilityPublished = published
	if capability != "none" {
		f.capability = capability
	}
	context, published, err := fact(f.lines, "Context")
	if err != nil {
		return err
	}
	f.contextPublished = published
	switch context {
	case "any":
	case "commands and events only":
		f.reserved = true
	default:
		return fmt.Errorf(`the line "Context" says %q, not "any" or "commands and events only"`, context)
	}
	if f.lines["Since"] == "" {
		return nil
	}
	since, published, err := fact(f.lines, "Since")
	if err != nil {
		return err
	}
	f.sincePublished = published
	if since != f.since {
		return fmt.Errorf(`the line "Since" says %s, @since says %s`, since, f.since)
	}
	return nil
}

// fact reads "project.read (published)." into "project.read" and true.
func fact(lines map[string]string, name string) (value string, published bool, err error) {
	line, ok := lines[name]
	if !ok {
		return "", false, fmt.Errorf("its documentation has no line %q", name)
	}
	value, ok = strings.CutSuffix(line, ".")
	if !ok {
		return "", false, fmt.Errorf("the line %q does not end with a full stop", name)
	}
	value, published = strings.CutSuffix(value, " (published)")
	return value, published, nil
}
