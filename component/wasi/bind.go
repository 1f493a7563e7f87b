package wasi

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"openidea-plugin/component"
	"openidea-plugin/component/abi"
	"openidea-plugin/component/bylabel"
	"openidea-plugin/component/types"
	"openidea-plugin/component/wasi/internal/shape"
)

// iface is an interface that the host has.
type iface struct {
	name string // without the version
	// resources are those that the interface defines or uses from others.
	resources []string
	rows      []row
}

// row is a function: its name in the interface, its type (see package shape), and what it does.
type row struct {
	name, sig string
	run       func(c *call) (component.Value, error)
}

// call is one call of a row.
type call struct {
	ctx  context.Context
	host *Host
	// iface and row say which function; fn is its type as the component declares it.
	iface *iface
	row   *row
	fn    *types.Func
	args  []component.Value
	// err is the first error of making or reading a value by its labels; see keep.
	err error
}

// interfaces are all that the host has, by name.
var interfaces = sync.OnceValue(func() map[string]*iface {
	m := map[string]*iface{}
	for _, part := range [][]iface{cliInterfaces, ioInterfaces, clockInterfaces, randomInterfaces, filesystemInterfaces, socketInterfaces, httpInterfaces} {
		for i := range part {
			m[part[i].name] = &part[i]
		}
	}
	return m
})

// find is the interface of an instance name such as "wasi:io/streams@0.2.6"; every version 0.2.x is the same to us.
func find(instance string) (*iface, bool) {
	name, patch, ok := strings.Cut(instance, "@0.2.")
	if !ok || !isNumber(patch) {
		return nil, false
	}
	f, ok := interfaces()[name]
	return f, ok
}

// isNumber says whether s is a number as versions have them: digits, without a zero in front of others.
func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == "" && (s == "0" || s[0] != '0')
}

// Func implements component.Resolver for the wasi packages of version 0.2.x. It binds only to the type that the function has in WASI 0.2;
// the error for any other names the first difference.
func (h *Host) Func(instance, name string, t *types.Func) (component.HostFunc, bool, error) {
	in, ok := find(instance)
	if !ok {
		return nil, false, nil
	}
	i := slices.IndexFunc(in.rows, func(r row) bool { return r.name == name })
	if i < 0 {
		return nil, false, nil
	}
	r := &in.rows[i]
	want, err := shape.Parse(r.sig, typeNames)
	if err != nil {
		return nil, false, fmt.Errorf("the table of WASI functions is broken: %w", err)
	}
	if d := shape.Mismatch(want, t, h.bound); d != "" {
		return nil, false, fmt.Errorf("the component declares another type than WASI 0.2 has: %s", d)
	}
	return func(ctx context.Context, args []component.Value) (component.Value, error) {
		return r.run(&call{ctx: ctx, host: h, iface: in, row: r, fn: t, args: args})
	}, true, nil
}

// Resource implements component.Resolver. A resource has one type in all interfaces, versions and hosts.
func (h *Host) Resource(instance, name string) (*component.ResourceType, bool) {
	in, ok := find(instance)
	if !ok || !slices.Contains(in.resources, name) {
		return nil, false
	}
	t, ok := resourceTypes()[name]
	return t, ok
}

// broken is a rule of the interface that the guest broke.
func (c *call) broken(format string, args ...any) error {
	return &RuleError{Interface: c.iface.name, Func: c.row.name, Message: fmt.Sprintf(format, args...)}
}

// u64 is an argument of type u64.
func (c *call) u64(i int) uint64 { return c.args[i].(uint64) }

// handle is what the host keeps behind a handle.
func handle[T any](c *call, v component.Value) (T, error) {
	h, _ := v.(abi.Handle)
	r, ok := h.Rep.(T)
	if !ok {
		return r, c.broken("the handle is one of another resource than the function is for")
	}
	return r, nil
}

// self is the first argument of a method.
func self[T any](c *call) (T, error) { return handle[T](c, c.args[0]) }

// own is a handle that the guest gets.
func own(rep any) component.Value { return abi.Handle{Rep: rep} }

// fail is the error of a result whose error type is an enum, or a variant whose case has no payload.
func (c *call) fail(label string) (component.Value, error) {
	t := c.fn.Result.Err
	var v component.Value
	var err error
	if t.Kind == types.Variant {
		v, err = bylabel.Variant(t, label, nil)
	} else {
		v, err = bylabel.Enum(t, label)
	}
	if err != nil {
		return nil, err
	}
	return bylabel.Err(v), nil
}
