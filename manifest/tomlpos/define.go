package tomlpos

import "openidea-plugin/diag"

// origin is how a table or an array came to be: TOML decides by it whether it may be added to.
type origin uint8

const (
	byValue    origin = iota // written as a value: [ ... ]
	byHeader                 // a [header] or [[header]] of its own
	byImplicit               // only named on the way to a longer header; may still get a header
	byDotted                 // made by a dotted key; closed when its section ends
	byInline                 // { ... }; closed
)

func newTable(span diag.Span, o origin) *Value {
	return &Value{Kind: Table, Span: span, Inner: span, origin: o}
}

func (v *Value) add(k part, value *Value) {
	v.put(&Entry{Name: k.name, Key: k.span, Value: value})
}

// few is how many keys a table may have that is searched from its beginning. A file of nothing but small tables has no room for a map in each.
const few = 8

// put adds a key that the table does not have.
func (v *Value) put(e *Entry) {
	v.Entries = append(v.Entries, e)
	switch {
	case v.index != nil:
		v.index[e.Name] = e
	case len(v.Entries) > few:
		v.index = make(map[string]*Entry, 2*len(v.Entries))
		for _, e := range v.Entries {
			v.index[e.Name] = e
		}
	}
}

// find is the entry of a key; nil if there is none.
func (v *Value) find(name string) *Entry {
	if v.index != nil {
		return v.index[name]
	}
	for _, e := range v.Entries {
		if e.Name == name {
			return e
		}
	}
	return nil
}

// assign puts value under a (dotted) key of table, whose own name is path ("" for the root and for inline tables). A second
// definition is noted and leaves the first as it is.
func (p *parser) assign(table *Value, path string, keys []part, value *Value) {
	for i, k := range keys[:len(keys)-1] {
		e := table.find(k.name)
		if e == nil {
			next := newTable(k.span, byDotted)
			table.add(k, next)
			table = next
			continue
		}
		if e.Value.Kind != Table || e.Value.origin != byDotted {
			p.again(path, keys[:i+1], e, "")
			return
		}
		table = e.Value
	}
	k := keys[len(keys)-1]
	if e := table.find(k.name); e != nil {
		p.again(path, keys, e, "")
		return
	}
	table.add(k, value)
}

// open makes the table of a header the current section.
func (p *parser) open(keys []part, header diag.Span, array bool) {
	table := p.root
	// Where a header is refused, what follows belongs to a table that nobody sees: one mistake gives one error.
	p.section, p.path = newTable(header, byHeader), dotted(keys)
	for i, k := range keys[:len(keys)-1] {
		e := table.find(k.name)
		if e == nil {
			next := newTable(k.span, byImplicit)
			table.add(k, next)
			table = next
			continue
		}
		switch v := e.Value; {
		case v.Kind == Table && v.origin != byInline:
			table = v
		case v.OfTables():
			table = v.Items[len(v.Items)-1]
		default:
			p.again("", keys[:i+1], e, "")
			return
		}
	}
	k := keys[len(keys)-1]
	e := table.find(k.name)
	switch {
	case e == nil && array:
		list := &Value{Kind: Array, Span: header, Inner: header, Items: []*Value{p.section}, origin: byHeader}
		table.add(k, list)
	case e == nil:
		table.add(k, p.section)
	case array && e.Value.OfTables():
		e.Value.Items = append(e.Value.Items, p.section)
	case !array && e.Value.Kind == Table && e.Value.origin == byImplicit:
		e.Value.origin = byHeader
		e.Value.Span, e.Value.Inner = header, header
		p.section = e.Value
	case array && e.Value.Kind == Table:
		p.again("", keys, e, "an array of tables begins with its first [[header]]")
	case e.Value.OfTables():
		p.again("", keys, e, "write [["+dotted(keys)+"]] to add another table")
	default:
		p.again("", keys, e, "")
	}
}

func (p *parser) again(path string, keys []part, first *Entry, help string) {
	k := keys[len(keys)-1]
	name := dotted(keys)
	if path != "" {
		name = path + "." + name
	}
	what := "key " + quote(name) + " is defined twice"
	label := "already defined"
	if v := first.Value; v.Kind == Table || v.OfTables() {
		what = "table " + quote(name) + " is defined twice"
		switch v.origin {
		case byDotted:
			label = "it was made by a dotted key, and such a table cannot be opened again"
		case byInline:
			label = "it was written in braces, and such a table cannot be added to"
		}
	}
	e := &Error{
		Span: k.span, Message: what, Label: label,
		Related: []diag.Related{{Span: first.Key, Message: "first defined here"}},
	}
	if help != "" {
		e.Help = []string{help}
	}
	p.twice = append(p.twice, e)
}

func dotted(keys []part) string {
	s := ""
	for i, k := range keys {
		if i > 0 {
			s += "."
		}
		s += k.name
	}
	return s
}

func quote(s string) string { return diag.Quote(s) }
