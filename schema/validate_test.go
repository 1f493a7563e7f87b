package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestValidateWords(t *testing.T) {
	const notes = `{"type": "object", "properties": {
		"text": {"type": "string", "minLength": 1, "maxLength": 3, "pattern": "^[a-z]*$"},
		"n": {"type": "integer", "minimum": 0, "exclusiveMaximum": 10, "multipleOf": 2},
		"kind": {"enum": ["note", "todo", 1]},
		"tags": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2, "uniqueItems": true},
		"five": {"const": 5},
		"maybe": {"type": ["string", "null"]}},
		"required": ["text"], "additionalProperties": false}`
	const mixed = `{"type": "object", "properties": {
		"a": {"anyOf": [{"type": "string"}, {"type": "null"}]},
		"b": {"oneOf": [{"type": "integer"}, {"type": "number"}]},
		"c": {"not": {"type": "string"}},
		"d": {"anyOf": [{"properties": {"k": {"const": "x"}}, "required": ["k"]}, {"properties": {"k": {"const": "y"}}}]},
		"e": {"prefixItems": [{"type": "integer"}], "items": false},
		"f": {"contains": {"type": "integer"}, "minContains": 2, "maxContains": 3},
		"g": {"propertyNames": {"maxLength": 2}, "minProperties": 1, "maxProperties": 2},
		"h": false,
		"i": {"contains": {"const": "x"}, "items": {"enum": [[1, 2], {"k": "v"}, null]}},
		"j": {"not": {"required": ["k"]}},
		"k": {"additionalProperties": {"type": "object", "required": ["a-b", "a b"]}},
		"l": {"unevaluatedItems": false},
		"a/b~": {"type": "boolean"}},
		"dependentRequired": {"a": ["b"]},
		"if": {"required": ["c"]}, "then": {"required": ["d"]},
		"unevaluatedProperties": false}`
	for _, c := range []struct{ schema, arguments, want string }{
		{notes, `{"text": "abc", "n": 4.0, "kind": 1.00, "tags": ["x"], "five": 50e-1, "maybe": null}`, ""},
		{notes, `{}`, `'text' is missing`},
		{notes, `[]`, `the value must be an object, got an array`},
		{notes, `{"text": 5}`, `'text' must be a string, got the number 5`},
		{notes, `{"text": "abcd", "n": 10}`, `'text' must have at most 3 characters, got 4; 'n' must be less than 10, got 10`},
		{notes, `{"text": "", "n": -2}`, `'text' must have at least 1 character, got 0; 'n' must be at least 0, got -2`},
		{notes, `{"text": "A", "n": 3}`, `'text' must match the pattern "^[a-z]*$", got "A"; 'n' must be a multiple of 2, got 3`},
		{notes, `{"text": "a", "n": 1.5}`, `'n' must be a whole number, got 1.5`},
		{notes, `{"text": "a", "kind": "toodo"}`, `'kind' must be "note", "todo" or 1, got "toodo"; did you mean "todo"?`},
		{notes, `{"text": "a", "five": "5"}`, `'five' must be 5, got "5"`},
		{notes, `{"text": "a", "maybe": 1}`, `'maybe' must be null or a string, got the number 1`},
		{notes, `{"text": "a", "tags": []}`, `'tags' must have at least 1 item, got 0`},
		{notes, `{"text": "a", "tags": ["x", "x"]}`, `'tags[1]' is equal to 'tags[0]'; every item must be different`},
		{notes, `{"text": "a", "tags": ["x", 1, true]}`, `'tags' must have at most 2 items, got 3; 'tags[1]' must be a string, got the number 1; 'tags[2]' must be a string, got true`},
		{notes, `{"txt": "a"}`, `'text' is missing; 'txt' is not a known property; did you mean 'text'?`},
		{notes, `{"text": "a", "zzz": 1}`, `'zzz' is not a known property; known are 'text', 'n', 'kind', 'tags', 'five' and 'maybe'`},
		{notes, `{"text": "a",}`, `not JSON: a comma stands before the closing "}" (JSON allows no trailing comma)`},
		{notes, "", `not JSON: the text is empty (a JSON value has to stand here)`},
		{notes, "\xff", `not JSON: byte 0xFF is not UTF-8 (JSON is UTF-8)`},

		{mixed, `{"a": 1, "b": 1.5}`, `'a' must be null or a string, got the number 1`},
		{mixed, `{"a": "x"}`, `'b' is missing; it is required where 'a' is given`},
		{mixed, `{"b": 1}`, `'b' fits more than one schema of "oneOf": number 1 and number 2`},
		{mixed, `{"c": "x", "d": {}}`, `'c' must not be a string`},
		{mixed, `{"c": 1}`, `'d' is missing`},
		{mixed, `{"d": {"k": "z"}}`, `'d' fits none of the 2 schemas of "anyOf": 'k' must be "x", got "z"; 'k' must be "y", got "z"`},
		{mixed, `{"e": [1, 2]}`, `'e[1]' is one item too many: at most 1 are allowed`},
		{mixed, `{"f": [1, "x"]}`, `'f' must have at least 2 items that fit "contains" (a whole number), got 1`},
		{mixed, `{"f": [1, 2, 3, 4]}`, `'f' must have at most 3 items that fit "contains" (a whole number), got 4`},
		{mixed, `{"g": {}}`, `'g' must have at least 1 property, got 0`},
		{mixed, `{"g": {"abc": 1}}`, `'g.abc' is not allowed as a name: it must have at most 2 characters, got 3`},
		{mixed, `{"i": ["x"]}`, `'i[0]' must be [1,2], {"k":"v"} or null, got "x"`},
		{mixed, `{"i": []}`, `'i' must have at least 1 item that fits "contains" ("x"), got none`},
		{mixed, `{"j": {"k": 1}}`, `'j' must not have 'k'`},
		{mixed, `{"k": {"x y": {}}}`, "in 'k[\"x y\"]', 'a-b' is missing; in 'k[\"x y\"]', '[\"a b\"]' is missing"},
		{mixed, `{"l": [1]}`, `'l[0]' is an item that is not allowed`},
		{mixed, `{"h": 1}`, `'h' is not allowed`},
		{mixed, `{"a/b~": 1}`, `'["a/b~"]' must be true or false, got the number 1`},
		{mixed, `{"x": 1}`, `'x' is not a known property; known are 'a', 'b', 'c', 'd', 'e' and 8 more`},
	} {
		got := ""
		if e := compile(t, c.schema).Validate([]byte(c.arguments), Limits{}); e != nil {
			got = strings.ReplaceAll(e.Error(), "`", "'") // names stand in backquotes
		}
		if got != c.want {
			t.Errorf("%s\n got  %s\n want %s", c.arguments, got, c.want)
		}
	}
}

// TestEveryRefusalHasWords: whatever keyword refuses, what it says is made for it.
func TestEveryRefusalHasWords(t *testing.T) {
	seen := map[string]bool{}
	try := func(d Dialect, schema, value string) {
		doc, problems := load([]byte(schema), d, true)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		if e := newSchema(doc).Validate([]byte(value), Limits{}); e != nil {
			for _, f := range e.Failures {
				if seen[f.Keyword] = true; messages[f.Keyword] == nil || f.Message == "" {
					t.Errorf("%q has no words", f.Keyword)
				}
			}
		}
	}
	try(Draft2020, `{"prefixItems": [false]}`, `[1]`)
	try(Draft7, `{"items": [{}], "additionalItems": false}`, `[1, 2]`)
	for d := Draft4; d <= Draft2020; d++ {
		for seed := range uint64(2000) {
			g := newGenerator(seed, d)
			try(d, g.file(), g.value(3))
		}
	}
	for keyword := range messages {
		if !seen[keyword] {
			t.Errorf("no schema refused by %q", keyword)
		}
	}
}

func TestFailuresSayWhere(t *testing.T) {
	s := compile(t, `{"type": "object", "properties": {"a": {"items": {"$ref": "#/$defs/s"}}}, "$defs": {"s": {"type": "string"}}}`)
	const arguments = `{"a": ["x", [1]]}`
	e := s.Validate([]byte(arguments), Limits{})
	want := &ValidationError{NotValid, []Failure{{
		Pointer: "/a/1", Path: "a[1]", Start: 12, End: 15, Keyword: "type", Schema: "#/$defs/s", Message: "must be a string, got an array",
	}}}
	if diff := cmp.Diff(want, e); diff != "" {
		t.Error(diff)
	}
	s = compile(t, `{"type": "object", "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}`)
	e = s.Validate([]byte(`{}`), Limits{})
	if len(e.Failures) != 1 || len(e.Failures[0].Causes) != 2 || e.Failures[0].Causes[1].Schema != "#/oneOf/1" {
		t.Errorf("%+v", e)
	}
}

func TestValidateAtPartOfASchema(t *testing.T) {
	s := compile(t, `{"type": "object", "properties": {"a": {"type": "string", "default": null}}}`)
	a := s.Document.Node(s.Document.Root.Get("properties").Get("a"))
	member, _ := a.Lookup("default")
	e := s.ValidateAt(a, member.Value, Limits{})
	if e == nil || e.Error() != "the value must be a string, got null" {
		t.Errorf("%v", e)
	}
}

// TestExactNumbers: no number goes through a float.
func TestExactNumbers(t *testing.T) {
	for _, c := range []struct {
		schema, value string
		valid         bool
	}{
		{`{"const": 1}`, `1.000`, true},
		{`{"const": 0}`, `-0.0e99`, true},
		{`{"const": 9007199254740993}`, `9007199254740992`, false},
		{`{"const": 1e400}`, `10e399`, true},
		{`{"maximum": 9223372036854775807}`, `9223372036854775808`, false},
		{`{"maximum": 0.1}`, `0.1000000000000000000001`, false},
		{`{"exclusiveMinimum": -1e1000001}`, `-1e1000001`, false},
		{`{"exclusiveMinimum": -1e1000001}`, `-9e1000000`, true},
		{`{"type": "integer"}`, `1e1000001`, true},
		{`{"type": "integer"}`, `1e-1`, false},
		{`{"type": "integer"}`, `10e-1`, true},
		{`{"multipleOf": 0.01}`, `4.02`, true},
		{`{"multipleOf": 0.0001}`, `0.00751`, false},
		{`{"multipleOf": 1e-8}`, `12391239123`, true},
		{`{"multipleOf": 1e1000001}`, `3e1000002`, true},
		{`{"multipleOf": 3}`, `1e1000001`, false},
		{`{"multipleOf": 3}`, `21e1000001`, true},
		{`{"multipleOf": 7}`, `1e99999999999999999999999999`, false},
		{`{"minLength": 2.0}`, `"a"`, false},
		{`{"maxLength": 1e99}`, `"a"`, true},
		{`{"enum": [{"a": [1, 2.50]}]}`, `{"a": [1.0, 25e-1]}`, true},
		{`{"uniqueItems": true}`, `[{"a": 1, "b": 2}, {"b": 2.0, "a": 1}]`, false},
		{`{"uniqueItems": true}`, `[1, true, "1", [1], null, false, 0]`, true},
		{`{"maxLength": 1}`, `"😀"`, true},
	} {
		doc, problems := load([]byte(c.schema), Default, true)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		if e := newSchema(doc).Validate([]byte(c.value), Limits{}); (e == nil) != c.valid {
			t.Errorf("%s on %s: %v, want valid %v", c.schema, c.value, e, c.valid)
		}
	}
}

// TestDynamicScope: a resource that is entered first decides what a dynamic reference means.
func TestDynamicScope(t *testing.T) {
	const list = `"$defs": {"list": {"$id": "list", "$dynamicAnchor": "item", "properties": {"next": {"$dynamicRef": "#item"}}}}`
	open := compile(t, `{"type": "object", "properties": {"l": {"$ref": "#/$defs/list"}}, `+list+`}`)
	strict := compile(t, `{"$id": "strict", "$dynamicAnchor": "item", "type": "object", "$ref": "#/$defs/list", "unevaluatedProperties": false, `+list+`}`)
	if e := open.Validate([]byte(`{"l": {"next": {"x": 1}}}`), Limits{}); e != nil {
		t.Error(e)
	}
	if e := strict.Validate([]byte(`{"next": {"next": {}}}`), Limits{}); e != nil {
		t.Error(e)
	}
	e := strict.Validate([]byte(`{"next": {"next": {"x": 1}}}`), Limits{})
	if e == nil || e.Failures[0].Pointer != "/next/next/x" {
		t.Errorf("%v", e)
	}
}

func TestLimits(t *testing.T) {
	var doubling strings.Builder
	for i := range 30 {
		fmt.Fprintf(&doubling, `"d%d": {"allOf": [{"$ref": "#/$defs/d%d"}, {"$ref": "#/$defs/d%d"}]}, `, i, i+1, i+1)
	}
	defs := `"$ref": "#/$defs/d0", "$defs": {` + doubling.String() + `"d30": {}}`
	const used, deep = "cannot be checked in bounded time: the budget of steps is used up", "cannot be checked in bounded time: the schemas are nested too deeply"
	nested := strings.Repeat(`{"p":`, 5000) + `{}` + strings.Repeat(`}`, 5000)
	for name, c := range map[string]struct {
		schema, arguments string
		limits            Limits
		want              string
	}{
		"doubling is remembered":          {`{"type": "object", ` + defs + `}`, `{}`, Limits{}, ""},
		"doubling that has to be tracked": {`{"type": "object", "unevaluatedProperties": false, ` + defs + `}`, `{}`, Limits{}, used},
		"deep arguments":                  {`{"type": "object", "properties": {"p": {"$ref": "#"}}}`, nested, Limits{}, ""},
		"deeper than allowed":             {`{"type": "object", "properties": {"p": {"$ref": "#"}}}`, nested, Limits{Depth: 1000}, deep},
		"few steps":                       {`{"type": "object", "properties": {"p": {"$ref": "#"}}}`, nested, Limits{Steps: 1000}, used},
		"deeper than JSON may be":         {`{"type": "object"}`, strings.Repeat("[", 20_000), Limits{}, "not JSON: nested deeper than 10000 levels (too deep to be checked)"},
		"a catastrophic pattern":          {`{"type": "object", "properties": {"a": {"pattern": "^(?=a)(a+)+$"}}}`, `{"a": "` + strings.Repeat("a", 100) + `b"}`, Limits{}, used},
		"a pattern without a table":       {`{"type": "object", "properties": {"a": {"pattern": "\\p{Emoji}"}}}`, `{"a": "x"}`, Limits{}, `the pattern "\p{Emoji}" cannot be matched here: the Unicode property "Emoji" has no table here`},
		"too many digits":                 {`{"type": "object", "properties": {"a": {"multipleOf": 7}}}`, `{"a": ` + strings.Repeat("7", 6000) + `}`, Limits{}, "cannot be checked in bounded time: a number has more than 5000 digits, too many to divide"},
	} {
		got := ""
		if e := compile(t, c.schema).Validate([]byte(c.arguments), c.limits); e != nil {
			got = e.Error()
			if e.Reason != NotCheckable || len(e.Failures) != 1 {
				t.Errorf("%s: %+v", name, e)
			}
		}
		if got != c.want {
			t.Errorf("%s\n got  %s\n want %s", name, got, c.want)
		}
	}
}

// TestSharedCausesAreSaidOnce: the causes of a refusal are shared as the schemas are, and there are 2^60 ways through them.
func TestSharedCausesAreSaidOnce(t *testing.T) {
	var doubling strings.Builder
	for i := range 60 {
		fmt.Fprintf(&doubling, `"d%d": {"anyOf": [{"$ref": "#/$defs/d%d"}, {"$ref": "#/$defs/d%d"}]}, `, i, i+1, i+1)
	}
	s := compile(t, `{"type": "object", "$ref": "#/$defs/d0", "$defs": {`+doubling.String()+`"d60": false}}`)
	e := s.Validate([]byte(`{}`), Limits{})
	const head = `fits none of the 2 schemas of "anyOf"`
	if want := head + ": it " + head + "; it " + head; e == nil || e.Error() != want {
		t.Errorf("got %v, want %s", e, want)
	}

	recursive := compile(t, `{"type": "object", "additionalProperties": {"anyOf": [{"$ref": "#"}, {"$ref": "#"}, {"type": "array"}]}}`)
	e = recursive.Validate([]byte(strings.Repeat(`{"a": `, 50)+"1"+strings.Repeat("}", 50)), Limits{})
	const inner = `fits none of the 3 schemas of "anyOf"`
	if want := "`a` " + inner + ": `a` " + inner + "; `a` " + inner + "; it must be an array, got an object"; e == nil || e.Error() != want {
		t.Errorf("got  %v\nwant %s", e, want)
	}
}

// FuzzValidate: whatever the schema and the arguments, there is an answer, and always the same.
func FuzzValidate(f *testing.F) {
	for seed := range uint64(5) {
		g := newGenerator(seed, Draft2020)
		f.Add(g.file(), g.value(3))
	}
	f.Add(`{"type":"object","properties":{"a":{"pattern":"(?=a)b|\\p{L}"}},"$ref":"#/properties/a"}`, `{"a":"b"}`)
	f.Add(`{"$schema":"http://json-schema.org/draft-04/schema#","type":"object","$ref":"#/x%20y"}`, `{}`)
	f.Fuzz(func(t *testing.T, schema, arguments string) {
		doc, problems := load([]byte(schema), Default, true)
		last := 0
		for _, p := range problems {
			if p.Start < last || p.End < p.Start || p.End > len(schema) || p.Message == "" || p.Kind == "" {
				t.Fatalf("%s\n%+v", schema, problems)
			}
			last = p.Start
			for _, r := range p.Related {
				if r.Start < 0 || r.End < r.Start || r.End > len(schema) || r.Message == "" {
					t.Fatalf("%s\n%+v", schema, p)
				}
			}
		}
		if doc == nil || len(problems) > 0 {
			return
		}
		limits := Limits{Steps: 50_000}
		first := newSchema(doc).Validate([]byte(arguments), limits)
		again := newSchema(doc).Validate([]byte(arguments), limits)
		if diff := cmp.Diff(first, again); diff != "" {
			t.Fatal(diff)
		}
		if first != nil && (len(first.Failures) == 0 || first.Error() == "") {
			t.Fatalf("%+v", first)
		}
	})
}
