// Package wast runs script tests of the component model against package component, in the form of JSON and binaries that `wasm-tools json-from-wast`
// makes of a script. Messages of traps and of invalid components are the business of each implementation: only the kind of an
// outcome is compared.
package wast

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
)

// command is one command of a script.
type command struct {
	Type       string          `json:"type"`
	Line       int             `json:"line"`
	Name       string          `json:"name"`
	Filename   string          `json:"filename"`
	ModuleType string          `json:"module_type"`
	Instance   string          `json:"instance"`
	Module     string          `json:"module"`
	Text       string          `json:"text"`
	Expected   []typedValue    `json:"expected"`
	Action     *action         `json:"action"`
	As         json.RawMessage `json:"as"`
}

type action struct {
	Type   string       `json:"type"`
	Module string       `json:"module"`
	Field  string       `json:"field"`
	Args   []typedValue `json:"args"`
}

// script is the state of one script.
type script struct {
	rt          *component.Runtime
	dir         string
	definitions map[string]*component.Component
	instances   map[string]*component.Instance
	last        *component.Instance
	lastDef     *component.Component
	// gated are the definitions and instances ("" the last) that need a feature which the runtime does not have, by its name.
	gated map[string]string
}

// gatedError is a command that needs a feature which the runtime refuses by name.
type gatedError struct{ feature string }

func (e *gatedError) Error() string { return "needs " + e.feature }

// callTimeout bounds one action: a script of the suites never runs long.
const callTimeout = 20 * time.Second

// Run runs the script at path. It writes a line to out for each assertion that does not hold, and where verbose is true for every other too. An
// error is a script that cannot be read.
func Run(ctx context.Context, path string, out io.Writer, verbose bool) (*Tally, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var doc struct {
		Source   string    `json:"source_filename"`
		Commands []command `json:"commands"`
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	rt, err := component.NewRuntime(ctx, component.Config{})
	if err != nil {
		return nil, err
	}
	defer rt.Close(ctx)
	s := &script{rt: rt, dir: filepath.Dir(path), definitions: map[string]*component.Component{}, instances: map[string]*component.Instance{}, gated: map[string]string{}}
	t := NewTally()
	for i := range doc.Commands {
		c := &doc.Commands[i]
		note, err := s.run(ctx, c)
		var gated *gatedError
		if errors.As(err, &gated) {
			t.skip(c.Type, gated.feature)
			if verbose {
				fmt.Fprintf(out, "skip %s:%d %s: %v\n", doc.Source, c.Line, c.Type, err)
			}
			continue
		}
		t.count(c.Type, err == nil)
		if err != nil {
			fmt.Fprintf(out, "FAIL %s:%d %s: %v\n", doc.Source, c.Line, c.Type, err)
		} else if verbose {
			fmt.Fprintf(out, "ok   %s:%d %s %s\n", doc.Source, c.Line, c.Type, note)
		}
	}
	return t, nil
}

// run runs one command; note says more where it holds.
func (s *script) run(ctx context.Context, c *command) (note string, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	switch c.Type {
	case "module":
		s.last = nil
		comp, err := s.parse(c)
		if err != nil {
			return "", s.gate(err, "", "instance "+c.Name)
		}
		return "", s.instantiate(ctx, c.Name, comp)
	case "module_definition":
		comp, err := s.parse(c)
		s.definitions[c.Name], s.lastDef = comp, comp
		return "", s.gate(err, "definition "+c.Name, "definition ")
	case "module_instance":
		comp := s.lastDef
		if c.Module != "" {
			comp = s.definitions[c.Module]
		}
		if comp == nil {
			s.last = nil
			feature, ok := s.gated["definition "+c.Module]
			if !ok {
				return "", fmt.Errorf("no definition %q", c.Module)
			}
			return "", s.gate(&gatedError{feature}, "", "instance "+c.Instance)
		}
		return "", s.instantiate(ctx, c.Instance, comp)
	case "assert_malformed", "assert_invalid":
		comp, err := s.parse(c)
		if err != nil {
			return err.Error() + "   <- " + c.Text, nil
		}
		// A core module is compiled, and so fully validated, when it is instantiated.
		if err := s.rt.Compile(ctx, comp); err != nil {
			return err.Error() + "   <- " + c.Text, nil
		}
		return "", fmt.Errorf("accepted; expected: %s", c.Text)
	case "assert_uninstantiable", "assert_unlinkable":
		comp, err := s.parse(c)
		if err != nil {
			return "", err
		}
		if _, err := s.rt.Instantiate(ctx, comp, s.host(), limits); err != nil {
			return err.Error() + "   <- " + c.Text, nil
		}
		return "", fmt.Errorf("instantiated; expected: %s", c.Text)
	case "assert_return", "action":
		f, args, err := s.prepare(c.Action)
		if err != nil {
			return "", err
		}
		got, err := f.Call(ctx, args...)
		if err != nil {
			return "", err
		}
		if c.Type == "action" {
			return "", nil
		}
		return "", compare(f.Type().Result, got, c.Expected)
	case "assert_trap":
		if c.Action == nil {
			comp, err := s.parse(c)
			if err != nil {
				return "", err
			}
			_, err = s.rt.Instantiate(ctx, comp, s.host(), limits)
			return trapped(err, c.Text)
		}
		f, args, err := s.prepare(c.Action)
		if err != nil {
			return "", err
		}
		_, err = f.Call(ctx, args...)
		return trapped(err, c.Text)
	}
	return "", fmt.Errorf("the runner does not know this command")
}

// gate remembers which names an unsupported feature has left empty, and marks the error as such.
func (s *script) gate(err error, names ...string) error {
	feature, ok := "", false
	var gated *gatedError
	if errors.As(err, &gated) {
		feature, ok = gated.feature, true
	} else if err != nil {
		feature, ok = strings.CutPrefix(err.Error(), "not supported: ")
		feature, _, _ = strings.Cut(feature, " (at byte offset")
	}
	for _, n := range append(names, "instance ") {
		delete(s.gated, n)
		if ok {
			s.gated[n] = feature
		}
	}
	if ok {
		return &gatedError{feature}
	}
	return err
}

func trapped(err error, want string) (string, error) {
	var ce *component.CallError
	switch {
	case err == nil:
		return "", fmt.Errorf("returned; expected a trap: %s", want)
	case errors.As(err, &ce):
		return err.Error() + "   <- " + want, nil
	}
	return "", fmt.Errorf("failed otherwise (%w); expected a trap: %s", err, want)
}

func (s *script) parse(c *command) (*component.Component, error) {
	if c.ModuleType == "text" {
		return nil, fmt.Errorf("given as text: %s", c.Filename)
	}
	data, err := os.ReadFile(filepath.Join(s.dir, c.Filename))
	if err != nil {
		return nil, err
	}
	return component.Parse(data)
}

func (s *script) instantiate(ctx context.Context, name string, comp *component.Component) error {
	in, err := s.rt.Instantiate(ctx, comp, s.host(), limits)
	if err != nil {
		return err
	}
	s.last = in
	if name != "" {
		s.instances[name] = in
	}
	return nil
}

func (s *script) prepare(a *action) (*component.Func, []component.Value, error) {
	in := s.last
	if a.Module != "" {
		in = s.instances[a.Module]
	}
	if in == nil {
		if f, ok := s.gated["instance "+a.Module]; ok {
			return nil, nil, &gatedError{f}
		}
		return nil, nil, fmt.Errorf("no instance %q", a.Module)
	}
	f := in.Func("", a.Field)
	if f == nil {
		return nil, nil, fmt.Errorf("no export %q", a.Field)
	}
	if len(f.Type().Params) != len(a.Args) {
		return nil, nil, fmt.Errorf("%d arguments for %s", len(a.Args), f.Type())
	}
	args := make([]component.Value, len(a.Args))
	for i, v := range a.Args {
		var err error
		if args[i], err = v.value(f.Type().Params[i].Type); err != nil {
			return nil, nil, err
		}
	}
	return f, args, nil
}

func compare(t *types.Type, got component.Value, want []typedValue) error {
	if t == nil {
		if len(want) != 0 {
			return fmt.Errorf("no result; expected one")
		}
		return nil
	}
	if len(want) != 1 {
		return fmt.Errorf("got %#v; expected %d results", got, len(want))
	}
	w, err := want[0].value(t)
	if err != nil {
		return err
	}
	if !same(got, w) {
		return fmt.Errorf("got %#v, expected %#v", got, w)
	}
	return nil
}
