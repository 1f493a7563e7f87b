package report

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// InspectText prints what the IDE will see of each plugin, for people. Paths of schemas are relative to the plugin's folder.
func InspectText(w io.Writer, plugins []*Inspected) error {
	out := bufio.NewWriter(w)
	for i, p := range plugins {
		if i > 0 {
			fmt.Fprintln(out)
		}
		p.print(out)
	}
	return out.Flush()
}

func (p *Inspected) print(out io.Writer) {
	head := []string{strings.TrimSpace(orElse(p.ID, "(no id)") + " " + p.Version)}
	if p.Engines != "" {
		head = append(head, "engines "+p.Engines)
	}
	if folder := path.Dir(p.Manifest); folder != "." {
		head = append(head, "in "+folder)
	}
	head = append(head, p.Component.words())
	fmt.Fprintln(out, Escape(strings.Join(head, "   ")))
	p.printTools(out)
	if p.Component.Path == "" || p.Component.Problem != "" {
		p.printFindings(out)
		return
	}
	row(out, "exports", p.exportRow())
	row(out, "imports", p.importRows())
	row(out, "made by", p.madeWith())
	row(out, "size", []string{joined(p.Component.Sections, func(s InspectedSection) string { return s.Kind + " " + size(s.Bytes) })})
	p.printFindings(out)
}

func (p *Inspected) printFindings(out io.Writer) {
	var counts []string
	for _, c := range []struct {
		n    int
		noun string
	}{{p.Findings.Errors, "error"}, {p.Findings.Warnings, "warning"}, {p.Findings.Notes, "note"}} {
		if c.n > 0 {
			counts = append(counts, Plural(c.n, c.noun))
		}
	}
	command := "openidea-plugin check"
	if p.Findings.Errors+p.Findings.Warnings == 0 {
		command += " --notes"
	}
	if len(counts) > 0 {
		row(out, "check", []string{strings.Join(counts, ", ") + ": " + command + " says more"})
	}
}

// words are the component in the first line.
func (c *InspectedComponent) words() string {
	switch {
	case c.Path == "":
		return "no component"
	case c.Problem != "":
		return c.Path + ": " + c.Problem
	}
	return c.Path + " (" + size(c.Bytes) + " component)"
}

func (p *Inspected) printTools(out io.Writer) {
	var rows [][]string
	for _, t := range p.Tools {
		kind := "read-only"
		if !t.Annotations.ReadOnly {
			kind = "writes"
		}
		if t.Annotations.Destructive {
			kind += ", destructive"
		}
		schema := t.Schema.Path + " (" + size(t.Schema.Bytes) + ")"
		switch {
		case t.Schema.Path == "":
			schema = "no schema"
		case t.Schema.Problem != "":
			schema = t.Schema.Path + ": " + t.Schema.Problem
		}
		if len(t.Withheld) > 0 {
			schema += "   withheld: registered by " + strings.Join(t.Withheld, ", ") + " too"
		}
		rows = append(rows, []string{Escape(t.Registered), kind, Escape(schema)})
	}
	var width [2]int
	for _, r := range rows {
		for i := range width {
			width[i] = max(width[i], len([]rune(r[i])))
		}
	}
	for _, r := range rows {
		fmt.Fprintf(out, "  %-*s  %-*s  %s\n", width[0], r[0], width[1], r[1], r[2])
	}
	if len(rows) == 0 {
		fmt.Fprintln(out, "  no tools")
	}
}

// row prints a name and lines beside it.
func row(out io.Writer, name string, lines []string) {
	for _, line := range lines {
		if line == "" {
			line = "nothing"
		}
		fmt.Fprintf(out, "%-9s%s\n", name, Escape(line))
		name = ""
	}
}

// exportRow are the exports, by name.
func (p *Inspected) exportRow() []string {
	var names []string
	for _, i := range p.Exports {
		if i.Interface != "" {
			names = append(names, i.Interface)
			continue
		}
		for _, f := range i.Functions {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return []string{strings.Join(names, ", ")}
}

// importRows are the imports: the plugin API interface by interface, then WASI in one line for each version, then the rest.
func (p *Inspected) importRows() []string {
	var api, wasi, rest []string
	byVersion := map[string][]string{}
	for _, i := range p.Imports {
		pkg, version, _ := strings.Cut(i.Interface, "@")
		pkg, _, _ = strings.Cut(pkg, "/")
		switch {
		case i.Short != "" && len(i.Functions) > 0:
			api = append(api, i.Short+": "+joined(i.Functions, func(f InspectedFunction) string { return f.Name })+p.needs(i.Short))
		case i.Short != "": // only types
		case strings.HasPrefix(pkg, "wasi:"):
			name := strings.TrimPrefix(pkg, "wasi:")
			if byVersion[version] == nil {
				wasi = append(wasi, version)
			}
			if !slices.Contains(byVersion[version], name) {
				byVersion[version] = append(byVersion[version], name)
			}
		case i.Interface == "":
			rest = append(rest, joined(i.Functions, func(f InspectedFunction) string { return f.Name }))
		default:
			rest = append(rest, i.Interface+": "+joined(i.Functions, func(f InspectedFunction) string { return f.Name }))
		}
	}
	slices.Sort(wasi)
	for i, version := range wasi {
		wasi[i] = "wasi: " + strings.Join(byVersion[version], ", ") + " (" + orElse(version, "no version") + ")"
	}
	if rows := append(append(api, wasi...), rest...); len(rows) > 0 {
		return rows
	}
	return []string{""}
}

// needs are the capabilities that functions of an interface of the plugin API need.
func (p *Inspected) needs(short string) string {
	var list []string
	for _, n := range p.Needs {
		if !slices.ContainsFunc(n.Functions, func(f string) bool { return strings.HasPrefix(f, short+".") }) {
			continue
		}
		switch n.Listed {
		case "":
			list = append(list, n.Capability+" (not listed: denied)")
		case "optional":
			list = append(list, n.Capability+" (optional)")
		default:
			list = append(list, n.Capability)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "   needs " + strings.Join(list, ", ")
}

func (p *Inspected) madeWith() []string {
	if len(p.Component.MadeWith) == 0 {
		return nil
	}
	return []string{joined(p.Component.MadeWith, func(m InspectedProducer) string { return strings.TrimSpace(m.Name + " " + m.Version) })}
}

// size is a number of bytes for people, in units of 1000.
func size(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 999_500:
		return fmt.Sprintf("%d KB", (n+500)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

func joined[T any](list []T, text func(T) string) string {
	var parts []string
	for _, item := range list {
		parts = append(parts, text(item))
	}
	return strings.Join(parts, ", ")
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
