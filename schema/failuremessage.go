package schema

import (
	"fmt"
	"strings"
	"unicode"
)

// messages say for each keyword what is wrong, for somebody who sees the path before it: what is allowed, and what came instead.
var messages map[string]func(*failure) string

func init() { // messages of combinations speak of other messages
	messages = map[string]func(*failure) string{
		"false": func(*failure) string { return "is not allowed" },
		"type":  func(f *failure) string { return typeText(f.sub.types, f.value) },
		"const": func(f *failure) string { return "must be " + valueText(f.sub.fixed) + ", got " + gotText(f.value) },
		"enum": func(f *failure) string {
			return "must be " + choiceText(f.sub.enumValues) + ", got " + gotText(f.value) + misspelt(f.value, f.sub.enumValues)
		},
		"multipleOf": func(f *failure) string {
			return "must be a multiple of " + cut(f.sub.node.Value.Get("multipleOf").Text, 30) + ", got " + gotText(f.value)
		},
		"minimum": boundMessage, "maximum": boundMessage, "exclusiveMinimum": boundMessage, "exclusiveMaximum": boundMessage,
		"pattern": func(f *failure) string {
			return "must match the pattern " + quote(f.sub.pattern.Text) + ", got " + gotText(f.value)
		},
		"minLength":     countMessage("at least", "character", "characters"),
		"maxLength":     countMessage("at most", "character", "characters"),
		"minItems":      countMessage("at least", "item", "items"),
		"maxItems":      countMessage("at most", "item", "items"),
		"minProperties": countMessage("at least", "property", "properties"),
		"maxProperties": countMessage("at most", "property", "properties"),
		"minContains":   containsMessage("at least"),
		"maxContains":   containsMessage("at most"),
		"contains": func(f *failure) string {
			return "must have at least 1 item that fits " + f.sub.contains.containsText() + ", got none"
		},
		"items": itemMessage, "additionalItems": itemMessage, "prefixItems": itemMessage, "unevaluatedItems": itemMessage,
		"uniqueItems": func(f *failure) string {
			first := path{f.path.parent, "", f.numbers[0]}
			return "is equal to `" + first.text(nil) + "`; every item must be different"
		},
		"required":          func(f *failure) string { return nameText(f.name) + " is missing" },
		"dependentRequired": dependentMessage, "dependencies": dependentMessage,
		"propertyNames": func(f *failure) string { return "is not allowed as a name: it " + f.causes[0].message() },
		"additionalProperties": func(f *failure) string {
			return "is not a known property" + f.sub.knownProperties(f.name)
		},
		"unevaluatedProperties": func(f *failure) string {
			return "is not a known property" + f.sub.knownProperties(f.name)
		},
		"not": func(f *failure) string {
			if what := f.sub.not.words(); what != "" {
				return "must not be " + what
			}
			if names := f.sub.not.required; len(names) == 1 {
				return "must not have " + nameText(names[0])
			}
			return `must not be what "not" describes`
		},
		"anyOf": (*failure).combinationText,
		"oneOf": (*failure).combinationText,
	}
}

func (f *failure) message() string {
	if make := messages[f.keyword]; make != nil {
		return make(f)
	}
	return "is refused by " + quote(f.keyword)
}

func boundMessage(f *failure) string {
	return boundText(f.sub.bounds[f.numbers[0]]) + ", got " + gotText(f.value)
}

func countMessage(limit, one, many string) func(*failure) string {
	return func(f *failure) string {
		noun := many
		if f.numbers[0] == 1 {
			noun = one
		}
		return fmt.Sprintf("must have %s %d %s, got %d", limit, f.numbers[0], noun, f.numbers[1])
	}
}

func containsMessage(limit string) func(*failure) string {
	return func(f *failure) string {
		what := f.sub.contains.containsText()
		return countMessage(limit, "item that fits "+what, "items that fit "+what)(f)
	}
}

func itemMessage(f *failure) string {
	if len(f.numbers) > 0 && f.numbers[0] > 0 {
		return fmt.Sprintf("is one item too many: at most %d are allowed", f.numbers[0])
	}
	return "is an item that is not allowed"
}

func dependentMessage(f *failure) string {
	return fmt.Sprintf("%s is missing; it is required where %s is given", nameText(f.name), nameText(f.other))
}

// words describe what a simple schema accepts; "" where it says more than fits in a few words.
func (b *sub) words() string {
	members := b.node.Value.members()
	if len(members) != 1 {
		return ""
	}
	switch {
	case b.typed:
		return typeWords(b.types)
	case b.fixed != nil:
		return valueText(b.fixed)
	case b.enum != nil:
		return choiceText(b.enumValues)
	}
	return ""
}

func (b *sub) containsText() string {
	if what := b.words(); what != "" {
		return `"contains" (` + what + ")"
	}
	return `"contains"`
}

// combinationHead says what is wrong with a combination, without its causes; whole, that there is no more to say.
func (f *failure) combinationHead() (text string, whole bool) {
	if len(f.numbers) > 0 {
		return fmt.Sprintf("fits more than one schema of \"oneOf\": %s and %s", ordinal(f.numbers[0]), ordinal(f.numbers[1])), true
	}
	var types typeSet
	same := len(f.causes) > 0
	for _, c := range f.causes {
		if c.keyword != "type" || c.value != f.value {
			same = false
			break
		}
		types |= c.sub.types
	}
	if same {
		return typeText(types, f.value), true
	}
	if len(f.causes) == 1 {
		return fmt.Sprintf("does not fit the schema of %q", f.keyword), false
	}
	return fmt.Sprintf("fits none of the %d schemas of %q", len(f.causes), f.keyword), false
}

// combinationText says why none of several schemas fits; where all of them want another type, which types. Of a combination
// among the causes only the head is said: its causes may be shared, and all of them together more than can be written.
func (f *failure) combinationText() string {
	text, whole := f.combinationHead()
	if whole {
		return text
	}
	const most = 3
	for i, c := range f.causes {
		if i == most {
			break
		}
		separator := "; "
		if i == 0 {
			separator = ": "
		}
		said := ""
		if c.keyword == "anyOf" || c.keyword == "oneOf" {
			said, _ = c.combinationHead()
		} else {
			said = c.message()
		}
		if path := c.path.text(f.path); path != "" || said[0] == '`' {
			said = inPath(path, said)
		} else {
			said = "it " + said
		}
		text += separator + said
	}
	return text
}

func (b *sub) knownProperties(name string) string {
	names := memberNames(b.node.Value.Get("properties").members())
	if near, ok := nearest(name, names); ok {
		return "; did you mean " + nameText(near) + "?"
	}
	if len(names) == 0 {
		return ""
	}
	return "; known are " + joinShown(names[:min(len(names), mostListed)], len(names), nameText)
}

// text is the path as a person writes it, from the value that the path outer leads to (nil: from the whole).
func (p *path) text(outer *path) string {
	const most, last = 12, 6 // names and indexes; of more the first and the last are shown
	var parts []*path
	for ; p != outer && p != nil; p = p.parent {
		parts = append(parts, p)
	}
	var b strings.Builder
	for i := len(parts) - 1; i >= 0; i-- {
		if len(parts) > most && i < len(parts)-last && i >= last {
			if i == last {
				b.WriteString("…")
			}
			continue
		}
		switch part := parts[i]; {
		case part.index >= 0:
			fmt.Fprintf(&b, "[%d]", part.index)
		case !isPlainName(part.name):
			b.WriteString("[" + quote(part.name) + "]")
		case b.Len() > 0:
			b.WriteString("." + part.name)
		default:
			b.WriteString(part.name)
		}
	}
	return b.String()
}

// isPlainName: a name that needs no quotes in a path.
func isPlainName(name string) bool {
	const longest = 60
	for i, r := range name {
		if !unicode.IsLetter(r) && r != '_' && r != '$' && (i == 0 || r != '-' && !unicode.IsDigit(r)) {
			return false
		}
	}
	return name != "" && len(name) <= longest
}

// nameText writes the name of a property.
func nameText(name string) string {
	if isPlainName(name) {
		return "`" + name + "`"
	}
	return "`[" + quote(name) + "]`"
}
