package wittext

func (p *parser) interfaceBody(i *Interface) {
	p.need("{")
	for !p.take("}") {
		docs := p.tok.docs
		gate := p.gate()
		switch t := p.typeDef(docs, gate); {
		case t != nil:
			i.Types = append(i.Types, t)
		case p.take("use"):
			i.Uses = append(i.Uses, p.use(gate))
		default:
			i.Funcs = append(i.Funcs, p.namedFunc(docs, gate))
		}
	}
}

func (p *parser) use(gate Gate) Use {
	u := Use{Path: p.path(), Gate: gate}
	p.need(".")
	u.Names = p.renamedList()
	p.need(";")
	return u
}

// renamedList reads "{name, name as other}".
func (p *parser) renamedList() []UseName {
	var names []UseName
	p.need("{")
	for !p.take("}") {
		names = append(names, p.renamed())
		if !p.is("}") {
			p.need(",")
		}
	}
	return names
}

// renamed reads "name" or "name as other".
func (p *parser) renamed() UseName {
	n := UseName{Name: p.name()}
	n.As = n.Name
	if p.take("as") {
		n.As = p.name()
	}
	return n
}

func (p *parser) namedFunc(docs string, gate Gate) *Func {
	f := &Func{Docs: docs, Gate: gate, Pos: p.tok.pos, Name: p.name()}
	p.need(":")
	p.signature(f)
	p.need(";")
	return f
}

// signature reads "async? func(…) -> …", or "get(…) -> …" and "set(…)" of a property.
func (p *parser) signature(f *Func) {
	switch f.Async = p.take("async"); {
	case !f.Async && (p.is("get") || p.is("set")):
		f.Accessor = p.name()
	default:
		p.need("func")
	}
	f.Params = p.params()
	if p.take("->") {
		f.Result = p.typ()
	}
}

func (p *parser) params() []Field {
	var list []Field
	p.need("(")
	for !p.take(")") {
		f := Field{Docs: p.tok.docs, Name: p.name()}
		p.need(":")
		f.Type = p.typ()
		list = append(list, f)
		if !p.is(")") {
			p.need(",")
		}
	}
	return list
}

// typeDef reads a type definition, or nothing (nil) where none begins. A function may be called as a keyword is: then ":" follows.
func (p *parser) typeDef(docs string, gate Gate) *TypeDef {
	t := &TypeDef{Kind: p.tok.text, Docs: docs, Gate: gate, Pos: p.tok.pos}
	if p.tok.kind != word || p.tok.escaped || p.beforeColon() {
		return nil
	}
	switch t.Kind {
	case "resource":
		p.step()
		t.Name = p.name()
		if !p.take(";") {
			p.resource(t)
		}
	case "record":
		p.cases(t, func() *Type {
			p.need(":")
			return p.typ()
		})
	case "variant":
		p.cases(t, func() (payload *Type) {
			if p.take("(") {
				payload = p.typ()
				p.need(")")
			}
			return payload
		})
	case "enum", "flags":
		p.cases(t, func() *Type { return nil })
	case "type":
		p.step()
		t.Name = p.name()
		p.need("=")
		t.Type = p.typ()
		p.need(";")
	default:
		return nil
	}
	return t
}

// beforeColon says whether a colon follows the token.
func (p *parser) beforeColon() bool { return p.beforeSymbol(":") }

func (p *parser) beforeSymbol(text string) bool {
	ahead := p.lexer
	t := ahead.next()
	return t.kind == symbol && t.text == text
}

func (p *parser) cases(t *TypeDef, payload func() *Type) {
	p.step()
	t.Name = p.name()
	p.need("{")
	for !p.take("}") {
		f := Field{Docs: p.tok.docs}
		p.gate()
		f.Name = p.name()
		f.Type = payload()
		t.Fields = append(t.Fields, f)
		if !p.is("}") {
			p.need(",")
		}
	}
}

func (p *parser) resource(t *TypeDef) {
	p.need("{")
	for !p.take("}") {
		docs := p.tok.docs
		f := &Func{Kind: "method", Docs: docs, Gate: p.gate(), Pos: p.tok.pos}
		if p.is("constructor") && !p.beforeColon() {
			f.Kind, f.Name = "constructor", "constructor"
			p.step()
			f.Params = p.params()
			if p.take("->") {
				f.Result = p.typ()
			}
			p.need(";")
			t.Funcs = append(t.Funcs, f)
			continue
		}
		f.Name = p.name()
		p.need(":")
		if p.take("static") {
			f.Kind = "static"
		}
		p.signature(f)
		p.need(";")
		t.Funcs = append(t.Funcs, f)
	}
}

// arguments are how many types stand between the angle brackets of each constructor, at least and at most.
var arguments = map[string][2]int{
	"list": {1, 1}, "option": {1, 1}, "result": {0, 2}, "tuple": {1, 1 << 16}, "future": {0, 1}, "stream": {0, 1}, "borrow": {1, 1}, "own": {1, 1}, "map": {2, 2},
}

func (p *parser) typ() *Type {
	p.depth++
	if p.depth > maxDepth {
		panic(&Error{p.tok.pos, "types are nested too deeply"})
	}
	defer func() { p.depth-- }()
	keyword, pos := !p.tok.escaped, p.tok.pos
	t := &Type{Name: p.name()}
	bounds, constructor := arguments[t.Name]
	if !keyword || !constructor {
		return t
	}
	if !p.take("<") {
		if bounds[0] > 0 {
			p.wrong(`"<"`)
		}
		return t
	}
	for {
		switch {
		case t.Name == "list" && len(t.Args) == 1 && p.tok.kind == number:
			t.Length = p.tok.text
			p.step()
		case p.take("_"):
			t.Args = append(t.Args, nil)
		default:
			t.Args = append(t.Args, p.typ())
		}
		if p.take(">") {
			break
		}
		p.need(",")
		if p.take(">") {
			break
		}
	}
	if len(t.Args) < max(1, bounds[0]) || len(t.Args) > bounds[1] {
		panic(&Error{pos, t.Name + " has another number of types"})
	}
	return t
}

func (p *parser) world(docs string, gate Gate, pos Pos) *World {
	w := &World{Docs: docs, Gate: gate, Pos: pos, Name: p.name()}
	p.need("{")
	for !p.take("}") {
		docs := p.tok.docs
		gate := p.gate()
		switch t := p.typeDef(docs, gate); {
		case t != nil:
			w.Types = append(w.Types, t)
		case p.take("import"):
			w.Imports = append(w.Imports, p.worldItem(docs, gate))
		case p.take("export"):
			w.Exports = append(w.Exports, p.worldItem(docs, gate))
		case p.take("use"):
			w.Uses = append(w.Uses, p.use(gate))
		case p.take("include"):
			w.Includes = append(w.Includes, p.include(gate))
		default:
			p.wrong("import, export, use, include or a type")
		}
	}
	return w
}

func (p *parser) worldItem(docs string, gate Gate) WorldItem {
	item := WorldItem{Docs: docs, Gate: gate}
	// "name: func…" and "name: interface…" begin like "ns:pkg/name".
	if p.beforeColon() {
		ahead := *p
		name, pos := ahead.name(), ahead.tok.pos
		ahead.step()
		switch {
		case ahead.is("interface"):
			*p = ahead
			p.step()
			item.Name, item.Interface = name, &Interface{Name: name, Docs: docs, Gate: gate, Pos: pos}
			p.interfaceBody(item.Interface)
			return item
		case ahead.is("func"), ahead.is("async"), (ahead.is("get") || ahead.is("set")) && ahead.beforeSymbol("("):
			*p = ahead
			item.Name, item.Func = name, &Func{Name: name, Docs: docs, Gate: gate, Pos: pos}
			p.signature(item.Func)
			p.need(";")
			return item
		case ahead.beforeSymbol(";"):
			*p = ahead
			item.Name, item.Path = name, p.name()
			p.need(";")
			return item
		}
	}
	item.Path = p.path()
	p.need(";")
	return item
}

func (p *parser) include(gate Gate) Include {
	in := Include{Path: p.path(), Gate: gate}
	if p.take("with") {
		in.Names = p.renamedList()
		p.take(";")
		return in
	}
	p.need(";")
	return in
}
