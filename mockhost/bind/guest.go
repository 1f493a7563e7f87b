package bind

import (
	"reflect"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/types"
)

// Guest is a function of a component, bound to a struct of parameters In and a result Out.
type Guest[In, Out any] struct {
	args     []func(reflect.Value) (abi.Value, error)
	okType   *types.Type
	errType  *types.Type
	isResult bool
	ok       decoder // nil where the result carries nothing
	bad      int     // the case of a variant that means an error
}

// BindGuest adapts an exported function: parameters by label, then by position, what only the component has gets a zero value. The error says in one line why it cannot be.
func BindGuest[In, Out any](t *types.Func) (*Guest[In, Out], error) {
	g := &Guest[In, Out]{}
	in := reflect.TypeFor[In]()
	open := map[int]bool{}
	for i := range fields(in) {
		open[i] = true
	}
	sources := make([]*field, len(t.Params))
	for i, p := range t.Params {
		if f, nested, ok := find(in, p.Name); ok && !nested {
			sources[i] = &f
			delete(open, f.path[0])
		}
	}
	for i, p := range t.Params {
		for j, f := range fields(in) {
			if sources[i] != nil || !open[j] {
				continue
			}
			sources[i] = &f
			delete(open, j)
		}
		arg, err := g.arg(sources[i], p)
		if err != nil {
			return nil, within("parameter "+p.Name, err)
		}
		g.args = append(g.args, arg)
	}
	return g, g.bindResult(t.Result)
}

func (g *Guest[In, Out]) arg(from *field, p types.Field) (func(reflect.Value) (abi.Value, error), error) {
	if from == nil {
		return constant(p.Type)
	}
	enc, err := encode(from.typ, p.Type, p.Name)
	if err != nil {
		return nil, err
	}
	return func(in reflect.Value) (abi.Value, error) { return enc(from.of(in)) }, nil
}

func (g *Guest[In, Out]) bindResult(t *types.Type) error {
	okType, errType, _, _, isResult := outcome(t)
	if !isResult {
		okType = t
	}
	g.okType, g.errType, g.isResult = okType, errType, isResult
	if isResult && t.Kind == types.Variant {
		for i, c := range t.Cases {
			if c.Name != "ok" && c.Name != "success" {
				g.bad = i
			}
		}
	}
	if okType == nil {
		return nil
	}
	dec, err := decode(okType, reflect.TypeFor[Out](), "")
	g.ok = dec
	return within("result", err)
}

// Args are the arguments for a call.
func (g *Guest[In, Out]) Args(in In) ([]abi.Value, error) {
	source := reflect.ValueOf(&in).Elem()
	values := make([]abi.Value, len(g.args))
	for i, arg := range g.args {
		v, err := arg(source)
		if err != nil {
			return nil, err
		}
		values[i] = v
	}
	return values, nil
}

// Result reads what a call returned: a result, or the plugin's own error.
func (g *Guest[In, Out]) Result(v abi.Value) (out Out, failed *Error, err error) {
	switch r := v.(type) {
	case abi.Result:
		if r.Err {
			return out, Failure(g.errType, r.Value), nil
		}
		v = r.Value
	case abi.Variant:
		if g.isResult {
			if int(r.Case) == g.bad {
				return out, Failure(g.errType, r.Value), nil
			}
			v = r.Value
		}
	}
	if g.ok == nil {
		return out, nil, nil
	}
	err = g.ok(v, reflect.ValueOf(&out).Elem())
	return out, nil, err
}
