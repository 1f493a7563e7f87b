package bind

import (
	"fmt"
	"reflect"
	"unicode/utf8"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/types"
)

// decoder sets dst from a component value.
type decoder func(v abi.Value, dst reflect.Value) error

// decode adapts values of t to the Go type g. label is what the value is called, for bools.
func decode(t *types.Type, g reflect.Type, label string) (decoder, error) {
	switch {
	case isResource(g):
		return decodeResource(t, g)
	case isOption(g):
		return decodeOption(t, g, label)
	}
	if t.Kind == types.Option { // none is the zero value
		elem, err := decode(t.Elem, g, label)
		if err != nil {
			return nil, err
		}
		return func(v abi.Value, dst reflect.Value) error {
			if o := v.(abi.Option); o.Some {
				return elem(o.Value, dst)
			}
			return nil
		}, nil
	}
	switch {
	case g == bytesType:
		return decodeBytes(t, g)
	case isEnum(g):
		return decodeEnum(t, g)
	case isInt(g) && isNumber(t):
		return func(v abi.Value, dst reflect.Value) error { setInt(dst, integer(v)); return nil }, nil
	case g.Kind() == reflect.Bool:
		return decodeBool(t, g, label)
	case g.Kind() == reflect.String:
		return decodeString(t, g)
	case g.Kind() == reflect.Slice && t.Kind == types.List:
		return decodeList(t, g, label)
	case g.Kind() == reflect.Struct && g.NumField() > 0:
		return decodeStruct(t, g, label)
	}
	return nil, unfit(t, g)
}

func decodeResource(t *types.Type, g reflect.Type) (decoder, error) {
	switch {
	case isHandle(t):
		return func(v abi.Value, dst reflect.Value) error {
			rep := reflect.ValueOf(v.(abi.Handle).Rep)
			if !rep.IsValid() || rep.Type() != g {
				return &Error{Kind: "invalid", Message: "the handle is of another resource"}
			}
			dst.Set(rep)
			return nil
		}, nil
	case t.Kind == types.Option && isHandle(t.Elem):
		elem, err := decodeResource(t.Elem, g)
		return func(v abi.Value, dst reflect.Value) error {
			if o := v.(abi.Option); o.Some {
				return elem(o.Value, dst)
			}
			return nil
		}, err
	}
	return nil, unfit(t, g)
}

func decodeOption(t *types.Type, g reflect.Type, label string) (decoder, error) {
	inner := t
	if t.Kind == types.Option {
		inner = t.Elem
	}
	elem, err := decode(inner, g.Elem(), label)
	if err != nil && t.Kind == types.List {
		return decodeOnly(t, g, label)
	}
	if err != nil {
		return nil, err
	}
	return func(v abi.Value, dst reflect.Value) error {
		if o, ok := v.(abi.Option); ok && inner != t {
			if !o.Some {
				return nil
			}
			v = o.Value
		}
		dst.Set(reflect.New(g.Elem()))
		return elem(v, dst.Elem())
	}, nil
}

// decodeOnly reads a list of at most one element as an option.
func decodeOnly(t *types.Type, g reflect.Type, label string) (decoder, error) {
	elem, err := decode(t.Elem, g.Elem(), label)
	if err != nil {
		return nil, unfit(t, g.Elem())
	}
	return func(v abi.Value, dst reflect.Value) error {
		list, _ := v.(abi.List)
		switch len(list) {
		case 0:
			return nil
		case 1:
			dst.Set(reflect.New(g.Elem()))
			return elem(list[0], dst.Elem())
		}
		return &Error{Kind: "invalid", Message: fmt.Sprintf("the mock host takes one %s, not %d", label, len(list))}
	}, nil
}

func decodeBytes(t *types.Type, g reflect.Type) (decoder, error) {
	switch {
	case isBytes(t):
		return func(v abi.Value, dst reflect.Value) error { dst.SetBytes(v.([]byte)); return nil }, nil
	case t.Kind == types.String:
		return func(v abi.Value, dst reflect.Value) error { dst.SetBytes([]byte(v.(string))); return nil }, nil
	}
	return nil, unfit(t, g)
}

// decodeEnum takes a label as it is, also one that the host does not know: what that means is the function's business.
func decodeEnum(t *types.Type, g reflect.Type) (decoder, error) {
	if list, ok := cases(t); ok {
		return func(v abi.Value, dst reflect.Value) error {
			index, _ := takeCase(v)
			dst.SetString(list[index].Name)
			return nil
		}, nil
	}
	if t.Kind == types.String {
		return decodeString(t, g)
	}
	return nil, unfit(t, g)
}

func decodeBool(t *types.Type, g reflect.Type, label string) (decoder, error) {
	if t.Kind == types.Bool {
		return func(v abi.Value, dst reflect.Value) error { dst.SetBool(v.(bool)); return nil }, nil
	}
	trueCase, ok := truth(t, label)
	if !ok {
		return nil, unfit(t, g)
	}
	return func(v abi.Value, dst reflect.Value) error {
		index, _ := takeCase(v)
		dst.SetBool(index == trueCase)
		return nil
	}, nil
}

func decodeString(t *types.Type, g reflect.Type) (decoder, error) {
	switch {
	case t.Kind == types.String:
		return func(v abi.Value, dst reflect.Value) error { dst.SetString(v.(string)); return nil }, nil
	case t.Kind == types.Char:
		return func(v abi.Value, dst reflect.Value) error { dst.SetString(string(rune(v.(abi.Char)))); return nil }, nil
	case isBytes(t):
		return func(v abi.Value, dst reflect.Value) error {
			data := v.([]byte)
			if !utf8.Valid(data) {
				return &Error{Kind: "invalid", Message: "the bytes are no UTF-8 text"}
			}
			dst.SetString(string(data))
			return nil
		}, nil
	}
	if list, ok := cases(t); ok {
		return func(v abi.Value, dst reflect.Value) error {
			index, _ := takeCase(v)
			dst.SetString(list[index].Name)
			return nil
		}, nil
	}
	return nil, unfit(t, g)
}

func decodeList(t *types.Type, g reflect.Type, label string) (decoder, error) {
	elem, err := decode(t.Elem, g.Elem(), label)
	if err != nil {
		return nil, within("element", err)
	}
	return func(v abi.Value, dst reflect.Value) error {
		if data, ok := v.([]byte); ok {
			dst.Set(reflect.MakeSlice(g, len(data), len(data)))
			for i, b := range data {
				if err := elem(b, dst.Index(i)); err != nil {
					return err
				}
			}
			return nil
		}
		list := v.(abi.List)
		dst.Set(reflect.MakeSlice(g, len(list), len(list)))
		for i, item := range list {
			if err := elem(item, dst.Index(i)); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

func decodeStruct(t *types.Type, g reflect.Type, label string) (decoder, error) {
	switch t.Kind {
	case types.Record:
		set, fed, err := decodeFields(t.Fields, g)
		if err != nil {
			return nil, err
		}
		if len(fed) == 0 {
			return nil, unfit(t, g)
		}
		return func(v abi.Value, dst reflect.Value) error { return set(v.(abi.Record), dst) }, nil
	case types.Tuple:
		return decodeTuple(t, g)
	case types.Flags:
		return decodeFlags(t, g)
	case types.Variant:
		return decodeVariant(t, g, label)
	}
	return decodeFirst(t, g, label)
}

// decodeFirst gives the first field of a struct what stands for the whole.
func decodeFirst(t *types.Type, g reflect.Type, label string) (decoder, error) {
	first, err := decode(t, g.Field(0).Type, label)
	if err != nil {
		return nil, unfit(t, g)
	}
	return func(v abi.Value, dst reflect.Value) error { return first(v, dst.Field(0)) }, nil
}

// feeding says which fields of a struct get a value: true where the whole field does, or the first field within it, which may stand for the whole; false where only
// others within it do.
type feeding map[int]bool

func (f feeding) note(path []int) {
	f[path[0]] = f[path[0]] || len(path) == 1 || path[1] == 0
}

// decodeFields matches the fields of a record (or parameters) with those of a struct by label, and says which of them get a value. What the struct has no
// place for is left out.
func decodeFields(from []types.Field, g reflect.Type) (set func([]abi.Value, reflect.Value) error, fed feeding, err error) {
	type step struct {
		from int
		path []int
		dec  decoder
	}
	var steps []step
	fed = feeding{}
	for i, f := range from {
		to, _, ok := find(g, f.Name)
		if !ok {
			if inner := decodeSpread(f.Type, g); inner != nil {
				steps = append(steps, step{from: i, dec: inner})
			}
			continue
		}
		dec, err := decode(f.Type, to.typ, f.Name)
		if err != nil {
			return nil, nil, within(f.Name, err)
		}
		steps = append(steps, step{i, to.path, dec})
		fed.note(to.path)
	}
	return func(values []abi.Value, dst reflect.Value) error {
		for _, s := range steps {
			target := dst
			if s.path != nil {
				target = dst.FieldByIndex(s.path)
			}
			if err := s.dec(values[s.from], target); err != nil {
				return err
			}
		}
		return nil
	}, fed, nil
}

// decodeSpread adapts a record or flags that the struct has no field for, but whose own labels it has ("options: record { regex }"). It is nil where nothing fits.
func decodeSpread(t *types.Type, g reflect.Type) decoder {
	inner := t
	if t.Kind == types.Option {
		inner = t.Elem
	}
	if inner.Kind != types.Record && inner.Kind != types.Flags {
		return nil
	}
	dec, err := decodeStruct(inner, g, "")
	if err != nil {
		return nil
	}
	return func(v abi.Value, dst reflect.Value) error {
		if inner == t {
			return dec(v, dst)
		}
		if o := v.(abi.Option); o.Some {
			return dec(o.Value, dst)
		}
		return nil
	}
}

func decodeTuple(t *types.Type, g reflect.Type) (decoder, error) {
	n := min(len(t.Fields), g.NumField())
	parts := make([]decoder, n)
	for i := range parts {
		dec, err := decode(t.Fields[i].Type, g.Field(i).Type, fields(g)[i].label)
		if err != nil {
			return nil, within(fields(g)[i].label, err)
		}
		parts[i] = dec
	}
	return func(v abi.Value, dst reflect.Value) error {
		for i, part := range parts {
			if err := part(v.(abi.Tuple)[i], dst.Field(i)); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

func decodeFlags(t *types.Type, g reflect.Type) (decoder, error) {
	targets := make([]*field, len(t.Labels))
	any := false
	for i, label := range t.Labels {
		if f, _, ok := find(g, label); ok && f.typ.Kind() == reflect.Bool {
			targets[i], any = &f, true
		}
	}
	if !any {
		return nil, unfit(t, g)
	}
	return func(v abi.Value, dst reflect.Value) error {
		for i, f := range targets {
			if f != nil {
				f.of(dst).SetBool(v.(abi.Flags)&(1<<i) != 0)
			}
		}
		return nil
	}, nil
}

// decodeVariant gives the payload of any case to the struct, and sets the bool that is called as the case: variant { text(string), regex(string) }.
func decodeVariant(t *types.Type, g reflect.Type, label string) (decoder, error) {
	payloads := make([]decoder, len(t.Cases))
	flags := make([]*field, len(t.Cases))
	for i, c := range t.Cases {
		if c.Type == nil {
			return nil, unfit(t, g)
		}
		dec, err := decode(c.Type, g, label)
		if err != nil {
			return nil, unfit(t, g)
		}
		payloads[i] = dec
		if f, _, ok := find(g, c.Name); ok && f.typ.Kind() == reflect.Bool {
			flags[i] = &f
		}
	}
	return func(v abi.Value, dst reflect.Value) error {
		index, payload := takeCase(v)
		if flags[index] != nil {
			flags[index].of(dst).SetBool(true)
		}
		return payloads[index](payload, dst)
	}, nil
}
