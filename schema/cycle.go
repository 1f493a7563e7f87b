package schema

// cycleSearch goes through schemas depth first and finds the ways that lead back to a schema on the way.
type cycleSearch struct {
	// next is where a schema leads.
	next func(*Node) []edge
	// closed is told of the path from the start of the search, whose last edge leads to a schema on it. The path is good until it returns.
	closed func(path []edge, to *Node)
	// state has a place for each schema, by its number.
	state []visited
	path  []edge // how each open schema but the first was reached
}

type visited uint8

const (
	unseen visited = iota
	open           // on the path from the start of the search
	done
)

// all searches from each schema that was not met before.
func (s *cycleSearch) all(nodes []*Node) {
	for _, n := range nodes {
		if s.state[n.number] == unseen {
			s.visit(n)
		}
	}
}

func (s *cycleSearch) visit(n *Node) {
	s.state[n.number] = open
	for _, e := range s.next(n) {
		s.path = append(s.path, e)
		switch s.state[e.to.number] {
		case unseen:
			s.visit(e.to)
		case open:
			s.closed(s.path, e.to)
		}
		s.path = s.path[:len(s.path)-1]
	}
	s.state[n.number] = done
}
