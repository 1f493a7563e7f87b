package bind

import (
	"slices"
	"strings"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/types"
)

// failure says errors in the error type of a result. ok is false where it cannot say the error at all.
type failure func(kind, message string) (v abi.Value, ok bool)

// messageLabels are what a field that holds a message is called.
var messageLabels = []string{"message", "text", "reason", "detail", "details", "description"}

// kindLabels are what a field that holds the kind of an error is called.
var kindLabels = []string{"kind", "code", "error", "type", "reason"}

// nearest are cases that can stand for any error, the best first.
var nearest = []string{"failed", "failure", "other", "unknown", "internal", "error", "unexpected"}

// failures adapts the errors of a host function to the error type t of a result; nil is a result whose error has no payload.
func failures(t *types.Type) failure {
	if t == nil {
		return func(string, string) (abi.Value, bool) { return nil, true }
	}
	if list, ok := cases(t); ok {
		return func(kind, message string) (abi.Value, bool) {
			for _, i := range candidates(list, kind) {
				if payload, ok := messagePayload(list[i].Type, kind, message, true); ok {
					return makeCase(t, i, payload), true
				}
			}
			return nil, false
		}
	}
	return func(kind, message string) (abi.Value, bool) { return messagePayload(t, kind, message, false) }
}

// candidates are the cases that may say kind, the nearest first: the one of that name, one whose name has it among its words, then cases that carry a
// message, those of a general name first, then cases of a general name without one.
func candidates(list []types.Case, kind string) []int {
	rank := func(c types.Case) int {
		general := slices.Index(nearest, c.Name)
		switch {
		case c.Name == kind:
			return 0
		case strings.Contains("-"+c.Name+"-", "-"+kind+"-"):
			return 1
		case general >= 0 && carriesMessage(c.Type):
			return 2 + general
		case carriesMessage(c.Type):
			return 20
		case general >= 0:
			return 30 + general
		}
		return 100
	}
	var order []int
	for i := range list {
		if rank(list[i]) < 100 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(list[a]) - rank(list[b]) })
	return order
}

func carriesMessage(t *types.Type) bool {
	switch {
	case t == nil:
		return false
	case t.Kind == types.String:
		return true
	case t.Kind == types.Option:
		return carriesMessage(t.Elem)
	case t.Kind == types.Record:
		return messageField(t) >= 0
	}
	return false
}

// messageField is the field of a record that holds a message: one of the usual name, else the first text.
func messageField(t *types.Type) int {
	for _, label := range messageLabels {
		for i, f := range t.Fields {
			if f.Name == label && carriesMessage(f.Type) {
				return i
			}
		}
	}
	return slices.IndexFunc(t.Fields, func(f types.Field) bool { return carriesMessage(f.Type) })
}

// messagePayload puts a message, and the kind where there is a place for it, into a value of t. kindSaid is true where the case around it says the kind.
func messagePayload(t *types.Type, kind, message string, kindSaid bool) (abi.Value, bool) {
	switch {
	case t == nil:
		return nil, true
	case t.Kind == types.String:
		return message, true
	case t.Kind == types.Option:
		v, ok := messagePayload(t.Elem, kind, message, kindSaid)
		return abi.Option{Some: ok, Value: v}, true
	case t.Kind == types.Record:
		return messageRecord(t, kind, message, kindSaid)
	}
	v, err := zero(t)
	return v, err == nil && kindSaid
}

func messageRecord(t *types.Type, kind, message string, kindSaid bool) (abi.Value, bool) {
	at := messageField(t)
	values := make(abi.Record, len(t.Fields))
	said := kindSaid
	for i, f := range t.Fields {
		if i == at {
			values[i], _ = messagePayload(f.Type, kind, message, true)
			said = true
			continue
		}
		if list, ok := cases(f.Type); ok && slices.Contains(kindLabels, f.Name) {
			if v, ok := kindCase(f.Type, list, kind); ok {
				values[i], said = v, true
				continue
			}
		}
		v, err := zero(f.Type)
		if err != nil {
			return nil, false
		}
		values[i] = v
	}
	return values, said
}

func kindCase(t *types.Type, list []types.Case, kind string) (abi.Value, bool) {
	for _, i := range candidates(list, kind) {
		if payload, err := zero(list[i].Type); err == nil {
			return makeCase(t, i, payload), true
		}
	}
	return nil, false
}

// Failure reads an error that a guest returned: its kind is the case's name as the component declares it ("failed" where there is no case), its message what the case carries.
func Failure(t *types.Type, v abi.Value) *Error {
	if t == nil {
		return &Error{Kind: "failed"}
	}
	if list, ok := cases(t); ok {
		index, payload := takeCase(v)
		return &Error{Kind: list[index].Name, Message: messageOf(list[index].Type, payload)}
	}
	e := &Error{Kind: "failed", Message: messageOf(t, v)}
	if t.Kind == types.Record {
		if at := kindField(t); at >= 0 {
			list, _ := cases(t.Fields[at].Type)
			index, _ := takeCase(v.(abi.Record)[at])
			e.Kind = list[index].Name
		}
	}
	return e
}

// FailureKinds are the kinds that Failure can read of a result of type t, in the order of the declaration; none where t is no result.
func FailureKinds(t *types.Type) []string {
	_, errType, _, _, isResult := outcome(t)
	if !isResult {
		return nil
	}
	names := func(list []types.Case) []string {
		kinds := make([]string, len(list))
		for i, c := range list {
			kinds[i] = c.Name
		}
		return kinds
	}
	if errType != nil {
		if list, ok := cases(errType); ok {
			return names(list)
		}
		if errType.Kind == types.Record {
			if at := kindField(errType); at >= 0 {
				list, _ := cases(errType.Fields[at].Type)
				return names(list)
			}
		}
	}
	return []string{"failed"}
}

// kindField is the field of a record that holds the kind of an error, -1 where there is none.
func kindField(t *types.Type) int {
	return slices.IndexFunc(t.Fields, func(f types.Field) bool {
		_, ok := cases(f.Type)
		return ok && slices.Contains(kindLabels, f.Name)
	})
}

// messageOf is the message in a value, or the value itself as text where it holds no text.
func messageOf(t *types.Type, v abi.Value) string {
	switch {
	case t == nil:
		return ""
	case t.Kind == types.String:
		return v.(string)
	case t.Kind == types.Option && carriesMessage(t.Elem):
		if o := v.(abi.Option); o.Some {
			return messageOf(t.Elem, o.Value)
		}
		return ""
	case t.Kind == types.Record && messageField(t) >= 0:
		at := messageField(t)
		return messageOf(t.Fields[at].Type, v.(abi.Record)[at])
	}
	return Render(t, v, maxRendered)
}
