package schema

// MaxExpansion is the number of subschemas up to which a schema with its references written out is an ordinary one.
const MaxExpansion = 100_000

// ManySchemas is where counting ends.
const ManySchemas = 1_000_000_000_000

// Expansion is what becomes of a schema when each reference is replaced by what it leads to.
type Expansion struct {
	// Schemas is the number of subschemas, at most ManySchemas. A reference back into what is being written out counts as one.
	Schemas int
	// At is, of the schemas that are more than MaxExpansion by themselves, the first in the file that holds no other such
	// schema and refers to none; nil if there is none.
	At *Node
}

// Expansion counts in time linear in the file. Schemas that refer to each other in a circle are counted as one group, each of whose
// members is written out once.
func (d *Document) Expansion() Expansion {
	children := make([][]int, len(d.Nodes))
	for _, n := range d.Nodes {
		// Definitions count where they are referred to.
		if n.Parent != nil && n.Keyword != "" && n.Keyword != "$defs" && n.Keyword != "definitions" {
			children[n.Parent.number] = append(children[n.Parent.number], n.number)
		}
	}
	for _, r := range d.Refs {
		if r.Target != nil {
			children[r.Node.number] = append(children[r.Node.number], r.Target.number)
		}
	}
	s := components{children: children, order: make([]int, len(children)), low: make([]int, len(children)), group: make([]int, len(children))}
	out := Expansion{}
	s.visit(0)
	out.Schemas = s.sizes[s.group[0]-1]
	if out.Schemas <= MaxExpansion {
		return out
	}
	for i, n := range d.Nodes {
		own := s.group[i]
		if own == 0 || s.sizes[own-1] <= MaxExpansion {
			continue
		}
		smallest := true
		for _, c := range children[i] {
			if s.group[c] != own && s.sizes[s.group[c]-1] > MaxExpansion {
				smallest = false
				break
			}
		}
		if smallest {
			out.At = n
			break
		}
	}
	return out
}

// components finds the groups of schemas that lead to each other, by Tarjan's algorithm, and adds up their sizes: a group is
// complete only after all that it leads to.
type components struct {
	children   [][]int
	order, low []int // 0: not seen yet
	group      []int // counted from 1; 0: not complete, or not reached
	sizes      []int // by group
	stack      []int
	seen       int
}

func (s *components) visit(start int) {
	type frame struct{ node, next int }
	var calls []frame
	enter := func(i int) {
		s.seen++
		s.order[i], s.low[i] = s.seen, s.seen
		s.stack = append(s.stack, i)
		calls = append(calls, frame{i, 0})
	}
	enter(start)
	for len(calls) > 0 {
		f := &calls[len(calls)-1]
		if f.next < len(s.children[f.node]) {
			c := s.children[f.node][f.next]
			f.next++
			switch {
			case s.order[c] == 0:
				enter(c)
			case s.group[c] == 0:
				s.low[f.node] = min(s.low[f.node], s.order[c])
			}
			continue
		}
		done := f.node
		calls = calls[:len(calls)-1]
		if len(calls) > 0 {
			above := calls[len(calls)-1].node
			s.low[above] = min(s.low[above], s.low[done])
		}
		if s.low[done] == s.order[done] {
			s.complete(done)
		}
	}
}

// complete takes the group of a node off the stack and adds up its size.
func (s *components) complete(first int) {
	at := len(s.stack) - 1
	for s.stack[at] != first {
		at--
	}
	members := s.stack[at:]
	s.stack = s.stack[:at]
	own := len(s.sizes) + 1
	for _, m := range members {
		s.group[m] = own
	}
	size := 0
	for _, m := range members {
		size++
		for _, c := range s.children[m] {
			if s.group[c] == own {
				continue // counted as a member, or leads back
			}
			size = min(size+s.sizes[s.group[c]-1], ManySchemas)
		}
	}
	s.sizes = append(s.sizes, size)
}
