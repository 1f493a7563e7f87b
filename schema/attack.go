package schema

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Attack is a kind of text that keeps a backtracking matcher busy: Prefix, then Pump again and again, then Suffix. It was tried.
type Attack struct {
	Prefix, Pump, Suffix string
	// Repeats of Pump were enough to use up Steps, on a text of Length characters.
	Repeats, Length, Steps int
	// Degree is how the steps grow: with the text's length to the power of Degree; 0 means that they double and double again.
	Degree int
}

// Text is the attack as it was tried.
func (a Attack) Text() string { return a.Prefix + strings.Repeat(a.Pump, a.Repeats) + a.Suffix }

const (
	// attackWork bounds the analysis of all patterns of a file, in small operations.
	attackWork = 4_000_000
	// attackSteps bounds the trial of all patterns of a file, in steps of the matcher.
	attackSteps = 12_000_000
	// trialSteps is what one trial may take: a text that takes more is an attack if it may be as long as needed.
	trialSteps = 250_000
	// catastrophicSteps is what a text of the greatest length has to take to be reported, about a second of a fast matcher.
	catastrophicSteps = 1e8
	// longestArgument is how long a text can be that no maxLength limits: arguments have at most 1 MiB.
	longestArgument = 1 << 20
	// longestTrial is how long a text is tried, in characters.
	longestTrial = 4000
)

// AttackedPattern is a pattern of a schema and how to attack it.
type AttackedPattern struct {
	// Value is the pattern's string, of a value or of a key.
	Value *Value
	Attack
}

// Attacks finds the patterns on which a backtracking matcher takes exponential time, or time that grows at least with the square of the
// length, for a text that the schema does not exclude by a "maxLength" beside the pattern. Every attack was tried with the matcher of this
// package, which counts its steps. The work is bounded for the whole file; what lies beyond the bound is not looked at. That a pattern is
// tried from each place of a text is not counted: this alone makes nearly all patterns without "^" quadratic.
func (d *Document) Attacks() []AttackedPattern {
	return newAttackSearch().document(d)
}

func newAttackSearch() *attackSearch {
	return &attackSearch{work: attackWork, steps: attackSteps, known: map[attackQuestion]*Attack{}}
}

func (s *attackSearch) document(d *Document) []AttackedPattern {
	var out []AttackedPattern
	look := func(v *Value, longest int) {
		p := d.patterns[v]
		if p == nil || !p.ECMA {
			return
		}
		if a := s.pattern(p, longest); a != nil {
			out = append(out, AttackedPattern{v, *a})
		}
	}
	for _, n := range d.Nodes {
		for _, m := range n.members() {
			switch k := n.Dialect.keyword(m.Name()); {
			case k == nil:
			case k.shape == shapePattern && m.Value.Type == String:
				look(m.Value, n.longest())
			case k.shape == shapePatternMap:
				for _, member := range m.Value.members() {
					look(member.Key, longestArgument)
				}
			}
		}
	}
	return out
}

// members are the keywords of a schema; none where they mean nothing.
func (n *Node) members() []Member {
	if !n.Meaningful() {
		return nil
	}
	return n.Value.Effective()
}

// longest is how many characters a text may have that the schema allows.
func (n *Node) longest() int {
	if m, ok := n.Means("maxLength"); ok && m.Value.Type == Number {
		return min(parseDecimal(m.Value.Text).count(), longestArgument)
	}
	return longestArgument
}

type attackQuestion struct {
	text    string
	longest int
}

type attackSearch struct {
	work, steps int
	known       map[attackQuestion]*Attack
}

func (s *attackSearch) pattern(p *Pattern, longest int) *Attack {
	q := attackQuestion{p.Text, longest}
	known, ok := s.known[q]
	if !ok {
		known = s.find(p.Text, longest)
		s.known[q] = known
	}
	return known
}

// repeats reports whether anything in a pattern can occur more than once, and whether a limit is set to that anywhere.
func repeats(n *regexNode) (any, limited bool) {
	if n.op == opRepeat {
		any, limited = n.max < 0 || n.max > 1, n.max > 1
	}
	for _, sub := range n.subs {
		a, l := repeats(sub)
		any, limited = any || a, limited || l
	}
	return any, limited
}

func (s *attackSearch) find(text string, longest int) *Attack {
	if !strings.ContainsAny(text, "*+{") || s.work <= 0 || s.steps <= 0 {
		return nil
	}
	s.work -= len(text)
	tree, _, err := parseEither(text, true)
	if err != nil || tree.modifiers || tree.unmatched != "" {
		return nil
	}
	s.work -= 4 * min(featuresOf(tree.root).weight, maxWeight)
	any, limited := repeats(tree.root)
	if !any {
		return nil
	}
	if a := s.withCopies(tree.root, maxCopies, longest); a != nil || !limited {
		return a
	}
	// Limits that are within each other, or too large to be copied, count as none. What the limits exclude, the trial finds out.
	return s.withCopies(tree.root, 1, longest)
}

func (s *attackSearch) withCopies(root *regexNode, copies, longest int) *Attack {
	automaton := newPositions(root, copies, &s.work)
	if automaton == nil {
		return nil
	}
	texts := automaton.pumpables()
	if len(texts) == 0 {
		return nil
	}
	t := trial{prog: compileProgram(root), left: &s.steps, longest: longest, suffixes: automaton.suffixes()}
	for _, p := range texts {
		if a := t.attack(p); a != nil {
			return a
		}
	}
	return nil
}

// suffixes are texts that a pattern is not likely to accept at its end: some that few patterns accept, and what some part of it refuses.
func (p *positions) suffixes() []string {
	const most = 16
	out := []string{"!", "\n", "\x00", "a", "0", " ", "\u2028!", ""}
	for _, at := range p.all {
		if c, ok := at.set.negated().sample(); ok && len(out) < most {
			if s := string(c); !slices.Contains(out, s+s) {
				out = append(out, s+s)
			}
		}
		if !p.spend(len(at.set)) {
			break
		}
	}
	return out
}

// trial tries texts on a pattern.
type trial struct {
	prog     *program
	left     *int
	longest  int
	suffixes []string
}

// run counts the steps of one match. matched: the text matches, so it is no attack. Where the steps are used up, cost is the limit.
func (t *trial) run(p pumpable, repeats int, suffix string, limit int) (cost int, matched, ok bool) {
	limit = min(limit, *t.left)
	if limit <= 0 {
		return 0, false, false
	}
	b := budget{steps: limit}
	matched, err := t.prog.search(p.prefix+strings.Repeat(p.pump, repeats)+suffix, &b)
	cost = limit - max(b.steps, 0)
	*t.left -= cost
	return cost, matched, err == nil || cost >= limit-1
}

// attack tries a pumpable text: first with which suffixes it takes longest, then, with the best of them, longer and longer.
func (t *trial) attack(p pumpable) *Attack {
	const first = 12 // rounds that tell the suffixes apart
	const most = 3   // suffixes that are tried further
	costs := map[string]int{}
	var promising []string
	for _, suffix := range t.suffixes {
		cost, matched, ok := t.run(p, first, suffix, trialSteps/20)
		if ok && !matched {
			costs[suffix] = cost
			promising = append(promising, suffix)
		}
	}
	slices.SortStableFunc(promising, func(a, b string) int { return costs[b] - costs[a] })
	for _, suffix := range promising[:min(len(promising), most)] {
		if a, matched := t.grow(p, suffix); !matched {
			return a
		}
	}
	return nil
}

// grow tries a text longer and longer, until the steps are used up or it is clear that they will not be. matched: the text matches, so that
// it shows nothing.
func (t *trial) grow(p pumpable, suffix string) (a *Attack, matched bool) {
	around, each := utf8.RuneCountInString(p.prefix+suffix), utf8.RuneCountInString(p.pump)
	room := (min(t.longest, longestTrial) - around) / each // rounds that fit
	before, costBefore := 0, 0
	for repeats := 8; repeats <= room; {
		cost, matched, ok := t.run(p, repeats, suffix, trialSteps)
		if !ok || matched {
			return nil, matched
		}
		if cost >= trialSteps-1 {
			a := &Attack{Prefix: p.prefix, Pump: p.pump, Suffix: suffix, Repeats: repeats, Length: around + each*repeats, Steps: trialSteps}
			return t.judge(a, p.doubles, before, costBefore), false
		}
		if repeats == room {
			break
		}
		before, costBefore = repeats, cost
		repeats = min(repeats*3/2, room)
	}
	return nil, false
}

// judge finds out how the steps grow, by one trial before the last, and whether that is a catastrophe for the texts that are allowed.
func (t *trial) judge(a *Attack, doubles bool, before, costBefore int) *Attack {
	if doubles || before == 0 {
		// A few characters more, and it takes a thousand times as long.
		if t.longest < a.Length+10 {
			return nil
		}
		return a
	}
	between := before * 2 / 3
	cost, _, ok := t.run(pumpable{prefix: a.Prefix, pump: a.Pump}, between, a.Suffix, trialSteps)
	if !ok || cost == 0 {
		return nil
	}
	power := math.Log(float64(costBefore)/float64(cost)) / math.Log(float64(before)/float64(between))
	a.Degree = int(math.Round(power))
	if a.Degree < 2 || float64(a.Steps)*math.Pow(float64(t.longest)/float64(a.Length), float64(a.Degree)) < catastrophicSteps {
		return nil
	}
	return a
}
