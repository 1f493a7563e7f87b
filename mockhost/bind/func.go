package bind

import (
	"errors"
	"reflect"
	"slices"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/types"
)

// Function is a host function of the model, not yet bound to anybody's types.
type Function struct {
	in, out reflect.Type
	call    func(env any, in reflect.Value) (reflect.Value, error)
}

// Func makes a host function of f. Env is whatever the caller of Bound.Call hands over; In is a struct of parameters. Fields of In that are pointers may stay
// unset where a component has no such parameter; all others must be fed. An *Error is answered to the guest, any other error ends its call.
func Func[Env, In, Out any](f func(Env, In) (Out, error)) Function {
	return Function{
		in:  reflect.TypeFor[In](),
		out: reflect.TypeFor[Out](),
		call: func(env any, in reflect.Value) (reflect.Value, error) {
			out, err := f(env.(Env), in.Interface().(In))
			return reflect.ValueOf(&out).Elem(), err
		},
	}
}

// Bound is a host function bound to the types of one component.
type Bound struct {
	name    string
	f       Function
	args    func([]abi.Value, reflect.Value) error
	result  encoder
	failure func(*Error) (abi.Value, error)
}

// Bind adapts f, called name ("interface.function"), to the type that a component declares; the error says in one line why that cannot be.
func (f Function) Bind(name string, t *types.Func) (*Bound, error) {
	b := &Bound{name: name, f: f}
	var err error
	if b.args, err = decodeParams(t.Params, f.in); err != nil {
		return nil, err
	}
	if b.result, b.failure, err = b.encodeResult(t.Result); err != nil {
		return nil, within("result", err)
	}
	return b, nil
}

// Call runs the function. out is what it gave in Go, failed the error that it answered; value is either as the component wants it. err ends the call.
func (b *Bound) Call(env any, args []abi.Value) (value abi.Value, out any, failed *Error, err error) {
	in := reflect.New(b.f.in).Elem()
	if err = b.args(args, in); err == nil {
		var result reflect.Value
		if result, err = b.f.call(env, in); err == nil {
			out = result.Interface()
			value, err = b.result(result)
		}
	}
	switch {
	case err == nil:
		return value, out, nil, nil
	case errors.Is(err, errAbsent):
		err = &Error{Kind: "not-found", Message: "there is none"}
	case errors.Is(err, errLabel):
		return nil, nil, nil, &Unrepresentable{Function: b.name, What: err.Error()}
	}
	if !errors.As(err, &failed) {
		return nil, nil, nil, err
	}
	value, err = b.failure(failed)
	return value, nil, failed, err
}

// decodeParams matches parameters with the fields of In: by label, the rest by position. Every field that is no pointer must be fed.
func decodeParams(params []types.Field, in reflect.Type) (func([]abi.Value, reflect.Value) error, error) {
	set, fed, err := decodeFields(params, in)
	if err != nil {
		return nil, err
	}
	open := unfed(in, fed)
	type step struct {
		from int
		to   field
		dec  decoder
	}
	var steps []step
	for i, p := range params {
		if _, _, ok := find(in, p.Name); ok || len(open) == 0 {
			continue
		}
		at := slices.IndexFunc(open, func(f field) bool { return adaptable(p.Type, f.typ) })
		if decodeSpread(p.Type, in) != nil && len(fed) > 0 && at != 0 {
			continue // decodeFields took it apart
		}
		if at < 0 { // a free function where the model has a method has no self
			at = slices.IndexFunc(open, func(f field) bool { return !isResource(f.typ) || isHandle(p.Type) })
		}
		if at < 0 {
			continue
		}
		to := open[at]
		open = slices.Delete(open, at, at+1)
		dec, err := decode(p.Type, to.typ, p.Name)
		if err != nil {
			return nil, within("parameter "+p.Name, err)
		}
		steps = append(steps, step{i, to, dec})
	}
	for _, f := range open {
		if f.typ.Kind() != reflect.Pointer && len(f.path) == 1 {
			return nil, &mismatch{path: []string{"parameter " + f.label}, got: "no such parameter", want: shape(f.typ)}
		}
	}
	return func(args []abi.Value, dst reflect.Value) error {
		for _, s := range steps {
			if err := s.dec(args[s.from], s.to.of(dst)); err != nil {
				return err
			}
		}
		return set(args, dst)
	}, nil
}

// unfed are the fields of In that no parameter has the label of, in order. Of a struct of which only parts have a value it is the first field, which may stand for the
// whole.
func unfed(in reflect.Type, fed feeding) []field {
	var open []field
	for i, f := range fields(in) {
		whole, any := fed[i]
		switch {
		case !any:
			open = append(open, f)
		case !whole:
			first := fields(f.typ)[0]
			open = append(open, field{label: first.label, path: []int{i, 0}, typ: first.typ})
		}
	}
	return open
}

func adaptable(t *types.Type, g reflect.Type) bool {
	_, err := decode(t, g, "")
	return err == nil
}

// encodeResult adapts the result of the function, and its errors, to a result type.
func (b *Bound) encodeResult(t *types.Type) (encoder, func(*Error) (abi.Value, error), error) {
	inexpressible := func(e *Error) (abi.Value, error) {
		return nil, &Unrepresentable{Function: b.name, What: "the error " + e.Kind}
	}
	okType, errType, wrapOK, wrapErr, isResult := outcome(t)
	if !isResult {
		enc, err := b.encodeOK(t)
		return enc, inexpressible, err
	}
	enc, err := b.encodeOK(okType)
	if err != nil {
		return nil, nil, err
	}
	say := failures(errType)
	ok := func(v reflect.Value) (abi.Value, error) {
		value, err := enc(v)
		return wrapOK(value), err
	}
	failed := func(e *Error) (abi.Value, error) {
		v, ok := say(e.Kind, e.Message)
		if !ok {
			return inexpressible(e)
		}
		return wrapErr(v), nil
	}
	return ok, failed, nil
}

func (b *Bound) encodeOK(t *types.Type) (encoder, error) {
	switch {
	case t == nil: // whatever the function gives, the component does not want it
		return func(reflect.Value) (abi.Value, error) { return nil, nil }, nil
	case b.f.out.Kind() == reflect.Struct && b.f.out.NumField() == 0:
		return constant(t)
	}
	return encode(b.f.out, t, "")
}

// outcome takes a result type apart: a result, or a variant of the two cases ok and err (or error).
func outcome(t *types.Type) (okType, errType *types.Type, wrapOK, wrapErr func(abi.Value) abi.Value, isResult bool) {
	if t == nil {
		return nil, nil, nil, nil, false
	}
	if t.Kind == types.Result {
		return t.Ok, t.Err,
			func(v abi.Value) abi.Value { return abi.Result{Value: v} },
			func(v abi.Value) abi.Value { return abi.Result{Err: true, Value: v} }, true
	}
	if t.Kind != types.Variant || len(t.Cases) != 2 {
		return nil, nil, nil, nil, false
	}
	at := func(names ...string) int {
		for i, c := range t.Cases {
			for _, name := range names {
				if c.Name == name {
					return i
				}
			}
		}
		return -1
	}
	good, bad := at("ok", "success"), at("err", "error", "failure")
	if good < 0 || bad < 0 {
		return nil, nil, nil, nil, false
	}
	return t.Cases[good].Type, t.Cases[bad].Type,
		func(v abi.Value) abi.Value { return makeCase(t, good, v) },
		func(v abi.Value) abi.Value { return makeCase(t, bad, v) }, true
}
