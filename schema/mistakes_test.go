package schema

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestOneProblemForEachMistake puts wrong keywords all over a schema, in every dialect and below every keyword that holds schemas, and
// expects a problem for each, at the keyword, and no other.
func TestOneProblemForEachMistake(t *testing.T) {
	wrong := []string{
		`"type": "strng"`, `"type": 5`, `"minLength": -1`, `"maxLength": "3"`, `"minItems": 1.5`, `"pattern": 5`, `"uniqueItems": 1`, `"required": true`,
		`"required": ["a", "a"]`, `"enum": {}`, `"multipleOf": 0`, `"maximum": "9"`, `"allOf": []`, `"anyOf": {}`, `"oneOf": [5]`, `"not": 7`, `"properties": []`,
		`"title": null`, `"description": {}`, `"dependencies": 5`, `"definitions": []`, `"minProperties": null`, `"format": 1`, `"additionalProperties": 5`, `"items": 5`,
	}
	// Ways to hold schemas, with the dialects that know them.
	type way struct {
		from, to Dialect
		format   string
	}
	ways := []way{
		{Draft4, Draft2020, `"properties": {"p%[1]d": %[2]s}`}, {Draft4, Draft2020, `"patternProperties": {"^x%[1]d": %[2]s}`}, {Draft4, Draft2020, `"additionalProperties": %[2]s`},
		{Draft4, Draft2020, `"items": %[2]s`}, {Draft4, Draft2020, `"allOf": [{}, %[2]s]`}, {Draft4, Draft2020, `"anyOf": [%[2]s, {}]`}, {Draft4, Draft2020, `"oneOf": [%[2]s]`},
		{Draft4, Draft2020, `"not": %[2]s`}, {Draft4, Draft2020, `"definitions": {"d%[1]d": %[2]s}`}, {Draft4, Draft2019, `"items": [{}, %[2]s]`}, {Draft4, Draft2020, `"dependencies": {"a": %[2]s}`},
		{Draft6, Draft2020, `"contains": %[2]s`}, {Draft6, Draft2020, `"propertyNames": %[2]s`}, {Draft7, Draft2020, `"if": %[2]s`}, {Draft7, Draft2020, `"then": %[2]s`},
		{Draft2019, Draft2020, `"$defs": {"$ref": %[2]s}`}, {Draft2019, Draft2020, `"dependentSchemas": {"enum": %[2]s}`}, {Draft2019, Draft2020, `"unevaluatedProperties": %[2]s`},
		{Draft2020, Draft2020, `"prefixItems": [%[2]s]`}, {Draft2019, Draft2020, `"contentSchema": %[2]s`},
	}
	// What looks like schemas and is data.
	const data = `"default": {"type": "strng", "$ref": "https://acme.test/x"}, "enum": [{"$ref": 5, "items": 5}], "x-any": {"required": true, "$id": "#x"}`
	for d := Draft4; d <= Draft2020; d++ {
		r := rand.New(rand.NewPCG(uint64(d), 1))
		for range 300 {
			mistakes, count := 0, 0
			var schema func(depth int) string
			schema = func(depth int) string {
				count++
				parts := []string{data}
				used := map[string]bool{"default": true, "enum": true}
				add := func(part string) {
					name := strings.Split(part, `"`)[1]
					if !used[name] {
						used[name] = true
						parts = append(parts, part)
					}
				}
				for range r.IntN(3) {
					before := len(parts)
					if add("«" + wrong[r.IntN(len(wrong))] + "»"); len(parts) > before {
						mistakes++
					}
				}
				for range 2 {
					w := ways[r.IntN(len(ways))]
					if depth == 0 || d < w.from || d > w.to || used[strings.Split(w.format, `"`)[1]] {
						continue
					}
					add(strings.ReplaceAll(strings.ReplaceAll(w.format, "%[1]d", fmt.Sprint(count)), "%[2]s", schema(depth-1)))
				}
				return "{" + strings.Join(parts, ", ") + "}"
			}
			marked := fmt.Sprintf(`{"$schema": %q, "type": "object", "properties": {"a": %s}}`, d.URI(), schema(3))
			// Where the marks stood, the wrong keywords begin.
			var plain strings.Builder
			want := map[int]bool{}
			for _, c := range marked {
				switch c {
				case '«':
					want[plain.Len()+1] = true
				case '»':
				default:
					plain.WriteRune(c)
				}
			}
			_, problems := Load([]byte(plain.String()))
			if len(problems) != mistakes || len(want) != mistakes {
				t.Fatalf("%d problems for %d mistakes in %s\n%+v", len(problems), mistakes, plain.String(), problems)
			}
			for _, p := range problems {
				if !want[p.Start] || p.Kind != KindInvalid {
					t.Fatalf("%s marked in\n%s", plain.String()[p.Start:p.End], plain.String())
				}
			}
		}
	}
}
