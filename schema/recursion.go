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
	r := recursion{doc: d, state: make([]loopState, len(d.Nodes)), children: make([][]*Node, len(d.Nodes)), closing: map[*Ref]bool{}}
	for _, n := range d.Nodes {
		// A definition is no part of the schema that holds it.
		if n.Parent != nil && n.Keyword != "" && n.Keyword != "$defs" && n.Keyword != "definitions" {
			r.children[n.Parent.number] = append(r.children[n.Parent.number], n)
		}
	}
	for _, n := range d.Nodes {
		if r.state[n.number] == unseen {
			r.visit(n)
		}
	}
	var out []*Ref
	for _, ref := range d.Refs {
		if start, _ := ref.Value.Span(); r.closing[ref] && !loops[start] {
			out = append(out, ref)
		}
	}
	return out
}

// recursion is a search along the parts of schemas and along references.
type recursion struct {
	doc      *Document
	state    []loopState
	children [][]*Node
	path     []edge
	closing  map[*Ref]bool
}

func (s *recursion) visit(n *Node) {
	s.state[n.number] = open
	follow := func(e edge) {
		s.path = append(s.path, e)
		switch s.state[e.to.number] {
		case unseen:
			s.visit(e.to)
		case open:
			s.close(e.to)
		}
		s.path = s.path[:len(s.path)-1]
	}
	for _, ref := range s.doc.refsOf[n.number] {
		if ref.Target != nil {
			follow(edge{ref.Target, ref})
		}
	}
	for _, child := range s.children[n.number] {
		follow(edge{child, nil})
	}
	s.state[n.number] = done
}

// close marks the last reference on the way from n back to n.
func (s *recursion) close(n *Node) {
	for i := len(s.path) - 1; i >= 0; i-- {
		if s.path[i].ref != nil {
			s.closing[s.path[i].ref] = true
			return
		}
		if i > 0 && s.path[i-1].to == n {
			return
		}
	}
}
