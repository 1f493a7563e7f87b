package wittext

import (
	"fmt"
	"slices"
	"strings"
)

// String is the file as text that Read reads again. Docs and gates are not written.
func (f *File) String() string {
	p := &printer{}
	if f.Package.Name != "" {
		p.line("package %s;", withVersion(f.Package.Name, f.Package.Version))
		p.line("")
	}
	p.definitions(&f.Package)
	for _, pkg := range f.Nested {
		p.line("")
		p.line("package %s {", withVersion(pkg.Name, pkg.Version))
		p.in(func() { p.definitions(pkg) })
		p.line("}")
	}
	return p.b.String()
}

type printer struct {
	b     strings.Builder
	depth int
}

func (p *printer) line(format string, args ...any) {
	if format != "" {
		p.b.WriteString(strings.Repeat("    ", p.depth))
		fmt.Fprintf(&p.b, format, args...)
	}
	p.b.WriteByte('\n')
}

func (p *printer) in(f func()) {
	p.depth++
	f()
	p.depth--
}

func withVersion(name, version string) string {
	parts := strings.Split(name, ":")
	for i, part := range parts {
		parts[i] = id(part)
	}
	name = strings.Join(parts, ":")
	if version != "" {
		name += "@" + version
	}
	return name
}

func (p *printer) definitions(pkg *Package) {
	for i, iface := range pkg.Interfaces {
		if i > 0 {
			p.line("")
		}
		p.line("interface %s {", id(iface.Name))
		p.in(func() { p.body(iface) })
		p.line("}")
	}
	for _, w := range pkg.Worlds {
		p.world(w)
	}
}

// section puts an empty line between two parts of which each has lines.
func (p *printer) section(first *bool, n int) {
	if n == 0 {
		return
	}
	if !*first {
		p.line("")
	}
	*first = false
}

func (p *printer) body(i *Interface) {
	first := true
	p.section(&first, len(i.Uses))
	p.uses(i.Uses)
	for _, t := range i.Types {
		p.section(&first, 1)
		p.typeDef(t)
	}
	p.section(&first, len(i.Funcs))
	for _, f := range i.Funcs {
		p.line("%s", f.text())
	}
}

func (p *printer) uses(uses []Use) {
	for _, u := range uses {
		p.line("use %s.{%s};", path(u.Path), renames(u.Names))
	}
}

func renames(list []UseName) string {
	var names []string
	for _, n := range list {
		name := id(n.Name)
		if n.As != n.Name {
			name += " as " + id(n.As)
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

func path(s string) string {
	pkg, name := splitPath(s)
	if pkg == "" {
		return id(name)
	}
	pkg, version, _ := strings.Cut(pkg, "@")
	text := withVersion(pkg, "") + "/" + id(name)
	if version != "" {
		text += "@" + version
	}
	return text
}

func (p *printer) typeDef(t *TypeDef) {
	switch t.Kind {
	case "type":
		p.line("type %s = %s;", id(t.Name), t.Type)
		return
	case "resource":
		if len(t.Funcs) == 0 {
			p.line("resource %s;", id(t.Name))
			return
		}
	}
	p.line("%s %s {", t.Kind, id(t.Name))
	p.in(func() {
		for _, f := range t.Fields {
			switch {
			case t.Kind == "record":
				p.line("%s: %s,", id(f.Name), f.Type)
			case f.Type != nil:
				p.line("%s(%s),", id(f.Name), f.Type)
			default:
				p.line("%s,", id(f.Name))
			}
		}
		for _, f := range t.Funcs {
			p.line("%s", f.text())
		}
	})
	p.line("}")
}

// text is a function with its name and the semicolon.
func (f *Func) text() string {
	switch f.Kind {
	case "constructor":
		return "constructor" + f.Type()[len("func"):] + ";"
	case "static":
		return id(f.Name) + ": static " + f.Type() + ";"
	}
	return id(f.Name) + ": " + f.Type() + ";"
}

// Type is the type of the function: "func(text: string) -> u32".
func (f *Func) Type() string {
	var params []string
	for _, a := range f.Params {
		params = append(params, id(a.Name)+": "+a.Type.String())
	}
	text := "func"
	if f.Accessor != "" {
		text = f.Accessor
	}
	if f.Async {
		text = "async " + text
	}
	text += "(" + strings.Join(params, ", ") + ")"
	if f.Result != nil {
		text += " -> " + f.Result.String()
	}
	return text
}

// String is the type as it is written; the missing type is "_".
func (t *Type) String() string {
	if t == nil {
		return "_"
	}
	if len(t.Args) == 0 {
		if _, constructor := arguments[t.Name]; constructor || primitive(t.Name) {
			return t.Name
		}
		return id(t.Name)
	}
	var args []string
	for _, a := range t.Args {
		args = append(args, a.String())
	}
	if t.Length != "" {
		args = append(args, t.Length)
	}
	return t.Name + "<" + strings.Join(args, ", ") + ">"
}

func (p *printer) world(w *World) {
	p.line("world %s {", id(w.Name))
	p.in(func() {
		p.uses(w.Uses)
		for _, t := range w.Types {
			p.typeDef(t)
		}
		for _, in := range w.Includes {
			if len(in.Names) > 0 {
				p.line("include %s with { %s }", path(in.Path), renames(in.Names))
				continue
			}
			p.line("include %s;", path(in.Path))
		}
		for _, i := range w.Imports {
			p.item("import", i)
		}
		if len(w.Imports) > 0 && len(w.Exports) > 0 {
			p.line("")
		}
		for _, e := range w.Exports {
			p.item("export", e)
		}
	})
	p.line("}")
}

func (p *printer) item(word string, i WorldItem) {
	switch {
	case i.Func != nil:
		p.line("%s %s: %s;", word, id(i.Name), i.Func.Type())
	case i.Interface != nil:
		p.line("%s %s: interface {", word, id(i.Name))
		p.in(func() { p.body(i.Interface) })
		p.line("}")
	case i.Name != "":
		p.line("%s %s: %s;", word, id(i.Name), path(i.Path))
	default:
		p.line("%s %s;", word, path(i.Path))
	}
}

// id is a name, with % before one that is a keyword.
func id(name string) string {
	if keyword(name) {
		return "%" + name
	}
	return name
}

var primitives = []string{"bool", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "f32", "f64", "char", "string", "error-context"}

func primitive(name string) bool { return slices.Contains(primitives, name) }

// keywords are the words that need % as a name, besides primitives and the constructors of types.
var keywords = strings.Fields("as async constructor enum export flags from func import include interface package record resource static type use variant with world float32 float64")

func keyword(name string) bool {
	_, constructor := arguments[name]
	return constructor || primitive(name) || slices.Contains(keywords, name)
}
