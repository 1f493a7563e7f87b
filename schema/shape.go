package schema

import (
	"fmt"
	"strings"
)

// shape is what a meta-schema asks of the value of a keyword.
type shape uint8

const (
	shapeAny shape = iota
	shapeString
	shapeBoolean
	shapeNumber
	shapePositive   // a number above zero
	shapeCount      // an integer, zero or more
	shapeID         // a string; from 2019-09 on without fragment
	shapeAnchor     // a plain name
	shapeVocabulary // URIs to booleans
	shapeList       // any array
	shapeEnum       // an array, not empty, no value twice
	shapeNames      // an array of strings, none twice
	shapeSomeNames  // the same, not empty
	shapeNamesMap   // names to arrays of strings
	shapeTypes      // a type or an array of types
	shapePattern    // a string that is a regular expression
	shapeSchema     // one schema
	shapeSchemaList // an array of schemas, not empty
	shapeSchemaOrList
	shapeSchemaOrBoolean
	shapeSchemaMap    // names to schemas
	shapePatternMap   // patterns to schemas
	shapeDependencies // names to schemas or arrays of strings
)

// isOne: the value itself may be a schema.
func (s shape) isOne() bool {
	return s == shapeSchema || s == shapeSchemaOrList || s == shapeSchemaOrBoolean
}

// isList: the value may be an array of schemas.
func (s shape) isList() bool { return s == shapeSchemaList || s == shapeSchemaOrList }

// isMap: the value is an object whose members may be schemas.
func (s shape) isMap() bool {
	return s == shapeSchemaMap || s == shapePatternMap || s == shapeDependencies
}

// wants are the words for what is allowed.
func (s shape) wants(d Dialect) string {
	switch s {
	case shapeString, shapePattern, shapeID:
		return "must be a string"
	case shapeBoolean:
		return "must be true or false"
	case shapeNumber:
		return "must be a number"
	case shapePositive:
		return "must be a number greater than 0"
	case shapeCount:
		return "must be a whole number, 0 or more"
	case shapeAnchor:
		return "must be a name"
	case shapeVocabulary:
		return "must be an object of true and false"
	case shapeList:
		return "must be a list"
	case shapeEnum:
		return "must be a list of at least one value, none of them twice"
	case shapeNames:
		return "must be a list of property names, none of them twice"
	case shapeSomeNames:
		return "must be a list of at least one property name, none of them twice"
	case shapeNamesMap:
		return "must be an object of lists of property names"
	case shapeTypes:
		return "must be a type or a list of types"
	case shapeSchema:
		return "must be " + schemaWords(d)
	case shapeSchemaList:
		return "must be a list of at least one schema"
	case shapeSchemaOrList:
		return "must be a schema or a list of at least one schema"
	case shapeSchemaOrBoolean:
		return "must be a schema, true or false"
	case shapeSchemaMap:
		return "must be an object of schemas"
	case shapePatternMap:
		return "must be an object of patterns and their schemas"
	case shapeDependencies:
		return "must be an object of schemas and lists of property names"
	}
	return ""
}

func schemaWords(d Dialect) string {
	if d == Draft4 {
		return "a schema, an object"
	}
	return "a schema: an object, true or false"
}

// mistake is one thing that is wrong with the value of a keyword.
type mistake struct {
	what  string // follows the quoted keyword
	whole bool   // what is the whole message
	label string
	at    *Value // the very place inside the value, if there is one
	key   *Value // the name that holds it, to be marked instead of the keyword
	help  []string
	fix   *Fix
}

func isSchemaIn(d Dialect, v *Value) bool {
	return v.Type == Object || v.Type == Boolean && d > Draft4
}

// check finds what is wrong with a value. Schemas within it are not entered: only that they are objects or booleans
// where they have to be.
func (s shape) check(d Dialect, v *Value) []mistake {
	wrong := func() []mistake {
		return []mistake{{what: "is " + withArticle(v.Type), label: s.wants(d)}}
	}
	is := func(types ...Type) bool {
		for _, t := range types {
			if v.Type == t {
				return true
			}
		}
		return false
	}
	switch s {
	case shapeString, shapePattern:
		if !is(String) {
			return wrong()
		}
	case shapeBoolean:
		if !is(Boolean) {
			return wrong()
		}
	case shapeNumber, shapePositive, shapeCount:
		if !is(Number) {
			return wrong()
		}
		return s.checkNumber(d, v)
	case shapeID, shapeAnchor:
		if !is(String) {
			return wrong()
		}
		return s.checkName(d, v)
	case shapeVocabulary:
		if !is(Object) {
			return wrong()
		}
		for _, m := range v.Effective() {
			if m.Value.Type != Boolean {
				return []mistake{{what: fmt.Sprintf("has %s for %s", withArticle(m.Value.Type), quote(m.Name())), label: s.wants(d), at: m.Value}}
			}
		}
	case shapeList, shapeEnum:
		if !is(Array) {
			return wrong()
		}
		if s == shapeEnum {
			return checkEnum(d, v)
		}
	case shapeNames, shapeSomeNames:
		return checkNames(d, s, v)
	case shapeNamesMap:
		if !is(Object) {
			return wrong()
		}
		return checkEach(v, func(m Member) []mistake { return checkNames(d, shapeNames, m.Value) })
	case shapeTypes:
		return checkTypes(v)
	case shapeSchema:
		if !isSchemaIn(d, v) {
			return wrong()
		}
	case shapeSchemaOrBoolean:
		if !is(Object, Boolean) {
			return wrong()
		}
	case shapeSchemaOrList:
		if v.Type != Array && !isSchemaIn(d, v) {
			return wrong()
		}
		if v.Type == Array {
			return checkSchemaList(d, s, v)
		}
	case shapeSchemaList:
		if !is(Array) {
			return wrong()
		}
		return checkSchemaList(d, s, v)
	case shapeSchemaMap, shapePatternMap, shapeDependencies:
		if !is(Object) {
			return wrong()
		}
		return checkEach(v, func(m Member) []mistake {
			switch {
			case isSchemaIn(d, m.Value):
				return nil
			case s != shapeDependencies:
				return []mistake{{what: "is " + withArticle(m.Value.Type), label: "must be " + schemaWords(d)}}
			case m.Value.Type == Array && d == Draft4:
				return checkNames(d, shapeSomeNames, m.Value)
			case m.Value.Type == Array:
				return checkNames(d, shapeNames, m.Value)
			}
			return []mistake{{what: "is " + withArticle(m.Value.Type), label: "must be a schema or a list of property names"}}
		})
	}
	return nil
}

// checkEach looks at every member of an object and marks the names of the wrong ones.
func checkEach(v *Value, check func(Member) []mistake) []mistake {
	var out []mistake
	for _, m := range v.Effective() {
		for _, mistake := range check(m) {
			mistake.key = m.Key
			out = append(out, mistake)
		}
	}
	return out
}

func (s shape) checkNumber(d Dialect, v *Value) []mistake {
	n := parseDecimal(v.Text)
	switch {
	case s == shapePositive && n.sign() <= 0:
		return []mistake{{what: "is " + cut(v.Text, 30), label: s.wants(d)}}
	case s == shapeCount && (n.sign() < 0 || !n.isInteger()):
		return []mistake{{what: "is " + cut(v.Text, 30), label: s.wants(d)}}
	}
	return nil
}

// checkName checks ids and anchors. 2020-12 allows "_" at the start of an anchor and no ":" in it; 2019-09 the reverse.
func (s shape) checkName(d Dialect, v *Value) []mistake {
	if s == shapeID {
		if _, fragment, ok := strings.Cut(v.Text, "#"); ok && fragment != "" && d >= Draft2019 {
			return []mistake{{what: "has a fragment", label: `must have nothing behind "#"`, help: []string{`"$anchor": "` + cut(fragment, 40) + `" gives a schema a local name`}}}
		}
		return nil
	}
	first, rest, label := "_", "-._", "a letter or _, then letters, digits, - . _"
	if d == Draft2019 {
		first, rest, label = "", "-._:", "a letter, then letters, digits, - . _ :"
	}
	for i := range len(v.Text) {
		c := v.Text[i]
		if isLetter(c) || strings.IndexByte(first, c) >= 0 || i > 0 && (c >= '0' && c <= '9' || strings.IndexByte(rest, c) >= 0) {
			continue
		}
		return []mistake{{what: quote(v.Text) + " is no plain name", whole: true, label: label}}
	}
	if v.Text == "" {
		return []mistake{{what: "is empty", label: label}}
	}
	return nil
}

func checkEnum(d Dialect, v *Value) []mistake {
	if len(v.Items) == 0 {
		return []mistake{{what: "is empty", label: "must have at least one value in " + d.String()}}
	}
	seen := make(map[string]bool, len(v.Items))
	for _, item := range v.Items {
		c := canonical(item)
		if seen[c] {
			return []mistake{{what: "has a value twice", label: "must have each value once in " + d.String(), at: item}}
		}
		seen[c] = true
	}
	return nil
}

func checkNames(d Dialect, s shape, v *Value) []mistake {
	if v.Type != Array {
		return []mistake{{what: "is " + withArticle(v.Type), label: s.wants(d)}}
	}
	if s == shapeSomeNames && len(v.Items) == 0 {
		return []mistake{{what: "is empty", label: "must have at least one name in " + d.String()}}
	}
	seen := make(map[string]bool, len(v.Items))
	for _, item := range v.Items {
		if item.Type != String {
			return []mistake{{what: "has " + withArticle(item.Type) + " in it", label: s.wants(d), at: item}}
		}
		if seen[item.Text] {
			return []mistake{{what: "has " + quote(item.Text) + " twice", label: s.wants(d), at: item}}
		}
		seen[item.Text] = true
	}
	return nil
}

func checkSchemaList(d Dialect, s shape, v *Value) []mistake {
	if len(v.Items) == 0 {
		return []mistake{{what: "is empty", label: s.wants(d)}}
	}
	var out []mistake
	for i, item := range v.Items {
		if !isSchemaIn(d, item) {
			out = append(out, mistake{what: fmt.Sprintf("has %s as its element %d", withArticle(item.Type), i+1), label: "must be " + schemaWords(d), at: item})
		}
	}
	return out
}

// typeNames are the seven types of JSON Schema.
var typeNames = []string{"array", "boolean", "integer", "null", "number", "object", "string"}

// foreignTypes are what other languages call them.
var foreignTypes = map[string]string{
	"str": "string", "text": "string", "char": "string", "varchar": "string", "date": "string", "datetime": "string", "uuid": "string",
	"int": "integer", "int32": "integer", "int64": "integer", "long": "integer", "uint": "integer",
	"float": "number", "double": "number", "decimal": "number", "float64": "number",
	"bool": "boolean", "none": "null", "nil": "null", "undefined": "null",
	"dict": "object", "map": "object", "record": "object", "struct": "object",
	"list": "array", "tuple": "array", "set": "array",
}

// IsType reports whether s names one of the seven types of JSON Schema.
func IsType(s string) bool {
	for _, t := range typeNames {
		if s == t {
			return true
		}
	}
	return false
}

func checkTypes(v *Value) []mistake {
	const allowed = "array, boolean, integer, null, number, object or string"
	if v.Type == String {
		if IsType(v.Text) {
			return nil
		}
		return []mistake{{what: quote(v.Text) + " is no type", whole: true, label: allowed, help: suggestType(v.Text), fix: fixType(v, nil)}}
	}
	if v.Type != Array {
		return []mistake{{what: "is " + withArticle(v.Type), label: shapeTypes.wants(Default)}}
	}
	if len(v.Items) == 0 {
		return []mistake{{what: "is empty", label: "must have at least one type"}}
	}
	seen := map[string]bool{}
	for _, item := range v.Items {
		switch {
		case item.Type != String:
			return []mistake{{what: "has " + withArticle(item.Type) + " in it", label: allowed, at: item}}
		case !IsType(item.Text):
			return []mistake{{what: quote(item.Text) + " is no type", whole: true, label: allowed, at: item, help: suggestType(item.Text), fix: fixType(item, v.Items)}}
		case seen[item.Text]:
			return []mistake{{what: "has " + quote(item.Text) + " twice", label: "each type once", at: item}}
		}
		seen[item.Text] = true
	}
	return nil
}

// typeMeant is the type that a word was meant to be.
func typeMeant(s string) (meant string, ok bool) {
	if meant, ok = foreignTypes[strings.ToLower(s)]; !ok {
		meant, ok = nearest(s, typeNames)
	}
	return meant, ok
}

// fixType puts the type that was meant in the place of a word, unless it stands in the same list already.
func fixType(v *Value, list []*Value) *Fix {
	meant, ok := typeMeant(v.Text)
	for _, item := range list {
		ok = ok && item.Text != meant
	}
	if ok {
		return replacement(v, meant, !strings.EqualFold(v.Text, meant))
	}
	return nil
}

func suggestType(s string) []string {
	meant, ok := typeMeant(s)
	switch {
	case ok:
		return []string{fmt.Sprintf("did you mean %q?", meant)}
	case strings.EqualFold(s, "any"):
		return []string{`leave "type" out where any type is welcome`}
	}
	return nil
}
