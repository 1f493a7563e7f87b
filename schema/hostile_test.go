package schema

import (
	"fmt"
	"strings"
	"testing"
)

// hostile is a schema file of about 256 KiB that is made to keep a checker busy.
type hostile struct {
	name string
	text string
	// kind is what Load has to report; "" where the file is valid.
	kind Kind
}

// fill repeats what part makes of 0, 1, 2, … between head and tail, joined by commas, while the file stays within MaxSize.
func fill(head, tail string, part func(i int) string) string {
	var b strings.Builder
	b.WriteString(head)
	for i := 0; ; i++ {
		p := part(i)
		if b.Len()+len(p)+1+len(tail) > MaxSize {
			break
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(p)
	}
	b.WriteString(tail)
	return b.String()
}

// nest puts open and end around middle as often as fits, but at most most times.
func nest(most int, head, open, middle, end, tail string) string {
	n := min(most, (MaxSize-len(head)-len(middle)-len(tail))/(len(open)+len(end)))
	return head + strings.Repeat(open, n) + middle + strings.Repeat(end, n) + tail
}

const (
	headObject  = `{"type":"object",`
	headDraft7  = `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object",`
	headDraft19 = `{"$schema":"https://json-schema.org/draft/2019-09/schema","type":"object",`
)

// web is a chain of definitions, each of which refers twice to the next: 2^2300 ways lead through it.
func web(head, keyword string) string {
	const links = 2300
	return fill(head+`"properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{"end":{"type":"string"},`, `}}`, func(i int) string {
		next := fmt.Sprintf("#/$defs/d%d", i+1)
		if i >= links {
			next = "#/$defs/end"
		}
		return fmt.Sprintf(`"d%d":{"%s":[{"$ref":"%s"},{"$ref":"%s"}]}`, i, keyword, next, next)
	})
}

// pattern is a file with one pattern, which is given as it stands in JSON.
func pattern(p string) string { return headObject + `"properties":{"a":{"pattern":"` + p + `"}}}` }

// hostileFiles are made on the spot, the same each time.
func hostileFiles() []hostile {
	room := MaxSize - 100
	return []hostile{
		{"9990-levels", nest(MaxDepth/2-5, headObject+`"properties":{"a":`, `{"not":{"items":`, `{}`, `}}`, `}}`), ""},
		{"schemas-too-deep", nest(MaxDepth, headObject+`"properties":{"a":`, `{"items":`, `{}`, `}`, `}}`), KindTooComplex},
		{"100000-levels", nest(100_000, headObject+`"default":`, `[`, ``, `]`, `}`), KindTooComplex},
		{"9990-objects-in-default", nest(MaxDepth-2, headObject+`"default":`, `{"a":`, `1`, `}`, `}`), ""},
		{"properties-in-properties", nest(MaxDepth/2-2, headObject+`"properties":{`, `"a":{"properties":{`, ``, `}}`, `}}`), ""},
		{"16000-properties", fill(headObject+`"properties":{`, `}}`, func(i int) string { return fmt.Sprintf(`"p%d":{"$ref":"#"}`, i) }), ""},
		{"required-16000", fill(headObject+`"additionalProperties":false,"required":[`, `]}`, func(i int) string { return fmt.Sprintf(`"required_%d"`, i) }), ""},
		{"many-closed-objects", fill(headObject+`"allOf":[`, `]}`, func(i int) string { return fmt.Sprintf(`{"additionalProperties":false,"required":["r%d"]}`, i) }), ""},
		{"web-allOf", web(headObject, "allOf"), ""},
		{"web-anyOf", web(headObject, "anyOf"), ""},
		{"web-oneOf", web(headDraft19, "oneOf"), ""},
		{"web-unevaluated", web(headObject+`"unevaluatedProperties":false,`, "anyOf"), ""},
		{"refs-to-one-anchor", fill(headObject+`"$defs":{"x":{"$anchor":"a"}},"allOf":[`, `]}`, func(int) string { return `{"$ref":"#a"}` }), ""},
		{"refs-to-one-pointer", fill(headObject+`"$defs":{"x":{}},"allOf":[`, `]}`, func(int) string { return `{"$ref":"#/$defs/x"}` }), ""},
		{"refs-through-long-pointers", fill(headObject+nest(300, `"$defs":`, `{"a":`, `{}`, `}`, `,"allOf":[`), `]}`, func(int) string {
			return `{"$ref":"#/$defs` + strings.Repeat("/a", 300) + `"}`
		}), ""},
		{"unresolved-refs", fill(headObject+`"$defs":{"x":{"$anchor":"a"}},"allOf":[`, `]}`, func(i int) string { return fmt.Sprintf(`{"$ref":"#b%d"}`, i) }), KindRefUnresolved},
		{"unresolved-pointers", fill(headObject+`"$defs":{},"allOf":[`, `]}`, func(i int) string { return fmt.Sprintf(`{"$ref":"#/$defs/b%d"}`, i) }), KindRefUnresolved},
		{"chain-of-refs", fill(headObject+`"$ref":"#/$defs/d0","$defs":{`, `,"d7000":{}}}`, func(i int) string {
			if i >= 7000 {
				return fmt.Sprintf(`"e%d":{}`, i)
			}
			return fmt.Sprintf(`"d%d":{"$ref":"#/$defs/d%d"}`, i, i+1)
		}), ""},
		{"loop-of-refs", fill(headObject+`"$ref":"#/$defs/d0","$defs":{`, `}}`, func(i int) string {
			return fmt.Sprintf(`"d%d":{"$ref":"#/$defs/d%d"}`, i, (i+1)%7000)
		}), KindRefLoop},
		{"ids-in-each-other", nest(MaxDepth/2-3, headObject+`"properties":{"a":`, `{"$id":"x:a","items":`+`{"not":`, `{}`, `}}`, `}}`), ""},
		{"dynamic-refs", nest(4000, headObject+`"$dynamicAnchor":"n","properties":{"a":`, `{"$id":"x:a","$dynamicAnchor":"n","items":`, `{"$dynamicRef":"#n"}`, `}`, `}}`), ""},
		{"recursive-refs", nest(4000, headDraft19+`"$recursiveAnchor":true,"properties":{"a":`, `{"$id":"x:a","$recursiveAnchor":true,"items":`, `{"$recursiveRef":"#"}`, `}`, `}}`), ""},
		{"long-pattern", pattern(strings.Repeat("a", room)), ""},
		{"alternatives", pattern("^(" + strings.Repeat("a|", room/2) + "b)*$"), ""},
		{"long-alternatives", pattern("^(" + strings.Repeat("ab*|", room/4) + "b)*$"), ""},
		{"nested-quantifiers", pattern(strings.Repeat("(", 490) + "a" + strings.Repeat("*)", 490) + "*$"), ""},
		{"nested-counts", pattern(strings.Repeat("(?:", 490) + "a" + strings.Repeat("{9})", 490)), ""},
		{"counted-classes", pattern(strings.Repeat(`[\\w-]{1000}`, room/13) + "$"), ""},
		{"stars-in-a-row", pattern("^" + strings.Repeat("a*", room/2) + "$"), ""},
		{"classes-in-a-row", pattern("^" + strings.Repeat(`[a-z0-9]*`, room/10) + "$"), ""},
		{"optional-in-a-row", pattern("^(?:" + strings.Repeat("a?", room/2-9) + ")*$"), ""},
		{"unicode-classes", pattern("^(?:" + strings.Repeat(`\\p{L}*`, room/9) + ")*$"), ""},
		{"look-arounds", pattern(strings.Repeat(`(?=a*)`, room/6) + "$"), ""},
		{"back-references", pattern(`(a*)` + strings.Repeat(`\\1*`, room/4) + "$"), ""},
		{"groups", pattern(strings.Repeat(`(a*)`, room/4) + "$"), ""},
		{"named-groups", pattern(strings.Repeat("(?<n>a)|", room/8) + "b"), ""},
		{"numbered-names", pattern(fill("^(?:", ")$", func(i int) string { return fmt.Sprintf("(?<g%d>a*)", i) })[:room-room%11-200] + "a)*"), KindPatternInvalid},
		{"unclosed-names", pattern(strings.Repeat("(?<", room/3) + ">"), KindPatternInvalid},
		{"unclosed-properties", pattern(strings.Repeat(`\\p{`, room/4) + "}"), KindPatternInvalid},
		{"many-properties", pattern(strings.Repeat(`\\p{Greek}`, room/10)), ""}, // RE2 knows it
		{"many-patterns", fill(headObject+`"patternProperties":{`, `}}`, func(i int) string { return fmt.Sprintf(`"^(a|a%d)*$":{}`, i) }), ""},
		{"same-pattern", fill(headObject+`"allOf":[`, `]}`, func(int) string { return `{"pattern":"^([a-z]+)+$"}` }), ""},
		{"many-look-patterns", fill(headObject+`"allOf":[`, `]}`, func(int) string { return `{"pattern":"(?=.*x)(.*)*\\1"}` }), ""},
		{"invalid-patterns", fill(headObject+`"allOf":[`, `]}`, func(int) string { return `{"pattern":"("}` }), KindPatternInvalid},
		{"enum-of-numbers", fill(headDraft7+`"properties":{"a":{"uniqueItems":true,"enum":[`, `]}}}`, func(i int) string { return fmt.Sprint(i) }), ""},
		{"enum-of-objects", fill(headDraft7+`"properties":{"a":{"enum":[`, `]}}}`, func(i int) string { return fmt.Sprintf(`{"a":{"b":[%d]}}`, i) }), ""},
		{"default-unique", fill(headObject+`"properties":{"a":{"uniqueItems":true,"default":[`, `]}}}`, func(i int) string { return fmt.Sprintf(`[[%d]]`, i) }), ""},
		{"default-web", web(headObject+`"default":{"a":{"a":{"a":1}}},`, "anyOf"), ""},
		{"many-defaults", fill(headObject+`"$defs":{"x":{"pattern":"^(?=(a+)+$)a","minLength":2}},"allOf":[`, `]}`, func(int) string { return `{"$ref":"#/$defs/x","default":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"}` }), ""},
		{"many-defaults-recursive", manyDefaults(), ""},
		{"long-number", headObject + `"properties":{"a":{"maximum":` + strings.Repeat("9", room) + `}}}`, ""},
		{"long-multiple", headObject + `"properties":{"a":{"multipleOf":` + strings.Repeat("9", room) + `}}}`, KindTooComplex},
		{"default-multiple", headObject + `"properties":{"a":{"multipleOf":` + strings.Repeat("7", 5000) + `,"default":` + strings.Repeat("9", 5000) + `}}}`, ""},
		{"many-multiples", fill(headObject+`"allOf":[`, `]}`, func(int) string { return `{"multipleOf":7e-1000001,"default":3e999999}` }), ""},
		{"many-exponents", fill(headObject+`"properties":{"a":{"enum":[`, `]}}}`, func(int) string { return `1e999999999999999999999` }), ""},
		{"escapes", headObject + `"title":"` + strings.Repeat(`\u001b`, room/6) + `"}`, ""},
		{"surrogates", headObject + `"properties":{"` + strings.Repeat(`\ud83d\ude00`, room/12) + `":{}}}`, ""},
		{"escaped-pattern", pattern(strings.Repeat(`\u0061`, room/6)), ""},
		{"duplicate-keys", fill(headObject+`"properties":{`, `}}`, func(int) string { return `"a":{}` }), ""},
		{"duplicate-keywords", fill(`{`, `,"type":"object"}`, func(int) string { return `"type":"object"` }), ""},
		{"dependent-schemas", fill(headObject+`"dependentSchemas":{`, `}}`, func(i int) string { return fmt.Sprintf(`"p%d":{"required":["q"]}`, i) }), ""},
		{"dependent-required", fill(headObject+`"dependentRequired":{`, `}}`, func(i int) string { return fmt.Sprintf(`"p%d":["q","r"]`, i) }), ""},
		{"unknown-keywords", fill(headObject, `}`, func(i int) string { return fmt.Sprintf(`"requiredd%d":1`, i) }), ""},
		{"mistakes", fill(headObject+`"allOf":[`, `]}`, func(int) string { return `{"type":"strng"}` }), KindInvalid},
		{"siblings-of-ref", fill(headDraft7+`"definitions":{"x":{}},"allOf":[`, `]}`, func(int) string { return `{"$ref":"#/definitions/x","minLength":1}` }), ""},
		{"if-chain", nest(2400, headObject, `"if":{},"then":{"a":1},"else":{`, ``, `}`, `}`), ""},
		{"trees-that-double", doublingTree(15), ""},
	}
}

// manyDefaults has a recursive schema that is dear to apply, and as many defaults for it as fit.
func manyDefaults() string {
	value := strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)
	return fill(headObject+`"$defs":{"n":{"additionalProperties":{"anyOf":[{"$ref":"#/$defs/n"},{"$ref":"#/$defs/m"}]}},`+
		`"m":{"unevaluatedProperties":{"anyOf":[{"$ref":"#/$defs/n"},{"$ref":"#/$defs/m"}]},"maxProperties":0}},"allOf":[`, `]}`, func(int) string {
		return `{"$ref":"#/$defs/n","default":` + value + `}`
	})
}

// doublingTree holds two schemas in each schema: no references, and as many subschemas as fit.
func doublingTree(levels int) string {
	tree := `{}`
	for range levels {
		if next := `{"allOf":[` + tree + `,` + tree + `]}`; len(next) < MaxSize-100 {
			tree = next
		}
	}
	return headObject + `"properties":{"a":` + tree + `}}`
}

// TestHostileFiles: every file is answered, and what looks further keeps to its bounds of work and steps.
func TestHostileFiles(t *testing.T) {
	for _, h := range hostileFiles() {
		t.Run(h.name, func(t *testing.T) {
			if len(h.text) > MaxSize {
				t.Fatalf("%d bytes", len(h.text))
			}
			doc, problems := Load([]byte(h.text))
			kind := Kind("")
			if len(problems) > 0 {
				kind = problems[0].Kind
			}
			if kind != h.kind {
				t.Fatalf("reported as %q, want %q", kind, h.kind)
			}
			if doc == nil {
				return
			}
			look(t, doc)
			size := doc.Expansion()
			if size.Schemas > MaxExpansion != (size.At != nil) || (size.At != nil) != strings.HasPrefix(strings.TrimPrefix(h.name, "default-"), "web") {
				t.Errorf("%d schemas, at %v", size.Schemas, size.At)
			}
			if s, _ := Compile([]byte(h.text)); s != nil {
				// A value that goes everywhere.
				limits := Limits{Steps: 100_000}
				if e := s.Validate([]byte(`{"a": {"a": [[{"a": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"}]]}}`), limits); e != nil && e.Error() == "" {
					t.Error("a refusal without words")
				}
			}
		})
	}
}
