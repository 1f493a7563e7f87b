package mockhost

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// TestAborts: every way in which the host ends a call, through a real component; the next call works.
func TestAborts(t *testing.T) {
	bad, other := fixture(t, "misbehaving"), fixture(t, "other-api")
	seen := map[string]bool{}
	for _, c := range []struct {
		tool    string
		reasons []string
		says    string // part of the message
		limits  Limits
	}{
		{"trap", []string{Trap}, "unreachable", Limits{}},
		{"division_by_zero", []string{Trap}, "divide by zero", Limits{}},
		{"endless_loop", []string{Fuel}, "fuel", Limits{Fuel: 10_000_000}},
		{"endless_loop", []string{Deadline}, "", Limits{Deadline: 50 * time.Millisecond, Fuel: 1 << 50}},
		{"exponential_recursion", []string{Fuel}, "fuel", Limits{Fuel: 10_000_000}},
		{"exponential_recursion", []string{Deadline}, "", Limits{Deadline: 50 * time.Millisecond, Fuel: 1 << 50}},
		{"endless_recursion", []string{Stack}, "stack", Limits{}},
		{"memory_growth", []string{Memory}, "", Limits{Memory: 16 << 20}},
		{"table_growth", []string{Memory}, "", Limits{}},
		{"handle_growth", []string{Memory}, "", Limits{Handles: 1000}},
		{"host_call_bytes", []string{Memory}, "", Limits{HostBytes: 1 << 20}},
		{"exit_with_success", []string{Exit}, "status 0", Limits{}},
		{"exit_with_failure", []string{Exit}, "status 1", Limits{}},
		{"unknown_host_function", []string{Unscripted}, "the plugin called outline.symbols, which the mock IDE does not have", Limits{}},
		{"large_result", []string{ResultTooLarge}, "5242880 bytes", Limits{}},
		{"large_error", []string{ResultTooLarge}, "5242880 bytes", Limits{}},
		{"invalid_utf8", []string{ABI}, "UTF-8", Limits{}},
		{"handle_kept", []string{ABI}, "", Limits{}},
	} {
		ide := host(t, Options{Limits: c.limits}, bad)
		o := ide.CallTool(t.Context(), "openidea_misbehaving__"+c.tool, `{}`, CallOptions{})
		if o.Kind != Aborted || !slices.Contains(c.reasons, o.Reason) || !strings.Contains(o.Message, c.says) {
			t.Errorf("%s: %s: %s", c.tool, o, o.Message)
		}
		seen[o.Reason] = true
		ide.patience = time.Hour
		if o := ide.CallTool(t.Context(), "openidea_misbehaving__healthy", `{}`, CallOptions{}); o.Kind != OK || o.Text != "healthy" {
			t.Errorf("after %s: %s: %s", c.tool, o, o.Message)
		}
	}
	other.Grants = []string{"project.read"}
	o := host(t, Options{}, other).CallTool(t.Context(), "openidea_other_api__write_note", `{"path":"c.md"}`, CallOptions{})
	if o.Kind != Aborted || o.Reason != Unrepresentable || !strings.Contains(o.Message, "project.write-file") {
		t.Errorf("write_note: %s: %s", o, o.Message)
	}
	seen[o.Reason] = true
	for _, reason := range Aborts {
		if reason != Cancelled && !seen[reason] { // TestInstance has that one
			t.Errorf("nothing ended in %s", reason)
		}
	}
}

// TestLargest: what is just within the limits is let through.
func TestLargest(t *testing.T) {
	ide := host(t, Options{}, fixture(t, "misbehaving"))
	if o := ide.CallTool(t.Context(), "openidea_misbehaving__largest_result", `{}`, CallOptions{}); o.Kind != OK || len(o.Text) != MaxResult {
		t.Errorf("the largest result: %s: %s, %d bytes", o, o.Message, len(o.Text))
	}
	if o := ide.CallTool(t.Context(), "openidea_misbehaving__memory_until_refused", `{}`, CallOptions{}); o.Kind != OK {
		t.Errorf("a refused growth alone ends no call: %s: %s", o, o.Message)
	}
}

// TestReadOnlyToolThatWrites: what a tool declares does not bind its hands, and the effects show it.
func TestReadOnlyToolThatWrites(t *testing.T) {
	o := host(t, Options{}, fixture(t, "misbehaving")).CallTool(t.Context(), "openidea_misbehaving__writes_though_read_only", `{}`, CallOptions{})
	if o.Kind != OK || !o.Effects.Changed() || len(o.Effects.Files) != 1 {
		t.Errorf("%s %s: %+v", o, o.Message, o.Effects.Files)
	}
}

// TestTheNextCallWorks: whatever a tool did, the call after it is served.
func TestTheNextCallWorks(t *testing.T) {
	p := fixture(t, "misbehaving")
	if len(p.Tools) < 30 {
		t.Fatalf("only %d tools", len(p.Tools))
	}
	ide := host(t, Options{Limits: Limits{Fuel: 50_000_000}}, p)
	for _, tool := range p.Tools {
		ide.CallTool(t.Context(), "openidea_misbehaving__"+tool.Name, `{}`, CallOptions{})
		if o := ide.CallTool(t.Context(), "openidea_misbehaving__healthy", `{}`, CallOptions{}); o.Kind != OK || o.Text != "healthy" {
			t.Errorf("after %s: %s: %s", tool.Name, o, o.Message)
		}
	}
}
