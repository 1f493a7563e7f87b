package component

import (
	"context"
	"errors"
	"fmt"

	"openidea-plugin/component/core"
)

// budget is what one call may use, and what it has used.
type budget struct {
	ctx       context.Context
	hostBytes uint64
}

// begin starts the budget of a call.
func (st *store) begin(ctx context.Context) {
	st.ctx, st.hostBytes = ctx, 0
}

func (st *store) end() { st.ctx = nil }

// takeHostBytes counts bytes that a guest makes the host hold.
func (st *store) takeHostBytes(n uint64) error {
	if n > st.limits.HostBytes-st.hostBytes {
		return &CallError{Kind: AbortMemory, Message: fmt.Sprintf("more than %d bytes passed through host calls in one call", st.limits.HostBytes)}
	}
	st.hostBytes += n
	return nil
}

// interrupted says, as an error, that the context of the call has ended.
func interrupted(ctx context.Context) *CallError {
	switch err := ctx.Err(); {
	case errors.Is(err, context.DeadlineExceeded):
		return &CallError{Kind: AbortDeadline, Message: "the call took longer than its time budget"}
	case err != nil:
		return &CallError{Kind: AbortCancelled, Message: "the call was cancelled"}
	}
	return nil
}

// hostError is an error of a host function: it ends the call.
func (st *store) hostError(name string, err error) error {
	var ce *CallError
	if errors.As(err, &ce) {
		return ce
	}
	if st.ctx.Err() != nil && errors.Is(err, st.ctx.Err()) {
		return interrupted(st.ctx)
	}
	return &CallError{Kind: AbortHost, Message: name + ": " + err.Error(), Cause: err}
}

// rewrite says how every core module is rewritten.
func (rt *Runtime) rewrite(names []core.ImportName) core.Rewrite {
	return core.Rewrite{Imports: names, MaxTableEntries: DefaultTableEntries}
}
