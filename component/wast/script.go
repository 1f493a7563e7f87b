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

// Script is a script that was read, with its binaries.
type Script struct {
	// Source is the file name of the text that it was made of.
	Source   string
	commands []command
	file     func(name string) ([]byte, error)
}

// run is the state of one run of a script.
type run struct {
	rt          *component.Runtime
	file        func(name string) ([]byte, error)
	definitions map[string]*component.Component
	instances   map[string]*component.Instance
	last        *component.Instance
	all         []*component.Instance // every instance that was made
	lastDef     *component.Component
	// fuel is what the command under way has used in guests, where it ran any.
	fuel string
	// gated are the definitions and instances ("" the last) that need a feature which the runtime does not have, by its name.
	gated map[string]string
}

// gatedError is a command that needs a feature which the runtime refuses by name.
type gatedError struct{ feature string }

func (e *gatedError) Error() string { return "needs " + e.feature }

// callTimeout bounds one action: a script of the suites never runs long, even where a machine has much else to do.
const callTimeout = 5 * time.Minute

// Load reads the script at path: what wasm-tools wrote, with its binaries beside it, or what Pack made of that.
func Load(path string) (*Script, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var doc struct {
		packed
		Original string `json:"source_filename"`
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s := &Script{Source: doc.Original, file: func(name string) ([]byte, error) {
		return os.ReadFile(filepath.Join(filepath.Dir(path), name))
	}}
	if doc.Source != "" {
		s.Source, s.file = doc.Source, doc.binary
	}
	for _, raw := range doc.Commands {
		var c command
		if err := json.Unmarshal(raw, &c); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		s.commands = append(s.commands, c)
	}
	return s, nil
}

// Definition is the binary of the component that the script defines as $name.
func (s *Script) Definition(name string) ([]byte, error) {
	for i := range s.commands {
		if c := &s.commands[i]; c.Type == "module_definition" && c.Name == name {
			return s.file(c.Filename)
		}
	}
	return nil, fmt.Errorf("%s defines no component $%s", s.Source, name)
}

// Binaries are all components of the script, in its order.
func (s *Script) Binaries() [][]byte {
	var out [][]byte
	for i := range s.commands {
		c := &s.commands[i]
		if c.Filename == "" || c.ModuleType == "text" {
			continue
		}
		if data, err := s.file(c.Filename); err == nil {
			out = append(out, data)
		}
	}
	return out
}

// Run runs the script on a runtime of its own. It writes a line to out for each assertion that does not hold and, where verbose is true, one for
// every other command too, with the fuel that its guests used. Two runs write the same. An error is a runtime that cannot be made.
func (s *Script) Run(ctx context.Context, cfg component.Config, out io.Writer, verbose bool) (*Tally, error) {
	rt, err := component.NewRuntime(ctx, cfg)
	if err != nil {
		return nil, err
	}
	defer rt.Close(ctx)
	r := &run{rt: rt, file: s.file, definitions: map[string]*component.Component{}, instances: map[string]*component.Instance{}, gated: map[string]string{}}
	defer r.close(ctx)
	t := NewTally()
	for i := range s.commands {
		c := &s.commands[i]
		r.fuel = ""
		note, err := r.command(ctx, c)
		var gated *gatedError
		if errors.As(err, &gated) {
			t.skip(c.Type, gated.feature)
			if verbose {
				fmt.Fprintf(out, "skip %s:%d %s: %v\n", s.Source, c.Line, c.Type, err)
			}
			continue
		}
		t.count(c.Type, err == nil)
		if err != nil {
			fmt.Fprintf(out, "FAIL %s:%d %s: %v\n", s.Source, c.Line, c.Type, err)
		} else if verbose {
			fmt.Fprintf(out, "ok   %s:%d %s%s%s\n", s.Source, c.Line, c.Type, r.fuel, note)
		}
	}
	return t, nil
}

// close closes every instance that was made.
func (s *run) close(ctx context.Context) {
	for _, in := range s.all {
		_ = in.Close(ctx)
	}
}

// command runs one command; note says more where it holds.
func (s *run) command(ctx context.Context, c *command) (note string, err error) {
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
		if err == nil {
			// A core module is compiled, and so fully validated, when it is instantiated.
			err = s.rt.Compile(ctx, comp)
		}
		var decode *component.DecodeError
		var gated *gatedError
		switch {
		case errors.As(err, &gated):
			return "", err
		case err == nil:
			return "", fmt.Errorf("accepted; expected: %s", c.Text)
		case errors.As(err, &decode):
			return because(err, c.Text), nil
		}
		return "", fmt.Errorf("failed otherwise (%w); expected: %s", err, c.Text)
	case "assert_uninstantiable", "assert_unlinkable":
		comp, err := s.parse(c)
		if err != nil {
			return "", s.gate(err)
		}
		_, err = s.rt.Instantiate(ctx, comp, s.host(), limits)
		if c.Type == "assert_uninstantiable" {
			return trapped(err, c.Text)
		}
		if err != nil {
			return because(err, c.Text), nil
		}
		return "", fmt.Errorf("instantiated; expected: %s", c.Text)
	case "assert_return", "action":
		f, args, err := s.prepare(c.Action)
		if err != nil {
			return "", err
		}
		got, err := f.Call(ctx, args...)
		s.spent(s.target(c.Action))
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
		s.spent(s.target(c.Action))
		return trapped(err, c.Text)
	}
	return "", fmt.Errorf("the runner does not know this command")
}

// gate remembers which names an unsupported feature has left empty, and marks the error as such.
func (s *run) gate(err error, names ...string) error {
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

// because is a note: the reason of a rejection beside the one that the script gives.
func because(err error, want string) string { return ": " + err.Error() + "   <- " + want }

func trapped(err error, want string) (string, error) {
	var ce *component.CallError
	switch {
	case err == nil:
		return "", fmt.Errorf("returned; expected a trap: %s", want)
	case errors.As(err, &ce):
		return because(err, want), nil
	}
	return "", fmt.Errorf("failed otherwise (%w); expected a trap: %s", err, want)
}

func (s *run) parse(c *command) (*component.Component, error) {
	if c.ModuleType == "text" {
		return nil, &gatedError{"a parser of the text format"}
	}
	data, err := s.file(c.Filename)
	if err != nil {
		return nil, err
	}
	return component.Parse(data)
}

func (s *run) instantiate(ctx context.Context, name string, comp *component.Component) error {
	in, err := s.rt.Instantiate(ctx, comp, s.host(), limits)
	if err != nil {
		return err
	}
	s.last, s.all = in, append(s.all, in)
	s.spent(in)
	if name != "" {
		s.instances[name] = in
	}
	return nil
}

// target is the instance that an action calls, nil where there is none.
func (s *run) target(a *action) *component.Instance {
	if a.Module != "" {
		return s.instances[a.Module]
	}
	return s.last
}

// spent notes the fuel that in used last.
func (s *run) spent(in *component.Instance) { s.fuel = fmt.Sprintf(" (fuel %d)", in.FuelUsed()) }

func (s *run) prepare(a *action) (*component.Func, []component.Value, error) {
	in := s.target(a)
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
