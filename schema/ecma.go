package schema

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// regexOp is the kind of a node of a parsed pattern.
type regexOp uint8

const (
	opSet        regexOp = iota // one character of set
	opSequence                  // subs one after the other; none: the empty match
	opChoice                    // one of subs
	opGroup                     // subs[0], captured as number
	opRepeat                    // subs[0], min to max times (max < 0: no limit)
	opLook                      // subs[0] ahead or behind, or its absence
	opBackref                   // what one of groups matched
	opStart                     // start of the text
	opEnd                       // end of the text
	opBoundary                  // between a word character and another
	opNoBoundary                // not there
)

// regexNode is a pattern of ECMA-262 as a tree.
type regexNode struct {
	op             regexOp
	subs           []*regexNode
	set            runeSet
	min, max       int
	lazy           bool
	behind, negate bool
	number         int
	groups         []int
}

// patternError is a place in a pattern, in bytes of the decoded text, and what is wrong there.
type patternError struct {
	start, end int
	what       string
	label      string
	tooMuch    bool // not wrong, but beyond the limits
}

// regexSyntax is the outcome of parsing a pattern by ECMA-262.
type regexSyntax struct {
	root *regexNode
	// modifiers: it switches flags, as in (?i:…).
	modifiers bool
	// unmatched names a Unicode property that is legal but of which no table is at hand.
	unmatched string
	// features are the first uses of what other engines lack.
	features []featureUse
}

// parseECMA parses a pattern by ECMA-262. unicode: as with the flag u, which is what JSON Schema asks for; else with
// the leniencies of Annex B that browsers have. sets: the tree is to be matched with, so the sets of characters are
// needed; without them, classes and escapes are empty sets.
func parseECMA(text string, unicode, sets bool) (syntax regexSyntax, failure *patternError) {
	p := &ecmaParser{text: text, unicode: unicode, sets: sets}
	p.countGroups()
	defer func() {
		if e := recover(); e != nil {
			err, ok := e.(*patternError)
			if !ok {
				panic(e)
			}
			syntax, failure = regexSyntax{}, err
		}
	}()
	root := p.choice()
	if p.at < len(p.text) {
		// Only a ")" ends a choice at the top.
		p.fail(p.at, p.at+1, `")" closes no group`, `a literal one is written \)`)
	}
	return regexSyntax{root: root, modifiers: p.modifiers, unmatched: p.unmatched, features: p.features}, nil
}

type ecmaParser struct {
	text      string
	at        int
	unicode   bool
	sets      bool
	size      int // of all sets together
	depth     int
	groups    int              // opened so far
	total     int              // in the whole pattern
	names     map[string][]int // of the whole pattern
	branch    []int            // which alternative of each open choice is being read
	declared  map[string][][]int
	modifiers bool
	unmatched string
	features  []featureUse
}

// fail leaves the parser; parseECMA turns it into an ordinary result.
func (p *ecmaParser) fail(start, end int, what, label string) {
	panic(&patternError{start: start, end: min(end, len(p.text)), what: what, label: label})
}

// longestName bounds the names of groups and properties, in bytes: looking for the end of each would take quadratic time.
const longestName = 1000

// countGroups finds the groups before anything else is known: a reference may stand before its group.
func (p *ecmaParser) countGroups() {
	p.names, p.declared = map[string][]int{}, map[string][][]int{}
	inClass := false
	for i := 0; i < len(p.text); i++ {
		switch p.text[i] {
		case '\\':
			i++
		case '[':
			inClass = true
		case ']':
			inClass = false
		case '(':
			rest := p.text[i+1:]
			named := strings.HasPrefix(rest, "?<") && !strings.HasPrefix(rest, "?<=") && !strings.HasPrefix(rest, "?<!")
			if inClass || strings.HasPrefix(rest, "?") && !named {
				continue
			}
			p.total++
			if !named {
				continue
			}
			if end := strings.IndexByte(rest[:min(len(rest), longestName)], '>'); end > 0 {
				p.names[rest[2:end]] = append(p.names[rest[2:end]], p.total)
			}
		}
	}
}

func (p *ecmaParser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *ecmaParser) take(s string) bool {
	if strings.HasPrefix(p.text[p.at:], s) {
		p.at += len(s)
		return true
	}
	return false
}

func (p *ecmaParser) rune() rune {
	r, n := utf8.DecodeRuneInString(p.text[p.at:])
	p.at += n
	return r
}

func (p *ecmaParser) choice() *regexNode {
	p.depth++
	if p.depth > MaxPatternDepth {
		panic(&patternError{start: p.at - 1, end: p.at, what: fmt.Sprintf("the pattern nests groups deeper than %d levels", MaxPatternDepth), tooMuch: true})
	}
	p.branch = append(p.branch, 0)
	subs := []*regexNode{p.sequence()}
	for p.take("|") {
		p.branch[len(p.branch)-1]++
		subs = append(subs, p.sequence())
	}
	p.branch = p.branch[:len(p.branch)-1]
	p.depth--
	if len(subs) == 1 {
		return subs[0]
	}
	return &regexNode{op: opChoice, subs: subs}
}

func (p *ecmaParser) sequence() *regexNode {
	n := &regexNode{op: opSequence}
	for p.at < len(p.text) && p.peek() != '|' && p.peek() != ')' {
		n.subs = append(n.subs, p.term())
	}
	if len(n.subs) == 1 {
		return n.subs[0]
	}
	return n
}

func (p *ecmaParser) term() *regexNode {
	start := p.at
	atom, repeatable := p.atom()
	low, high, ok := p.quantifier()
	if !ok {
		return atom
	}
	if !repeatable {
		p.fail(start, p.at, "an assertion cannot be repeated", "it matches a place, not characters")
	}
	n := &regexNode{op: opRepeat, subs: []*regexNode{atom}, min: low, max: high}
	n.lazy = p.take("?")
	if at := p.at; at < len(p.text) {
		if _, _, again := p.quantifier(); again {
			p.fail(at, p.at, fmt.Sprintf("%q repeats a repetition", p.text[at:p.at]), "put the first in a group (?:…)")
		}
	}
	return n
}

// maxRepeat bounds the numbers of a quantifier; larger ones mean the same for any text that can occur.
const maxRepeat = 1 << 30

// quantifier reads *, +, ? or {…} if one stands here.
func (p *ecmaParser) quantifier() (low, high int, ok bool) {
	switch p.peek() {
	case '*':
		p.at++
		return 0, -1, true
	case '+':
		p.at++
		return 1, -1, true
	case '?':
		p.at++
		return 0, 1, true
	case '{':
		start := p.at
		low, high, ok = p.braces()
		if !ok {
			p.at = start
			if p.unicode {
				p.fail(start, start+1, `"{" begins no repetition`, `a literal one is written \{`)
			}
			return 0, 0, false
		}
		if high >= 0 && low > high {
			p.fail(start, p.at, "the numbers of the repetition are out of order", "the smaller one comes first")
		}
		if max(low, high) > maxRE2Repeat {
			p.use(featureCount, start)
		}
		return low, high, true
	}
	return 0, 0, false
}

func (p *ecmaParser) braces() (low, high int, ok bool) {
	p.at++
	low, ok = p.digits()
	if !ok {
		return 0, 0, false
	}
	high = low
	if p.take(",") {
		if high, ok = p.digits(); !ok {
			high = -1
		}
	}
	return low, high, p.take("}")
}

func (p *ecmaParser) digits() (n int, ok bool) {
	for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		n = min(n*10+int(p.text[p.at]-'0'), maxRepeat)
		p.at++
		ok = true
	}
	return n, ok
}

// atom reads one atom or assertion and says whether a quantifier may follow.
func (p *ecmaParser) atom() (n *regexNode, repeatable bool) {
	start := p.at
	switch c := p.peek(); c {
	case '^':
		p.at++
		return &regexNode{op: opStart}, false
	case '$':
		p.at++
		return &regexNode{op: opEnd}, false
	case '.':
		p.at++
		return &regexNode{op: opSet, set: notLineBreak}, true
	case '(':
		return p.group()
	case '[':
		return p.class(), true
	case '\\':
		switch {
		case p.take(`\b`):
			return &regexNode{op: opBoundary}, false
		case p.take(`\B`):
			return &regexNode{op: opNoBoundary}, false
		}
		return p.escape(), true
	case '*', '+', '?':
		p.fail(start, start+1, fmt.Sprintf("nothing stands before %q that could be repeated", string(c)), fmt.Sprintf(`a literal one is written \%c`, c))
	case '{':
		if _, _, ok := p.braces(); ok {
			p.fail(start, p.at, fmt.Sprintf("nothing stands before %q that could be repeated", p.text[start:p.at]), `a literal "{" is written \{`)
		}
		p.at = start
		if p.unicode {
			p.fail(start, start+1, `"{" begins no repetition`, `a literal one is written \{`)
		}
	case ']', '}':
		if p.unicode {
			p.fail(start, start+1, fmt.Sprintf("%q closes nothing", string(c)), fmt.Sprintf(`a literal one is written \%c`, c))
		}
	}
	return single(p.rune()), true
}

func single(r rune) *regexNode { return &regexNode{op: opSet, set: runeSet{r, r}} }

func (p *ecmaParser) group() (n *regexNode, repeatable bool) {
	start := p.at
	n, repeatable = &regexNode{}, true
	p.at++
	name := ""
	switch {
	case p.take("?:"):
		n.op = opSequence
	case p.take("?="), p.take("?!"):
		p.use(featureLook, start)
		// Annex B lets a lookahead be repeated.
		n.op, n.negate, repeatable = opLook, p.text[p.at-1] == '!', !p.unicode
	case p.take("?<="), p.take("?<!"):
		p.use(featureLook, start)
		n.op, n.negate, n.behind, repeatable = opLook, p.text[p.at-1] == '!', true, false
	case p.take("?<"):
		n.op, name = opGroup, p.groupName(start)
		p.use(featureNamedGroup, start)
	case p.peek() == '?':
		n.op = opSequence
		p.flags(start)
	default:
		n.op = opGroup
	}
	if n.op == opGroup {
		p.groups++
		n.number = p.groups
		if name != "" {
			p.declare(name, start)
		}
	}
	n.subs = []*regexNode{p.choice()}
	if !p.take(")") {
		p.fail(start, start+1, `"(" is never closed`, `a literal one is written \(`)
	}
	return n, repeatable
}

// flags reads (?ims-ims: of ECMAScript 2025.
func (p *ecmaParser) flags(start int) {
	i := p.at + 1
	seen := ""
	for i < len(p.text) && strings.IndexByte("ims-", p.text[i]) >= 0 && strings.IndexByte(seen, p.text[i]) < 0 {
		seen += p.text[i : i+1]
		i++
	}
	if i >= len(p.text) || p.text[i] != ':' || seen == "" || seen == "-" {
		_, n := utf8.DecodeRuneInString(p.text[min(p.at+1, len(p.text)):])
		p.fail(start, p.at+1+n, fmt.Sprintf("%q begins no group that ECMA-262 knows", p.text[start:min(p.at+1+n, len(p.text))]), "(?: (?= (?! (?<= (?<! or (?<name>")
	}
	p.modifiers = true
	p.at = i + 1
	p.use(featureFlags, start)
}

func (p *ecmaParser) groupName(start int) string {
	end := strings.IndexByte(p.text[p.at:min(p.at+longestName, len(p.text))], '>')
	if end < 0 {
		p.fail(start, len(p.text), "the name of the group is not closed", `">" has to follow the name`)
	}
	name := p.text[p.at : p.at+end]
	for i, r := range name {
		if !isNameRune(r, i == 0) {
			p.fail(p.at, p.at+end, fmt.Sprintf("%q is no name of a group", name), "letters, digits, _ and $")
		}
	}
	if name == "" {
		p.fail(start, p.at+1, "the group has an empty name", "letters, digits, _ and $")
	}
	p.at += end + 1
	return name
}

// declare notes a named group. The same name again is allowed only in another alternative.
func (p *ecmaParser) declare(name string, start int) {
	const most = 100 // of one name; nobody means more
	if len(p.names[name]) < 2 || len(p.declared[name]) >= most {
		return
	}
	for _, other := range p.declared[name] {
		exclusive := false
		for i := range min(len(other), len(p.branch)) {
			if other[i] != p.branch[i] {
				exclusive = true
				break
			}
		}
		if !exclusive {
			p.fail(start, p.at, fmt.Sprintf("two groups are called %q", name), "a name can be used once")
		}
	}
	p.declared[name] = append(p.declared[name], append([]int(nil), p.branch...))
}
