package wasi

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"openidea-plugin/component"
	"openidea-plugin/component/abi"
	"openidea-plugin/component/bylabel"
	"openidea-plugin/component/types"
	"openidea-plugin/component/wasi/internal/shape"
)

// world calls the functions of a host as a component would whose types are those of WASI 0.2.
type world struct {
	t   *testing.T
	h   *Host
	ctx context.Context
}

func newWorld(t *testing.T, cfg Config) *world {
	return &world{t: t, h: New(cfg), ctx: t.Context()}
}

// signature is the type of a function in WASI 0.2.
func signature(t *testing.T, name string) (instance, item string, fn *types.Func) {
	t.Helper()
	in, item, _ := strings.Cut(name, " ")
	i, ok := interfaces()["wasi:"+in]
	if !ok {
		t.Fatalf("no interface %s", in)
	}
	for _, r := range i.rows {
		if r.name == item {
			fn, err := shape.Parse(r.sig, typeNames)
			if err != nil {
				t.Fatal(err)
			}
			return "wasi:" + in + "@0.2.6", item, fn
		}
	}
	t.Fatalf("no function %s", name)
	return "", "", nil
}

// call calls "cli/environment get-arguments"; strings for enums, variants without payload and flags stand for their labels.
func (w *world) call(name string, args ...component.Value) (component.Value, *types.Func, error) {
	w.t.Helper()
	instance, item, fn := signature(w.t, name)
	f, ok, err := w.h.Func(instance, item, fn)
	if !ok || err != nil {
		w.t.Fatalf("%s was not bound: %v", name, err)
	}
	if len(args) != len(fn.Params) {
		w.t.Fatalf("%s takes %d arguments", name, len(fn.Params))
	}
	for i, a := range args {
		args[i] = byText(w.t, fn.Params[i].Type, a)
	}
	v, err := f(w.ctx, args)
	return v, fn, err
}

func byText(t *testing.T, ty *types.Type, v component.Value) component.Value {
	t.Helper()
	s, ok := v.(string)
	if !ok {
		return v
	}
	var err error
	switch ty.Kind {
	case types.Enum:
		v, err = bylabel.Enum(ty, s)
	case types.Variant:
		v, err = bylabel.Variant(ty, s, nil)
	case types.Flags:
		v, err = bylabel.Flags(ty, strings.Fields(s)...)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// expect calls a function and compares what it gives, as text.
func (w *world) expect(want, name string, args ...component.Value) {
	w.t.Helper()
	v, fn, err := w.call(name, args...)
	got := ""
	switch {
	case err != nil:
		got = "trap: " + err.Error()
	case fn.Result != nil:
		got = show(w.t, fn.Result, v)
	case v != nil:
		w.t.Fatalf("%s gave %v and has no result", name, v)
	}
	if got != want {
		w.t.Errorf("%s\n got %s\nwant %s", name, got, want)
	}
}

// handle calls a function that gives a handle, alone or as the ok of a result.
func (w *world) handle(name string, args ...component.Value) component.Value {
	w.t.Helper()
	v, fn, err := w.call(name, args...)
	if err != nil {
		w.t.Fatalf("%s: %v", name, err)
	}
	if r, ok := v.(abi.Result); ok {
		if r.Err {
			w.t.Fatalf("%s gave %s", name, show(w.t, fn.Result, v))
		}
		v = r.Value
	}
	if _, ok := v.(abi.Handle); !ok {
		w.t.Fatalf("%s gave %v, no handle", name, v)
	}
	return v
}

// drop drops a handle as the guest does.
func (w *world) drop(resource string, v component.Value) error {
	return resourceTypes()[resource].Drop(w.ctx, v.(abi.Handle).Rep)
}

// show writes a value as text, and fails where it is not of its type.
func show(t *testing.T, ty *types.Type, v component.Value) string {
	t.Helper()
	parts := func(fields []types.Field, values []abi.Value) string {
		if len(fields) != len(values) {
			t.Fatalf("%v is not of type %s", v, ty)
		}
		var out []string
		for i, f := range fields {
			s := show(t, f.Type, values[i])
			if f.Name != "" {
				s = f.Name + ": " + s
			}
			out = append(out, s)
		}
		return strings.Join(out, ", ")
	}
	payload := func(word string, of *types.Type, v abi.Value) string {
		if of == nil && v == nil {
			return word
		}
		if of == nil {
			t.Fatalf("the payload %v has no type", v)
		}
		return word + "(" + show(t, of, v) + ")"
	}
	switch v := v.(type) {
	case bool, uint8, uint16, uint32, uint64, int32:
		if want := ty.Kind; goKind(v) != want {
			t.Fatalf("%T is no %s", v, ty)
		}
		return fmt.Sprint(v)
	case string:
		if ty.Kind == types.String {
			return strconv.Quote(v)
		}
	case []byte:
		if ty.Kind == types.List && ty.Elem.Kind == types.U8 {
			return strconv.Quote(string(v))
		}
	case abi.List:
		if ty.Kind == types.List && ty.Elem.Kind != types.U8 {
			var out []string
			for _, e := range v {
				out = append(out, show(t, ty.Elem, e))
			}
			return "[" + strings.Join(out, ", ") + "]"
		}
	case abi.Record:
		if ty.Kind == types.Record {
			return "{" + parts(ty.Fields, v) + "}"
		}
	case abi.Tuple:
		if ty.Kind == types.Tuple {
			return "(" + parts(ty.Fields, v) + ")"
		}
	case abi.Variant:
		if ty.Kind == types.Variant {
			c := ty.Cases[v.Case]
			return payload(c.Name, c.Type, v.Value)
		}
	case abi.Enum:
		if ty.Kind == types.Enum {
			return ty.Labels[v]
		}
	case abi.Flags:
		if ty.Kind == types.Flags {
			set, _ := bylabel.FlagSet(ty, v)
			return "{" + strings.Join(set, " ") + "}"
		}
	case abi.Option:
		if ty.Kind == types.Option {
			if !v.Some {
				return "none"
			}
			return payload("some", ty.Elem, v.Value)
		}
	case abi.Result:
		if ty.Kind == types.Result {
			if v.Err {
				return payload("err", ty.Err, v.Value)
			}
			return payload("ok", ty.Ok, v.Value)
		}
	case abi.Handle:
		if ty.Kind == types.Own {
			return "<" + ty.Resource.Name + ">"
		}
	}
	t.Fatalf("%T (%v) is not of type %s", v, v, ty)
	return ""
}

func goKind(v any) types.Kind {
	switch v.(type) {
	case bool:
		return types.Bool
	case uint8:
		return types.U8
	case uint16:
		return types.U16
	case uint32:
		return types.U32
	case uint64:
		return types.U64
	case int32:
		return types.S32
	}
	return 0
}

// TestRowsBind binds every function of every interface, in several versions.
func TestRowsBind(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(interfaces())) {
		for _, version := range []string{"0.2.0", "0.2.6", "0.2.12"} {
			h := New(Config{})
			for _, r := range interfaces()[name].rows {
				_, _, fn := signature(t, strings.TrimPrefix(name, "wasi:")+" "+r.name)
				if _, ok, err := h.Func(name+"@"+version, r.name, fn); !ok || err != nil {
					t.Errorf("%s@%s %s: %v, %v", name, version, r.name, ok, err)
				}
				for _, p := range append(fn.Params, types.Field{Type: fn.Result}) {
					checkResources(t, h, name+"@"+version, p.Type)
				}
			}
		}
	}
}

// checkResources wants each resource of a type to be one that its interface offers.
func checkResources(t *testing.T, h *Host, instance string, ty *types.Type) {
	if ty == nil {
		return
	}
	if ty.Resource != nil {
		if r, ok := h.Resource(instance, ty.Resource.Name); !ok || r != resourceTypes()[ty.Resource.Name] {
			t.Errorf("%s has no resource %s", instance, ty.Resource.Name)
		}
	}
	for _, f := range ty.Fields {
		checkResources(t, h, instance, f.Type)
	}
	for _, c := range ty.Cases {
		checkResources(t, h, instance, c.Type)
	}
	checkResources(t, h, instance, ty.Elem)
	checkResources(t, h, instance, ty.Ok)
	checkResources(t, h, instance, ty.Err)
}

func TestNames(t *testing.T) {
	h := New(Config{})
	_, _, now := signature(t, "clocks/monotonic-clock now")
	for instance, want := range map[string]bool{
		"wasi:clocks/monotonic-clock@0.2.0": true, "wasi:clocks/monotonic-clock@0.2.99": true, "wasi:clocks/monotonic-clock@0.3.0": false,
		"wasi:clocks/monotonic-clock": false, "wasi:clocks/monotonic-clock@0.2.0-rc1": false, "wasi:clocks/monotonic-clock@0.2.01": false,
		"acme:clocks/monotonic-clock@0.2.0": false, "wasi:clocks/sundial@0.2.0": false, "": false,
	} {
		if _, ok, err := h.Func(instance, "now", now); ok != want || err != nil {
			t.Errorf("%s: %v, %v", instance, ok, err)
		}
	}
	if _, ok, err := h.Func("wasi:clocks/monotonic-clock@0.2.0", "later", now); ok || err != nil {
		t.Errorf("an unknown function: %v, %v", ok, err)
	}
	if _, ok := h.Resource("wasi:clocks/monotonic-clock@0.2.0", "pollable"); !ok {
		t.Error("monotonic-clock uses pollable")
	}
	if _, ok := h.Resource("wasi:clocks/wall-clock@0.2.0", "pollable"); ok {
		t.Error("wall-clock has no pollable")
	}
	a, _ := h.Resource("wasi:io/streams@0.2.0", "error")
	b, _ := New(Config{}).Resource("wasi:http/types@0.2.9", "io-error")
	if a == nil || a != b {
		t.Error("error is another resource in another interface, version and host")
	}
}

func TestWrongTypes(t *testing.T) {
	for _, c := range []struct{ name, declared, want string }{
		{"clocks/monotonic-clock now", "func() -> u32", "the result is u64, and u32 is declared"},
		{"clocks/wall-clock now", "func() -> record{seconds: u64}", `the result has "nanoseconds", which is not declared`},
		{"cli/exit exit", "func(status: result, reason: string)", "it takes 1 parameters, and 2 are declared"},
		{"io/streams [method]output-stream.flush", "func(self: borrow<output-stream>) -> result<_, variant{closed, last-operation-failed(own<error>)}>",
			`the error of the result has "last-operation-failed" at place 1, and "closed" is declared there`},
	} {
		instance, item, _ := signature(t, c.name)
		fn, err := shape.Parse(c.declared, typeNames)
		if err != nil {
			t.Fatal(err)
		}
		_, ok, err := New(Config{}).Func(instance, item, fn)
		want := "the component declares another type than WASI 0.2 has: " + c.want
		if ok || err == nil || err.Error() != want {
			t.Errorf("%s\n got %v\nwant %s", c.name, err, want)
		}
	}
}
