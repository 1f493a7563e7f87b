package wast

import (
	"context"
	"fmt"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
)

// limits leave room for scripts that use the whole of a linear memory.
var limits = component.Limits{Memory: 4 << 30, HostBytes: 4 << 30}

// spectest is what the scripts of wasmtime's own suite may import from "host"; those of the specification import nothing.
type spectest struct {
	resource1, resource2 *component.ResourceType
	drops, last          uint32
}

func testHost() component.Resolver {
	h := &spectest{resource2: &component.ResourceType{Name: "resource2"}}
	h.resource1 = &component.ResourceType{Name: "resource1", Drop: func(_ context.Context, rep any) error {
		h.drops++
		h.last = rep.(uint32)
		return nil
	}}
	return h
}

func (h *spectest) Resource(instance, name string) (*component.ResourceType, bool) {
	if instance != "host" {
		return nil, false
	}
	switch name {
	case "resource1", "resource1-again":
		return h.resource1, true
	case "resource2":
		return h.resource2, true
	}
	return nil, false
}

func (h *spectest) Func(instance, name string, _ *types.Func) (component.HostFunc, bool, error) {
	switch instance + "#" + name {
	case "#host-echo-u32":
		return func(_ context.Context, args []component.Value) (component.Value, error) { return args[0], nil }, true, nil
	case "#host-return-two":
		return constant(uint32(2)), true, nil
	case "host#return-three":
		return constant(uint32(3)), true, nil
	case "host#nested#return-four":
		return constant(uint32(4)), true, nil
	case "host#return-hi":
		return constant("hi"), true, nil
	case "host#[constructor]resource1":
		return func(_ context.Context, args []component.Value) (component.Value, error) {
			return component.Handle{Rep: args[0]}, nil
		}, true, nil
	case "host#[static]resource1.last-drop":
		return func(context.Context, []component.Value) (component.Value, error) { return h.last, nil }, true, nil
	case "host#[static]resource1.drops":
		return func(context.Context, []component.Value) (component.Value, error) { return h.drops, nil }, true, nil
	case "host#[static]resource1.assert", "host#[method]resource1.simple":
		return expectRep, true, nil
	case "host#[method]resource1.take-borrow", "host#[method]resource1.take-own":
		return constant(nil), true, nil
	}
	return nil, false, nil
}

func constant(v component.Value) component.HostFunc {
	return func(context.Context, []component.Value) (component.Value, error) { return v, nil }
}

func expectRep(_ context.Context, args []component.Value) (component.Value, error) {
	if got := args[0].(component.Handle).Rep; got != args[1] {
		return nil, fmt.Errorf("the resource is %v; expected %v", got, args[1])
	}
	return nil, nil
}
