package bylabel

import (
	"strings"

	"openidea-plugin/component/types"
)

// Reason says what is wrong between a type and what was asked of it.
type Reason uint8

// Reasons of an Error.
const (
	// WrongKind: the type is of another kind than the function is for.
	WrongKind Reason = iota + 1
	// UnknownLabel: the type has no field, case or flag of that name.
	UnknownLabel
	// MissingField: a field of the record was given no value.
	MissingField
	// NoPayload: the case takes no payload and was given one.
	NoPayload
	// WantsPayload: the case takes a payload and was given none.
	WantsPayload
	// WrongValue: the value is not one of that type.
	WrongValue
	// NoZero: the type has a handle in it, of which there is no zero value.
	NoZero
)

// Error is a label, a kind or a value that does not fit a type.
type Error struct {
	Reason Reason
	// Type is the type that was asked.
	Type *types.Type
	// Label is the field, case or flag in question; "" where there is none.
	Label string
	// Message is one line.
	Message string
}

// Error is one line that names the label and what the type has instead.
func (e *Error) Error() string { return e.Message }

func fail(r Reason, t *types.Type, label, message string) *Error {
	return &Error{Reason: r, Type: t, Label: label, Message: message}
}

func wrongKind(t *types.Type, want string) *Error {
	return fail(WrongKind, t, "", "the type is "+article(t)+", not "+want)
}

func wrongValue(t *types.Type) *Error {
	return fail(WrongValue, t, "", "the value is not "+article(t))
}

// unknown is the error for a label that t lacks; part is "field", "case" or "flag".
func unknown(t *types.Type, part, label string) *Error {
	const most = 12
	have := Labels(t)
	list := "it has none"
	switch {
	case len(have) > most:
		list = "it has " + strings.Join(have[:most], ", ") + ", …"
	case len(have) > 0:
		list = "it has " + strings.Join(have, ", ")
	}
	return fail(UnknownLabel, t, label, "the "+t.Kind.String()+" type has no "+part+` "`+label+`" (`+list+")")
}

// article is the kind of t in a sentence: "a record", "an enum", "flags"; "no type" for nil.
func article(t *types.Type) string {
	switch {
	case t == nil:
		return "no type"
	case t.Kind == types.Flags:
		return "flags"
	case t.Kind == types.Own || t.Kind == types.Borrow:
		return "a handle"
	}
	switch w := t.Kind.String(); w[0] {
	case 's', 'f':
		if t.Kind != types.String {
			return "an " + w
		}
		return "a " + w
	case 'e', 'o':
		return "an " + w
	default:
		return "a " + w
	}
}
