package wittext

import (
	"slices"
	"strings"

	"openidea-plugin/component/types"
)

// Component describes what a component imports and exports as WIT: a world `root` of a package root:component, and the packages of its interfaces, each in braces.
// An interface that is imported has only the functions that the component really imports. What WIT cannot say (an import of a core module, a component or a value) is
// left out; other says what it is.
func Component(imports, exports []types.Named) (f *File, other []string) {
	d := &describer{owners: map[any]owner{}, aliases: map[string]owner{}, byName: map[string]*content{}, used: map[used]bool{}}
	w := &World{Name: "root"}
	top := &scope{names: map[*types.Type]string{}, keys: map[any]string{}}
	for _, e := range imports {
		w.Imports = append(w.Imports, d.item(top, w, e)...)
	}
	for _, e := range exports {
		w.Exports = append(w.Exports, d.item(top, w, e)...)
	}
	f = &File{Package: Package{Name: "root:component", Worlds: []*World{w}}, Nested: d.packages}
	return f, d.other
}

type describer struct {
	packages []*Package
	byName   map[string]*content
	used     map[used]bool
	// owners are the interfaces that define a type, by what the type is; aliases those of types that are known by name and form alone.
	owners  map[any]owner
	aliases map[string]owner
	other   []string
}

// content is an interface with what it has by name, so that components with very many names take no more than their time.
type content struct {
	*Interface
	seen      map[string]bool
	resources map[string]*TypeDef
}

func newContent(name string) *content {
	return &content{Interface: &Interface{Name: name}, seen: map[string]bool{}, resources: map[string]*TypeDef{}}
}

// used is a name that a scope takes from a path.
type used struct {
	scope, path string
	name        UseName
}

// owner is the interface, by its full name, that defines a type, and the type's name there.
type owner struct{ iface, name string }

// scope is where types are referred to: an interface, or the world (without a name).
type scope struct {
	name  string
	names map[*types.Type]string
	keys  map[any]string
	uses  *[]Use
}

// identity is what a type is known by, whatever names it goes by: the resource, or the storage of its parts, which all names of a type share. It is nil for
// types that have no identity of their own.
func identity(t *types.Type, r *types.Resource) any {
	switch {
	case r != nil:
		return r
	case t.Kind == types.Record && len(t.Fields) > 0:
		return &t.Fields[0]
	case t.Kind == types.Variant && len(t.Cases) > 0:
		return &t.Cases[0]
	case (t.Kind == types.Enum || t.Kind == types.Flags) && len(t.Labels) > 0:
		return &t.Labels[0]
	}
	return nil
}

// item is an import or export of the world.
func (d *describer) item(top *scope, w *World, e types.Named) []WorldItem {
	switch e.Sort {
	case types.SortInstance:
		if !strings.Contains(e.Name, "/") {
			c := newContent(e.Name)
			d.fill(c, e.Name, e.Instance)
			return []WorldItem{{Name: e.Name, Interface: c.Interface}}
		}
		d.iface(e.Name, e.Instance)
		return []WorldItem{{Path: e.Name}}
	case types.SortFunc:
		if resource, _, ok := ofResource(e.Name); ok {
			for _, t := range w.Types {
				if t.Name == resource {
					t.Funcs = append(t.Funcs, d.fn(top, e.Name, e.Func))
					return nil
				}
			}
		}
		f := d.fn(top, e.Name, e.Func)
		return []WorldItem{{Name: f.Name, Func: f}}
	case types.SortType:
		top.uses = &w.Uses
		if t := d.typeDef(top, e.Name, e.Type); t != nil {
			w.Types = append(w.Types, t)
		}
	default:
		d.other = append(d.other, e.Sort.String()+" "+e.Name)
	}
	return nil
}

// iface notes an interface of a package. One that is both imported and exported is described once, with all that either has.
func (d *describer) iface(name string, in *types.Instance) {
	c := d.byName[name]
	if c == nil {
		pkg, short := splitPath(name)
		pkgName, version, _ := strings.Cut(pkg, "@")
		at := slices.IndexFunc(d.packages, func(p *Package) bool { return p.Name == pkgName && p.Version == version })
		if at < 0 {
			at = len(d.packages)
			d.packages = append(d.packages, &Package{Name: pkgName, Version: version})
		}
		c = newContent(short)
		d.byName[name] = c
		d.packages[at].Interfaces = append(d.packages[at].Interfaces, c.Interface)
	}
	d.fill(c, name, in)
}

func (d *describer) fill(c *content, name string, in *types.Instance) {
	s := &scope{name: name, names: map[*types.Type]string{}, keys: map[any]string{}, uses: &c.Uses}
	for _, e := range in.Exports {
		again := c.seen[e.Name]
		c.seen[e.Name] = true
		switch e.Sort {
		case types.SortType: // also one that is there already: it has a name in this scope
			t := d.typeDef(s, e.Name, e.Type)
			if t == nil || again {
				continue
			}
			c.Types = append(c.Types, t)
			if t.Kind == "resource" {
				c.resources[t.Name] = t
			}
		case types.SortFunc:
			if again {
				continue
			}
			list := &c.Funcs
			if resource, _, ok := ofResource(e.Name); ok && c.resources[resource] != nil {
				list = &c.resources[resource].Funcs
			}
			*list = append(*list, d.fn(s, e.Name, e.Func))
		default:
			d.other = append(d.other, e.Sort.String()+" "+e.Name+" of "+name)
		}
	}
}

// ofResource takes "[method]project.read-file" apart: resource and kind.
func ofResource(name string) (resource, kind string, ok bool) {
	kind, rest, ok := strings.Cut(name, "]")
	if !ok {
		return "", "", false
	}
	resource, _, _ = strings.Cut(rest, ".")
	return resource, strings.TrimPrefix(kind, "["), true
}

func (d *describer) fn(s *scope, name string, t *types.Func) *Func {
	f := &Func{Name: name}
	params := t.Params
	if _, kind, ok := ofResource(name); ok {
		f.Kind = kind
		f.Name = name[strings.LastIndexByte(name, '.')+1:]
		switch {
		case kind == "constructor":
			f.Name = kind
		case kind == "method" && len(params) > 0:
			params = params[1:]
		}
	}
	for _, p := range params {
		f.Params = append(f.Params, Field{Name: p.Name, Type: d.typ(s, p.Type)})
	}
	if t.Result != nil && !(f.Kind == "constructor" && t.Result.Kind == types.Own) {
		f.Result = d.typ(s, t.Result)
	}
	return f
}

// typeDef gives the definition of a type that goes by name in the scope, or nil where it is used from another interface.
func (d *describer) typeDef(s *scope, name string, t *types.TypeDef) *TypeDef {
	if t.Value == nil && t.Resource == nil {
		d.other = append(d.other, "type "+name)
		return nil
	}
	key := identity(t.Value, t.Resource)
	local := s.keys[key]
	if t.Value != nil && t.Value.Kind > types.String { // primitives are shared: what refers to one cannot be told from what refers to its name
		defer func() { s.names[t.Value] = name }()
	}
	if key != nil && local != "" {
		return &TypeDef{Kind: "type", Name: name, Type: &Type{Name: local}}
	}
	own := owner{s.name, name}
	var alias string
	from, known := d.owners[key]
	if key == nil || !known {
		alias = name
		if t.Value != nil {
			alias += " " + t.Value.String()
			from, known = d.aliases[alias]
		}
	}
	if key != nil {
		s.keys[key] = name
	}
	if known && from.iface != s.name && from.iface != "" {
		d.use(s, from, name)
		return nil
	}
	if key != nil {
		d.owners[key] = own
	}
	if t.Value != nil {
		d.aliases[alias] = own
	}
	return d.define(s, name, t)
}

// use takes a type of another interface into the scope.
func (d *describer) use(s *scope, from owner, as string) {
	path := from.iface
	pkg, short := splitPath(from.iface)
	if here, _ := splitPath(s.name); here == pkg && pkg != "" {
		path = short
	}
	at := slices.IndexFunc(*s.uses, func(u Use) bool { return u.Path == path })
	if at < 0 {
		at = len(*s.uses)
		*s.uses = append(*s.uses, Use{Path: path})
	}
	key := used{s.name, path, UseName{from.name, as}}
	if !d.used[key] {
		d.used[key] = true
		(*s.uses)[at].Names = append((*s.uses)[at].Names, key.name)
	}
}

func (d *describer) define(s *scope, name string, t *types.TypeDef) *TypeDef {
	def := &TypeDef{Name: name, Kind: "type"}
	if t.Resource != nil {
		def.Kind = "resource"
		return def
	}
	v := t.Value
	switch v.Kind {
	case types.Record:
		for _, f := range v.Fields {
			def.Fields = append(def.Fields, Field{Name: f.Name, Type: d.typ(s, f.Type)})
		}
	case types.Variant:
		for _, c := range v.Cases {
			f := Field{Name: c.Name}
			if c.Type != nil {
				f.Type = d.typ(s, c.Type)
			}
			def.Fields = append(def.Fields, f)
		}
	case types.Enum, types.Flags:
		for _, l := range v.Labels {
			def.Fields = append(def.Fields, Field{Name: l})
		}
	default:
		def.Type = d.typ(s, v)
		return def
	}
	def.Kind = v.Kind.String()
	return def
}

// typ refers to a type: by its name where it has one in the scope, else as it is made.
func (d *describer) typ(s *scope, t *types.Type) *Type {
	if name, ok := s.names[t]; ok {
		return &Type{Name: name}
	}
	one := func(name string, args ...*types.Type) *Type {
		w := &Type{Name: name}
		for _, a := range args {
			if a == nil {
				w.Args = append(w.Args, nil)
				continue
			}
			w.Args = append(w.Args, d.typ(s, a))
		}
		return w
	}
	switch t.Kind {
	case types.Own:
		return &Type{Name: d.named(s, t, t.Resource)}
	case types.Borrow:
		return &Type{Name: "borrow", Args: []*Type{{Name: d.named(s, t, t.Resource)}}}
	case types.Record, types.Variant, types.Enum, types.Flags:
		return &Type{Name: d.named(s, t, nil)}
	case types.List:
		return one("list", t.Elem)
	case types.Option:
		return one("option", t.Elem)
	case types.Tuple:
		w := &Type{Name: "tuple"}
		for _, f := range t.Fields {
			w.Args = append(w.Args, d.typ(s, f.Type))
		}
		return w
	case types.Result:
		switch {
		case t.Ok == nil && t.Err == nil:
			return &Type{Name: "result"}
		case t.Err == nil:
			return one("result", t.Ok)
		}
		return one("result", t.Ok, t.Err)
	}
	return &Type{Name: t.Kind.String()}
}

// named is the name of a type that must have one: in the scope, or taken from the interface that defines it.
func (d *describer) named(s *scope, t *types.Type, r *types.Resource) string {
	key := identity(t, r)
	if name := s.keys[key]; name != "" {
		return name
	}
	if from, ok := d.owners[key]; ok && from.iface != s.name && s.uses != nil {
		d.use(s, from, from.name)
		s.keys[key] = from.name
		return from.name
	}
	if r != nil && r.Name != "" {
		return r.Name
	}
	return t.Kind.String()
}
