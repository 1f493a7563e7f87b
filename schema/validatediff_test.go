package schema

import (
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestAgainstOtherValidator compares verdicts with another library, over schemas of every dialect and values that are
// made up. Both are given what is valid and finite; texts that only one of them can take are elsewhere.
func TestAgainstOtherValidator(t *testing.T) {
	const files, values = 400, 12
	for d := Draft4; d <= Draft2020; d++ {
		accepted, refused := 0, 0
		for seed := range uint64(files) {
			g := newGenerator(seed, d)
			text := g.file()
			doc, problems := load([]byte(text), d, true)
			if len(problems) > 0 {
				t.Errorf("%s\n%+v", text, problems)
				continue
			}
			s := newSchema(doc)
			c := jsonschema.NewCompiler()
			c.UseLoader(refuser{})
			if err := c.AddResource("https://example.test/s", otherValue(t, text)); err != nil {
				t.Fatal(err)
			}
			theirs, err := c.Compile("https://example.test/s")
			if err != nil {
				t.Errorf("%s\n%v", text, err)
				continue
			}
			for range values {
				v := g.value(3)
				e := s.Validate([]byte(v), Limits{})
				ok := theirs.Validate(otherValue(t, v)) == nil
				if ok != (e == nil) || e != nil && e.Reason != NotValid {
					t.Errorf("%s\n%s\nthe other library accepts it: %v, this one says %v", text, v, ok, e)
				}
				if ok {
					accepted++
				} else {
					refused++
				}
			}
		}
		if accepted < files || refused < files {
			t.Errorf("%s: %d accepted, %d refused: the sample says too little", d, accepted, refused)
		}
	}
}
