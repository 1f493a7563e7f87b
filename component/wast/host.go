package wast

import (
	"context"
	"fmt"
	"strings"

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

func newSpectest() *spectest {
	h := &spectest{resource2: &component.ResourceType{Name: "resource2"}}
	h.resource1 = &component.ResourceType{Name: "resource1", Drop: func(_ context.Context, rep any) error {
		h.drops++
		h.last = rep.(uint32)
		return nil
	}}
	return h
}

// host is what a component of the script may import: what the suites give, and the instances that the script has named.
func (s *run) host() component.Resolver {
	return component.Resolvers{newSpectest(), registry{s}}
}

// registry supplies functions and core modules of the script's named instances.
type registry struct{ s *run }

func (r registry) Resource(string, string) (*component.ResourceType, bool) { return nil, false }

func (r registry) Func(instance, name string, t *types.Func) (component.HostFunc, bool, error) {
	first, rest, _ := strings.Cut(instance, "#")
	in := r.s.instances[first]
	if in == nil {
		return nil, false, nil
	}
	f := in.Func(rest, name)
	if f == nil {
		return nil, false, nil
	}
	if f.Type().String() != t.String() {
		return nil, false, fmt.Errorf("it is a %s", f.Type())
	}
	return func(ctx context.Context, args []component.Value) (component.Value, error) {
		return f.Call(ctx, args...)
	}, true, nil
}

func (r registry) Module(instance, name string) (*component.CoreModule, bool) {
	first, rest, _ := strings.Cut(instance, "#")
	in := r.s.instances[first]
	if in == nil {
		return nil, false
	}
	m := in.Module(rest, name)
	return m, m != nil
}

// simpleModule is the core module "simple-module": an i32 global "g" of 100 and a function "f" that returns 101.
var simpleModule = []byte("\x00asm\x01\x00\x00\x00" +
	"\x01\x05\x01\x60\x00\x01\x7f" + // type: () -> i32
	"\x03\x02\x01\x00" + // one function
	"\x06\x07\x01\x7f\x00\x41\xe4\x00\x0b" + // global 100
	"\x07\x09\x02\x01g\x03\x00\x01f\x00\x00" + // exports
	"\x0a\x07\x01\x05\x00\x41\xe5\x00\x0b") // 101

func (h *spectest) Module(instance, name string) (*component.CoreModule, bool) {
	if instance != "host" || name != "simple-module" {
		return nil, false
	}
	m, err := component.NewCoreModule(simpleModule)
	return m, err == nil
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
