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
	// Path is the same as a person writes it: "", "text", "tags[1]", `filter["a b"]`. Long ones are shortened.
	Path string
	// Start and End are the bytes of the value in the arguments' text.
	Start, End int
	// Keyword is what refuses it ("required"), Schema the JSON pointer of the schema that has the keyword, as a
	// fragment ("#/properties/text"). Both are empty where no schema was reached.
	Keyword, Schema string
	// Message is what is wrong, to be read behind the path: "must be a string, got the number 5".
	Message string
	// Causes say for a combination of schemas why each of them refuses, one failure a schema.
	Causes []Failure
}

// String is a sentence without a full stop, for who made the arguments: "`limit` must be at most 100, got 250".
func (f Failure) String() string {
	if f.Path == "" && strings.HasPrefix(f.Message, "must ") { // what follows a path; the whole value has none
		return "the value " + f.Message
	}
	return inPath(f.Path, f.Message)
}

// inPath puts the path of a value before a message.
func inPath(path, message string) string {
	switch {
	case path == "":
		return message
	case message[0] == '`':
		return "in `" + path + "`, " + message // the message begins with another name
	}
	return "`" + path + "` " + message
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
		Pointer: f.path.pointer(), Path: f.path.text(nil), Start: f.value.Start, End: f.value.End,
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

func (v *Value) members() []Member {
	if v == nil {
		return nil
	}
	return v.Effective()
}
