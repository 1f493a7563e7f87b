package bind

import (
	"strings"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/types"
)

// describe is a type in the words of WIT.
func describe(t *types.Type) string {
	if t == nil {
		return "nothing"
	}
	return t.String()
}

func isBytes(t *types.Type) bool { return t.Kind == types.List && t.Elem.Kind == types.U8 }

func isNumber(t *types.Type) bool { return t.Kind >= types.S8 && t.Kind <= types.F64 }

func isHandle(t *types.Type) bool { return t.Kind == types.Own || t.Kind == types.Borrow }

// cases are the cases of an enum or a variant; ok is false for anything else.
func cases(t *types.Type) (list []types.Case, ok bool) {
	switch t.Kind {
	case types.Variant:
		return t.Cases, true
	case types.Enum:
		list = make([]types.Case, len(t.Labels))
		for i, label := range t.Labels {
			list[i] = types.Case{Name: label}
		}
		return list, true
	}
	return nil, false
}

// makeCase is the value of a case of an enum or a variant.
func makeCase(t *types.Type, index int, payload abi.Value) abi.Value {
	if t.Kind == types.Enum {
		return abi.Enum(index)
	}
	return abi.Variant{Case: uint32(index), Value: payload}
}

// takeCase is the case and the payload of a value of an enum or a variant.
func takeCase(v abi.Value) (index int, payload abi.Value) {
	switch v := v.(type) {
	case abi.Enum:
		return int(v), nil
	case abi.Variant:
		return int(v.Case), v.Value
	}
	return 0, nil
}

// opposites are pairs of labels of which the first means true.
var opposites = [][2]string{
	{"true", "false"}, {"yes", "no"}, {"on", "off"}, {"enabled", "disabled"}, {"enable", "disable"}, {"some", "none"}, {"all", "none"},
	{"always", "never"}, {"with", "without"}, {"regex", "literal"}, {"regex", "text"}, {"regex", "plain"}, {"modified", "saved"},
	{"modified", "clean"}, {"modified", "unmodified"}, {"truncated", "complete"}, {"truncated", "full"},
}

// truth says which case of an enum of two stands for true where the bool is called label. ok is false where the labels do not say.
func truth(t *types.Type, label string) (trueCase int, ok bool) {
	list, isEnum := cases(t)
	if !isEnum || len(list) != 2 || list[0].Type != nil || list[1].Type != nil {
		return 0, false
	}
	a, b := list[0].Name, list[1].Name
	for _, pair := range opposites {
		switch {
		case a == pair[0] && b == pair[1]:
			return 0, true
		case b == pair[0] && a == pair[1]:
			return 1, true
		}
	}
	switch negA, negB := negates(a, b), negates(b, a); {
	case negA && !negB:
		return 1, true
	case negB && !negA:
		return 0, true
	}
	// "case-sensitive: enum { ignore, sensitive }": the label of the bool ends with one of them.
	switch saysA, saysB := says(label, a), says(label, b); {
	case saysA && !saysB:
		return 0, true
	case saysB && !saysA:
		return 1, true
	}
	return 0, false
}

// negates says whether label is other with a negation before it: insensitive, case-insensitive, not-found, unmodified.
func negates(label, other string) bool {
	for _, prefix := range []string{"in", "un", "non-", "not-", "no-", "non"} {
		head, last := "", other
		if i := strings.LastIndexByte(other, '-'); i >= 0 {
			head, last = other[:i+1], other[i+1:]
		}
		if label == head+prefix+last || label == prefix+other {
			return true
		}
	}
	return false
}

// says whether the words of part are the last words of label.
func says(label, part string) bool {
	return label == part || strings.HasSuffix(label, "-"+part)
}
