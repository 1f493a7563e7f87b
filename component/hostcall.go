package component

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"openidea-plugin/component/abi"
)

// HostPanic is a panic in a function of the host, or in the Drop of a resource of the host: the Cause of the *CallError (AbortHost) that it ends the call with.
type HostPanic struct {
	// Value is what panic was given.
	Value any
	// Stack is where, as runtime/debug prints it.
	Stack []byte
}

// Error is one line.
func (e *HostPanic) Error() string {
	return "the host function panicked: " + firstLine(fmt.Sprint(e.Value))
}

// guarded runs code of the host and makes an error of a panic, which must not pass through the guest's frames.
func guarded(run func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &HostPanic{Value: v, Stack: debug.Stack()}
		}
	}()
	return run()
}

// askHost calls a function of the host within the call that is under way. A call whose time is over is not made; where its time has run out
// meanwhile the guest is not told the result.
func (st *store) askHost(ctx context.Context, f *fn, args []Value) (result Value, err error) {
	if ended := st.interrupted(); ended != nil {
		return nil, ended
	}
	err = guarded(func() (err error) {
		result, err = f.host(ctx, args)
		return err
	})
	switch {
	case st.broken != nil:
		return nil, st.broken
	case err != nil:
		return nil, st.hostError(f.name, err)
	}
	if ended := st.interrupted(); ended != nil {
		return nil, ended
	}
	return result, nil
}

// hostError is an error of the host: it ends the call. An error of another instance that the host has called is the host's as well.
func (st *store) hostError(name string, err error) *CallError {
	if ended := st.interrupted(); ended != nil && outOfTime(err) {
		return ended
	}
	return &CallError{Kind: AbortHost, Message: name + ": " + err.Error(), Cause: err}
}

// outOfTime says whether err says that a context has ended.
func outOfTime(err error) bool {
	var ce *CallError
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) ||
		errors.As(err, &ce) && (ce.Kind == AbortDeadline || ce.Kind == AbortCancelled)
}

// misfit blames the host for a value that does not fit the type of what f returns.
func (st *store) misfit(f *fn, err error) error {
	if ve := new(abi.ValueError); errors.As(err, &ve) {
		return st.hostError(f.name, ve)
	}
	return err
}
