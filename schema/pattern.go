package schema

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
)

// Pattern is a regular expression of a schema: by ECMA-262 as JSON Schema asks, or, where only RE2 accepts it, by RE2.
type Pattern struct {
	// Text is the pattern as the schema has it, decoded.
	Text string
	// ECMA: ECMA-262 accepts it. Strict: also with the flag u, that is without the leniencies of browsers.
	ECMA, Strict bool

	features []featureUse  // the first uses of what not every engine has
	refused  *patternError // why ECMA-262, or at least its strict form, does not accept it; nil where it does

	once   sync.Once
	weight int            // how large an automaton for it would be
	linear *regexp.Regexp // nil where only backtracking can match it
	prog   *program
	opaque string // why nobody can tell what it matches
}

// parsePattern decides whether a pattern is valid.
func parsePattern(text string) (*Pattern, *patternError) {
	p := &Pattern{Text: text}
	tree, err := parseECMA(text, true, false)
	if err != nil && !err.tooMuch {
		p.refused = err
		tree, err = parseECMA(text, false, false)
	}
	p.Strict, p.ECMA = p.refused == nil, err == nil
	switch {
	case err == nil:
		p.features = tree.features
	case err.tooMuch:
		return nil, err
	default:
		if _, re2 := syntax.Parse(text, syntax.Perl); re2 != nil {
			return nil, err
		}
		p.refused = err
	}
	return p, nil
}

// parseEither tries the strict reading first. The error is that of the lenient one, which is what stays wrong in both.
func parseEither(text string, sets bool) (tree regexSyntax, strict bool, err *patternError) {
	tree, err = parseECMA(text, true, sets)
	if err == nil || err.tooMuch {
		return tree, err == nil, err
	}
	tree, err = parseECMA(text, false, sets)
	return tree, false, err
}

const (
	// maxWeight bounds the automaton that is built of a pattern: a larger one is matched by backtracking.
	maxWeight = 20000
	// hugeWeight is where adding up ends.
	hugeWeight = 1 << 30
)

// features are what matching a pattern takes.
type features struct {
	look, backref bool
	weight        int // about the size of an automaton for it
}

func featuresOf(n *regexNode) features {
	f := features{look: n.op == opLook, backref: n.op == opBackref, weight: 1 + len(n.set)/4}
	for _, sub := range n.subs {
		s := featuresOf(sub)
		f.look, f.backref = f.look || s.look, f.backref || s.backref
		f.weight = min(f.weight+s.weight, hugeWeight)
	}
	if n.op == opRepeat {
		f.weight = min(f.weight*max(n.min, n.max, 1), hugeWeight)
	}
	return f
}

// treeWeight estimates the same of a pattern that only RE2 accepts.
func treeWeight(re *syntax.Regexp) int {
	total := 1 + len(re.Rune)/4
	for _, sub := range re.Sub {
		total = min(total+treeWeight(sub), hugeWeight)
	}
	if re.Op == syntax.OpRepeat {
		total = min(total*max(re.Min, re.Max, 1), hugeWeight)
	}
	return total
}

// prepare makes the matcher. An automaton in linear time serves wherever the pattern describes a regular language.
func (p *Pattern) prepare() {
	tree, _, err := parseEither(p.Text, true)
	if err != nil && err.tooMuch {
		p.opaque = "it is too large"
		return
	}
	if err != nil || tree.modifiers {
		// Flags inside of a pattern mean the same to RE2, for everything that it can do.
		re, failed := syntax.Parse(p.Text, syntax.Perl)
		if failed != nil {
			p.opaque = "it switches flags and looks around"
			return
		}
		if p.weight = treeWeight(re); p.weight > maxWeight {
			p.opaque = "it is too large"
			return
		}
		p.linear, _ = regexp.Compile(p.Text)
		return
	}
	f := featuresOf(tree.root)
	p.weight = f.weight
	if tree.unmatched != "" {
		p.opaque = fmt.Sprintf("the Unicode property %q has no table here", tree.unmatched)
		return
	}
	if !f.look && !f.backref && p.weight <= maxWeight {
		var b strings.Builder
		writeRE2(&b, tree.root)
		if p.linear, _ = regexp.Compile(b.String()); p.linear != nil {
			return
		}
	}
	p.prog = compileProgram(tree.root)
	p.weight = len(p.prog.insts)
}

// writeRE2 writes a pattern so that RE2 reads exactly what ECMA-262 means.
func writeRE2(b *strings.Builder, n *regexNode) {
	switch n.op {
	case opSet:
		if len(n.set) == 0 {
			b.WriteString(`[^\x00-\x{10FFFF}]`)
			return
		}
		b.WriteByte('[')
		for i := 0; i+1 < len(n.set); i += 2 {
			fmt.Fprintf(b, `\x{%X}-\x{%X}`, n.set[i], n.set[i+1])
		}
		b.WriteByte(']')
	case opSequence, opGroup:
		// What is captured does not matter to whether a pattern matches.
		b.WriteString("(?:")
		for _, sub := range n.subs {
			writeRE2(b, sub)
		}
		b.WriteByte(')')
	case opChoice:
		b.WriteString("(?:")
		for i, sub := range n.subs {
			if i > 0 {
				b.WriteByte('|')
			}
			writeRE2(b, sub)
		}
		b.WriteByte(')')
	case opRepeat:
		b.WriteString("(?:")
		writeRE2(b, n.subs[0])
		b.WriteByte(')')
		switch {
		case n.min == 0 && n.max < 0:
			b.WriteByte('*')
		case n.min == 1 && n.max < 0:
			b.WriteByte('+')
		case n.max < 0:
			fmt.Fprintf(b, "{%d,}", n.min)
		default:
			fmt.Fprintf(b, "{%d,%d}", n.min, n.max)
		}
	case opStart:
		b.WriteString(`\A`)
	case opEnd:
		b.WriteString(`\z`)
	case opBoundary:
		b.WriteString(`\b`)
	case opNoBoundary:
		b.WriteString(`\B`)
	}
}

// match reports whether the pattern matches somewhere in the text. It takes what it costs from the budget, and fails
// with errBudget when that is used up, or with an opaqueError.
func (p *Pattern) match(text string, left *budget) (bool, error) {
	p.once.Do(p.prepare)
	if !left.seen[p] {
		// Each validation pays for each pattern once, whoever prepared it: the memory for many large ones is bounded too.
		if err := left.spend(len(p.Text)/4 + 16*min(p.weight, maxWeight)); err != nil {
			return false, err
		}
		left.see(p)
	}
	if p.opaque != "" {
		return false, &opaqueError{pattern: p.Text, why: p.opaque}
	}
	if p.linear != nil {
		// The automaton looks at each character once, in the worst case at all its states each time.
		if err := left.spend(4 + len(text)*(8+p.weight/2)/64); err != nil {
			return false, err
		}
		return p.linear.MatchString(text), nil
	}
	return p.prog.search(text, left)
}

// opaqueError: a pattern that is valid, but that cannot be matched here.
type opaqueError struct{ pattern, why string }

func (e *opaqueError) Error() string {
	return fmt.Sprintf("the pattern %s cannot be matched here: %s", quote(e.pattern), e.why)
}

// checkPattern reports a pattern that neither ECMA-262 nor RE2 accepts. v is the string, of a value or of a key.
func (d *Document) checkPattern(v *Value) {
	p, err := parsePattern(v.Text)
	if err == nil {
		d.patterns[v] = p
		return
	}
	problem := Problem{Kind: KindPatternInvalid, Message: fmt.Sprintf("%s is no regular expression: %s", quote(v.Text), err.what), Label: err.label}
	if err.tooMuch {
		problem = Problem{Kind: KindTooComplex, Message: err.what, Label: "too deep to be checked"}
	}
	problem.Start = d.textOffset(v, err.start)
	problem.End = max(d.textOffset(v, err.end), problem.Start)
	if v.Text == "" || problem.Start == problem.End {
		problem.Start, problem.End = v.Span()
	}
	d.report(problem)
}

// textOffset finds the byte of the file at which a byte of a string's decoded text stands.
func (d *Document) textOffset(v *Value, offset int) int {
	at, end := v.Start+1, v.End-1
	for done := 0; done < offset && at < end; {
		if d.Source[at] != '\\' {
			at++
			done++
			continue
		}
		n, _ := checkEscape(d.Source[at:])
		switch {
		case n == 12:
			done += 4
		case n == 6:
			unit, _ := hex4(d.Source[at:])
			done += len(string(unit))
		default:
			done++
		}
		at += n
	}
	return at
}

// Pattern is the parsed pattern of a string: the value of a "pattern", or a key of a "patternProperties". It is nil for
// any other string and for an invalid pattern.
func (d *Document) Pattern(v *Value) *Pattern { return d.patterns[v] }
