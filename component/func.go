package component

import (
	"context"

	"openidea-plugin/component/types"
)

// Func is an exported function of an instance.
type Func struct {
	st    *store
	fn    *fn
	typ   *types.Func
	label string
}

// Type is the function's type as the component exports it.
func (f *Func) Type() *types.Func { return f.typ }

// Name is what errors call the function: "openidea:plugin/mcp-provider@1.4.0#call".
func (f *Func) Name() string { return f.label }

// Call calls the function with one value for each parameter (see Value for their Go types) and returns its result, nil where it has none.
// Whatever ends the call is a *CallError, and the instance is dead after it. The deadline and the cancellation of ctx
// interrupt the guest; where ctx has ended before, nothing is called, and the instance lives on.
func (f *Func) Call(ctx context.Context, args ...Value) (Value, error) {
	var result Value
	err := f.st.run(ctx, f.label, func(ctx context.Context) error {
		var err error
		result, err = f.fn.callFromHost(ctx, f.st, args)
		return err
	})
	if err != nil {
		return nil, err
	}
	return result, nil
}
