package testfile

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
)

// json writes a value as compact JSON with its keys in the order written. ok is false where a finding says that JSON has no such value.
func (r *reader) json(v *tomlpos.Value) (text string, ok bool) {
	w := jsonWriter{reader: r, ok: true}
	w.value(v)
	return w.String(), w.ok
}

type jsonWriter struct {
	strings.Builder
	*reader
	ok bool
}

func (w *jsonWriter) value(v *tomlpos.Value) {
	switch v.Kind {
	case tomlpos.String:
		w.quoted(v.Text)
	case tomlpos.Integer:
		n, _ := v.Int()
		fmt.Fprint(w, n)
	case tomlpos.Float:
		w.float(v)
	case tomlpos.Bool:
		fmt.Fprint(w, v.True)
	case tomlpos.Array:
		w.WriteByte('[')
		for i, item := range v.Items {
			w.comma(i)
			w.value(item)
		}
		w.WriteByte(']')
	case tomlpos.Table:
		w.WriteByte('{')
		for i, e := range v.Entries {
			w.comma(i)
			w.quoted(e.Name)
			w.WriteByte(':')
			w.value(e.Value)
		}
		w.WriteByte('}')
	default:
		w.refuse(v, fmt.Sprintf("JSON has no dates and times, this is %s", v.Kind), "write it as a string")
	}
}

// float writes the number as it stands in the file, but for what JSON spells otherwise: underscores and a leading plus.
func (w *jsonWriter) float(v *tomlpos.Value) {
	text := strings.ReplaceAll(strings.TrimPrefix(v.Text, "+"), "_", "")
	if strings.HasSuffix(text, "inf") || strings.HasSuffix(text, "nan") {
		w.refuse(v, "JSON has no "+v.Text, "JSON's numbers are finite")
		return
	}
	w.WriteString(text)
}

func (w *jsonWriter) refuse(v *tomlpos.Value, message, label string) {
	w.find(RuleInvalid, diag.Diagnostic{Span: v.Span, Message: message, Label: label})
	w.ok = false
}

func (w *jsonWriter) quoted(text string) {
	quoted, err := jsontext.AppendQuote(nil, text)
	if err != nil { // TOML is UTF-8, so this cannot be
		w.ok = false
	}
	w.Write(quoted)
}

func (w *jsonWriter) comma(i int) {
	if i > 0 {
		w.WriteByte(',')
	}
}
