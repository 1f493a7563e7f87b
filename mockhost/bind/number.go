package bind

import (
	"math"
	"reflect"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/types"
)

// bounds are the least and the greatest value of an integer type as far as an int64 holds them; U64 is treated apart.
var bounds = map[types.Kind][2]int64{
	types.S8: {math.MinInt8, math.MaxInt8}, types.U8: {0, math.MaxUint8}, types.S16: {math.MinInt16, math.MaxInt16}, types.U16: {0, math.MaxUint16},
	types.S32: {math.MinInt32, math.MaxInt32}, types.U32: {0, math.MaxUint32}, types.S64: {math.MinInt64, math.MaxInt64}, types.U64: {0, math.MaxInt64},
}

// number is n as a value of the numeric type t, the nearest where it does not fit.
func number(t *types.Type, n int64) abi.Value {
	if b, ok := bounds[t.Kind]; ok {
		return abi.Scalar(t.Kind, uint64(min(max(n, b[0]), b[1])))
	}
	if t.Kind == types.F32 {
		return float32(n)
	}
	return float64(n)
}

// integer is a numeric value as an int64, the nearest where it does not fit.
func integer(v abi.Value) int64 {
	r := reflect.ValueOf(v)
	switch {
	case r.CanInt():
		return r.Int()
	case r.CanUint():
		return int64(min(r.Uint(), math.MaxInt64))
	case r.CanFloat() && !math.IsNaN(r.Float()):
		return int64(min(max(r.Float(), math.MinInt32), math.MaxUint32))
	}
	return 0
}

// setInt sets an integer of Go to n, the nearest where it does not fit.
func setInt(dst reflect.Value, n int64) {
	if dst.CanInt() {
		bits := dst.Type().Bits()
		dst.SetInt(min(max(n, -1<<(bits-1)), 1<<(bits-1)-1))
		return
	}
	limit := uint64(math.MaxUint64)
	if bits := dst.Type().Bits(); bits < 64 {
		limit = 1<<bits - 1
	}
	dst.SetUint(min(uint64(max(n, 0)), limit))
}

// getInt is an integer of Go as an int64.
func getInt(v reflect.Value) int64 {
	if v.CanInt() {
		return v.Int()
	}
	return int64(min(v.Uint(), math.MaxInt64))
}
