package bind

import (
	"openidea-plugin/component/abi"
	"openidea-plugin/component/bylabel"
	"openidea-plugin/component/types"
)

// zero is the zero value of a type (nil of none). A resource has none.
func zero(t *types.Type) (abi.Value, error) {
	v, err := bylabel.Zero(t)
	if err != nil {
		return nil, &mismatch{got: describe(t), want: "nothing to put there"}
	}
	return v, nil
}

// isZero says whether a value is one that a reader may skip: false, empty, none. Numbers and cases are shown.
func isZero(v abi.Value) bool {
	switch v := v.(type) {
	case bool:
		return !v
	case string:
		return v == ""
	case []byte:
		return len(v) == 0
	case abi.List:
		return len(v) == 0
	case abi.Option:
		return !v.Some
	case abi.Flags:
		return v == 0
	}
	return false
}
