package schema

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator makes valid schemas and values that have a fair chance to fit, always the same for one seed.
type generator struct {
	*rand.Rand
	dialect Dialect
	defs    int // schemas under "$defs" that may be referred to
}

func newGenerator(seed uint64, d Dialect) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(seed, uint64(d))), dialect: d, defs: 3}
}

func pick[T any](g *generator, from ...T) T { return from[g.IntN(len(from))] }

func (g *generator) scalar() string {
	return pick(g, `null`, `true`, `false`, `0`, `1`, `-1`, `2`, `1.0`, `1.5`, `1e1`, `100e-2`, `3`, `""`, `"a"`, `"b"`, `"ab"`, `"abc"`, `"😀"`)
}

// value makes an instance.
func (g *generator) value(depth int) string {
	switch n := g.IntN(10); {
	case n < 4 && depth > 0:
		var members []string
		for _, name := range []string{"a", "b", "ab", "c", "x1"} {
			if g.IntN(3) == 0 {
				members = append(members, fmt.Sprintf("%q: %s", name, g.value(depth-1)))
			}
		}
		return "{" + strings.Join(members, ", ") + "}"
	case n < 6 && depth > 0:
		var items []string
		for range g.IntN(4) {
			items = append(items, g.value(depth-1))
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	return g.scalar()
}

func (g *generator) names() string {
	all := []string{"a", "b", "ab", "c"}
	g.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return `["` + strings.Join(all[:1+g.IntN(2)], `", "`) + `"]`
}

func (g *generator) schemas(depth int) string {
	var all []string
	for range 1 + g.IntN(3) {
		all = append(all, g.schema(depth))
	}
	return "[" + strings.Join(all, ", ") + "]"
}

func (g *generator) schemaMap(depth int) string {
	var members []string
	for _, name := range []string{"a", "b", "ab"} {
		if g.IntN(2) == 0 {
			members = append(members, fmt.Sprintf("%q: %s", name, g.schema(depth)))
		}
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// schema makes a schema; at depth 0 one without subschemas.
func (g *generator) schema(depth int) string {
	if g.dialect > Draft4 && g.IntN(12) == 0 {
		return pick(g, "true", "false")
	}
	written := map[string]bool{}
	var members []string
	add := func(name, value string) {
		if g.dialect.Knows(name) && !written[name] {
			written[name] = true
			members = append(members, fmt.Sprintf("%q: %s", name, value))
		}
	}
	for range 1 + g.IntN(3) {
		g.keyword(add, depth)
	}
	if written["$ref"] && g.dialect.RefHidesSiblings() {
		// What stands beside it counts for nothing; the other library does not always see it so.
		for _, m := range members {
			if strings.HasPrefix(m, `"$ref"`) {
				return "{" + m + "}"
			}
		}
	}
	return "{" + strings.Join(members, ", ") + "}"
}

func (g *generator) keyword(add func(name, value string), depth int) {
	small := fmt.Sprint(g.IntN(3))
	number := pick(g, "0", "1", "1.0", "-1", "1.5", "2e0", "10")
	switch g.IntN(24) {
	case 0, 1:
		add("type", pick(g, `"string"`, `"integer"`, `"number"`, `"object"`, `"array"`, `["object", "array"]`, `["string", "null"]`, `["integer", "boolean"]`))
	case 2:
		add("enum", pick(g, `[1, "a", null]`, `[[], {}]`, `["ab", {"a": 1.0}]`))
	case 3:
		add("const", g.value(1))
	case 4:
		add(pick(g, "minimum", "maximum"), number)
		if g.dialect > Draft4 {
			add(pick(g, "exclusiveMinimum", "exclusiveMaximum"), number)
		}
	case 5:
		add("multipleOf", pick(g, "1", "0.5", "2", "0.1"))
	case 6:
		add(pick(g, "minLength", "maxLength"), small)
	case 7:
		add("pattern", pick(g, `"^a"`, `"b$"`, `"^[ab]+$"`, `"."`, `"^.$"`))
	case 8:
		add(pick(g, "minItems", "maxItems", "minProperties", "maxProperties"), small)
	case 9:
		add("uniqueItems", "true")
	case 10:
		add("required", g.names())
	case 11:
		add("dependentRequired", `{"a": `+g.names()+`}`)
		if g.dialect < Draft2019 {
			add("dependencies", `{"a": `+g.names()+`}`)
		}
	}
	if depth == 0 {
		return
	}
	depth--
	switch g.IntN(22) {
	case 0, 1, 2:
		add("properties", g.schemaMap(depth))
		if g.IntN(2) == 0 {
			add("additionalProperties", g.schema(depth))
		}
	case 3:
		add("patternProperties", `{"^a": `+g.schema(depth)+`, "b$": `+g.schema(depth)+`}`)
	case 4:
		add("propertyNames", g.schema(0))
	case 5, 6:
		add("items", g.schema(depth))
	case 7:
		add("prefixItems", g.schemas(depth))
		if g.dialect < Draft2020 {
			add("items", g.schemas(depth))
			add("additionalItems", g.schema(depth))
		}
	case 8:
		add("contains", g.schema(depth))
		add(pick(g, "minContains", "maxContains"), fmt.Sprint(g.IntN(3)))
	case 9:
		add("allOf", g.schemas(depth))
	case 10:
		add("anyOf", g.schemas(depth))
	case 11:
		add("oneOf", g.schemas(depth))
	case 12:
		add("not", g.schema(depth))
	case 13:
		add("if", g.schema(depth))
		add("then", g.schema(depth))
		add("else", g.schema(depth))
	case 14:
		add("dependentSchemas", g.schemaMap(depth))
		if g.dialect < Draft2019 {
			add("dependencies", g.schemaMap(depth))
		}
	case 15, 16:
		add("unevaluatedProperties", g.schema(0))
	case 17, 18:
		add("unevaluatedItems", g.schema(0))
	case 19, 20:
		add("$ref", fmt.Sprintf(`"#/$defs/d%d"`, g.IntN(g.defs)))
	case 21:
		if g.dialect == Draft2020 {
			add("$dynamicRef", `"#anchor"`)
		}
	}
}

// file makes a schema with definitions. References among them lead to later ones only, so there are no loops.
func (g *generator) file() string {
	var defs []string
	for i := g.defs - 1; i >= 0; i-- {
		inner := *g
		body := "{}"
		if i < g.defs-1 {
			// d1 may use d2, d0 both; drawn by rewriting the numbers.
			body = inner.schema(1)
			for j := range i + 1 {
				body = strings.ReplaceAll(body, fmt.Sprintf("/d%d\"", j), fmt.Sprintf("/d%d\"", g.defs-1))
			}
		} else {
			body = pick(g, `{"type": "string"}`, `{"type": "object", "properties": {"a": {}}}`, `{"minItems": 1}`)
		}
		body = strings.ReplaceAll(body, `"$dynamicRef": "#anchor"`, `"minLength": 1`)
		defs = append(defs, fmt.Sprintf(`"d%d": %s`, i, body))
	}
	root := g.schema(3)
	if root == "true" || root == "false" {
		root = "{}"
	}
	head := fmt.Sprintf(`{"$schema": %q, "$defs": {%s, "leaf": {"$dynamicAnchor": "anchor", "maxProperties": 2}}`, g.dialect.URI(), strings.Join(defs, ", "))
	if root != "{}" {
		head += ", "
	}
	return head + root[1:]
}
