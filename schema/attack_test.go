package schema

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func attackOf(t *testing.T, pattern, more string) *Attack {
	t.Helper()
	quoted, err := json.Marshal(pattern)
	if err != nil {
		t.Fatal(err)
	}
	doc, problems := Load([]byte(`{"type": "object", "properties": {"a": {"pattern": ` + string(quoted) + more + `}}}`))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, a := range doc.Attacks() {
		return &a.Attack
	}
	return nil
}

// TestAttacks: patterns as people write them, the ones that hurt and the ones that look alike.
func TestAttacks(t *testing.T) {
	const none = -1
	for _, c := range []struct {
		pattern string
		degree  int // 0: it doubles
	}{
		{`^(a+)+$`, 0}, {`^(a*)*$`, 0}, {`^(a|a)*$`, 0}, {`^(a|aa)+$`, 0}, {`^(a|b|ab)*c`, 0}, {`(x+x+)+y`, 0}, {`^(\w+\s?)*$`, 0}, {`^(?:[^/]+/?)+$`, 0},
		{`^(?:[a-z0-9]+-?)+$`, 0}, {`^\w+([.-]?\w+)*@\w+([.-]?\w+)*(\.\w{2,3})+$`, 0}, {`^(([a-z])+.)+[A-Z]([a-z])+$`, 0}, {`^"([^"\\]|\\.|[^"])*"$`, 0},
		{`^(?=(a+)+$)a`, 0}, {`^(?!.*(a+)+$)b`, 0}, {`^([a-z]+)*\1$`, 0}, {`^(a|a){0,50}b`, 0}, {`^(?:(?:a{1,10}){1,10}){1,10}$`, 0}, {`^(?:(?:a?)+.c)*?a?c$`, 0},
		{`^\s*(.*?)\s*$`, 2}, {`^a*a*$`, 2}, {`^a*a*a*$`, 3}, {`^[^@\s]+@[^@\s]+\.[^@\s]+$`, 2}, {`^.*\S.*$`, 2},
		{`(a+)+`, none}, {`^(a+)+`, none}, {`\s+$`, none}, {`^[a-z0-9]+(-[a-z0-9]+)*$`, none}, {`^(\w+\s)*\w+$`, none}, {`^\d{4}-\d{2}-\d{2}$`, none},
		{`^[\w.-]+@[\w.-]+\.\w+$`, none}, {`^https?://[^\s/$.?#].[^\s]*$`, none}, {`^/(?:[^/]+/)*[^/]*$`, none}, {`^"(?:[^"\\]|\\.)*"$`, none}, {`^[a-z]{1,63}[a-z]{1,63}$`, none},
		{`^((25[0-5]|2[0-4]\d|1?\d?\d)(\.|$)){4}$`, none}, {`^(?=.*[A-Z])(?=.*\d)(?=.*[a-z]).{8,64}$`, none}, {`^(?:a|ab)(?:c|bcd)*$`, none}, {`^(?i:a+)+$`, none},
		{`^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$`, none}, {`^\p{L}+(?: \p{L}+)*$`, none}, {`^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$`, none},
	} {
		a := attackOf(t, c.pattern, "")
		switch {
		case a == nil && c.degree != none:
			t.Errorf("%s: no attack is found", c.pattern)
		case a != nil && a.Degree != c.degree:
			t.Errorf("%s: degree %d for %q, want %d", c.pattern, a.Degree, a.Text(), c.degree)
		}
	}
	for more, want := range map[string]bool{`, "maxLength": 15`: false, `, "maxLength": 60`: true, `, "maxLength": 1e9`: true} {
		if got := attackOf(t, `^(a+)+$`, more) != nil; got != want {
			t.Errorf("exponential with %s: %v", more, got)
		}
	}
	for more, want := range map[string]bool{`, "maxLength": 2000`: false, `, "maxLength": 100000`: true} {
		if got := attackOf(t, `^\s*(.*?)\s*$`, more) != nil; got != want {
			t.Errorf("quadratic with %s: %v", more, got)
		}
	}
}

// randomPattern makes patterns over few characters, full of repetitions.
func randomPattern(r *rand.Rand, depth int) string {
	oneOf := func(from ...string) string { return from[r.IntN(len(from))] }
	switch n := r.IntN(10); {
	case depth == 0 || n < 3:
		return oneOf("a", "b", "[ab]", ".", "a?", "c")
	case n < 5:
		return randomPattern(r, depth-1) + randomPattern(r, depth-1)
	case n < 7:
		return "(?:" + randomPattern(r, depth-1) + "|" + randomPattern(r, depth-1) + ")"
	}
	return "(?:" + randomPattern(r, depth-1) + ")" + oneOf("*", "+", "?", "{2}", "{1,3}", "{2,}", "*?")
}

// TestAttacksAreNotMissed compares with trying all short texts, again and again, on random patterns.
func TestAttacksAreNotMissed(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var pumps []string
	for _, a := range []string{"a", "b", "c"} {
		pumps = append(pumps, a)
		for _, b := range []string{"a", "b", "c"} {
			pumps = append(pumps, a+b, a+b+"a", a+b+"b")
		}
	}
	expensive := 0
	for range 120 {
		text := "^" + randomPattern(r, 4) + randomPattern(r, 3) + "$"
		p, failure := parsePattern(text)
		if failure != nil {
			t.Fatal(text, failure)
		}
		tree, _, _ := parseEither(text, true)
		prog, attacked := compileProgram(tree.root), ""
		for _, prefix := range []string{"", "a", "b", "c", "ab"} {
			for _, pump := range pumps {
				attack := prefix + strings.Repeat(pump, 30/len(pump)+1) + "!"
				if ok, err := prog.search(attack, &budget{steps: 60_000}); attacked == "" && !ok && err != nil {
					attacked = attack
				}
			}
		}
		if attacked == "" {
			continue
		}
		expensive++
		if newAttackSearch().pattern(p, longestArgument) == nil {
			t.Errorf("%s takes very long for %q, and no attack is found", text, attacked)
		}
	}
	if expensive < 20 {
		t.Errorf("only %d patterns took long: the sample says too little", expensive)
	}
}

// TestExpansion counts schemas with their references written out.
func TestExpansion(t *testing.T) {
	chain := func(links int) string {
		var defs strings.Builder
		for i := range links {
			fmt.Fprintf(&defs, `"d%d": {"anyOf": [{"$ref": "#/$defs/d%d"}, {"$ref": "#/$defs/d%d"}]}, `, i, i+1, i+1)
		}
		return `{"type": "object", "properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": {` + defs.String() + fmt.Sprintf(`"d%d": {}}}`, links)
	}
	for _, c := range []struct {
		schema string
		want   int
		at     string
	}{
		{`{"type": "object"}`, 1, ""},
		{`{"type": "object", "$defs": {"unused": {"items": {}}}}`, 1, ""},
		{`{"type": "object", "properties": {"a": {"$ref": "#/$defs/x"}, "b": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"items": {}}}}`, 7, ""},
		{`{"type": "object", "properties": {"a": {"$ref": "#"}, "b": {"$ref": "#"}}}`, 3, ""},
		{chain(1), 7, ""},
		{chain(20), 4*(1<<20) - 1, "#/$defs/d5"},
		{chain(100), ManySchemas, "#/$defs/d85"},
	} {
		doc, problems := Load([]byte(c.schema))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		e, at := doc.Expansion(), ""
		if e.At != nil {
			at = e.At.Pointer()
		}
		if e.Schemas != c.want || at != c.at {
			t.Errorf("%.60s…: %d schemas at %q, want %d at %q", c.schema, e.Schemas, at, c.want, c.at)
		}
	}
}
