// Package world is what the components of the benchmarks are given: the plugin API with functions that fail, and WASI.
package world

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
	"openidea-plugin/component/wasi"
)

// api supplies the plugin API: every function that a component imports of it, and every resource.
type api map[string]*component.ResourceType

var errRefused = errors.New("no host function of the plugin API can be called here")

func (a api) Resource(instance, name string) (*component.ResourceType, bool) {
	if !strings.HasPrefix(instance, "openidea:plugin/") {
		return nil, false
	}
	if a[name] == nil {
		a[name] = &component.ResourceType{Name: name}
	}
	return a[name], true
}

func (a api) Func(instance, _ string, _ *types.Func) (component.HostFunc, bool, error) {
	return func(context.Context, []component.Value) (component.Value, error) { return nil, errRefused }, strings.HasPrefix(instance, "openidea:plugin/"), nil
}

// New makes what one instance imports.
func New() component.Resolver {
	return component.Resolvers{api{}, wasi.New(wasi.Config{})}
}

// Plugin makes what one instance of a plugin imports that does without WASI.
func Plugin() component.Resolver { return api{} }

// First calls a plugin's tool, or "work" of a component that exports that with the arguments as a number, and says whether it answered.
func First(ctx context.Context, in *component.Instance, tool, arguments string) error {
	f, args := in.Func("openidea:plugin/mcp-provider@1.4.0", "call"), []component.Value{tool, arguments, component.Handle{Rep: "ctx"}}
	if f == nil {
		n, err := strconv.ParseUint(arguments, 10, 32)
		if err != nil {
			return fmt.Errorf("work takes a number, not %q", arguments)
		}
		f, args = in.Func("", "work"), []component.Value{uint32(n)}
	}
	if f == nil {
		return fmt.Errorf("the component exports neither openidea:plugin/mcp-provider@1.4.0 nor work")
	}
	v, err := f.Call(ctx, args...)
	if r, ok := v.(component.Result); err == nil && ok && r.Err {
		return fmt.Errorf("the tool %s failed: %v", tool, r.Value)
	}
	return err
}
