package runner

import (
	"testing"

	"openidea-plugin/mockhost"
)

func TestDescribe(t *testing.T) {
	for _, c := range []struct {
		o    mockhost.Outcome
		want string
	}{
		{mockhost.Outcome{Kind: mockhost.OK, Text: "a\n"}, `ok "a\n"`},
		{mockhost.Outcome{Kind: mockhost.OK, None: true}, "ok, no result"},
		{mockhost.Outcome{Kind: mockhost.Error, Reason: "denied", Message: "no"}, `error denied: "no"`},
		{mockhost.Outcome{Kind: mockhost.Error, Reason: "denied"}, "error denied"},
		{mockhost.Outcome{Kind: mockhost.Refused, Reason: "remote", Message: mockhost.RemoteMessage}, "refused remote: not supported for remote projects yet"},
		{mockhost.Outcome{Kind: mockhost.Aborted, Reason: "trap", Message: "trap: unreachable",
			Frames: []string{"__rustc::rust_panic", "std::panicking::begin", "core::result::unwrap_failed", "notes::find", "notes::call", "call", "deeper"}},
			"aborted trap: unreachable, in notes::find, called from notes::call, called from call"},
		{mockhost.Outcome{Kind: mockhost.Aborted, Reason: "trap", Message: "trap: unreachable", Frames: []string{"std::only"}}, "aborted trap: unreachable, in std::only"},
		{mockhost.Outcome{Kind: mockhost.Aborted, Reason: "trap", Message: "trap: unreachable", Frames: []string{"std::only", "notes::find"},
			Effects: mockhost.Effects{Log: []mockhost.LogLine{{Level: "info", Text: "so far"}, {Level: "error", Text: "panicked at src/lib.rs:7:9: left\n right"}}}},
			"aborted trap: panicked at src/lib.rs:7:9: left right, in notes::find"},
		{mockhost.Outcome{Kind: mockhost.Aborted, Reason: "fuel", Message: "too much",
			Effects: mockhost.Effects{Log: []mockhost.LogLine{{Level: "error", Text: "panicked at src/lib.rs:7:9: left"}}}}, "aborted fuel: too much"},
		{mockhost.Outcome{Kind: mockhost.Aborted, Reason: "abi", Message: "two\nlines"}, "aborted abi: two lines"},
	} {
		if got := Describe(c.o); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestSettingsInWords(t *testing.T) {
	s := load(t, "data-tools", map[string]string{"a.test.toml": `
[defaults]
grants = []
restricted = true
window = false
remote = true
mcp-server = false
confirm = "cancel"
[[test]]
name = "x"
tool = "find_notes"
arguments = { text = "x" }
expect.refused = "remote"
`})
	c := run(t, Options{}, s)[0].Tests[0].Calls[0]
	want := []string{"grants none", "restricted", "remote", "no window", "no mcp-server", "confirm cancel"}
	if len(c.Settings) != len(want) {
		t.Fatalf("%q, want %q", c.Settings, want)
	}
	for i := range want {
		if c.Settings[i] != want[i] {
			t.Errorf("%q, want %q", c.Settings[i], want[i])
		}
	}
}
