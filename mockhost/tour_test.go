package mockhost

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"openidea-plugin/wit"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestEveryFunction: the mock host has exactly the functions of the model.
func TestEveryFunction(t *testing.T) {
	known := map[string]bool{}
	for _, f := range wit.Functions {
		known[f.Interface+"."+f.Function] = true
		if _, ok := hostAPI[f.Interface][f.Function]; !ok {
			t.Errorf("%s.%s is in the model and not in the mock host", f.Interface, f.Function)
		}
	}
	for iface, functions := range hostAPI {
		for name := range functions {
			if !known[iface+"."+name] {
				t.Errorf("%s.%s is in the mock host and not in the model", iface, name)
			}
		}
	}
}

// TestTour calls every host function through a real component: from a tool, from a command, and without grants. The golden files hold what the plugin got, the
// trace and the effects.
func TestTour(t *testing.T) {
	p := fixture(t, "api-tour")
	unsaved := "# Demo, unsaved\n"
	options := Options{
		Project: tree(map[string]string{"README.md": "# Demo\n", "a/b.md": "b\n"}),
		Open:    []OpenFile{{Path: "README.md", Text: &unsaved}, {Path: "a/b.md"}}, Active: "README.md",
		Net: func(_ context.Context, r Request) (Response, error) {
			if r.Method == "POST" {
				return Response{}, HostError("failed", "no route to the host")
			}
			return Response{Status: 404, Headers: []Header{{"x", "y"}}, Body: []byte{0, 255}}, nil
		},
		Fetch: func(context.Context, string) error { return nil },
		Process: func(_ context.Context, c Command) (Output, error) {
			if c.Program != "cat" {
				return Output{}, HostError("denied", c.Program+" is not approved")
			}
			status := int32(0)
			return Output{Status: &status, Stdout: *c.Stdin}, nil
		},
	}
	denied := p
	denied.Grants = nil
	for _, c := range []struct {
		name string
		p    Plugin
		call func(ide *IDE, tool PluginTool) Outcome
	}{
		{"tool", p, func(ide *IDE, tool PluginTool) Outcome {
			return ide.CallTool(t.Context(), "openidea_api_tour__"+tool.Name, `{}`, CallOptions{})
		}},
		{"command", p, func(ide *IDE, tool PluginTool) Outcome {
			return ide.RunCommand(t.Context(), p.ID, tool.Name, nil, CallOptions{})
		}},
		{"denied", denied, func(ide *IDE, tool PluginTool) Outcome {
			return ide.RunCommand(t.Context(), p.ID, tool.Name, nil, CallOptions{})
		}},
	} {
		var b strings.Builder
		for _, tool := range p.Tools {
			fmt.Fprintf(&b, "== %s ==\n%s", tool.Name, story(c.call(host(t, options, c.p), tool)))
		}
		golden(t, "testdata/tour-"+c.name+".golden", b.String())
	}
}

// story is an outcome as text, without what varies.
func story(o Outcome) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n%s", o, o.Message, o.Text)
	for _, h := range o.Trace.Calls {
		fmt.Fprintf(&b, "  %s%s -> %s", h.Name(), h.Args, h.Result)
		if h.Capability != "" {
			fmt.Fprintf(&b, "   %s: %v", h.Capability, h.Granted)
		}
		b.WriteByte('\n')
	}
	e := o.Effects
	for _, f := range e.Files {
		fmt.Fprintf(&b, "  %s %s %q -> %q\n", f.Word(), f.Path, f.Before, f.After)
	}
	texts := func(kind string, changes []TextChange) {
		for _, c := range changes {
			show := func(s *string) string {
				if s == nil {
					return "none"
				}
				return fmt.Sprintf("%q", *s)
			}
			fmt.Fprintf(&b, "  %s %s %s -> %s\n", kind, c.Name, show(c.Before), show(c.After))
		}
	}
	texts("unsaved", e.Unsaved)
	texts("stored", e.Storage)
	for _, list := range []struct {
		kind  string
		items any
		n     int
	}{
		{"tabs", e.Tabs, len(e.Tabs)}, {"runs", e.Runs, len(e.Runs)}, {"fetches", e.Fetches, len(e.Fetches)},
		{"notifications", e.Notifications, len(e.Notifications)}, {"status", e.Status, len(e.Status)}, {"dialogs", e.Dialogs, len(e.Dialogs)}, {"log", e.Log, len(e.Log)},
	} {
		if list.n > 0 {
			fmt.Fprintf(&b, "  %s %v\n", list.kind, list.items)
		}
	}
	return b.String()
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}
