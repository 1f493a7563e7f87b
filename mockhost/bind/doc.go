// Package bind adapts host functions written in Go to the types that a component itself declares. A component is self-describing: where its
// records, variants and parameters differ from the model, they are matched by label.
//
// A host function takes a struct of parameters and gives a result; the labels of a struct are its field names in kebab case, or their `wit` tag.
// Which Go type stands for which shape:
//
//	bool, integers, string        themselves
//	[]byte                        list<u8>
//	[]T                           list<T>
//	*T                            option<T>
//	struct                        record
//	a string type with Labels()   enum, by its label
//	a pointer with Resource()     own or borrow of a resource
//	struct{}                      no result
//
// The rules (product.md, "Binding, in detail"):
//
//   - Parameters and fields are matched by label, also through one level of records that one side has and the other has not; parameters that
//     remain, by position. Fields that only the component has get the zero value of their type, fields that it lacks are left out.
//   - Integers fit into each other (a value that does not fit becomes the nearest that does), texts and lists of bytes stand for each other,
//     what is optional on one side may be plain on the other where nothing is lost.
//   - A bool may stand for an enum of two cases, where their labels say which is which.
//   - A shape that carries one thing only (a list instead of a record with a list in it) gets the first field of the record.
//   - An error goes into the case of its own name; else into the nearest case that carries a message; a case without payload is as good. A result
//     that has no error at all makes the call end with Unrepresentable.
//   - What cannot be adapted is an error when the function is bound, never in the middle of a call.
package bind

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	"openidea-plugin/component/types"
)

// Enum is a string type whose values are the labels of an enum.
type Enum interface{ Labels() []string }

// Resource is a pointer type that stands behind a handle.
type Resource interface{ Resource() string }

// Error is an error that a host function answers with, in the words of the plugin API.
type Error struct {
	// Kind is "denied", "invalid", "not-found" or "failed".
	Kind, Message string
}

// Error is the kind and the message.
func (e *Error) Error() string { return e.Kind + ": " + e.Message }

// Unrepresentable ends a call: the host function had to answer with an error or a value that the type the component declares cannot hold.
type Unrepresentable struct {
	// Function is "interface.function".
	Function string
	// What could not be said.
	What string
}

// Error is one line that names the function.
func (e *Unrepresentable) Error() string {
	return fmt.Sprintf("%s had to answer %s, which the result type that the component declares cannot hold", e.Function, e.What)
}

// mismatch is a shape that cannot be adapted.
type mismatch struct {
	path      []string
	got, want string
}

func (m *mismatch) Error() string {
	where := ""
	for i := len(m.path) - 1; i >= 0; i-- {
		where += m.path[i] + ": "
	}
	return fmt.Sprintf("%sthe component declares %s, the host has %s", where, m.got, m.want)
}

// within adds a step to the place of a mismatch.
func within(step string, err error) error {
	if m, ok := err.(*mismatch); ok {
		m.path = append(m.path, step)
	}
	return err
}

func unfit(t *types.Type, g reflect.Type) error {
	return &mismatch{got: describe(t), want: shape(g)}
}

// field is a field of a Go struct under its label; path leads to it through enclosing structs.
type field struct {
	label string
	path  []int
	typ   reflect.Type
}

func (f field) of(v reflect.Value) reflect.Value { return v.FieldByIndex(f.path) }

// known are the fields of the structs that were asked for: the types of the model, which are few, while functions are bound anew for each instance.
var known sync.Map

// fields are the fields of a struct in order. Nobody changes them.
func fields(g reflect.Type) []field {
	if list, ok := known.Load(g); ok {
		return list.([]field)
	}
	list := make([]field, g.NumField())
	for i := range list {
		f := g.Field(i)
		label := f.Tag.Get("wit")
		if label == "" {
			label = kebab(f.Name)
		}
		list[i] = field{label: label, path: []int{i}, typ: f.Type}
	}
	known.Store(g, list)
	return list
}

// find looks for a label in a struct, then in the structs directly in it: there only where one alone has it.
func find(g reflect.Type, label string) (f field, nested, ok bool) {
	all := fields(g)
	for _, f := range all {
		if f.label == label {
			return f, false, true
		}
	}
	count := 0
	for _, outer := range all {
		if outer.typ.Kind() != reflect.Struct {
			continue
		}
		for _, inner := range fields(outer.typ) {
			if inner.label == label {
				f = field{label: label, path: append([]int{outer.path[0]}, inner.path...), typ: inner.typ}
				count++
			}
		}
	}
	return f, true, count == 1
}

func kebab(name string) string {
	var b strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' {
			if i > 0 {
				b.WriteByte('-')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

var (
	enumType     = reflect.TypeFor[Enum]()
	resourceType = reflect.TypeFor[Resource]()
	bytesType    = reflect.TypeFor[[]byte]()
)

func isResource(g reflect.Type) bool {
	return g.Kind() == reflect.Pointer && g.Implements(resourceType)
}
func isOption(g reflect.Type) bool { return g.Kind() == reflect.Pointer && !isResource(g) }
func isEnum(g reflect.Type) bool   { return g.Kind() == reflect.String && g.Implements(enumType) }
func isInt(g reflect.Type) bool    { return g.Kind() >= reflect.Int && g.Kind() <= reflect.Uint64 }

// shape is a Go type in the words of WIT.
func shape(g reflect.Type) string {
	switch {
	case isResource(g):
		return "a resource"
	case isOption(g):
		return "option<" + shape(g.Elem()) + ">"
	case isEnum(g):
		return "an enum of " + strings.Join(reflect.Zero(g).Interface().(Enum).Labels(), ", ")
	case g == bytesType:
		return "list<u8>"
	case isInt(g):
		return "an integer"
	}
	switch g.Kind() {
	case reflect.Slice:
		return "list<" + shape(g.Elem()) + ">"
	case reflect.Struct:
		if g.NumField() == 0 {
			return "nothing"
		}
		labels := make([]string, 0, g.NumField())
		for _, f := range fields(g) {
			labels = append(labels, f.label)
		}
		return "a record of " + strings.Join(labels, ", ")
	}
	return g.Kind().String()
}
