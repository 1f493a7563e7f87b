package bind

import (
	"strings"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/bylabel"
	"openidea-plugin/component/types"
	"openidea-plugin/diag"
	"openidea-plugin/mockhost/literal"
)

// Answerer says errors of the host in the result type that a component declares for the function called name; the error is an *Unrepresentable where it cannot.
func Answerer(name string, t *types.Type) func(*Error) (abi.Value, error) {
	_, errType, _, wrap, isResult := outcome(t)
	say := failures(errType)
	return func(e *Error) (abi.Value, error) {
		if isResult {
			if v, ok := say(e.Kind, e.Message); ok {
				return wrap(v), nil
			}
		}
		return nil, &Unrepresentable{Function: name, What: "the error " + e.Kind}
	}
}

// Said is an answer that a component understands, with the error in it, if it is one.
type Said struct {
	Value  abi.Value
	Failed *Error
}

// ScriptedReturn is the answer that a function with the result type t gives when it succeeds. v is the value of a result's ok, or of any other type the value
// itself; nil is the zero value.
func ScriptedReturn(t *types.Type, v *literal.Value, handle Handle) (Said, []*Mistake) {
	okType, _, wrap, _, isResult := outcome(t)
	if !isResult {
		okType, wrap = t, func(v abi.Value) abi.Value { return v }
	}
	if v != nil {
		value, mistakes := Scripted(okType, v, handle)
		return Said{Value: wrap(value)}, mistakes
	}
	value, err := zero(okType)
	if err != nil {
		return Said{}, []*Mistake{{Message: "the answer has to give " + describe(okType) + ": a resource has no zero value"}}
	}
	return Said{Value: wrap(value)}, nil
}

// ScriptedError is the answer that a function with the result type t gives when it fails. v is the kind of an error ("denied", or a case of the component's error
// type), a table of its kind and message, the message where the error is a text, or any value of the error type.
func ScriptedError(t *types.Type, v *literal.Value, handle Handle) (Said, []*Mistake) {
	_, errType, _, wrap, isResult := outcome(t)
	if !isResult {
		return Said{}, []*Mistake{{Span: v.Span, Message: "the function cannot fail: the component declares the result " + describe(t)}}
	}
	value, mistakes := scriptedError(errType, v, handle)
	if len(mistakes) > 0 {
		return Said{}, mistakes
	}
	return Said{wrap(value), Failure(errType, value)}, nil
}

// kinds are the errors of the plugin API.
var kinds = []string{"denied", "invalid", "not-found", "failed"}

func scriptedError(t *types.Type, v *literal.Value, handle Handle) (abi.Value, []*Mistake) {
	kind, message := kindAndMessage(v)
	if t == nil && kind != "" {
		return nil, nil // an error without a payload says all that it can
	} else if t == nil {
		return Scripted(t, v, handle)
	}
	list, hasCases := cases(t)
	switch _, own := bylabel.Index(t, kind); {
	case kind == "", t.Kind == types.String && v.Kind == literal.String:
		return Scripted(t, v, handle)
	case hasCases && own:
		index, _ := bylabel.Index(t, kind)
		if payload, ok := messagePayload(list[index].Type, kind, message, true); ok {
			return makeCase(t, index, payload), nil
		}
		return Scripted(t, v, handle)
	}
	for _, k := range kinds {
		if k == kind {
			if value, ok := failures(t)(kind, message); ok {
				return value, nil
			}
		}
	}
	known := kinds
	if hasCases {
		known = bylabel.Labels(t)
	}
	m := &Mistake{Span: v.Span, Message: diag.Sprintf("the component's error cannot be %q: it is %s", kind, strings.Join(known, ", "))}
	if near := diag.Nearest(kind, known); near != "" {
		m.Help = diag.Sprintf("did you mean %q?", near)
	}
	return nil, []*Mistake{m}
}

// kindAndMessage reads "denied" and {kind = "denied", message = "…"}; kind is "" where v is neither.
func kindAndMessage(v *literal.Value) (kind, message string) {
	if v.Kind == literal.String {
		return v.Text, ""
	}
	if v.Kind != literal.Map {
		return "", ""
	}
	for _, e := range v.Entries {
		switch {
		case e.Value.Kind != literal.String:
			return "", ""
		case e.Name == "kind":
			kind = e.Value.Text
		case e.Name == "message":
			message = e.Value.Text
		default:
			return "", ""
		}
	}
	return kind, message
}
