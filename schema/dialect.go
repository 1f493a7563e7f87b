package schema

import "strings"

// Dialect is a version of JSON Schema; newer ones compare greater. The zero value is none.
type Dialect uint8

// The dialects that are known.
const (
	Draft4 Dialect = iota + 1
	Draft6
	Draft7
	Draft2019
	Draft2020
)

// Default is the dialect of a schema that names none.
const Default = Draft2020

var dialects = [...]struct{ name, uri string }{
	Draft4:    {"draft-04", "http://json-schema.org/draft-04/schema#"},
	Draft6:    {"draft-06", "http://json-schema.org/draft-06/schema#"},
	Draft7:    {"draft-07", "http://json-schema.org/draft-07/schema#"},
	Draft2019: {"2019-09", "https://json-schema.org/draft/2019-09/schema"},
	Draft2020: {"2020-12", "https://json-schema.org/draft/2020-12/schema"},
}

// String is the usual name: "draft-07", "2020-12".
func (d Dialect) String() string { return dialects[d].name }

// URI is the spelling that the dialect's own specification uses in "$schema".
func (d Dialect) URI() string { return dialects[d].uri }

// DialectOf finds the dialect that a "$schema" names. http and https are the same, and so are an empty fragment and
// none; anything else has to be exact.
func DialectOf(uri string) (Dialect, bool) {
	bare, ok := bareURI(uri)
	if !ok {
		return 0, false
	}
	for d := Draft4; d <= Draft2020; d++ {
		if known, _ := bareURI(d.URI()); known == bare {
			return d, true
		}
	}
	return 0, false
}

func bareURI(uri string) (string, bool) {
	rest, ok := strings.CutPrefix(uri, "https://")
	if !ok {
		rest, ok = strings.CutPrefix(uri, "http://")
	}
	return strings.TrimSuffix(rest, "#"), ok
}

// keyword is what one dialect, or several in a row, say of one name.
type keyword struct {
	name     string
	from, to Dialect
	shape    shape
	// inPlace keywords apply their schemas to the same value that the schema itself is for.
	inPlace bool
}

// keywords is every keyword of every dialect with the shape that the meta-schemas ask of its value, the retired ones
// included that newer meta-schemas still describe. Order: core, applicators, validation, annotations.
var keywords = []keyword{
	{"$schema", Draft4, Draft2020, shapeString, false},
	{"id", Draft4, Draft4, shapeID, false},
	{"$id", Draft6, Draft2020, shapeID, false},
	{"$ref", Draft4, Draft2020, shapeString, true},
	{"$anchor", Draft2019, Draft2020, shapeAnchor, false},
	{"$recursiveRef", Draft2019, Draft2020, shapeString, true},
	{"$recursiveAnchor", Draft2019, Draft2019, shapeBoolean, false},
	{"$recursiveAnchor", Draft2020, Draft2020, shapeAnchor, false},
	{"$dynamicRef", Draft2020, Draft2020, shapeString, true},
	{"$dynamicAnchor", Draft2020, Draft2020, shapeAnchor, false},
	{"$vocabulary", Draft2019, Draft2020, shapeVocabulary, false},
	{"$comment", Draft7, Draft2020, shapeString, false},
	{"$defs", Draft2019, Draft2020, shapeSchemaMap, false},
	{"definitions", Draft4, Draft2020, shapeSchemaMap, false},

	{"allOf", Draft4, Draft2020, shapeSchemaList, true},
	{"anyOf", Draft4, Draft2020, shapeSchemaList, true},
	{"oneOf", Draft4, Draft2020, shapeSchemaList, true},
	{"not", Draft4, Draft2020, shapeSchema, true},
	{"if", Draft7, Draft2020, shapeSchema, true},
	{"then", Draft7, Draft2020, shapeSchema, true},
	{"else", Draft7, Draft2020, shapeSchema, true},
	{"dependentSchemas", Draft2019, Draft2020, shapeSchemaMap, true},
	{"dependencies", Draft4, Draft2020, shapeDependencies, true},
	{"prefixItems", Draft2020, Draft2020, shapeSchemaList, false},
	{"items", Draft4, Draft2019, shapeSchemaOrList, false},
	{"items", Draft2020, Draft2020, shapeSchema, false},
	{"additionalItems", Draft4, Draft4, shapeSchemaOrBoolean, false},
	{"additionalItems", Draft6, Draft2019, shapeSchema, false},
	{"contains", Draft6, Draft2020, shapeSchema, false},
	{"properties", Draft4, Draft2020, shapeSchemaMap, false},
	{"patternProperties", Draft4, Draft2020, shapePatternMap, false},
	{"additionalProperties", Draft4, Draft4, shapeSchemaOrBoolean, false},
	{"additionalProperties", Draft6, Draft2020, shapeSchema, false},
	{"propertyNames", Draft6, Draft2020, shapeSchema, false},
	{"unevaluatedItems", Draft2019, Draft2020, shapeSchema, false},
	{"unevaluatedProperties", Draft2019, Draft2020, shapeSchema, false},

	{"type", Draft4, Draft2020, shapeTypes, false},
	{"enum", Draft4, Draft7, shapeEnum, false},
	{"enum", Draft2019, Draft2020, shapeList, false},
	{"const", Draft6, Draft2020, shapeAny, false},
	{"multipleOf", Draft4, Draft2020, shapePositive, false},
	{"maximum", Draft4, Draft2020, shapeNumber, false},
	{"minimum", Draft4, Draft2020, shapeNumber, false},
	{"exclusiveMaximum", Draft4, Draft4, shapeBoolean, false},
	{"exclusiveMinimum", Draft4, Draft4, shapeBoolean, false},
	{"exclusiveMaximum", Draft6, Draft2020, shapeNumber, false},
	{"exclusiveMinimum", Draft6, Draft2020, shapeNumber, false},
	{"maxLength", Draft4, Draft2020, shapeCount, false},
	{"minLength", Draft4, Draft2020, shapeCount, false},
	{"pattern", Draft4, Draft2020, shapePattern, false},
	{"maxItems", Draft4, Draft2020, shapeCount, false},
	{"minItems", Draft4, Draft2020, shapeCount, false},
	{"uniqueItems", Draft4, Draft2020, shapeBoolean, false},
	{"maxContains", Draft2019, Draft2020, shapeCount, false},
	{"minContains", Draft2019, Draft2020, shapeCount, false},
	{"maxProperties", Draft4, Draft2020, shapeCount, false},
	{"minProperties", Draft4, Draft2020, shapeCount, false},
	{"required", Draft4, Draft4, shapeSomeNames, false},
	{"required", Draft6, Draft2020, shapeNames, false},
	{"dependentRequired", Draft2019, Draft2020, shapeNamesMap, false},

	{"title", Draft4, Draft2020, shapeString, false},
	{"description", Draft4, Draft2020, shapeString, false},
	{"default", Draft4, Draft2020, shapeAny, false},
	{"examples", Draft6, Draft2020, shapeList, false},
	{"readOnly", Draft7, Draft2020, shapeBoolean, false},
	{"writeOnly", Draft7, Draft2020, shapeBoolean, false},
	{"deprecated", Draft2019, Draft2020, shapeBoolean, false},
	{"format", Draft4, Draft2020, shapeString, false},
	{"contentMediaType", Draft7, Draft2020, shapeString, false},
	{"contentEncoding", Draft7, Draft2020, shapeString, false},
	{"contentSchema", Draft2019, Draft2020, shapeSchema, false},
}

var keywordsByName = func() map[string][]*keyword {
	m := make(map[string][]*keyword, len(keywords))
	for i := range keywords {
		m[keywords[i].name] = append(m[keywords[i].name], &keywords[i])
	}
	return m
}()

// keyword is what the dialect says of a name, or nil.
func (d Dialect) keyword(name string) *keyword {
	for _, k := range keywordsByName[name] {
		if k.from <= d && d <= k.to {
			return k
		}
	}
	return nil
}

// Knows reports whether the name is a keyword of the dialect (retired ones included that its meta-schema describes).
func (d Dialect) Knows(name string) bool { return d.keyword(name) != nil }

// Keywords are the names that the dialect knows, in the order of its specification.
func (d Dialect) Keywords() []string {
	var names []string
	for _, k := range keywords {
		if k.from <= d && d <= k.to {
			names = append(names, k.name)
		}
	}
	return names
}

// idKeyword is the name of the keyword that names a schema.
func (d Dialect) idKeyword() string {
	if d == Draft4 {
		return "id"
	}
	return "$id"
}

// RefHidesSiblings reports whether everything beside a "$ref" is ignored, as it is up to draft-07.
func (d Dialect) RefHidesSiblings() bool { return d <= Draft7 }

// HoldsSchemas reports whether the values of a keyword of the dialect are, or hold, schemas.
func (d Dialect) HoldsSchemas(name string) bool {
	k := d.keyword(name)
	return k != nil && (k.shape.isOne() || k.shape.isList() || k.shape.isMap())
}
