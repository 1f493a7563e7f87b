package bylabel

import (
	"openidea-plugin/component/abi"
	"openidea-plugin/component/types"
)

// zeros are the zero values that do not depend on more than the kind.
var zeros = map[types.Kind]abi.Value{
	types.Bool: false, types.S8: int8(0), types.U8: uint8(0), types.S16: int16(0), types.U16: uint16(0), types.S32: int32(0),
	types.U32: uint32(0), types.S64: int64(0), types.U64: uint64(0), types.F32: float32(0), types.F64: float64(0),
	types.Char: abi.Char(0), types.String: "", types.Flags: abi.Flags(0), types.Enum: abi.Enum(0), types.Option: abi.Option{},
}

// Zero is the zero value of a type: false, 0, "", the empty list, none, no flags, the first case with the zero value of its payload
// (for a result, ok); nil for no type. A type that needs a handle for it has none: an *Error of NoZero.
func Zero(t *types.Type) (abi.Value, error) {
	if t == nil {
		return nil, nil
	}
	if v, ok := zeros[t.Kind]; ok {
		return v, nil
	}
	switch t.Kind {
	case types.List:
		if t.Elem.Kind == types.U8 {
			return []byte{}, nil
		}
		return abi.List{}, nil
	case types.Record, types.Tuple:
		parts := make([]abi.Value, len(t.Fields))
		for i, f := range t.Fields {
			var err error
			if parts[i], err = Zero(f.Type); err != nil {
				return nil, err
			}
		}
		if t.Kind == types.Tuple {
			return abi.Tuple(parts), nil
		}
		return abi.Record(parts), nil
	case types.Result:
		v, err := Zero(t.Ok)
		if err != nil {
			return nil, err
		}
		return abi.Result{Value: v}, nil
	case types.Variant:
		v, err := Zero(t.Cases[0].Type)
		if err != nil {
			return nil, err
		}
		return abi.Variant{Value: v}, nil
	}
	return nil, fail(NoZero, t, "", article(t)+" has no zero value")
}
