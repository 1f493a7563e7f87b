package schema

import (
	"cmp"
	"fmt"
	"slices"
)

const (
	// requiredWork bounds the search for required properties that cannot be there, for a whole file in small operations.
	requiredWork = 1_000_000
	// requiredSteps bounds the matching of names by patterns, in steps of a validation.
	requiredSteps = 1_000_000
	// maxTogether is how many schemas for the same value are looked at together.
	maxTogether = 500
)

// UnsatisfiableRequired reports required properties that an object cannot have: it allows no others than those that it lists
// ("additionalProperties" or "unevaluatedProperties" is false), or the property's own schema is false. Schemas that are certain to apply
// to the same object count together, through "allOf", "$ref" and everything around; what stands below "not" and "if" demands nothing.
func (d *Document) UnsatisfiableRequired() []Problem {
	s := requiredSearch{doc: d, work: requiredWork, patterns: budget{steps: requiredSteps}, said: map[*Value]bool{}}
	demanding, closing := false, false
	for _, n := range d.Nodes {
		demanding = demanding || len(n.demands()) > 0
		closing = closing || n.refuses()
	}
	if !demanding || !closing {
		return nil
	}
	for _, n := range d.Nodes {
		if s.work < 0 {
			break
		}
		demands, closes := n.demands(), n.refuses()
		if len(demands) == 0 && !closes || n.negated() {
			continue
		}
		for _, other := range s.together(n) {
			if len(demands) > 0 && other.refuses() {
				s.compare(demands, other, n == other)
			}
			if closes && other != n {
				s.compare(other.demands(), n, false)
			}
		}
	}
	slices.SortStableFunc(s.problems, func(a, b Problem) int { return cmp.Compare(a.Start, b.Start) })
	return s.problems
}

type requiredSearch struct {
	doc      *Document
	work     int
	patterns budget
	said     map[*Value]bool
	problems []Problem
}

// demand is a name that has to be there: always, or where another property is.
type demand struct {
	name  *Value
	where string
}

func (n *Node) demands() []demand {
	var out []demand
	if m, ok := n.Means("required"); ok && m.Value.Type == Array {
		for _, item := range m.Value.Items {
			if item.Type == String {
				out = append(out, demand{name: item})
			}
		}
	}
	for _, keyword := range []string{"dependentRequired", "dependencies"} {
		m, ok := n.Means(keyword)
		if !ok || m.Value.Type != Object || keyword == "dependencies" && n.Dialect >= Draft2019 {
			continue
		}
		for _, member := range m.Value.Effective() {
			for _, item := range member.Value.Items {
				if item.Type == String {
					out = append(out, demand{name: item, where: member.Name()})
				}
			}
		}
	}
	return out
}

// refuses reports whether the schema may refuse a property by its name.
func (n *Node) refuses() bool {
	if n.closedBy() != nil {
		return true
	}
	m, _ := n.Means("properties")
	return slices.ContainsFunc(m.Value.members(), func(m Member) bool { return m.Value.isFalse() })
}

// closedBy is the keyword that allows no further properties; nil if there is none.
func (n *Node) closedBy() *Value {
	for _, keyword := range []string{"additionalProperties", "unevaluatedProperties"} {
		if m, ok := n.Means(keyword); ok && m.Value.isFalse() {
			return m.Key
		}
	}
	return nil
}

// isFalse: as a schema the value accepts nothing.
func (v *Value) isFalse() bool {
	switch {
	case v.Type == Boolean:
		return !v.True
	case v.Type != Object || len(v.Members) != 1 || v.Members[0].Name() != "not":
		return false
	}
	not := v.Members[0].Value
	return not.Type == Boolean && not.True || not.Type == Object && len(not.Members) == 0
}

// negated: the schema stands below "not" or "if", so what it demands need not hold.
func (n *Node) negated() bool {
	for ; n != nil; n = n.Parent {
		if n.Keyword == "not" || n.Keyword == "if" {
			return true
		}
	}
	return false
}

// together are the schemas that are certain to apply to a value wherever n applies to it, n first.
func (s *requiredSearch) together(n *Node) []*Node {
	out := []*Node{n}
	seen := map[*Node]bool{n: true}
	add := func(m *Node) {
		if m != nil && !seen[m] && len(out) < maxTogether {
			seen[m] = true
			out = append(out, m)
		}
	}
	for m := n; m.Parent != nil; m = m.Parent {
		switch m.Keyword {
		case "allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas", "dependencies":
			add(m.Parent)
			continue
		}
		break
	}
	for i := 0; i < len(out); i++ {
		m := out[i]
		for _, r := range s.doc.refsOf[m.number] {
			if s.work--; r.Keyword == "$ref" {
				add(r.Target)
			}
		}
		if all, ok := m.Means("allOf"); ok {
			for _, item := range all.Value.Items {
				s.work--
				add(s.doc.nodes[item])
			}
		}
	}
	s.work -= len(out)
	return out
}

// compare reports the demands that a schema refuses.
func (s *requiredSearch) compare(demands []demand, by *Node, same bool) {
	if !by.mayBeObject() {
		return
	}
	for _, demand := range demands {
		if s.work--; s.work < 0 || s.said[demand.name] {
			continue
		}
		name := demand.name.Text
		p := Problem{Message: quote(name) + " is required, but the object cannot have it"}
		if demand.where != "" {
			p.Message = fmt.Sprintf("%s is required where %s is given, but the object cannot have it", quote(name), quote(demand.where))
		}
		properties, _ := by.Means("properties")
		at := by.closedBy()
		own, listed := properties.Value.Lookup(name)
		switch {
		case listed && own.Value.isFalse():
			at = own.Key
			p.Label = "no value is allowed for it"
		case listed || at == nil || s.allows(by, name):
			continue
		default:
			p.Label = fmt.Sprintf("no property of this name, and %q allows no others", at.Text)
			if names := memberNames(properties.Value.members()); len(names) > 0 && len(s.problems) < maxGuesses {
				if near, ok := nearest(name, names); ok {
					p.Help = []string{"did you mean " + quote(near) + "?"}
				}
			}
		}
		if p.Help == nil {
			what := "no object"
			if demand.where != "" {
				what += " with " + quote(demand.where)
			}
			p.Help = []string{what + ` can fit as it stands: describe it in "properties", or take it from the required ones`}
		}
		p.Related = []Related{related(at, "refused by this")}
		s.said[demand.name] = true
		p.Start, p.End = demand.name.Span()
		s.problems = append(s.problems, p)
	}
}

// mayBeObject: the schema does not exclude objects by its type; of others it demands nothing.
func (n *Node) mayBeObject() bool {
	m, ok := n.Means("type")
	if !ok {
		return true
	}
	return m.Value.Text == "object" || slices.ContainsFunc(m.Value.Items, func(v *Value) bool { return v.Text == "object" })
}

// allows reports whether a closed schema allows a property that its "properties" do not list, or whether that cannot be told.
func (s *requiredSearch) allows(n *Node, name string) bool {
	if s.matches(n, name) {
		return true
	}
	if m, ok := n.Means("additionalProperties"); ok {
		return !m.Value.isFalse()
	}
	// "unevaluatedProperties" sees what any schema for the same value speaks of.
	seen := map[*Node]bool{n: true}
	for queue := []*Node{n}; len(queue) > 0; {
		at := queue[0]
		queue = queue[1:]
		for _, e := range s.doc.inPlace(at, s.doc.refsOf[at.number]) {
			if s.work--; s.work < 0 || e.ref != nil && e.ref.Keyword != "$ref" {
				return true
			}
			if seen[e.to] {
				continue
			}
			seen[e.to] = true
			queue = append(queue, e.to)
			properties, _ := e.to.Means("properties")
			_, listed := properties.Value.Lookup(name)
			_, additional := e.to.Means("additionalProperties")
			_, unevaluated := e.to.Means("unevaluatedProperties")
			if listed || additional || unevaluated || s.matches(e.to, name) {
				return true
			}
		}
	}
	return false
}

// matches reports whether one of the schema's "patternProperties" speaks of the name, or may.
func (s *requiredSearch) matches(n *Node, name string) bool {
	m, _ := n.Means("patternProperties")
	for _, member := range m.Value.members() {
		p := s.doc.patterns[member.Key]
		if p == nil {
			return true
		}
		if ok, err := p.match(name, &s.patterns); ok || err != nil {
			return true
		}
	}
	return false
}
