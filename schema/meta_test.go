package schema

import (
	"slices"
	"testing"
)

func TestRoot(t *testing.T) {
	const input = "a tool's input is an object"
	const exactly = `a tool's input is an object: "type": "object"`
	const add, write = `add "type": "object" at the root`, `write "type": "object"`
	const smallest = `the smallest input schema is {"type": "object"}`
	checkProblems(t, []problemCase{
		{`«{»}`, KindRoot, `the schema's root has no "type": "object"`, input, add, ""},
		{`«{»"$schema": "http://json-schema.org/draft-07/schema#"}`, KindRoot, `the schema's root has no "type": "object"`, input, add, ""},
		{`«{»"$ref": "#/$defs/in", "$defs": {"in": {"type": "object"}}}`, KindRoot, `the schema's root has no "type": "object"`, input,
			`add "type": "object" beside "$ref"; what "$ref" says does not replace it`, ""},
		{`«{»"oneOf": [{"type": "object"}]}`, KindRoot, `the schema's root has no "type": "object"`, input,
			`add "type": "object" beside "oneOf"; what "oneOf" says does not replace it`, ""},
		{`{"type": "«string»"}`, KindRoot, "the schema describes a string, no object", exactly, write, ""},
		{`{"type": "«null»"}`, KindRoot, "the schema describes null, no object", exactly, write, ""},
		{`{"type": "«integer»"}`, KindRoot, "the schema describes an integer, no object", exactly, write, ""},
		{`{"type": "«Object»"}`, KindRoot, `the schema describes something of type "Object"`, exactly, write, ""},
		{`{"type": «[»"object"]}`, KindRoot, `the root's "type" is a list`, `must be exactly "object"`, write, ""},
		{`{"type": «[»"object", "null"]}`, KindRoot, `the root's "type" is a list`, `must be exactly "object"`, write, ""},
		{`{"type": «true»}`, KindRoot, `the root's "type" is a boolean`, exactly, write, ""},
		{`{"type": "object", "type": "«array»"}`, KindRoot, "the schema describes an array, no object", exactly, write, ""},
		{`«[»]`, KindRoot, "the schema is an array", "must be a JSON object", smallest, ""},
		{`«true»`, KindRoot, "the schema is a boolean", "must be a JSON object", smallest, ""},
		{`"«object»"`, KindRoot, "the schema is a string", "must be a JSON object", smallest, ""},
		{`«null»`, KindRoot, "the schema is null", "must be a JSON object", smallest, ""},
	})
}

func TestDialects(t *testing.T) {
	const known = "2020-12, 2019-09, draft-07, draft-06 or draft-04"
	const leaveOut = `write "$schema": "https://json-schema.org/draft/2020-12/schema", or leave it out`
	checkProblems(t, []problemCase{
		{`{"$schema": «7», "type": "object"}`, KindDialect, `"$schema" is a number`, "must be the URI of a dialect: " + known, leaveOut, ""},
		{`{"$schema": "«https://acme.test/meta/v1»", "type": "object"}`, KindDialect, `the dialect "https://acme.test/meta/v1" is not known`, known, leaveOut, ""},
		{`{"$schema": "«http://json-schema.org/draft-7/schema#»", "type": "object"}`, KindDialect, `the dialect "http://json-schema.org/draft-7/schema#" is not known`, known,
			`did you mean "http://json-schema.org/draft-07/schema#"?`, ""},
		{`{"$schema": "«http://json-schema.org/schema#»", "type": "object"}`, KindDialect, `the dialect "http://json-schema.org/schema#" is not known`, known,
			`did you mean "https://json-schema.org/draft/2020-12/schema"?`, ""},
		// What a dialect that is not known would say of the rest cannot be told.
		{`{"$schema": "«draft-07»", "type": "object", "required": true}`, KindDialect, `the dialect "draft-07" is not known`, known,
			`did you mean "http://json-schema.org/draft-07/schema#"?`, ""},
		{`{"type": "object", "$defs": {"a": {"$id": "https://acme.test/a", "$schema": "«https://acme.test/m»", "items": [5]}}}`, KindDialect,
			`the dialect "https://acme.test/m" is not known`, known, leaveOut, ""},
		{`{"type": "object", "$defs": {"a": {"$schema": «5»}}}`, KindInvalid, `"$schema" is a number`, "must be a string", "", ""},
	})
	for _, c := range []struct {
		uri  string
		want Dialect
	}{
		{"http://json-schema.org/draft-04/schema#", Draft4},
		{"http://json-schema.org/draft-04/schema", Draft4},
		{"https://json-schema.org/draft-06/schema#", Draft6},
		{"https://json-schema.org/draft-07/schema", Draft7},
		{"http://json-schema.org/draft/2019-09/schema", Draft2019},
		{"https://json-schema.org/draft/2020-12/schema#", Draft2020},
		{"https://json-schema.org/draft/2020-12/schema/", 0},
		{"json-schema.org/draft-07/schema#", 0},
		{"", 0},
	} {
		d, ok := DialectOf(c.uri)
		if d != c.want || ok != (c.want != 0) {
			t.Errorf("%q: %v %v", c.uri, d, ok)
		}
	}
	if s, problems := Compile([]byte(`{}`)); s != nil || len(problems) != 1 {
		t.Errorf("what has problems is not compiled: %v", problems)
	}
	if !Draft2020.Knows("prefixItems") || Draft7.Knows("prefixItems") || Draft4.Knows("$id") || !Draft4.Knows("id") || Draft2020.Knows("nullable") {
		t.Error("every dialect has its own keywords")
	}
	if names := Draft4.Keywords(); names[0] != "$schema" || slices.Contains(names, "const") || !slices.Contains(names, "maximum") {
		t.Errorf("draft-04 has %v", names)
	}
	doc, problems := Load([]byte(`{"$schema": "https://json-schema.org/draft-07/schema#", "type": "object", "properties": {"a": {"items": [{}]}}}`))
	if len(problems) > 0 || doc.Dialect != Draft7 {
		t.Errorf("%v %+v", doc.Dialect, problems)
	}
}

func TestKeywordsAreChecked(t *testing.T) {
	const types = "array, boolean, integer, null, number, object or string"
	const aSchema = "must be a schema: an object, true or false"
	in := func(s string) string { return `{"type": "object", "properties": {"a": ` + s + `}}` }
	in7 := func(s string) string {
		return `{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"a": ` + s + `}}`
	}
	in4 := func(s string) string {
		return `{"$schema": "http://json-schema.org/draft-04/schema#", "type": "object", "properties": {"a": ` + s + `}}`
	}
	checkProblems(t, []problemCase{
		{in(`{"«type»": "strng"}`), KindInvalid, `"strng" is no type`, types, `did you mean "string"?`, ""},
		{in(`{"«type»": "int"}`), KindInvalid, `"int" is no type`, types, `did you mean "integer"?`, ""},
		{in(`{"«type»": "any"}`), KindInvalid, `"any" is no type`, types, `leave "type" out where any type is welcome`, ""},
		{in(`{"«type»": ["string", "nil"]}`), KindInvalid, `"nil" is no type`, types, `did you mean "null"?`, "nil: this one"},
		{in(`{"«type»": ["string", "string"]}`), KindInvalid, `"type" has "string" twice`, "each type once", "", "string: this one"},
		{in(`{"«type»": []}`), KindInvalid, `"type" is empty`, "must have at least one type", "", ""},
		{in(`{"«items»": [{"type": "string"}]}`), KindInvalid, `"items" is an array`, aSchema,
			`in 2020-12 a list of schemas by position is "prefixItems" | draft-07 reads it as it stands: "$schema": "http://json-schema.org/draft-07/schema#"`, ""},
		{in(`{"minimum": 0, "«exclusiveMinimum»": true}`), KindInvalid, `"exclusiveMinimum" is a boolean`, "must be a number",
			`write "exclusiveMinimum": 0 instead of "minimum": 0 | draft-04 reads it as it stands: "$schema": "http://json-schema.org/draft-04/schema#"`, ""},
		{in(`{"«exclusiveMaximum»": false}`), KindInvalid, `"exclusiveMaximum" is a boolean`, "must be a number",
			`remove "exclusiveMaximum" | draft-04 reads it as it stands: "$schema": "http://json-schema.org/draft-04/schema#"`, ""},
		{in(`{"«required»": true}`), KindInvalid, `"required" is a boolean`, "must be a list of property names, none of them twice",
			`the object around it lists the names of its required properties: "required": ["…"]`, ""},
		{in(`{"«required»": ["b", 5]}`), KindInvalid, `"required" has a number in it`, "must be a list of property names, none of them twice", "", "5: this one"},
		{in(`{"«required»": ["b", "b"]}`), KindInvalid, `"required" has "b" twice`, "must be a list of property names, none of them twice", "", "b: this one"},
		{`{"type": "object", "«properties»": []}`, KindInvalid, `"properties" is an array`, "must be an object of schemas", `write {"name": {"type": "string"}}, one member a property`, ""},
		{`{"type": "object", "properties": {"«a»": 5}}`, KindInvalid, `"a" in "properties" is a number`, aSchema, "", ""},
		{`{"type": "object", "properties": {"«a»": null}}`, KindInvalid, `"a" in "properties" is null`, aSchema, "", ""},
		{in(`{"«minLength»": "3"}`), KindInvalid, `"minLength" is a string`, "must be a whole number, 0 or more", "write 3 without quotes", ""},
		{in(`{"«minLength»": -1}`), KindInvalid, `"minLength" is -1`, "must be a whole number, 0 or more", "", ""},
		{in(`{"«maxItems»": 1.5}`), KindInvalid, `"maxItems" is 1.5`, "must be a whole number, 0 or more", "", ""},
		{in(`{"«multipleOf»": 0}`), KindInvalid, `"multipleOf" is 0`, "must be a number greater than 0", "", ""},
		{in(`{"«uniqueItems»": "true"}`), KindInvalid, `"uniqueItems" is a string`, "must be true or false", "write true without quotes", ""},
		{in(`{"«allOf»": []}`), KindInvalid, `"allOf" is empty`, "must be a list of at least one schema", "", ""},
		{in(`{"«anyOf»": {"type": "string"}}`), KindInvalid, `"anyOf" is an object`, "must be a list of at least one schema", "", ""},
		{in(`{"«oneOf»": [{}, 5]}`), KindInvalid, `"oneOf" has a number as its element 2`, aSchema, "", "5: this one"},
		{in(`{"«not»": "string"}`), KindInvalid, `"not" is a string`, aSchema, "", ""},
		{in(`{"«pattern»": 5}`), KindInvalid, `"pattern" is a number`, "must be a string", "", ""},
		{in(`{"«description»": ["x"]}`), KindInvalid, `"description" is an array`, "must be a string", "", ""},
		{in(`{"«enum»": "a"}`), KindInvalid, `"enum" is a string`, "must be a list", "", ""},
		{in(`{"«$anchor»": "1st"}`), KindInvalid, `"1st" is no plain name`, "a letter or _, then letters, digits, - . _", "", ""},
		{in(`{"«$id»": "x#y"}`), KindInvalid, `"$id" has a fragment`, `must have nothing behind "#"`, `"$anchor": "y" gives a schema a local name`, ""},
		{in(`{"dependentRequired": {"«b»": "c"}}`), KindInvalid, `"b" in "dependentRequired" is a string`, "must be a list of property names, none of them twice", "", ""},
		{in(`{"«$ref»": 5}`), KindInvalid, `"$ref" is a number`, "must be a string", "", ""},
		{in7(`{"«enum»": []}`), KindInvalid, `"enum" is empty`, "must have at least one value in draft-07",
			`2020-12 reads it as it stands: "$schema": "https://json-schema.org/draft/2020-12/schema"`, ""},
		{in7(`{"«enum»": [1, 1.0]}`), KindInvalid, `"enum" has a value twice`, "must have each value once in draft-07",
			`2020-12 reads it as it stands: "$schema": "https://json-schema.org/draft/2020-12/schema"`, "1.0: this one"},
		{in7(`{"dependencies": {"«b»": 5}}`), KindInvalid, `"b" in "dependencies" is a number`, "must be a schema or a list of property names", "", ""},
		{in4(`{"«exclusiveMaximum»": 5}`), KindInvalid, `"exclusiveMaximum" is a number`, "must be true or false", `2020-12 reads it as it stands: "$schema": "https://json-schema.org/draft/2020-12/schema"`, ""},
		{in4(`{"«exclusiveMaximum»": true}`), KindInvalid, `"exclusiveMaximum" stands without "maximum"`, `in draft-04 it says something about "maximum"`, "", ""},
		{`{"$schema": "http://json-schema.org/draft-04/schema#", "type": "object", "properties": {"«a»": true}}`, KindInvalid, `"a" in "properties" is a boolean`, "must be a schema, an object", "", ""},
		{in4(`{"«required»": []}`), KindInvalid, `"required" is empty`, "must have at least one name in draft-04",
			`2020-12 reads it as it stands: "$schema": "https://json-schema.org/draft/2020-12/schema"`, ""},
	})
}

func TestWhatIsValid(t *testing.T) {
	for _, schema := range []string{
		`{"type": "object"}`,
		`{"type": "string", "type": "object"}`,
		`{"type": "object", "properties": {"$ref": {"type": "string"}, "properties": {"type": "object", "properties": {}}}}`,
		`{"type": "object", "properties": {"a": {"default": {"$ref": "https://acme.test/x"}, "examples": [{"$ref": "file:///x"}], "const": {"$ref": 5}, "enum": [{"type": "x"}]}}}`,
		`{"type": "object", "properties": {"a": true, "b": {"nullable": true, "x-mcp-header": "N", "default": null}}}`,
		`{"type": "object", "properties": {"a": {"enum": []}}, "required": ["b"], "additionalProperties": false}`,
		`{"type": "object", "properties": {"a": {"type": "number", "maximum": 1e1000001, "multipleOf": 1e1000001, "minimum": -9223372036854775809}}}`,
		`{"type": "object", "allOf": [{"if": {"properties": {"m": {"const": "x"}}, "required": ["m"]}, "then": {"required": ["n"]}}]}`,
		`{"$schema": "https://json-schema.org/draft-07/schema#", "type": "object", "properties": {"a": {"items": [{}], "additionalItems": false, "$defs": 5}}}`,
		`{"$schema": "http://json-schema.org/draft-04/schema#", "id": "#x", "type": "object", "additionalProperties": true, "properties": {"n": {"maximum": 5, "exclusiveMaximum": true}}}`,
		`{"type": "object", "properties": {"a": {"minLength": 2.0, "maxLength": 1e3}}, "dependencies": {"a": ["b"]}, "definitions": {}}`,
		"\n {\"type\": \"object\"}\r\n\t",
	} {
		if s, problems := Compile([]byte(schema)); s == nil || len(problems) > 0 {
			t.Errorf("%s\n%+v", schema, problems)
		}
	}
}

func TestEveryMistakeIsFoundInOrder(t *testing.T) {
	const schema = `{"properties": {"a": {"type": "strng"}, "b": {"$ref": "x.json"}, "c": 5, "d": {"items": {"pattern": "("}}}, "$schema": 5}`
	_, problems := Load([]byte(schema))
	var kinds []Kind
	for _, p := range problems {
		kinds = append(kinds, p.Kind)
	}
	want := []Kind{KindRoot, KindInvalid, KindRefRemote, KindInvalid, KindPatternInvalid, KindDialect}
	if len(kinds) != len(want) {
		t.Fatalf("%v, want %v", kinds, want)
	}
	for i := range want {
		if kinds[i] != want[i] {
			t.Errorf("problem %d is %s, want %s", i, kinds[i], want[i])
		}
	}
}
