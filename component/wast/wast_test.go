package wast_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"openidea-plugin/component"
	"openidea-plugin/component/wast"
)

// script writes a script as wasm-tools does, with its binaries beside it, and gives its path. work.wasm is a guest of the component package's tests,
// stream.wasm needs a feature that the runtime refuses.
func script(t *testing.T, commands ...string) string {
	t.Helper()
	guests, err := wast.Load("../testdata/scripts/packed/guests.json")
	if err != nil {
		t.Fatal(err)
	}
	work, err := guests.Definition("Work")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, data := range map[string][]byte{
		"work.wasm":   work,
		"stream.wasm": []byte("\x00asm\x0d\x00\x01\x00\x07\x04\x01\x66\x01\x7d"),
		"t.json":      []byte(`{"source_filename": "t.wast", "commands": [` + strings.Join(commands, ",\n") + `]}`),
		"t.wast":      []byte("(component)"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "t.json")
}

const (
	module = `{"type": "module", "line": 1, "filename": "work.wasm", "module_type": "binary"}`
	count3 = `"action": {"type": "invoke", "field": "count", "args": [{"type": "u32", "value": "3"}]}`
)

// Every kind of assertion that does not hold is a failure, with its line.
func TestWrongAssertionsFail(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{`{"type": "assert_return", "line": 2, ` + count3 + `, "expected": [{"type": "u32", "value": "3"}]}`, ""},
		{`{"type": "assert_return", "line": 2, ` + count3 + `, "expected": [{"type": "u32", "value": "4"}]}`, "FAIL t.wast:2 assert_return: got 0x3, expected 0x4"},
		{`{"type": "assert_return", "line": 2, ` + count3 + `, "expected": []}`, "FAIL t.wast:2 assert_return: got 0x3; expected 0 results"},
		{`{"type": "assert_return", "line": 2, "action": {"type": "invoke", "field": "none", "args": []}, "expected": []}`, `FAIL t.wast:2 assert_return: no export "none"`},
		{`{"type": "assert_return", "line": 2, "action": {"type": "invoke", "field": "count", "args": []}, "expected": []}`, "FAIL t.wast:2 assert_return: 0 arguments for func(n: u32) -> u32"},
		{`{"type": "assert_return", "line": 2, "action": {"type": "invoke", "field": "trap", "args": []}, "expected": []}`, "FAIL t.wast:2 assert_return: trap: unreachable"},
		{`{"type": "assert_return", "line": 2, "action": {"type": "invoke", "module": "other", "field": "trap", "args": []}, "expected": []}`, `FAIL t.wast:2 assert_return: no instance "other"`},
		{`{"type": "assert_trap", "line": 2, ` + count3 + `, "text": "x"}`, "FAIL t.wast:2 assert_trap: returned; expected a trap: x"},
		{`{"type": "assert_trap", "line": 2, "action": {"type": "invoke", "field": "trap", "args": []}, "text": "x"}`, ""},
		{`{"type": "assert_uninstantiable", "line": 2, "filename": "work.wasm", "module_type": "binary", "text": "x"}`, "FAIL t.wast:2 assert_uninstantiable: returned; expected a trap: x"},
		{`{"type": "assert_unlinkable", "line": 2, "filename": "work.wasm", "module_type": "binary", "text": "x"}`, "FAIL t.wast:2 assert_unlinkable: instantiated; expected: x"},
		{`{"type": "assert_invalid", "line": 2, "filename": "work.wasm", "module_type": "binary", "text": "x"}`, "FAIL t.wast:2 assert_invalid: accepted; expected: x"},
		{`{"type": "assert_malformed", "line": 2, "filename": "work.wasm", "module_type": "binary", "text": "x"}`, "FAIL t.wast:2 assert_malformed: accepted; expected: x"},
		{`{"type": "assert_dance", "line": 2}`, "FAIL t.wast:2 assert_dance: the runner does not know this command"},
	} {
		s, err := wast.Load(script(t, module, c.command))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		tally, err := s.Run(t.Context(), component.Config{Interpreter: true}, &out, false)
		if err != nil {
			t.Fatal(err)
		}
		wantFails := 0
		if c.want != "" {
			wantFails = 1
			c.want += "\n"
		}
		if out.String() != c.want || tally.Total() != (wast.Counts{Pass: 2 - wantFails, Fail: wantFails}) {
			t.Errorf("%s:\n%s%v\nwant\n%s", c.command, out.String(), tally, c.want)
		}
	}
}

// What needs a feature that the runtime refuses is skipped, with everything that is done to it, and counted by the feature.
func TestGatedCommandsAreSkipped(t *testing.T) {
	s, err := wast.Load(script(t, `{"type": "module", "line": 1, "filename": "stream.wasm", "module_type": "binary"}`,
		`{"type": "assert_trap", "line": 2, `+count3+`, "text": "x"}`, module, `{"type": "action", "line": 4, `+count3+`}`,
		`{"type": "assert_malformed", "line": 5, "filename": "t.wast", "module_type": "text", "text": "x"}`))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	tally, err := s.Run(t.Context(), component.Config{Interpreter: true}, &out, true)
	if err != nil {
		t.Fatal(err)
	}
	const lines = `skip t.wast:1 module: needs the type stream (async)
skip t.wast:2 assert_trap: needs the type stream (async)
ok   t.wast:1 module (fuel 0)
ok   t.wast:4 action (fuel 26)
skip t.wast:5 assert_malformed: needs a parser of the text format
`
	const sums = `action                 1 passed     0 failed     0 skipped
assert_malformed       0 passed     0 failed     1 skipped
assert_trap            0 passed     0 failed     1 skipped
module                 1 passed     0 failed     1 skipped
  skipped for want of a parser of the text format: 1
  skipped for want of the type stream (async): 2
2 passed, 0 failed, 3 skipped
`
	if out.String() != lines || tally.String() != sums {
		t.Errorf("%s%s", out.String(), tally)
	}
}

// A packed script runs as the files that it was made of, packing twice gives the same bytes, and the sum of the source stands in it.
func TestPack(t *testing.T) {
	path := script(t, module, module, `{"type": "assert_return", "line": 2, `+count3+`, "expected": [{"type": "u32", "value": "4"}]}`)
	source := filepath.Join(filepath.Dir(path), "t.wast")
	var outputs []string
	var bytesOf [][]byte
	for range 2 {
		packed, err := wast.Pack(path, source)
		if err != nil {
			t.Fatal(err)
		}
		bytesOf = append(bytesOf, packed)
	}
	if !bytes.Equal(bytesOf[0], bytesOf[1]) || !bytes.Contains(bytesOf[0], []byte(wast.Sum([]byte("(component)")))) {
		t.Errorf("%s\n%s", bytesOf[0], bytesOf[1])
	}
	alone := filepath.Join(t.TempDir(), "packed.json")
	if err := os.WriteFile(alone, bytesOf[0], 0o600); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{path, alone} {
		s, err := wast.Load(p)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if _, err := s.Run(t.Context(), component.Config{Interpreter: true}, &out, true); err != nil {
			t.Fatal(err)
		}
		outputs = append(outputs, out.String())
	}
	if outputs[0] != outputs[1] || strings.Count(outputs[0], "\n") != 3 {
		t.Errorf("%s\n%s", outputs[0], outputs[1])
	}
}
