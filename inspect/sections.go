package inspect

import (
	"slices"
	"strings"

	"openidea-plugin/report"
)

// section is one section of a component or a core module: its bytes are those of its content, size those that it takes in the file.
type section struct {
	id      byte
	name    string // of a custom section
	content []byte
	size    int64
}

// Section ids.
const (
	customSection     = 0
	coreModuleSection = 1 // in a component
	componentSection  = 4 // in a component
	codeSection       = 10
	dataSection       = 11
	preamble          = 8
)

// each walks the sections of a component or core module, which has been decoded before: what is cut short ends the walk.
func each(data []byte, f func(section)) {
	if len(data) < preamble {
		return
	}
	for rest := data[preamble:]; len(rest) > 1; {
		n, used := leb(rest[1:])
		if used == 0 || n > uint64(len(rest)-1-used) {
			return
		}
		s := section{id: rest[0], content: rest[1+used : 1+used+int(n)], size: int64(1 + used + int(n))}
		if s.id == customSection {
			name, content, ok := text(s.content)
			if !ok {
				return
			}
			s.name, s.content = name, content
		}
		f(s)
		rest = rest[s.size:]
	}
}

// leb reads an unsigned number; used is 0 where there is none.
func leb(data []byte) (n uint64, used int) {
	for i, b := range data {
		if i > 4 {
			break
		}
		n |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			return n, i + 1
		}
	}
	return 0, 0
}

// text reads a name with its length before it.
func text(data []byte) (s string, rest []byte, ok bool) {
	n, used := leb(data)
	if used == 0 || n > uint64(len(data)-used) {
		return "", nil, false
	}
	return string(data[used : used+int(n)]), data[used+int(n):], true
}

// kinds are what sections are added up by, in the order in which they are named.
var kinds = []string{"code", "data", "names", "debug information", "other core sections", "component sections", "custom sections"}

// deepest is how many components may stand inside of one another.
const deepest = 100

// sections adds up the sections of a component by kind; together they are the size of the file.
func sections(data []byte) []report.InspectedSection {
	sum := make([]report.InspectedSection, len(kinds))
	for i, kind := range kinds {
		sum[i].Kind = kind
	}
	add := func(kind string, bytes int64) {
		s := &sum[slices.Index(kinds, kind)]
		s.Count++
		s.Bytes += bytes
	}
	var walk func(data []byte, core bool, depth int)
	walk = func(data []byte, core bool, depth int) {
		rest := "component sections"
		if core {
			rest = "other core sections"
		}
		if depth > deepest {
			add(rest, int64(len(data)))
			return
		}
		left := int64(len(data))
		each(data, func(s section) {
			left -= s.size
			switch nested := !core && (s.id == coreModuleSection || s.id == componentSection); {
			case nested:
				walk(s.content, s.id == coreModuleSection, depth+1)
				left += s.size - int64(len(s.content)) // the header of the section
			case s.id == customSection:
				add(customKind(s.name), s.size)
			case core && s.id == codeSection:
				add("code", s.size)
			case core && s.id == dataSection:
				add("data", s.size)
			default:
				add(rest, s.size)
			}
		})
		sum[slices.Index(kinds, rest)].Bytes += left
	}
	walk(data, false, 0)
	return slices.DeleteFunc(sum, func(s report.InspectedSection) bool { return s.Bytes == 0 })
}

func customKind(name string) string {
	switch {
	case name == "name" || name == "component-name":
		return "names"
	case strings.HasPrefix(name, ".debug"):
		return "debug information"
	}
	return "custom sections"
}

// mostProducers bounds what is kept of producers sections.
const mostProducers = 100

// producers are what the producers sections say, of the component and of the core modules in it, each once, sorted.
func producers(data []byte) []report.InspectedProducer {
	list := []report.InspectedProducer{}
	var walk func(data []byte, core bool, depth int)
	walk = func(data []byte, core bool, depth int) {
		each(data, func(s section) {
			switch {
			case !core && depth < deepest && (s.id == coreModuleSection || s.id == componentSection):
				walk(s.content, s.id == coreModuleSection, depth+1)
			case s.id == customSection && s.name == "producers":
				for _, p := range readProducers(s.content) {
					if len(list) < mostProducers && !slices.Contains(list, p) {
						list = append(list, p)
					}
				}
			}
		})
	}
	walk(data, false, 0)
	order := []string{"language", "sdk", "processed-by"}
	slices.SortFunc(list, func(a, b report.InspectedProducer) int {
		if c := slices.Index(order, a.Field) - slices.Index(order, b.Field); c != 0 {
			return c
		}
		return strings.Compare(a.Name+"\x00"+a.Version, b.Name+"\x00"+b.Version)
	})
	return list
}

// readProducers reads a producers section as far as it is well formed. Texts are cut to a bearable length.
func readProducers(data []byte) []report.InspectedProducer {
	const longest = 100
	cut := func(s string) string { return s[:min(len(s), longest)] }
	var list []report.InspectedProducer
	fields, used := leb(data)
	data = data[used:]
	for range fields {
		field, rest, ok := text(data)
		if !ok {
			break
		}
		values, used := leb(rest)
		data = rest[used:]
		for range values {
			name, rest, ok := text(data)
			if !ok {
				return list
			}
			version, rest, ok := text(rest)
			if !ok {
				return list
			}
			data = rest
			if len(list) < mostProducers {
				list = append(list, report.InspectedProducer{Field: cut(field), Name: cut(name), Version: cut(version)})
			}
		}
	}
	return list
}
