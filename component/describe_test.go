package component_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
	"openidea-plugin/component/wast"
)

// outline is one line for each import or export, and one for each thing in an instance.
func outline(named []types.Named) []string {
	var out []string
	for _, n := range named {
		line := n.Sort.String() + " " + n.Name
		if n.Sort == types.SortFunc {
			line += ": " + n.Func.String()
		}
		out = append(out, line)
		if n.Sort == types.SortInstance {
			for _, l := range outline(n.Instance.Exports) {
				out = append(out, "  "+l)
			}
		}
	}
	return out
}

func TestImportsAndExports(t *testing.T) {
	client := guest(t, "Client")
	for _, c := range []struct {
		name string
		got  []types.Named
		want []string
	}{
		{"imports", client.Imports(), []string{
			"instance acme:host/api@1.2.0",
			"  type thing",
			"  func make: func(name: string) -> own<thing>",
			"  func [method]thing.look: func(self: borrow<thing>) -> u32",
			"  func take: func(t: own<thing>)",
			"  func add: func(a: u32, b: u32) -> result<u32, string>",
			"  func call: func()",
		}},
		{"exports", client.Exports(), []string{
			"instance acme:guest/run@0.1.0",
			"  func hold: func() -> u32",
			"  func hold-many: func(n: u32)",
			"  func look: func(h: u32) -> u32",
			"  func take: func(h: u32)",
			"  func drop: func(h: u32)",
			"  func add: func(a: u32, b: u32) -> result<u32, string>",
			"  func call: func()",
		}},
		{"exports of the definer", guest(t, "Cells").Exports(), []string{
			"type cell",
			"func make: func(rep: u32) -> own<cell>",
			"func look: func(c: borrow<cell>) -> u32",
			"func keep: func(c: own<cell>) -> u32",
			"func dropped: func() -> u32",
			"func last: func() -> u32",
		}},
	} {
		if got := outline(c.got); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// The plugins that other tests build on import and export what their worlds say, whatever toolchain made them.
func TestImportsAndExportsOfPlugins(t *testing.T) {
	for _, name := range []string{"data-tools", "data-tools-c"} {
		c := loadFixture(t, filepath.Join("..", "fixtures", name, "dist", "plugin.wasm"))
		exports := outline(c.Exports())
		for _, want := range []string{"instance openidea:plugin/mcp-provider@1.4.0", "instance openidea:plugin/commands@1.4.0"} {
			if !slices.Contains(exports, want) {
				t.Errorf("%s: no %s in\n%s", name, want, strings.Join(exports, "\n"))
			}
		}
		imports := outline(c.Imports())
		for _, want := range []string{"  type project", "  func [method]project.read-file: func(self: borrow<project>, path: string) -> result<string, variant { denied(string), invalid(string), not-found(string), failed(string) }>"} {
			if !slices.Contains(imports, want) {
				t.Errorf("%s: no %q in\n%s", name, want, strings.Join(imports, "\n"))
			}
		}
		rt := newRuntime(t, component.Config{})
		if err := rt.Compile(t.Context(), c); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDecodeErrors(t *testing.T) {
	s, err := wast.Load(packedPath("guests"))
	if err != nil {
		t.Fatal(err)
	}
	valid, err := s.Definition("Cells")
	if err != nil {
		t.Fatal(err)
	}
	head := string(valid[:8])
	for _, c := range []struct {
		name, data, message string
		offset              int
	}{
		{"nothing", "", "this is not WebAssembly: the first four bytes must be 00 61 73 6d", 0},
		{"the beginning of a component", "\x00asm\x0d", "the file ends within its first 8 bytes", 0},
		{"text", "(component)", "this is not WebAssembly: the first four bytes must be 00 61 73 6d", 0},
		{"a core module", "\x00asm\x01\x00\x00\x00", "this is a core WebAssembly module, not a component", 0},
		{"another version", "\x00asm\x0c\x00\x01\x00", "this is WebAssembly of a version that is not supported; components of version 0x0d are", 0},
		{"truncated", string(valid[:len(valid)-1]), "", 0},
		{"an unknown section", head + "\x0d\x00", "there is no section with number 13", 8},
		{"an index of nothing", head + "\x07\x02\x01\x7d" + "\x07\x03\x01\x70\x07", "there is no type 7: ", 0xf},
	} {
		_, err := component.Parse([]byte(c.data))
		var de *component.DecodeError
		if !errors.As(err, &de) {
			t.Errorf("%s: %v is no DecodeError", c.name, err)
			continue
		}
		if c.message == "" {
			continue
		}
		if !strings.Contains(de.Message, c.message) || de.Offset != c.offset || !strings.HasSuffix(err.Error(), fmt.Sprintf("(at byte offset %#x)", c.offset)) {
			t.Errorf("%s: %v at %#x, want %q at %#x", c.name, err, de.Offset, c.message, c.offset)
		}
	}
}

// What later versions of the component model have is refused by its name.
func TestLaterFeaturesAreRefusedByName(t *testing.T) {
	for _, c := range []struct{ section, want string }{
		{"\x07\x04\x01\x66\x01\x7d", "not supported: the type stream (async) (at byte offset 0xb)"},
		{"\x07\x04\x01\x65\x01\x7d", "not supported: the type future (async) (at byte offset 0xb)"},
		{"\x07\x04\x01\x63\x79\x7d", "not supported: the type map (at byte offset 0xb)"},
		{"\x07\x04\x01\x67\x7d\x04", "not supported: lists of fixed length (at byte offset 0xb)"},
		{"\x07\x02\x01\x64", "not supported: the type error-context (at byte offset 0xb)"},
		{"\x07\x05\x01\x43\x00\x01\x00", "not supported: async functions (at byte offset 0xb)"},
		{"\x09\x03\x00\x00\x00", "not supported: start definitions (at byte offset 0xa)"},
		{"\x0c\x03\x01\x7d\x00", "not supported: value definitions (at byte offset 0xa)"},
		{"\x0a\x07\x01\x00\x01v\x02\x01\x7d", "not supported: values (at byte offset 0xe)"},
		{"\x08\x02\x01\x09", "not supported: task.return (async) (at byte offset 0xb)"},
		{"\x08\x02\x01\x24", "not supported: backpressure.inc (async) (at byte offset 0xb)"},
		{"\x08\x03\x01\x0a\x00", "not supported: context.get (async) (at byte offset 0xb)"},
		{"\x08\x03\x01\x1f\x00", "not supported: waitable-set.new (async) (at byte offset 0xb)"},
		{"\x08\x02\x01\x40", "not supported: thread.spawn-ref (threads) (at byte offset 0xb)"},
	} {
		if _, err := component.Parse([]byte("\x00asm\x0d\x00\x01\x00" + c.section)); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.section, err, c.want)
		}
	}
}

// So is what operators of core code have, as soon as the code is looked at.
func TestLaterOperatorsAreRefusedByName(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"\xfd\x80\x02", "not supported: operators of relaxed SIMD (at byte offset 0x21)"},
		{"\xfc\x13", "not supported: operators of wide arithmetic (at byte offset 0x21)"},
		{"\xd4", "not supported: typed references (at byte offset 0x21)"},
		{"\x1a", "the core module is invalid: invalid function[0]: invalid drop"},
	} {
		module := "\x00asm\x01\x00\x00\x00" + "\x01\x04\x01\x60\x00\x00" + "\x03\x02\x01\x00" +
			"\x0a" + string(rune(len(c.code)+4)) + "\x01" + string(rune(len(c.code)+2)) + "\x00" + c.code + "\x0b"
		comp, err := component.Parse([]byte("\x00asm\x0d\x00\x01\x00" + "\x01" + string(rune(len(module))) + module + "\x02\x04\x01\x00\x00\x00"))
		if err != nil {
			t.Fatal(err)
		}
		_, made := newRuntime(t, component.Config{}).Instantiate(t.Context(), comp, none{}, component.Limits{})
		for _, err := range []error{comp.Validate(t.Context()), made} {
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%q: %v, want %s", c.code, err, c.want)
			}
		}
	}
}

// Whatever is cut off, the rest is refused and the offset lies in it; only a cut between two sections can leave a component.
func TestTruncatedComponents(t *testing.T) { // wasmtime#8323
	s, err := wast.Load(packedPath("guests"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Work", "Client", "Cells"} {
		data, err := s.Definition(name)
		if err != nil {
			t.Fatal(err)
		}
		ends := sectionEnds(data)
		for n := range len(data) {
			_, err := component.Parse(data[:n])
			var de *component.DecodeError
			switch {
			case err == nil && !slices.Contains(ends, n):
				t.Errorf("%s: the first %d bytes are a component", name, n)
			case err != nil && !errors.As(err, &de):
				t.Errorf("%s: the first %d bytes: %v is no DecodeError", name, n, err)
			case de != nil && de.Offset > n:
				t.Errorf("%s: offset %d in %d bytes", name, de.Offset, n)
			}
		}
	}
}

// sectionEnds are the offsets at which a section ends, or none has begun.
func sectionEnds(data []byte) []int {
	ends := []int{8}
	for at := 8; at < len(data); {
		size, n := binary.Uvarint(data[at+1:])
		at += 1 + n + int(size)
		ends = append(ends, at)
	}
	return ends
}

// refusing has one thing less, or another, than a component asks for.
type refusing struct {
	*api
	err        error
	noResource bool
}

func (r refusing) Func(instance, name string, t *types.Func) (component.HostFunc, bool, error) {
	if r.err != nil && name == "take" {
		return nil, true, r.err
	}
	return r.api.Func(instance, name, t)
}

func (r refusing) Resource(instance, name string) (*component.ResourceType, bool) {
	if r.noResource {
		return nil, false
	}
	return r.api.Resource(instance, name)
}

func TestLinkErrors(t *testing.T) {
	rt, client := newRuntime(t, component.Config{}), guest(t, "Client")
	with := func(change func(*refusing)) component.Resolver {
		r := refusing{api: newAPI()}
		change(&r)
		return r
	}
	for _, c := range []struct {
		name     string
		resolver component.Resolver
		item     string
		message  string
	}{
		{"nothing at all", none{}, "thing", `import "acme:host/api@1.2.0", "thing": the host has no such resource type`},
		{"no resource type", with(func(r *refusing) { r.noResource = true }), "thing", `import "acme:host/api@1.2.0", "thing": the host has no such resource type`},
		{"no function", with(func(r *refusing) { r.without = "add" }), "add", `import "acme:host/api@1.2.0", "add": the host has no such function`},
		{"a function of another type", with(func(r *refusing) { r.err = errors.New("it takes two things") }), "take", `import "acme:host/api@1.2.0", "take": it takes two things`},
	} {
		_, err := rt.Instantiate(t.Context(), client, c.resolver, component.Limits{})
		var le *component.LinkError
		if !errors.As(err, &le) || le.Import != hostAPI || le.Item != c.item || err.Error() != c.message {
			t.Errorf("%s: %v, want %s", c.name, err, c.message)
		}
	}
}

// Of several resolvers, the first that has a thing supplies it; the others are asked for the rest.
func TestResolvers(t *testing.T) {
	first, second := newAPI(), newAPI()
	first.without = "add"
	in := instantiate(t, newRuntime(t, component.Config{}), guest(t, "Client"), component.Resolvers{none{}, first, second}, component.Limits{})
	call(t, in, guestRun, "hold")
	if got := call(t, in, guestRun, "add", uint32(1), uint32(1)); got != (component.Result{Value: uint32(2)}) {
		t.Errorf("add: %v", got)
	}
	if first.made != 1 || second.made != 0 {
		t.Errorf("the first made %d things, the second %d", first.made, second.made)
	}
}

// A context that has ended before lets no guest code run for long.
func TestCancelledBeforeInstantiation(t *testing.T) {
	for _, e := range engines {
		rt := newRuntime(t, e.cfg)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		in, err := rt.Instantiate(ctx, guest(t, "Work"), none{}, component.Limits{})
		if err == nil {
			_, err = in.Func("", "spin").Call(ctx)
			_ = in.Close(t.Context())
		}
		aborted(t, err, component.AbortCancelled)
	}
}

func TestCompileFindsInvalidCode(t *testing.T) {
	// (component (core module (func (local.get 3) (drop))))
	bad := "\x00asm\x0d\x00\x01\x00" + "\x01\x1b" + "\x00asm\x01\x00\x00\x00" + "\x01\x04\x01\x60\x00\x00" + "\x03\x02\x01\x00" + "\x0a\x07\x01\x05\x00\x20\x03\x1a\x0b"
	c, err := component.Parse([]byte(bad))
	if err == nil {
		err = newRuntime(t, component.Config{}).Compile(t.Context(), c)
	}
	var de *component.DecodeError
	if !errors.As(err, &de) || de.Offset != 10 || !strings.Contains(de.Message, "local 3") {
		t.Errorf("%v", err)
	}
}
