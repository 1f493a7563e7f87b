package bind

import (
	"errors"
	"reflect"
	"slices"
	"unicode/utf8"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/types"
)

// encoder makes a component value of a Go value.
type encoder func(v reflect.Value) (abi.Value, error)

// Reasons why a value cannot be said at the moment of the call.
var (
	// errAbsent is a none where the component declares that there always is a value.
	errAbsent = errors.New("none")
	// errLabel is a label that the component's enum has not.
	errLabel = errors.New("a case that the enum has not")
)

// encode adapts values of the Go type g to t. label is what the value is called, for bools.
func encode(g reflect.Type, t *types.Type, label string) (encoder, error) {
	switch {
	case isResource(g) && isHandle(t):
		return func(v reflect.Value) (abi.Value, error) {
			if v.IsNil() {
				return nil, errAbsent
			}
			return abi.Handle{Rep: v.Interface()}, nil
		}, nil
	case isResource(g) && t.Kind == types.Option && isHandle(t.Elem):
		return func(v reflect.Value) (abi.Value, error) {
			if v.IsNil() {
				return abi.Option{}, nil
			}
			return abi.Option{Some: true, Value: abi.Handle{Rep: v.Interface()}}, nil
		}, nil
	case isOption(g):
		return encodeOption(g, t, label)
	case t.Kind == types.Option:
		elem, err := encode(g, t.Elem, label)
		if err != nil {
			return nil, err
		}
		return func(v reflect.Value) (abi.Value, error) {
			value, err := elem(v)
			if errors.Is(err, errAbsent) {
				return abi.Option{}, nil
			}
			return abi.Option{Some: true, Value: value}, err
		}, nil
	case g == bytesType:
		return encodeBytes(g, t)
	case isEnum(g):
		return encodeEnum(g, t)
	case isInt(g) && isNumber(t):
		return func(v reflect.Value) (abi.Value, error) { return number(t, getInt(v)), nil }, nil
	case g.Kind() == reflect.Bool:
		return encodeBool(g, t, label)
	case g.Kind() == reflect.String:
		return encodeString(g, t)
	case g.Kind() == reflect.Slice && t.Kind == types.List:
		return encodeList(g, t, label)
	case g.Kind() == reflect.Struct && g.NumField() > 0:
		return encodeStruct(g, t, label)
	}
	return nil, unfit(t, g)
}

func encodeOption(g reflect.Type, t *types.Type, label string) (encoder, error) {
	inner := t
	if t.Kind == types.Option {
		inner = t.Elem
	}
	elem, err := encode(g.Elem(), inner, label)
	if err != nil && t.Kind == types.List {
		return encodeOnly(g, t, label)
	}
	if err != nil {
		return nil, err
	}
	return func(v reflect.Value) (abi.Value, error) {
		switch {
		case v.IsNil() && inner != t:
			return abi.Option{}, nil
		case v.IsNil() && t.Kind == types.List:
			return zero(t)
		case v.IsNil():
			return nil, errAbsent
		}
		value, err := elem(v.Elem())
		if inner != t {
			return abi.Option{Some: true, Value: value}, err
		}
		return value, err
	}, nil
}

// encodeOnly writes an option as a list of at most one element.
func encodeOnly(g reflect.Type, t *types.Type, label string) (encoder, error) {
	elem, err := encode(g.Elem(), t.Elem, label)
	if err != nil {
		return nil, unfit(t, g.Elem())
	}
	return func(v reflect.Value) (abi.Value, error) {
		if v.IsNil() {
			return abi.List{}, nil
		}
		value, err := elem(v.Elem())
		return abi.List{value}, err
	}, nil
}

func encodeBytes(g reflect.Type, t *types.Type) (encoder, error) {
	switch {
	case isBytes(t):
		return func(v reflect.Value) (abi.Value, error) { return v.Bytes(), nil }, nil
	case t.Kind == types.String:
		return func(v reflect.Value) (abi.Value, error) {
			if !utf8.Valid(v.Bytes()) {
				return nil, &Error{Kind: "failed", Message: "the bytes are no UTF-8 text"}
			}
			return string(v.Bytes()), nil
		}, nil
	}
	return nil, unfit(t, g)
}

func encodeEnum(g reflect.Type, t *types.Type) (encoder, error) {
	list, ok := cases(t)
	if !ok {
		if t.Kind == types.String {
			return encodeString(g, t)
		}
		return nil, unfit(t, g)
	}
	index := map[string]int{}
	known := false
	for i, c := range list {
		index[c.Name] = i
		known = known || slices.Contains(reflect.Zero(g).Interface().(Enum).Labels(), c.Name)
		if c.Type != nil {
			if _, err := zero(c.Type); err != nil {
				return nil, within(c.Name, err)
			}
		}
	}
	if !known {
		return nil, unfit(t, g)
	}
	return func(v reflect.Value) (abi.Value, error) {
		i, ok := index[v.String()]
		if !ok {
			return nil, errLabel
		}
		payload, err := zero(list[i].Type)
		return makeCase(t, i, payload), err
	}, nil
}

func encodeBool(g reflect.Type, t *types.Type, label string) (encoder, error) {
	if t.Kind == types.Bool {
		return func(v reflect.Value) (abi.Value, error) { return v.Bool(), nil }, nil
	}
	trueCase, ok := truth(t, label)
	if !ok {
		return nil, unfit(t, g)
	}
	return func(v reflect.Value) (abi.Value, error) {
		if v.Bool() {
			return makeCase(t, trueCase, nil), nil
		}
		return makeCase(t, 1-trueCase, nil), nil
	}, nil
}

func encodeString(g reflect.Type, t *types.Type) (encoder, error) {
	switch {
	case t.Kind == types.String:
		return func(v reflect.Value) (abi.Value, error) { return v.String(), nil }, nil
	case isBytes(t):
		return func(v reflect.Value) (abi.Value, error) { return []byte(v.String()), nil }, nil
	}
	return nil, unfit(t, g)
}

func encodeList(g reflect.Type, t *types.Type, label string) (encoder, error) {
	elem, err := encode(g.Elem(), t.Elem, label)
	if err != nil {
		return nil, within("element", err)
	}
	return func(v reflect.Value) (abi.Value, error) {
		list := make(abi.List, v.Len())
		for i := range list {
			value, err := elem(v.Index(i))
			if err != nil {
				return nil, err
			}
			list[i] = value
		}
		return list, nil
	}, nil
}

func encodeStruct(g reflect.Type, t *types.Type, label string) (encoder, error) {
	switch t.Kind {
	case types.Record:
		enc, matched, err := encodeRecord(g, t)
		if err == nil && matched == 0 {
			err = unfit(t, g)
		}
		return enc, err
	case types.Tuple:
		parts := make([]encoder, len(t.Fields))
		all := fields(g)
		for i, f := range t.Fields {
			var err error
			if i < len(all) {
				parts[i], err = encode(all[i].typ, f.Type, all[i].label)
			} else {
				parts[i], err = constant(f.Type)
			}
			if err != nil {
				return nil, within("tuple", err)
			}
		}
		return func(v reflect.Value) (abi.Value, error) {
			values := make(abi.Tuple, len(parts))
			for i, part := range parts {
				source := v
				if i < len(all) {
					source = v.Field(i)
				}
				value, err := part(source)
				if err != nil {
					return nil, err
				}
				values[i] = value
			}
			return values, nil
		}, nil
	}
	first, err := encode(g.Field(0).Type, t, label)
	if err != nil {
		return nil, unfit(t, g)
	}
	return func(v reflect.Value) (abi.Value, error) { return first(v.Field(0)) }, nil
}

// constant is the zero value of a field that only the component has.
func constant(t *types.Type) (encoder, error) {
	value, err := zero(t)
	if err != nil {
		return nil, err
	}
	return func(reflect.Value) (abi.Value, error) { return value, nil }, nil
}

// encodeRecord matches the fields of a record with those of a struct by label and says how many found one.
func encodeRecord(g reflect.Type, t *types.Type) (enc encoder, matched int, err error) {
	parts := make([]encoder, len(t.Fields))
	for i, f := range t.Fields {
		from, _, ok := find(g, f.Name)
		if ok {
			part, err := encode(from.typ, f.Type, f.Name)
			if err != nil {
				return nil, 0, within(f.Name, err)
			}
			parts[i] = func(v reflect.Value) (abi.Value, error) { return part(from.of(v)) }
			matched++
			continue
		}
		if f.Type.Kind == types.Record { // one level that only the component has: its labels may be the struct's own
			if part, n, err := encodeRecord(g, f.Type); err == nil && n > 0 {
				parts[i] = part
				matched++
				continue
			}
		}
		if parts[i], err = constant(f.Type); err != nil {
			return nil, 0, within(f.Name, err)
		}
	}
	return func(v reflect.Value) (abi.Value, error) {
		values := make(abi.Record, len(parts))
		for i, part := range parts {
			value, err := part(v)
			if err != nil {
				return nil, err
			}
			values[i] = value
		}
		return values, nil
	}, matched, nil
}
