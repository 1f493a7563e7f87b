package schema

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Reason says why arguments were not accepted.
type Reason uint8

const (
	// NotJSON: the text is not one JSON value.
	NotJSON Reason = iota + 1
	// NotValid: the schema refuses the value.
	NotValid
	// NotCheckable: the limits were reached, or a pattern cannot be matched here.
	NotCheckable
)

// ValidationError says what is wrong with arguments.
type ValidationError struct {
	Reason Reason
	// Failures are in the order of the arguments' text; there is at least one. NotJSON and NotCheckable have exactly one.
	Failures []Failure
}

// Error is one line, made of the failures.
func (e *ValidationError) Error() string {
	const most = 5
	var b strings.Builder
	for i, f := range e.Failures {
		if i == most {
			fmt.Fprintf(&b, "; and %d more", len(e.Failures)-most)
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(f.String())
	}
	return b.String()
}

// Failure is one thing that is wrong.
type Failure struct {
	// Pointer is the JSON pointer of the value in the arguments: "" for the whole, "/text".
	Pointer string
	// Start and End are the bytes of the value in the arguments' text.
	Start, End int
	// Keyword is what refuses it ("required"), Schema the JSON pointer of the schema that has the keyword, as a
	// fragment ("#/properties/text"). Both are empty where no schema was reached.
	Keyword, Schema string
	// Message is what is wrong, to be read behind the pointer: "must be a string, not a number".
	Message string
	// Causes say for a combination of schemas why each of them refuses, one failure a schema.
	Causes []Failure
}

// String is the pointer, where there is one, and the message.
func (f Failure) String() string {
	if f.Pointer == "" {
		return f.Message
	}
	return f.Pointer + ": " + f.Message
}

func notJSON(p *Problem) *ValidationError {
	message := p.Message
	if p.Label != "" {
		message += " (" + p.Label + ")"
	}
	reason := NotJSON
	if p.Kind == KindTooComplex {
		reason = NotCheckable
	}
	return &ValidationError{reason, []Failure{{Start: p.Start, End: p.End, Message: "not JSON: " + message}}}
}

// errDepth: schemas are applied within each other beyond Limits.Depth.
var errDepth = errors.New("the schemas are nested too deeply")

func notCheckable(err error) *ValidationError {
	var opaque *opaqueError
	message := "cannot be checked in bounded time: " + err.Error()
	if errors.As(err, &opaque) {
		message = err.Error()
	}
	return &ValidationError{NotCheckable, []Failure{{Message: message}}}
}

func notValid(failures []*failure) *ValidationError {
	if len(failures) == 0 {
		return nil
	}
	seen := map[*failure]bool{}
	e := &ValidationError{Reason: NotValid}
	for _, f := range failures {
		// A schema that is reached twice fails once.
		if !seen[f] {
			seen[f] = true
			e.Failures = append(e.Failures, f.shown(0))
		}
	}
	slices.SortStableFunc(e.Failures, func(a, b Failure) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	return e
}

// failure is a Failure before anybody wants to read it.
type failure struct {
	application
	sub         *sub
	keyword     string
	name, other string
	numbers     []int
	causes      []*failure
}

func (f *failure) shown(level int) Failure {
	out := Failure{
		Pointer: f.path.pointer(), Start: f.value.Start, End: f.value.End,
		Keyword: f.keyword, Schema: f.sub.node.Pointer(), Message: f.message(),
	}
	const deepest, most = 3, 8
	if level < deepest {
		for i, c := range f.causes {
			if i == most {
				break
			}
			out.Causes = append(out.Causes, c.shown(level+1))
		}
	}
	return out
}

func (p *path) pointer() string {
	var tokens []string
	for ; p != nil; p = p.parent {
		if p.index >= 0 {
			tokens = append(tokens, strconv.Itoa(p.index))
		} else {
			tokens = append(tokens, escapeToken(p.name))
		}
	}
	slices.Reverse(tokens)
	if len(tokens) == 0 {
		return ""
	}
	return "/" + strings.Join(tokens, "/")
}

// message says what is wrong, for somebody who sees the pointer before it.
func (f *failure) message() string {
	b := f.sub
	switch f.keyword {
	case "false":
		return "is not allowed"
	case "type":
		return "must be " + typeWords(b.types) + ", not " + valueWords(f.value)
	case "const":
		return "must be " + valueText(b.fixed)
	case "enum":
		return "must be " + choiceText(b.enumValues) + misspelt(f.value, b.enumValues)
	case "multipleOf":
		return "must be a multiple of " + cut(f.sub.node.Value.Get("multipleOf").Text, 30)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		return boundText(b.bounds[f.numbers[0]])
	case "minLength":
		return fmt.Sprintf("must have at least %s, it has %d", plural(f.numbers[0], "character"), f.numbers[1])
	case "maxLength":
		return fmt.Sprintf("must have at most %s, it has %d", plural(f.numbers[0], "character"), f.numbers[1])
	case "pattern":
		return "must match the pattern " + quote(b.pattern.Text)
	case "minItems":
		return fmt.Sprintf("must have at least %s, it has %d", plural(f.numbers[0], "item"), f.numbers[1])
	case "maxItems":
		return fmt.Sprintf("must have at most %s, it has %d", plural(f.numbers[0], "item"), f.numbers[1])
	case "items", "additionalItems", "prefixItems", "unevaluatedItems":
		if len(f.numbers) > 0 && f.numbers[0] > 0 {
			return fmt.Sprintf("is one item too many: at most %d are allowed", f.numbers[0])
		}
		return "is an item that is not allowed"
	case "uniqueItems":
		return fmt.Sprintf("is equal to item %d; every item must be different", f.numbers[0])
	case "contains":
		return "must have an item that fits \"contains\""
	case "minContains":
		return fmt.Sprintf("must have at least %s that fit \"contains\", it has %d", plural(f.numbers[0], "item"), f.numbers[1])
	case "maxContains":
		return fmt.Sprintf("must have at most %s that fit \"contains\", it has %d", plural(f.numbers[0], "item"), f.numbers[1])
	case "minProperties":
		return fmt.Sprintf("must have at least %s, it has %d", propertiesText(f.numbers[0]), f.numbers[1])
	case "maxProperties":
		return fmt.Sprintf("must have at most %s, it has %d", propertiesText(f.numbers[0]), f.numbers[1])
	case "required":
		return quote(f.name) + " is missing"
	case "dependentRequired", "dependencies":
		return fmt.Sprintf("%s is missing; it is required where %s is given", quote(f.name), quote(f.other))
	case "propertyNames":
		return fmt.Sprintf("%s is not allowed as a name: %s", quote(f.value.Text), f.causes[0].message())
	case "additionalProperties", "unevaluatedProperties":
		return "is not a known property" + b.knownProperties(f.name)
	case "not":
		return "is what \"not\" excludes"
	case "anyOf", "oneOf":
		return f.combinationText()
	}
	return "is refused by " + quote(f.keyword)
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
		return "must be " + typeWords(types) + ", not " + valueWords(f.value), true
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
		if p := strings.TrimPrefix(c.path.pointer(), f.path.pointer()); p != "" {
			said = p + " " + said
		}
		text += separator + said
	}
	return text
}

func (b *sub) knownProperties(name string) string {
	names := make([]string, 0, len(b.properties))
	for _, m := range b.node.Value.Get("properties").members() {
		names = append(names, m.Name())
	}
	if near, ok := nearest(name, names); ok {
		return fmt.Sprintf("; did you mean %s?", quote(near))
	}
	if len(names) == 0 {
		return ""
	}
	return "; known are " + listed(names)
}

func (v *Value) members() []Member {
	if v == nil {
		return nil
	}
	return v.Effective()
}
