// Package bylabel makes and reads component values by the labels of their types. A host function is given the type that the
// component itself declares, and finds the place of a field, case or flag in it by its name: two components whose
// declarations differ in order, or in labels that the host does not use, are both served.
//
// Every function that fails gives an *Error.
package bylabel

import (
	"slices"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/types"
)

// Labels are the fields of a record, the cases of a variant or enum, or the flags, in the order of the type; nil for other kinds.
func Labels(t *types.Type) []string {
	if t == nil {
		return nil
	}
	var out []string
	switch t.Kind {
	case types.Record:
		for _, f := range t.Fields {
			out = append(out, f.Name)
		}
	case types.Variant:
		for _, c := range t.Cases {
			out = append(out, c.Name)
		}
	case types.Flags, types.Enum:
		out = slices.Clone(t.Labels)
	}
	return out
}

// Index is the place of a field, case or flag, and whether the type has it.
func Index(t *types.Type, label string) (int, bool) {
	if t == nil {
		return 0, false
	}
	i := -1
	switch t.Kind {
	case types.Record:
		i = slices.IndexFunc(t.Fields, func(f types.Field) bool { return f.Name == label })
	case types.Variant:
		i = slices.IndexFunc(t.Cases, func(c types.Case) bool { return c.Name == label })
	case types.Flags, types.Enum:
		i = slices.Index(t.Labels, label)
	}
	return max(i, 0), i >= 0
}

// Type is the type of a field of a record, or of the payload of a case of a variant (nil where the case has none).
func Type(t *types.Type, label string) (*types.Type, error) {
	i, ok := Index(t, label)
	switch {
	case t != nil && t.Kind == types.Record:
		if !ok {
			return nil, unknown(t, "field", label)
		}
		return t.Fields[i].Type, nil
	case t != nil && t.Kind == types.Variant:
		if !ok {
			return nil, unknown(t, "case", label)
		}
		return t.Cases[i].Type, nil
	}
	return nil, wrongKind(t, "a record or variant")
}

// Record makes a record. Each field of the type must be given, and nothing else.
func Record(t *types.Type, fields map[string]abi.Value) (abi.Record, error) {
	if t == nil || t.Kind != types.Record {
		return nil, wrongKind(t, "a record")
	}
	out := make(abi.Record, len(t.Fields))
	for i, f := range t.Fields {
		v, ok := fields[f.Name]
		if !ok {
			return nil, fail(MissingField, t, f.Name, `the record's field "`+f.Name+`" was given no value`)
		}
		out[i] = v
	}
	if len(fields) > len(t.Fields) {
		return nil, unknown(t, "field", strange(t, fields))
	}
	return out, nil
}

// RecordFrom makes a record from the fields that the caller knows: those that the type lacks are left out, those that the caller
// does not know get the zero value of their type.
func RecordFrom(t *types.Type, fields map[string]abi.Value) (abi.Record, error) {
	if t == nil || t.Kind != types.Record {
		return nil, wrongKind(t, "a record")
	}
	out := make(abi.Record, len(t.Fields))
	for i, f := range t.Fields {
		if v, ok := fields[f.Name]; ok {
			out[i] = v
			continue
		}
		z, err := Zero(f.Type)
		if err != nil {
			return nil, fail(MissingField, t, f.Name, `the record's field "`+f.Name+`" was given no value and has no zero value`)
		}
		out[i] = z
	}
	return out, nil
}

// strange is the first name, in alphabetical order, of a value that the record has no field for.
func strange(t *types.Type, fields map[string]abi.Value) string {
	var names []string
	for n := range fields {
		if _, ok := Index(t, n); !ok {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return names[0]
}

// Field is a field of a record.
func Field(t *types.Type, v abi.Value, label string) (abi.Value, error) {
	if t == nil || t.Kind != types.Record {
		return nil, wrongKind(t, "a record")
	}
	r, ok := v.(abi.Record)
	if !ok || len(r) != len(t.Fields) {
		return nil, wrongValue(t)
	}
	i, ok := Index(t, label)
	if !ok {
		return nil, unknown(t, "field", label)
	}
	return r[i], nil
}

// Enum makes a value of an enum.
func Enum(t *types.Type, label string) (abi.Enum, error) {
	if t == nil || t.Kind != types.Enum {
		return 0, wrongKind(t, "an enum")
	}
	i, ok := Index(t, label)
	if !ok {
		return 0, unknown(t, "case", label)
	}
	return abi.Enum(i), nil
}

// Variant makes a value of a variant; payload is nil where the case has none.
func Variant(t *types.Type, label string, payload abi.Value) (abi.Variant, error) {
	if t == nil || t.Kind != types.Variant {
		return abi.Variant{}, wrongKind(t, "a variant")
	}
	i, ok := Index(t, label)
	switch {
	case !ok:
		return abi.Variant{}, unknown(t, "case", label)
	case t.Cases[i].Type == nil && payload != nil:
		return abi.Variant{}, fail(NoPayload, t, label, `the variant's case "`+label+`" takes no payload`)
	case t.Cases[i].Type != nil && payload == nil:
		return abi.Variant{}, fail(WantsPayload, t, label, `the variant's case "`+label+`" takes a payload`)
	}
	return abi.Variant{Case: uint32(i), Value: payload}, nil
}

// Case is the case of a value of a variant, with its payload, or of an enum (the payload is nil).
func Case(t *types.Type, v abi.Value) (label string, payload abi.Value, err error) {
	switch {
	case t != nil && t.Kind == types.Variant:
		c, ok := v.(abi.Variant)
		if !ok || int64(c.Case) >= int64(len(t.Cases)) {
			return "", nil, wrongValue(t)
		}
		return t.Cases[c.Case].Name, c.Value, nil
	case t != nil && t.Kind == types.Enum:
		c, ok := v.(abi.Enum)
		if !ok || int64(c) >= int64(len(t.Labels)) {
			return "", nil, wrongValue(t)
		}
		return t.Labels[c], nil, nil
	}
	return "", nil, wrongKind(t, "a variant or enum")
}

// Flags makes a set of flags.
func Flags(t *types.Type, labels ...string) (abi.Flags, error) {
	if t == nil || t.Kind != types.Flags {
		return 0, wrongKind(t, "flags")
	}
	var out abi.Flags
	for _, l := range labels {
		i, ok := Index(t, l)
		if !ok {
			return 0, unknown(t, "flag", l)
		}
		out |= 1 << i
	}
	return out, nil
}

// FlagSet are the labels that are set, in the order of the type.
func FlagSet(t *types.Type, v abi.Value) ([]string, error) {
	if t == nil || t.Kind != types.Flags {
		return nil, wrongKind(t, "flags")
	}
	f, ok := v.(abi.Flags)
	if !ok {
		return nil, wrongValue(t)
	}
	var out []string
	for i, l := range t.Labels {
		if f&(1<<i) != 0 {
			out = append(out, l)
		}
	}
	return out, nil
}

// Has says whether a flag is set.
func Has(t *types.Type, v abi.Value, label string) (bool, error) {
	if t == nil || t.Kind != types.Flags {
		return false, wrongKind(t, "flags")
	}
	f, ok := v.(abi.Flags)
	if !ok {
		return false, wrongValue(t)
	}
	i, ok := Index(t, label)
	if !ok {
		return false, unknown(t, "flag", label)
	}
	return f&(1<<i) != 0, nil
}

// Some is an option that holds v.
func Some(v abi.Value) abi.Option { return abi.Option{Some: true, Value: v} }

// None is the empty option.
func None() abi.Option { return abi.Option{} }

// Ok is the result of success; v is nil where the type has no payload for it.
func Ok(v abi.Value) abi.Result { return abi.Result{Value: v} }

// Err is the result of failure; v is nil where the type has no payload for it.
func Err(v abi.Value) abi.Result { return abi.Result{Err: true, Value: v} }
