package schema

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// looks is everything that is said of a file beyond its mistakes.
type looks struct {
	Attacks            []AttackedPattern
	Defaults, Required []Problem
	Size               int
	Obstacles          []Obstacle
	Numbers            []string
}

func look(t testing.TB, doc *Document) looks {
	search := newAttackSearch()
	out := looks{Attacks: search.document(doc), Defaults: doc.InvalidDefaults(), Required: doc.UnsatisfiableRequired(), Size: doc.Expansion().Schemas}
	if search.steps < 0 || search.work < -MaxSize {
		t.Errorf("%d steps and %d of the work are left", search.steps, search.work)
	}
	for v := range doc.Root.All() {
		out.Obstacles = append(out.Obstacles, doc.Obstacles(v)...)
		if v.Type == Number {
			out.Numbers = append(out.Numbers, v.InFloat64())
		}
	}
	return out
}

// FuzzLoad: whatever the bytes, there is an answer, always the same, and everything in it marks bytes of the file.
func FuzzLoad(f *testing.F) {
	for _, seed := range []string{
		`{"type":"object","properties":{"a":{"pattern":"^(a+)+$","default":null,"maximum":1e400},"b":{"$ref":"#/$defs/b"}},"$defs":{"b":{"required":["x"]}},"required":["c"],"additionalProperties":false}`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","definitions":{"a":{"allOf":[{"$ref":"#/definitions/a"}]}},"properties":{"x":{"$ref":"#/definitions/a","minLength":-1}}}`,
		`{"type":"object","patternProperties":{"(?=\\p{L}+)*\\u0041{2,1001}":{"unevaluatedProperties":false,"dependentRequired":{"a":["b"]}}}}`,
		`{"$schema":"https://json-schema.org/draft/2019-09/schema","type":"object","$recursiveAnchor":true,"properties":{"a":{"$id":"x:y","$recursiveRef":"#"}}}`,
		`{"type":"object","$dynamicAnchor":"n","anyOf":[{"$dynamicRef":"#n"},{"$anchor":"q"},{"$ref":"#q"}],"allOf":[{"$ref":"#/anyOf/1/%7e0"}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		inside := func(what any, start, end int) {
			if start < 0 || end < start || end > len(data) {
				t.Fatalf("marks %d to %d of %d: %+v", start, end, len(data), what)
			}
		}
		doc, problems := Load(bytes.Clone(data))
		if doc == nil {
			if len(problems) == 0 {
				t.Fatal("neither a document nor a problem")
			}
			return
		}
		found := look(t, doc)
		problems = append(append(problems[:len(problems):len(problems)], found.Defaults...), found.Required...)
		for _, p := range problems {
			inside(p, p.Start, p.End)
			for _, r := range p.Related {
				inside(p, r.Start, r.End)
			}
			if p.Message == "" {
				t.Fatalf("no words: %+v", p)
			}
		}
		for _, o := range found.Obstacles {
			inside(o, o.Start, o.End)
		}
		again, _ := Load(bytes.Clone(data))
		if diff := cmp.Diff(found, look(t, again), cmpopts.IgnoreFields(AttackedPattern{}, "Value")); diff != "" {
			t.Fatal(diff)
		}
		for _, a := range found.Attacks {
			// What is called an attack takes the steps that it is said to take.
			tree, _, _ := parseEither(a.Value.Text, true)
			left := budget{steps: a.Steps}
			if ok, err := compileProgram(tree.root).search(a.Text(), &left); ok || err == nil && left.steps > 1 {
				t.Fatalf("%q is no attack on %q: %v %v, %d steps left", a.Text(), a.Value.Text, ok, err, left.steps)
			}
		}
	})
}
