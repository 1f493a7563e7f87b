package component_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
	"openidea-plugin/component/wasi"
)

// store supplies the interface acme:notes/store, whose one function is get: func(key: string) -> option<string>.
type store map[string]string

func (s store) Func(instance, name string, t *types.Func) (component.HostFunc, bool, error) {
	if instance != "acme:notes/store@1.0.0" || name != "get" {
		return nil, false, nil
	}
	get := func(_ context.Context, args []component.Value) (component.Value, error) {
		value, ok := s[args[0].(string)]
		if !ok {
			return component.Option{}, nil
		}
		return component.Option{Some: true, Value: value}, nil
	}
	return get, true, nil
}

func (store) Resource(instance, name string) (*component.ResourceType, bool) { return nil, false }

func Example() {
	ctx := context.Background()
	rt, err := component.NewRuntime(ctx, component.Config{})
	if err != nil {
		panic(err)
	}
	defer rt.Close(ctx)

	data, err := os.ReadFile("../docs/examples/greeter.wasm")
	if err != nil {
		panic(err)
	}
	c, err := component.Parse(data)
	if err != nil {
		panic(err)
	}
	for _, e := range append(c.Imports(), c.Exports()...) {
		fmt.Println(e.Name)
	}

	// The first resolver that has a function supplies it.
	resolver := component.Resolvers{store{"Ada": "good morning"}, wasi.New(wasi.Config{Stderr: os.Stderr})}
	inst, err := rt.Instantiate(ctx, c, resolver, component.Limits{Memory: 16 << 20, Fuel: 1_000_000})
	if err != nil {
		panic(err)
	}
	defer inst.Close(ctx)

	greet := inst.Func("acme:notes/api@1.0.0", "greet")
	for _, name := range []string{"Ada", "Grace"} {
		result, err := greet.Call(ctx, name)
		if err != nil {
			panic(err)
		}
		fmt.Println(result, inst.FuelUsed())
	}
	// Output:
	// acme:notes/store@1.0.0
	// acme:notes/api@1.0.0
	// good morning, Ada 130
	// hello, Grace 103
}

// A call that the host ends is a *CallError, and its instance is dead.
func ExampleCallError() {
	ctx := context.Background()
	rt, _ := component.NewRuntime(ctx, component.Config{})
	defer rt.Close(ctx)
	data, _ := os.ReadFile("../docs/examples/greeter.wasm")
	c, _ := component.Parse(data)

	// Nobody supplies what the component imports.
	_, err := rt.Instantiate(ctx, c, component.Resolvers{}, component.Limits{})
	fmt.Println(err)

	inst, _ := rt.Instantiate(ctx, c, store{}, component.Limits{Fuel: 50})
	defer inst.Close(ctx)
	greet := inst.Func("acme:notes/api@1.0.0", "greet")
	for range 2 {
		_, err := greet.Call(ctx, "Ada")
		var ended *component.CallError
		if errors.As(err, &ended) {
			fmt.Println(ended.Kind == component.AbortDead, ended)
		}
	}
	// Output:
	// import "acme:notes/store@1.0.0", "get": the host has no such function
	// false the call used up its 50 units of fuel
	// true the instance was ended by an earlier call: the call used up its 50 units of fuel
}
