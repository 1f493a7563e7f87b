package runner

import (
	"testing"

	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/testfile"
)

func TestHint(t *testing.T) {
	trap := func(last mockhost.HostCall) mockhost.Outcome {
		return mockhost.Outcome{Kind: mockhost.Aborted, Reason: mockhost.Trap, Trace: mockhost.Trace{Calls: []mockhost.HostCall{{}, last}}}
	}
	panicked := mockhost.Outcome{Kind: mockhost.Aborted, Reason: mockhost.Trap, Message: "trap: unreachable",
		Frames: []string{"__rustc::rust_panic", "std::panicking::begin", "notes::find"}}
	withStderr := panicked
	withStderr.Stderr = "thread 'main' panicked at src/lib.rs:7:9"
	logged := panicked
	logged.Effects.Log = []mockhost.LogLine{{Level: "error", Text: "panicked at src/lib.rs:7:9: no notes"}}
	logged.Trace.Calls = []mockhost.HostCall{{Interface: "log", Function: "write"}}
	loggedDenial := logged
	loggedDenial.Trace.Calls = []mockhost.HostCall{{Error: "denied"}, {Interface: "log", Function: "write"}}
	afterCall := mockhost.Outcome{Kind: mockhost.Error, Reason: "not-found", Message: "find", Trace: mockhost.Trace{Calls: []mockhost.HostCall{{}}}}
	ok := mockhost.Outcome{Kind: mockhost.OK}
	denial := mockhost.Outcome{Kind: mockhost.Error, Reason: "denied", Trace: mockhost.Trace{Calls: []mockhost.HostCall{
		{Interface: "project", Capability: "project.read", Granted: true, Error: "denied"}, {Interface: "storage", Capability: "storage", Error: "denied"},
	}}}
	outOfBounds := func(frames ...string) mockhost.Outcome {
		return mockhost.Outcome{Kind: mockhost.Aborted, Reason: mockhost.Trap, Message: "out of bounds memory access", Frames: frames}
	}
	refused := func(reason string) testfile.Expect { return testfile.Expect{Refused: reason} }
	reading := &mockhost.PluginTool{Name: "find", ReadOnly: true}
	purging := &mockhost.PluginTool{Name: "purge", Destructive: true}
	for _, c := range []struct {
		o     mockhost.Outcome
		x     testfile.Expect
		tool  *mockhost.PluginTool
		given *capabilities
		want  string
	}{
		{o: trap(mockhost.HostCall{Error: "denied"}), want: "The plugin trapped after the denial: an error of a host call was not handled (unwrap?)."},
		{o: trap(mockhost.HostCall{Interface: "project", Function: "read-file", Error: "not-found"}),
			want: "The plugin trapped after the error not-found of project.read-file: an error of a host call was not handled (unwrap?)."},
		{o: trap(mockhost.HostCall{})},
		{o: panicked, want: "The plugin panicked, and the message is lost in the component: cargo test shows it. Return an error instead, whose message reaches the agent."},
		{o: withStderr, want: "The plugin panicked: return an error instead, whose message reaches the agent."},
		{o: logged, want: "The plugin panicked: return an error instead, whose message reaches the agent."},
		{o: loggedDenial, want: "The plugin trapped after the denial: an error of a host call was not handled (unwrap?)."},
		{o: outOfBounds("p::walk", "p::walk", "p::walk"),
			want: "p::walk called itself again and again, which has probably used up the stack that the plugin keeps in its memory: give the recursion an end, or use a loop."},
		{o: outOfBounds("p::walk", "p::walk", "p::start")},
		{o: outOfBounds("p::walk")},
		{o: mockhost.Outcome{Kind: mockhost.Aborted, Reason: mockhost.ABI, Help: "Drop it."}, want: "Drop it."},
		{o: ok, tool: reading},
		{o: mockhost.Outcome{Kind: mockhost.Error, Reason: "not-found", Message: "find"}, tool: reading,
			want: "The manifest declares find, but the component does not know it: is it built from the present code, and does the code answer find?"},
		{o: mockhost.Outcome{Kind: mockhost.Error, Reason: "not-found", Message: "find"}},
		{o: mockhost.Outcome{Kind: mockhost.Error, Reason: "not-found", Message: "no file a.md"}, tool: reading},
		{o: afterCall, tool: reading},
		{o: ok, x: refused(mockhost.Rejected), tool: reading, want: "The manifest says that find is not destructive, so nobody is asked."},
		{o: ok, x: refused(mockhost.NoWindow), tool: reading, want: "The manifest says that find is not destructive, so nobody is asked."},
		{o: ok, x: refused(mockhost.Rejected), tool: purging},
		{o: mockhost.Outcome{Kind: mockhost.Refused, Reason: mockhost.InvalidArguments}, x: refused(mockhost.Rejected), tool: reading},
		{o: ok, x: refused(mockhost.Restricted), tool: reading, want: "The manifest says that find is read-only, so it may be called in Restricted Mode."},
		{o: ok, x: refused(mockhost.Restricted), tool: purging},
		{o: denial, tool: reading, given: &capabilities{required: []string{"project.read"}, optional: []string{"storage"}},
			want: `The manifest lists "storage" as optional, and a test grants it only where it says so: grants = ["project.read", "storage"].`},
		{o: denial, given: &capabilities{}, want: `The manifest does not list "storage", so it is never granted: add it to capabilities.required or capabilities.optional.`},
		{o: denial, tool: reading},
		{o: mockhost.Outcome{Kind: mockhost.Error, Reason: "denied", Message: "of its own"}, tool: reading, given: &capabilities{}},
	} {
		if got := hint(c.o, c.x, c.tool, c.given); got != c.want {
			t.Errorf("%+v: got %q, want %q", c, got, c.want)
		}
	}
}

// TestMisnamedTool: the local name of another plugin's tool is no tool, nor is the registered name of an own one, and what each is called by is said.
func TestMisnamedTool(t *testing.T) {
	own := &Suite{id: "acme.notes", host: mockhost.Plugin{ID: "acme.notes", Tools: []mockhost.PluginTool{{Name: "find"}}}}
	j := &job{suite: own, file: &testfile.File{World: testfile.World{Plugins: []mockhost.Plugin{{ID: "acme.other", Tools: []mockhost.PluginTool{{Name: "go"}}}}}}}
	if got, want := j.misnamed("go"), `A tool of another plugin goes by its registered name: tool = "acme_other__go".`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := j.misnamed("acme_notes__find"), `A tool of the plugin under test goes by its local name: tool = "find".`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := j.misnamed("stop"); got != "" {
		t.Error(got)
	}
}
