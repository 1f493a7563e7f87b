package schema

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// refuser is a loader that loads nothing.
type refuser struct{}

func (refuser) Load(url string) (any, error) { return nil, errors.New("refused: " + url) }

// other compiles with the library that this package is compared with; it needs values that it decoded itself.
func other(t *testing.T, url string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.UseLoader(refuser{})
	s, err := c.Compile(url)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func otherValue(t *testing.T, text string) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// sampleValues are values that some keyword takes and some other refuses.
var sampleValues = []string{
	`null`, `true`, `false`, `0`, `-1`, `1`, `1.0`, `1.5`, `-0.0`, `1e3`, `""`, `"a"`, `"_a"`, `"1a"`, `"a:b"`, `"string"`, `"Object"`,
	`[]`, `[true]`, `["a"]`, `["a", "a"]`, `["a", 1]`, `[1]`, `[1, 1.0]`, `[{}]`, `[{}, true]`, `[{}, 5]`, `["string"]`,
	`["string", "string"]`, `["string", "null"]`, `["string", "nul"]`, `[[]]`, `[null]`, `[{"type": "x"}]`,
	`{}`, `{"a": {}}`, `{"a": true}`, `{"a": 1}`, `{"a": null}`, `{"a": ["b"]}`, `{"a": []}`, `{"a": ["b", "b"]}`, `{"a": [1]}`,
	`{"a": "b"}`, `{"a": {"type": "x"}}`, `{"type": 5}`, `{"minLength": -1}`, `{"a": {}, "b": 5}`,
}

// TestMetaSchemas asks this package and the meta-schemas themselves, as another library has and applies them, about
// every keyword of every dialect with every sample value.
func TestMetaSchemas(t *testing.T) {
	names := map[string]bool{"x-unknown": true}
	for _, k := range keywords {
		names[k.name] = true
	}
	compared := 0
	for d := Draft4; d <= Draft2020; d++ {
		meta := other(t, d.URI())
		for name := range names {
			for _, value := range sampleValues {
				if d == Draft6 && name == "examples" {
					continue // the other library's copy of the meta-schema is older than this keyword
				}
				if name == "$schema" || strings.HasPrefix(name, "$") && strings.HasSuffix(name, "Ref") || name == "$ref" || name == "id" || name == "$id" {
					continue // these have problems of other kinds; TestReferences and TestDialects look at them
				}
				schema := fmt.Sprintf(`{%q: %s}`, name, value)
				_, problems := load([]byte(schema), d, true)
				refused := meta.Validate(otherValue(t, schema)) != nil
				if refused != (len(problems) > 0) {
					t.Errorf("%s: %s: the meta-schema refuses it: %v, this package says %+v", d, schema, refused, problems)
				}
				for _, p := range problems {
					if p.Kind != KindInvalid {
						t.Errorf("%s: %s: %+v", d, schema, p)
					}
				}
				compared++
			}
		}
	}
	if compared < 10_000 {
		t.Errorf("only %d comparisons", compared)
	}
}
