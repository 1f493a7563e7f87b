// Package component runs WebAssembly components (the component model of WASI 0.2, synchronous) on wazero, and describes them.
// It knows nothing of OpenIDEA.
//
//	rt, err := component.NewRuntime(ctx, component.Config{})
//	c, err := component.Parse(data)            // decode and resolve: no code is compiled
//	c.Imports(), c.Exports()                   // full types
//	inst, err := rt.Instantiate(ctx, c, resolver, component.Limits{})
//	f := inst.Func("acme:notes/api@1.0.0", "find")
//	result, err := f.Call(ctx, "milk", uint32(10))
package component

import (
	"context"
	"fmt"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/types"
)

// Value and its parts are those of package abi: see abi.Value for the Go type of each component type.
type (
	Value   = abi.Value
	Char    = abi.Char
	List    = abi.List
	Record  = abi.Record
	Tuple   = abi.Tuple
	Variant = abi.Variant
	Enum    = abi.Enum
	Flags   = abi.Flags
	Option  = abi.Option
	Result  = abi.Result
	Handle  = abi.Handle
)

// HostFunc is a function of the host. args stand in the order of the parameters of the type that the component itself declares
// (handed to the Resolver that made the HostFunc); the returned value has the declared result type, nil where there is none. An error ends
// the call of the guest with a *CallError of kind AbortHost that wraps it. ctx carries the deadline of the call; a host function that waits must watch it.
type HostFunc func(ctx context.Context, args []Value) (Value, error)

// ResourceType is a resource type of the host. One *ResourceType is one type: an interface that names a resource of another gets the same pointer.
type ResourceType struct {
	// Name is for messages.
	Name string
	// Drop is called when a guest drops an own handle, or when the instance is closed while it holds one; may be nil. An error ends
	// the call that dropped the handle as the error of a HostFunc does; while an instance is closed, errors are ignored.
	Drop func(ctx context.Context, rep any) error
}

// Resolver supplies what a component imports. Both are asked while an instance is made, for each import of the component: never in the middle of a call.
type Resolver interface {
	// Func gives the function `name` ("search-text", "[method]project.read-file") of the interface instance `instance`
	// ("openidea:plugin/project@1.4.0"; "" for a function that the component imports directly) with the type t that the component
	// declares. ok is false where the resolver has no such function; an error says why one that it has cannot be bound to t.
	Func(instance, name string, t *types.Func) (f HostFunc, ok bool, err error)
	// Resource gives the resource type `name` of the interface instance `instance`.
	Resource(instance, name string) (r *ResourceType, ok bool)
}

// Resolvers asks each in turn; the first that has a thing supplies it.
type Resolvers []Resolver

// Func asks each resolver in turn.
func (rs Resolvers) Func(instance, name string, t *types.Func) (HostFunc, bool, error) {
	for _, r := range rs {
		if f, ok, err := r.Func(instance, name, t); ok || err != nil {
			return f, ok, err
		}
	}
	return nil, false, nil
}

// Resource asks each resolver in turn.
func (rs Resolvers) Resource(instance, name string) (*ResourceType, bool) {
	for _, r := range rs {
		if t, ok := r.Resource(instance, name); ok {
			return t, ok
		}
	}
	return nil, false
}

// Limits bound one instance. Zero values mean the defaults.
type Limits struct {
	// Memory is the sum over all linear memories in bytes. Default 256 MiB.
	Memory uint64
	// TableEntries is the sum over all tables. Default 1,000,000.
	TableEntries uint32
	// Handles that the instance may hold at once, all component instances in it together. Default 100,000.
	Handles int
	// HostBytes that may pass through host calls in one call. Default 64 MiB.
	HostBytes uint64
	// Fuel for each call (instantiation counts towards the first); 0: no limit, though it is still counted.
	Fuel uint64
}

// DecodeError is a file that is no valid component.
type DecodeError struct {
	// Offset is the byte offset in the file.
	Offset  int
	Message string
}

// Error is one line: the reason and the offset.
func (e *DecodeError) Error() string {
	return fmt.Sprintf("%s (at byte offset %#x)", e.Message, e.Offset)
}

// LinkError is an import that cannot be supplied.
type LinkError struct {
	// Import is the instance name, Item the function or resource in it ("" for the import itself).
	Import, Item string
	Message      string
}

// Error is one line.
func (e *LinkError) Error() string {
	if e.Item == "" {
		return fmt.Sprintf("import %q: %s", e.Import, e.Message)
	}
	return fmt.Sprintf("import %q, %q: %s", e.Import, e.Item, e.Message)
}

// AbortKind says why a call was ended by the host.
type AbortKind uint8

// Kinds of aborts.
const (
	// AbortTrap is a trap of core WebAssembly (unreachable, out of bounds, division by zero, …).
	AbortTrap AbortKind = iota + 1
	// AbortFuel is a call that used up its fuel.
	AbortFuel
	// AbortDeadline is a call whose context's deadline passed.
	AbortDeadline
	// AbortCancelled is a call whose context was cancelled.
	AbortCancelled
	// AbortMemory is a trap that followed a refused growth of a memory or table, or too many handles or bytes.
	AbortMemory
	// AbortStack is an overflow of the call stack.
	AbortStack
	// AbortABI is a violation of the canonical ABI.
	AbortABI
	// AbortHost is an error that a host function returned, a panic in it (see HostPanic), or a value of the host that does not fit its type (see abi.ValueError).
	AbortHost
	// AbortDead is a call of an instance that an earlier abort has ended.
	AbortDead
)

// CallError is a call (or an instantiation) that the host ended. The instance is dead afterwards: every later call is AbortDead.
type CallError struct {
	Kind AbortKind
	// Func names the export that was called ("openidea:plugin/mcp-provider@1.4.0#call"), or "" for instantiation.
	Func string
	// Message is one line that says what happened.
	Message string
	// Help says, for an ABI violation, what usually leads to it; else "".
	Help string
	// Frames are the functions on the guest's stack, innermost first, as the name section calls them; may be empty.
	Frames []string
	// Interpreted: the interpreter ran it, whose stack is smaller and whose pace is slower: an AbortStack or AbortDeadline may not come again once
	// Runtime.Compile has returned.
	Interpreted bool
	// Cause is the *abi.Violation or the error of the host function, where there is one.
	Cause error
}

// Error is one line.
func (e *CallError) Error() string { return e.Message }

// Unwrap gives the cause.
func (e *CallError) Unwrap() error { return e.Cause }
