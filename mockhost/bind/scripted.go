package bind

import (
	"fmt"
	"strings"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/bylabel"
	"openidea-plugin/component/types"
	"openidea-plugin/diag"
	"openidea-plugin/mockhost/literal"
)

// Mistake is a part of a scripted value that does not fit the type that the component declares.
type Mistake struct {
	// Path leads to the part from the value that was given: "", ".matches[2].line", "[0]".
	Path string
	// Message says what the part is and what the type takes; Help, where not "", what was probably meant.
	Message, Help string
	// Span is where the part stands in its file.
	Span diag.Span
}

// Error is one line with the path.
func (m *Mistake) Error() string {
	if m.Path == "" {
		return m.Message
	}
	return m.Path + ": " + m.Message
}

// Handle gives what stands behind a handle of a resource that a script names with a text of its own.
type Handle func(resource, label string) any

// scripted turns literals into values of component types and collects what does not fit.
type scripted struct {
	handle   Handle
	mistakes []*Mistake
}

// Scripted is a literal as a value of t. The rules:
//
//   - a number must fit its type; a float may be written as an integer, or as "nan", "inf" and "-inf"
//   - list<u8> is a text (its UTF-8 bytes), a list of integers
//   - a record is a table; what is left out is none, or the zero value of its type; a key that the record has not is a mistake
//   - a tuple is a list of as many elements
//   - flags are a list of the labels that are set
//   - an enum is its label; a case of a variant without payload too, one with a payload is {label = payload}
//   - an option is the value itself; none is null, {none = true} or, as a field, left out; {some = …} says it outright
//   - a result is {ok = …} or {err = …}
//   - a resource is a text, which is its name within the script
//   - nothing (t is nil) is left out, null or {}
func Scripted(t *types.Type, v *literal.Value, handle Handle) (abi.Value, []*Mistake) {
	s := &scripted{handle: handle}
	return s.value(t, v, ""), s.mistakes
}

func (s *scripted) mistake(v *literal.Value, path, help, format string, args ...any) abi.Value {
	s.mistakes = append(s.mistakes, &Mistake{Path: path, Message: diag.Sprintf(format, args...), Help: help, Span: v.Span})
	return nil
}

// wrong says that a value is of another kind than the type takes.
func (s *scripted) wrong(t *types.Type, v *literal.Value, path, want string) abi.Value {
	return s.mistake(v, path, "", "this is %s, the component declares %s: write %s", v.Kind.String(), describe(t), want)
}

func (s *scripted) value(t *types.Type, v *literal.Value, path string) abi.Value {
	switch {
	case t == nil:
		if v.Kind != literal.Null && (v.Kind != literal.Map || len(v.Entries) > 0) {
			return s.mistake(v, path, "", "there is nothing to give: the component declares no value here")
		}
		return nil
	case isNumber(t):
		return s.number(t, v, path)
	case isBytes(t):
		return s.bytes(t, v, path)
	}
	switch t.Kind {
	case types.Bool:
		if v.Kind != literal.Bool {
			return s.wrong(t, v, path, "true or false")
		}
		return v.True
	case types.Char:
		if runes := []rune(v.Text); v.Kind == literal.String && len(runes) == 1 {
			return abi.Char(runes[0])
		}
		return s.wrong(t, v, path, "a string of one character")
	case types.String:
		if v.Kind != literal.String {
			return s.wrong(t, v, path, "a string")
		}
		return v.Text
	case types.List:
		if v.Kind != literal.List {
			return s.wrong(t, v, path, "a list")
		}
		out := make(abi.List, len(v.Items))
		for i, item := range v.Items {
			out[i] = s.value(t.Elem, item, fmt.Sprintf("%s[%d]", path, i))
		}
		return out
	case types.Record:
		return s.record(t, v, path)
	case types.Tuple:
		return s.tuple(t, v, path)
	case types.Flags:
		return s.flags(t, v, path)
	case types.Enum, types.Variant:
		return s.choice(t, v, path)
	case types.Option:
		return s.option(t, v, path)
	case types.Result:
		return s.result(t, v, path)
	case types.Own, types.Borrow:
		if v.Kind != literal.String {
			return s.wrong(t, v, path, "a name for the resource, as a string")
		}
		return abi.Handle{Rep: s.handle(t.Resource.Name, v.Text)}
	}
	return s.mistake(v, path, "", "a value of %s cannot be scripted", describe(t))
}

func (s *scripted) number(t *types.Type, v *literal.Value, path string) abi.Value {
	if t.Kind == types.F32 || t.Kind == types.F64 {
		f, ok := v.Float()
		if !ok && v.Kind == literal.String {
			f, ok = (&literal.Value{Kind: literal.Float, Text: v.Text}).Float()
		}
		switch {
		case !ok:
			return s.wrong(t, v, path, "a number")
		case t.Kind == types.F32:
			return float32(f)
		}
		return f
	}
	n, ok := v.Number()
	if !ok {
		return s.wrong(t, v, path, "an integer")
	}
	low, high := bounds[t.Kind][0], uint64(bounds[t.Kind][1])
	if t.Kind == types.U64 {
		high = 1<<64 - 1
	}
	if n.IsInt64() && n.Int64() >= low && (n.Sign() < 0 || n.Uint64() <= high) {
		return abi.Scalar(t.Kind, uint64(n.Int64()))
	}
	if n.IsUint64() && n.Uint64() <= high {
		return abi.Scalar(t.Kind, n.Uint64())
	}
	return s.mistake(v, path, "", "%s does not fit %s: %s to %s", v.Text, describe(t), fmt.Sprint(low), fmt.Sprint(high))
}

func (s *scripted) bytes(t *types.Type, v *literal.Value, path string) abi.Value {
	switch v.Kind {
	case literal.String:
		return []byte(v.Text)
	case literal.List:
		out := make([]byte, len(v.Items))
		for i, item := range v.Items {
			if b, ok := s.value(t.Elem, item, fmt.Sprintf("%s[%d]", path, i)).(uint8); ok {
				out[i] = b
			}
		}
		return out
	}
	return s.wrong(t, v, path, "a string, or a list of integers from 0 to 255")
}

func (s *scripted) record(t *types.Type, v *literal.Value, path string) abi.Value {
	if v.Kind != literal.Map {
		return s.wrong(t, v, path, "a table with "+strings.Join(bylabel.Labels(t), ", "))
	}
	s.knownKeys(t, "field", v, path)
	out := make(abi.Record, len(t.Fields))
	for i, f := range t.Fields {
		given := v.Get(f.Name)
		if given != nil {
			out[i] = s.value(f.Type, given, path+"."+f.Name)
			continue
		}
		z, err := zero(f.Type)
		if err != nil {
			s.mistake(v, path, "", "the field %q is missing, and a resource has no zero value", f.Name)
		}
		out[i] = z
	}
	return out
}

// knownKeys finds keys of a table that t has not.
func (s *scripted) knownKeys(t *types.Type, part string, v *literal.Value, path string) {
	labels := bylabel.Labels(t)
	for _, e := range v.Entries {
		if _, ok := bylabel.Index(t, e.Name); !ok {
			s.unknown(t, part, e.Name, labels, &literal.Value{Span: e.Key}, path)
		}
	}
}

func (s *scripted) unknown(t *types.Type, part, label string, labels []string, at *literal.Value, path string) abi.Value {
	help := ""
	if near := diag.Nearest(label, labels); near != "" {
		help = diag.Sprintf("did you mean %q?", near)
	}
	whose := "the component's " + t.Kind.String()
	if part == "parameter" {
		whose = "the function"
	}
	return s.mistake(at, path, help, "%s has no %s %q: it has %s", whose, part, label, strings.Join(labels, ", "))
}

func (s *scripted) tuple(t *types.Type, v *literal.Value, path string) abi.Value {
	if v.Kind != literal.List || len(v.Items) != len(t.Fields) {
		return s.wrong(t, v, path, fmt.Sprintf("a list of %d", len(t.Fields)))
	}
	out := make(abi.Tuple, len(t.Fields))
	for i, f := range t.Fields {
		out[i] = s.value(f.Type, v.Items[i], fmt.Sprintf("%s[%d]", path, i))
	}
	return out
}

func (s *scripted) flags(t *types.Type, v *literal.Value, path string) abi.Value {
	if v.Kind != literal.List {
		return s.wrong(t, v, path, "a list of the labels that are set")
	}
	var out abi.Flags
	for i, item := range v.Items {
		at := fmt.Sprintf("%s[%d]", path, i)
		if item.Kind != literal.String {
			s.mistake(item, at, "", "this is %s: write a label, as a string", item.Kind.String())
			continue
		}
		index, ok := bylabel.Index(t, item.Text)
		if !ok {
			s.unknown(t, "flag", item.Text, t.Labels, item, at)
			continue
		}
		out |= 1 << index
	}
	return out
}

// choice is a case of an enum or a variant.
func (s *scripted) choice(t *types.Type, v *literal.Value, path string) abi.Value {
	label, payload, at := v.Text, (*literal.Value)(nil), v
	switch {
	case v.Kind == literal.String:
	case v.Kind == literal.Map && len(v.Entries) == 1 && t.Kind == types.Variant:
		label, payload, at = v.Entries[0].Name, v.Entries[0].Value, &literal.Value{Span: v.Entries[0].Key}
	case t.Kind == types.Enum:
		return s.wrong(t, v, path, "one of "+strings.Join(t.Labels, ", ")+", as a string")
	default:
		return s.wrong(t, v, path, "a case as a string, or a table {case = payload}")
	}
	list, _ := cases(t)
	index, ok := bylabel.Index(t, label)
	switch {
	case !ok:
		return s.unknown(t, "case", label, bylabel.Labels(t), at, path)
	case payload == nil && list[index].Type != nil:
		return s.mistake(v, path, "", "the case %q takes a payload, %s: write {%s = …}", label, describe(list[index].Type), label)
	case payload == nil:
		return makeCase(t, index, nil)
	}
	return makeCase(t, index, s.value(list[index].Type, payload, path+"."+label))
}

func (s *scripted) option(t *types.Type, v *literal.Value, path string) abi.Value {
	if v.Kind == literal.Null {
		return abi.Option{}
	}
	if v.Kind == literal.Map && len(v.Entries) == 1 {
		e := v.Entries[0]
		_, own := bylabel.Index(t.Elem, e.Name) // the value itself has a label of that name
		switch {
		case own:
		case e.Name == "some":
			return abi.Option{Some: true, Value: s.value(t.Elem, e.Value, path+".some")}
		case e.Name == "none":
			return abi.Option{}
		}
	}
	return abi.Option{Some: true, Value: s.value(t.Elem, v, path)}
}

func (s *scripted) result(t *types.Type, v *literal.Value, path string) abi.Value {
	if v.Kind == literal.String && (v.Text == "ok" && t.Ok == nil || v.Text == "err" && t.Err == nil) {
		return abi.Result{Err: v.Text == "err"}
	}
	if v.Kind != literal.Map || len(v.Entries) != 1 || v.Entries[0].Name != "ok" && v.Entries[0].Name != "err" {
		return s.wrong(t, v, path, "a table {ok = …} or {err = …}")
	}
	e := v.Entries[0]
	if e.Name == "ok" {
		return abi.Result{Value: s.value(t.Ok, e.Value, path+".ok")}
	}
	return abi.Result{Err: true, Value: s.value(t.Err, e.Value, path+".err")}
}
