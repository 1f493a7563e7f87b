package tomlschema

import (
	"bytes"
	"encoding/json"
)

// plainJSON is encoding/json without escapes for HTML, so that patterns and examples stay readable.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

func indent(text []byte) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		panic(err) // it was just made
	}
	b.WriteByte('\n')
	return b.Bytes()
}
