package literal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"openidea-plugin/diag"
	"openidea-plugin/manifest/tomlpos"
)

func sorted(m map[string]any) []Entry {
	var entries []Entry
	for _, name := range slices.Sorted(maps.Keys(m)) {
		entries = append(entries, Entry{Name: name, Value: Of(m[name])})
	}
	return entries
}

// TOML is a value of a TOML file.
func TOML(v *tomlpos.Value) *Value {
	out := &Value{Span: v.Span, Text: v.Text, True: v.True}
	switch v.Kind {
	case tomlpos.String:
		out.Kind = String
	case tomlpos.Integer:
		n, _ := v.Int()
		out.Kind, out.Text = Int, big.NewInt(n).String()
	case tomlpos.Float:
		out.Kind, out.Text = Float, strings.ReplaceAll(strings.TrimPrefix(v.Text, "+"), "_", "")
	case tomlpos.Bool:
		out.Kind = Bool
	case tomlpos.Array:
		out.Kind = List
		for _, item := range v.Items {
			out.Items = append(out.Items, TOML(item))
		}
	case tomlpos.Table:
		out.Kind = Map
		for _, e := range v.Entries {
			out.Entries = append(out.Entries, Entry{Name: e.Name, Key: e.Key, Value: TOML(e.Value)})
		}
	default:
		out.Kind = Date
	}
	return out
}

// JSONError is text that is no JSON, or JSON with a name twice in one object.
type JSONError struct {
	// Offset is where, in bytes.
	Offset  int
	Message string
}

// Error says where and what.
func (e *JSONError) Error() string { return fmt.Sprintf("byte %d: %s", e.Offset, e.Message) }

// JSON reads one JSON value; the spans are ranges of file.Data. The error is a *JSONError.
func JSON(file *diag.SourceFile) (*Value, error) {
	p := &parser{file: file, dec: jsontext.NewDecoder(bytes.NewReader(file.Data))}
	v, err := p.value()
	if err == nil {
		if _, err = p.dec.ReadToken(); err == nil {
			return nil, &JSONError{int(p.dec.InputOffset()), "there is more than one value"}
		} else if errors.Is(err, io.EOF) {
			return v, nil
		}
	}
	e := &JSONError{Offset: int(p.dec.InputOffset()), Message: err.Error()}
	if s := (*jsontext.SyntacticError)(nil); errors.As(err, &s) {
		e.Offset, e.Message = int(s.ByteOffset), s.Err.Error()
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		e.Message = "the JSON text ends too early"
	}
	return nil, e
}

type parser struct {
	file *diag.SourceFile
	dec  *jsontext.Decoder
}

func (p *parser) span(start int) diag.Span {
	return diag.Span{File: p.file, Start: start, End: int(p.dec.InputOffset())}
}

// start is where the next token begins.
func (p *parser) start() int {
	at := int(p.dec.InputOffset())
	for at < len(p.file.Data) && strings.IndexByte(" \t\r\n,:", p.file.Data[at]) >= 0 {
		at++
	}
	return at
}

func (p *parser) value() (*Value, error) {
	start := p.start()
	token, err := p.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	v := &Value{}
	switch token.Kind() {
	case 't', 'f':
		v.Kind, v.True = Bool, token.Bool()
	case '"':
		v.Kind, v.Text = String, token.String()
	case '0':
		v.Kind, v.Text = Float, token.String()
		if !strings.ContainsAny(v.Text, ".eE") {
			v.Kind = Int
		}
	case '[':
		v.Kind = List
		for p.dec.PeekKind() != ']' {
			item, err := p.value()
			if err != nil {
				return nil, err
			}
			v.Items = append(v.Items, item)
		}
		_, err = p.dec.ReadToken()
	case '{':
		v.Kind = Map
		err = p.entries(v)
	}
	v.Span = p.span(start)
	return v, err
}

func (p *parser) entries(v *Value) error {
	for p.dec.PeekKind() != '}' {
		start := p.start()
		name, err := p.dec.ReadToken()
		if err != nil {
			return err
		}
		e := Entry{Name: name.String(), Key: p.span(start)}
		if e.Value, err = p.value(); err != nil {
			return err
		}
		v.Entries = append(v.Entries, e)
	}
	_, err := p.dec.ReadToken()
	return err
}
