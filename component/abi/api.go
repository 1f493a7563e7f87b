package abi

import (
	"context"

	"openidea-plugin/component/types"
)

// Encoding is the string encoding of canonical options.
type Encoding uint8

// String encodings.
const (
	UTF8 Encoding = iota
	UTF16
	Latin1UTF16
)

// Memory is a linear memory. Bytes is a view that any growth makes stale: it is asked for anew after every call into a guest.
type Memory interface {
	Bytes() []byte
}

// Handles gives meaning to handles: it is the table of the component instance whose side is lifted from or lowered to.
// Errors are ABI violations and are returned as they are.
type Handles interface {
	// LiftOwn takes the own handle idx out of the table.
	LiftOwn(r *types.Resource, idx uint32) (Handle, error)
	// LiftBorrow lends the handle idx for the current call.
	LiftBorrow(r *types.Resource, idx uint32) (Handle, error)
	// LowerOwn puts h into the table.
	LowerOwn(r *types.Resource, h Handle) (uint32, error)
	// LowerBorrow puts h into the table for the current call, or gives its representation where this component defines r.
	LowerBorrow(r *types.Resource, h Handle) (uint32, error)
}

// Side is one side of a call: a component instance's memory, allocator, encoding and handles under one set of canonical options.
type Side struct {
	Encoding Encoding
	Memory   Memory // nil where the options name none
	// Realloc allocates in the guest (the canonical `realloc`); nil where the options name none. It checks nothing: the
	// returned pointer is checked for alignment and bounds by the caller in this package.
	Realloc func(ctx context.Context, oldPtr, oldSize, align, newSize uint32) (uint32, error)
	Handles Handles
	// Budget, where not nil, is asked before n bytes of host memory are taken by a lift; an error ends the lift.
	Budget func(n uint64) error
	// Moves, where not nil, is told before so many bytes, or what takes as long as they, are moved to this side, or made values of: a MiB at a time at most (but
	// for a single string that is lifted). An error ends it.
	Moves func(n uint64) error
}

// Violation is a breach of the canonical ABI. Rule is a stable short id ("string-utf8", "list-bounds", "char-range", "realloc-bounds",
// "discriminant", "handle-unknown", "borrow-held", …), Detail says what the guest did, Path where in the value it was ("argument text", "result.ok[3].name").
type Violation struct {
	Rule   string
	Detail string
	Path   string
}

// Error is one line.
func (v *Violation) Error() string {
	if v.Path != "" {
		return v.Detail + " (in " + v.Path + ")"
	}
	return v.Detail
}
