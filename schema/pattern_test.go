package schema

import (
	"strings"
	"testing"
)

func TestPatterns(t *testing.T) {
	in := func(s string) string { return `{"type": "object", "properties": {"a": {"pattern": "` + s + `"}}}` }
	invalid := func(marked, shown, what, label string) problemCase {
		return problemCase{in(marked), KindPatternInvalid, `"` + shown + `" is no regular expression: ` + what, label, "", ""}
	}
	checkProblems(t, []problemCase{
		invalid(`«(»`, `(`, `"(" is never closed`, `a literal one is written \(`),
		invalid(`a«(»b`, `a(b`, `"(" is never closed`, `a literal one is written \(`),
		invalid(`a«)»`, `a)`, `")" closes no group`, `a literal one is written \)`),
		invalid(`«[»a`, `[a`, `"[" is never closed`, `a literal one is written \[`),
		invalid(`[«z-a»]`, `[z-a]`, `the range "z-a" is out of order`, "the character that comes first in Unicode stands first"),
		invalid(`«*»a`, `*a`, `nothing stands before "*" that could be repeated`, `a literal one is written \*`),
		invalid(`a*«*»`, `a**`, `"*" repeats a repetition`, "put the first in a group (?:…)"),
		invalid(`a«{3,2}»`, `a{3,2}`, "the numbers of the repetition are out of order", "the smaller one comes first"),
		invalid(`a«\\»`, `a\`, `the pattern ends in "\"`, `a literal one is written \\`),
		invalid(`«(?>»a)`, `(?>a)`, `"(?>" begins no group that ECMA-262 knows`, "(?: (?= (?! (?<= (?<! or (?<name>"),
		invalid(`«(?#»c)`, `(?#c)`, `"(?#" begins no group that ECMA-262 knows`, "(?: (?= (?! (?<= (?<! or (?<name>"),
		invalid(`(?<a>x)«(?<a>»y(?!z))`, `(?<a>x)(?<a>y(?!z))`, `two groups are called "a"`, "a name can be used once"),
		invalid(`(?<a>x)«\\k»a`, `(?<a>x)\ka`, `"\k" needs the name of a group`, `\k<name>`),
		invalid(`«(?<>»x)`, `(?<>x)`, "the group has an empty name", "letters, digits, _ and $"),
		invalid(`(?<«a b»>x)`, `(?<a b>x)`, `"a b" is no name of a group`, "letters, digits, _ and $"),
		invalid(`«(?<a»`, `(?<a`, "the name of the group is not closed", `">" has to follow the name`),
		invalid(`«(?<=a)+»`, `(?<=a)+`, "an assertion cannot be repeated", "it matches a place, not characters"),
		invalid(`«\\p{}»`, `\p{}`, `"" is no Unicode property that ECMA-262 knows`, `such as \p{L}, \p{Lu}, \p{Script=Greek} or \p{Alphabetic}`),
		invalid(`«\\p{Alphabetic=Yes}»`, `\p{Alphabetic=Yes}`, `"Alphabetic=Yes" is no Unicode property that ECMA-262 knows`, `such as \p{L}, \p{Lu}, \p{Script=Greek} or \p{Alphabetic}`),
		invalid(`«{3}»`, `{3}`, `nothing stands before "{3}" that could be repeated`, `a literal "{" is written \{`),
		invalid(`(?<a>x)«\\k<b>»`, `(?<a>x)\k<b>`, `no group is called "b"`, ""),
		invalid(`«\\p{Letters}»`, `\p{Letters}`, `"Letters" is no Unicode property that ECMA-262 knows`, `such as \p{L}, \p{Lu}, \p{Script=Greek} or \p{Alphabetic}`),
		// The place is that of the file, through escapes.
		invalid(`\u00e9\n\ud83d\ude00\\d«[»`, `é\n😀\d[`, `"[" is never closed`, `a literal one is written \[`),
		{`{"type": "object", "patternProperties": {"^a$": {}, "b«(»": {}}}`, KindPatternInvalid, `"b(" is no regular expression: "(" is never closed`, `a literal one is written \(`, "", ""},
	})
}

func TestPatternsThatAreValid(t *testing.T) {
	for _, c := range []struct {
		pattern      string
		ecma, strict bool
	}{
		{`^(?!\.)[a-z.]+$`, true, true},
		{`^(a+)+$`, true, true},
		{`(?<=a)b(?<!c)d`, true, true},
		{`(?<year>\d{4})-\k<year>`, true, true},
		{`\p{Lu}\P{Script=Greek}[\p{L}-]`, true, true},
		{`\u{1F600}`, true, true},
		{`(?i:a)b`, true, true},
		{``, true, true},
		{`\-\_`, true, false},
		{`a{,5}`, true, false},
		{`]{`, true, false},
		{`(?=a)*`, true, false},
		{`[\p{L}--]`, true, false},
		{`(?i)abc`, false, false},
		{`(?<a>x)(?<a>y)`, false, false},
		{`(?P<x>a)`, false, false},
		{`(?s:.)\Q(\E`, false, false},
	} {
		p, err := parsePattern(c.pattern)
		if err != nil {
			t.Errorf("%s: %+v", c.pattern, err)
			continue
		}
		if p.ECMA != c.ecma || p.Strict != c.strict {
			t.Errorf("%s: ECMA %v, strict %v", c.pattern, p.ECMA, p.Strict)
		}
	}
}

func TestMatching(t *testing.T) {
	for _, c := range []struct {
		pattern, matches, refuses string // texts, separated by spaces
	}{
		{`^[a-z]+$`, "a abc", "A aB 1"},
		{`b`, "abc b", "a"},
		{`^(?!\.)[a-z.]+$`, "a.b", ".a"},
		{`^(?=.*\d)(?=.*[a-z])\w{4,}$`, "abc1 1aaa", "abcd 1111 a1"},
		{`^(?<!x)a`, "a", "xa"},
		{`(?<=\d{2})a$`, "12a 123a", "1a a"},
		{`(?<!\$)\b\d+`, "7", "$7"},
		{`^(a|b)\1$`, "aa bb", "ab"},
		{`^(?<q>['"]).*\k<q>$`, `'a' "a"`, `'a"`},
		{`^(?:(a)|b)*\1$`, "b ab aa", "c aba"},
		{`^(?:(?=(a+))\1)b$`, "aab", "b"},
		{`^\s$`, "\u00a0 \ufeff \u2003", "x \u200b"},
		{`^\d$`, "5", "٥"},
		{`^\w$`, "a", "é"},
		{`^.$`, "😀 é", "\u2028 ab"},
		{`^\p{Lu}\p{Script=Han}$`, "A中", "a中"},
		{`^[^\P{Ll}a]$`, "b", "a B"},
		{`^\u{1F600}\ud83d\ude00$`, "😀😀", "😀"},
		{`^a{2,3}?$`, "aa aaa", "a aaaa"},
		{`^(?:a{0,2}){2000}$`, "a", "b"},
		{`(?i)^abc$`, "ABC", "abd"},
		{`^\cA?[\b]?x\/$`, "x/", "x"},
		{`^[]x|y$`, "ay", "x"},
		{`^[^]$`, "x", "xx"},
		// Flags in groups, which RE2 reads.
		{`^(?i:a)b$`, "ab Ab", "aB"},
		// Looking behind goes from right to left.
		{`^(?:(?<=(\d)(\d))a|\d)+$`, "12a", "1a"},
		{`(?<=\1(.))b`, "aab", "cab"},
		{`(?<=(a)|b)\1c`, "aac bc", "xc"},
		{`^(?!(a)b)\1.*$`, "aa", "ab"},
		{`^(?=(a+?))\1+?$`, "aaa", "b"},
		{`^(?:(?<x>a)|(?<x>b))\k<x>(?!c)`, "aa bb", "ab bbc"},
		// Escapes, outside and inside of classes.
		{`^\f?\n?\r?\t?\v?\x41\u0042\0?\cJ?$`, "AB", "ab"},
		{`^[\b\f\n\r\t\v\0\cJ\-\]\x41-\x43\u{61}-\u{63}]$`, "B b - ]", "D"},
		{`^[\d\w][\D][\W][\S]$`, "1a-b", "1--"},
		// Leniencies of browsers.
		{`^\101\8\x4\u4[\1\c1]?\_$`, "A8x4u4_", "A"},
		{`^[\w-.]+\c$`, `a-.\c`, "c"},
		{`^a{$`, "a{", "a"},
		{`^(?=a){2}a$`, "a", "b"},
		// Properties.
		{`^\p{Letter}\p{gc=Nd}\p{General_Category=Decimal_Number}\p{sc=Grek}\p{scx=Latin}$`, "x12αx", "xx"},
		{`^[\p{Alpha}\p{ASCII}][\p{Any}\p{Assigned}]\p{Uppercase}\p{Lowercase}\p{ID_Start}\p{IDC}\p{Hex}\p{White_Space}?$`, "xxAaa1f", "x"},
		{`^\P{Cased}\p{Math}$`, "1+", "a+"},
	} {
		p, failure := parsePattern(c.pattern)
		if failure != nil {
			t.Errorf("%s: %+v", c.pattern, failure)
			continue
		}
		check := func(texts string, want bool) {
			for _, text := range strings.Split(texts, " ") {
				got, err := p.match(text, &budget{steps: 1_000_000})
				if err != nil || got != want {
					t.Errorf("%s on %q: %v %v, want %v", c.pattern, text, got, err, want)
				}
			}
		}
		check(c.matches, true)
		check(c.refuses, false)
	}
}

func TestCatastrophicPatternsEnd(t *testing.T) {
	long := strings.Repeat("a", 50_000)
	for _, c := range []struct {
		pattern, text string
		bounded       bool // decided without running into the limit
	}{
		{`^(a+)+$`, long + "b", true},
		{`^(a|a)*$`, long + "b", true},
		{`^(?=a)(a+)+$`, long + "b", false},
		{`^(a*)*\1b$`, long, false},
		{`(?=.*b)x`, long, false},
	} {
		p, failure := parsePattern(c.pattern)
		if failure != nil {
			t.Fatal(failure)
		}
		left := &budget{steps: DefaultSteps}
		got, err := p.match(c.text, left)
		if got || (err == nil) != c.bounded {
			t.Errorf("%s: %v %v, %d steps left", c.pattern, got, err, left.steps)
		}
	}
}

func TestPatternsOfADocument(t *testing.T) {
	doc, problems := Load([]byte(`{"type": "object", "properties": {"a": {"pattern": "^(?=(a))\\1$", "title": "("}}, "patternProperties": {"^x": {}}}`))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	a := doc.Root.Get("properties").Get("a")
	p := doc.Pattern(a.Get("pattern"))
	if p == nil || len(p.features) != 2 || !p.Strict || p.Text != `^(?=(a))\1$` {
		t.Errorf("%+v", p)
	}
	if doc.Pattern(a.Get("title")) != nil || doc.Pattern(doc.Root.Get("patternProperties").Members[0].Key) == nil {
		t.Error("patterns are where keywords say so")
	}
}

// FuzzPattern: the automaton and the backtracking matcher agree wherever both can tell, and nothing panics.
func FuzzPattern(f *testing.F) {
	for _, seed := range []string{`^(a|b)*?c{2,3}$`, `[^\d\p{L}-]+\b`, `(?<x>a)\k<x>(?!b)`, `\u{1F600}|[😀-😂]`, `((a*)*)*$`, `(?:)*\B`} {
		f.Add(seed, "aabbcc 12 😀")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		p, err := parsePattern(pattern)
		if err != nil {
			if err.start < 0 || err.end < err.start || err.end > len(pattern) || err.what == "" {
				t.Fatalf("%q: %+v", pattern, err)
			}
			return
		}
		p.prepare()
		tree, _, failure := parseEither(pattern, true)
		if p.linear == nil || failure != nil || tree.modifiers || tree.unmatched != "" {
			return
		}
		want := p.linear.MatchString(text)
		got, limit := compileProgram(tree.root).search(text, &budget{steps: 100_000})
		if limit == nil && got != want {
			t.Fatalf("%q on %q: the automaton says %v, backtracking %v", pattern, text, want, got)
		}
	})
}
