package wast

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"openidea-plugin/component"
	"openidea-plugin/component/abi"
	"openidea-plugin/component/types"
)

// typedValue is a value in a script: Value's form follows from Type.
type typedValue struct {
	Type  string          `json:"type"`
	Value json.RawMessage `json:"value"`
}

// value makes a value of type t.
func (v typedValue) value(t *types.Type) (component.Value, error) {
	switch t.Kind {
	case types.Bool:
		return decode[bool](v)
	case types.String:
		return decode[string](v)
	case types.Char:
		s, err := decode[string](v)
		return component.Char([]rune(s + "\x00")[0]), err
	case types.F32, types.F64:
		return v.float(t.Kind)
	case types.S8, types.S16, types.S32, types.S64, types.U8, types.U16, types.U32, types.U64:
		return v.integer(t.Kind)
	case types.List, types.Tuple:
		return v.sequence(t)
	case types.Record:
		fields, err := decode[[][2]json.RawMessage](v)
		if err != nil {
			return nil, err
		}
		rec := make(component.Record, len(t.Fields))
		for i, f := range fields {
			var tv typedValue
			if err := json.Unmarshal(f[1], &tv); err != nil {
				return nil, err
			}
			if rec[i], err = tv.value(t.Fields[i].Type); err != nil {
				return nil, err
			}
		}
		return rec, nil
	case types.Variant:
		c, err := decode[struct {
			Case    string
			Payload *typedValue
		}](v)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(t.Cases, func(k types.Case) bool { return k.Name == c.Case })
		if i < 0 {
			return nil, fmt.Errorf("no case %q in %s", c.Case, t)
		}
		payload, err := c.Payload.optional(t.Cases[i].Type)
		return component.Variant{Case: uint32(i), Value: payload}, err
	case types.Enum:
		s, err := decode[string](v)
		return component.Enum(slices.Index(t.Labels, s)), err
	case types.Flags:
		labels, err := decode[[]string](v)
		var f component.Flags
		for _, l := range labels {
			f |= 1 << slices.Index(t.Labels, l)
		}
		return f, err
	case types.Option:
		p, err := decode[*typedValue](v)
		if err != nil || p == nil {
			return component.Option{}, err
		}
		payload, err := p.value(t.Elem)
		return component.Option{Some: true, Value: payload}, err
	case types.Result:
		r, err := decode[map[string]*typedValue](v)
		if err != nil {
			return nil, err
		}
		if ok, is := r["Ok"]; is {
			payload, err := ok.optional(t.Ok)
			return component.Result{Value: payload}, err
		}
		payload, err := r["Err"].optional(t.Err)
		return component.Result{Err: true, Value: payload}, err
	}
	return nil, fmt.Errorf("the runner has no values of type %s", t)
}

// optional makes the payload of a case that may have none.
func (v *typedValue) optional(t *types.Type) (component.Value, error) {
	if v == nil || t == nil {
		return nil, nil
	}
	return v.value(t)
}

func decode[T any](v typedValue) (T, error) {
	var out T
	err := json.Unmarshal(v.Value, &out)
	return out, err
}

func (v typedValue) sequence(t *types.Type) (component.Value, error) {
	items, err := decode[[]typedValue](v)
	if err != nil {
		return nil, err
	}
	out := make([]component.Value, len(items))
	for i, it := range items {
		elem := t.Elem
		if t.Kind == types.Tuple {
			elem = t.Fields[i].Type
		}
		if out[i], err = it.value(elem); err != nil {
			return nil, err
		}
	}
	if t.Kind == types.Tuple {
		return component.Tuple(out), nil
	}
	if t.Elem.Kind == types.U8 {
		bytes := make([]byte, len(out))
		for i, b := range out {
			bytes[i] = b.(uint8)
		}
		return bytes, nil
	}
	return component.List(out), nil
}

func (v typedValue) integer(k types.Kind) (component.Value, error) {
	s, err := decode[string](v)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(s, "-") {
		n, err := strconv.ParseInt(s, 10, 64)
		return abi.Scalar(k, uint64(n)), err
	}
	n, err := strconv.ParseUint(s, 10, 64)
	return abi.Scalar(k, n), err
}

// float reads the bits that scripts give floats in; any form of NaN is the canonical one.
func (v typedValue) float(k types.Kind) (component.Value, error) {
	s, err := decode[string](v)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(s, "nan") {
		s = map[types.Kind]string{types.F32: "2143289344", types.F64: "9221120237041090560"}[k]
	}
	bits, err := strconv.ParseUint(s, 10, 64)
	if k == types.F32 {
		return math.Float32frombits(uint32(bits)), err
	}
	return math.Float64frombits(bits), err
}

// same compares bit by bit, so that NaN is itself.
func same(a, b component.Value) bool {
	switch x := a.(type) {
	case float32:
		y, ok := b.(float32)
		return ok && math.Float32bits(x) == math.Float32bits(y)
	case float64:
		y, ok := b.(float64)
		return ok && math.Float64bits(x) == math.Float64bits(y)
	case component.List:
		y, ok := b.(component.List)
		return ok && slices.EqualFunc(x, y, same)
	case component.Tuple:
		y, ok := b.(component.Tuple)
		return ok && slices.EqualFunc(x, y, same)
	case component.Record:
		y, ok := b.(component.Record)
		return ok && slices.EqualFunc(x, y, same)
	case component.Variant:
		y, ok := b.(component.Variant)
		return ok && x.Case == y.Case && same(x.Value, y.Value)
	case component.Option:
		y, ok := b.(component.Option)
		return ok && x.Some == y.Some && same(x.Value, y.Value)
	case component.Result:
		y, ok := b.(component.Result)
		return ok && x.Err == y.Err && same(x.Value, y.Value)
	}
	return reflect.DeepEqual(a, b)
}
