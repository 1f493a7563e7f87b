package schema

import (
	"fmt"
	"slices"
)

// edge leads from a schema to one that is applied to the same value.
type edge struct {
	to  *Node
	ref *Ref // nil where the schema itself holds the other
}

// inPlace are the schemas that n applies to its own value, in the order of the file. A dynamic reference counts with
// its static target: where it leads at a call depends on the way there.
func (d *Document) inPlace(n *Node, refs []*Ref) []edge {
	if n.Value.Type != Object {
		return nil
	}
	var out []edge
	hides := false
	for _, r := range refs {
		if r.Target != nil {
			out = append(out, edge{r.Target, r})
		}
		hides = hides || r.Keyword == "$ref" && n.Dialect.RefHidesSiblings()
	}
	if hides {
		return out
	}
	_, hasIf := n.Lookup("if")
	for _, m := range n.Value.Effective() {
		k := n.Dialect.keyword(m.Name())
		switch {
		case k == nil || !k.inPlace || k.shape == shapeString:
			continue
		case (k.name == "then" || k.name == "else") && !hasIf:
			continue
		case k.name == "dependencies" && n.Dialect >= Draft2019:
			continue // described by the meta-schema, but no keyword any more
		}
		for _, held := range holds(k, m.Value) {
			if child := d.nodes[held]; child != nil {
				out = append(out, edge{child, nil})
			}
		}
	}
	return out
}

// holds are the values that a keyword holds and that may be schemas.
func holds(k *keyword, v *Value) []*Value {
	switch {
	case k.shape.isList() && v.Type == Array:
		return v.Items
	case k.shape.isMap() && v.Type == Object:
		members := v.Effective()
		values := make([]*Value, len(members))
		for i, m := range members {
			values[i] = m.Value
		}
		return values
	}
	return []*Value{v}
}

// findLoops reports references by which a schema comes back to itself for the same value. Each reference that closes a
// loop is one problem: without all of them there is none.
func (d *Document) findLoops() {
	refs := make([][]*Ref, len(d.Nodes))
	for _, r := range d.Refs {
		refs[r.Node.number] = append(refs[r.Node.number], r)
	}
	d.refsOf = refs
	s := loopReport{doc: d, reported: map[*Ref]bool{}}
	search := cycleSearch{state: make([]visited, len(d.Nodes)), next: func(n *Node) []edge { return d.inPlace(n, refs[n.number]) }, closed: s.report}
	search.all(d.Nodes)
}

// loopReport reports each loop once.
type loopReport struct {
	doc      *Document
	reported map[*Ref]bool
}

// report names the loop that the last edge of a path closes by leading back to n.
func (s *loopReport) report(path []edge, n *Node) {
	begin := len(path) - 1
	for begin > 0 && path[begin-1].to != n {
		begin--
	}
	var loop []*Ref
	for _, e := range path[begin:] {
		if e.ref != nil {
			loop = append(loop, e.ref)
		}
	}
	if len(loop) == 0 {
		return
	}
	last := loop[len(loop)-1]
	if s.reported[last] {
		return
	}
	s.reported[last] = true
	p := Problem{Kind: KindRefLoop, Message: quote(last.Value.Text) + " comes back to where it stands, for the same value",
		Label: "checking any value would never end",
		Help:  []string{`a schema may refer to itself only for a part of the value, as below "properties" or "items"`}}
	const most = 6
	for i, r := range loop[:len(loop)-1] {
		if i == most {
			break
		}
		p.Related = append(p.Related, related(r.Value, "on the way"))
	}
	if len(loop) == 1 && last.Target == last.Node {
		p.Message = quote(last.Value.Text) + " refers to the very schema that it stands in"
	} else if len(loop) > 1 {
		p.Label = fmt.Sprintf("closes a loop of %d references", len(loop))
	}
	slices.SortStableFunc(p.Related, func(a, b Related) int { return a.Start - b.Start })
	s.doc.reportAt(last.Value, p)
}
