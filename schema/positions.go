package schema

// The automaton of a pattern by positions (Glushkov's), in which every transition knows whether a backtracking matcher can take it in
// one way or in several: (a*)* has a single position, but two ways from one "a" to the next, by the inner star and by the outer one.

// ways counts how something can be done: 0, 1, or 2 for several.
type ways uint8

func (w ways) plus(more ways) ways  { return min(w+more, 2) }
func (w ways) times(more ways) ways { return min(w*more, 2) }

// position is one place of a pattern at which a character is read.
type position struct {
	set  runeSet
	next []arrow
}

// arrow leads to a position.
type arrow struct {
	to   int
	ways ways
}

// positions is the automaton: it begins by one of first.
type positions struct {
	all   []position
	first []arrow
	// copies is how often the body of a counted repetition is copied at most; beyond it the repetition counts as one without limit.
	copies int
	work   *int // what may still be done
}

const (
	// maxPositions bounds the automaton of a pattern.
	maxPositions = 600
	// maxCopies is how many copies of the body of a repetition can still be looked at together.
	maxCopies = 12
)

// fragment is a part of a pattern: how it can begin and end, and whether it can be empty.
type fragment struct {
	first, last []arrow
	empty       ways
}

// newPositions makes the automaton of a pattern; nil where it would be too large. Backward assertions, references back, and anchors
// count as empty: what is found with the automaton is tried with a real matcher afterwards.
func newPositions(root *regexNode, copies int, work *int) *positions {
	p := &positions{copies: copies, work: work}
	f, ok := p.fragment(root)
	if !ok {
		return nil
	}
	p.first = f.first
	return p
}

func (p *positions) spend(n int) bool {
	*p.work -= n
	return *p.work >= 0
}

func (p *positions) fragment(n *regexNode) (f fragment, ok bool) {
	if !p.spend(1) {
		return f, false
	}
	switch n.op {
	case opSet:
		if len(p.all) == maxPositions {
			return f, false
		}
		p.all = append(p.all, position{set: n.set})
		at := []arrow{{len(p.all) - 1, 1}}
		return fragment{first: at, last: at}, true
	case opSequence, opGroup:
		f.empty = 1
		for _, sub := range n.subs {
			part, ok := p.fragment(sub)
			if !ok || !p.join(&f, part) {
				return f, false
			}
		}
		return f, true
	case opChoice:
		for _, sub := range n.subs {
			part, ok := p.fragment(sub)
			if !ok {
				return f, false
			}
			f.first = append(f.first, part.first...)
			f.last = append(f.last, part.last...)
			f.empty = f.empty.plus(part.empty)
		}
		return f, p.spend(len(f.first) + len(f.last))
	case opRepeat:
		return p.repeat(n)
	case opLook:
		if n.behind {
			break
		}
		// What is looked at is matched like anything else, but nothing goes on behind it.
		if f, ok = p.fragment(n.subs[0]); !ok {
			return f, false
		}
		f.last = nil
	}
	f.empty = 1
	return f, true
}

// join puts a part behind f.
func (p *positions) join(f *fragment, part fragment) bool {
	if !p.connect(f.last, part.first) {
		return false
	}
	f.first = appendTimes(f.first, part.first, f.empty)
	f.last = appendTimes(part.last, f.last, part.empty)
	f.empty = f.empty.times(part.empty)
	return p.spend(len(f.first) + len(f.last))
}

// appendTimes is a and, if they can be reached in some ways, b.
func appendTimes(a, b []arrow, w ways) []arrow {
	if w == 0 {
		return a
	}
	out := append(make([]arrow, 0, len(a)+len(b)), a...)
	for _, s := range b {
		out = append(out, arrow{s.to, s.ways.times(w)})
	}
	return out
}

// connect leads from each of last to each of first.
func (p *positions) connect(last, first []arrow) bool {
	if !p.spend(len(last) * len(first)) {
		return false
	}
	for _, l := range last {
		from := &p.all[l.to]
	each:
		for _, f := range first {
			w := l.ways.times(f.ways)
			for i := range from.next {
				if from.next[i].to == f.to {
					from.next[i].ways = from.next[i].ways.plus(w)
					continue each
				}
			}
			if !p.spend(len(from.next)) {
				return false
			}
			from.next = append(from.next, arrow{f.to, w})
		}
	}
	return true
}

// repeat copies the body as often as it must occur, then as often as it may; without limit, the last copy leads back to itself.
func (p *positions) repeat(n *regexNode) (f fragment, ok bool) {
	least, most := min(n.min, p.copies), n.max
	if most > p.copies {
		most = -1
	}
	f.empty = 1
	if most < 0 {
		for i := range max(least, 1) {
			part, ok := p.fragment(n.subs[0])
			if !ok || i == max(least, 1)-1 && !p.connect(part.last, part.first) {
				return f, false
			}
			switch last := i == max(least, 1)-1; {
			case least == 0:
				part.empty = 1
			case last:
				// The round that must be may match nothing, and the next one does what it could have done.
				part.first = appendTimes(part.first, part.first, part.empty)
			}
			if !p.join(&f, part) {
				return f, false
			}
		}
		return f, true
	}
	for range least {
		part, ok := p.fragment(n.subs[0])
		if !ok || !p.join(&f, part) {
			return f, false
		}
	}
	// x{0,3} is (x(x(x)?)?)?, built from the inside. A round that is not asked for and matches nothing does not count.
	rest := fragment{empty: 1}
	for range most - least {
		part, ok := p.fragment(n.subs[0])
		part.empty = 0
		if !ok || !p.join(&part, rest) {
			return f, false
		}
		part.empty = 1
		rest = part
	}
	return f, p.join(&f, rest)
}
