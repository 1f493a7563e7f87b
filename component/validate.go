package component

import "context"

// Validate checks what Parse leaves: the function bodies of the core modules, and what else only an engine knows. It takes about 10 ms for each 100 KB of
// code, and runs nothing. Errors are a *DecodeError.
func (c *Component) Validate(ctx context.Context) error {
	rt, err := NewRuntime(ctx, Config{Interpreter: true, Unmetered: true})
	if err != nil {
		return err
	}
	defer rt.Close(ctx)
	return rt.Compile(ctx, c)
}
