package schema

import (
	"fmt"
	"strings"
	"testing"
)

func TestReferences(t *testing.T) {
	const only = `only local fragments are allowed: "#/…"`
	const copyIt = `copy that schema into this file, under "$defs", and refer to it by "#/$defs/…"`
	ref := func(s string) string {
		return `{"type": "object", "properties": {"a": {"$ref": "` + s + `"}}, "$defs": {"filter": {"type": "string"}, "x/y": {"enum": [1]}}}`
	}
	checkProblems(t, []problemCase{
		{ref(`«https://acme.test/s.json»`), KindRefRemote, `"https://acme.test/s.json" leads to the network`, only, copyIt, ""},
		{ref(`«//acme.test/s.json»`), KindRefRemote, `"//acme.test/s.json" leads to the network`, only, copyIt, ""},
		{ref(`«http://json-schema.org/draft-07/schema#»`), KindRefRemote, `"http://json-schema.org/draft-07/schema#" leads to the network`, only,
			`no validator is asked to know this document by heart: describe what is needed in "$defs"`, ""},
		{ref(`«side.json#/x»`), KindRefRemote, `"side.json#/x" leads to another file`, only, copyIt, ""},
		{ref(`«file:///etc/passwd»`), KindRefRemote, `"file:///etc/passwd" leads to another file`, only, copyIt, ""},
		{ref(`«urn:acme:x»`), KindRefRemote, `"urn:acme:x" leads out of the file`, only, copyIt, ""},
		{ref(`«»`), KindRefRemote, `"$ref" is empty`, only, `"#" stands for the whole schema`, ""},
		{ref(`«filter»`), KindRefRemote, `"filter" leads to another file`, only, `did you mean "#/$defs/filter"?`, ""},
		{ref(`«/$defs/filter»`), KindRefRemote, `"/$defs/filter" has no "#", so it leads to another file`, only, `did you mean "#/$defs/filter"?`, ""},
		{`{"type": "object", "properties": {"a": {"$dynamicRef": "«https://acme.test/s.json#n»"}}}`, KindRefRemote, `"https://acme.test/s.json#n" leads to the network`, only, copyIt, ""},
		{`{"$id": "https://acme.test/a.json", "type": "object", "properties": {"a": {"$ref": "«https://acme.test/a.json#/$defs/b»"}}, "$defs": {"b": {}}}`, KindRefRemote,
			`"https://acme.test/a.json#/$defs/b" leads to this file by its address, which is no local fragment`, only, `write "#/$defs/b"`, ""},
		{`{"$id": "https://acme.test/a.json", "type": "object", "properties": {"x": {"$ref": "«a.json#/$defs/b»"}}, "$defs": {"b": {}}}`, KindRefRemote,
			`"a.json#/$defs/b" leads to this file by its address, which is no local fragment`, only, `write "#/$defs/b"`, ""},
		{`{"type": "object", "properties": {"x": {"$ref": "«https://acme.test/b.json»"}}, "$defs": {"b c": {"$id": "https://acme.test/b.json"}}}`, KindRefRemote,
			`"https://acme.test/b.json" leads to a schema of this file by its address, which is no local fragment`, only, `write "#/$defs/b%20c"`, "https://acme.test/b.json: the schema with this address"},
		{`{"$id": "https://acme.test/a.json", "type": "object", "properties": {"x": {"$ref": "«b.json#c»"}}, "$defs": {"b": {"$id": "b.json", "$defs": {"d": {"$anchor": "c"}}}}}`, KindRefRemote,
			`"b.json#c" leads to a schema of this file by its address, which is no local fragment`, only, `write "#/$defs/b/$defs/d"`, "b.json: the schema with this address"},
		{`{"type": "object", "properties": {"x": {"$id": "T0", "properties": {"again": {"$ref": "«T0»"}}}}}`, KindRefRemote,
			`"T0" leads to a schema of this file by its address, which is no local fragment`, only, `write "#"`, "T0: the schema with this address"},
		{`{"$id": "https://acme.test/a.json", "type": "object", "properties": {"x": {"$id": "b.json", "properties": {"again": {"$ref": "«a.json»"}}}}}`, KindRefRemote,
			`"a.json" leads to this file by its address, which is no local fragment`, only, `remove "$id", so that "#" means the whole file everywhere in it`, ""},
		{`{"$id": "https://acme.test/a.json", "type": "object", "properties": {"a": {"$ref": "«b.json»"}}}`, KindRefRemote, `"b.json" leads to another file`, only, copyIt, ""},

		{ref(`«#/$defs/Filter»`), KindRefUnresolved, `"#/$defs/Filter" leads nowhere`, `"$defs" has "filter" and "x/y"`, `did you mean "#/$defs/filter"?`, ""},
		{ref(`«#/definitions/filter»`), KindRefUnresolved, `"#/definitions/filter" leads nowhere`, `the root has "type", "properties" and "$defs"`, `did you mean "#/$defs/filter"?`, ""},
		{ref(`«#/$defs/x/y»`), KindRefUnresolved, `"#/$defs/x/y" leads nowhere`, `"$defs" has "filter" and "x/y"`, `did you mean "#/$defs/x~1y"?`, ""},
		{ref(`«#/$defs/other»`), KindRefUnresolved, `"#/$defs/other" leads nowhere`, `"$defs" has "filter" and "x/y"`, "", ""},
		{ref(`«#/filter»`), KindRefUnresolved, `"#/filter" leads nowhere`, `the root has "type", "properties" and "$defs"`, `did you mean "#/$defs/filter"?`, ""},
		{ref(`«#filter»`), KindRefUnresolved, `"#filter" leads nowhere`, `no "$anchor" has this name`, `did you mean "#/$defs/filter"?`, ""},
		{ref(`«#$defs/filter»`), KindRefUnresolved, `"#$defs/filter" leads nowhere`, `no "$anchor" has this name`, `did you mean "#/$defs/filter"?`, ""},
		{ref(`«#/$defs/x~1y/enum/0»`), KindRefUnresolved, `"#/$defs/x~1y/enum/0" leads to a number, not to a schema`, "what it leads to must be a schema: an object, true or false", "", "1: it leads here"},
		{ref(`«#/$defs/x~1y/enum/1»`), KindRefUnresolved, `"#/$defs/x~1y/enum/1" leads nowhere`, `"enum" has 1 element, number 0`, "", ""},
		{ref(`«#/$defs/x~1y/enum/00»`), KindRefUnresolved, `"#/$defs/x~1y/enum/00" leads nowhere`, `"enum" has 1 element, number 0`, "", ""},
		{ref(`«#/type/x»`), KindRefUnresolved, `"#/type/x" leads nowhere`, `"type" is a string`, "", ""},
		{ref(`«#/$defs/x%zz»`), KindRefUnresolved, `"#/$defs/x%zz" is no fragment of a URI`, "a % has to be followed by two hexadecimal digits", "a % of a name is written %25", ""},
		{ref(`«#/$defs/x~2»`), KindRefUnresolved, `"#/$defs/x~2" is no JSON pointer`, "a ~ has to be followed by 0 or 1", "in a JSON pointer ~0 stands for ~ and ~1 for /", ""},
		{`{"type": "object", "properties": {"a": {"$anchor": "note", "not": {"$ref": "«#notes»"}}}}`, KindRefUnresolved, `"#notes" leads nowhere`, `the only anchor is "note"`, `did you mean "#note"?`, ""},
		{`{"type": "object", "properties": {"a": {"$id": "sub", "not": {"$ref": "«#/$defs/b»"}}}, "$defs": {"b": {}}}`, KindRefUnresolved, `"#/$defs/b" leads nowhere`,
			`the nearest schema with an id has "$id" and "not"`, "", `sub: because of this, "#" means the schema around it and not the file`},
		{`{"$schema": "https://json-schema.org/draft/2019-09/schema", "type": "object", "properties": {"a": {"$recursiveRef": "«#/$defs/x»"}}, "$defs": {"x": {}}}`, KindRefUnresolved,
			`"#/$defs/x" is no recursive reference`, `"$recursiveRef" is always "#"`, `"$ref" can lead to a place`, ""},
		// A place that only a reference makes a schema is read as one.
		{`{"type": "object", "properties": {"a": {"$ref": "#/x-mine/0"}}, "x-mine": [{"«minLength»": "1"}]}`, KindInvalid, `"minLength" is a string`, "must be a whole number, 0 or more", "write 1 without quotes", ""},
	})
}

func TestReferencesThatResolve(t *testing.T) {
	for _, c := range []struct{ schema, target string }{
		{`{"type": "object", "properties": {"a": {"$ref": "#/$defs/s"}}, "$defs": {"s": {}}}`, "#/$defs/s"},
		{`{"type": "object", "properties": {"a": {"$ref": "#/definitions/s"}}, "definitions": {"s": {}}}`, "#/definitions/s"},
		{`{"type": "object", "properties": {"a": {"$ref": "#/$defs/two%20words"}}, "$defs": {"two words": {}}}`, "#/$defs/two words"},
		{`{"type": "object", "properties": {"a": {"$ref": "#/$defs/a~1b~0c%25"}}, "$defs": {"a/b~c%": {}}}`, "#/$defs/a~1b~0c%"},
		{`{"type": "object", "properties": {"a": {"$ref": "#s"}}, "$defs": {"s": {"$anchor": "s"}}}`, "#/$defs/s"},
		{`{"type": "object", "properties": {"a": {"$ref": "#"}}}`, "#"},
		{`{"type": "object", "properties": {"a": {"$ref": "#/properties/b/items/0"}, "b": {"items": [{}]}}, "$schema": "http://json-schema.org/draft-07/schema#"}`, "#/properties/b/items/0"},
		{`{"type": "object", "properties": {"a": {"$dynamicRef": "#n"}}, "$dynamicAnchor": "n"}`, "#"},
		{`{"$schema": "https://json-schema.org/draft/2019-09/schema", "type": "object", "properties": {"a": {"$recursiveRef": "#"}}}`, "#"},
		{`{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"a": {"$ref": "#s"}}, "definitions": {"s": {"$id": "#s"}}}`, "#/definitions/s"},
		{`{"$schema": "http://json-schema.org/draft-04/schema#", "type": "object", "properties": {"a": {"$ref": "#s"}}, "definitions": {"s": {"id": "#s"}}}`, "#/definitions/s"},
		{`{"type": "object", "properties": {"a": {"$id": "sub", "not": {"$ref": "#/$defs/b"}, "$defs": {"b": {}}}}}`, "#/properties/a/$defs/b"},
		{`{"type": "object", "properties": {"a": {"$ref": "#/x-mine/deep/0"}}, "x-mine": {"deep": [{}]}}`, "#/x-mine/deep/0"},
		{`{"type": "object", "properties": {"a": {"$ref": "#/$defs/on"}}, "$defs": {"on": true}}`, "#/$defs/on"},
	} {
		doc, problems := Load([]byte(c.schema))
		if len(problems) > 0 || len(doc.Refs) != 1 {
			t.Errorf("%s\n%+v", c.schema, problems)
			continue
		}
		if got := doc.Refs[0].Target.Pointer(); got != c.target {
			t.Errorf("%s\nleads to %s, want %s", c.schema, got, c.target)
		}
	}
}

func TestLoops(t *testing.T) {
	const never, closes2 = "checking any value would never end", "closes a loop of 2 references"
	const help = `a schema may refer to itself only for a part of the value, as below "properties" or "items"`
	checkProblems(t, []problemCase{
		{`{"type": "object", "$ref": "«#»"}`, KindRefLoop, `"#" refers to the very schema that it stands in`, never, help, ""},
		{`{"type": "object", "properties": {"a": {"$ref": "«#/properties/a»"}}}`, KindRefLoop, `"#/properties/a" refers to the very schema that it stands in`, never, help, ""},
		{`{"type": "object", "$ref": "#/$defs/a", "$defs": {"a": {"allOf": [{"$ref": "#/$defs/b"}]}, "b": {"allOf": [{"$ref": "«#/$defs/a»"}]}}}`, KindRefLoop,
			`"#/$defs/a" comes back to where it stands, for the same value`, closes2, help, "#/$defs/b: on the way"},
		{`{"type": "object", "not": {"anyOf": [{}, {"$ref": "«#»"}]}}`, KindRefLoop, `"#" comes back to where it stands, for the same value`, never, help, ""},
		{`{"type": "object", "if": {}, "then": {"oneOf": [{"$ref": "«#»"}]}}`, KindRefLoop, `"#" comes back to where it stands, for the same value`, never, help, ""},
		{`{"type": "object", "dependentSchemas": {"a": {"$ref": "«#»"}}}`, KindRefLoop, `"#" comes back to where it stands, for the same value`, never, help, ""},
		{`{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "dependencies": {"b": ["c"], "a": {"$ref": "«#»"}}}`, KindRefLoop, `"#" comes back to where it stands, for the same value`, never, help, ""},
		{`{"type": "object", "$dynamicAnchor": "n", "allOf": [{"$dynamicRef": "«#n»"}]}`, KindRefLoop, `"#n" comes back to where it stands, for the same value`, never, help, ""},
		{`{"$schema": "https://json-schema.org/draft/2019-09/schema", "type": "object", "if": {"$recursiveRef": "«#»"}}`, KindRefLoop,
			`"#" comes back to where it stands, for the same value`, never, help, ""},
	})
	for _, fine := range []string{
		`{"type": "object", "properties": {"kid": {"$ref": "#"}}}`,
		`{"type": "object", "properties": {"kids": {"items": {"$ref": "#"}}}, "additionalProperties": {"$ref": "#"}, "propertyNames": {"$ref": "#"}}`,
		`{"type": "object", "then": {"$ref": "#"}}`,
		`{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"a": {"$ref": "#/definitions/b", "allOf": [{"$ref": "#/properties/a"}]}}, "definitions": {"b": {}}}`,
		`{"type": "object", "allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {}}}`,
	} {
		if _, problems := Load([]byte(fine)); len(problems) > 0 {
			t.Errorf("%s\n%+v", fine, problems)
		}
	}
	_, problems := Load([]byte(`{"type": "object", "allOf": [{"$ref": "#"}, {"$ref": "#"}]}`))
	if len(problems) != 2 {
		t.Errorf("each reference that closes a loop is a mistake, got %+v", problems)
	}
}

// TestHugeFiles: what is hostile ends in a clear verdict. A test that hangs here is the failure.
func TestHugeFiles(t *testing.T) {
	many := func(n int, f func(i int) string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = f(i)
		}
		return strings.Join(parts, ",")
	}
	doubling := many(30, func(i int) string {
		return fmt.Sprintf(`"d%d": {"allOf": [{"$ref": "#/$defs/d%d"}, {"$ref": "#/$defs/d%d"}]}`, i, i+1, i+1)
	})
	for name, c := range map[string]struct {
		schema string
		want   Kind // of the first problem, "" for none
		count  int
	}{
		"nested properties":   {strings.Repeat(`{"type":"object","properties":{"p":`, 2000) + `{"type":"string"}` + strings.Repeat("}}", 2000), "", 0},
		"nested not":          {`{"type":"object","not":` + strings.Repeat(`{"not":`, 9000) + "{}" + strings.Repeat("}", 9001), "", 0},
		"too deep":            {`{"type":"object","x":` + strings.Repeat("[", 20000), KindTooComplex, 1},
		"doubling":            {`{"type":"object","$ref":"#/$defs/d0","$defs":{` + doubling + `,"d30":{}}}`, "", 0},
		"a chain of refs":     {`{"type":"object","$defs":{` + many(5000, func(i int) string { return fmt.Sprintf(`"p%d":{"$ref":"#/$defs/p%d"}`, i, i+1) }) + `,"p5000":{}}}`, "", 0},
		"a ring of refs":      {`{"type":"object","$defs":{` + many(5000, func(i int) string { return fmt.Sprintf(`"p%d":{"$ref":"#/$defs/p%d"}`, i, (i+1)%5000) }) + `}}`, KindRefLoop, 1},
		"lost refs":           {`{"type":"object","$defs":{` + many(5000, func(i int) string { return fmt.Sprintf(`"p%d":{"$ref":"#/$defs/q%d"}`, i, i) }) + `}}`, KindRefUnresolved, 5000},
		"a long lost pointer": {`{"type":"object","a/b":{},"$ref":"#` + strings.Repeat("/a", 100_000) + `"}`, KindRefUnresolved, 1},
		"nested groups":       {`{"type":"object","pattern":"` + strings.Repeat("(", 100_000) + `"}`, KindTooComplex, 1},
		"huge classes":        {`{"type":"object","pattern":"` + strings.Repeat(`[\\p{L}x]`, 25_000) + `"}`, "", 0},
		"one group name":      {`{"type":"object","pattern":"` + strings.Repeat(`(?<a>x)|`, 25_000) + `"}`, "", 0},
		"many digits":         {`{"type":"object","multipleOf":` + strings.Repeat("7", 200_000) + `}`, KindTooComplex, 1},
		"exponent out of all": {`{"type":"object","multipleOf":1e` + strings.Repeat("9", 1000) + `,"maximum":-1E-` + strings.Repeat("9", 1000) + `}`, "", 0},
	} {
		_, problems := Load([]byte(c.schema))
		kind := Kind("")
		if len(problems) > 0 {
			kind = problems[0].Kind
		}
		if kind != c.want || len(problems) != c.count {
			t.Errorf("%s: %d problems, the first is %q; want %d of %q", name, len(problems), kind, c.count, c.want)
		}
	}
}
