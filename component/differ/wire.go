package main

import (
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strconv"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
)

// The values that pass between the two sides, as JSON. Both sides write them in exactly this form, so that what they did can be compared as text:
//
//	["bool", 0 or 1]  ["u8", N]… ["s64", N]  ["char", N]  ["f32", BITS or -1 for any NaN]  ["s", TEXT]
//	["bytes", HEX] (list<u8>, not empty)  ["list", VALUE…]  ["tup", VALUE…]  ["rec", [NAME, VALUE]…]  ["var", CASE, VALUE or null]
//	["enum", LABEL]  ["flags", LABEL…] (sorted)  ["opt"]  ["opt", VALUE]  ["ok", VALUE or null]  ["err", VALUE or null]
//	["x", OWN, TYPE, REP]: a resource of the host, of type 1 (x) or 2 (y)
//	["g", OWN, SERIAL]: a resource of the guest, by the order in which the host got it

// hostHandle is what stands in Handle.Rep for resources of the host.
type hostHandle struct{ typ, rep uint32 }

// guestHandle stands in Handle.Rep of a generated value for a resource of the guest that the host got.
type guestHandle struct{ serial int }

// appendValue writes v, of type t. serial gives the number of a resource of the guest.
func appendValue(b []byte, t *types.Type, v component.Value, serial func(rep any) int) []byte {
	if num, ok := appendScalar(b, v); ok {
		return num
	}
	switch x := v.(type) {
	case string:
		return append(appendText(append(b, `["s",`...), x), ']')
	case []byte:
		if len(x) == 0 {
			return append(b, `["list"]`...)
		}
		b = append(b, `["bytes","`...)
		return append(hex.AppendEncode(b, x), `"]`...)
	case component.List:
		b = append(b, `["list"`...)
		for _, e := range x {
			b = appendValue(append(b, ','), t.Elem, e, serial)
		}
		return append(b, ']')
	case component.Tuple:
		b = append(b, `["tup"`...)
		for i, e := range x {
			b = appendValue(append(b, ','), t.Fields[i].Type, e, serial)
		}
		return append(b, ']')
	case component.Record:
		b = append(b, `["rec"`...)
		for i, e := range x {
			b = appendText(append(b, ",["...), t.Fields[i].Name)
			b = append(appendValue(append(b, ','), t.Fields[i].Type, e, serial), ']')
		}
		return append(b, ']')
	case component.Variant:
		c := t.Cases[x.Case]
		b = append(appendText(append(b, `["var",`...), c.Name), ',')
		return append(appendOptional(b, c.Type, x.Value, serial), ']')
	case component.Enum:
		return append(appendText(append(b, `["enum",`...), t.Labels[x]), ']')
	case component.Flags:
		var set []string
		if uint64(x)>>len(t.Labels) != 0 {
			set = append(set, "more than there are")
		}
		for i, l := range t.Labels {
			if x>>i&1 != 0 {
				set = append(set, l)
			}
		}
		slices.Sort(set)
		b = append(b, `["flags"`...)
		for _, l := range set {
			b = appendText(append(b, ','), l)
		}
		return append(b, ']')
	case component.Option:
		if !x.Some {
			return append(b, `["opt"]`...)
		}
		return append(appendValue(append(b, `["opt",`...), t.Elem, x.Value, serial), ']')
	case component.Result:
		if x.Err {
			return append(appendOptional(append(b, `["err",`...), t.Err, x.Value, serial), ']')
		}
		return append(appendOptional(append(b, `["ok",`...), t.Ok, x.Value, serial), ']')
	case component.Handle:
		own := t.Kind == types.Own
		if h, ok := x.Rep.(hostHandle); ok {
			return fmt.Appendf(b, `["x",%t,%d,%d]`, own, h.typ, h.rep)
		}
		return fmt.Appendf(b, `["g",%t,%d]`, own, serial(x.Rep))
	}
	panic(fmt.Sprintf("no such value: %T", v))
}

func appendOptional(b []byte, t *types.Type, v component.Value, serial func(rep any) int) []byte {
	if t == nil {
		return append(b, "null"...)
	}
	return appendValue(b, t, v, serial)
}

func appendScalar(b []byte, v component.Value) ([]byte, bool) {
	var tag string
	var text []byte
	switch x := v.(type) {
	case bool:
		tag, text = "bool", []byte("0")
		if x {
			text = []byte("1")
		}
	case int8:
		tag, text = "s8", strconv.AppendInt(nil, int64(x), 10)
	case int16:
		tag, text = "s16", strconv.AppendInt(nil, int64(x), 10)
	case int32:
		tag, text = "s32", strconv.AppendInt(nil, int64(x), 10)
	case int64:
		tag, text = "s64", strconv.AppendInt(nil, x, 10)
	case uint8:
		tag, text = "u8", strconv.AppendUint(nil, uint64(x), 10)
	case uint16:
		tag, text = "u16", strconv.AppendUint(nil, uint64(x), 10)
	case uint32:
		tag, text = "u32", strconv.AppendUint(nil, uint64(x), 10)
	case uint64:
		tag, text = "u64", strconv.AppendUint(nil, x, 10)
	case component.Char:
		tag, text = "char", strconv.AppendUint(nil, uint64(x), 10)
	case float32:
		tag, text = "f32", strconv.AppendUint(nil, uint64(math.Float32bits(x)), 10)
		if x != x {
			text = []byte("-1")
		}
	case float64:
		tag, text = "f64", strconv.AppendUint(nil, math.Float64bits(x), 10)
		if x != x {
			text = []byte("-1")
		}
	default:
		return b, false
	}
	b = append(append(b, `["`...), tag...)
	return append(append(append(b, `",`...), text...), ']'), true
}

var shortEscapes = map[rune]string{'"': `\"`, '\\': `\\`, '\n': `\n`, '\r': `\r`, '\t': `\t`, '\b': `\b`, '\f': `\f`}

// appendText writes a JSON string in ASCII as Python's json module does.
func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s {
		esc, ok := shortEscapes[r]
		switch {
		case ok:
			b = append(b, esc...)
		case r >= ' ' && r <= '~':
			b = append(b, byte(r))
		case r >= 0x10000:
			b = fmt.Appendf(b, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		default:
			b = fmt.Appendf(b, `\u%04x`, r)
		}
	}
	return append(b, '"')
}
