package cli

import (
	"bytes"
	"strings"
	"testing"

	"openidea-plugin/diag"
	"openidea-plugin/manifest"
	"openidea-plugin/plugin"
)

// TestCallWritesTheTextAsItIs: to a pipe or a file to the byte; a person at a terminal sees lines, and nothing that a terminal obeys.
func TestCallWritesTheTextAsItIs(t *testing.T) {
	for _, c := range []struct {
		name     string
		args     []string
		in       string
		terminal bool
		stdout   string
	}{
		{"no line end is added", []string{"call", "--command", "echo", "no line end"}, "", false, "no line end"},
		{"raw", []string{"call", "--command", "echo", "a\x1b[31m\u202e\r\nb"}, "", false, "a\x1b[31m\u202e\r\nb"},
		{"on a terminal", []string{"call", "--command", "echo", "a\x1b[31m\u202e\r\nb"}, "", true, "a<U+001B>[31m<U+202E>\nb\n"},
		{"no result", []string{"call", "--command", "nothing"}, "", true, ""},
		{"arguments from the standard input", []string{"call", "mcp", "-"}, " {} \n", false, "stdio-command None\n"},
	} {
		var out, err bytes.Buffer
		status := Main(append(c.args, "--plugin", "../../fixtures/api-tour"), Streams{In: strings.NewReader(c.in), Out: &out, Err: &err, OutTerminal: c.terminal})
		if status != 0 || out.String() != c.stdout {
			t.Errorf("%s: status %d, %q, want %q\n%s", c.name, status, out.String(), c.stdout, err.String())
		}
	}
}

// TestCallShowsTimesToPeopleOnly: the time varies, so it stands where a person looks, or where it was asked for.
func TestCallShowsTimesToPeopleOnly(t *testing.T) {
	for _, c := range []struct {
		args     []string
		terminal bool
		times    bool
	}{{nil, false, false}, {nil, true, true}, {[]string{"--times"}, false, true}} {
		var err bytes.Buffer
		Main(append([]string{"call", "mcp", "--plugin", "../../fixtures/api-tour", "--color", "never"}, c.args...), Streams{Err: &err, ErrTerminal: c.terminal})
		if got := strings.HasSuffix(err.String(), " ms\n"); got != c.times || !strings.HasPrefix(err.String(), "ok  19 bytes  fuel ") {
			t.Errorf("%v, terminal %v: %q", c.args, c.terminal, err.String())
		}
	}
}

// TestUnreadSchema: nothing is run for a tool whose schema cannot be read, and the reason is said; the plugin's other tools are run.
func TestUnreadSchema(t *testing.T) {
	m := manifest.Parse(&diag.SourceFile{Path: "plugin.toml", Data: []byte("id = 'a'\n[[contributes.mcpTools]]\nname = 'a'\n[[contributes.mcpTools]]\nname = 'b'\n")})
	p := &plugin.Plugin{Manifest: m}
	for _, tool := range m.Tools {
		p.Tools = append(p.Tools, &plugin.Tool{Tool: tool})
	}
	p.Tools[1].Unread = &plugin.ReadError{Path: "b.json", Reason: "no permission"}
	broken, all := brokenTools(p, nil)
	if want := "the schema of the tool cannot be read: no permission"; all || len(broken) != 1 || broken["b"] != want {
		t.Errorf("all %v, broken %q", all, broken)
	}
}
