package bind

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/types"
	"openidea-plugin/diag"
)

// maxRendered bounds the text of one rendered value, in bytes.
const maxRendered = 4096

// Render writes a value as one line for people: {pattern: "milk"}, ["a", "b"], some("x"), denied("…"). Fields of records that hold the zero value are
// left out, a long text is cut and its length said, and the line ends with … where it would exceed limit bytes (by a little more than one part).
func Render(t *types.Type, v abi.Value, limit int) string {
	r := renderer{limit: limit}
	r.value(t, v)
	return r.String()
}

// RenderArgs writes the arguments of a call in parentheses. A first parameter that is a handle (the resource of a method) is left out.
func RenderArgs(f *types.Func, args []abi.Value, limit int) string {
	r := renderer{limit: limit}
	r.WriteByte('(')
	first := true
	for i, p := range f.Params {
		if i >= len(args) || i == 0 && isHandle(p.Type) {
			continue
		}
		if !first {
			r.WriteString(", ")
		}
		first = false
		r.value(p.Type, args[i])
	}
	r.WriteByte(')')
	return r.String()
}

type renderer struct {
	strings.Builder
	limit int
}

// maxText is how much of one text is shown, in bytes.
const maxText = 120

// Quote writes a text in quotes, cut after some bytes with its length.
func Quote(text string) string {
	if len(text) <= maxText {
		return diag.Quote(text)
	}
	cut := maxText
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return fmt.Sprintf("%s… (%d bytes)", diag.Quote(text[:cut]), len(text))
}

func (r *renderer) value(t *types.Type, v abi.Value) {
	if r.Len() > r.limit {
		return
	}
	switch v := v.(type) {
	case nil:
		r.WriteString("_")
	case string:
		r.WriteString(Quote(v))
	case abi.Char:
		r.WriteString(strconv.QuoteRune(rune(v)))
	case []byte:
		fmt.Fprintf(r, "(%d bytes)", len(v))
	case abi.List:
		r.sequence("[", "]", len(v), func(i int) { r.value(t.Elem, v[i]) })
	case abi.Tuple:
		r.sequence("(", ")", len(v), func(i int) { r.value(t.Fields[i].Type, v[i]) })
	case abi.Record:
		r.record(t, v)
	case abi.Enum:
		r.WriteString(t.Labels[v])
	case abi.Flags:
		r.flags(t, v)
	case abi.Variant:
		r.payload(t.Cases[v.Case].Name, t.Cases[v.Case].Type, v.Value)
	case abi.Option:
		if v.Some {
			r.payload("some", t.Elem, v.Value)
		} else {
			r.WriteString("none")
		}
	case abi.Result:
		if v.Err {
			r.payload("error", t.Err, v.Value)
		} else {
			r.payload("ok", t.Ok, v.Value)
		}
	case abi.Handle:
		r.WriteString(t.Resource.Name)
	default:
		fmt.Fprint(r, v)
	}
}

func (r *renderer) sequence(open, close string, n int, item func(int)) {
	r.WriteString(open)
	for i := range n {
		if i > 0 {
			r.WriteString(", ")
		}
		if r.Len() > r.limit {
			r.WriteString("…")
			break
		}
		item(i)
	}
	r.WriteString(close)
}

func (r *renderer) record(t *types.Type, v abi.Record) {
	var shown []int
	for i := range v {
		if !isZero(v[i]) {
			shown = append(shown, i)
		}
	}
	r.sequence("{", "}", len(shown), func(i int) {
		f := t.Fields[shown[i]]
		r.WriteString(f.Name + ": ")
		r.value(f.Type, v[shown[i]])
	})
}

func (r *renderer) flags(t *types.Type, v abi.Flags) {
	var set []string
	for i, label := range t.Labels {
		if v&(1<<i) != 0 {
			set = append(set, label)
		}
	}
	r.WriteString("{" + strings.Join(set, ", ") + "}")
}

func (r *renderer) payload(label string, t *types.Type, v abi.Value) {
	r.WriteString(label)
	if t == nil {
		return
	}
	r.WriteByte('(')
	r.value(t, v)
	r.WriteByte(')')
}
