package schema

// Applied is a schema that another one applies to its own value.
type Applied struct {
	*Node
	// By is the keyword: "allOf", "$ref".
	By string
}

// Applied are the schemas that n applies to the value that it is for itself, through references, "allOf" and the like, in the order of the file.
func (d *Document) Applied(n *Node) []Applied {
	edges := d.inPlace(n, d.refsOf[n.number])
	out := make([]Applied, len(edges))
	for i, e := range edges {
		out[i] = Applied{e.to, e.to.Keyword}
		if e.ref != nil {
			out[i].By = e.ref.Keyword
		}
	}
	return out
}

// Judged says that n is read in a dialect that is known. Below a "$schema" that names no dialect no keyword means anything.
func (n *Node) Judged() bool { return !n.resource.unknown }

// Recursion finds the references by which a schema contains itself, one for each way back, in the order of Refs. References whose target is missing, and
// those that are reported as loops, are not among them.
func (d *Document) Recursion() []*Ref {
	loops := map[int]bool{}
	for _, p := range d.problems {
		if p.Kind == KindRefLoop {
			loops[p.Start] = true
		}
	}
	next := make([][]edge, len(d.Nodes)) // along references, then along the parts of schemas
	for _, n := range d.Nodes {
		for _, ref := range d.refsOf[n.number] {
			if ref.Target != nil {
				next[n.number] = append(next[n.number], edge{ref.Target, ref})
			}
		}
	}
	for _, n := range d.Nodes {
		// A definition is no part of the schema that holds it.
		if n.Parent != nil && n.Keyword != "" && n.Keyword != "$defs" && n.Keyword != "definitions" {
			next[n.Parent.number] = append(next[n.Parent.number], edge{to: n})
		}
	}
	closing := map[*Ref]bool{}
	search := cycleSearch{state: make([]visited, len(d.Nodes)), next: func(n *Node) []edge { return next[n.number] }, closed: func(path []edge, to *Node) {
		if ref := lastRef(path, to); ref != nil {
			closing[ref] = true
		}
	}}
	search.all(d.Nodes)
	var out []*Ref
	for _, ref := range d.Refs {
		if start, _ := ref.Value.Span(); closing[ref] && !loops[start] {
			out = append(out, ref)
		}
	}
	return out
}

// lastRef is the last reference on the way from n back to n, with which a path ends; nil where there is none.
func lastRef(path []edge, n *Node) *Ref {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i].ref != nil {
			return path[i].ref
		}
		if i > 0 && path[i-1].to == n {
			return nil
		}
	}
	return nil
}
