package schema

import (
	"errors"
	"regexp/syntax"
)

// feature is something of ECMA-262 that other engines lack.
type feature uint8

const (
	featureLook feature = iota
	featureBackref
	featureNamedGroup
	featureFlags
	featureProperty
	featureUnicode
	featureControl
	featureCount
	featureEmptyClass
	featureNestedClass
)

// featureUse is the first use of a feature in a pattern, in bytes of the decoded text.
type featureUse struct {
	feature    feature
	start, end int
}

// maxRE2Repeat is the largest number of a quantifier in RE2.
const maxRE2Repeat = 1000

// featureWords say for each feature what it is and who does not have it. RE2 stands for Go too, Rust for its crate regex, Python for its module re.
var featureWords = [...]struct{ what, lacking string }{
	featureLook:        {"looks around", "RE2, Rust and the grammars of several models do not"},
	featureBackref:     {"refers back to a group", "RE2, Rust and the grammars of several models cannot"},
	featureNamedGroup:  {"names a group by (?<…>", "Python writes (?P<…>"},
	featureFlags:       {"switches flags within", "JavaScript can only since 2025"},
	featureProperty:    {"uses a Unicode property", "Python has none"},
	featureUnicode:     {`uses an escape \u`, "RE2 has none, and Python and Rust know one form each"},
	featureControl:     {`uses an escape \c`, "RE2, Rust and Python have none"},
	featureCount:       {"repeats more than 1000 times", "RE2 stops at 1000"},
	featureEmptyClass:  {"has an empty class", "elsewhere the bracket belongs to the class"},
	featureNestedClass: {"has [ or && in a class", "in Rust they nest and intersect classes"},
}

// use notes the first use of a feature, from start to where the parser is.
func (p *ecmaParser) use(f feature, start int) {
	for _, known := range p.features {
		if known.feature == f {
			return
		}
	}
	p.features = append(p.features, featureUse{f, start, p.at})
}

// Obstacle is something in a pattern that not every engine takes, or that engines understand differently.
type Obstacle struct {
	// Start and End are its bytes in the file.
	Start, End int
	// What the pattern does, and Who does not: both to be read behind "the pattern".
	What, Who string
}

// Obstacles are what keeps the pattern of a string (see Document.Pattern) from being understood the same by JavaScript, RE2, Rust and
// Python, each kind once: first what JavaScript itself refuses, then in the order of the pattern. Nil means that the pattern is portable as
// far as syntax goes. What the classes \d, \w and \s contain differs as well, and is not told.
func (d *Document) Obstacles(v *Value) []Obstacle {
	p := d.patterns[v]
	if p == nil {
		return nil
	}
	var out []Obstacle
	add := func(start, end int, what, who string) {
		o := Obstacle{What: what, Who: who}
		o.Start = d.textOffset(v, start)
		o.End = max(d.textOffset(v, end), o.Start)
		if o.Start == o.End {
			o.Start, o.End = v.Span()
		}
		out = append(out, o)
	}
	if e := p.refused; e != nil && p.ECMA {
		add(e.start, e.end, "is none for JavaScript with the flag u: "+e.what, e.label)
	} else if e != nil {
		add(e.start, e.end, "is none for JavaScript: "+e.what, "only RE2 and its like know it")
	}
	for _, f := range p.features {
		add(f.start, f.end, featureWords[f.feature].what, featureWords[f.feature].lacking)
	}
	const longest = 20_000 // what is longer is not tried on RE2, it takes too much time
	if len(out) == 0 && len(p.Text) <= longest {
		if _, err := syntax.Parse(p.Text, syntax.Perl); err != nil {
			reason := "invalid"
			var e *syntax.Error
			if errors.As(err, &e) {
				reason = e.Code.String()
			}
			add(0, len(p.Text), "is none for RE2", "it says: "+reason)
		}
	}
	return out
}
