package schema

// Ambiguity in a pattern's automaton is what makes a backtracking matcher slow: where a text can be read in many ways, and then does not
// match after all, each way is tried. With a loop that reads one text in two ways the ways double with each round; with two loops, one
// behind the other, that read the same text, they grow with the square of its length, and with more loops by higher powers.
// (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991: the criteria EDA and IDA.)

// pumpable is a text that an ambiguous pattern can read in more ways the more often pump is repeated; doubles: in twice as many ways each time.
type pumpable struct {
	prefix, pump string
	doubles      bool
}

// ambiguity looks for pumpable texts in an automaton.
type ambiguity struct {
	*positions
	group  []int // strongly connected component of each position, 0 where it is in no loop
	prev   [][]int
	meets  map[[2]int]bool
	prefix map[int]string
}

// maxPumpables bounds what is found in one pattern.
const maxPumpables = 6

// pumpables finds texts, those that double first.
func (p *positions) pumpables() []pumpable {
	a := &ambiguity{positions: p, prev: make([][]int, len(p.all)), meets: map[[2]int]bool{}}
	for i, from := range p.all {
		for _, e := range from.next {
			a.prev[e.to] = append(a.prev[e.to], i)
		}
	}
	a.findGroups()
	var out []pumpable
	add := func(at int, pump []rune, doubles bool) {
		prefix, ok := a.wordTo(at)
		if ok && len(pump) > 0 && len(out) < maxPumpables {
			out = append(out, pumpable{prefix, string(pump), doubles})
		}
	}
	seen := map[int]bool{}
	for i := range p.all {
		if g := a.group[i]; g > 0 && !seen[g] {
			seen[g] = true
			if at, pump, ok := a.doubling(g); ok {
				add(at, pump, true)
			}
		}
	}
	a.growing(func(at int, pump []rune) bool {
		add(at, pump, false)
		return len(out) < maxPumpables
	})
	return out
}

// findGroups numbers the loops: positions that lead to each other.
func (a *ambiguity) findGroups() {
	n := len(a.all)
	a.group = make([]int, n)
	children := make([][]int, n)
	for i, from := range a.all {
		for _, e := range from.next {
			children[i] = append(children[i], e.to)
		}
	}
	s := components{children: children, order: make([]int, n), low: make([]int, n), group: make([]int, n)}
	count := map[int]int{}
	for i := range n {
		if s.order[i] == 0 {
			s.visit(i)
		}
	}
	for _, g := range s.group {
		count[g]++
	}
	for i, g := range s.group {
		if count[g] > 1 {
			a.group[i] = g
		}
		for _, c := range children[i] {
			if c == i {
				a.group[i] = g
			}
		}
	}
}

// common is a character that all the positions read, a readable one if there is any.
func (a *ambiguity) common(at ...int) (rune, bool) {
	set := a.all[at[0]].set
	for _, other := range at[1:] {
		set = set.intersection(a.all[other].set)
	}
	return set.sample()
}

// meet reports whether two positions read some common character.
func (a *ambiguity) meet(i, j int) bool {
	if i == j {
		return len(a.all[i].set) > 0
	}
	key := [2]int{min(i, j), max(i, j)}
	known, ok := a.meets[key]
	if !ok {
		s, t := a.all[i].set, a.all[j].set
		a.spend(len(s) + len(t))
		known = len(s.intersection(t)) > 0
		a.meets[key] = known
	}
	return known
}

// pair is a state of the automaton run twice at once, on the same text.
type pair struct{ i, j int }

// doubling looks for a text that leads from a position of a loop back to it in two ways.
func (a *ambiguity) doubling(group int) (at int, pump []rune, ok bool) {
	start := -1
	for i := range a.all {
		if a.group[i] != group {
			continue
		}
		if start < 0 {
			start = i
		}
		for _, e := range a.all[i].next {
			if e.ways > 1 && a.group[e.to] == group {
				back, ok := a.wordBetween(e.to, i, group)
				c, some := a.common(e.to)
				if ok && some {
					return i, append([]rune{c}, back...), true
				}
			}
		}
	}
	// All pairs of one position with itself lead to each other, so that any will do as a start.
	came := map[pair]pair{}
	queue := []pair{{start, start}}
	came[queue[0]] = queue[0]
	var apart []pair
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, e := range a.all[at.i].next {
			if a.group[e.to] != group {
				continue
			}
			for _, f := range a.all[at.j].next {
				if !a.spend(1) {
					return 0, nil, false
				}
				to := pair{e.to, f.to}
				if _, known := came[to]; known || a.group[f.to] != group || !a.meet(to.i, to.j) {
					continue
				}
				came[to] = at
				queue = append(queue, to)
				if to.i != to.j {
					apart = append(apart, to)
				}
			}
		}
	}
	if len(apart) == 0 {
		return 0, nil, false
	}
	// From which of the pairs that are apart is there a way back? Backwards from the start, over pairs that were reached.
	goes := map[pair]pair{}
	queue = []pair{{start, start}}
	goes[queue[0]] = queue[0]
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if at.i != at.j {
			pump, ok := a.round(at, start, came, goes)
			return start, pump, ok
		}
		if !a.backwards(at, came, goes, &queue) {
			return 0, nil, false
		}
	}
	return 0, nil, false
}

// backwards adds the pairs from which one step leads to at.
func (a *ambiguity) backwards(at pair, came, goes map[pair]pair, queue *[]pair) bool {
	for _, i := range a.prev[at.i] {
		for _, j := range a.prev[at.j] {
			if !a.spend(1) {
				return false
			}
			from := pair{i, j}
			if _, reached := came[from]; !reached {
				continue
			}
			if _, known := goes[from]; !known {
				goes[from] = at
				*queue = append(*queue, from)
			}
		}
	}
	return true
}

// round is the text from (start, start) to a pair and back.
func (a *ambiguity) round(at pair, start int, came, goes map[pair]pair) ([]rune, bool) {
	var there []pair
	for p := at; p != (pair{start, start}); p = came[p] {
		there = append(there, p)
	}
	var out []rune
	for k := len(there) - 1; k >= 0; k-- {
		c, ok := a.common(there[k].i, there[k].j)
		if !ok {
			return nil, false
		}
		out = append(out, c)
	}
	for p := at; p != (pair{start, start}); {
		p = goes[p]
		c, ok := a.common(p.i, p.j)
		if !ok {
			return nil, false
		}
		out = append(out, c)
	}
	return out, true
}

// triple is a state of the automaton run three times at once.
type triple struct{ i, j, k int }

// growing looks for two positions p and q of different loops and a text that leads from p to p, from p to q, and from q to q.
func (a *ambiguity) growing(found func(at int, pump []rune) bool) {
	type pairOfLoops struct{ a, b int }
	done := map[pairOfLoops]bool{}
	for p := range a.all {
		if a.group[p] == 0 {
			continue
		}
		reach, ok := a.reachable(p)
		if !ok {
			return
		}
		for q := range a.all {
			loops := pairOfLoops{a.group[p], a.group[q]}
			if a.group[q] == 0 || loops.a == loops.b || !reach[q] || done[loops] || !a.spend(1) {
				continue
			}
			pump, ok := a.bridge(p, q)
			if !ok {
				continue
			}
			done[loops] = true
			if !found(p, pump) {
				return
			}
		}
	}
}

func (a *ambiguity) reachable(from int) ([]bool, bool) {
	seen := make([]bool, len(a.all))
	queue := []int{from}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if !a.spend(1 + len(a.all[at].next)) {
			return nil, false
		}
		for _, e := range a.all[at].next {
			if !seen[e.to] {
				seen[e.to] = true
				queue = append(queue, e.to)
			}
		}
	}
	return seen, true
}

// bridge is a text that leads from (p, p, q) to (p, q, q).
func (a *ambiguity) bridge(p, q int) ([]rune, bool) {
	const most = 20_000 // states; what takes more is no loop that anybody can see
	start, goal := triple{p, p, q}, triple{p, q, q}
	came := map[triple]triple{start: start}
	queue := []triple{start}
	for len(queue) > 0 && len(came) < most {
		at := queue[0]
		queue = queue[1:]
		for _, e := range a.all[at.i].next {
			if a.group[e.to] != a.group[p] {
				continue
			}
			for _, g := range a.all[at.k].next {
				if !a.spend(1) {
					return nil, false
				}
				if a.group[g.to] != a.group[q] || !a.meet(e.to, g.to) {
					continue
				}
				for _, f := range a.all[at.j].next {
					if !a.spend(1) {
						return nil, false
					}
					to := triple{e.to, f.to, g.to}
					if _, known := came[to]; known || !a.meet(to.i, to.j) || !a.meet(to.j, to.k) {
						continue
					}
					if _, ok := a.common(to.i, to.j, to.k); !ok {
						continue
					}
					came[to] = at
					if to == goal {
						return a.tripleText(came, start, goal)
					}
					queue = append(queue, to)
				}
			}
		}
	}
	return nil, false
}

func (a *ambiguity) tripleText(came map[triple]triple, start, goal triple) ([]rune, bool) {
	var out []rune
	for at := goal; at != start; at = came[at] {
		c, ok := a.common(at.i, at.j, at.k)
		if !ok {
			return nil, false
		}
		out = append([]rune{c}, out...)
	}
	return out, true
}

// wordTo is a shortest text that leads from the beginning to a position.
func (a *ambiguity) wordTo(at int) (string, bool) {
	if a.prefix == nil {
		a.prefix = a.shortest(a.first, 0)
	}
	word, ok := a.prefix[at]
	return word, ok
}

// wordBetween is a shortest text that leads from one position to another within a loop; empty where they are the same.
func (a *ambiguity) wordBetween(from, to, group int) ([]rune, bool) {
	if from == to {
		return nil, true
	}
	word, ok := a.shortest(a.all[from].next, group)[to]
	return []rune(word), ok
}

// shortest are the shortest texts to all positions, behind the given steps; within a loop if group is not 0.
func (a *ambiguity) shortest(steps []arrow, group int) map[int]string {
	words := map[int]string{}
	type reached struct {
		at   int
		word string
	}
	var queue []reached
	follow := func(steps []arrow, before string) {
		for _, e := range steps {
			if _, known := words[e.to]; known || group != 0 && a.group[e.to] != group || !a.spend(1+len(before)/8) {
				continue
			}
			if c, ok := a.common(e.to); ok {
				words[e.to] = before + string(c)
				queue = append(queue, reached{e.to, words[e.to]})
			}
		}
	}
	follow(steps, "")
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		follow(a.all[at.at].next, at.word)
	}
	return words
}

// intersection is what two normal sets have in common.
func (s runeSet) intersection(t runeSet) runeSet {
	var out runeSet
	for i, j := 0, 0; i+1 < len(s) && j+1 < len(t); {
		low, high := max(s[i], t[j]), min(s[i+1], t[j+1])
		if low <= high {
			out = append(out, low, high)
		}
		if s[i+1] < t[j+1] {
			i += 2
		} else {
			j += 2
		}
	}
	return out
}

// sample is a character of a set: a letter or a digit if there is one, else a visible one.
func (s runeSet) sample() (rune, bool) {
	for _, wanted := range []runeSet{{'a', 'z'}, {'0', '9'}, {'A', 'Z'}, {'!', '~'}, {' ', '~'}} {
		if both := s.intersection(wanted); len(both) > 0 {
			return both[0], true
		}
	}
	for i := 0; i+1 < len(s); i += 2 {
		if low := max(s[i], 0xa1); low <= s[i+1] && (low < 0xd800 || low > 0xdfff) {
			return low, true
		}
	}
	if len(s) == 0 || s[0] >= 0xd800 && s[0] <= 0xdfff {
		return 0, false
	}
	return s[0], true
}
