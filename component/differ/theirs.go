package main

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
)

//go:embed oracle.py
var oracleScript string

// theirs is the process that runs wasmtime.
type theirs struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	version string
}

func startTheirs(python string) (*theirs, error) {
	cmd := exec.Command(python, "-c", oracleScript)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	t := &theirs{cmd: cmd, in: in, out: bufio.NewReaderSize(out, 1<<20)}
	var hello struct{ Wasmtime, Missing string }
	err = t.answer(&hello)
	if err == nil && hello.Missing != "" {
		err = errors.New(hello.Missing)
	}
	if err != nil {
		_ = cmd.Wait()
		return nil, err
	}
	t.version = hello.Wasmtime
	return t, nil
}

func (t *theirs) answer(v any) error {
	line, err := t.out.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("wasmtime's process ended: %w", err)
	}
	return json.Unmarshal(line, v)
}

func (t *theirs) stop() {
	_ = t.in.Close()
	_ = t.cmd.Wait()
}

// compile makes the binary of the batch's component, which the process keeps for run.
func (t *theirs) compile(b *batch) ([]byte, error) {
	results := map[string]int{}
	for name, f := range b.exports {
		if f.Result != nil {
			results[name] = 1
		} else {
			results[name] = 0
		}
	}
	request, err := json.Marshal(map[string]any{
		"wat": b.wat, "imports": slices.Sorted(maps.Keys(b.imports)), "resources": b.resources, "results": results, "auto": b.auto, "concurrency": b.concurrency,
	})
	if err != nil {
		return nil, err
	}
	if _, err := t.in.Write(append(request, '\n')); err != nil {
		return nil, err
	}
	var got struct {
		Wasm  []byte
		Error string
	}
	if err := t.answer(&got); err != nil {
		return nil, err
	}
	if got.Error != "" {
		return nil, fmt.Errorf("wasmtime refuses the component: %s", got.Error)
	}
	return got.Wasm, nil
}

// run runs the batch's cases.
func (t *theirs) run(b *batch) ([]outcome, error) {
	request := bytes.NewBufferString(`{"cases":[`)
	for i := range b.cases {
		if i > 0 {
			request.WriteByte(',')
		}
		request.Write(b.caseJSON(&b.cases[i]))
	}
	request.WriteString("]}\n")
	if _, err := t.in.Write(request.Bytes()); err != nil {
		return nil, err
	}
	var got struct {
		Out []json.RawMessage
		Why []string
	}
	if err := t.answer(&got); err != nil {
		return nil, err
	}
	outs := make([]outcome, len(got.Out))
	for i := range outs {
		outs[i] = outcome{events: string(got.Out[i]), why: got.Why[i]}
	}
	return outs, nil
}

func (b *batch) caseJSON(c *testCase) []byte {
	out := fmt.Appendf(nil, `{"fresh":%t,"steps":[`, c.fresh)
	for i := range c.steps {
		if i > 0 {
			out = append(out, ',')
		}
		out = b.appendStep(out, &c.steps[i])
	}
	out = append(out, ']')
	if c.after != nil {
		out = b.appendStep(append(out, `,"after":`...), c.after)
	}
	out = append(out, `,"replies":{`...)
	for i, name := range slices.Sorted(maps.Keys(c.replies)) {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(appendText(out, name), ":["...)
		for k, v := range c.replies[name] {
			if k > 0 {
				out = append(out, ',')
			}
			out = appendValue(out, b.imports[name].Result, v, serialOf)
		}
		out = append(out, ']')
	}
	return append(out, "}}"...)
}

func (b *batch) appendStep(out []byte, s *step) []byte {
	if s.call == "" {
		return fmt.Appendf(out, `["drop",%d]`, s.drop)
	}
	out = fmt.Appendf(out, `["call",%q`, s.call)
	for k, a := range s.args {
		out = appendValue(append(out, ','), b.exports[s.call].Params[k].Type, a, serialOf)
	}
	return append(out, ']')
}

func serialOf(rep any) int { return rep.(guestHandle).serial }
